"""Operations on constants, within bounds.

Takes Python constants, gives the constant an operation makes, or raises `NoConstant` with the reason. Nothing here runs code
of the program: only operators and methods of builtin values, each with a limit on what it may produce.
"""

import string
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from toolc import docstrings
from toolc.analysis.views import View
from toolc.text.casing import CASES
from toolc.text.regex import late

LARGEST = 100_000
"""Characters of a string, or items of a container, that an operation may produce."""

LARGEST_INT_BITS = 256

_STRING_METHODS = frozenset(
    """capitalize casefold center count endswith expandtabs find format index isalnum isalpha isascii isdecimal isdigit
    isidentifier islower isnumeric isspace istitle isupper rindex join ljust lower lstrip partition removeprefix
    removesuffix replace rfind rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title upper
    zfill""".split()
)
_DICT_METHODS = frozenset({"get", "keys", "values", "items", "copy"})
_SEQUENCE_METHODS = frozenset({"index", "count", "copy"})
_FORMAT_CHARS = frozenset("bcdeEfFgGnosxX%<>=^+-#0,_. 123456789ars:!")


class NoConstant(Exception):
    """The operation has no result that toolc is willing or able to compute.

    `raised` is the builtin exception that the program itself would raise here, "" when it would not.
    """

    def __init__(self, reason: str, raised: str = "") -> None:
        super().__init__(reason)
        self.raised = raised


def binary(op: str, left: Any, right: Any) -> Any:
    """`left op right` for constants."""
    if op in COMPARISONS:
        return without_raising(lambda: COMPARISONS[op](left, right))
    if op == "%" and isinstance(left, str):
        return percent(left, right)
    if op == "*" and not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
        _check_repeat(left, right)
    if op in ("**", "<<"):
        _check_growth(left, right)
    if op not in ARITHMETIC:
        raise NoConstant(f"operator {op} is not evaluated")
    return check_size(without_raising(lambda: ARITHMETIC[op](left, right)))


ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
    "is": lambda a, b: a is b,
    "is not": lambda a, b: a is not b,
}


def unary(op: str, value: Any) -> Any:
    """`-x`, `+x`, `~x`, `not x`."""
    operations: dict[str, Callable[[Any], Any]] = {
        "-": lambda a: -a,
        "+": lambda a: +a,
        "~": lambda a: ~a,
        "not": lambda a: not a,
    }
    return check_size(without_raising(lambda: operations[op](value)))


def method(value: Any, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """A method of a builtin constant that changes nothing and opens nothing."""
    allowed = _allowed_methods(value)
    if name not in allowed:
        raise NoConstant(f"the method {name} is not evaluated")
    if any(map(has_set_order, args)):
        raise NoConstant("a set has no order that is known")
    if isinstance(value, str):
        if name == "format":
            return format_text(value, args, kwargs)
        if name == "join" and args and _joined_size(value, args[0]) > LARGEST:
            raise NoConstant("the text would be too long")
        if name in ("center", "ljust", "rjust", "zfill", "expandtabs") and any(
            isinstance(a, int) and a > LARGEST for a in args
        ):
            raise NoConstant("the text would be too long")
        if name == "replace" and len(args) >= 2 and len(value) * (len(str(args[1])) + 1) > 100 * LARGEST:
            raise NoConstant("the text would be too long")
    if isinstance(value, dict) and (name == "keys" or name == "values" or name == "items"):
        return View(name, without_raising(lambda: getattr(value, name)(*args)))
    return check_size(without_raising(lambda: getattr(value, name)(*args, **kwargs)))


def _joined_size(separator: str, items: Any) -> int:
    """How long a joined text is at least."""
    if not isinstance(items, (list, tuple, str)):
        return 0
    return len(separator) * (len(items) - 1) + sum(len(item) for item in items if isinstance(item, str))


def _allowed_methods(value: Any) -> frozenset[str]:
    if isinstance(value, str):
        return _STRING_METHODS
    if isinstance(value, dict):
        return _DICT_METHODS
    return _SEQUENCE_METHODS if isinstance(value, (list, tuple)) else frozenset()


def format_field(value: Any, conversion: str, spec: str) -> str:
    """One replacement field of an f-string or `str.format`."""
    if not isinstance(value, (str, int, float, bool, type(None))):
        raise NoConstant("only text and numbers are formatted")
    check_spec(spec)
    if conversion:
        value = repr(value) if conversion == "r" else ascii(value) if conversion == "a" else str(value)
    text: str = without_raising(lambda: format(value, spec))
    return str(check_size(text))


def check_spec(spec: str) -> None:
    """A width such as `{x:>999999999}` must not become a gigabyte of spaces."""
    rest = spec[1:] if spec[1:2] in ("<", ">", "=", "^") else spec  # before the sign of an alignment stands any character
    if not set(rest) <= _FORMAT_CHARS or _wide(rest):
        raise NoConstant("the format specification is not evaluated")


def _wide(spec: str) -> bool:
    """Return `True` if a number in a format specification has more than three digits."""
    return any(len(number) > 3 for number in "".join(char if char.isdigit() else " " for char in spec).split())


def format_text(template: str, args: Sequence[Any], kwargs: dict[str, Any]) -> str:
    """`template.format(*args, **kwargs)` without attribute or item access in the fields."""
    parts: list[str] = []
    count = 0
    fields = without_raising(lambda: list(string.Formatter().parse(template)))
    for literal, name, spec, conversion in fields:
        parts.append(literal)
        if name is None:
            continue
        if name == "":
            name, count = str(count), count + 1
        if name.isdigit():
            if int(name) >= len(args):
                raise NoConstant("the format string asks for an argument that is not there")
            value = args[int(name)]
        elif name in kwargs:
            value = kwargs[name]
        else:
            raise NoConstant(f"the format field {name!r} is not evaluated")
        parts.append(format_field(value, conversion or "", spec or ""))
    return str(check_size("".join(parts)))


def percent(template: str, values: Any) -> str:
    """`template % values`, but for widths that are values themselves."""
    for flags, letter in _PERCENT.findall(template):
        if "*" in flags or _wide(flags) or letter not in "sdrifxXoeEgGcu%":
            raise NoConstant("the % format is not evaluated")
    for value in values if isinstance(values, tuple) else (values.values() if isinstance(values, dict) else (values,)):
        if not _has_text(value):
            raise NoConstant("only text and numbers are formatted")
    return str(check_size(without_raising(lambda: template % values)))


_PERCENT = late(r"%(?:\([^)]*\))?([-+ #0]*[0-9*]*(?:\.[0-9*]*)?)([A-Za-z%]?)")


def _has_text(value: Any) -> bool:
    """Return `True` if `str` of a constant is the same in every run; a set has no fixed order."""
    if isinstance(value, (list, tuple)):
        return all(map(_has_text, value))
    return isinstance(value, (str, int, float, bool, type(None)))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "builtins.str": str,
    "builtins.int": int,
    "builtins.float": float,
    "builtins.bool": bool,
    "builtins.list": list,
    "builtins.tuple": tuple,
    "builtins.set": set,
    "builtins.frozenset": frozenset,
    "builtins.dict": dict,
    "builtins.len": len,
    "builtins.sorted": sorted,
    "builtins.min": min,
    "builtins.max": max,
    "builtins.repr": repr,
    "builtins.abs": abs,
    "builtins.bin": bin,
    "builtins.chr": chr,
    "builtins.hex": hex,
    "builtins.oct": oct,
    "builtins.ord": ord,
    "builtins.round": round,
    "textwrap.dedent": textwrap.dedent,
    "inspect.cleandoc": docstrings.clean,
    "string.capwords": string.capwords,
    **CASES,
}

_ORDERLESS = frozenset(f"builtins.{one}" for one in ("bool", "frozenset", "len", "max", "min", "set", "sorted"))
"""Functions that give the same for a set in any order, or keep it as it is."""


def foldable(name: str) -> bool:
    """Return `True` if a call of the function with this qualified name is folded when its arguments are constants."""
    return name in _FUNCTIONS


def function(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The call of a foldable function with constants."""
    if name in ("builtins.int", "builtins.str", "builtins.repr") and any(
        isinstance(a, (str, int)) and len(repr(a)) > 4000 for a in args
    ):
        raise NoConstant("the number is too long")
    if name not in _ORDERLESS and any(map(has_set_order, args)):
        raise NoConstant("a set has no order that is known")
    return check_size(without_raising(lambda: _FUNCTIONS[name](*args, **kwargs)))


def has_set_order(value: Any) -> bool:
    """Return `True` if a value contains a set of several items, whose order of iteration differs between runs."""
    match value:
        case set() | frozenset():
            return len(value) > 1 or any(map(has_set_order, value))
        case list() | tuple():
            return any(map(has_set_order, value))
        case dict():
            return any(map(has_set_order, value.values()))
        case _:
            return False


def check_size(value: Any, written: int = 0) -> Any:
    """The value, unless it is larger than any constant of a real program, or than the text in which it is `written` down."""
    if isinstance(value, (str, bytes, list, tuple, dict, set, frozenset)) and heavy(value, max(LARGEST, written)):
        raise NoConstant("the value is too large")
    if isinstance(value, int) and value.bit_length() > LARGEST_INT_BITS:
        raise NoConstant("the number is too large")
    return value


def heavy(value: Any, allowed: int = LARGEST) -> bool:
    """Return `True` if a constant is too large: characters and items, shared ones counted each time, exceed `allowed`."""
    pending, left = [value], allowed
    while pending and left >= 0:
        item = pending.pop()
        left -= len(item) if isinstance(item, (str, bytes)) else 1
        if isinstance(item, dict):
            pending.extend((*item.keys(), *item.values()))
        elif isinstance(item, (list, tuple, set, frozenset)):
            left -= len(item)
            pending.extend(item if left >= 0 else ())
    return left < 0


def _check_repeat(left: Any, right: Any) -> None:
    sized, count = (left, right) if isinstance(right, int) else (right, left)
    if not isinstance(count, int) or not hasattr(sized, "__len__") or len(sized) * max(count, 0) > LARGEST:
        raise NoConstant("the value is too large")


def _check_growth(left: Any, right: Any) -> None:
    if isinstance(left, float) or isinstance(right, float) or (isinstance(right, int) and right < 0):
        return  # a float, or an error
    if not (isinstance(left, int) and isinstance(right, int) and right <= LARGEST_INT_BITS):
        raise NoConstant("the number is too large")
    if left.bit_length() > LARGEST_INT_BITS:
        raise NoConstant("the number is too large")


def without_raising(operation: Callable[[], Any]) -> Any:
    """Whatever the program itself would raise here, toolc only says that there is no constant."""
    try:
        return operation()
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        raise NoConstant(f"it raises {type(error).__name__}", type(error).__name__) from None
