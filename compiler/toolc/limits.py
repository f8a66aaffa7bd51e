"""Limits on reading one file and on its outputs: every limit, its key in `[tool.toolc.limits]` and its code.

Takes nothing, gives `Limits`, and what is said of a file that is over one. The defaults refuse no file of the standard library
and of some hundred distributions; what real code reaches stands beside them.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field, structs

_Count = Annotated[int, Meta(ge=1)]


class Limits(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Table `[tool.toolc.limits]`. Parsers crash, stall or take gigabytes beyond the first nine."""

    brackets: Annotated[int, Meta(ge=1, le=180)] = 100  # one in the other; CPython refuses 200; real code stays below 30
    weight: _Count = 80_000  # brackets, each as often as it nests deep; LibCST takes 12 us and 8 KB for one; real: 48,000
    chain: _Count = 1000  # operators, trailers and keywords of one expression; LibCST takes quadratic time
    lambdas: _Count = 200  # as defaults or arguments between one pair of brackets; nested, LibCST crashes at 600
    case: _Count = 6  # brackets of a `case` pattern, one in the other; LibCST takes exponential time
    elif_: _Count = field(default=2000, name="elif")  # lines of a file that begin so; LibCST recurses over them
    dots: _Count = 200  # of one module's name; CPython takes quadratic memory
    tokens: _Count = 200_000  # of a file; `ast` takes 2.5 KB for one, LibCST four times as much; real: 102,000
    effort: _Count = 200_000  # of all definitions that are read of a file, in units of 12 us
    decorators: _Count = 100  # of one function or class
    tools: _Count = 2000  # that a file registers; each costs a millisecond and more
    nodes: _Count = 200_000  # values in the schemas of all tools of a file, and each 50 characters of their texts
    seconds: _Count = 4  # of CPU that linking and lowering one file take, beyond which nothing else has ended it


DEFAULTS = Limits()

FRAMES = 4000
"""Frames of Python, room for the limits on depth that every stage has: an alias of an alias of a type takes two dozen."""

KEYS: Mapping[str, str] = {one.name: one.encode_name for one in structs.fields(Limits)}

CODES: Mapping[str, str] = {
    "brackets": "TC111", "weight": "TC114", "chain": "TC112", "lambdas": "TC117", "case": "TC115", "elif_": "TC116",
    "dots": "TC118", "effort": "TC119", "tools": "TC106", "nodes": "TC107", "decorators": "TC108", "seconds": "TC109",
    "tokens": "TC124",
}  # fmt: skip

_WORDS: Mapping[str, str] = {
    "brackets": "brackets nest more than {} deep here",
    "weight": "brackets nest deep here and are many: together they weigh more than {}",
    "chain": "one expression goes on here for more than {} operators, calls and keywords",
    "lambdas": "more than {} lambdas stand here as defaults or arguments",
    "case": "brackets nest more than {} deep in a `case` pattern",
    "elif_": "the file has more than {} lines with `elif`",
    "dots": "the name of a module has more than {} dots",
    "tokens": "the file holds more than {} names, numbers, texts and brackets, or a quarter of that in newer syntax",
    "effort": "the file has more definitions than are read of one: they take more than {} steps",
    "decorators": "more than {} decorators stand here",
    "tools": "the file registers more than {} tools; from here on they are left out",
    "nodes": "the schemas of this file's tools hold more than {} values; from here on they are left out",
    "seconds": "the file takes more than {} seconds: something in it is there too often; what is not done yet is left out",
}


class CpuBudgetExceeded(BaseException):
    """Raised when the time for a file is up. It is expected by code that works on a file, and not a fault of toolc."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.limits = limits


class Exhausted(Exception):
    """A budget of the analysis is used up: that of the whole, or the allowance of one part. No fault either."""

    def __init__(self, whole: bool = True) -> None:
        super().__init__()
        self.whole = whole


class Excess(Struct, frozen=True):
    """The first place of a text beyond a limit, and the limit by its name in `Limits`."""

    at: int
    limit: str


def words(limit: str, limits: Limits) -> tuple[str, str]:
    """Return the message for a file that is over a limit, and the way out."""
    return _WORDS[limit].format(f"{getattr(limits, limit):,}"), f"raise `limits.{KEYS[limit]}`, or exclude the file"


def raised_keys(limits: Limits) -> tuple[str, ...]:
    """The keys of the limits that let more through than the defaults do."""
    return tuple(key for name, key in KEYS.items() if getattr(limits, name) > getattr(DEFAULTS, name))


def lower_to_defaults(limits: Limits) -> Limits:
    """The limits with none above its default."""
    return Limits(**{name: min(getattr(limits, name), getattr(DEFAULTS, name)) for name in KEYS})
