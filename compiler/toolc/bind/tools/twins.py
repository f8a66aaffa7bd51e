"""Servers that a program makes at several places, by a class of its own that registers the same tools each time.

Takes declarations and the objects behind their servers, gives the declarations with each such server once: entry points often
make the same server for another transport.
"""

from collections.abc import Iterable, Mapping

from toolc.bind.identity import identity
from toolc.program import Called, Declaration, Definition, ServerKey, Value

Shape = tuple[object, ...]


def once(found: Iterable[Declaration], objects: Mapping[ServerKey, Value]) -> list[Declaration]:
    """The declarations without those of a server that shows what an earlier one of its class shows."""
    declared = list(found)
    servers: dict[ServerKey, list[Declaration]] = {}
    for declaration in declared:
        servers.setdefault(declaration.server, []).append(declaration)
    first: dict[Shape, ServerKey] = {}
    for server, own in servers.items():
        if (cls := _class(objects.get(server))) is not None:
            first.setdefault((cls, server.system, frozenset(map(_shape, own))), server)
    kept = {server for server in servers if _class(objects.get(server)) is None} | set(first.values())
    return [declaration for declaration in declared if declaration.server in kept]


def _class(made: Value | None) -> Shape | None:
    """Which class of the program made a server."""
    cls = made.callee if isinstance(made, Called) else None
    return (cls.module, cls.node.at) if isinstance(cls, Definition) and cls.node.kind == "class" else None


def _shape(declaration: Declaration) -> Shape:
    """What tells the tools of one server apart: where they are registered, which function, under which name."""
    target = declaration.made_of
    function: Shape = () if target is None else (target.module, target.node.at)
    name: Shape = () if declaration.name is None else identity(declaration.name)
    return declaration.scope.module, declaration.at, declaration.end, function, name
