"""TC38x: what the frameworks that convert plain functions by rules of their own refuse, or lose without a word."""

from toolc.codes.code import Code, Scene

_GENAI = "from google.genai.types import GenerateContentConfig as Config\n\n"
_DECLARE = "from google.genai.types import FunctionDeclaration\n\n"
_FUNCTION = 'def search(%s) -> str:\n    """Search."""\n    return ""\n\n'
_LISTED = "config = Config(tools=[search])\n"
_TWO = (
    "from pydantic import BaseModel\n"
    + _GENAI
    + "class Old:\n    class Where(BaseModel):\n        town: str\n\nclass %s(BaseModel):\n    country: str\n\n"
    + _FUNCTION % "a: list[Old.Where], b: list[%s]"
    + _LISTED
)

_SMOL = "from smolagents import tool\n\n"
_SEARCH = '@tool\ndef search(%s) -> str:\n    """Search.\n\n    Args:\n        query: Words.\n    """\n    return ""\n'
_CLASS = (
    "from smolagents import Tool\n\nclass Search(Tool):\n    name = 'search'\n    description = 'Search.'\n    inputs = %s\n"
    "    output_type = 'string'\n\n    def forward(self, query: str) -> str:\n        return query\n"
)

_AGENT = (
    "from agent_framework import FunctionInvocationContext, tool\n\n"
    '@tool\ndef search(%s) -> str:\n    """Search."""\n    return ""\n'
)
_AUTOGEN = (
    "from autogen_core.tools import FunctionTool\n%s\n"
    'def search(%s) -> str:\n    return ""\n\nmade = FunctionTool(search, "Search.")\n'
)
_FIELD = "from pydantic import Field\nfrom typing import Annotated\n"
_TREE = "from pydantic import BaseModel\n\nclass Tree(BaseModel):\n    inner: list[%s]\n"

CODES = (
    Code(
        "TC380", "framework-specific-form", "warning",
        "The framework writes the tool in its own form, which toolc does not reproduce: Gemini's `Schema` (from google-genai"
        " without `use_json_schema=True`, or declared by a tool class of google-adk), or the form that langchain gives a plain"
        " function in `bind_tools`.",
        Scene(
            _DECLARE + _FUNCTION % "query: str"
            + "made = FunctionDeclaration.from_callable_with_api_option(callable=search)\n"
        ),
        Scene(
            _DECLARE + _FUNCTION % "query: str"
            + "made = FunctionDeclaration.from_callable_with_api_option(callable=search, use_json_schema=True)\n"
        ),
    ),
    Code(
        "TC381", "definitions-of-one-name", "warning",
        "The definitions of all parameters share one table by name, so the later class replaces the earlier one in the schema.",
        Scene(_TWO % ("Where", "Where")),
        Scene(_TWO % ("Land", "Land")),
    ),
    Code(
        "TC382", "parameter-without-annotation", "error",
        "The framework raises an error: it makes schemas from annotations, and a parameter has none.",
        Scene(_GENAI + _FUNCTION % "query" + _LISTED),
        Scene(_GENAI + _FUNCTION % "query: str" + _LISTED),
    ),
    Code(
        "TC383", "field-as-default", "error",
        "The framework takes `Field(…)` for the default value itself, which cannot be written as JSON.",
        Scene("from pydantic import Field\n" + _GENAI + _FUNCTION % "limit: int = Field(5, gt=0)" + _LISTED),
        Scene(
            "from typing import Annotated\nfrom pydantic import Field\n" + _GENAI
            + _FUNCTION % "limit: Annotated[int, Field(gt=0)] = 5" + _LISTED
        ),
    ),
    Code(
        "TC384", "class-with-configuration", "error",
        "pydantic raises an error: a class of that kind does not accept the configuration that the framework passes.",
        Scene(
            "from dataclasses import dataclass\n" + _GENAI + "@dataclass\nclass Where:\n    town: str\n\n"
            + _FUNCTION % "where: Where" + _LISTED
        ),
        Scene(
            "from pydantic import BaseModel\n" + _GENAI + "class Where(BaseModel):\n    town: str\n\n"
            + _FUNCTION % "where: Where" + _LISTED
        ),
    ),
    Code(
        "TC385", "undescribed-parameter", "error",
        "The framework raises an error: it needs a description of each parameter in the docstring, below a line `Args:`.",
        Scene(_SMOL + '@tool\ndef search(query: str) -> str:\n    """Search."""\n'),
        Scene(_SMOL + _SEARCH % "query: str"),
    ),
    Code(
        "TC386", "unlisted-type", "error",
        "The framework raises an error: it knows a fixed list of types by name, and this one is not among them or cannot be "
        "read.",
        Scene(_SMOL + _SEARCH % "query: set[str]"),
        Scene(_SMOL + _SEARCH % "query: list[str]"),
    ),
    Code(
        "TC387", "unfit-function", "error",
        "The framework raises an error: it turns the function into a method, which is not possible for every function.",
        Scene(_SMOL + _SEARCH % "query: str, /"),
        Scene(_SMOL + _SEARCH % "query: str"),
    ),
    Code(
        "TC388", "unfit-tool-class", "error",
        "The framework raises an error when an object is created: the attributes of the class are not as it requires.",
        Scene(_CLASS % "{}"),
        Scene(_CLASS % '{"query": {"type": "string", "description": "Words."}}'),
    ),
    Code(
        "TC389", "context-taken-twice", "error",
        "The framework raises an error: it fills in one parameter with its context, and the function has two of them.",
        Scene(_AGENT % "first: FunctionInvocationContext, second: FunctionInvocationContext"),
        Scene(_AGENT % "first: FunctionInvocationContext, second: str"),
    ),
    Code(
        "TC390", "non-text-description", "error",
        "The first metadata in `Annotated` must be a string: autogen raises an error, and semantic-kernel sends the object as "
        "the description of a field, which fails.",
        Scene(_AUTOGEN % (_FIELD, "limit: Annotated[int, Field(gt=0)]")),
        Scene(_AUTOGEN % ("from typing import Annotated\n", 'limit: Annotated[int, "How many."]')),
    ),
    Code(
        "TC391", "default-in-strict-mode", "error",
        "autogen raises an error: in strict mode every parameter is required, so none may have a default.",
        Scene((_AUTOGEN % ("", "limit: int = 5")).replace('"Search.")', '"Search.", strict=True)')),
        Scene((_AUTOGEN % ("", "limit: int")).replace('"Search.")', '"Search.", strict=True)')),
    ),
    Code(
        "TC392", "endless-schema", "error",
        "The framework writes classes inline; one that contains itself has no end, so the framework raises an error.",
        Scene(_AUTOGEN % (_TREE % "'Tree'", "tree: Tree")),
        Scene(_AUTOGEN % (_TREE % "str", "tree: Tree")),
    ),
)  # fmt: skip
