"""Limits on text, checked before a parser sees it: native parsers crash or stall on what lies beyond.

Takes text, gives the offset of the first place beyond a limit, or None. All limits of reading stand here.
"""

import re

from toolc.read.scan import ATOMS, BRACKETS, formatted_end, tokens
from toolc.source import Effort

MAX_BRACKETS = 100  # nested brackets; CPython refuses 200, LibCST crashes at about 1200; real code stays below 30
MAX_CHAIN = 1000  # operators, trailers and keywords of one expression; LibCST needs quadratic time and more
MAX_LAMBDA = 200  # lambdas as defaults or keyword arguments between one pair of brackets; nested, LibCST crashes at 600
MAX_WEIGHT = 150_000  # brackets, each as often as it nests deep; LibCST takes 12 us and 4 KB for one; real files have 48,000
MAX_DOTS = 200  # names of one dotted module; CPython needs quadratic memory
MAX_CASE = 6  # nested brackets in a `case` pattern; LibCST needs exponential time
MAX_CHEAP = 300  # characters of a piece of which nobody measures what it takes
MAX_ELIF = 2000  # `elif` lines of a file; LibCST recurses over them
MAX_EFFORT = 400_000  # of all definitions of a file together, in units of 12 us
DEFINITION = 20  # units that any definition takes
MAX_STATEMENTS = 100  # nested statements of an outline; deeper ones are kept as one node without blocks
MAX_EXPRESSION = 100  # nested expressions of a definition; deeper ones are `Opaque("deep")`

# The leading run of plain characters makes this eight times faster than a search: it runs over every file.
_BRACKET = re.compile(rf"""[^#()\[\]{{}}"'\\]*+(?:{BRACKETS}|{ATOMS}|\\)""", re.S)

_LINK = re.compile(
    rf"{ATOMS}|{BRACKETS}|(?P<case>^[ \t\f]*case\b)|(?P<separator>[,;])|(?P<stop>:)|(?P<line>\n)|(?P<lambda>=[\s\\]*+lambda\b)"
    r"|(?P<link>\*\*|//|<<|>>|[-+*/%@|&^~.<>]|[!=]=|\b(?:and|or|not|if|else|lambda|await|in|is|for)\b)",
    re.S | re.M,
)
# Two patterns that begin with a word: each is found many times faster than an alternative would be.
_IMPORTS = tuple(re.compile(rf"{word}\b[\w\s.,\\]{{{2 * MAX_DOTS},}}+") for word in ("import", "from"))
_DOTTED = re.compile(rf"(?:\.[\s\\]*+\w++[\s\\]*+){{{MAX_DOTS}}}")
_ELIF = re.compile(r"^[ \t\f]*elif\b", re.M)


def too_nested(text: str) -> int | None:
    """Where brackets first nest deeper than `MAX_BRACKETS`, or an import names more than `MAX_DOTS` modules in one.

    Cheap enough for every file.
    """
    for pattern in _IMPORTS:
        for found in pattern.finditer(text):
            if _DOTTED.search(text, *found.span()) is not None:
                return found.start()
    if sum(map(text.count, "([{")) <= MAX_BRACKETS:
        return None
    return _nested(text)


def _nested(text: str) -> int | None:
    depth = at = 0
    match = _BRACKET.match
    while (found := match(text, at)) is not None:
        at = found.end()
        kind = found.lastgroup
        if kind == "open":
            depth += 1
            if depth > MAX_BRACKETS:
                return at - 1
        elif kind == "close":
            depth -= depth > 0
        elif kind == "formatted":
            end, inner = formatted_end(text, at, found.group(kind))
            if depth + inner > MAX_BRACKETS:
                return at - 1
            at = max(at, end)
    return None


def too_long(text: str) -> int | None:
    """Where an expression has more than `MAX_CHAIN` links, brackets weigh more than `MAX_WEIGHT`, a `case` nests too deep or
    `elif` comes too often.

    Dearer than `too_nested`: for text that LibCST is about to read, and only when it is long enough to be over a limit.
    """
    if len(text) <= MAX_CHAIN and "case" not in text:
        return None
    for number, found in enumerate(_ELIF.finditer(text)):
        if number >= MAX_ELIF:
            return found.start()
    return measured(text)[1]


def measured(text: str) -> tuple[int, int | None]:
    """What LibCST needs for a text, about as many times 12 us, and the first place that is over a limit."""
    links = _Links()
    for kind, at in tokens(text, _LINK):
        if not links.within(kind):
            return links.cost, at
    return links.cost, None


class _Links:
    """Counts the links that stand around one place: in its own brackets and in all brackets around them.

    A comma starts anew, but not for lambdas, whose parameters have commas too; so does a line end outside brackets.
    """

    def __init__(self) -> None:
        self.total = 0
        self.counts = [0]  # per open bracket
        self.lambdas = [0]
        self.brackets = MAX_BRACKETS
        self.weight = 0
        self.squares = 0  # of the lengths of all chains: so much time LibCST takes for them

    @property
    def cost(self) -> int:
        return self.weight + self.squares // 100

    def within(self, kind: str | None) -> bool:
        """Takes the next token; whether all is within the limits behind it."""
        if kind in ("link", "open", "lambda"):
            self.counts[-1] += 1
            self.total += 1
            self.lambdas[-1] += kind == "lambda"
            self.squares += self.total
            if kind == "open":
                self.weight += len(self.counts)
                self.counts.append(0)
                self.lambdas.append(0)
        elif kind == "close" and len(self.counts) > 1:
            self.total -= self.counts.pop()
            self.lambdas.pop()
        elif kind == "separator" or (kind == "line" and len(self.counts) == 1):
            self.total -= self.counts[-1]
            self.counts[-1] = 0
            if kind == "line":
                self.lambdas[-1] = 0
                self.brackets = MAX_BRACKETS
        elif kind == "case" and len(self.counts) == 1:
            self.brackets = MAX_CASE
        within = self.total <= MAX_CHAIN and self.weight <= MAX_WEIGHT
        return within and self.lambdas[-1] <= MAX_LAMBDA and len(self.counts) <= self.brackets + 1


def affords(effort: Effort, text: str) -> bool:
    """Whether LibCST may read one more piece of a file, which is counted."""
    effort.spent += DEFINITION + (measured(text)[0] if len(text) > MAX_CHEAP else 0)
    return effort.spent <= MAX_EFFORT


def balanced(text: str) -> bool:
    """Whether every bracket of a short text is opened before it is closed, and every string ends."""
    depth = at = 0
    while (found := _BRACKET.match(text, at)) is not None:
        at = found.end()
        kind = found.lastgroup
        if kind == "formatted":
            at, _ = formatted_end(text, at, found.group(kind))
        if kind == "quote" or at < 0:
            return False
        depth += (kind == "open") - (kind == "close")
        if depth < 0:
            return False
    return depth == 0
