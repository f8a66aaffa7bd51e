"""The naming pass: one identifier for every tool and every type of a package.

Takes the package's tools and named types in order, gives their identifiers and a TC505 note for each name that could not
be kept. Models come first, then tools; who comes later gets the number.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import camel, numbered, plain_characters
from toolc.targets.type_names import renamed, type_names
from toolc.targets.typescript.reserved import GLOBAL_TYPES, ON_EVERY_OBJECT, RESERVED

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

OWN_VALUES = frozenset({"call", "tools"})
"""The general method of a client, and the list of all tools."""


class ToolNames(Struct, frozen=True):
    """`value`: the method and constant; `stem`: what the tool's type names begin with."""

    value: str
    stem: str


class Names(Struct, frozen=True):
    """Identifiers by `NamedType.name` and, in order, of the tools."""

    types: Mapping[str, str]
    tools: tuple[ToolNames, ...]
    diagnostics: tuple[Diagnostic, ...]


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool]) -> Names:
    """Names everything once."""
    by_name, stems = type_names(types, tools, GLOBAL_TYPES | OWN_TYPES)
    taken: set[str] = set()
    named_tools: list[ToolNames] = []
    notes: list[Diagnostic] = []
    for tool, stem in zip(tools, stems, strict=True):
        value = _value(tool.name, taken)
        taken.add(value)
        named_tools.append(ToolNames(value, stem))
        if value != camel(tool.name, "tool") or not plain_characters(tool.name):
            notes.append(renamed(tool, value, "TypeScript"))
    return Names(by_name, tuple(named_tools), tuple(notes))


def _value(name: str, taken: set[str]) -> str:
    """A constant in a module and a method of the client at once."""
    value = camel(name, "tool")
    if value in RESERVED | ON_EVERY_OBJECT | OWN_VALUES:
        value += "Tool"
    return numbered(value, taken)
