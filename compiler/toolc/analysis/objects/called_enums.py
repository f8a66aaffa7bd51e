"""Enums that a call makes: `Enum("Color", "RED GREEN")`.

Source: `EnumType._create_` of CPython 3.11.
"""

from toolc.analysis.objects import classes
from toolc.analysis.objects.enums import next_value
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, Dict, LibraryObject, List, Maybe, Symbol, Unknown, Value


def make_by_call(vm: Machine, call: Call, base: Symbol) -> Value:
    """The functional form, `Enum("Color", "RED GREEN")` (`EnumType._create_`), as a class without a definition."""
    made_by = LibraryObject(base, call.site)
    name, names, start = (vm.plain(call.get(key, at)) for at, key in enumerate(("value", "names", "start")))
    mixed_in = call.kwargs.get("type")
    found = _named_members(vm, base, names, 1 if start is None else start)
    strange = call.open is not None or not call.kwargs.keys() <= {"value", "names", "start", "type", "module", "qualname"}
    if strange or len(call.args) > 2 or mixed_in not in (None, vm.builtins["str"]):
        return made_by
    if not isinstance(name, str) or found is None:
        return made_by
    if mixed_in is not None and not all(isinstance(one, str) for one in found.values()):
        return made_by
    bases = (base,) if mixed_in is None else (mixed_in, base)
    made = classes.make(vm, name, bases, {"__doc__": None, **found}, {}, None, call.place.module, name)
    made.cells[" made by"] = made_by
    return made


def _named_members(vm: Machine, base: Symbol, names: Value, start: Value) -> dict[str, Value] | None:
    """The members that the functional form is given, with their values; `None` if they are not known."""
    if isinstance(names, Dict) and names.taint is None:
        pairs: list[Value] = list(names.items.items())
    else:
        listed = names.replace(",", " ").split() if isinstance(names, str) else vm.elements(names)
        pairs = listed if isinstance(listed, list) else [MISSING]
    found: dict[str, Value] = {}
    traits = vm.library.traits(base.name)
    for one in pairs:
        if isinstance(one, str):
            if not isinstance(start, int) or (start != 1 and "flag" in traits):
                return None
            last = list(found.values())
            one = (one, start if not last and "strenum" not in traits else next_value(vm, one, last, traits))
        if isinstance(one, List):
            one = tuple(one.items)
        if not isinstance(one, tuple) or len(one) != 2 or not isinstance(one[0], str) or isinstance(one[1], (Maybe, Unknown)):
            return None
        found[one[0]] = one[1]
    return found
