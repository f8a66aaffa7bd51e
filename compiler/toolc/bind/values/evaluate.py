"""Evaluator of expressions: bounded, over literals, names, strings, containers and enum members.

Takes an expression and a scope, gives a `Value`. Nothing of the program runs; one that is not constant stays an expression
(`Thunk`), a call (`CallResult`) or `Unknown` with the reason.
"""

from collections.abc import Mapping
from typing import Any, Literal

from toolc.analysis import constants
from toolc.analysis.constants import NoConstant
from toolc.bind.links import Links
from toolc.bind.syntax_effects import GENERATOR, contains_keyword
from toolc.bind.values.call_arguments import arguments
from toolc.bind.values.data import as_pure_data
from toolc.bind.values.displays import attempt, display
from toolc.bind.values.enums import distinct, has_metaclass_method, is_enum, member_by_value
from toolc.bind.values.kinds import QUESTIONS, evaluate_type_test, is_none, same_class
from toolc.limits import CODES as LIMITS
from toolc.module import (
    Attribute,
    Await,
    Call,
    Comprehension,
    Const,
    DeferredNode,
    Dict,
    Expr,
    FormattedValue,
    Func,
    IfExp,
    JoinedStr,
    Name,
    Operation,
    SequenceExpr,
    SubscriptExpr,
    ValueExpr,
)
from toolc.program import (
    Argument,
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    ModuleValue,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
)


def evaluate(expr: Expr, scope: ProgramPoint, links: Links, name: str = "") -> Value:
    """The value of an expression; `name` is the variable it is assigned to, which is what a server is known by."""
    match expr:
        case Const():
            return ConstantValue(expr.python())
        case Name(_, _, id):
            return links.lookup(id, scope)
        case Attribute(_, _, value, attr):
            return links.attribute(links.evaluate(value, scope), attr)
        case Call():
            return _call(expr, scope, links, name)
        case SequenceExpr() | Dict():
            return display(expr, scope, links)
        case JoinedStr():
            return _fstring(expr, scope, links)
        case Operation():
            return _operation(expr, scope, links, name)
        case IfExp(_, _, test, body, orelse):
            verdict = truth(test, scope, links)
            if verdict is not None:
                return links.evaluate(body if verdict else orelse, scope, name)
            return Unknown("it depends on a condition only the running program decides")
        case SubscriptExpr():
            return _subscript(expr, scope, links, name)
        case ValueExpr(_, _, held):
            return _embedded_value(held)
        case DeferredNode(_, _, "lambda"):
            return Thunk(expr, scope, name)
        case Comprehension():
            return links.comprehension(expr, scope)
        case Await(_, _, value):
            return links.await_result(links.evaluate(value, scope))
        case DeferredNode(_, _, kind):
            return Unknown(_TOO_LARGE.get(kind, f"a {kind} is not evaluated"))
        case _:
            return Unknown("it is computed while the program runs")


def _embedded_value(value: Any) -> Value:
    """Return the value embedded in a syntax node when its function was followed."""
    held: Value = value
    return held


_TOO_LARGE = {
    **dict.fromkeys(("deep", *LIMITS), "it is longer or nests deeper than toolc reads"),
    "unread": "it could not be read",
}


def _fstring(expr: JoinedStr, scope: ProgramPoint, links: Links) -> Value:
    parts: list[str] = []
    for part in expr.parts:
        if not isinstance(part, FormattedValue):
            parts.append(str(part.python()) if isinstance(part, Const) else "")
            continue
        value = links.evaluate(part.value, scope)
        spec = links.evaluate(part.spec, scope) if part.spec is not None else ConstantValue("")
        if not isinstance(value, ConstantValue) or not isinstance(spec, ConstantValue):
            return value if isinstance(value, Unknown) else Unknown("a part of the text is computed while the program runs")
        try:
            parts.append(constants.format_field(value.value, part.conversion, str(spec.value)))
        except NoConstant as reason:
            return Unknown(str(reason))
    return attempt(lambda: constants.check_size("".join(parts)))


# --- operators -------------------------------------------------------------------------------------------------------


def _operation(expr: Operation, scope: ProgramPoint, links: Links, name: str) -> Value:
    values = [links.evaluate(item, scope) for item in expr.items]
    if expr.kind == "bool":
        return _boolean(expr.ops[0], values)
    if not all(isinstance(value, ConstantValue) for value in values):
        if expr.kind == "compare" and expr.ops in (("is",), ("is not",)):
            same = is_none(values[0]) if values[1] == ConstantValue(None) else same_class(values[0], values[1])
            return (
                Unknown("it is compared with another object") if same is None else ConstantValue(same is (expr.ops == ("is",)))
            )
        if expr.kind == "binary" and set(expr.ops) == {"|"}:
            return Thunk(expr, scope, name)  # a union of types
        unknown = next((value for value in values if isinstance(value, Unknown)), None)
        return unknown or Unknown("it is computed from values only the running program knows")
    operands = [value.value for value in values if isinstance(value, ConstantValue)]
    if expr.kind == "unary":
        return attempt(lambda: constants.unary(expr.ops[0], operands[0]))
    if expr.kind == "compare":
        return attempt(lambda: _compare(expr.ops, operands))
    if set(expr.ops) == {"|"} and any(operand is None for operand in operands):
        return Thunk(expr, scope, name)  # `"Name" | None` as an annotation
    return attempt(lambda: _fold(expr.ops, operands))


def _fold(ops: tuple[str, ...], operands: list[Any]) -> Any:
    result = operands[0]
    for op, operand in zip(ops, operands[1:], strict=True):
        result = constants.binary(op, result, operand)
    return result


def _compare(ops: tuple[str, ...], operands: list[Any]) -> bool:
    return all(constants.binary(op, a, b) for op, a, b in zip(ops, operands, operands[1:], strict=False))


def _boolean(op: str, values: list[Value]) -> Value:
    """`and` / `or` as a value: the first operand that decides it, if all before it are known."""
    for value in values:
        if not isinstance(value, ConstantValue):
            return Unknown("it depends on a value only the running program knows")
        if bool(value.value) is (op == "or"):
            return value
    return values[-1]


def truth(expr: Expr, scope: ProgramPoint, links: Links) -> bool | None:
    """Return the truth value of an expression, `None` if unknown; one operand may decide `and` and `or`."""
    match expr:
        case Operation(_, _, "bool", ops, items):
            decisive = ops[0] == "or"
            verdicts = [truth(item, scope, links) for item in items]
            return decisive if decisive in verdicts else None if None in verdicts else not decisive
        case Operation(_, _, "unary", ("not",), (item,)):
            verdict = truth(item, scope, links)
            return None if verdict is None else not verdict
        case _:
            value = links.evaluate(expr, scope)
            if isinstance(value, SequenceValue | MappingValue):
                return bool(value.items)
            return bool(value.value) if isinstance(value, ConstantValue) else None


def _subscript(expr: SubscriptExpr, scope: ProgramPoint, links: Links, name: str) -> Value:
    value = links.evaluate(expr.value, scope)
    if isinstance(value, Unknown) or (isinstance(value, ExternalSymbol) and value.name in links.known):
        return value  # `Agent[Deps, str]` is `Agent`: what registers tools does so whatever its type arguments
    single = expr.items[0] if len(expr.items) == 1 else None
    if not isinstance(value, (ConstantValue, SequenceValue, MappingValue)):
        if single is not None and value == _MODULES and (module := _module(single, scope, links)) is not None:
            return module
        if single is not None and isinstance(value, DefinitionValue) and is_enum(value, links):
            key = links.evaluate(single, scope)
            if (
                isinstance(key, ConstantValue)
                and isinstance(key.value, str)
                and not has_metaclass_method(value, "__getitem__", links)
            ):
                return links.attribute(value, key.value)
        return Thunk(expr, scope, name)
    index = None if single is None else links.evaluate(single, scope)
    return (
        _item(value, index.value)
        if isinstance(index, ConstantValue)
        else Unknown("the index is computed while the program runs")
    )


_MODULES = ExternalSymbol("sys.modules")


def _module(key: Expr, scope: ProgramPoint, links: Links) -> ModuleValue | None:
    """`sys.modules[name]`; a file that runs as a script has another name, and is found under it."""
    if isinstance(key, Name) and key.id == "__name__":
        return ModuleValue(scope.module)
    name = links.evaluate(key, scope)
    known = isinstance(name, ConstantValue) and isinstance(name.value, str) and links.library.exists(name.value)
    return ModuleValue(name.value) if isinstance(name, ConstantValue) and known else None


def _item(value: ConstantValue | SequenceValue | MappingValue, index: Any) -> Value:
    try:
        if isinstance(value, ConstantValue):
            return ConstantValue(value.value[index])
        parts: Mapping[Any, Value] = dict(value.items if isinstance(value, MappingValue) else enumerate(value.items))
        return parts[index]
    except (TypeError, LookupError):
        return Unknown("there is no such item")


# --- calls -----------------------------------------------------------------------------------------------------------


def _call(expr: Call, scope: ProgramPoint, links: Links, name: str) -> Value:
    callee = links.evaluate(expr.func, scope)
    if isinstance(callee, Unknown):
        return callee
    args = arguments(expr)
    folded = _fold_call(callee, args, scope, links)
    if folded is None and links.executed is not None and _is_followed(callee, links):
        found = links.executed.call_value(scope.module, expr.at, expr.end)
        folded = None if found is None else as_pure_data(found, links)
    if folded is not None:
        return folded
    made = CallResult(callee, args, scope, expr.at, expr.end, name)
    given = links.result(made) if isinstance(callee, DefinitionValue) and callee.node.kind == "def" else made
    return given if isinstance(given, (ConstantValue, SequenceValue, MappingValue, EnumMember)) else made


def _fold_call(callee: Value, args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> Value | None:
    """A call that has a constant result; None for every other."""
    if isinstance(callee, ExternalSymbol):
        if callee.name in _CASTS and len(args) == 2 and not any(arg.name or arg.star for arg in args):
            return links.evaluate(args[1].value, scope)
        if callee.name in _COLLECTING and len(args) == 1 and (listed := _members(args[0], callee.name, scope, links)):
            return listed
        if callee.name in _REFLECTING and (found := links.reflect(callee.name, args, scope)) is not None:
            return found
        if callee.name in _VERSIONS and (version := _version(args, scope, links)) is not None:
            return version
        if not constants.foldable(callee.name):
            return _kind(callee.name, args, scope, links)
        given = _constants(args, scope, links)
        return None if given is None else attempt(lambda: constants.function(callee.name, *given))
    if (
        isinstance(callee, BoundAttribute)
        and isinstance(callee.owner, (SequenceValue, MappingValue))
        and callee.name == "copy"
        and not args
    ):
        return callee.owner
    if isinstance(callee, BoundAttribute) and isinstance(callee.owner, ConstantValue):
        owner = callee.owner.value
        values = _constants(args, scope, links) or _keys(callee.name, args, scope, links)
        if values is None:
            return Unknown("an argument is computed while the program runs")
        return attempt(lambda: constants.method(owner, callee.name, *values))
    if isinstance(callee, DefinitionValue) and len(args) == 1 and is_enum(callee, links):
        value = links.evaluate(args[0].value, scope)
        return member_by_value(callee, value, links) if isinstance(value, (ConstantValue, EnumMember)) else None
    return None


def _keys(
    method: str, args: tuple[Argument, ...], scope: ProgramPoint, links: Links
) -> tuple[list[Any], dict[str, Any]] | None:
    """`", ".join(d)` of a dict whose keys alone are told."""
    value = links.evaluate(args[0].value, scope) if method == "join" and len(args) == 1 and not args[0].star else None
    keys = [key for key, _ in value.items] if isinstance(value, MappingValue) else [None]
    return ([keys], {}) if all(isinstance(key, str) for key in keys) else None


def _kind(callee: str, args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> ConstantValue | None:
    """A call that asks of what kind a value is."""
    if callee not in (*QUESTIONS, *_ASYNCHRONOUS) or any(arg.name is not None or arg.star for arg in args):
        return None
    values = [links.evaluate(arg.value, scope) for arg in args]
    if callee in _ASYNCHRONOUS:
        return _asynchronous(links.result(values[0]), links) if len(values) == 1 else None
    answer = evaluate_type_test(callee, values)
    return None if answer is None else ConstantValue(answer)


def _asynchronous(value: Value, links: Links) -> ConstantValue | None:
    if not isinstance(value, DefinitionValue) or not isinstance(value.stmt, Func):
        return None
    return ConstantValue(value.stmt.is_async and not contains_keyword(GENERATOR, links.library.unit(value.module), value.node))


_ASYNCHRONOUS = ("inspect.iscoroutinefunction", "asyncio.iscoroutinefunction")

_CASTS = frozenset({"typing.cast", "typing_extensions.cast"})

_REFLECTING = frozenset(
    {*(f"builtins.{one}" for one in ("getattr", "hasattr", "isinstance", "type", "vars", "dir")), "inspect.getmembers"}
)

_COLLECTING: dict[str, Literal["list", "tuple", "set"]] = {
    "builtins.list": "list", "builtins.tuple": "tuple", "builtins.set": "set", "builtins.frozenset": "set",
}  # fmt: skip


def _members(arg: Argument, collection: str, scope: ProgramPoint, links: Links) -> SequenceValue | None:
    """`list(Color)`: the members of an enum, without the further names that some have."""
    enum = links.evaluate(arg.value, scope) if arg.name is None and not arg.star else None
    if not isinstance(enum, DefinitionValue) or not is_enum(enum, links):
        return None
    listed = distinct(enum, links)
    return None if listed is None else SequenceValue(_COLLECTING[collection], listed)


_EXECUTED = frozenset({*(f"builtins.{one}" for one in ("set", "list", "tuple", "sorted", "frozenset")), "typing.get_args"})
"""Functions of Python whose calls are followed by executing them."""


_VERSIONS = frozenset({"importlib.metadata.version", "importlib_metadata.version"})


def _version(args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> Value | None:
    """`version("name")` of what is installed on the search path, as its metadata says."""
    name = links.evaluate(args[0].value, scope) if len(args) == 1 and not args[0].star else None
    if not isinstance(name, ConstantValue) or not isinstance(name.value, str) or name.value == "python":
        return None
    version = links.version(name.value)
    return None if version is None else ConstantValue(version)


def _is_followed(callee: Value, links: Links) -> bool:
    """Return `True` if a call is followed: of a function of the program that no system knows, or of one of Python's."""
    if isinstance(callee, ExternalSymbol):
        return callee.name in _EXECUTED
    if isinstance(callee, BoundAttribute) and isinstance(callee.owner, DefinitionValue):  # a class method, bound to its class
        return f"{callee.owner.module}.{callee.owner.qualname}.{callee.name}" not in links.known
    if not isinstance(callee, DefinitionValue) or callee.node.kind != "def":
        return False
    return f"{callee.module}.{callee.qualname}" not in links.known


def _constants(args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> tuple[list[Any], dict[str, Any]] | None:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for arg in args:
        value = links.evaluate(arg.value, scope)
        if not isinstance(value, ConstantValue) or arg.star == "**":
            return None
        if arg.star:
            if not isinstance(value.value, (list, tuple)):
                return None
            positional.extend(value.value)
        elif arg.name is None:
            positional.append(value.value)
        else:
            named[arg.name] = value.value
    return positional, named
