"""Effects of the program's functions on a class passed to them: class decorators and `__init_subclass__`.

Takes a class, gives the decorators that apply to it, those that functions of the program apply for it among them; `Unknown` for
one that is not followed. Takes a function, gives the reason why it may change the class passed to it, or "".
"""

from collections.abc import Iterator, Set

from msgspec import Struct, structs

from toolc.lower.effects.setting import is_harmless_setattr
from toolc.module import Arg, Assign, Attribute, Call, Expr, Func, IfExp, Name, Return, Stmt
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program, ProgramPoint, Unknown, Value
from toolc.qualified_names import STANDARD_LIBRARY

MAX_DEPTH = 3

DEPRECATED = "__deprecated__"
"""The attribute of a class that marks it as deprecated for pydantic 2.14, whatever its value (PEP 702)."""

TELLING = frozenset(
    """__annotations__ __bases__ __dataclass_fields__ __deprecated__ __doc__ __fields__ __get_pydantic_core_schema__
    __get_pydantic_json_schema__ __get_validators__ __init_subclass__ __module__ __name__ __new__ __pydantic_complete__
    __pydantic_config__ __pydantic_core_schema__ __pydantic_decorators__ __pydantic_extra__ __pydantic_fields__
    __pydantic_init_subclass__ __qualname__ __signature__ model_config model_fields model_json_schema model_rebuild""".split()
)
"""Attributes that dataclasses and pydantic read off a class."""

_ASKED = frozenset({"__init_subclass__", "__name__", "__pydantic_init_subclass__", "__qualname__"})
"""The subset with methods that may be called and leave the class as it is."""

_COLLECTS = frozenset("add append extend get insert pop register setdefault update".split())
"""Methods of registries: they keep the class, and leave it as it is."""


READS = frozenset(
    """copy count endswith get index items join keys lower partition replace rpartition rsplit split startswith strip upper
    values""".split()
)
"""Methods of texts, lists and dicts that leave them as they are."""


def effective_decorators(cls: DefinitionValue, program: Program) -> Iterator[Value]:
    """The decorators of a class, the outermost first."""
    for decorator in cls.stmt.decorators:
        value = _whole(program.evaluate(decorator, cls.scope), program)
        function = _function(value, program)
        given = [value] if function is None else _given_back(function, program, 0)
        run = _run(cls, program) if any(isinstance(one, Unknown) for one in given) else None
        yield from given if run is None else run


def _whole(value: Value, program: Program) -> Value:
    """The decorator that `partial(dataclass, frozen=True)` calls, with the keywords it is given."""
    if not isinstance(value, CallResult) or value.callee != ExternalSymbol("functools.partial") or not value.args:
        return value
    inner = program.evaluate(value.args[0].value, value.scope)
    if not isinstance(inner, ExternalSymbol):
        return Unknown("it is a function with some of its arguments")
    named = all(arg.name is not None and not arg.star for arg in value.args[1:])
    return structs.replace(value, callee=inner, args=value.args[1:]) if named else value


def _run(cls: DefinitionValue, program: Program) -> tuple[Value, ...] | None:
    """The decorators of dataclasses that functions of the program apply, where running them shows that they do no more than
    that and describe the class; None where they may."""
    told = program.class_decoration(cls)
    kept = (TELLING - {DEPRECATED}) | program.class_attribute_names(cls) - {"__init__"}
    return None if told is None or told.set & kept else told.applied


def mutation_reason(function: DefinitionValue, program: Program, names: Set[str] = TELLING, depth: int = 0) -> str:
    """Return the reason why a function may change certain attributes of the class that is its first parameter; "" if it does
    not.
    """
    param, name = _first(function), function.stmt.name
    return changes(function, param, program, names, depth) if param else f"`{name}` is not followed"


def changes(function: DefinitionValue, param: str, program: Program, names: Set[str], depth: int = 0) -> str:
    """Return the reason why a function may change certain attributes of the class bound to its variable `param`; "" if not."""
    name = function.stmt.name
    if depth > MAX_DEPTH:
        return f"`{name}` is not followed"
    if names & program.attributes_written(function, param):
        return f"`{name}` changes the class it is given"
    for _, statement, scope in program.statements(function):
        if not isinstance(statement, Func):
            for call in calls(statement):
                if reason := _call_reason(call, param, function, names, scope, program, depth):
                    return reason
    return ""


def _given_back(function: DefinitionValue, program: Program, depth: int) -> list[Value]:
    """The decorators that a class decorator of the program applies, if what it gives back is the class it was given."""
    param, name = _first(function), function.stmt.name
    if reason := mutation_reason(function, program, TELLING, depth):
        return [Unknown(reason)]
    made: list[Value] = []
    returned = False
    for _, statement, scope in program.statements(function):
        match _with_class(statement, scope, program):
            case Return(_, Name(_, _, id)) if id == param:
                returned = True
            case Return(_, Call(_, _, func, (_, Arg(value=Name(_, _, id))))) if id == param and _is_cast(func, scope, program):
                returned = True
            case Return(_, Call() as call) if _passes(call, param, first=True):
                returned, made = True, [*_applied_decorators(call, scope, program, depth), *made]
            case Assign(_, (Name(_, _, id),), Call() as call) if id == param and _passes(call, param, first=True):
                made = [*_applied_decorators(call, scope, program, depth), *made]
            case Return():
                return [Unknown(f"`{name}` returns another class")]
            case Assign(_, targets, _) if any(isinstance(target, Name) and target.id == param for target in targets):
                return [Unknown(f"`{name}` returns another class")]
    return made if returned else [Unknown(f"`{name}` returns another class")]


def _with_class(statement: Stmt, scope: ProgramPoint, program: Program) -> Stmt | None:
    """Return a statement of a decorator as it runs with a class; `None` for a `return` that only runs without one.

    `return wrap if cls is None else wrap(cls)`, or two statements to that effect.
    """
    if not isinstance(statement, Return):
        return statement
    if statement.value is not None and _named_function(statement.value, scope, program) is not None:
        return None
    if isinstance(statement.value, IfExp):
        ways = [way for way in (statement.value.body, statement.value.orelse) if _named_function(way, scope, program) is None]
        return structs.replace(statement, value=ways[0]) if len(ways) == 1 else statement
    return statement


def _named_function(expr: Expr, scope: ProgramPoint, program: Program) -> DefinitionValue | None:
    """The function of the program that a name stands for, or a `partial` of it that its first argument is still left out of."""
    if isinstance(expr, Call) and program.evaluate(expr.func, scope) == ExternalSymbol("functools.partial"):
        expr = expr.args[0].value if expr.args and all(arg.name for arg in expr.args[1:]) else expr
    found = program.evaluate(expr, scope) if isinstance(expr, Name) else None
    return found if isinstance(found, DefinitionValue) and isinstance(found.stmt, Func) else None


def _applied_decorators(call: Call, scope: ProgramPoint, program: Program, depth: int) -> list[Value]:
    """The decorators behind `dataclass(cls)`, `dataclass(frozen=True)(cls)` or another function of the program."""
    callee = program.evaluate(call.func, scope)
    function = _function(callee, program)
    if function is not None:
        return _given_back(function, program, depth + 1)
    return [callee if isinstance(callee, CallResult) else program.evaluate(call, scope)]


def _is_cast(func: Expr, scope: ProgramPoint, program: Program) -> bool:
    return program.evaluate(func, scope) == ExternalSymbol("typing.cast")


def _function(value: Value, program: Program) -> DefinitionValue | None:
    """The function of the program that is given the class: a decorator, or what a factory of decorators gives back."""
    if isinstance(value, DefinitionValue) and isinstance(value.stmt, Func) and not value.stmt.is_async:
        return value
    if (
        not isinstance(value, CallResult)
        or not isinstance(value.callee, DefinitionValue)
        or not isinstance(value.callee.stmt, Func)
    ):
        return None
    for _, statement, scope in program.statements(value.callee):
        if isinstance(statement, Return):
            given = statement.value
            ways = (given.body, given.orelse) if isinstance(given, IfExp) else (given,)
            if made := [
                inner for way in ways if way is not None and (inner := _named_function(way, scope, program)) is not None
            ]:
                return made[0]
    return None


def _first(function: DefinitionValue) -> str:
    params = function.stmt.params if isinstance(function.stmt, Func) else ()
    return params[0].name if params and params[0].kind in ("positional_only", "positional_or_keyword") else ""


def _call_reason(
    call: Call, param: str, function: DefinitionValue, names: Set[str], scope: ProgramPoint, program: Program, depth: int
) -> str:
    """Return the reason why a call that takes the class, or is one of its methods, may change it; "" if it does not."""
    func = call.func
    if isinstance(func, Attribute) and _is(func.value, param):
        around = function.scope.within[-1] if function.scope.within else None
        method = None if around is None or around.node.kind != "class" else program.class_attribute(around, func.attr)
        return (
            mutation_reason(method, program, names, depth + 1)
            if isinstance(method, DefinitionValue)
            else _introspected_part(func, param)
        )
    inner = func.value if isinstance(func, Attribute) and func.attr not in READS else None
    if isinstance(inner, Attribute) and (reason := _introspected_part(inner, param)):
        return reason
    if not _passes(call, param) or (
        isinstance(func, Attribute) and (func.attr in _COLLECTS or func.attr.startswith("register_"))
    ):
        return ""
    callee = program.evaluate(func, scope)
    if isinstance(callee, DefinitionValue) and isinstance(callee.stmt, Func):
        return (
            mutation_reason(callee, program, names, depth + 1)
            if _passes(call, param, first=True)
            else f"`{callee.stmt.name}` is not followed"
        )
    if isinstance(callee, DefinitionValue):  # an object made of the class keeps it, as a registry does
        return ""
    made = callee.callee if isinstance(callee, CallResult) else callee
    name = made.name if isinstance(made, ExternalSymbol) else ""
    spared = name == "builtins.setattr" and is_harmless_setattr(call, param, function, names, scope, program)
    if name in ("builtins.delattr", "builtins.exec", "builtins.setattr") and not spared:
        return f"it calls {name.rpartition('.')[2]} with the class"
    return "" if name.partition(".")[0] in {"builtins", "pydantic", *STANDARD_LIBRARY} else "it hands the class to other code"


def _introspected_part(attribute: Attribute, param: str) -> str:
    changed = _is(attribute.value, param) and attribute.attr in TELLING - _ASKED
    return f"`{param}.{attribute.attr}` is changed" if changed else ""


def _is(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name


def _passes(call: Call, param: str, first: bool = False) -> bool:
    """Return `True` if the class is an argument of a call; `first`: the first one."""
    return any(_is(arg.value, param) for arg in (call.args[:1] if first else call.args))


def calls(part: object) -> Iterator[Call]:
    """The calls inside a statement."""
    if isinstance(part, Call):
        yield part
    if isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from calls(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from calls(item)
