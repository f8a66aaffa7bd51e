"""Functions as they are found rather than as they should be: takes a `random.Random`, gives modules as source text.

Beside `real.Real`: docstrings whose indentation, titles and markup are off, decorators that keep a signature, defaults that are
members of classes or computed.
"""

from collections.abc import Sequence

from frameworks.real import TEXTS, Real

MORE = """
import functools
import math
import string


class Limits:
    MOST = 50
    NAMES = ("a", "b")


SETTINGS = {"size": 5, "kind": "a"}


def traced(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


def plainly(f):
    return f

"""
DEFAULTS = {
    "str": ("Colour.RED.value", "Mode.FAST.name", "Limits.NAMES[0]", "SETTINGS['kind']", "f'{DEFAULT_UNITS}!'", "'a' 'b'", "string.digits"),
    "int": ("Limits.MOST", "len(Limits.NAMES)", "1024 * 1024", "Level.HIGH.value", "SETTINGS['size']", "1_000", "-LIMIT", "2**8"),
    "float": ("math.pi", "LIMIT / 8", "1e-3", "-0.5", "float(LIMIT)"),
    "Mode": ("Mode.SLOW", "Mode('fast')"), "Colour": ("Colour('red')", "Colour['DARK_BLUE']"), "bool": ("not LIMIT", "LIMIT > 3"),
    "list[str]": ("[*Limits.NAMES]", "list(Limits.NAMES)", "[Mode.FAST]"), "str | None": ("None or 'x'", "SETTINGS.get('none')"),
}  # fmt: skip
KINDS = (
    "Optional[Dict[str, int]], optional",
    "str, default: 'x'",
    "int or None",
    "List[str] (optional)",
    "str|None",
    "callable()",
)


class Odd(Real):
    """`Real` with what style guides forbid."""

    def module_of(self, types: int, count: int) -> str:
        text = super().module_of(types, count)
        return text.replace("\nLIMIT = 20", MORE + "\nLIMIT = 20", 1)

    def function(self, name: str) -> str:
        mark = self.rng.choice(["", "", "@traced\n", "@plainly\n", "@plainly\n@traced\n"])
        return mark + super().function(name)

    def parameter(self, name: str, defaulted: bool) -> tuple[str, bool]:
        if self.chance(0.25):
            type_ = self.rng.choice(list(DEFAULTS))
            return f"{name}: {type_} = {self.rng.choice(DEFAULTS[type_])}", True
        return super().parameter(name, defaulted)

    # --- docstrings ---

    def doc(self, names: Sequence[str]) -> str | None:
        text = super().doc(names)
        if text is None or "\n" not in text or self.chance(0.3):
            return text
        lines = text.split("\n")
        for _ in range(self.rng.randint(1, 2)):
            lines = self.rng.choice(
                [self.shifted, self.retitled, self.joined, self.spaced, self.listed, self.tabbed, self.more]
            )(lines)
        return "\n".join(lines)

    def some(self, lines: list[str]) -> int:
        return self.rng.randrange(1, len(lines)) if len(lines) > 1 else 0

    def shifted(self, lines: list[str]) -> list[str]:
        """A block that is indented deeper or less deep from some line on, or in one line alone."""
        at, by = self.some(lines), self.rng.choice([-2, -1, 1, 2, 4])
        end = at + 1 if self.chance(0.5) else len(lines)
        moved = [
            " " * max(0, len(one) - len(one.lstrip()) + by) + one.lstrip() if one.strip() else one for one in lines[at:end]
        ]
        return [*lines[:at], *moved, *lines[end:]]

    def retitled(self, lines: list[str]) -> list[str]:
        titles = {"Args:": ("ARGS:", "args:", "Args :", "Args", "Args: ", "Keyword Args:", "Args:  # all", "Args::"),
            "Returns:": ("Return:", "RETURNS:", "Returns: the hits", "Yields:"), "----------": ("---", "------------", "=========="),
            ":param ": (":arg ", ":parameter ", ":key ", ": param ", ":Param ")}  # fmt: skip
        old = self.rng.choice(list(titles))
        new = self.rng.choice(titles[old])
        return [one.replace(old, new) for one in lines]

    def joined(self, lines: list[str]) -> list[str]:
        """Without the empty lines, or some of them."""
        return [one for number, one in enumerate(lines) if one.strip() or number in (0, len(lines) - 1) or self.chance(0.3)]

    def spaced(self, lines: list[str]) -> list[str]:
        at = self.some(lines)
        return [*lines[:at], self.rng.choice(["", "    ", "", "        "]), *lines[at:]]

    def listed(self, lines: list[str]) -> list[str]:
        """A list, a colon, a block of code or a type in the middle of things."""
        at = self.some(lines)
        depth = len(lines[at]) - len(lines[at].lstrip())
        extra = self.rng.choice(["- one: 1", "* two", "Note that: it is.", ">>> find(1)", "query (str): again.", "http://a.b/c", f"limit ({self.rng.choice(KINDS)}): {self.rng.choice(TEXTS[:5])}", "Args:", ":raises KeyError: Never.", "path, limit : int", "**kwargs: More.", "*args: Rest."])  # fmt: skip
        return [*lines[:at], " " * depth + extra, *lines[at:]]

    def tabbed(self, lines: list[str]) -> list[str]:
        return [one.replace("        ", "    \t", 1) if self.chance(0.5) else one for one in lines]

    def more(self, lines: list[str]) -> list[str]:
        """A second section of the same kind, or one of another style."""
        at = self.rng.choice([1, max(len(lines) - 1, 1)])
        block = self.rng.choice([["", "Args:", "    query: Second."], ["", ":param limit: Second."], ["", "Parameters", "----------", "path : str", "    Second."]])  # fmt: skip
        return [*lines[:at], *("    " + one if one else one for one in block), *lines[at:]]
