"""Methods of builtin values, those that change a list or dict in place among them.

Takes the owner, the name and the arguments, gives the result or raises `NotSupported`. Methods that only
read are in `constants`.
"""

from collections.abc import Sequence
from typing import Any

from toolc.analysis import constants
from toolc.analysis.views import View
from toolc.bind.interpret.expressions import constant, key_of, operate
from toolc.bind.interpret.frame import Machine, NotSupported, PythonError
from toolc.bind.interpret.objects import same
from toolc.bind.interpret.sets import of_set


def method(machine: Machine, owner: Any, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """`owner.name(*args, **kwargs)`."""
    if isinstance(owner, dict):
        return _of_dict(machine, owner, name, args, kwargs)
    if isinstance(owner, list) and name in _CHANGES:
        return _of_list(machine, owner, name, args, kwargs)
    if isinstance(owner, (set, frozenset)) and not kwargs:
        return of_set(machine, owner, name, args)
    if isinstance(owner, str) and name == "join" and len(args) == 1:
        args = [machine.items(args[0])]
    given = [constant(arg) for arg in args]
    return machine.weigh(operate(lambda: constants.method(owner, name, given, kwargs)))


_CHANGES = frozenset({"append", "extend", "insert", "remove", "pop", "clear", "reverse"})


def _of_dict(machine: Machine, owner: dict[Any, Any], name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    match name, list(args):
        case (("get" | "pop" | "setdefault"), [key, *default]) if len(default) < 2 and not kwargs:
            key = key_of(key)
            if key in owner:
                return owner.pop(key) if name == "pop" else owner[key]
            if name == "pop" and not default:
                raise PythonError("KeyError")
            value = default[0] if default else None
            if name == "setdefault":
                owner[key] = machine.weigh(value)
            return value
        case "update", ([] | [dict()]) as others:
            for other in (*others, kwargs):
                machine.weigh(other)
                owner.update(other)
            return None
        case "clear", []:
            owner.clear()
            return None
        case "items", []:
            return View("items", owner.items())
        case "keys", []:
            return View("keys", owner)
        case "values", []:
            return View("values", owner.values())
        case "copy", []:
            return dict(owner)
        case _:
            raise NotSupported(f"the method {name} is not evaluated")


def _of_list(machine: Machine, owner: list[Any], name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    match name, list(args):
        case "append", [item]:
            owner.append(machine.weigh(item))
        case "extend", [items]:
            owner.extend(machine.weigh(machine.items(items)))
        case "insert", [int() as place, item]:
            owner.insert(place, machine.weigh(item))
        case "remove", [item]:
            found = next((at for at, one in enumerate(owner) if same(one, item)), None)
            if found is None:
                raise PythonError("ValueError")
            del owner[found]
        case "pop", ([] | [int()]) as place:
            at = place[0] if place else -1
            if not -len(owner) <= at < len(owner):
                raise PythonError("IndexError")
            return owner.pop(at)
        case "clear", []:
            owner.clear()
        case "reverse", []:
            owner.reverse()
        case _:
            raise NotSupported(f"the method {name} is not evaluated")
    return None
