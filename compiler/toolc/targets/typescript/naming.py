"""The naming pass: one identifier for every tool and every type of a package.

Takes the package's tools and named types in order, gives their identifiers and a TC505 note for each name that could not
be kept. Models come first, then tools; who comes later gets the number.
"""

import re
from collections.abc import Sequence

from toolc.config import TypescriptOptions
from toolc.ir import NamedType, Tool
from toolc.targets import enums
from toolc.targets.casing import apart, camel, snake
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.type_names import renamed_tools, type_names
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
        "Checks",
        "ClientOptions",
        "ContentBlock",
        "Elicitation",
        "ElicitationAnswer",
        "Failure",
        "Handled",
        "HttpOptions",
        "LocalTools",
        "McpClientLike",
        "McpHttpOptions",
        "McpHttpTransport",
        "Progress",
        "RawCall",
        "ToolOutput",
        "AnthropicTool",
        "GeminiTool",
        "McpTool",
        "ObjectSchema",
        "OpenAiResponsesTool",
        "OpenAiTool",
    )
)
"""Names that the package itself exports."""

OWN_VALUES = frozenset({"call", "callRaw", "callTool", "connect", "spec", "tools"})
"""The general methods of a client, what a file of one tool holds, and the list of all tools."""

COMPONENT_TYPES = frozenset({"Further", "PromptMessage", "PromptResult", "Prompts", "ResourceContents", "Resources"})
COMPONENT_VALUES = frozenset({"contentsOf", "getPrompt", "promptOf", "readResource"})
"""Further names of a package whose servers have prompts or resources."""


def identifiers(
    types: Sequence[NamedType], tools: Sequence[Tool], options: TypescriptOptions, components: bool = False
) -> Names:
    """Names everything once; a method is a constant as well. In a single file, nothing is called as its support code.

    `components`: there are prompts or resources too.
    """
    support = SUPPORT if options.layout == "single" else frozenset[str]()
    own_types = OWN_TYPES | COMPONENT_TYPES if components else OWN_TYPES
    kept = OWN_VALUES | COMPONENT_VALUES if components else OWN_VALUES
    named = type_names(types, tools, GLOBAL_TYPES | own_types | support)
    wanted = [_CASES[options.casing](tool.name, "tool") for tool in tools]
    constants = {named.by_name[one.name] for one in types if enums.members(one)} if support else set[str]()
    methods = apart([_free(name, kept) for name in wanted], support | constants)
    own = tuple(map(ToolNames, methods, named.stems, named.models))
    return Names(named.by_name, own, named.taken, renamed_tools(tools, wanted, methods, "TypeScript"))


def _as_is(name: str, fallback: str) -> str:
    """The name itself where it can be one, with `_` for what cannot stand in it."""
    plain = re.sub(r"[^A-Za-z0-9_$]", "_", name)
    return f"{fallback}_{plain}" if not plain or plain[0].isdigit() else plain


_CASES = {"camel": camel, "snake": snake, "as-is": _as_is}


def _free(name: str, kept: frozenset[str]) -> str:
    """Return an identifier that can be a constant of a module and a method of the client at once."""
    return f"{name}Tool" if name in RESERVED | ON_EVERY_OBJECT | kept or name == "__proto__" else name
