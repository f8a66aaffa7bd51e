"""Values that only the running program has and that a function may never need.

Takes an expression or the block of an `if`, says whether leaving it out leaves everything else as it is: an expression that
only computes, and a check that raises, which nobody who gets a result has met.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from toolc.bind.interpret.frame import Frame, Machine, NotSupported
from toolc.module import Await, Call, DeferredNode, Expr, Name, OutlineNode
from toolc.program import ExternalSymbol

_COMPUTING = frozenset(
    """all any bool dict dir enumerate frozenset getattr hasattr id int isinstance issubclass len list max min range repr
    reversed set sorted str sum tuple type vars zip""".split()
)
_LOOKING = frozenset(
    {"dataclasses.fields", "inspect.signature", "typing.get_args", "typing.get_origin", "typing.get_type_hints"}
)


def only_computes(expr: Expr, machine: Machine, frame: Frame) -> bool:
    """Return `True` if an expression has no side effect: it calls at most functions that only inspect their arguments."""
    for part in _parts(expr):
        if isinstance(part, Await) or (isinstance(part, DeferredNode) and part.kind != "slice"):
            return False
        if isinstance(part, Call) and not _looks(part, machine, frame):
            return False
    return True


def only_warns(expr: Expr, machine: Machine, frame: Frame) -> bool:
    """Return `True` if an expression is a call of `warnings.warn`."""
    if not isinstance(expr, Call) or not all(only_computes(arg.value, machine, frame) for arg in expr.args):
        return False
    return _called_function(expr.func, machine, frame) == "warnings.warn"


def only_raises(nodes: Sequence[OutlineNode], text: str) -> bool:
    """Return `True` if a block consists of a single `raise`."""
    return len(nodes) == 1 and text.startswith("raise")


def _looks(call: Call, machine: Machine, frame: Frame) -> bool:
    if isinstance(call.func, Name) and call.func.id in _COMPUTING and frame.find(call.func.id)[0]:
        return False
    return _called_function(call.func, machine, frame) in {*_LOOKING, *(f"builtins.{name}" for name in _COMPUTING)}


def _called_function(func: Expr, machine: Machine, frame: Frame) -> str:
    """The name of the library's function that is called, "" for any other."""
    try:
        value = machine.eval(func, frame)
    except NotSupported:
        return ""
    return value.name if isinstance(value, ExternalSymbol) else ""


def _parts(part: object) -> Iterator[object]:
    """An expression and all that stands inside it."""
    if isinstance(part, Struct):
        yield part
        for name in part.__struct_fields__:
            yield from _parts(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _parts(item)
