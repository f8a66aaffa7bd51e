"""Hooks by which a class makes its own schema: `__get_pydantic_core_schema__` and `__get_pydantic_json_schema__`.

Takes the classes of a lineage, gives what the nearest one's hook returns, read by the interpreter, or the function itself.
Source: pydantic 2.14 `_generate_schema_from_get_schema_method` and `_extract_get_pydantic_json_schema`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import structs

from toolc.lower.annotations.metadata import Resolver
from toolc.lower.effects.metaclasses import set_by_metaclass, unwrap_method
from toolc.lower.values import constant
from toolc.module import Func, SubscriptExpr, ValueExpr
from toolc.program import (
    Argument,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
)
from toolc.qualified_names import canonical
from toolc.signature import (
    HANDLER,
    SOURCE,
    SOURCE_ARGUMENT,
    WHOLE,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Function,
    Generic,
    Handler,
    HookedMetadata,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
    Unresolved,
)  # fmt: skip

CORE_HOOK = "__get_pydantic_core_schema__"
JSON_HOOK = "__get_pydantic_json_schema__"
CORE_SCHEMAS = "pydantic_core.core_schema."
VALIDATORS = "__get_validators__"
OF_PYDANTIC_1 = frozenset({"pydantic.v1.BaseModel", "pydantic.v1.BaseSettings", "pydantic.v1.generics.GenericModel"})
_ASKS = (HANDLER, f"{HANDLER}.generate_schema")
_TYPES = (Plain, Generic, Class, Alias, Annotated, Union, Literal, TypeVariable, Unresolved)


def core_hook(lineage: Sequence[DefinitionValue], resolver: Resolver) -> Constant:
    """Return the result of the class's `__get_pydantic_core_schema__`; `None` if it has no such hook."""
    program = resolver.program
    hook = set_by_metaclass(lineage, CORE_HOOK, program) or _nearest(lineage, CORE_HOOK, program)
    if hook is None:
        return None
    hook, bound = unwrap_method(hook, program)
    if not isinstance(hook, DefinitionValue) or not isinstance(hook.stmt, Func):
        return UnknownConstant(f"{CORE_HOOK} is not a function of the class")
    cls = lineage[0]
    return _result(
        program.call_concretely(
            hook, (cls, ExternalSymbol(HANDLER)), cls if bound or _is_class_method(hook, program) else None
        ),
        resolver,
    )


def validators(lineage: Sequence[DefinitionValue], program: Program) -> CallConstant | None:
    """Return the core schema that pydantic builds for a class with the hook of pydantic 1, as each of its models has one: a
    chain of functions without a schema of their input (2.14 `_generate_schema_from_get_schema_method`). Returns `None` for
    other classes.
    """
    old = any(isinstance(base, ExternalSymbol) and base.name in OF_PYDANTIC_1 for base in program.ancestors(lineage[0]))
    if not old and not isinstance(_nearest(lineage, VALIDATORS, program), DefinitionValue):
        return None
    return CallConstant(
        f"{CORE_SCHEMAS}chain_schema", ([CallConstant(f"{CORE_SCHEMAS}with_info_plain_validator_function", (VALIDATORS,))],)
    )


def hooked_metadata(value: Value, source: Type, resolver: Resolver) -> HookedMetadata | None:
    """An item of metadata of `source` with hooks: a class, an instance of one, `GetPydanticSchema(…)`; None for any other."""
    made = value.callee if isinstance(value, CallResult) else value
    if (
        isinstance(made, ExternalSymbol)
        and isinstance(value, CallResult)
        and canonical(made.name) == "pydantic.GetPydanticSchema"
    ):
        return _functions(value, source, resolver)
    if not isinstance(made, DefinitionValue) or made.node.kind != "class":
        return None
    program = resolver.program
    bases = program.ancestors(made)
    if any(isinstance(base, Unknown) for base in bases):
        return None
    lineage = [made, *(base for base in bases if isinstance(base, DefinitionValue))]
    core, json = (_nearest(lineage, name, program) for name in (CORE_HOOK, JSON_HOOK))
    if core is None and json is None:
        base = next((base for base in bases if isinstance(base, ExternalSymbol) and _read_by_pydantic(base)), None)
        reason = "" if base is None else f"it inherits what {base.name} says to pydantic"
        return HookedMetadata(made.stmt.name, UnknownConstant(reason), None) if reason else None
    ran = [_method(hook, made, value, program) if hook is not None else None for hook in (core, json)]
    return HookedMetadata(made.stmt.name, _core_of_hook(ran[0], source, resolver), _as_function(JSON_HOOK, ran[1], resolver))


def stands_for(value: Value, program: Program) -> Value:
    """An item of metadata of a class that adds nothing to one of KEPT_WHOLE: what that class makes of its arguments."""
    made = value.callee if isinstance(value, CallResult) else value
    if not isinstance(value, CallResult) or not isinstance(made, DefinitionValue) or made.node.kind != "class":
        return value
    bases = program.ancestors(made)
    base = next((base for base in bases if isinstance(base, ExternalSymbol) and canonical(base.name) in KEPT_WHOLE), None)
    lineage = [made, *(base for base in bases if isinstance(base, DefinitionValue))]
    names = {name for cls in lineage for name in program.class_attribute_names(cls)}
    if base is None or names - _SHOWN_ONLY or any(isinstance(one, Unknown) for one in bases):
        return value
    return structs.replace(value, callee=base)


KEPT_WHOLE = frozenset(
    f"pydantic.{name}"
    for name in (
        "AfterValidator", "BeforeValidator", "PlainValidator", "WrapValidator", "PlainSerializer", "WrapSerializer",
        "StringConstraints",
    )
) | {"annotated_types.Predicate", "annotated_types.Not"}  # fmt: skip
"""Metadata that pydantic recognises by `isinstance` or by a method, so that subclasses count as well (2.14)."""

_SHOWN_ONLY = frozenset({"__doc__", "__str__", "__repr__", "__slots__", "__module__", "__qualname__"})


def _read_by_pydantic(base: ExternalSymbol) -> bool:
    """Return `True` if instances of a class are metadata pydantic knows (`PathType`, `annotated_types.GroupedMetadata`)."""
    package, _, name = canonical(base.name).partition(".")
    return package in ("pydantic", "annotated_types") and name not in ("BaseModel", "RootModel")


_Run = Callable[[tuple[Any, ...]], Value]


def _functions(call: CallResult, source: Type, resolver: Resolver) -> HookedMetadata:
    """`GetPydanticSchema(get_pydantic_core_schema=…, get_pydantic_json_schema=…)`."""
    program = resolver.program
    names = ("get_pydantic_core_schema", "get_pydantic_json_schema")
    positional = [arg for arg in call.args if arg.name is None]
    given = {**dict(zip(names, positional, strict=False)), **{arg.name: arg for arg in call.args if arg.name is not None}}
    values = [program.evaluate(given[name].value, call.scope) if name in given else None for name in names]
    runs: list[_Run | None] = [
        None if one is None or one == ConstantValue(None) else partial(program.call_concretely, one) for one in values
    ]
    if len(positional) > len(names) or any(arg.star for arg in call.args):
        runs = [lambda _: Unknown("its arguments are not known")] * 2
    return HookedMetadata(
        "GetPydanticSchema", _core_of_hook(runs[0], source, resolver), _as_function(names[1], runs[1], resolver)
    )


def _method(hook: Value, cls: DefinitionValue, value: Value, program: Program) -> _Run:
    """A hook as it is called on an annotation: on the instance, or on the class."""
    if not isinstance(hook, DefinitionValue) or not isinstance(hook.stmt, Func):
        return lambda _: Unknown("the hook is not a function of the class")
    owner = (
        cls
        if _is_class_method(hook, program)
        else value
        if isinstance(value, CallResult) and not hook.stmt.decorators
        else None
    )
    return lambda args: program.call_concretely(hook, args, owner)


def _core_of_hook(run: _Run | None, source: Type, resolver: Resolver) -> Constant:
    asked = CallResult(ExternalSymbol(SOURCE), _arguments(source), ProgramPoint(""), 0, 0)
    return None if run is None else _result(run((asked, ExternalSymbol(HANDLER))), resolver)


def _arguments(source: Type) -> tuple[Argument, ...]:
    """Return the number of arguments of an annotated type, as `typing.get_args` counts them; empty if it is unknown."""
    inner = source.type if isinstance(source, Annotated) else source
    args = inner.args if isinstance(inner, Generic | Class) else () if isinstance(inner, Plain) else None
    return () if args is None else (Argument(None, ValueExpr(0, 0, ConstantValue(len(args)))),)


def _as_function(name: str, run: _Run | None, resolver: Resolver) -> Function | None:
    """A function of the core schema and the handler, which is given the core schemas that the program makes as constants."""

    def call(args: tuple[Any, ...]) -> Constant:
        assert run is not None
        schema, handler = args
        read = Handler(
            handler.attributes, lambda given: handler.asked(_core(given, resolver) if isinstance(given, CallResult) else given)
        )
        return constant(run((schema, read)), resolver.program)

    return None if run is None else Function(name, call, 2)


def _result(value: Value, resolver: Resolver) -> Constant:
    made = _core(value, resolver)
    return UnknownConstant("it returns no core schema") if made is None else made


def json_hook(lineage: Sequence[DefinitionValue], resolver: Resolver) -> Function | None:
    """The hook of the class as a function of the core schema and the handler."""
    program = resolver.program
    hook = _nearest(lineage, JSON_HOOK, program)
    if hook is None:
        return None
    if not isinstance(hook, DefinitionValue) or not isinstance(hook.stmt, Func):
        return Function(JSON_HOOK, lambda _: UnknownConstant("it is not a function of the class"), 2)
    owner = lineage[0] if _is_class_method(hook, program) else None
    return _as_function(JSON_HOOK, lambda args: program.call_concretely(hook, args, owner), resolver)


def referenced_types(core: Constant) -> list[Type]:
    """Return the types that a core schema refers to through the hook's handler."""
    found: list[Type] = []
    pending = [core]
    while pending:
        match pending.pop():
            case CallConstant(of, args, kwargs):
                pending.extend(() if of == HANDLER else (*args, *kwargs.values()))
                found.extend(arg for arg in args if of == HANDLER and isinstance(arg, _TYPES))
            case list() | tuple() as items:
                pending.extend(items)
            case dict() as entries:
                pending.extend(entries.values())
    return found


def _nearest(lineage: Sequence[DefinitionValue], name: str, program: Program) -> Value | None:
    """The hook as the class that is nearest has it; one that is set once the class is made is not followed."""
    for cls in lineage:
        if program.late_class_attribute(cls, name) is not None:
            return Unknown("it is set after the class is made")
        if (value := program.class_attribute(cls, name)) is not None:
            return value
    return None


def _is_class_method(hook: DefinitionValue, program: Program) -> bool:
    """Return `True` if a hook is a class method, which gets the class as its first argument."""
    decorators = [program.evaluate(decorator, hook.scope) for decorator in hook.stmt.decorators]
    return ExternalSymbol("builtins.classmethod") in decorators


def _source(told: Value, program: Program) -> CallConstant | None:
    """The annotated type, or the argument of it that `get_args` gives."""
    match told:
        case ExternalSymbol(name) | CallResult(ExternalSymbol(name)) if name == SOURCE:
            return CallConstant(SOURCE)
        case Thunk(SubscriptExpr(_, _, ValueExpr(_, _, ExternalSymbol(name)))) if name == SOURCE:
            return CallConstant(SOURCE)
        case CallResult(ExternalSymbol(name), (at,)) if name == SOURCE_ARGUMENT:
            return CallConstant(SOURCE, (constant(program.evaluate(at.value, told.scope), program),))
    return None


def _core(value: Value, resolver: Resolver) -> Constant:
    """Return a core schema as a constant; types that are passed to pydantic's handler are resolved on the way."""
    program = resolver.program
    match value:
        case CallResult(ExternalSymbol(name)) if canonical(name) in _ASKS and len(value.args) == 1:
            told = program.evaluate(value.args[0].value, value.scope)
            source = _source(told, program)
            whole = {} if canonical(name) == HANDLER else {WHOLE: True}
            return CallConstant(HANDLER, (resolver.from_value(told) if source is None else source,), whole)
        case CallResult(ExternalSymbol(name)) if name.startswith(CORE_SCHEMAS) and not any(arg.star for arg in value.args):
            given = [(arg.name, _core(program.evaluate(arg.value, value.scope), resolver)) for arg in value.args]
            args = tuple(item for keyword, item in given if keyword is None)
            return CallConstant(name, args, {keyword: item for keyword, item in given if keyword is not None})
        case SequenceValue(_, items):
            return [_core(item, resolver) for item in items]
        case MappingValue(items):
            return {key: _core(item, resolver) for key, item in items}
        case _:
            return constant(value, program)
