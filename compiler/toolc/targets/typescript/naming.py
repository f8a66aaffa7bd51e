"""The naming pass: one identifier for every tool and every type of a package.

Takes the package's tools and named types in order, gives their identifiers and a TC505 note for each name that could not
be kept. Models come first, then tools; who comes later gets the number.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import camel, numbered, pascal, plain_characters
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

ENDINGS = ("Args", "Input", "Result")


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
    taken_types = set(GLOBAL_TYPES | OWN_TYPES)
    by_name: dict[str, str] = {}
    for named in types:
        by_name[named.name] = numbered(pascal(named.name, "Type"), taken_types)
        taken_types.add(by_name[named.name])
    stems = {name.removesuffix(ending) for name in taken_types for ending in ENDINGS if name.endswith(ending)}
    taken_values: set[str] = set()
    named_tools: list[ToolNames] = []
    notes: list[Diagnostic] = []
    for tool in tools:
        value = _value(tool.name, taken_values)
        taken_values.add(value)
        stem = numbered(pascal(tool.name, "Tool"), stems)
        stems.add(stem)
        named_tools.append(ToolNames(value, stem))
        if value != camel(tool.name, "tool") or not plain_characters(tool.name):
            notes.append(_renamed(tool, value))
    return Names(by_name, tuple(named_tools), tuple(notes))


def _value(name: str, taken: set[str]) -> str:
    """A constant in a module and a method of the client at once."""
    value = camel(name, "tool")
    if value in RESERVED | ON_EVERY_OBJECT | OWN_VALUES:
        value += "Tool"
    return numbered(value, taken)


def _renamed(tool: Tool, value: str) -> Diagnostic:
    return Diagnostic(
        "TC505",
        f"`{tool.name}` is `{value}` in TypeScript; callers still send `{tool.name}`",
        tool.span,
        help="`call` takes the name as it is",
    )
