"""Objects of the standard library that are computed: dates, durations, decimals, paths, UUIDs, digests, parsed URLs.

A call of a function of `FUNCTIONS` with constants alone is computed, as are operators, comparisons, attributes and methods of
what it gives. Nothing here opens a file, asks for the time or depends on the machine.

Source: the library reference of CPython 3.11.
"""

import builtins
import importlib
from collections.abc import Callable
from functools import cache
from time import struct_time
from typing import Any

from toolc.analysis.constants import LARGEST, NoConstant, check_spec, heavy
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, SCALARS, LibraryObject, Native, Site, Symbol, Value

MAX_TEXT = 10_000
"""Characters and elements that a function is given at most."""

MAX_EXPONENT = 100
"""Decimal digits before and behind the point of a number that is computed with."""


_PATHS = "pathlib.PurePosixPath"

FUNCTIONS: dict[str, str] = {
    **{f"{module}.{name}": f"{module}.{name}" for module, names in {
        "datetime": "date datetime time timedelta timezone date.fromisoformat datetime.fromisoformat time.fromisoformat"
        " datetime.combine datetime.strptime date.fromordinal",
        "decimal": "Decimal",
        "fractions": "Fraction",
        "uuid": "UUID uuid3 uuid5",
        "base64": "b64encode b64decode urlsafe_b64encode urlsafe_b64decode standard_b64encode standard_b64decode b32encode"
        " b32decode b16encode b16decode",
        "binascii": "hexlify unhexlify crc32",
        "zlib": "crc32 adler32",
        "html": "escape unescape",
        "unicodedata": "normalize",
        "shlex": "split quote join",
        "urllib.parse": "urlparse urlsplit urljoin urlunparse urlunsplit urlencode quote quote_plus unquote unquote_plus"
        " parse_qs parse_qsl",
        "textwrap": "indent shorten fill wrap",
        "fnmatch": "fnmatch fnmatchcase filter",
        "statistics": "mean fmean median median_low median_high mode multimode pstdev pvariance stdev variance",
        "calendar": "isleap leapdays monthrange weekday",
        "math": "sqrt isqrt floor ceil trunc fabs fsum prod gcd lcm log log2 log10 exp sin cos tan hypot degrees radians"
        " isclose isnan isinf isfinite copysign dist",
        "ast": "literal_eval",
        "hashlib": "md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 sha3_512 new",
    }.items() for name in names.split()},
    **{f"{module}.{name}": f"posixpath.{name}" for module in ("os.path", "posixpath")
       for name in "join basename dirname split splitext normpath isabs commonprefix commonpath".split()},
    "pathlib.Path": _PATHS, "pathlib.PurePath": _PATHS, "pathlib.PurePosixPath": _PATHS, "pathlib.PosixPath": _PATHS,
}  # fmt: skip
"""Functions that are evaluated on constant arguments: dotted name → the function of Python that is called."""

CONSTANTS: dict[str, str] = {
    "datetime.timezone.utc": "datetime.timezone.utc", "datetime.UTC": "datetime.timezone.utc",
    **{f"uuid.{name}": f"uuid.{name}" for name in ("NAMESPACE_DNS", "NAMESPACE_URL", "NAMESPACE_OID", "NAMESPACE_X500")},
}  # fmt: skip
"""Names of objects that are held."""


@cache
def types() -> tuple[type, ...]:
    """The classes of Python whose objects are held."""
    names = (
        "datetime.date datetime.time datetime.timedelta datetime.tzinfo decimal.Decimal fractions.Fraction pathlib.PurePath"
        " uuid.UUID urllib.parse.ParseResult urllib.parse.SplitResult"
    )
    return (*map(_object, names.split()), type(_object("hashlib.sha256")()), type(_object("hashlib.blake2b")()))


@cache
def _object(dotted: str) -> Any:
    """An object of Python's standard library by the name that a table here has for it."""
    parts = dotted.split(".")
    home = 2 if dotted.startswith("urllib.") else 1
    found: Any = importlib.import_module(".".join(parts[:home]))
    for name in parts[home:]:
        found = getattr(found, name)
    return found


CONTEXTS = frozenset(
    {"decimal.getcontext", "decimal.setcontext", "decimal.localcontext", "decimal.DefaultContext", "locale.setlocale"}
)
"""Names of the standard library through which a program changes what such calls give."""

_OF_MACHINE = frozenset("today now utcnow fromtimestamp timestamp astimezone ctime as_uri copy".split())
"""Attributes that depend on the clock or on the machine."""


class Immutable(LibraryObject):
    """An object of the standard library that was computed: `held` is Python's own."""

    __slots__ = ("held",)

    def __init__(self, callee: Value, site: Site, held: Any) -> None:
        super().__init__(callee, site)
        self.held = held

    @property
    def key(self) -> tuple[type, Any]:
        """Type and object: equal for objects that are the same key of a dict."""
        return type(self.held), self.held


def held_object(value: Value) -> Any:
    """Return the object of Python that a value stands for; MISSING if it stands for none."""
    if isinstance(value, Immutable):
        return value.held if value.taint is None else MISSING
    name = CONSTANTS.get(value.name) if type(value) is Symbol else None
    return MISSING if name is None else _object(name)


def as_tuple(vm: Machine, value: Value) -> Value:
    """Return what a named tuple that was computed consists of, such as the parts of a URL; any other value as it is."""
    if not isinstance(value, Immutable) or value.taint is not None or not isinstance(value.held, tuple):
        return value
    parts = tuple(lift(vm, one, value.callee, value.site) for one in value.held)
    return value if MISSING in parts else parts


def call_of_function(vm: Machine, call: Call) -> Value:
    """The result of a call of `FUNCTIONS`; MISSING where it is none, or is not computed."""
    name = call.callee.name if type(call.callee) is Symbol else ""
    run = FUNCTIONS.get(name)
    if run is None or call.open is not None or vm.library.context_varies:
        return MISSING
    return _compute(vm, call, _object(run))


def _compute(vm: Machine, call: Call, run: Callable[..., Any]) -> Value:
    """The result of a function of Python with constants; MISSING where an argument is none."""
    inputs = frozenset().union(*map(vm.inputs_of, (*call.args, *call.kwargs.values())))
    try:
        args = [vm.concrete(one) for one in call.args]
        kwargs = {key: vm.concrete(one) for key, one in call.kwargs.items()}
    except ValueError:
        return MISSING
    if heavy([args, kwargs], MAX_TEXT) or not all(map(_is_small, (*args, *kwargs.values()))):
        return MISSING
    try:
        found = run(*args, **kwargs)
    except (TypeError, ValueError, KeyError, ArithmeticError, AttributeError) as error:
        raise _as_raised(error) from None
    except (RecursionError, MemoryError, SyntaxError):
        return MISSING
    made = lift(vm, found, call.callee, call.site)
    return made if made is MISSING else vm.with_inputs(made, inputs)


def _as_raised(error: Exception) -> Raised:
    """An exception of Python as one of the program: of the nearest class that is built in."""
    return Raised(next(one.__name__ for one in type(error).__mro__ if one.__module__ == "builtins"))


def _is_small(value: Any) -> bool:
    """Return whether a number is computed with in little time."""
    if type(value).__name__ == "Decimal":
        return not value.is_finite() or (abs(value.adjusted()) <= MAX_EXPONENT and len(value.as_tuple().digits) <= MAX_EXPONENT)
    if type(value).__name__ == "Fraction":
        return max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_TEXT
    if isinstance(value, str) and len(value) <= MAX_EXPONENT and "e" in value.lower():
        return not value.lower().rpartition("e")[2].lstrip("+-").isdigit() or len(value.rpartition("e")[2]) <= 3
    return not isinstance(value, int) or value.bit_length() <= MAX_TEXT


def lift(vm: Machine, found: Any, callee: Value, site: Site) -> Value:
    """A computed result as an abstract value; MISSING for one that is not held."""
    if isinstance(found, struct_time):
        return MISSING
    if isinstance(found, types()) or (isinstance(found, tuple) and type(found) is not tuple):  # its fields have names
        return Immutable(callee, site, found) if _is_small(found) else MISSING
    if isinstance(found, (*SCALARS, tuple, list, dict)) and not heavy(found, LARGEST):
        parts = found.values() if isinstance(found, dict) else found if isinstance(found, (tuple, list)) else ()
        if any(isinstance(one, types()) for one in parts):
            return tuple([lift(vm, one, callee, site) for one in parts]) if isinstance(found, tuple) else MISSING
        return vm.lift(tuple(found) if isinstance(found, tuple) else found)
    return MISSING


def attribute(vm: Machine, owner: Value, name: str) -> Value:
    """An attribute or method of what is held; MISSING where it is not computed."""
    value = MISSING if vm.library.context_varies else held_object(owner)
    if name == "update" and isinstance(owner, Immutable) and hasattr(value, "hexdigest"):
        return Native("hashlib.update", lambda call: _update(owner, call))
    if value is MISSING or name.startswith("_") or name in _OF_MACHINE or not hasattr(value, name):
        return MISSING
    found = getattr(value, name)
    site = owner.site if isinstance(owner, Immutable) else Site(vm.place, None, (), {})
    if not callable(found):
        return vm.new_list([lift(vm, one, owner, site) for one in found]) if name == "parents" else lift(vm, found, owner, site)

    def run(call: Call) -> Value:
        done = _compute(vm, call, found)
        return vm.library.call(call) if done is MISSING else done

    return Native(f"{type(value).__module__}.{type(value).__name__}.{name}", run)


def _update(owner: Immutable, call: Call) -> None:
    """`digest.update(data)`, the one change there is; within an undecided branch it is not followed."""
    vm = call.vm
    try:
        given = [vm.concrete(one) for one in call.args]
        if vm.store.level:
            raise ValueError("undecided")
        made = owner.held.copy()
        made.update(*given)
        owner.held = made
    except (TypeError, ValueError):
        vm.store.taint(owner, vm.doubt("TC205", "a digest of what only the running program knows"))


def apply_operator(left: Any, right: Any, run: Callable[[Any, Any], Any]) -> Any:
    """The result of an operator or comparison on objects of Python. Raises what the program would raise."""
    if not (_is_small(left) and _is_small(right)):
        return MISSING
    try:
        return run(left, right)
    except (TypeError, ValueError, ArithmeticError) as error:
        raise _as_raised(error) from None


def format_held(value: Any, spec: str) -> str:
    """`format(value, spec)`. Raises `NoConstant` where the specification is not followed."""
    if not isinstance(value, (_object("datetime.date"), _object("datetime.time"))):
        check_spec(spec)
    try:
        return format(value, spec)
    except (TypeError, ValueError) as error:
        raise NoConstant(str(error), type(error).__name__) from None


def as_number(value: Value, kind: str) -> int | float | None:
    """`int(value)` or `float(value)` of a decimal or fraction; None for any other."""
    number = held_object(value)
    if type(number).__name__ not in ("Decimal", "Fraction") or not _is_small(number):
        return None
    try:
        return int(number) if kind.endswith("int") else float(number)
    except (ValueError, OverflowError) as error:
        raise _as_raised(error) from None


def round_held(call: Call, value: Value) -> Value:
    """`abs(value)` or `round(value, digits)` of what is held; MISSING where it is not computed."""
    known, name = held_object(value), call.callee.name.rpartition(".")[2]
    if known is MISSING or name not in ("abs", "round"):
        return MISSING
    return _compute(call.vm, call, abs if name == "abs" else round)


def has_text(value: Any) -> bool:
    """Return whether `str` of an object is the same on every machine."""
    return not type(value).__module__.startswith("_")


def repr_of(value: Any) -> str | None:
    """`repr(value)`; None where it names a class of the machine, or an address."""
    return repr(value) if has_text(value) and not isinstance(value, _object("pathlib.PurePath")) else None


def is_instance(value: Any, dotted: str) -> bool | None:
    """Return whether an object that is held is of a class of the standard library; None where that is not looked at."""
    module, _, name = dotted.rpartition(".")
    if module == "builtins":
        return isinstance(value, getattr(builtins, name, ()))
    return (
        isinstance(value, _object(FUNCTIONS[dotted])) if isinstance(_object(FUNCTIONS.get(dotted, "math.pi")), type) else None
    )


_CLASSES = frozenset(
    """datetime.date datetime.datetime datetime.time datetime.timedelta decimal.Decimal uuid.UUID pathlib.Path pathlib.PurePath
    pathlib.PosixPath pathlib.PurePosixPath""".split()
)


def constructor_call(value: Immutable) -> tuple[str, tuple[Value, ...], dict[str, Value]] | None:
    """The call of a class that gives a computed object again: its dotted name and arguments. None for one that has no such call
    here, or was made by a call of its class."""
    import datetime
    import decimal
    import pathlib
    import uuid

    kept = value.held
    if value.maker in _CLASSES:
        return None
    match kept:
        case datetime.datetime() | datetime.time() if kept.tzinfo in (None, datetime.UTC) and not kept.fold:
            day = (kept.year, kept.month, kept.day) if isinstance(kept, datetime.datetime) else ()
            zone: dict[str, Value] = {} if kept.tzinfo is None else {"tzinfo": Symbol("datetime.timezone.utc")}
            parts = (*day, kept.hour, kept.minute, kept.second, kept.microsecond)
            return f"datetime.{type(kept).__name__}", parts, zone
        case datetime.date() if type(kept) is datetime.date:
            return "datetime.date", (kept.year, kept.month, kept.day), {}
        case datetime.timedelta():
            return "datetime.timedelta", (kept.days, kept.seconds, kept.microseconds), {}
        case decimal.Decimal():
            return "decimal.Decimal", (str(kept),), {}
        case uuid.UUID():
            return "uuid.UUID", (str(kept),), {}
        case pathlib.PurePath():
            return "pathlib.Path", (str(kept),), {}
        case _:
            return None
