"""Models: transfer functions, in tables, for builtins, the standard library and the frameworks' servers.

The interpreter asks the questions below; the modules beside this one fill the tables.
"""

from importlib import import_module

from toolc.analysis.models import builtins as _builtins
from toolc.analysis.models import (
    claimed,
    contexts,
    csv_rows,
    environment,
    functions,
    importing,
    iterating,
    methods,
    provider_components,
    server_interface,
    servers,
    sets,
    signatures,
    unmodelled,
)
from toolc.analysis.models import collections as _collections
from toolc.analysis.models import typing as _typing
from toolc.analysis.models.table import MODELS, native
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, SCALARS, Class, Symbol, Value

builtins = _builtins.namespace
of_value = methods.of_value
of_object = _builtins.of_object
of_class = _builtins.of_class
of_descriptor = functions.of_descriptor
fill = _collections.fill
fill_with = _collections.fill_with
dispatch = functions.dispatch
call_descriptor = functions.call_descriptor
enter = contexts.enter
leave = contexts.leave
is_left_once = contexts.is_left_once
may_swallow = contexts.may_swallow
registering_call = unmodelled.registering_call
has_attribute = unmodelled.has_attribute
is_python = unmodelled.is_python
object_of_python = unmodelled.object_of_python
known_function = claimed.own
record_subclass = claimed.record_subclass
record_change = claimed.record_change
is_part_of_tool = claimed.is_part_of_tool
late_fact = claimed.late_fact
copied_tool = claimed.copied_tool
made_by_base = claimed.made_by_base
server_by_annotation = servers.by_annotation
attribute_set = unmodelled.attribute_set
item_set = unmodelled.item_set


def is_instance(vm: Machine, value: Value, name: str) -> bool | None:
    """`isinstance(value, library class)`; None where no model knows."""
    known = provider_components.is_component(value, name)
    return _builtins.is_instance_of_library(vm, value, name) if known is None else known


ON_DEMAND = {"re": "patterns", "string": "templates", "concurrent.futures": "pools", "concurrent.futures.thread": "pools"}
"""Modules of models that few programs need, by the module of the library: they are imported where a program has it."""


def symbol(vm: Machine, dotted: str) -> Value:
    """The model of a library's name; MISSING where there is none."""
    known = signatures.symbol(dotted)
    if known is not MISSING:
        return known
    if dotted in MODELS:
        return native(dotted)
    root, _, last = dotted.rpartition(".")
    if root == "builtins" and last in vm.builtins:
        return vm.builtins[last]
    if root in ON_DEMAND:
        import_module(f"{__name__}.{ON_DEMAND[root]}")
        if dotted in MODELS:
            return native(dotted)
    for find in (servers.symbol, environment.symbol, importing.symbol):
        found = find(vm, dotted)
        if found is not MISSING:
            return found
    return MISSING


def construct(vm: Machine, cls: Class, call: Call) -> Value:
    """Return the instance made by calling a library class that has a model; MISSING for any other class."""
    if cls.library:
        made = MODELS.get(cls.library)
        if made is not None:
            inputs = frozenset().union(*map(vm.inputs_of, call.args))
            call.args = tuple(map(vm.plain, call.args)) if inputs else call.args
            value = made(call)
            return vm.with_inputs(value, inputs) if isinstance(value, SCALARS) else value
    return MISSING


contains = environment.contains
lacks_attribute = server_interface.lacks_attribute
server_has = server_interface.has_attribute
check_arguments = server_interface.check_arguments


def item(vm: Machine, owner: Symbol, key: Value) -> Value:
    """`os.environ[key]`, `sys.modules[key]`."""
    return environment.item(vm, owner, key)


__all__ = ["_typing", "csv_rows", "iterating", "sets"]
