"""The writer's knowledge of the program so far: which names are in scope, and what kind of object each stands for."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from programs.dialects import Dialect

KINDS = {  # the beginning of the names of each kind
    "server": "mcp",
    "function": "f",
    "functions": "tools",
    "table": "table",
    "names": "names",
    "bag": "bag",
    "queue": "queue",
    "row": "row",
    "pairs": "pairs",
    "groups": "groups",
    "text": "text",
    "number": "number",
    "registry": "registry",
    "decorator": "deco",
    "enter": "enter",
}
MUTABLE = ("functions", "table", "names", "bag", "queue", "pairs", "groups")


class Variable(Struct):
    """A name in scope; `signature` are the kinds that a helper takes, `result` what it returns."""

    text: str
    kind: str
    depth: int
    signature: tuple[str, ...] = ()
    result: str = ""


class Base:
    """Chance, names and scopes."""

    def __init__(self, rng: random.Random, dialect: Dialect) -> None:
        self.rng, self.dialect = rng, dialect
        self.scope: list[Variable] = []
        self.count = 0
        self.depth = 0  # of functions around
        self.loops = 0  # around, within the innermost function
        self.nesting = 0  # of blocks around
        self.undecided = 0  # conditions that may still be written
        self.budget = 40  # statements that may still be written

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def one(self, choices: Sequence[str]) -> str:
        return self.rng.choice(choices)

    def fresh(self, kind: str) -> str:
        self.count += 1
        return f"{KINDS.get(kind, kind)}_{self.count}"

    def add(self, kind: str, text: str = "", **more: object) -> str:
        text = text or self.fresh(kind)
        self.scope.append(Variable(text, kind, self.depth, **more))  # type: ignore[arg-type]
        return text

    def having(self, kind: str) -> list[Variable]:
        return [one for one in self.scope if one.kind == kind]

    def name(self, kind: str) -> str | None:
        """A variable of a kind, the later ones more often."""
        found = self.having(kind)
        return found[max(self.rng.randrange(len(found)), self.rng.randrange(len(found)))].text if found else None

    def rebindable(self, kind: str) -> str | None:
        """A name of a kind that an assignment here binds again, and does not make local by mistake."""
        found = [one for one in self.having(kind) if one.depth == self.depth or "." in one.text]
        return self.rng.choice(found).text if found else None

    @contextmanager
    def inner(self, function: bool = False) -> Iterator[None]:
        """Names bound within are forgotten after it."""
        kept, loops = len(self.scope), self.loops
        if function:
            self.depth += 1
            self.loops = 0
        yield
        del self.scope[kept:]
        if function:
            self.depth -= 1
        self.loops = loops

    def pick(self, weighted: Iterable[tuple[float, Callable[[], list[str] | None]]]) -> list[str]:
        """The statement of one production; another one where it has nothing to work on."""
        left = list(weighted)
        while left:
            chosen = self.rng.choices(range(len(left)), [weight for weight, _ in left])[0]
            made = left.pop(chosen)[1]()
            if made:
                return made
        return ["pass"]


def indented(lines: Iterable[str]) -> list[str]:
    made = [f"    {line}" for line in lines]
    return made or ["    pass"]
