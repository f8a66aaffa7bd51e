"""Tool objects: made of a function, of another tool (`model_copy`, fastmcp's `Tool.from_tool`), or copied to be listed.

Sources: `Tool.from_function` of mcp 1.30.0 and 2.3.0 and of fastmcp 2.14.7, 3.4.10 and 4.1.6, `TransformedTool.from_tool` and
`ArgTransform` of fastmcp; `BaseModel.model_copy` of pydantic.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from toolc.analysis.events import Event
from toolc.analysis.models.functions import read_doc
from toolc.analysis.models.kept import complete, is_fastmcp_3, kept_facts, read_function
from toolc.analysis.models.noting import note
from toolc.analysis.models.tool_facts import COPIED
from toolc.analysis.models.tool_schemas import copied_schemas, made_schemas, properties, schema_cell
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.protocol_objects import copy_container
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    SCALARS,
    BoundMethod,
    Class,
    Dict,
    Function,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Native,
    Site,
    Symbol,
    Unknown,
    Value,
)
from toolc.systems.fastmcp.servers import FROM_FUNCTION

TOOL = Class("Tool", library="tool")
TOOL.whole = False


def made_tool(vm: Machine, dotted: str, call: Call) -> Instance:
    """`Tool.from_function(f, …)`: a tool object that is on no server yet."""
    complete(vm, call)
    facts = {key: one for key, one in call.kwargs.items() if key != "fn"}
    return _of_function(vm, dotted, call, call.get("fn", 0), {**facts, **({"**": call.open} if call.open else {})})


def tool_of(vm: Machine, value: Value, call: Call) -> Instance | None:
    """A tool object, or one that is made of a function, with what it is decorated with; None for anything else."""
    value = vm.plain(value)
    if isinstance(value, Instance) and value.cls is TOOL:
        return value
    if not isinstance(value, (Function, BoundMethod)):
        return None
    tool = _of_function(vm, FROM_FUNCTION, call, value, kept_facts(vm, value))
    tool.native.added = True
    return tool


def registered_tool(call: Call, function: Value, name: Value) -> Instance:
    """The tool object that `server.tool` of fastmcp 2 makes, before it gives it to `add_tool`."""
    facts = {key: one for key, one in call.kwargs.items() if key not in ("name_or_fn", "name")}
    tool = _of_function(call.vm, FROM_FUNCTION, call, function, facts if name is None else {**facts, "name": name})
    tool.native.added = True
    return tool


def _of_function(vm: Machine, dotted: str, call: Call, function: Value, facts: Mapping[str, Value]) -> Instance:
    event = note(vm, dotted, "call", call, function)
    event.site = Site(event.site.place, event.site.scope, (function,), dict(facts))
    tool = event.tool = tool_object(vm, event, function, facts)
    tool.taint = read_function(vm, event, function)
    return tool


def tool_object(vm: Machine, event: Event, function: Value, facts: Mapping[str, Value]) -> Instance:
    """A tool object as it is made: with the facts given, else with those of its function."""
    tool = Instance(TOOL)
    tool.native = event
    name = facts.get("name")
    tool.cells.update(
        {"fn": function, "name": name if vm.truth(name) is not False else vm.attribute(function, "__name__", None)}
    )
    for fact in ("description", "title", "annotations", "enabled", *COPIED):
        if fact in facts:
            tool.cells[fact] = copy_container(facts[fact])
    if vm.truth(tool.cells.get("description")) is False:
        tool.cells["description"] = _description(vm, event, function)
    tool.cells.update(made_schemas(vm, tool))
    event.cells = {**event.cells, " tool": dict(tool.cells)}
    return tool


def _description(vm: Machine, event: Event, function: Value) -> Value:
    """Return the description of a tool that is registered without one.

    mcp 1 and 2 take `fn.__doc__ or ""` (`Tool.from_function`), fastmcp what `inspect.getdoc` gives (`ParsedFunction`).
    """
    if event.callee.startswith("fastmcp."):
        return read_doc(vm, function)
    doc = vm.attribute(function, "__doc__", None)
    return "" if vm.truth(doc) is False else doc


def listed_copy(tool: Value) -> Value:
    """A tool object as the official server lists it: another one, with schemas of its own."""
    if isinstance(tool, Maybe):
        return Maybe(listed_copy(tool.value), tool.guard)
    if not isinstance(tool, Instance):
        return tool
    made = Instance(TOOL)
    made.cells.update({key: value for key, value in tool.cells.items() if not key.startswith(" ")})
    made.cells.update(copied_schemas(tool))
    return made


# --- tools made of tools -----------------------------------------------------------------------------------------------

FROM_TOOL = frozenset(
    f"fastmcp.tools.{name}.from_tool"
    for name in ("Tool", "tool.Tool", "base.Tool", "TransformedTool", "tool_transform.TransformedTool")
)
"""Calls that make a tool of another tool."""

_TOOL_FACTS = frozenset("title description annotations tags output_schema".split())
_ARGUMENT_OPTIONS = frozenset("name description default default_factory type hide required examples".split())
_SCHEMAS = {name: schema_cell(name) for name in ("parameters", "output_schema")}


def copied_tool(call: Call) -> Value:
    """`tool.model_copy(update={…})`: another tool object with the same facts, but for those in `update`."""
    vm, tool = call.vm, call.args[0]
    update: Value = vm.plain(call.kwargs.get("update", Dict({})))
    texts = isinstance(update, Dict) and update.taint is None and all(isinstance(key, str) for key in update.items)
    deep = vm.truth(call.kwargs.get("deep", False))
    if not texts or call.open is not None or len(call.args) > 1 or deep is not False:
        return Unknown(vm.doubt("TC205", "which tool is made from another one"))
    return _with_facts(tool, update.items)


def renamed_tool(tool: Instance, name: str) -> Instance:
    """Another tool object that differs in its name."""
    return _with_facts(tool, {"name": name})


def _with_facts(tool: Instance, facts: Mapping[Value, Value]) -> Instance:
    made = Instance(tool.cls)
    made.native, made.taint = tool.native, tool.taint
    made.cells.update({**tool.cells, **copied_schemas(tool)})
    made.cells.update({_SCHEMAS.get(name, name): value for name, value in facts.items() if isinstance(name, str)})
    return made


def transformed_tool(vm: Machine, tool: Instance, call: Call) -> Value:
    """A tool with other facts and parameters than the one it calls; its schemas are unknown if it has a function of its own."""
    given = {name: one for name, one in call.kwargs.items() if name != "tool"}
    name, arguments, function = (given.pop(one, None) for one in ("name", "transform_args", "transform_fn"))
    arguments = vm.plain(arguments)
    plain = isinstance(arguments, Dict) and arguments.taint is None and all(map(_is_transform, arguments.items.values()))
    if given.keys() - _TOOL_FACTS or call.open is not None or len(call.args) > 1 or not (plain or arguments is None):
        return Unknown(vm.doubt("TC215", "what a tool is made into is not followed"))
    if vm.truth(given.get("tags", True)) is False:
        del given["tags"]
    named = {} if vm.truth(name) is False else {"name": name}
    if function is not None:
        unknown = Unknown(vm.doubt("TC215", "the function that a tool is transformed by is not followed"))
        return _with_facts(tool, {**named, "output_schema": unknown, **given, "parameters": unknown})
    parameters = _transformed_schema(vm, tool, {} if arguments is None else arguments.items, call)
    return _with_facts(tool, {**named, **given, "parameters": parameters})


def _is_transform(value: Value) -> bool:
    """Return `True` for an `ArgTransform` whose keywords are known."""
    return (
        isinstance(value, LibraryObject)
        and isinstance(value.callee, Symbol)
        and value.callee.name.endswith(".ArgTransform")
        and value.taint is None
        and not value.site.args
        and value.site.kwargs.keys() <= _ARGUMENT_OPTIONS
    )


def _transformed_schema(vm: Machine, tool: Instance, transforms: Mapping[Value, Any], call: Call) -> Value:
    """The input schema of the new tool (`_create_forwarding_transform`)."""
    unknown = Unknown(vm.doubt("TC215", "the parameters of the tool that another is made from are not known for certain"))
    schema = vm.attribute(tool, "parameters")
    if not _is_known(schema) or "$defs" in schema.items:  # which definitions stay is not followed
        return unknown
    properties, required = schema.items.get("properties", Dict({})), schema.items.get("required", List([]))
    if not _is_known(properties) or not isinstance(required, List) or required.taint is not None:
        return unknown
    if transforms.keys() - properties.items.keys():
        raise Raised("ValueError")
    shown: dict[Value, Value] = {}
    needed: list[Value] = []
    for name, own in properties.items.items():
        options = transforms[name].site.kwargs if name in transforms else {}
        hidden = vm.truth(options.get("hide", False))
        if hidden is True:
            if name in required.items and not options.keys() & {"default", "default_factory"}:
                raise Raised("ValueError")
            continue
        changed = _transformed_parameter(vm, own, options, call) if hidden is False else None
        if changed is None:
            return unknown
        renamed = vm.plain(options.get("name", name))
        renamed = renamed if isinstance(renamed, str) else name
        if renamed in shown:
            raise Raised("ValueError")
        shown[renamed] = changed
        if options.get("required") is True or (name in required.items and "default" not in options):
            needed.append(renamed)
    if len(needed) > 1 and not is_fastmcp_3(vm):
        return unknown  # the names are listed in the order of a set
    made: dict[Value, Value] = {"type": "object", "properties": Dict(shown), "required": vm.new_list(needed)}
    if is_fastmcp_3(vm):
        made["additionalProperties"] = False
    return Dict(made)


def _is_known(value: Value) -> bool:
    return isinstance(value, Dict) and value.taint is None


def _transformed_parameter(vm: Machine, own: Value, options: Mapping[str, Value], call: Call) -> Dict | None:
    """The schema of one parameter (`_apply_single_transform`); None where something of it is not known."""
    if not _is_known(own) or any(isinstance(options.get(one), Unknown) for one in _ARGUMENT_OPTIONS):
        return None
    made = Dict(dict(own.items))
    if "description" in options:
        made.items.pop("description", None)
        if options["description"] is not None:
            made.items["description"] = options["description"]
    if options.get("required") is True:
        made.items.pop("default", None)
    elif "default" in options:
        if not isinstance(vm.plain(options["default"]), (*SCALARS, List, Dict)):
            return None
        made.items["default"] = options["default"]
    if "type" in options:
        adapter = vm.call(Symbol("pydantic.TypeAdapter"), (options["type"],), {}, call.place)
        schema = vm.call(vm.attribute(adapter, "json_schema"), (), {}, call.place)
        if not _is_known(schema) or "$defs" in schema.items:
            return None
        made.items.update(schema.items)
    if "examples" in options:
        made.items["examples"] = options["examples"]
    return made


def _set_enabled(enabled: bool, call: Call) -> Value:
    """`tool.disable()`: a tool that is not enabled is not listed (fastmcp 2; since 3 the method raises)."""
    vm, tool = call.vm, call.args[0]
    if vm.modules.version("fastmcp") is not None and is_fastmcp_3(vm):
        raise Raised("NotImplementedError")
    vm.set_attribute(tool, "enabled", enabled)
    return None


TOOL.cells |= {**properties(), "model_copy": Native("tool.model_copy", copied_tool)}
TOOL.cells |= {name: Native(f"tool.{name}", partial(_set_enabled, name == "enable")) for name in ("enable", "disable")}
