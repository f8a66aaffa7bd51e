"""Options of a tool beside its schemas: takes options, returns texts, and findings about what is not decided."""

from collections.abc import Mapping

from toolc.signature import CallConstant, Constant, Function, UnknownConstant
from toolc.systems.base import Finding, Subject, make_finding

_OPEN = (Function, CallConstant, UnknownConstant)
"""Values that are not hints, which are texts and booleans."""


def text(value: Constant) -> str | None:
    """The value if it is a string."""
    return value if isinstance(value, str) else None


def undecided_options(subject: Subject, shapes: Mapping[str, tuple[type, ...]]) -> tuple[Finding, ...]:
    """Options whose value only running the program can tell are left out, and that is said."""
    return tuple(
        make_finding("TC202", f"`{name}` is computed while the program runs", subject.signature.span, "approximate")
        for name, types in shapes.items()
        if (given := subject.options.get(name)) is not None and (not isinstance(given, types) or _open(given))
    )


def _open(value: Constant) -> bool:
    """Return `True` if something in a mapping or an object is not known."""
    inside = value.kwargs if isinstance(value, CallConstant) else value
    return isinstance(inside, Mapping) and any(isinstance(item, _OPEN) for item in inside.values())
