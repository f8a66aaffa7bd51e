"""Decorators whose name nothing binds (TC332): takes the candidate files, gives a finding for each decorated definition.

Python raises NameError where such a decorator is applied: the definition registers no tool, whatever else decorates it.
"""

from collections.abc import Iterable, Iterator

from toolc.bind.guards import GuardedStatement
from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import reachability
from toolc.diagnostics import Diagnostic
from toolc.module import Attribute, Call, Expr, Name
from toolc.program import UNDEFINED_NAME, DefinitionValue, ProgramPoint, Unknown
from toolc.qualified_names import BUILTINS
from toolc.text.suggestions import did_you_mean
from toolc.text_questions import decorations

_DEEP = 20  # definitions inside one another

Place = tuple[str, int]
"""The module of a definition, and where its statement begins."""


class _UnboundDecorators:
    """Decorators that begin with names that a module does not bind: `roots` are those names, by the dotted name of what is
    decorated; `around` are the definitions that have such a one inside of them."""

    def __init__(self, unit: SourceModule) -> None:
        self.roots: dict[str, set[str]] = {}
        self.around: set[str] = set()
        for path, _, root in (one.rpartition(":") for one in sorted(unit.source.ask(decorations))):
            if root not in unit.top.by_name and root not in BUILTINS:
                self.roots.setdefault(path, set()).add(root)
                self.around.update(path[:at] for at, sign in enumerate(path) if sign == ".")


def undefined_decorators(units: Iterable[SourceModule], linker: Linker) -> dict[Place, Diagnostic]:
    """Return the findings by definition; of several decorators of one, the first."""
    found: dict[Place, Diagnostic] = {}
    for unit in units:
        unbound = _UnboundDecorators(unit)
        if unbound.roots and not unit.binds_dynamically:  # most files have none, and no definition is read for this
            with linker.charge_file(unit.source.module):
                for definition, name, decorator in _undefined_decorations(
                    ProgramPoint(unit.source.module), unit.top.sites, unbound, linker
                ):
                    message = f"`{name}` is not defined, so Python raises NameError where it decorates `{definition.stmt.name}`"
                    place = linker.span(definition.scope, decorator.at, decorator.end)
                    key = (definition.module, definition.node.at)
                    help_ = did_you_mean(name, unit.top.by_name) or "import or define it"
                    found.setdefault(key, Diagnostic(UNDEFINED_NAME, message, place, help=help_))
    return found


def without_consequences(said: Iterable[Diagnostic], errors: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the findings, but for registrations that are not followed (TC233) because their decorator is undefined."""
    begins = {(one.span.path, one.span.line, one.span.column) for one in errors if one.span is not None}
    for one in said:
        if one.code != "TC233" or one.span is None or (one.span.path, one.span.line, one.span.column) not in begins:
            yield one


def _undefined_decorations(
    scope: ProgramPoint,
    sites: Iterable[GuardedStatement],
    unbound: "_UnboundDecorators",
    linker: Linker,
    bound: frozenset[str] = frozenset(),
) -> Iterator[tuple[DefinitionValue, str, Expr]]:
    """The decorated definitions of a block and of those inside it, each with the name and the decorator.

    `bound`: the names that functions around it bind somewhere, be it where an import fails: they are not undefined.
    """
    unit = linker.unit(scope)
    for site in sites:
        node = site.node
        if node.kind not in ("def", "class"):
            continue
        path = ".".join([*(one.stmt.name for one in scope.within), node.names[0]])
        roots = unbound.roots.get(path, ())
        if not roots and path not in unbound.around:
            continue
        here = ProgramPoint(scope.module, scope.within, node.at, scope.loops)
        if reachability(site.guard, here, linker) is False or (definition := linker.define(here, node)) is None:
            continue
        for decorator in definition.stmt.decorators:
            name = _root(decorator)
            if name is not None and name.id in roots and name.id not in bound and _is_undefined(linker.evaluate(name, here)):
                yield definition, name.id, decorator
        if path in unbound.around and len(scope.within) < _DEEP:
            inner, block = ProgramPoint(definition.module, (*scope.within, definition)), unit.index(definition)
            own = bound.union(block.by_name) if node.kind == "def" else bound
            yield from _undefined_decorations(inner, block.sites, unbound, linker, own)


def _root(decorator: Expr) -> Name | None:
    """Return the name that a decorator begins with: `server` of `@server.tool()`."""
    while isinstance(decorator, Attribute | Call):
        decorator = decorator.value if isinstance(decorator, Attribute) else decorator.func
    return decorator if isinstance(decorator, Name) else None


def _is_undefined(value: object) -> bool:
    return isinstance(value, Unknown) and value.code == UNDEFINED_NAME
