"""The schemas of tool objects, which programs read, change in place and replace.

Sources: `Tool` of mcp 1.30.0 and 2.3.0, `Tool.parameters` of fastmcp 2.14.7 to 4.1.6.
"""

from collections.abc import Iterator
from functools import partial

from toolc.analysis.doubts import Doubt
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, Descriptor, Instance, Native, Unknown, Value

FACTS = {
    "parameters": "input_schema",
    "inputSchema": "input_schema",
    "input_schema": "input_schema",
    "output_schema": "output_schema",
    "outputSchema": "output_schema",
}
"""The schema that each attribute of a tool object holds."""


def properties() -> dict[str, Descriptor]:
    """The attributes of tool objects that hold schemas, by name."""
    return {
        name: Descriptor("property", Native(f"tool.{name}", partial(_get, fact)), Native(f"tool.{name}", partial(_set, fact)))
        for name, fact in FACTS.items()
    }


def made_schemas(vm: Machine, tool: Instance) -> dict[Value, Value]:
    """The cells of a new tool object with the schemas that its framework makes of its function."""
    return {_cell(fact): _framework_schema(vm, tool, fact) for fact in _KINDS}


def copied_schemas(tool: Instance) -> dict[Value, Value]:
    """The cells of a copy of a tool object: dicts of their own, with the same elements."""
    held = {_cell(fact): tool.cells.get(_cell(fact)) for fact in _KINDS}
    return {cell: one.copy_elements() if isinstance(one, JsonSchema) else one for cell, one in held.items()}


def edited_schemas(tool: Instance) -> Iterator[tuple[str, Value]]:
    """The schemas of a tool that the program has looked into or replaced, by fact."""
    for fact in _KINDS:
        held = tool.cells.get(_cell(fact), MISSING)
        if held is not MISSING and not (isinstance(held, JsonSchema) and held.whole):
            yield fact, held


_KINDS = ("input_schema", "output_schema")


def _cell(fact: str) -> str:
    return f" {fact}"


def schema_cell(attribute: str) -> str:
    """The cell of a tool object that holds the schema of an attribute."""
    return _cell(FACTS[attribute])


def _framework_schema(vm: Machine, tool: Instance, fact: str) -> JsonSchema:
    """The schema that the framework has made of the tool's function, computed when it is read."""
    doubt = vm.doubt("TC215", "the program looks into the schema of this tool, which is not known for certain")

    def read() -> dict[Value, Value] | Doubt | None:
        found = vm.frameworks.tool_fact(tool, fact)
        return doubt if found is MISSING else None if found is None else vm.lift(found).items

    return JsonSchema(None, read)


def _get(fact: str, call: Call) -> Value:
    held = call.args[0].cells.get(_cell(fact), MISSING)
    if held is MISSING:
        return Unknown(call.vm.doubt("TC205", "the schema of a tool that toolc has not seen made"))
    return None if isinstance(held, JsonSchema) and held.is_none else held


def _set(fact: str, call: Call) -> Value:
    tool = call.args[0]
    call.vm.store.touch(tool)
    tool.cells[_cell(fact)] = call.args[1]
    return None
