"""Names that Python, or the generated module, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


VOCABULARY = _set("Any Literal Never None NotRequired Required bool dict float int list str")
"""What types are spelled with: no field of a class body may be called so, or the next field would mean it."""

OWN = _set(
    "AsyncClient AsyncHandlers AsyncJsonPostTransport AsyncLocalTransport AsyncMcpHttpTransport AsyncTransport "
    "BlockingTransport Call Checks Client ContentBlock EmbeddedResource ErrorCode Handlers Issue JsonPostTransport "
    "LocalTransport McpHttpTransport McpSession McpTransport MediaContent Outcome ResourceContents ResourceLink TOOLS "
    "TextContent ToolCall ToolError ToolName ToolOutput ToolSpec Transport"
)
"""What every module exports, but for functions."""

OWN_FUNCTIONS = _set(
    "anthropic_tools check check_args dispatch dispatch_async gemini_tools mcp_tools openai_tools parse_tool_call text_of "
    "with_defaults"
)

TYPING = {
    **dict.fromkeys(
        ("Any", "Generic", "Literal", "NotRequired", "Protocol", "TypeAlias", "TypedDict", "TypeGuard", "TypeVar", "cast"), True
    ),
    **dict.fromkeys(("Annotated", "Never", "Required", "Union", "Unpack", "overload"), False),
}
"""What a module takes from `typing`, and whether every module does."""

PYDANTIC = _set("BaseModel BeforeValidator ConfigDict Field SkipJsonSchema TypeAdapter TypeAliasType ValidationInfo")

IMPORTED = {*TYPING, *PYDANTIC, *_set("Awaitable Callable Fraction Generator Iterator Mapping Sequence")}

BUILTIN = _set(
    "BaseException Exception False KeyError None OverflowError RecursionError RuntimeError StopIteration TimeoutError True "
    "TypeError ValueError Warning ZeroDivisionError"
)

TYPES = OWN | IMPORTED | BUILTIN
"""What no type of a package may be called."""

METHODS = _set("call call_raw overload str")
"""What no method may be called: a client has it, or its class body reads it."""
