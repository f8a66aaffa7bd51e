"""Results of `default_factory` for an instance created without that field.

Takes the constant of the factory, gives that of its result; raises `UnknownPart` where only the running program knows.
"""

from toolc.schema.pydantic.issues import UnknownPart, any_undecided
from toolc.signature import CallConstant, Class, Constant, Function, Plain

_KINDS = (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
_EMPTY: dict[str, type] = {f"builtins.{kind.__name__}": kind for kind in _KINDS}


def make_default(by: Constant) -> Constant:
    """Return the result of a factory called without arguments: an empty container, an instance, a function's result."""
    match by:
        case Plain(name) if name in _EMPTY:
            made: Constant = _EMPTY[name]()
            return made
        case Class(qualname, ()):
            return CallConstant(qualname)
        case Function(run=run, arity=0):
            made = run(())
            if (reason := any_undecided(made)) is None:
                return made
            raise UnknownPart(reason)
    raise UnknownPart("a field of the default is made by a factory")
