"""Name resolution: through scopes, imports, rebinding, conditions and star imports.

Takes a name and a scope, gives a `Value`.
"""

from collections.abc import Iterator

from toolc.bind.call_results import wrapped_function
from toolc.bind.deletions import deletion_place
from toolc.bind.guards import GuardedStatement, guards
from toolc.bind.imports import from_import_value, imported_module
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import is_unreachable, reachability
from toolc.cpu_budget import tick
from toolc.module import (
    Alias,
    AnnAssign,
    Assign,
    AugAssign,
    Class,
    Const,
    Expr,
    Func,
    Import,
    ImportFrom,
    Name,
    Operation,
    OutlineNode,
    SequenceExpr,
    Star,
    TypeParam,
)
from toolc.program import (
    UNDEFINED,
    UNDEFINED_NAME,
    Argument,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    ParameterValue,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
)
from toolc.qualified_names import BUILTINS

CIRCULAR = Unknown("it is defined in terms of itself")
"""Placeholder returned while the value of a name is being computed. In an import cycle the earlier binding wins."""


TOO_LATE = "is bound only further down, after it is asked for"


def lookup(name: str, scope: ProgramPoint, links: Links) -> Value:
    """The value of a name where an expression of `scope` stands."""
    if scope.loops is not None and name in scope.loops.values:  # of a comprehension
        return scope.loops.values[name]
    for frame in _enclosing_scopes(scope):
        value = _in_frame(name, frame, links)
        if value is not None:
            return value
    if name in BUILTINS:
        return ExternalSymbol(f"builtins.{name}")
    if scope.at is None and scope.within and isinstance(scope.within[-1].stmt, Class):
        value = links.model_rebuild_binding(name, scope)
        if value is not None:
            return value
    if name == "__name__":
        return Unknown("whether the file is run as a script is known only at run time")
    if name == "__package__" and (package := links.unit(scope).source.home):
        return ConstantValue(package)
    if scope.at is not None and any(
        _in_frame(name, frame, links) is not None for frame in _enclosing_scopes(end_of_scope(scope))
    ):
        return Unknown(f"`{name}` {TOO_LATE}", "TC307")
    if _for_checkers(name, links.unit(scope)):
        return Unknown(f"`{name}`, which is imported for type checkers alone, {UNDEFINED}", "TC230")
    certain = not links.unit(scope).binds_dynamically
    return Unknown(f"`{name}` {UNDEFINED}", UNDEFINED_NAME if certain else "TC307")


def _for_checkers(name: str, unit: SourceModule) -> bool:
    """Return `True` if a module binds a name only under `if TYPE_CHECKING`."""
    around = [guards(site.guard) for site in unit.top.by_name.get(name, ())]
    return bool(around) and all(any("TYPE_CHECKING" in unit.header(one.node) for one in several) for several in around)


def end_of_scope(scope: ProgramPoint) -> ProgramPoint:
    """The same scope once everything around it has run."""
    return ProgramPoint(scope.module, scope.within, None, scope.loops)


def _enclosing_scopes(scope: ProgramPoint) -> Iterator[ProgramPoint]:
    """The scopes a name is looked for in, innermost first. Class bodies are seen by their own statements only."""
    yield scope
    within, running = scope.within, scope.at is not None
    while within:
        inner = within[-1]
        # The surroundings of a function have run to their end when it is called, those of a class body that is running
        # only up to the class.
        running = running and isinstance(inner.stmt, Class)
        at = inner.scope.at if running else None
        within = within[:-1]
        while within and isinstance(within[-1].stmt, Class) and inner.node.kind != "alias":
            at = within[-1].scope.at if running else None
            within = within[:-1]
        yield ProgramPoint(scope.module, within, at)


def _in_frame(name: str, scope: ProgramPoint, links: Links) -> Value | None:
    owner = scope.within[-1] if scope.within else None
    if owner is not None:
        for param in owner.stmt.type_params:
            if param.name == name:
                return _type_variable(param, scope)
        if owner.frame is not None and owner.frame.complete:
            return owner.frame.values.get(name)
        if isinstance(owner.stmt, Func) and any(param.name == name for param in owner.stmt.params):
            return resolve_binding(name, scope, links) or _parameter_value(owner, name, scope, links)
    return resolve_binding(name, scope, links)


def _parameter_value(function: DefinitionValue, name: str, scope: ProgramPoint, links: Links) -> Value:
    """A parameter, which a body that adds to it may have changed by the place where it is asked for."""
    value = _parameter(function, name)
    return value if _is_unmodified(name, value, 0, scope, links) else Unknown(f"`{name}` is changed after it is passed")


def _parameter(function: DefinitionValue, name: str) -> Value:
    """Return the argument that the followed call passes for a parameter, else a symbolic parameter."""
    given = function.frame.values.get(name) if function.frame is not None else None
    return ParameterValue(function, name) if given is None else given


def resolve_binding(name: str, scope: ProgramPoint, links: Links) -> Value | None:
    """Return the value that the innermost scope binds a name to; `None` if it does not bind it.

    Of modules that import each other one runs first and is imported half made: from it comes what it bound until then.
    """
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    binding = unit.index(owner).binding(name)
    if not binding:
        return None
    possible: list[Value] = []
    since, circular = 0, False
    deleted = deletion_place(name, scope, unit, links)
    if deleted is None:
        return Unknown(f"whether `{name}` is deleted only the running program decides", "TC205")
    for site in reversed(binding):
        if site.node.at < deleted or (scope.at is not None and site.node.at >= scope.at):
            continue
        tick()
        verdict = reachability(site.guard, scope, links, site.node.at)
        if verdict is False:
            continue
        value = _at_site(name, site, scope, unit, links)
        circular = circular or value == CIRCULAR
        if value is None or (value == CIRCULAR and verdict is True and site.node.kind == "from"):
            continue
        possible.append(value)
        since = site.node.at
        if verdict is True:
            break
    else:
        possible.extend(_incoming_values(name, scope, unit, links) if possible else ())
    if not possible:
        return CIRCULAR if circular else None
    if any(value != possible[0] for value in possible[1:]):
        absent = [
            one for one in possible if isinstance(one, ExternalSymbol) and not links.library.exists(one.name.partition(".")[0])
        ]
        if absent and not any(isinstance(one, ConstantValue) for one in possible):
            return absent[0]  # whoever asks is told of the package, which may be there where the program runs
        return Unknown(f"`{name}` is bound in several places under conditions only the running program decides", "TC205")
    if _is_unmodified(name, possible[0], since, scope, links):
        return possible[0]
    if possible[0] == ConstantValue(None) and owner is None:
        return _set_by_functions(name, scope, unit, links)
    return Unknown(f"`{name}` is changed after it is made")


def _incoming_values(name: str, scope: ProgramPoint, unit: SourceModule, links: Links) -> list[Value]:
    """Return the values a name had before a function bound it under a condition: its parameter, or the module's name.

    None is what stands there until the first call sets it.
    """
    owner = scope.within[-1] if scope.within else None
    if owner is None or not isinstance(owner.stmt, Func):
        return []
    if any(param.name == name for param in owner.stmt.params):
        value = _parameter(owner, name)
        return [] if isinstance(value, ParameterValue) else [value]
    if any(site.node.kind == "global" for site in unit.index(owner).by_name.get(name, ())):
        module = ProgramPoint(scope.module)
        made = [_at_site(name, site, module, unit, links) for site in unit.top.binding(name)]
        return [] if all(value == ConstantValue(None) for value in made) else [links.lookup(name, module)]
    return []


def _set_by_functions(name: str, scope: ProgramPoint, unit: SourceModule, links: Links) -> Value:
    """Return the value that all functions of a module assign to a global that begins as `None`."""
    found: list[Value] = []
    for site in unit.top.sites:
        if site.node.kind == "def" and name in unit.text(site.node):
            index = unit.block(site.node).by_name.get(name, ())
            function = links.define(ProgramPoint(scope.module, (), site.node.at), site.node)
            if any(one.node.kind == "global" for one in index) and function is not None:
                value = resolve_binding(name, ProgramPoint(scope.module, (function,)), links)
                found.extend([] if value is None or value == ConstantValue(None) else [links.result(value)])
    if found and all(value == found[0] for value in found):
        return found[0]
    return Unknown(f"`{name}` is changed after it is made")


def _is_unmodified(name: str, value: Value, since: int, scope: ProgramPoint, links: Links) -> bool:
    """Return `True` if a value is unmodified since the statement at `since` bound it, as far as frameworks see."""
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    if owner is None and isinstance(value, ConstantValue) and name in unit.rebound_in_functions:
        return False
    if (
        owner is None
        and isinstance(value, (ConstantValue, SequenceValue, MappingValue))
        and name in unit.mutated_in_functions
        and _is_container(value)
    ):
        return False
    made = [one for one in unit.mutations(owner, name) if one.at > since and (scope.at is None or one.at < scope.at)]
    match value:
        case ConstantValue(list() | dict() | set()) | SequenceValue() | MappingValue():
            return all(one.attribute or is_unreachable(one.at, scope, links) for one in made)
        case DefinitionValue():
            own = value.node.kind == "def" and value.stmt.name == name
            return not any(one.affects_introspection for one in made) or (
                own and isinstance(wrapped_function(value, links), DefinitionValue | ParameterValue)
            )
        case CallResult(ExternalSymbol("pydantic.create_model")):
            return not any(one.attribute for one in made)
        case _:
            return True


def _is_container(value: Value) -> bool:
    return not isinstance(value, ConstantValue) or isinstance(value.value, (list, dict, set))


def _at_site(name: str, site: GuardedStatement, scope: ProgramPoint, unit: SourceModule, links: Links) -> Value | None:
    """The value one statement gives a name; None when it turns out not to bind it."""
    node = site.node
    here = ProgramPoint(scope.module, scope.within, node.at, scope.loops)
    if node.kind in ("for", "while", "with", "try", "match", "raise", "other"):
        return Unknown(f"`{name}` is bound by a {node.kind} statement")
    if node.kind == "global":
        return None
    statement = unit.statement(node)
    match statement:
        case Func() | Class():
            return definition(statement, node.at, here, links)
        case Import():
            return imported_module(statement, name, unit, links)
        case ImportFrom():
            return from_import_value(statement, name, unit, links)
        case Alias():
            return _alias(statement, node, here)
        case AnnAssign(_, Name(), _, value):
            return None if value is None else links.evaluate(value, here, name)
        case Assign(_, targets, value):
            return _assigned_value(name, targets, value, here, links)
        case AugAssign(at, Name() as target, op, value):
            return links.evaluate(Operation(at, value.end, "binary", (op.removesuffix("="),), (target, value)), here)
        case _:
            return Unknown(f"`{name}` is bound by a statement toolc does not follow")


def definition(statement: Func | Class, at: int, scope: ProgramPoint, links: Links) -> DefinitionValue:
    """The definition made by a `def` or `class` statement of a scope."""
    unit = links.unit(scope)
    owner = scope.within[-1] if scope.within else None
    node = unit.index(owner).by_offset[at]
    if owner is None:
        qualname = statement.name
    else:
        qualname = f"{owner.qualname}.{'<locals>.' if isinstance(owner.stmt, Func) else ''}{statement.name}"
    return DefinitionValue(scope.module, qualname, node, statement, scope)


def _alias(statement: Alias, node: OutlineNode, scope: ProgramPoint) -> CallResult:
    """`type X[T] = …` is what `TypeAliasType("X", …, type_params=(T,))` would make."""
    at, name = statement.at, statement.name
    args = [Argument("name", Const(at, at, "str", name)), Argument("value", statement.value)]
    if statement.type_params:
        variables = tuple(Name(at, at, param.name) for param in statement.type_params)
        args.append(Argument("type_params", SequenceExpr(at, at, "tuple", variables)))
    inside = _alias_scope(statement, node, scope)
    return CallResult(ExternalSymbol("typing.TypeAliasType"), tuple(args), inside, at, statement.value.end, name)


def _alias_scope(statement: Alias, node: OutlineNode, scope: ProgramPoint) -> ProgramPoint:
    """An alias is read when used: everything around it has run. Its variables live in a function of their own (PEP 695)."""
    if not statement.type_params:
        return ProgramPoint(scope.module, scope.within, None)
    inner = Func(statement.at, statement.name, statement.at, False, (), (), None, None, statement.type_params)
    return ProgramPoint(scope.module, (*scope.within, DefinitionValue(scope.module, statement.name, node, inner, scope)), None)


def _type_variable(param: TypeParam, scope: ProgramPoint) -> Value:
    at = param.bound.at if param.bound else 0
    args = [Argument(None, Const(at, at, "str", param.name))]
    if isinstance(param.bound, SequenceExpr):
        args.extend(Argument(None, item) for item in param.bound.items)
    elif param.bound is not None:
        args.append(Argument("bound", param.bound))
    if param.default is not None:
        args.append(Argument("default", param.default))
    kind = {"": "TypeVar", "*": "TypeVarTuple", "**": "ParamSpec"}[param.kind]
    return CallResult(
        ExternalSymbol(f"typing.{kind}"), tuple(args), ProgramPoint(scope.module, scope.within, None), at, at, param.name
    )


# --- assignments -----------------------------------------------------------------------------------------------------


def _assigned_value(name: str, targets: tuple[Expr, ...], value: Expr, scope: ProgramPoint, links: Links) -> Value | None:
    for target in targets:
        if isinstance(target, Name) and target.id == name:
            return links.evaluate(value, scope, name)
        if isinstance(target, SequenceExpr) and (position := _position(name, target)) is not None:
            return _item(links.evaluate(value, scope), position, target)
    return Unknown(f"`{name}` is assigned in a way toolc does not follow")


def _position(name: str, target: SequenceExpr) -> int | None:
    """Return the index of a name in an unpacking target, counted from the end after a star."""
    at = next((i for i, item in enumerate(target.items) if isinstance(item, Name) and item.id == name), None)
    starred = any(isinstance(item, Star) for item in target.items[:at])
    return at if at is None or not starred else at - len(target.items)


def _item(value: Value, position: int, target: SequenceExpr) -> Value:
    least = sum(not isinstance(item, Star) for item in target.items)
    exactly = least == len(target.items)
    items = value.value if isinstance(value, ConstantValue) else value.items if isinstance(value, SequenceValue) else None
    if not isinstance(items, tuple | list) or not (len(items) == least if exactly else len(items) >= least):
        return Unknown("it is one part of a value only the running program knows")
    return ConstantValue(items[position]) if isinstance(value, ConstantValue) else items[position]
