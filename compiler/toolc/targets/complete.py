"""Results as they come back: what has a default is there. Arguments as they may be sent: what has a default may be left out.

Takes a package, gives it with complete results. A model that looks different on the two sides becomes two types: its own name
stands for what comes back, and `<name>Input` for what may be sent.
"""

import json
from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any

from msgspec.structs import replace

from toolc.ir import (
    Anything,
    Array,
    Boolean,
    Constants,
    NamedType,
    Null,
    Numeric,
    Object,
    Package,
    Property,
    Ref,
    Server,
    String,
    Tool,
    Type,
    Union,
)
from toolc.schema.view.names import map_members, reached_names, references, unused_name
from toolc.schema.view.sides import rename, sent_types

Types = Mapping[str, Type]
"""Named types of the view, by name."""

LONGEST_DEFAULT = 2000
"""In characters of JSON."""


def with_complete_results(package: Package) -> Package:
    """The package with the types of its results complete; its named types keep their order, an input follows its model."""
    types = {named.name: named.type for named in package.types}
    tools = [tool for server in package.servers for tool in server.tools]
    sent = reached_names([type_ for tool in tools for type_ in sent_types(tool)], types)
    back = reached_names([tool.result for tool in tools if tool.result is not None], types)
    changed = _changed_names(types)
    inputs: dict[str, str] = {}
    for name in types:
        if name in sent and name in back and name in changed:
            inputs[name] = unused_name(f"{name}Input", {*types, *inputs.values()})
    named = [one for each in package.types for one in _both_sides(each, inputs, types, each.name in back)]
    servers = tuple(_with_tools(server, inputs, types) for server in package.servers)
    return replace(package, types=tuple(named), servers=servers)


def complete(type_: Type, types: Types) -> Type:
    """A type of what comes back: keys with a default are required, and may be null where that is the default.

    Named types stay names. A default that its own type does not take is none that a client could give.
    """
    inner = map_members(type_, lambda one: complete(one, types))
    if not isinstance(inner, Object):
        return inner
    return replace(inner, properties=tuple(with_default(one, types) for one in inner.properties))


def with_default(one: Property, types: Types) -> Property:
    """A key that is there because its default is filled in."""
    if one.required or not one.has_default or not _is_plain(one.default):
        return one
    if takes(one.type, one.default, types):
        return replace(one, required=True)
    return replace(one, required=True, type=_or_null(one.type)) if one.default is None else one


def _is_plain(value: Any) -> bool:
    """Return `True` if a default is JSON, and short enough to be written in code."""
    try:
        return len(json.dumps(value, allow_nan=False)) <= LONGEST_DEFAULT
    except (ValueError, TypeError, RecursionError):
        return False


def _or_null(type_: Type) -> Type:
    return replace(type_, members=(*type_.members, Null())) if isinstance(type_, Union) else Union((type_, Null()))


def takes(type_: Type, value: Any, types: Types) -> bool:
    """Return `True` if a default is a complete value of its type, with no defaults left to fill in. Limits are not checked."""
    match type_:
        case Ref():
            return takes(types[type_.name], value, types)
        case Union():
            return any(takes(member, value, types) for member in type_.members)
        case Anything():
            return True
        case Constants():
            return any(type(one) is type(value) and one == value for one in type_.values)
        case Null():
            return value is None
        case Boolean():
            return isinstance(value, bool)
        case String():
            return isinstance(value, str)
        case Numeric():
            return isinstance(value, int if type_.integer else int | float) and not isinstance(value, bool)
        case Array() if isinstance(value, list | tuple) and len(value) >= type_.min_items:
            wanted = chain(type_.prefix, repeat(type_.rest))
            return all(one is not None and takes(one, item, types) for one, item in zip(wanted, value, strict=False))
        case Object() if isinstance(value, dict):
            declared = {one.name: one for one in type_.properties}
            there = all(one.name in value or not (one.required or one.has_default) for one in type_.properties)
            return there and all(_takes_key(declared.get(key), type_, item, types) for key, item in value.items())
    return False


def _takes_key(declared: Property | None, type_: Object, value: Any, types: Types) -> bool:
    if declared is not None:
        return takes(declared.type, value, types)
    return bool(type_.prefixed) or (type_.extra is not None and takes(type_.extra, value, types))


def _both_sides(named: NamedType, inputs: Mapping[str, str], types: Types, is_back: bool) -> list[NamedType]:
    sent = replace(named, name=inputs.get(named.name, named.name), type=rename(named.type, inputs))
    back = replace(named, type=complete(named.type, types))
    return [back, sent] if named.name in inputs else [back if is_back else sent]


def _with_tools(server: Server, inputs: Mapping[str, str], types: Types) -> Server:
    return replace(server, tools=tuple(_with_sides(tool, inputs, types) for tool in server.tools))


def _with_sides(tool: Tool, inputs: Mapping[str, str], types: Types) -> Tool:
    parameters = tuple(
        replace(one, property=replace(one.property, type=rename(one.property.type, inputs))) for one in tool.parameters
    )
    arguments = None if tool.arguments is None else rename(tool.arguments, inputs)
    result = None if tool.result is None else complete(tool.result, types)
    return replace(tool, parameters=parameters, arguments=arguments, result=result)


def _changed_names(types: Types) -> set[str]:
    """The names that stand for another type once it is complete, also by way of those that they mention."""
    changed = {name for name, type_ in types.items() if complete(type_, types) != type_}
    edges = {name: set(references(type_)) for name, type_ in types.items()}
    while more := {name for name, others in edges.items() if name not in changed and others & changed}:
        changed |= more
    return changed
