"""What a program does to the schemas of a tool right behind its registration.

Takes the registration and the tool, gives the functions that change its schemas in place. A tool is got at as mcp keeps it:
`server._tool_manager.get_tool(name).parameters` is what `tools/list` reports (mcp 1.30.0 and 2.3.0 `ToolManager`).
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from toolc.bind.conditions import runs
from toolc.bind.flow import Guard, Site, guards
from toolc.bind.identity import identity
from toolc.bind.linker import Linker
from toolc.bind.tools.alterations import CHANGES, altered
from toolc.module import Call, Do, Expr, Func, If
from toolc.program import Attribute, Called, Declaration, Definition, Known, Registration, Scope, Value

_FACTS: Mapping[str, str] = {"parameters": "input_schema", "output_schema": "output_schema"}


class Reshaper:
    """What is followed; `followed` says by the place of each statement that changes tools whether all of it is."""

    def __init__(self, linker: Linker) -> None:
        self.followed: dict[tuple[str, int], bool] = {}
        self._linker = linker

    def reshaped(self, registration: Registration, declaration: Declaration) -> Declaration:
        """The tool with what the statements of the same block do to it."""
        scope = registration.scope
        unit = self._linker.unit(scope)
        changes: list[tuple[str, Value]] = []
        for site in unit.index(scope.within[-1] if scope.within else None).sites if altered(unit) else ():
            place = site.node.at
            if place <= registration.at or site.node.kind in ("def", "class") or not CHANGES.match(unit.text(site.node)):
                continue
            here = Scope(scope.module, scope.within, place, scope.loops)
            change = _change(site, here, registration, declaration, self._linker)
            self.followed[scope.module, place] = change is not None and self.followed.get((scope.module, place), True)
            changes += [change] if change is not None else []
        return structs.replace(declaration, reshaped=tuple(changes)) if changes else declaration


def _change(
    site: Site, here: Scope, registration: Registration, declaration: Declaration, linker: Linker
) -> tuple[str, Value] | None:
    """A call of a function of the program with a schema of this tool, which runs whenever the tool has that."""
    match linker.unit(here).statement(site.node):
        case Do(_, Call(_, _, func, (given,))) if given.name is None and not given.star:
            schema = linker.evaluate(given.value, here)
            function = linker.evaluate(func, here)
        case _:
            return None
    fact = _FACTS.get(schema.name) if isinstance(schema, Attribute) else None
    if fact is None or not _is_tool(schema, registration, declaration, linker):
        return None
    whenever = all(_runs(guard, schema, here, linker) for guard in _between(site, registration, here, linker))
    if not whenever or not isinstance(function, Definition) or not isinstance(function.stmt, Func):
        return None
    return fact, function


def _is_tool(schema: Value, registration: Registration, declaration: Declaration, linker: Linker) -> bool:
    """Whether a value is an attribute of the tool that was registered."""
    match schema:
        case Attribute(Called(Attribute(Attribute(server, "_tool_manager"), "get_tool"), (name,), scope)):
            named = declaration.name if isinstance(declaration.name, Known) and declaration.name.value else None
            own = named or (Known(declaration.made_of.stmt.name) if declaration.made_of is not None else None)
            receiver = registration.receiver
            held = receiver is not None and identity(linker.result(server)) == identity(linker.result(receiver))
            return held and own is not None and linker.evaluate(name.value, scope) == own
        case _:
            return False


def _between(site: Site, registration: Registration, here: Scope, linker: Linker) -> Iterator[Guard]:
    """The conditions of a statement that are none of the registration's."""
    around = here.within[-1] if here.within else None
    sites = (one for one in linker.unit(here).index(around).sites if one.node.at <= registration.at < one.node.end)
    shared = {(guard.node.at, guard.role) for one in sites for guard in guards(one.guard)}
    yield from (guard for guard in guards(site.guard) if (guard.node.at, guard.role) not in shared)


def _runs(guard: Guard, schema: Value, here: Scope, linker: Linker) -> bool:
    """Whether a condition holds, or asks for the schema itself."""
    if runs(Guard(guard.node, guard.role), here, linker):
        return True
    statement = linker.unit(here).statement(guard.node)
    asks: Expr | None = statement.test if isinstance(statement, If) and guard.role == "body" else None
    return asks is not None and linker.evaluate(asks, here) == schema
