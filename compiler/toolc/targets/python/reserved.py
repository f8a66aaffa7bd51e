"""Names that Python, or the generated module, keeps for itself. Takes nothing, gives tables."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


VOCABULARY = _set("Any Literal Never None NotRequired Required bool dict float int list str")
"""What types are spelled with: no field of a class body may be called so, or the next field would mean it."""

OWN = _set(
    "AsyncClient AsyncHandlers AsyncHttpTransport AsyncLocalTransport AsyncTransport BlockingTransport Call Client ErrorCode "
    "Handlers HttpTransport Issue LocalTransport McpSession McpTransport Outcome TOOLS ToolCall ToolError ToolName ToolSpec "
    "Transport"
)
"""What every module exports, but for functions."""

OWN_FUNCTIONS = _set(
    "anthropic_tools check check_args dispatch dispatch_async gemini_tools mcp_tools openai_tools parse_tool_call with_defaults"
)

TYPING = {
    **dict.fromkeys(("Any", "Generic", "Literal", "Protocol", "TypeAlias", "TypedDict", "TypeGuard", "TypeVar", "cast"), True),
    **dict.fromkeys(("Annotated", "Never", "NotRequired", "Required", "Union", "Unpack", "overload"), False),
}
"""What a module takes from `typing`, and whether every module does."""

PYDANTIC = _set("BaseModel BeforeValidator ConfigDict Field SkipJsonSchema TypeAdapter TypeAliasType ValidationInfo")

IMPORTED = {*TYPING, *PYDANTIC, *_set("Awaitable Callable Fraction Mapping Sequence")}

BUILTIN = _set("Exception False KeyError None OverflowError RecursionError True TypeError ValueError Warning ZeroDivisionError")

TYPES = OWN | IMPORTED | BUILTIN
"""What no type of a package may be called."""

METHODS = _set("call overload str")
"""What no method may be called: a client has it, or its class body reads it."""
