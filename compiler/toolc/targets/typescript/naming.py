"""The naming pass: one identifier for every tool and every type of a package.

Takes the package's tools and named types in order, gives their identifiers and a TC505 note for each name that could not
be kept. Models come first, then tools; who comes later gets the number.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolc.config import TypescriptOptions
from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import camel, numbered, plain_characters, snake
from toolc.targets.type_names import renamed, type_names
from toolc.targets.typescript.reserved import GLOBAL_TYPES, ON_EVERY_OBJECT, RESERVED, SUPPORT

OWN_TYPES = frozenset(
    (
        "Client",
        "ToolCall",
        "ToolError",
        "ToolName",
        "Tools",
        "Handlers",
        "Outcome",
        "Issue",
        "Schema",
        "ToolSpec",
        "Transport",
        "CallOptions",
        "ErrorCode",
        "HttpOptions",
        "LocalTools",
        "McpClientLike",
        "RawCall",
        "AnthropicTool",
        "GeminiTool",
        "McpTool",
        "ObjectSchema",
        "OpenAiResponsesTool",
        "OpenAiTool",
    )
)
"""What the package itself exports."""

OWN_VALUES = frozenset({"call", "connect", "spec", "tools"})
"""The general method of a client, what a file of one tool holds, and the list of all tools."""


class ToolNames(Struct, frozen=True):
    """`value`: the method and constant; `stem`: what the tool's type names begin with."""

    value: str
    stem: str


class Names(Struct, frozen=True):
    """Identifiers by `NamedType.name` and, in order, of the tools."""

    types: Mapping[str, str]
    tools: tuple[ToolNames, ...]
    diagnostics: tuple[Diagnostic, ...]


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool], options: TypescriptOptions) -> Names:
    """Names everything once. Where all stands in one file, nothing is called as the support code in it."""
    support = SUPPORT if options.layout == "single" else frozenset[str]()
    by_name, stems = type_names(types, tools, GLOBAL_TYPES | OWN_TYPES | support)
    taken: set[str] = set(support)
    named_tools: list[ToolNames] = []
    notes: list[Diagnostic] = []
    for tool, stem in zip(tools, stems, strict=True):
        wanted = _CASES[options.casing](tool.name, "tool")
        value = _value(wanted, taken)
        taken.add(value)
        named_tools.append(ToolNames(value, stem))
        if value != wanted or not plain_characters(tool.name):
            notes.append(renamed(tool, value, "TypeScript"))
    return Names(by_name, tuple(named_tools), tuple(notes))


def _as_is(name: str, fallback: str) -> str:
    """The name itself where it can be one, with `_` for what cannot stand in it."""
    plain = re.sub(r"[^A-Za-z0-9_$]", "_", name)
    return f"{fallback}_{plain}" if not plain or plain[0].isdigit() else plain


_CASES = {"camel": camel, "snake": snake, "as-is": _as_is}


def _value(wanted: str, taken: set[str]) -> str:
    """A constant in a module and a method of the client at once."""
    if wanted in RESERVED | ON_EVERY_OBJECT | OWN_VALUES or wanted == "__proto__":
        wanted += "Tool"
    return numbered(wanted, taken)
