"""`setattr` on a class under a name that is computed: whether that can change what its schema is made of.

Takes the call and the function it stands in, gives True where the name is none of those that count, or where only the methods
of the class are replaced.
"""

from collections.abc import Set

from toolc.module import Attribute, Call, Const, Expr, For, If, JoinedStr, Name, Operation, OutlineNode, SequenceExpr
from toolc.program import ConstantValue, DefinitionValue, Program, ProgramPoint


def is_harmless_setattr(
    call: Call, param: str, function: DefinitionValue, names: Set[str], scope: ProgramPoint, program: Program
) -> bool:
    """Return `True` if `setattr(cls, name, …)` leaves certain attributes of the class alone; `param` is the class."""
    if len(call.args) < 2:
        return False
    name = call.args[1].value
    if isinstance(name, Const):
        return True  # the names that stand there are known otherwise
    before, behind = _ends(name, scope, program)
    if before or behind:
        return not any(one.startswith(before) and one.endswith(behind) for one in names)
    return isinstance(name, Name) and _of_a_method(name.id, call.at, param, function, program)


def _ends(name: Expr, scope: ProgramPoint, program: Program) -> tuple[str, str]:
    """Return the literal prefix and suffix of a computed string; "" where it is computed."""
    match name:
        case JoinedStr(parts=(first, *_)):
            return _text(first), _text(name.parts[-1])
        case Operation(kind="binary", ops=ops, items=(first, *_)) if set(ops) == {"+"}:
            return _text(first), _text(name.items[-1])
        case Call(func=Attribute(value=template, attr="format")):
            value = program.evaluate(template, scope)
            text = value.value if isinstance(value, ConstantValue) and isinstance(value.value, str) else ""
            if "{{" not in text and "}}" not in text:
                return text.partition("{")[0], text.rpartition("}")[2]
    return "", ""


def _text(part: Expr) -> str:
    return part.value if isinstance(part, Const) and part.kind == "str" and isinstance(part.value, str) else ""


def _of_a_method(name: str, at: int, param: str, function: DefinitionValue, program: Program) -> bool:
    """Return `True` if the name comes from `cls.__dict__.items()` here, past values that are not `callable`."""
    statements = [(node, statement) for node, statement, _ in program.statements(function)]
    for node, statement in statements:
        if isinstance(statement, For) and node.at <= at < node.end and (value := _through(statement, name, param)):
            inside = [(inner, one.test) for inner, one in statements if isinstance(one, If) and node.at < inner.at <= at]
            return any(_guards(inner, test, value, at) for inner, test in inside)
    return False


def _through(loop: For, name: str, param: str) -> str:
    """The variable of the values, where a loop goes through the attributes of the class; "" for any other loop."""
    match loop:
        case For(
            target=SequenceExpr(items=(Name(id=key), Name(id=value))),
            iter=Call(func=Attribute(value=Attribute(value=Name(id=owner), attr="__dict__"), attr="items"), args=()),
        ) if key == name and owner == param:
            return value
    return ""


def _guards(node: OutlineNode, test: Expr, value: str, at: int) -> bool:
    """Return `True` if an `if` lets only callable values reach a position: inside it, or after the `continue` in it."""
    body = node.blocks[0].nodes if node.blocks else ()
    if not body:
        return False
    if body[0].at <= at < body[-1].end:
        return _asks(test, value)
    return node.end <= at and [one.kind for one in body] == ["other"] and _denies(test, value)


def _asks(test: Expr, value: str) -> bool:
    """Return `True` if a test holds only for callable values."""
    match test:
        case Call(func=Name(id="callable"), args=(argument,)):
            return isinstance(argument.value, Name) and argument.value.id == value
        case Operation(kind="bool", ops=ops, items=items):
            return set(ops) == {"and"} and any(_asks(item, value) for item in items)
    return False


def _denies(test: Expr, value: str) -> bool:
    """Return `True` if a test holds for all values that are not callable."""
    match test:
        case Operation(kind="unary", ops=("not",), items=(item,)):
            return _asks(item, value)
        case Operation(kind="bool", ops=ops, items=items):
            return set(ops) == {"or"} and any(_denies(item, value) for item in items)
    return False
