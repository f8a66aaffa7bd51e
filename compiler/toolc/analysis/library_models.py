"""Models of pydantic that libraries define: the fields that objects of classes below them have.

Source: `langchain_core/tools/base.py` of langchain-core 1.7.2.
"""

from collections.abc import Mapping

from toolc.analysis.values import MISSING, Value
from toolc.qualified_names import canonical

_TOOL: Mapping[str, Value] = {
    "name": MISSING, "description": MISSING, "args_schema": None, "return_direct": False, "verbose": False, "callbacks": None,
    "tags": None, "metadata": None, "handle_tool_error": False, "handle_validation_error": False,
    "response_format": "content", "extras": None,
}  # fmt: skip

_FIELDS: Mapping[str, Mapping[str, Value]] = {
    "langchain_core.tools.BaseTool": _TOOL,
    "langchain_core.tools.BaseToolkit": {},
}
"""The default of each field, MISSING for one that must be given, by dotted name of the class."""


def library_fields(name: str) -> Mapping[str, Value] | None:
    """Return the fields of a library's model by its dotted name, each with its default; None if it is no known model."""
    return _FIELDS.get(canonical(name))
