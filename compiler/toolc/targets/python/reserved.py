"""Names that Python, or the generated module, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


VOCABULARY = _set("Any Literal Never None NotRequired Required bool dict float int list str")
"""Names used in annotations: a field of a class body with such a name would shadow it for the next field."""

OWN = _set(
    "AsyncClient AsyncHandlers AsyncJsonPostTransport AsyncLocalTransport AsyncMcpHttpTransport AsyncTransport "
    "BlockingTransport Call Checks Client ContentBlock EmbeddedResource ErrorCode Handlers Issue JsonPostTransport "
    "LocalTransport McpHttpTransport McpSession McpTransport MediaContent Outcome ResourceContents ResourceLink TOOLS "
    "TextContent ToolCall ToolError ToolName ToolOutput ToolSpec Transport"
)
"""Names that every module exports, apart from functions."""

OWN_FUNCTIONS = _set(
    "anthropic_tools check check_args dispatch dispatch_async gemini_tools mcp_tools openai_tools parse_tool_call text_of "
    "with_defaults"
)

ABOUT_TOOLS = _set(
    "AsyncClient AsyncHandlers Client Handlers TOOLS ToolCall ToolName anthropic_tools check_args dispatch dispatch_async "
    "gemini_tools mcp_tools openai_tools parse_tool_call"
)
"""Names among them that a package has for itself where it shares its support code."""

TYPING = {
    **dict.fromkeys(
        ("Any", "Generic", "Literal", "NotRequired", "Protocol", "TypeAlias", "TypedDict", "TypeGuard", "TypeVar", "cast"), True
    ),
    **dict.fromkeys(("Annotated", "Final", "Never", "Required", "Union", "Unpack", "overload"), False),
}
"""Names imported from `typing`, and whether every module imports them."""

PYDANTIC = _set(
    "BaseModel BeforeValidator ConfigDict Field SchemaValidator SkipJsonSchema TypeAdapter TypeAliasType ValidationError "
    "ValidationInfo"
)

IMPORTED = {*TYPING, *PYDANTIC, *_set("Awaitable Callable Generator Iterator Mapping Sequence")}

BUILTIN = _set(
    "BaseException Exception False KeyError None OverflowError RecursionError RuntimeError StopIteration TimeoutError True "
    "TypeError ValueError Warning ZeroDivisionError"
)

TYPES = OWN | IMPORTED | BUILTIN
"""Names that types of a package must not have."""

METHODS = _set("call call_raw overload str")
"""Names that methods must not have: a client has them, or its class body reads them."""
