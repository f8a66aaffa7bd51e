"""Values of the program as constants of a signature.

Takes a `program.Value`, gives a `signature.Constant`: plain Python constants, `Member`, `CallConstant`, references to known
names and classes as `Plain` and `Class`, and `UnknownConstant` for values that depend on the running program.
"""

import uuid
from typing import Any

from toolc.missing_packages import describe_missing
from toolc.module import Class as ClassStatement
from toolc.module import DeferredNode, Func
from toolc.program import (
    UNDEFINED_NAME,
    Argument,
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
    value_of_key,
)
from toolc.qualified_names import STANDARD_LIBRARY, canonical, is_modelled
from toolc.signature import NAME_ERROR, CallConstant, Class, Constant, Default, Function, Given, Member, Plain, UnknownConstant

MAX_DEPTH = 40

_TYPED_DICTS = frozenset({"typing.TypedDict", "pydantic.ConfigDict", "pydantic_settings.SettingsConfigDict"})


def constant(value: Value, program: Program, depth: int = 0) -> Constant:
    """The constant a value stands for."""
    if depth > MAX_DEPTH:
        return UnknownConstant("it is nested too deeply")
    match value:
        case ConstantValue(known):
            return known
        case Unknown():
            return UnknownConstant(unknown_reason(value))
        case EnumMember(enum, name):
            inner = constant(program.attribute(value, "value"), program, depth + 1)
            return Member(enum.full_name, name, inner)
        case CallResult(callee):
            return _call_constant(value, callee, program, depth)
        case ExternalSymbol("builtins.Ellipsis"):
            return ...
        case ExternalSymbol(name):
            return _named_constant(canonical(name), program)
        case DefinitionValue(stmt=Func()) | Thunk(expr=DeferredNode()):
            return _function(value, program)
        case DefinitionValue():
            return Class(value.full_name)
        case SequenceValue(kind, items):
            parts = [constant(item, program, depth + 1) for item in items]
            return parts if kind == "list" else tuple(parts) if kind == "tuple" else _set(parts)
        case MappingValue(items):
            return {_key(key, program): constant(inner, program, depth + 1) for key, inner in items}
        case _:
            return UnknownConstant("it is computed while the program runs")


def _key(key: Any, program: Program) -> Any:
    """The key of a dict as a constant."""
    value = value_of_key(key)
    return key if isinstance(value, ConstantValue) else constant(value, program)


def unknown_reason(value: Unknown) -> str:
    """Return why a value is unknown; it ends with `NAME_ERROR` where evaluating it certainly raises that."""
    return f"{value.reason}, {NAME_ERROR}" if value.code == UNDEFINED_NAME else value.reason


def _set(parts: list[Constant]) -> Constant:
    """A set, whose order its reader has to settle."""
    try:
        return set(parts)
    except TypeError:
        return UnknownConstant("a set of values that have no hash")


def _function(value: Value, program: Program) -> Constant:
    """A function, to be called with constants; of a lambda, nothing else is known."""
    name = value.stmt.name if isinstance(value, DefinitionValue) else "lambda"
    decorators = (
        [program.evaluate(one, value.scope) for one in value.stmt.decorators] if isinstance(value, DefinitionValue) else []
    )
    if any(map(_is_descriptor, decorators)):
        return UnknownConstant(f"`{name}` is what decorators make of a function")
    return Function(name, lambda args: constant(program.call_concretely(value, args), program), program.arity(value))


def _is_descriptor(decorator: Value) -> bool:
    """Return `True` if a decorator is a class, which makes the attribute an instance whose `__get__` computes what is read."""
    if isinstance(decorator, ExternalSymbol):
        return decorator.name in ("builtins.property", "functools.cached_property")
    return isinstance(decorator, DefinitionValue) and isinstance(decorator.stmt, ClassStatement)


def _call_constant(call: CallResult, callee: Value, program: Program, depth: int) -> Constant:
    """The result of a call: of a known class, or of a class of the program."""
    match callee:
        case ExternalSymbol(name):
            of = canonical(name)
            if isinstance(unreadable := _named_constant(of, program), UnknownConstant) and not is_modelled(of):
                return unreadable
        case DefinitionValue() if callee.node.kind == "class":
            of = callee.full_name
        case CallResult(ExternalSymbol("typing.NewType")) if len(call.args) == 1:
            return argument(call.args[0], call.scope, program, depth)
        case BoundAttribute(CallResult(ExternalSymbol()) as owner, "model_copy"):
            return _copy_constant(constant(owner, program, depth + 1), call, program, depth)
        case _:
            return UnknownConstant("it is the result of a function of the program")
    args: list[Constant] = []
    kwargs: dict[str, Constant] = {}
    for arg in call.args:
        value = argument(arg, call.scope, program, depth)
        if arg.star == "**" and isinstance(value, dict):
            kwargs.update(value)
        elif arg.star:
            return UnknownConstant("it unpacks arguments only the running program knows")
        elif arg.name is None:
            args.append(value)
        else:
            kwargs[arg.name] = value
    if isinstance(callee, DefinitionValue) and not args and _is_typed_dict(callee, program):
        return kwargs
    return CallConstant(of, tuple(args), kwargs)


def _copy_constant(owner: Constant, call: CallResult, program: Program, depth: int) -> Constant:
    """Return `instance.model_copy(update={…})` of a framework's model: the update replaces the fields of these names, without
    validation (pydantic 2). For names of several words the class decides whether they are names of fields or aliases. Returns
    `UnknownConstant` for other copies.
    """
    update = [argument(arg, call.scope, program, depth) for arg in call.args if arg.name == "update"]
    told = all(isinstance(one, dict) for one in update)
    if (
        not isinstance(owner, CallConstant)
        or not told
        or any(arg.name not in ("update", "deep") or arg.star for arg in call.args)
    ):
        return UnknownConstant("it is a copy of what only the running program knows")
    given = {key: value for one in update for key, value in one.items()}
    if not all(isinstance(key, str) and key.isalpha() and key.islower() for key in given):
        return UnknownConstant("it is a copy with other fields")
    return CallConstant(owner.of, owner.args, {**owner.kwargs, **given})


def _is_typed_dict(cls: DefinitionValue, program: Program) -> bool:
    """Return `True` if calling a class creates a plain dict."""
    return any(isinstance(base, ExternalSymbol) and canonical(base.name) in _TYPED_DICTS for base in program.ancestors(cls))


_CLASSES_IN_LOWER_CASE = frozenset(
    "__future__ abc builtins collections dataclasses datetime decimal enum functools types typing uuid".split()
)


_FLAGS = {"I": 2, "L": 4, "M": 8, "S": 16, "U": 32, "X": 64, "A": 256} | {
    "IGNORECASE": 2, "LOCALE": 4, "MULTILINE": 8, "DOTALL": 16, "UNICODE": 32, "VERBOSE": 64, "ASCII": 256,
}  # fmt: skip
"""Flags of `re`, the numbers that JSON has of them."""


_CLOCK = (23, 59, 59, 999_999)
_OBJECTS = {
    "datetime.date.min": CallConstant("datetime.date", (1, 1, 1)),
    "datetime.date.max": CallConstant("datetime.date", (9999, 12, 31)),
    "datetime.datetime.min": CallConstant("datetime.datetime", (1, 1, 1)),
    "datetime.datetime.max": CallConstant("datetime.datetime", (9999, 12, 31, *_CLOCK)),
    "datetime.time.min": CallConstant("datetime.time"),
    "datetime.time.max": CallConstant("datetime.time", _CLOCK),
    "datetime.timedelta.min": CallConstant("datetime.timedelta", (-999_999_999,)),
    "datetime.timedelta.max": CallConstant("datetime.timedelta", (999_999_999, 86_399, 999_999)),
    "datetime.timedelta.resolution": CallConstant("datetime.timedelta", (0, 0, 1)),
    **{
        f"uuid.NAMESPACE_{name}": CallConstant("uuid.UUID", (str(getattr(uuid, f"NAMESPACE_{name}")),))
        for name in ("DNS", "URL", "OID", "X500")
    },
}
"""Objects of the standard library that have a name, as the calls that make equal ones."""


def _named_constant(name: str, program: Program) -> Plain | CallConstant | UnknownConstant | int:
    """A known name as a constant, unless it may be a value that no table holds: `math.pi`, `settings.LIMIT`."""
    if name in _OBJECTS:
        return _OBJECTS[name]
    root, last = name.partition(".")[0], name.rpartition(".")[2]
    if name == f"re.{last}" and last in _FLAGS:
        return _FLAGS[last]
    if root != "builtins" and not is_modelled(name):
        installed = program.version(root.replace("_", "-")) is not None
        return UnknownConstant(f"what `{name}` gives is not followed" if installed else describe_missing(root))
    if root in STANDARD_LIBRARY and root not in _CLASSES_IN_LOWER_CASE and (last.islower() or last.isupper()):
        return UnknownConstant(f"the value of `{name}` is not known")
    return Plain(name)


def as_default(value: Value, program: Program) -> Default:
    """A value on the right-hand side of a parameter or field."""
    made = constant(value, program)
    return made if isinstance(made, UnknownConstant) else Given(made)


def argument(arg: Argument, scope: ProgramPoint, program: Program, depth: int = 0) -> Constant:
    """Return the constant of an argument of a call."""
    return constant(program.evaluate(arg.value, scope), program, depth + 1)


def model_name(call: CallResult, program: Program) -> str | None:
    """The name that a call gives the class it makes; None where it is not known."""
    given = next((arg for arg in call.args if arg.name in (None, "model_name") and not arg.star), None)
    name = None if given is None else argument(given, call.scope, program)
    return name if isinstance(name, str) else None


def is_created(value: Value) -> bool:
    """Return `True` if a value is a model created by `pydantic.create_model`."""
    made_by = value.callee.name if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol) else ""
    return canonical(made_by) == "pydantic.create_model"
