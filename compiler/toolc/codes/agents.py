"""TC36x: what openai, openai-agents and pydantic-ai refuse, or lose without a word."""

from toolc.codes.code import Code, Scene

_AGENTS = "from agents import RunContextWrapper, function_tool\n\n@function_tool\n"

_DOCUMENTED = (
    "from pydantic_ai import FunctionToolset\n\ntools = FunctionToolset()\n\n"
    '@tools.tool_plain(require_parameter_descriptions=True)\ndef search(query: str) -> str:\n    """%s"""\n'
)
_MODEL = (
    "from openai import pydantic_function_tool\nfrom pydantic import BaseModel\n\n"
    'class Search(BaseModel):\n    """Search."""\n\n    %s\n\ntools = [pydantic_function_tool(Search)]\n'
)
_COPY = (
    "# Taken from the package agents.\n"
    "def function_tool(func=None, *, name_override=None, description_override=None, docstring_style=None,\n"
    "                  use_docstring_info=True, strict_mode=True):\n    return func\n\n"
)


def _search(parameters: str) -> str:
    return f'{_AGENTS}def search({parameters}) -> str:\n    """Search."""\n'


CODES = (
    Code(
        "TC360", "not-strict", "error",
        "The framework raises an error: in strict mode every object must list all of its keys as required.",
        Scene(_search("query: str, filters: dict[str, str]")),
        Scene(_search("query: str, site: str | None = None")),
    ),
    Code(
        "TC361", "misplaced-context", "error",
        "The framework raises an error: the context of a run must be the first parameter.",
        Scene(_search("query: str, context: RunContextWrapper[None]")),
        Scene(_search("context: RunContextWrapper[None], query: str")),
    ),
    Code(
        "TC362", "undocumented-parameter", "error",
        "The framework raises an error: the tool asks for a description of every parameter, and the docstring lacks one.",
        Scene(_DOCUMENTED % "Search."),
        Scene(_DOCUMENTED % "Search.\n\n    Args:\n        query: Words.\n    "),
    ),
    Code(
        "TC363", "open-in-strict-mode", "warning",
        "The API refuses the tool: it is sent in strict mode, where an object must not take keys that it does not name.",
        Scene(_MODEL % "filters: dict[str, str]"),
        Scene(_MODEL % "query: str"),
    ),
    Code(
        "TC364", "copied-framework", "warning",
        "The tool is made by a copy of the framework inside the program, which may be of any version, or changed.",
        Scene(_COPY + _search("query: str").partition("\n\n")[2]),
        Scene(_search("query: str")),
    ),
)  # fmt: skip
