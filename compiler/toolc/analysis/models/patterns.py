"""`re` on texts that are known. Source: the library reference of CPython 3.11.

A pattern of the program runs here only where it takes little time (`quick_patterns.py`).
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from toolc.analysis.budget import MAX_TEXT
from toolc.analysis.models.quick_patterns import steps
from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, Class, Instance, Native, Unknown, Value

STEPS_EACH = 2_000  # characters looked at that count as one step of the program

_ARGUMENTS = {
    "match": ("string", "flags"),
    "fullmatch": ("string", "flags"),
    "search": ("string", "flags"),
    "findall": ("string", "flags"),
    "finditer": ("string", "flags"),
    "split": ("string", "maxsplit", "flags"),
    "sub": ("repl", "string", "count", "flags"),
    "subn": ("repl", "string", "count", "flags"),
}
"""The arguments behind the pattern, in their order. Methods of a pattern take no flags, and some a place to begin and end."""


def _unknown_match(call: Call) -> Unknown:
    handed = (*call.args, *call.kwargs.values())
    call.vm.hand_over(handed, call.vm.doubt("TC232", "a function is called for each match of a pattern"))
    return Unknown(call.vm.doubt("TC205", "what a pattern makes of a text is known only at run time"))


@model("re.escape", positions="pattern")
def _escape(call: Call) -> Value:
    text = call.vm.plain(call.args[0])
    return re.escape(text) if isinstance(text, str) else _unknown_match(call)


@model("re.compile", positions="pattern flags")
def _compile(call: Call) -> Value:
    pattern, flags = map(call.vm.plain, (*call.args, 0)[:2])
    if isinstance(pattern, Instance) and pattern.cls is _PATTERN:
        return pattern
    if not isinstance(pattern, str) or not isinstance(flags, int):
        return Unknown(call.vm.doubt("TC205", "a pattern is known only at run time"))
    return _pattern(pattern, flags)


def _pattern(pattern: str, flags: int) -> Instance:
    made = Instance(_PATTERN)
    made.cells.update({"pattern": pattern, "flags": int(flags) | re.UNICODE.value})
    return made


def _of_module(name: str, call: Call) -> Value:
    """`re.sub(pattern, …)` and its kind."""
    first, *rest = [call.kwargs.pop("pattern"), *call.args] if "pattern" in call.kwargs else call.args
    return _run(call, name, first, rest, _ARGUMENTS[name])


def _of_pattern(name: str, call: Call) -> Value:
    """A method of a compiled pattern."""
    names = tuple(one for one in _ARGUMENTS[name] if one != "flags")
    return _run(call, name, call.args[0], list(call.args[1:]), (*names, "pos", "endpos") if names == ("string",) else names)


def _run(call: Call, name: str, pattern: Value, rest: list[Value], names: tuple[str, ...]) -> Value:
    vm, pattern = call.vm, call.vm.plain(pattern)
    given = dict(zip(names, map(vm.plain, rest), strict=False)) | {key: vm.plain(one) for key, one in call.kwargs.items()}
    flags, text = given.pop("flags", 0), given.pop("string", None)
    if isinstance(pattern, Instance) and pattern.cls is _PATTERN:
        pattern, flags = pattern.cells["pattern"], pattern.cells["flags"]
    repl = given.pop("repl", "")
    if call.open is not None or len(rest) > len(names) or not (isinstance(pattern, str) and isinstance(text, str)):
        return _unknown_match(call)
    if not isinstance(flags, int) or not all(isinstance(one, int) for one in given.values()) or not set(given) <= set(names):
        return _unknown_match(call)
    try:
        compiled = re.compile(pattern, flags)
    except (re.error, ValueError):
        raise Raised("error") from None
    except (OverflowError, RecursionError):
        return _unknown_match(call)
    worst = steps(pattern, text, flags)
    if worst is None:
        return _unknown_match(call)
    vm.budget.step(worst // STEPS_EACH)
    if name in ("sub", "subn"):
        return _substitute(call, name, compiled, repl, text, given.get("count", 0))
    return _result(call, name, getattr(compiled, name)(text, **given))


def _result(call: Call, name: str, found: Any) -> Value:
    """Return the result of a search as an abstract value."""
    if name == "finditer":
        matches = iter([_match(one) for one in found])
        return call.vm.new_iterator(lambda: next(matches, MISSING), call.args)
    if isinstance(found, re.Match):
        return _match(found)
    return call.vm.lift(found)


def _is_too_long(compiled: "re.Pattern[str]", repl: str, text: str) -> bool:
    """Return `True` if a text with all its matches replaced is longer than is computed."""
    left = MAX_TEXT - len(text)
    for _ in compiled.finditer(text):
        left -= len(repl)
        if left < 0:
            return True
    return False


def _substitute(call: Call, name: str, compiled: "re.Pattern[str]", repl: Value, text: str, count: int) -> Value:
    """`sub` and `subn`, with a text or with a function of the program that is called for each match."""
    if isinstance(repl, str):
        if (len(text) + 1) * len(repl) > MAX_TEXT and _is_too_long(compiled, repl, text):
            return _unknown_match(call)
        try:
            made, often = compiled.subn(repl, text, count)
        except (re.error, IndexError) as error:
            raise Raised("IndexError" if isinstance(error, IndexError) else "error") from None
        return made if name == "sub" else (made, often)
    parts, at, often = [], 0, 0
    for match in compiled.finditer(text):
        if count and often == count:
            break
        instead = call.vm.plain(call.vm.call(repl, (_match(match),), {}, call.place))
        if not isinstance(instead, str):
            return _unknown_match(call)
        parts += [text[at : match.start()], instead]
        at, often = match.end(), often + 1
    made = "".join([*parts, text[at:]])
    return made if name == "sub" else (made, often)


# --- matches ----------------------------------------------------------------------------------------------------------


def _match(found: "re.Match[str]") -> Instance:
    made = Instance(_MATCH)
    made.native = found
    facts = {name: getattr(found, name) for name in ("string", "pos", "endpos", "lastindex", "lastgroup")}
    made.cells.update({**facts, "re": _pattern(found.re.pattern, found.re.flags)})
    return made


def _of_match(name: str, call: Call) -> Value:
    """A method of a match."""
    vm, (owner, *args) = call.vm, map(call.vm.plain, call.args)
    kwargs = {key: vm.plain(one) for key, one in call.kwargs.items()}
    if not all(one is None or isinstance(one, (str, int)) for one in (*args, *kwargs.values())) or call.open is not None:
        return Unknown(vm.doubt("TC205", "which part of a match is taken is known only at run time"))
    run: Callable[..., Any] = getattr(owner.native, name)
    try:
        return vm.lift(run(*args, **kwargs))
    except (IndexError, TypeError, re.error) as error:
        raise Raised(type(error).__name__) from None


_PATTERN = Class("Pattern", library="re.Pattern")
_MATCH = Class("Match", library="re.Match")
_PATTERN.cells.update({name: Native(f"re.Pattern.{name}", partial(_of_pattern, name)) for name in _ARGUMENTS})
_MATCH.cells.update(
    {
        name: Native(f"re.Match.{name}", partial(_of_match, name))
        for name in ("group", "groups", "groupdict", "start", "end", "span", "expand", "__getitem__")
    }
)
for _name in _ARGUMENTS:
    model(f"re.{_name}")(partial(_of_module, _name))
