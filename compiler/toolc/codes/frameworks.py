"""TC35x: what single frameworks refuse, or lose without a word."""

from toolc.codes.code import Code, Scene

_CHAIN = "from langchain_core.tools import tool\n\n"
_PARSED = (
    _CHAIN
    + '@tool(parse_docstring=True)\ndef search(query: str) -> str:\n    """Search.\n\n    Args:\n        %s: Words.\n    """\n'
)
_CHAIN_MENDED = Scene(_CHAIN + '@tool\ndef search(query: str) -> str:\n    """Search."""\n')
_CLASS = (
    "from langchain_core.tools import BaseTool\n\nclass Search(BaseTool):\n"
    '    name%s = "search"\n    description: str = "Search."\n\n    def _run(self, query: str) -> str:\n        return query\n'
)
_SHELF = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("shop")\n\n\n'
_CLAUDE = "from anthropic import beta_tool\n\n"

CODES = (
    Code(
        "TC350", "unknown-documented-parameter", "error",
        "The framework raises an error: the docstring describes a parameter that the function does not have, or that has no "
        "annotation.",
        Scene(_PARSED % "words"),
        Scene(_PARSED % "query"),
    ),
    Code(
        "TC351", "unparsable-docstring", "error",
        "The framework raises an error: it reads descriptions of parameters from the docstring, which it cannot parse.",
        Scene(_CHAIN + '@tool(parse_docstring=True)\ndef search(query: str) -> str:\n    """Search."""\n'),
        Scene(_PARSED % "query"),
    ),
    Code(
        "TC352", "starred-parameter", "warning",
        "Models see `*args` or `**kwargs` as one parameter of that name, so a call that fills it does something other than "
        "intended.",
        Scene(_CHAIN + '@tool\ndef search(*words: str) -> str:\n    """Search."""\n'),
        Scene(_CHAIN + '@tool\ndef search(words: list[str]) -> str:\n    """Search."""\n'),
    ),
    Code(
        "TC353", "single-text-tool", "warning",
        "langchain shows models one text argument for a `Tool` without a schema, while its `tool_call_schema` describes a "
        "method of langchain.",
        Scene(
            "from langchain_core.tools import Tool\n\ndef search(query: str) -> str:\n"
            '    return query\n\nlookup = Tool("search", search, "Search.")\n'
        ),
        _CHAIN_MENDED,
    ),
    Code(
        "TC354", "field-without-annotation", "error",
        "pydantic raises an error: a class that gives a field of its base class another value must annotate it again.",
        Scene(_CLASS % ""),
        Scene(_CLASS % ": str"),
    ),
    Code(
        "TC355", "leaked-parameter", "warning",
        "langchain shows models a parameter of its own, `v__positional_only`, for functions with positional-only parameters.",
        Scene(_CHAIN + '@tool\ndef search(query: str, /) -> str:\n    """Search."""\n'),
        _CHAIN_MENDED,
    ),
    Code(
        "TC356", "arguments-by-position", "warning",
        "With `*args` or positional-only parameters the schema is an array; the API and MCP take objects only.",
        Scene(_CLAUDE + '@beta_tool\ndef search(*words: str) -> str:\n    """Search."""\n'),
        Scene(_CLAUDE + '@beta_tool\ndef search(words: list[str]) -> str:\n    """Search."""\n'),
    ),
    Code(
        "TC357", "uri-parameters-differ", "error",
        "The framework raises ValueError: the parameters in the URI of a resource are not those of its function.",
        Scene(_SHELF + '@mcp.resource("shop://stock/{product}")\ndef stock() -> str:\n    """What is left."""\n'),
        Scene(_SHELF + '@mcp.resource("shop://stock/{product}")\ndef stock(product: str) -> str:\n    """What is left."""\n'),
    ),
)  # fmt: skip
