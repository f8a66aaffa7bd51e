"""Functions of `re` with patterns that cannot run away.

Takes a function's name and its arguments, gives the result. A pattern repeats single characters, three times at most, and
texts are short: then no backtracking takes long.
"""

import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from toolc.bind.interpret.frame import NotSupported, PythonError
from toolc.text.regex import late

MAX_TEXT = 100
MAX_PATTERN = 200
_REPEAT = late(r"[*+{]")
_COSTLY = late(r"\)[*+{]|\(\?P=|\(\?\(|\\[1-9]")
"""A repeated group (`(a|a)*`), a back reference, a condition."""


class Match:
    """Groups of a regular expression's match."""

    def __init__(self, found: "re.Match[str]") -> None:
        self.groups = (found[0], *found.groups())
        self.names = found.groupdict()

    def group(self, *names: Any) -> Any:
        """`match.group(…)`, and `match[…]` with one name."""
        found = [self._one(name) for name in names or (0,)]
        return found[0] if len(found) == 1 else tuple(found)

    def _one(self, name: Any) -> Any:
        if name in self.names:
            return self.names[name]
        if not isinstance(name, int) or not 0 <= name < len(self.groups):
            raise PythonError("IndexError")
        return self.groups[name]


def function(name: str, args: Sequence[Any], kwargs: dict[str, Any], call: Callable[[Any, Match], Any]) -> Any:
    """`re.sub`, `split`, `findall`, `match`, `search` and `fullmatch`, without flags."""
    if kwargs or not args or not isinstance(args[0], str):
        raise NotSupported(f"{name} with such arguments is not evaluated")
    pattern = _safe(args[0])
    try:
        match name.rpartition(".")[2], list(args[1:]):
            case "sub", [repl, str() as text] if len(text) <= MAX_TEXT:
                return pattern.sub(_replacement(repl, call), text)
            case ("split" | "findall") as verb, [str() as text] if len(text) <= MAX_TEXT:
                return getattr(pattern, verb)(text)
            case ("match" | "search" | "fullmatch") as verb, [str() as text] if len(text) <= MAX_TEXT:
                found = getattr(pattern, verb)(text)
                return None if found is None else Match(found)
    except (re.error, IndexError):
        raise PythonError("ValueError") from None
    raise NotSupported(f"{name} with such arguments is not evaluated")


def _safe(text: str) -> "re.Pattern[str]":
    if len(text) > MAX_PATTERN or len(_REPEAT.findall(text)) > 3 or _COSTLY.search(text):
        raise NotSupported("a regular expression that may take long")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(text)
    except (re.error, OverflowError, RecursionError):
        raise PythonError("ValueError") from None


def _replacement(repl: Any, call: Callable[[Any, Match], Any]) -> Any:
    if isinstance(repl, str):
        if len(repl) > MAX_TEXT:
            raise NotSupported("a long replacement")
        return repl

    def replace(found: "re.Match[str]") -> str:
        made = call(repl, Match(found))
        if not isinstance(made, str):
            raise PythonError("TypeError")
        return made

    return replace
