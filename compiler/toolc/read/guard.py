"""Limits on text, checked before a parser sees it: native parsers crash or stall beyond them.

Takes text, gives the first place beyond a limit, or None. The limits are those of the file that is being read (`within`).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import islice

from toolc.limits import DEFAULTS, Excess, Limits
from toolc.read.scan import ATOMS, BRACKETS, formatted_end, tokens
from toolc.source import SourceFile
from toolc.text.regex import late

CHEAP = 300  # characters of a piece of which nobody measures what it takes
DEFINITION = 20  # units of effort that any definition takes
MAX_STATEMENTS = 100  # nested statements of an outline; deeper ones are kept as one node without blocks
MAX_EXPRESSION = 100  # nested expressions of a definition; deeper ones are `DeferredNode("deep")`

_LIMITS: ContextVar[Limits] = ContextVar("limits of the file that is being read", default=DEFAULTS)

# The leading run of plain characters makes this eight times faster than a search: it runs over every file.
_BRACKET = late(rf"""[^#()\[\]{{}}"'\\]*+(?:{BRACKETS}|{ATOMS}|\\)""", re.S)

_LINK = late(
    rf"{ATOMS}|{BRACKETS}|(?P<case>^[ \t\f]*case\b)|(?P<separator>[,;])|(?P<stop>:)|(?P<line>\n)|(?P<lambda>=[\s\\]*+lambda\b)"
    r"|(?P<link>\*\*|//|<<|>>|[-+*/%@|&^~.<>]|[!=]=|\b(?:and|or|not|if|else|lambda|await|in|is|for)\b)|(?P<pair>=)",
    re.S | re.M,
)
_TOKEN = late(rf"{ATOMS}|{BRACKETS}|(?P<stop>:)|(?P<line>\n)|(?P<part>\w++|\.\.\.)", re.S)
_ANY = late(r"\w++|[(\[{:\"']|\.\.\.")  # with what stands in texts and comments
_COUNTED = frozenset({"part", "open", "stop", "string"})
_NEWER = 4  # times what `ast` takes

_ELIF = late(r"^[ \t\f]*elif\b", re.M)


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Reads under these limits."""
    token = _LIMITS.set(limits)
    try:
        yield
    finally:
        _LIMITS.reset(token)


@cache
def _imports(dots: int) -> tuple[re.Pattern[str], ...]:
    """So many names behind dots; and text behind an import that is long enough for them.

    Patterns that begin with a word: each is found many times faster than an alternative would be.
    """
    words = [re.compile(rf"{word}\b[\w\s.,\\]{{{2 * dots},}}+") for word in ("import", "from")]
    return re.compile(rf"(?:\.[\s\\]*+\w++[\s\\]*+){{{dots}}}"), *words


def too_nested(text: str) -> Excess | None:
    """Return the first place where brackets exceed `limits.brackets`, or a dotted import `limits.dots`; `None` without one.

    Cheap enough for every file.
    """
    limits = _LIMITS.get()
    dotted, *imports = _imports(limits.dots)
    for pattern in imports:
        for found in pattern.finditer(text):
            if dotted.search(text, *found.span()) is not None:
                return Excess(found.start(), "dots")
    if sum(map(text.count, "([{")) <= limits.brackets:
        return None
    at = _nesting_excess(text, limits.brackets)
    return None if at is None else Excess(at, "brackets")


def _nesting_excess(text: str, most: int) -> int | None:
    depth = at = 0
    match = _BRACKET.match
    while (found := match(text, at)) is not None:
        at = found.end()
        kind = found.lastgroup
        if kind == "open":
            depth += 1
            if depth > most:
                return at - 1
        elif kind == "close":
            depth -= depth > 0
        elif kind == "formatted":
            end, inner = formatted_end(text, at, found.group(kind))
            if depth + inner > most:
                return at - 1
            at = max(at, end)
    return None


def too_many(text: str, newer: bool = False) -> Excess | None:
    """Return the place where a file exceeds `limits.tokens`; `newer`, which only LibCST reads, a quarter of that."""
    most = _LIMITS.get().tokens // (_NEWER if newer else 1)
    if len(text) <= 2 * most or sum(1 for _ in _ANY.finditer(text)) <= most:
        return None
    found = (at for kind, at in tokens(text, _TOKEN) if kind in _COUNTED)
    at = next(islice(found, most, None), None)
    return None if at is None else Excess(at, "tokens")


def too_long(text: str) -> Excess | None:
    """Return the place where an expression exceeds `limits.chain`, brackets weigh too much, a `case` nests too deep or `elif`
    comes too often.

    Dearer than `too_nested`: for text that LibCST is about to read, and only when it is long enough to be over a limit.
    """
    limits = _LIMITS.get()
    if len(text) <= min(limits.chain, limits.weight, limits.lambdas, limits.elif_) and "case" not in text:
        return None
    for number, found in enumerate(_ELIF.finditer(text)):
        if number >= limits.elif_:
            return Excess(found.start(), "elif_")
    return measure(text)[1]


def measure(text: str) -> tuple[int, Excess | None]:
    """Return LibCST's cost for a text, in units of about 12 us, and the first place that is over a limit."""
    links = _Links(_LIMITS.get())
    for kind, at in tokens(text, _LINK):
        if over := links.over(kind):
            return links.cost, Excess(at, over)
    return links.cost, None


class _Links:
    """Counts the links that stand around one place: in its own brackets and in all brackets around them.

    A comma starts anew, but not for lambdas, whose parameters have commas too; so does a line end outside brackets.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.total = 0
        self.counts = [0]  # per open bracket
        self.lambdas = [0]
        self.brackets = limits.brackets
        self.weight = 0
        self.squares = 0  # of the lengths of all chains: so much time LibCST takes for them
        self.parts = 0  # elements, keys and keywords, of which each takes 25 us and 3 KB

    @property
    def cost(self) -> int:
        return self.weight + self.squares // 100 + 2 * self.parts

    def over(self, kind: str | None) -> str:
        """Takes the next token; the limit that is passed with it, "" when none is."""
        if kind in ("link", "open", "lambda"):
            self.counts[-1] += 1
            self.total += 1
            self.lambdas[-1] += kind == "lambda"
            self.squares += self.total
            if kind == "open":
                self.weight += len(self.counts)
                self.counts.append(0)
                self.lambdas.append(0)
        elif kind in ("stop", "pair"):
            self.parts += 1
        elif kind == "close" and len(self.counts) > 1:
            self.total -= self.counts.pop()
            self.lambdas.pop()
        elif kind == "separator" or (kind == "line" and len(self.counts) == 1):
            self.total -= self.counts[-1]
            self.counts[-1] = 0
            self.parts += kind == "separator"
            if kind == "line":
                self.lambdas[-1] = 0
                self.brackets = self.limits.brackets
        elif kind == "case" and len(self.counts) == 1:
            self.brackets = self.limits.case
        if self.total > self.limits.chain:
            return "chain"
        if self.weight > self.limits.weight:
            return "weight"
        if self.lambdas[-1] > self.limits.lambdas:
            return "lambdas"
        if len(self.counts) > self.brackets + 1:
            return "brackets" if self.brackets == self.limits.brackets else "case"
        return ""


def beyond(source: SourceFile, at: int, end: int) -> str:
    """The limit that forbids LibCST to read one more piece of a file, which is counted; "" when none does."""
    text = source.content[at:end]
    if text.startswith("@") and text.count("@") > source.limits.decorators:
        return "decorators"
    source.effort.spent += DEFINITION + (measure(text)[0] if len(text) > CHEAP else 0)
    return "effort" if source.effort.spent > source.limits.effort else ""


def is_balanced(text: str) -> bool:
    """Return `True` if the brackets of a short text are balanced and every string ends."""
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
