"""Reachability of a statement under its conditions, in three values.

Takes a guard and a scope, gives True, False or None (only the running program can tell). The branch that runs is the truth:
`TYPE_CHECKING` is False, `sys.version_info` is that of the target Python, an import that must fail makes its handler run.
"""

from collections.abc import Iterable, Iterator

from toolc.bind.absent import is_absent, lacks
from toolc.bind.cases import is_case_taken, subject
from toolc.bind.guards import Guard, guards
from toolc.bind.links import Links
from toolc.bind.values.evaluate import truth
from toolc.bind.values.loops import iterate
from toolc.module import For, If, Import, ImportFrom, OutlineNode, Stmt
from toolc.program import ConstantValue, DefinitionValue, EnumMember, ProgramPoint, Value
from toolc.qualified_names import UNNAMED_MODULES
from toolc.source import SourceFile

MAX_IMPORTS = 3
"""How many modules of a package that import one another are asked whether they can be imported."""


def reachability(guard: Guard | None, scope: ProgramPoint, links: Links, at: int | None = None) -> bool | None:
    """All conditions together; `at` is where the statement under them stands."""
    verdict: bool | None = True
    for condition in guards(guard):
        one = _holds(condition, scope, links, at)
        if one is False:
            return False
        if one is None:
            verdict = None
    return verdict


def is_unreachable(at: int, scope: ProgramPoint, links: Links) -> bool:
    """Return `True` if a statement of a function's block is certainly unreachable."""
    owner = scope.within[-1] if scope.within else None
    if owner is None:
        return False
    found = [site.guard for site in links.unit(scope).index(owner).sites if site.node.at == at]
    return bool(found) and all(guard is not None and reachability(guard, scope, links, at) is False for guard in found)


def statements(
    definition: DefinitionValue, links: Links, unsure: bool = False
) -> Iterator[tuple[OutlineNode, Stmt, ProgramPoint]]:
    """The statements of a function's or class's body that run, those under undecided conditions included, or (`unsure`)
    those alone."""
    unit = links.library.unit(definition.module)
    within = (*definition.scope.within, definition)
    for site in unit.index(definition).sites:
        if site.names != site.node.names or (unsure and site.guard is None):
            continue  # the site of an `except E as name`: its statement has a site of its own
        scope = ProgramPoint(definition.module, within, site.node.at)
        verdict = reachability(site.guard, scope, links, site.node.at if unsure else None)
        if verdict is None or (verdict and not unsure):
            yield site.node, unit.statement(site.node), scope


def _holds(guard: Guard, scope: ProgramPoint, links: Links, at: int | None) -> bool | None:
    kind, role = guard.node.kind, guard.role
    if kind == "if":
        test = _test(guard.node, scope, links)
        return test if test is None or role == "body" else not test
    if kind == "try":
        return _in_try(role, *_failing_import(guard.node, scope, links), at)
    if kind == "with":
        return True
    if kind == "for" and role == "body":
        return _in_loop(guard.node, scope, links)
    if kind == "match":
        return _is_branch_taken(guard, scope, links)
    return None  # loops may run not at all


def _in_loop(node: OutlineNode, scope: ProgramPoint, links: Links) -> bool | None:
    """False where a loop goes through nothing, as `for name in options.get("names") or []` without any; else not known."""
    statement = links.unit(scope).statement(node)
    if not isinstance(statement, For):
        return None
    here = ProgramPoint(scope.module, scope.within, node.at, scope.loops)
    return False if iterate(links.evaluate(statement.iter, here), links) == () else None


def _in_try(role: str, failing: int | None, sure: bool, at: int | None) -> bool | None:
    """Return whether a block of a `try` with a failing import runs; `None` if the import only may fail."""
    if role == "finally":
        return True
    if failing is None:
        return role != "except"
    if role == "body" and at is not None and at < failing:
        return True
    return role == "except" if sure else None


def _is_branch_taken(guard: Guard, scope: ProgramPoint, links: Links) -> bool | None:
    node, text = guard.node, links.unit(scope).source.content
    here = ProgramPoint(scope.module, scope.within, node.at, scope.loops)
    given = subject(node, text, links.expression)
    value = None if given is None else links.evaluate(given, here)
    if value is None:
        return None
    return is_case_taken(
        node, guard.block, text, links.expression, lambda pattern: _equal(value, links.evaluate(pattern, here), links)
    )


def _equal(value: Value, other: Value, links: Links) -> bool | None:
    """Compare a value with that of a pattern; `None`, `True` and `False` match by identity (PEP 634)."""
    match value, other:
        case ConstantValue(left), ConstantValue(None | bool() as right):
            return left is right
        case ConstantValue(str() | int() | float() | bytes() | None as left), ConstantValue(
            str() | int() | float() | bytes() as right
        ):
            return bool(left == right)
        case EnumMember(enum, name), EnumMember(of, right) if enum.full_name == of.full_name:
            if name == right:
                return True
            return _equal(links.attribute(value, "value"), links.attribute(other, "value"), links)
        case _:
            return None


def _test(node: OutlineNode, scope: ProgramPoint, links: Links) -> bool | None:
    statement = links.unit(scope).statement(node)
    if not isinstance(statement, If):
        return None
    here = ProgramPoint(scope.module, scope.within, node.at, scope.loops)
    return truth(statement.test, here, links)


def _failing_import(node: OutlineNode, scope: ProgramPoint, links: Links) -> tuple[int | None, bool]:
    """Return the offset at which a `try` imports a missing module, and whether that is certain: later statements do not run."""
    unit = links.unit(scope)
    for inner in node.blocks[0].nodes if node.blocks else ():
        statement = unit.statement(inner) if inner.kind in ("import", "from") else None
        verdicts = [_fails(module, unit.source, links, MAX_IMPORTS) for module in _imported_modules(statement, unit.source)]
        if isinstance(statement, ImportFrom):
            names = [name for name, _ in statement.names]
            verdicts.append(lacks(absolute(unit.source, statement), names, links))
        if True in verdicts or None in verdicts:
            return inner.at, True in verdicts
    return None, True


def _imported_modules(statement: Stmt | None, source: SourceFile) -> list[str]:
    match statement:
        case ImportFrom():
            return [absolute(source, statement)]
        case Import(_, names):
            return [name for name, _ in names]
        case _:
            return []


def _fails(module: str, importer: SourceFile, links: Links, depth: int) -> bool | None:
    """Return whether an import fails, `None` if it may: the module or one of its unconditional imports is missing."""
    if (missing := _is_missing(module, importer, links)) is not False:
        return missing
    if not depth or module.partition(".")[0] != importer.module.partition(".")[0]:
        return False
    asked = links.library.failing
    if (module, depth) not in asked:
        asked[module, depth] = False  # while it is asked: of modules that import each other one runs first
        unit = links.library.find(module)
        sites = () if unit is None else [site for site in unit.top.sites if site.guard is None]
        found = [
            (unit, unit.statement(site.node)) for site in sites if unit is not None and site.node.kind in ("import", "from")
        ]
        inside = [(inner, unit) for unit, statement in found for inner in _imported_modules(statement, unit.source)]
        asked[module, depth] = _any(_fails(inner, unit.source, links, depth - 1) for inner, unit in inside)
    return asked[module, depth]


def _any(verdicts: Iterable[bool | None]) -> bool | None:
    found: bool | None = False
    for one in verdicts:
        if one:
            return True
        found = None if one is None else found
    return found


def _is_missing(module: str, importer: SourceFile, links: Links) -> bool | None:
    """A module of a package that *can* be read is known to be missing, and one that an installed file asks for where it is
    installed; any other may be there where the program runs, or not."""
    root = module.partition(".")[0]
    if root in UNNAMED_MODULES:
        return False
    if root and not links.library.exists(root):
        return True if links.library.sources.is_installed(importer.path) else None
    return is_absent(module, links)


def absolute(source: SourceFile, statement: ImportFrom) -> str:
    """The absolute name of the module a `from` import names; "" when it climbs out of its package."""
    if not statement.level:
        return statement.module
    parts = source.module.split(".")
    keep = len(parts) - statement.level + (1 if source.package else 0)
    if keep <= 0:
        return ""
    return ".".join([*parts[:keep], *([statement.module] if statement.module else [])])
