"""TC37x: what frameworks that create a model of a function's parameters refuse, or tell otherwise than it is written."""

from toolc.codes.code import Code, Scene

_INDEX = "from llama_index.core.tools import FunctionTool\n\n"
_KEYED = _INDEX + (
    'def search(query: str, options: %s = None) -> str:\n    """Search."""\n\nlookup = FunctionTool.from_defaults(search)\n'
)
_OPTIONS = "class Options(BaseModel):\n    exact: bool\n\n"
_LONG = _INDEX + 'def search(query: str) -> str:\n    """%s"""\n\nlookup = FunctionTool.from_defaults(search)\n'
_FIELD = _INDEX.replace("\n\n", "\nfrom pydantic import Field\n\n") + (
    'def search(%s) -> str:\n    """Search."""\n\nlookup = FunctionTool.from_defaults(search)\n'
)
_STRANDS = "from typing import Annotated\n\nfrom pydantic import Field\nfrom strands import ToolContext, tool\n\n"
_CREW = (
    "from crewai.tools import BaseTool\n\nclass Search(BaseTool):\n"
    '    name: str = "search"\n    description: str = "Search."\n\n'
    "%s    def _run(self, query: str) -> str:\n        return query\n"
)

CODES = (
    Code(
        "TC370", "annotation-in-quotes", "error",
        "The framework hands quoted annotations to pydantic as they are, and pydantic looks up their names in one of the "
        "framework's own modules, where they are not defined.",
        Scene("from pydantic import BaseModel\n" + (_KEYED % '"Options"').replace("def", f"{_OPTIONS}def", 1)),
        Scene(_KEYED % "dict"),
    ),
    Code(
        "TC371", "signature-not-known", "warning",
        "The framework begins a description with the function's signature as Python writes it, and a part of it is not known.",
        Scene(_INDEX + 'def search(query: str, words: set[str] = {"a", "b"}) -> str:\n    """Search."""\n\n'
              "lookup = FunctionTool.from_defaults(search)\n"),
        Scene(_KEYED % "dict"),
    ),
    Code(
        "TC372", "long-description", "warning",
        "llama-index raises ValueError for a description of more than 1024 characters, unless it is told to skip the check.",
        Scene(_LONG % ("Search. " * 130)),
        Scene(_LONG % "Search."),
    ),
    Code(
        "TC373", "field-behind-default", "error",
        "The framework removes a default of `Field(…)`, so a parameter without a default follows one that has one.",
        Scene(_FIELD % "limit: int = 5, query: str = Field(description=\"Words.\")"),
        Scene(_FIELD % "query: str = Field(description=\"Words.\"), limit: int = 5"),
    ),
    Code(
        "TC374", "context-without-name", "error",
        "strands raises ValueError: a parameter of type ToolContext must be the one that `context=` of its decorator names.",
        Scene(_STRANDS + '@tool\ndef search(query: str, context: ToolContext) -> str:\n    """Search."""\n'),
        Scene(_STRANDS + '@tool(context="context")\ndef search(query: str, context: ToolContext) -> str:\n    """Search."""\n'),
    ),
    Code(
        "TC375", "field-in-annotated", "error",
        "strands raises NotImplementedError: it does not read `Field(…)` in `Annotated`, only a text.",
        Scene(_STRANDS + '@tool\ndef search(query: Annotated[str, Field(description="Words.")]) -> str:\n    """Search."""\n'),
        Scene(_STRANDS + '@tool\ndef search(query: Annotated[str, "Words."]) -> str:\n    """Search."""\n'),
    ),
    Code(
        "TC376", "varying-tool", "note",
        "Objects of the class can have another name, description or schema than the class. toolc writes those of the class.",
        Scene(_CREW % "    def __init__(self, place: str | None = None):\n        super().__init__()\n        if place:\n"
              '            self.description = f"Search {place}."\n\n'),
        Scene(_CREW % ""),
    ),
)  # fmt: skip
