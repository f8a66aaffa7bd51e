"""Events of servers: note what a program does to one.

Takes a call with the object whose method it is, returns the event.
"""

from toolc.analysis.events import Event, Form
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import Class, Dict, Instance, Obj, Value


def dotted_class(server: Value) -> str:
    """The name of the framework's class that an object is an instance of, "" for any other."""
    cls = server.cls if isinstance(server, Instance) else server if isinstance(server, Class) else None
    if cls is None:
        return ""
    return next((one.library for one in cls.mro if isinstance(one, Class) and "server" in one.traits and one.library), "")


MAX_DEPTH = 4  # of the dicts in an argument that are looked into


def _inputs_within(vm: Machine, value: Value) -> frozenset[str]:
    """The inputs that a value depends on, and those of what its dicts hold. A dict that is held often is looked into once."""
    found: frozenset[str] = vm.inputs_of(value)
    seen: set[Dict] = set()
    level = [value]
    for _ in range(MAX_DEPTH):
        further = {one for one in level if isinstance(one, Dict) and not isinstance(one, JsonSchema)} - seen
        if not further:
            break
        seen |= further
        level = [held for one in further for held in one.items.values()]
        found = found.union(*map(vm.inputs_of, level))
    return found


def note(
    vm: Machine, callee: str, form: Form, call: Call, target: Value = None, receiver: Obj | None = None, shift: int = 0,
    place_call: Call | None = None,
) -> Event:  # fmt: skip
    """Note an event; `shift` positional arguments in front are the receiver's."""
    site = call.site
    if shift:
        site = type(site)(site.place, site.scope, site.args[shift:], site.kwargs, site.name)
    place = (place_call or call).place
    scope = vm.frame.scope if vm.frame is not None else None
    event = Event(
        callee, form, site, place, scope, tuple(vm.guards), vm.unknown_loops > 0, tuple(vm.calls), vm.plain(target), receiver
    )
    event.inputs = call.inputs.union(*[_inputs_within(vm, one) for one in call.site.values])
    event.varied = frozenset().union(*(vm.varied.get(one, frozenset()) for one in call.site.values if isinstance(one, Obj)))
    event.unordered, event.entry = vm.unordered_loops > 0, vm.entry
    event.unimported = (
        vm.started_by_nobody
        and isinstance(receiver, Instance)
        and receiver.site is not None
        and receiver.site.place.module != place.module
    )
    if vm.ghost is None:
        vm.events.append(event)
    else:
        vm.left_out.append((event, vm.ghost))
    return event
