"""Attributes of instances of the program's own classes: what `__init__` stores, methods with `self` filled, properties.

Takes an instance (made by a call, or the `self` of a method) and a name, gives a value; None when the class does not say.
"""

from collections.abc import Iterator

from toolc.bind.fields import field
from toolc.bind.guards import GuardedStatement
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import reachability
from toolc.bind.values.call_arguments import arguments, evaluate_arguments
from toolc.module import AnnAssign, Assign, Attribute, Call, Class, Expr, ExprStmt, Func, Name, OutlineNode, Param
from toolc.program import (
    Argument,
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    ParameterValue,
    ProgramPoint,
    Unknown,
    Value,
)
from toolc.text.regex import late

_STORED = late(r"(\w+)\.(\w+)\s*(?::[^=\n]+)?=(?!=)")
_PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})
_SUPER_INIT = "super().__init__("


def class_of(value: Value, links: Links) -> DefinitionValue | None:
    """The program's class that a value is an instance of."""
    match value:
        case CallResult(DefinitionValue() as cls) if isinstance(cls.stmt, Class):
            return cls
        case ParameterValue(function, name) if isinstance(function.stmt, Func):
            params = function.stmt.params
            around = function.scope.within[-1] if function.scope.within else None
            if params and params[0].name == name and around is not None and isinstance(around.stmt, Class):
                return None if ExternalSymbol("builtins.staticmethod") in _decorators(function, links) else around
            annotation = parameter(value).annotation
            told = links.annotation_value(annotation, function.scope) if annotation is not None else None
            return told if isinstance(told, DefinitionValue) and isinstance(told.stmt, Class) else None
        case _:
            return None


def parameter(value: ParameterValue) -> Param:
    """The parameter that a value was received through."""
    assert isinstance(value.function.stmt, Func)
    return next(param for param in value.function.stmt.params if param.name == value.name)


def constructor(value: CallResult, links: Links) -> DefinitionValue | None:
    """The `__init__` that runs when an instance of a class of the program is made, with what it is passed."""
    cls = class_of(value, links)
    for owner in (cls, *links.ancestors(cls)) if cls is not None else ():
        own = links.class_attribute(owner, "__init__") if isinstance(owner, DefinitionValue) else None
        if isinstance(own, DefinitionValue):
            return _enter_init(own, value, value.args, value.scope, (value.at, value.end), links)
    return None


def _enter_init(
    own: DefinitionValue, value: Value, args: tuple[Argument, ...], scope: ProgramPoint, place: tuple[int, int], links: Links
) -> DefinitionValue:
    method = links.method(own, value)
    return links.enter_call(method, evaluate_arguments(args, scope, links), scope, "init", *place) or method


def instance_attribute(value: Value, name: str, links: Links) -> Value | None:
    """`value.name`: what was stored on the instance, else what its class has."""
    cls = class_of(value, links)
    if cls is None:
        return None
    lineage = (cls, *(base for base in links.ancestors(cls) if isinstance(base, DefinitionValue)))
    stored = [one for owner in lineage for one in _stored_values(owner, name, value, lineage, links)]
    told = [one for one in stored if one != ConstantValue(None)] or stored[:1]  # None stands there until it is set
    if told:
        if all(one == told[0] for one in told):
            return told[0]
        return Unknown(f"`{name}` is set in several places under conditions only the running program decides", "TC205")
    if (held := field(lineage, name, value, links)) is not None:
        return held
    for owner in lineage:
        found = links.class_attribute(owner, name)
        if found is not None:
            return _bind_attribute(found, owner, value, links)
    return None


def super_attribute(value: CallResult, name: str, links: Links) -> Value | None:
    """`super().name` in a method: what the classes behind its own have, for the same instance."""
    within = value.scope.within
    inner = next((i for i in range(len(within) - 1, 0, -1) if isinstance(within[i - 1].stmt, Class)), None)
    method = within[inner] if inner is not None else None
    if inner is None or method is None or not isinstance(method.stmt, Func) or not method.stmt.params:
        return None
    first = method.stmt.params[0].name
    instance = (method.frame.values.get(first) if method.frame is not None else None) or ParameterValue(method, first)
    for owner in links.ancestors(within[inner - 1]):
        if isinstance(owner, ExternalSymbol):
            return BoundAttribute(instance, name)
        found = links.class_attribute(owner, name) if isinstance(owner, DefinitionValue) else None
        if found is not None and isinstance(owner, DefinitionValue):
            return _bind_attribute(found, owner, instance, links)
    return None


def _bind_attribute(found: Value, owner: DefinitionValue, value: Value, links: Links) -> Value:
    """Bind a class attribute to an instance: functions become methods, properties are called."""
    if not isinstance(found, DefinitionValue) or not isinstance(found.stmt, Func):
        return found
    decorators = _decorators(found, links)
    if ExternalSymbol("builtins.staticmethod") in decorators:
        return found
    if ExternalSymbol("builtins.classmethod") in decorators:
        return links.method(found, owner)
    method = links.method(found, value)
    if any(isinstance(one, ExternalSymbol) and one.name in _PROPERTIES for one in decorators):
        return links.returned_value(method)
    return method


def _decorators(function: DefinitionValue, links: Links) -> list[Value]:
    return [links.evaluate(decorator, function.scope) for decorator in function.stmt.decorators]


# --- what methods store ----------------------------------------------------------------------------------------------


def _stored_values(
    owner: DefinitionValue, name: str, value: Value, lineage: tuple[DefinitionValue, ...], links: Links
) -> Iterator[Value]:
    """The values that the methods of one class give to `self.name`."""
    unit = links.library.unit(owner.module)
    for method, site in assigning_statements(owner.node, unit).get(name, ()):
        scope = ProgramPoint(owner.module, (*owner.scope.within, owner), method.at)
        function = links.define(scope, method)
        if function is None or not isinstance(function.stmt, Func) or not function.stmt.params:
            continue
        function = _init_with_arguments(function, value, lineage, links) if function.stmt.name == "__init__" else function
        if function.frame is None and isinstance(value, CallResult):
            function = links.method(function, value)
        here = ProgramPoint(owner.module, (*owner.scope.within, owner, function), site.node.at)
        if reachability(site.guard, here, links) is False:
            continue
        statement = unit.statement(site.node)
        targets = (
            statement.targets
            if isinstance(statement, Assign)
            else (statement.target,)
            if isinstance(statement, AnnAssign)
            else ()
        )
        if (
            isinstance(statement, (Assign, AnnAssign))
            and statement.value is not None
            and any(_sets(one, function, name) for one in targets)
        ):
            yield links.result(links.evaluate(statement.value, here, name))


def _sets(target: Expr, method: DefinitionValue, name: str) -> bool:
    """Return `True` if the target of an assignment is `self.name`."""
    first = method.stmt.params[0].name if isinstance(method.stmt, Func) else ""
    return isinstance(target, Attribute) and target.attr == name and isinstance(target.value, Name) and target.value.id == first


def assigning_statements(owner: OutlineNode, unit: SourceModule) -> dict[str, list[tuple[OutlineNode, GuardedStatement]]]:
    """By attribute, the statements in methods of a class that set it, each with its method; `__init__` first."""
    if owner.at not in unit.assigned:
        found: dict[str, list[tuple[OutlineNode, GuardedStatement]]] = {}
        methods = [site.node for site in unit.block(owner).sites if site.node.kind == "def"]
        for method in sorted(methods, key=lambda node: node.names != ("__init__",)):
            for site in unit.block(method).sites:
                if site.node.kind in ("assign", "ann") and (match := _STORED.match(unit.text(site.node))):
                    found.setdefault(match[2], []).append((method, site))
        unit.assigned[owner.at] = found
    return unit.assigned[owner.at]


def _init_with_arguments(
    function: DefinitionValue, value: Value, lineage: tuple[DefinitionValue, ...], links: Links
) -> DefinitionValue:
    """An `__init__` with what the making of the instance passes it, through `super().__init__(…)` of the classes before it."""
    args: tuple[Argument, ...] = ()
    scope, place = None, (0, 0)  # nobody says what makes the instance that a method calls `self`
    if isinstance(value, CallResult):
        args, scope, place = value.args, value.scope, (value.at, value.end)
    for cls in lineage:
        own = links.class_attribute(cls, "__init__")
        if not isinstance(own, DefinitionValue):
            continue
        entered = links.method(own, value) if scope is None else _enter_init(own, value, args, scope, place, links)
        if own.node.at == function.node.at and own.module == function.module:
            return entered
        handed = _super_call(entered, links)
        if handed is None:
            break
        call, scope = handed
        args, place = arguments(call), (call.at, call.end)
    return links.method(function, value)


def _super_call(entered: DefinitionValue, links: Links) -> tuple[Call, ProgramPoint] | None:
    unit = links.library.unit(entered.module)
    for site in unit.index(entered).sites:
        if site.node.kind == "do" and unit.text(site.node).startswith(_SUPER_INIT):
            statement = unit.statement(site.node)
            if isinstance(statement, ExprStmt) and isinstance(statement.value, Call):
                return statement.value, ProgramPoint(entered.module, (*entered.scope.within, entered), site.node.at)
    return None
