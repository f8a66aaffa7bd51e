"""Arguments of calls: takes argument expressions, gives values, with unpacked ones where they are known."""

from collections.abc import Sequence

from toolc.bind.links import CallArguments, Links
from toolc.module import Call
from toolc.program import Argument, ConstantValue, MappingValue, ProgramPoint, SequenceValue, Value


def evaluate_arguments(args: Sequence[Argument], scope: ProgramPoint, links: Links) -> CallArguments:
    """The arguments of a call, evaluated, with what is unpacked into it where that is known."""
    positional: list[Value] = []
    named: dict[str, Value] = {}
    opened = False
    for arg in args:
        value = links.evaluate(arg.value, scope)
        if arg.star == "**":
            inside = entries(value)
            opened = opened or inside is None
            named.update({str(key): one for key, one in inside or ()})
        elif arg.star:
            parts = items(value)
            opened = opened or parts is None
            positional.extend(parts or ())
        elif arg.name is not None:
            named[arg.name] = value
        elif not opened:  # behind an unknown number of arguments
            positional.append(value)
    return CallArguments(tuple(positional), named, opened, tuple(args), scope)


def arguments(call: Call) -> tuple[Argument, ...]:
    """The arguments of a call expression, to be evaluated when asked."""
    return tuple(Argument(arg.name, arg.value, arg.star) for arg in call.args)


def items(value: Value) -> tuple[Value, ...] | None:
    """The items of a list or tuple; None when they are not told."""
    match value:
        case SequenceValue(_, inside):
            return inside
        case ConstantValue(list() | tuple() as constants):
            return tuple(ConstantValue(one) for one in constants)
        case _:
            return None


def entries(value: Value) -> tuple[tuple[object, Value], ...] | None:
    """The items of a dict; None when they are not told."""
    match value:
        case MappingValue(inside):
            return inside
        case ConstantValue(dict() as constants):
            return tuple((key, ConstantValue(one)) for key, one in constants.items())
        case _:
            return None
