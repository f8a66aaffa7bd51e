"""Instances whose attributes may differ from the arguments they were created with, because of code of the class.

Takes a lineage, its decorated methods and the names of its fields; gives reasons by field, under "" what concerns all of them
(pydantic 2.14: `__init__`, `model_post_init`, validators; dataclasses: `__post_init__`). Defaults may be such instances.
"""

from collections.abc import Set

from toolc.lower.classes.decorators import Decorated, Method
from toolc.lower.classes.defaults import dataclass_call
from toolc.lower.effects.changes import calls, mutation_reason
from toolc.lower.effects.metaclasses import metaclass
from toolc.module import Assign, Attribute, AugAssign, Call, Expr, Func, Name, Param, Return, SubscriptExpr
from toolc.program import DefinitionValue, Program
from toolc.signature import Constant, DefinitionKind, UnknownConstant

_AFTERWARDS = ("__post_init__", "model_post_init")
_LOOKS = frozenset("get items keys values copy startswith endswith strip lower upper split".split())
"""Methods that leave what they are called on as it is."""

_LOOKING = frozenset("isinstance issubclass len str repr set sorted list dict any all print min max sum".split())


def made_by_code(
    lineage: list[DefinitionValue], kind: DefinitionKind, added: Decorated, fields: Set[str], program: Program
) -> dict[str, Constant]:
    """Map fields to the reason why an instance may not hold the value passed for them; "" stands for the whole instance."""
    reason = constructor(lineage, kind, fields, program) or _instance_validator(lineage, added, fields, program)
    told: dict[str, Constant] = (
        {"": UnknownConstant(f"`{lineage[0].stmt.name}.{reason}` makes its instances with code")} if reason else {}
    )
    for method in (*added.methods["validator"].values(), *added.methods["older"].values()):
        if not _keeps_value(_method(method, lineage, program), method, added, program):
            told |= {str(name): UnknownConstant(f"`{method.name}` validates it") for name in added.names(method)}
    return told


def constructor(lineage: list[DefinitionValue], kind: DefinitionKind, fields: Set[str], program: Program) -> str:
    """The method of a class that makes its instances otherwise than from its arguments."""
    if any(isinstance(program.class_attribute(cls, "__new__"), DefinitionValue) for cls in lineage):
        return "__new__"
    if any(
        isinstance(meta := metaclass(cls, program), DefinitionValue) and program.class_attribute(meta, "__call__")
        for cls in lineage
    ):
        return "__call__"
    dressed = [told for cls in lineage if cls.stmt.decorators and (told := program.class_decoration(cls)) is not None]
    if any("__init__" in told.set for told in dressed):
        return "__init__"
    init = _init(lineage, kind, program)
    if init is not None and not _hands_on(init, program):
        return "__init__"
    hooks = [(name, program.class_attribute(cls, name)) for name in _AFTERWARDS for cls in lineage]
    return next((name for name, hook in hooks if isinstance(hook, DefinitionValue) and _changes(hook, fields, program)), "")


def _instance_validator(lineage: list[DefinitionValue], added: Decorated, fields: Set[str], program: Program) -> str:
    """The validator of a class as a whole that may make another instance, or change this one."""
    for method in added.methods["instances"].values():
        found = _method(method, lineage, program)
        if added.mode(method) != "after":
            kept = _keeps_value(found, method, added, program)
        else:
            kept = found is not None and _gives_back(found, 0, program) and not _changes(found, fields, program)
        if not kept:
            return method.name
    return ""


def _method(method: Method, lineage: list[DefinitionValue], program: Program) -> DefinitionValue | None:
    found = (program.class_attribute(cls, method.name) for cls in lineage)
    return next((one for one in found if isinstance(one, DefinitionValue) and one.stmt == method.function), None)


def _init(lineage: list[DefinitionValue], kind: DefinitionKind, program: Program) -> DefinitionValue | None:
    """The `__init__` that the program wrote for a class; a decorator that makes dataclasses writes one where there is none."""
    for cls in lineage:
        if isinstance(found := program.class_attribute(cls, "__init__"), DefinitionValue):
            return found
        if kind == "dataclass" and dataclass_call(cls, program) is not None:
            return None
    return None


def _hands_on(init: DefinitionValue, program: Program) -> bool:
    """Return `True` if an `__init__` takes keywords alone and only passes all of them on."""
    params = _params(init)
    statements = [statement for _, statement, _ in program.statements(init)]
    made = [call for statement in statements for call in calls(statement)]
    keywords = len(params) == 2 and params[1].kind == "var_keyword"
    return keywords and len(statements) == 1 and bool(made) and _is_handed(made[0], params[1].name)


def _is_handed(call: Call, keywords: str) -> bool:
    named = isinstance(call.func, Attribute) and call.func.attr == "__init__"
    return named and len(call.args) == 1 and call.args[0].star == "**" and _is(call.args[0].value, keywords)


def _changes(function: DefinitionValue, fields: Set[str], program: Program) -> bool:
    """Return `True` if a method may set a field of the instance that it is called on."""
    made = [call for _, statement, _ in program.statements(function) for call in calls(statement)]
    return bool(mutation_reason(function, program, fields)) or any(_sets(call.func) for call in made)


def _sets(function: Expr) -> bool:
    return isinstance(function, Attribute) and function.attr in ("__setattr__", "__delattr__", "__dict__", "update")


def _keeps_value(function: DefinitionValue | None, method: Method, added: Decorated, program: Program) -> bool:
    """Return `True` if a validator only looks at the value and returns it unchanged."""
    at = 0 if added.is_static(method) else 1
    if function is None or added.mode(method) == "wrap" or not _gives_back(function, at, program):
        return False
    value = _params(function)[at].name
    for _, statement, _ in program.statements(function):
        targets = (
            statement.targets
            if isinstance(statement, Assign)
            else (statement.target,)
            if isinstance(statement, AugAssign)
            else ()
        )
        if any(_root(target) == value for target in targets) or any(_reaches(call, value) for call in calls(statement)):
            return False
    return True


def _gives_back(function: DefinitionValue, at: int, program: Program) -> bool:
    """Return `True` if every `return` of a function returns one of its parameters, at position `at`."""
    params = _params(function)
    given = [statement.value for _, statement, _ in program.statements(function) if isinstance(statement, Return)]
    return len(params) > at and bool(given) and all(value is not None and _is(value, params[at].name) for value in given)


def _reaches(call: Call, value: str) -> bool:
    """Return `True` if a call may change a value: one of its methods, or a function that takes it as an argument."""
    func = call.func
    if isinstance(func, Attribute) and _root(func) == value:
        return func.attr not in _LOOKS
    given = any(_root(arg.value) == value for arg in call.args)
    return given and not (isinstance(func, Name) and func.id in _LOOKING)


def _root(expr: Expr) -> str:
    """The name that an attribute or item is taken of."""
    while isinstance(expr, Attribute | SubscriptExpr):
        expr = expr.value
    return expr.id if isinstance(expr, Name) else ""


def _params(function: DefinitionValue) -> tuple[Param, ...]:
    return function.stmt.params if isinstance(function.stmt, Func) else ()


def _is(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name
