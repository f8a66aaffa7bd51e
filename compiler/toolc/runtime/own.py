"""A function under a schema that others wrote: takes the function, gives the schema of its own annotations and a check by them.

The schema that a model was sent comes first; what passes it is held to the annotations, which make models and dates of it.
"""

import warnings
from collections.abc import Callable
from typing import Any

from toolc.ir import JsonSchema
from toolc.runtime import checking, lower
from toolc.runtime.absent import without_nulls
from toolc.runtime.errors import ToolDefinitionError


def own_schema(function: Callable[..., Any], name: str) -> JsonSchema | None:
    """Return the schema of the function's annotations as toolc writes it; None where it has none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return lower.lower_callable(function, "toolc", name=name).input_schema
    except ToolDefinitionError:
        return None


def by_function(function: Callable[..., Any], name: str) -> checking.Check | None:
    """Return the check by the function's annotations, or None.

    Strict modes have models send null for what is left out, which the schema they were sent allows: the function's own says
    where that is so.
    """
    schema = own_schema(function, name)
    if schema is None:
        return None
    check = checking.by_signature(function, name, schema)
    return lambda arguments: check(without_nulls(arguments, schema))
