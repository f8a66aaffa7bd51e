"""Tools of a JSON file, run by functions of the program: takes a file that toolc wrote, or any list of tools in a provider's
form, and functions by name; gives the tools under the schemas of the file.

Arguments are held to the schema that the model was sent, and then to the annotations of the function.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from toolc.ir import JsonSchema
from toolc.runtime import checking, lower
from toolc.runtime.callables import readable
from toolc.runtime.errors import ToolDefinitionError
from toolc.runtime.own import by_function, own_schema
from toolc.runtime.tool import FunctionTool
from toolc.schema.forms import SCHEMAS, entries


class CompiledTool(FunctionTool):
    """A tool of a file, and the function that runs it."""

    def __init__(self, listed: Mapping[str, Any], function: Callable[..., Any]) -> None:
        schema = next((listed[key] for key in SCHEMAS if isinstance(listed.get(key), dict)), None)
        name, description = listed["name"], listed.get("description")
        spec = lower.tool_of_schema(schema or {"type": "object", "properties": {}}, "toolc", name, description, function)
        self._init(function, lower.with_output(spec, listed.get("outputSchema")), None)
        _same_arguments(function, name, self.parameters)

    @cached_property
    def _check(self) -> checking.Check:
        first = checking.by_schema(self.parameters, self.name, closed="additionalProperties" not in self.parameters)
        second = by_function(self.fn, self.name)
        return first if second is None else checking.then(first, second, self.name)


def compile_file(file: str | os.PathLike[str], functions: Mapping[str, Callable[..., Any]]) -> list[FunctionTool]:
    """Return the tools of a file in its order. Raises `ToolDefinitionError`."""
    try:
        document = msgspec.json.decode(Path(file).read_bytes())
    except (OSError, ValueError) as error:  # msgspec's errors are ValueErrors
        raise ToolDefinitionError(f"{file} cannot be read: {error}") from error
    found = [one.value for one in entries(document) or () if isinstance(one.value, dict)]
    listed = {one["name"]: one for one in found if isinstance(one.get("name"), str)}
    if not listed:
        raise ToolDefinitionError(f"{file} has no tools: it is not a list of tools in the form of a provider or of MCP")
    if missing := [name for name in listed if name not in functions]:
        raise ToolDefinitionError(f"no function runs {_quote_names(missing)} of {file}")
    if strangers := [name for name in functions if name not in listed]:
        raise ToolDefinitionError(f"{file} has no tool {_quote_names(strangers)}; there are {_quote_names(listed)}")
    return [CompiledTool(one, functions[name]) for name, one in listed.items()]


def _same_arguments(function: Callable[..., Any], name: str, schema: JsonSchema) -> None:
    """Raise where the function cannot be called with the arguments that the file asks models for."""
    own = own_schema(function, name)
    if own is None:
        return
    keys, known = schema.get("properties", {}), own.get("properties", {})
    if unfilled := [key for key in own.get("required", ()) if key not in keys]:
        raise ToolDefinitionError(
            f"the function of `{name}` needs {_quote_names(unfilled)}, which no model is asked for: bind it (functools.partial)"
        )
    takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in readable(function).parameters.values())
    if not takes_any and (unknown := [key for key in keys if key not in known]):
        raise ToolDefinitionError(f"the function of `{name}` does not take {_quote_names(unknown)}: compile its source again")


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
