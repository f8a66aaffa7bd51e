"""Whether what a statement registers is registered: takes a statement and the conditions around it, gives a `Standing`.

What only the running program decides is asked again as programs run that nobody has told more: without environment variables
but those of the configuration, and with the defaults of a function that nobody calls.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from toolc.bind.conditions import leaves, left, runs, undecided
from toolc.bind.flow import Site, guards
from toolc.bind.instances import constructor
from toolc.bind.linker import Linker
from toolc.bind.links import Passed
from toolc.bind.tools.plainly import Plainly
from toolc.bind.tools.shapes import expressions, inner_calls
from toolc.bind.values.passing import arguments
from toolc.diagnostics import Diagnostic
from toolc.module import Call, Class, Func, Node, Stmt
from toolc.program import Called, Definition, Scope
from toolc.source import Span

MAX_DEPTH = 3
"""How deep a `raise` is looked for in calls."""

_UNSET = "what is registered here is so only where environment variables are set, or options given, of which toolc was not told"


class Standing(Struct, frozen=True):
    """`under` is the place of a condition that only the running program decides; `absent` says why it is not registered."""

    under: Span | None = None
    absent: Diagnostic | None = None


def standing(site: Site, returns: Sequence[Site], scope: Scope, linker: Linker, plainly: Plainly) -> Standing | None:
    """How a statement of a block stands, whose conditional `return`s are `returns`; None when it certainly does not run."""
    gone, decider = left(returns, site, scope, linker)
    if gone:
        return None
    node = undecided(site.guard, scope, linker) or decider
    if node is None:
        return Standing()
    place = linker.span(scope, node.at, node.head)
    for code, why, help_, here, links in _plainly(scope, linker, plainly):
        if runs(site.guard, here, links) is False or left(returns, site, here, links)[0]:
            return Standing(place, Diagnostic(code, why, place, help=help_))
    return Standing(place)


def _plainly(scope: Scope, linker: Linker, plainly: Plainly) -> Iterator[tuple[str, str, str, Scope, Linker]]:
    """The ways a program runs that nobody has told more, each with what to say of what does not run then."""
    plain = plainly.scope(scope)
    yield (
        "TC222",
        _UNSET,
        "say which variables with `--env NAME=VALUE`, or under `environment` in the configuration",
        plain,
        linker.plain,
    )
    function = scope.within[-1] if scope.within else None
    if function is None or (called := _by_default(function, linker)) is None:
        return
    here = Scope(scope.module, (*scope.within[:-1], called), scope.at, scope.loops)
    why = f"`{function.stmt.name}` does not register this with the defaults of its parameters, and no call was found"
    yield "TC223", why, "call it with what it is to be given", here, linker
    yield "TC223", why, "call it with what it is to be given", here, linker.plain


def by_default(scope: Scope, linker: Linker) -> Scope:
    """A place in a function that nobody calls, as it is reached with the defaults of the function's parameters."""
    function = scope.within[-1] if scope.within and scope.loops is None else None
    called = _by_default(function, linker) if function is not None else None
    return scope if called is None else Scope(scope.module, (*scope.within[:-1], called), scope.at)


def machinery(definition: Definition, homes: Sequence[str], linker: Linker) -> Diagnostic | None:
    """Why what a function registers is no tool: a framework itself calls it, for agents that only run elsewhere."""
    home = next((one for one in homes if f"{definition.module}.".startswith(f"{one}.")), None)
    followed = any(one.frame is not None for one in (definition, *definition.scope.within))
    if home is None or followed or not isinstance(definition.stmt, Func):
        return None
    called = _by_default(definition, linker)  # others can be called by whoever has the package
    if called is not None and refusal(called, linker) is None:
        return None
    place = linker.span(definition.scope, definition.stmt.name_at, definition.name_end)
    return Diagnostic("TC225", f"`{home}` itself makes tools in `{definition.stmt.name}`, for agents of other programs", place)


def _optional(function: Definition) -> bool:
    """Whether a function can be called without arguments."""
    around = function.scope.within
    if not isinstance(function.stmt, Func) or (around and isinstance(around[-1].stmt, Class)):
        return False
    named = (one for one in function.stmt.params if one.kind not in ("var_positional", "var_keyword"))
    return all(one.default is not None for one in named)


def _by_default(function: Definition, linker: Linker) -> Definition | None:
    """A function that nobody calls, as it is called without arguments."""
    if function.frame is not None or not _optional(function):
        return None
    return linker.enter(function, Passed(), Scope(function.module, function.scope.within), "by default")


def refusal(called: Definition, linker: Linker, depth: int = 0) -> Node | None:
    """The statement that ends a call without arguments and environment variables, of `__init__` say, if one certainly does:
    a `raise`, or a call of the program's own that ends so.
    """
    unit = linker.library.unit(called.module)
    sites = unit.index(called).sites
    leaving = list(leaves(sites, unit))
    for site in sites:
        if any(guard.node.kind == "try" for guard in guards(site.guard)):
            continue  # caught, or raised by what else went wrong
        scope = Scope(called.module, (*called.scope.within, called), site.node.at)
        certain = runs(site.guard, scope, linker.plain, site.node.at)
        if not certain or left(leaving, site, scope, linker.plain) != (False, None):
            continue
        if site.node.kind == "raise" or (depth < MAX_DEPTH and _ends(unit.statement(site.node), scope, linker, depth)):
            return site.node
    return None


def _ends(statement: Stmt, scope: Scope, linker: Linker, depth: int) -> bool:
    """Whether one of the program's functions that a statement certainly calls ends it."""
    for call in (call for expr in expressions(statement) for call in inner_calls(expr) if isinstance(call, Call)):
        callee = linker.evaluate(call.func, scope)
        if not isinstance(callee, Definition):
            continue
        made = Called(callee, arguments(call), scope, call.at, call.end)
        called = constructor(made, linker) if isinstance(callee.stmt, Class) else linker.entered(made)
        if called is not None and refusal(called, linker, depth + 1) is not None:
            return True
    return False
