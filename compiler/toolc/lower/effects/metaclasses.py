"""Effects of the program's metaclasses on their classes.

Takes a class and an attribute, gives the value that `__new__` of the metaclass sets it to after creating the class; also which
metaclasses leave a class, or the members of an enum, as the class statement writes them.
"""

from collections.abc import Iterator, Sequence, Set

from toolc.lower.effects.changes import READS, TELLING, calls, changes, mutation_reason
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    Call,
    Class,
    Const,
    Expr,
    For,
    Func,
    Name,
    Other,
    Return,
    SequenceExpr,
    Star,
    Stmt,
    SubscriptExpr,
)
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program, ProgramPoint, Unknown, Value

_METACLASSES = frozenset({"builtins.type", "abc.ABCMeta", "pydantic.ModelMetaclass"})
_OF_ENUMS = frozenset({"builtins.type", "abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"})
_MAKING = "__prepare__ __getattr__ __getattribute__ __setattr__ __subclasscheck__ mro".split()
_OF_MEMBERS = "__prepare__ __setattr__ __members__ _create_ mro".split()
_LOOKING = frozenset(
    """all any bool callable dict enumerate filter frozenset getattr hasattr isinstance issubclass len list print repr reversed
    set sorted str tuple type zip""".split()
)
"""Builtin functions that leave what they are given as it is."""

_MEMBERS = frozenset({"__members__", "_member_map_", "_member_names_", "_value2member_map_"})
_VALUES = frozenset({"_name_", "_value_", "value"})
"""Attributes in which an enum and its members have what they are."""

HOOKS = frozenset({"__get_pydantic_core_schema__"})
"""Attributes that may be set on a class after its creation, because those are followed (`set_by_metaclass`)."""


def metaclass(cls: DefinitionValue, program: Program) -> Value | None:
    """Return the metaclass in the header of a class; `None` without one."""
    keywords = cls.stmt.args if isinstance(cls.stmt, Class) else ()
    return next((program.evaluate(word.value, cls.scope) for word in keywords if word.name == "metaclass"), None)


def leaves_classes(meta: Value, fields: Set[str], program: Program) -> bool:
    """Return `True` if a metaclass creates classes as `type` or that of models does; its `isinstance` hooks have no effect."""
    own = _own(meta, _METACLASSES, program)
    if own is None or any(program.class_attribute(one, name) is not None for one in own for name in _MAKING):
        return False
    made = [new for one in own if (new := program.class_attribute(one, "__new__")) is not None]
    begun = [init for one in own if (init := program.class_attribute(one, "__init__")) is not None]
    return all(isinstance(new, DefinitionValue) and _leaves(new, fields, program) for new in made) and all(
        isinstance(init, DefinitionValue) and not mutation_reason(init, program, TELLING | fields) for init in begun
    )


def _leaves(new: DefinitionValue, fields: Set[str], program: Program) -> bool:
    """Return `True` if `__new__` returns the class that the next metaclass creates from the same arguments, unchanged."""
    params = {param.name for param in new.stmt.params} if isinstance(new.stmt, Func) else set()
    variable = _created_class(new, program)
    if not variable or variable in params or any(program.attributes_written(new, name) for name in params):
        return False
    if changes(new, variable, program, TELLING | fields):
        return False
    statements = [statement for _, statement, _ in program.statements(new)]
    if any(isinstance(one, Other) and one.why for one in statements):
        return False
    own = {one.id for statement in statements for one in _targets(statement) if isinstance(one, Name)} - {variable}
    for statement in statements:
        if isinstance(statement, Assign) and isinstance(statement.value, Name) and statement.value.id in params:
            return False  # another name for what is given, under which it may be changed
        if any(_root(target) in params or _is_value(target) for target in _targets(statement)):
            return False
        if any(isinstance(target, Attribute) and _root(target) in own for target in _targets(statement)):
            return False
        if any(_takes(call, params) or (_is_set(call) and _root(call.args[0].value) != variable) for call in calls(statement)):
            return False
    return True


def _is_value(target: Expr) -> bool:
    """Return `True` if the assignment's target is the value of an enum member."""
    return isinstance(target, Attribute) and target.attr in _VALUES


def _is_set(call: Call) -> bool:
    name = call.func.attr if isinstance(call.func, Attribute) else call.func.id if isinstance(call.func, Name) else ""
    return name in ("setattr", "delattr", "__setattr__", "__delattr__") and bool(call.args)


def _targets(statement: Stmt) -> tuple[Expr, ...]:
    match statement:
        case Assign(_, targets, _):
            return tuple(
                item for target in targets for item in (target.items if isinstance(target, SequenceExpr) else (target,))
            )
        case For(_, SequenceExpr(items=items)):
            return items
        case AugAssign(_, target) | AnnAssign(_, target) | For(_, target):
            return (target,)
        case _:
            return ()


def _takes(call: Call, params: Set[str]) -> bool:
    """Return `True` if a call may change an argument of `__new__`: a method of it, or another function that takes it."""
    func = call.func
    if isinstance(func, Attribute) and func.attr == "__new__" and isinstance(func.value, Call):
        return False
    if isinstance(func, Attribute) and _root(func) in params:
        return func.attr not in READS
    return any(_root(arg.value) in params for arg in call.args) and not (isinstance(func, Name) and func.id in _LOOKING)


def _root(expr: Expr) -> str:
    """The name that an attribute or item is taken of."""
    while isinstance(expr, Attribute | SubscriptExpr | Star):
        expr = expr.value
    return expr.id if isinstance(expr, Name) else ""


def leaves_members(meta: Value, program: Program) -> bool:
    """Return `True` if a metaclass creates enums with the members of the class body; pydantic goes through `__members__`."""
    own = _own(meta, _OF_ENUMS, program)
    if own is None or any(program.class_attribute(one, name) is not None for one in own for name in _OF_MEMBERS):
        return False
    made = [new for one in own if (new := program.class_attribute(one, "__new__")) is not None]
    begun = [init for one in own if (init := program.class_attribute(one, "__init__")) is not None]
    return all(
        isinstance(new, DefinitionValue) and (_only_adds(new, program) or _leaves(new, _MEMBERS, program)) for new in made
    ) and all(isinstance(init, DefinitionValue) and not mutation_reason(init, program) for init in begun)


def set_by_metaclass(lineage: Sequence[DefinitionValue], name: str, program: Program) -> Value | None:
    """Return the value that a metaclass of the program sets an attribute of the class to; it wins over the class's own.

    Returns `None` if no metaclass sets it.
    """
    meta = next((meta for cls in lineage if (meta := metaclass(cls, program)) is not None), None)
    own = _own(meta, _OF_ENUMS | _METACLASSES, program) if meta is not None else None
    for one in own or ():
        new = program.class_attribute(one, "__new__")
        if isinstance(new, DefinitionValue) and (variable := _created_class(new, program)):
            for given, value, scope, sure in _sets(new, variable, program):
                if given == name:
                    return program.evaluate(value, scope) if sure else Unknown("it is set under a condition")
    return None


def _own(meta: Value, known: frozenset[str], program: Program) -> list[DefinitionValue] | None:
    """The metaclass and those above it that the program has; None where another one may be among them."""
    above = program.ancestors(meta) if isinstance(meta, DefinitionValue) else ()
    every = (meta, *above)
    if not all(isinstance(one, DefinitionValue) or (isinstance(one, ExternalSymbol) and one.name in known) for one in every):
        return None
    return [one for one in every if isinstance(one, DefinitionValue)]


def _created_class(new: DefinitionValue, program: Program) -> str:
    """The variable of the class that `super().__new__(…)` made of the same arguments and that is given back, or ""."""
    variable, back = "", ""
    for _, statement, scope in program.statements(new):
        match statement:
            case Assign(_, (Name(_, _, name),), Call() as call) if (made := _uncast(call, scope, program)) is not None:
                variable = name if _hands_on(made, new, scope, program) else ""
            case Return(_, Call() as call) if (made := _uncast(call, scope, program)) is not None:
                variable = back = _AT_ONCE if not variable and _hands_on(made, new, scope, program) else ""
            case Return(_, Name(_, _, name)):
                back = name
    return variable if variable and variable == back else ""


def _uncast(call: Call, scope: ProgramPoint, program: Program) -> Call | None:
    """The call of `__new__`, be it within `typing.cast`; None for any other call."""
    inner = (
        call.args[1].value
        if len(call.args) == 2 and program.evaluate(call.func, scope) == ExternalSymbol("typing.cast")
        else call
    )
    return inner if isinstance(inner, Call) and isinstance(inner.func, Attribute) and inner.func.attr == "__new__" else None


_AT_ONCE = "super().__new__(…)"
"""Stands for the variable of a class that is given back as it is made."""


def _hands_on(call: Call, new: DefinitionValue, scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if a call of `super().__new__` passes all arguments of `__new__` and nothing else."""
    params = [param.name for param in new.stmt.params] if isinstance(new.stmt, Func) else []
    same = [arg.value.id for arg in call.args if isinstance(arg.value, Name)] == params and len(call.args) == len(params)
    above = call.func.value if isinstance(call.func, Attribute) else None
    return same and isinstance(above, Call) and program.evaluate(above.func, scope) == ExternalSymbol("builtins.super")


def _only_adds(new: DefinitionValue, program: Program) -> bool:
    """Return `True` if `__new__` only sets hooks, and other attributes that no framework reads, on the class it creates."""
    variable = _created_class(new, program)
    params = {param.name for param in new.stmt.params} if isinstance(new.stmt, Func) else set()
    if not variable or any(program.attributes_written(new, name) for name in params):
        return False
    for _, statement, _scope in program.statements(new):
        match statement:
            case Assign(_, (Name(_, _, name),), _) if name in params:
                return False
            case Assign(_, targets, _) if any(not isinstance(target, Name) for target in targets):
                if not all(
                    isinstance(one, Attribute) and isinstance(one.value, Name) and one.value.id == variable for one in targets
                ):
                    return False
        if not isinstance(statement, Func) and any(not _harmless(call, variable) for call in calls(statement)):
            return False
    named = {given for given, _, _, _ in _sets(new, variable, program)}
    return not (named & TELLING - HOOKS)


def _harmless(call: Call, variable: str) -> bool:
    """`super().__new__(…)`, `super()`, `setattr` of a name that is written, and wrappers of methods."""
    match call.func:
        case (
            Attribute(value=Call(func=Name(id="super")), attr="__new__")
            | Name(id="super" | "classmethod" | "staticmethod" | "property")
        ):
            return True
        case Name(id="setattr"):
            return len(call.args) == 3 and isinstance(call.args[1].value, Const) and _is(call.args[0].value, variable)
        case _:
            return False


def _sets(new: DefinitionValue, variable: str, program: Program) -> Iterator[tuple[str, Expr, ProgramPoint, bool]]:
    """The attributes of the new class that are set: name, value, scope, and whether they are set in any case."""
    at_top = {node.at for node in (new.node.blocks[0].nodes if new.node.blocks else ())}
    for node, statement, scope in program.statements(new):
        match statement:
            case Assign(_, (Attribute(value=Name(id=owner), attr=given),), value) if owner == variable:
                yield given, value, scope, node.at in at_top
            case Func():
                pass
            case _:
                for call in calls(statement):
                    if _harmless(call, variable) and len(call.args) == 3 and isinstance(name := call.args[1].value, Const):
                        yield str(name.value), call.args[2].value, scope, node.at in at_top


def _is(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name


def unwrap_method(value: Value, program: Program) -> tuple[Value, bool]:
    """A function behind `classmethod(…)` or `staticmethod(…)`, and whether it is given the class."""
    match value:
        case CallResult(ExternalSymbol("builtins.classmethod" | "builtins.staticmethod" as how), (arg,), inner):
            return program.evaluate(arg.value, inner), how == "builtins.classmethod"
        case _:
            return value, False
