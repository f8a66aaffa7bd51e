"""Toolsets of pydantic-ai that show the tools of another: takes one registration, gives a `Mount`.

Sources: `AbstractToolset.prefixed` and `renamed`, `PrefixedToolset` and `RenamedToolset` of pydantic-ai-slim 2.68.0.
"""

from collections.abc import Iterator
from itertools import product

from toolc.program import BoundAttribute, CallResult, ConstantValue, Program, RegistrationSite, ServerKey, Unknown, Value
from toolc.server_effects import Mount
from toolc.systems.base import Mark, argument

MAX_CHAIN = 3
"""How many such methods may follow each other, `toolset.renamed(…).prefixed(…)`; behind one more no name is told."""

_COMPUTED = Unknown("the names are computed while the program runs")
_CLASSES = {"prefixed": "PrefixedToolset", "renamed": "RenamedToolset"}


def _prefix_toolset(registration: RegistrationSite, program: Program, at: int) -> tuple[Value, Value | None]:
    """`toolset.prefixed("weather")`: the word and `_` stand before every name."""
    value = argument(registration, program, "prefix", at)
    text = value.value if isinstance(value, ConstantValue) else None
    return (ConstantValue(f"{text}_") if isinstance(text, str) else _COMPUTED), None


def _rename_toolset(registration: RegistrationSite, program: Program, at: int) -> tuple[Value, Value | None]:
    """`toolset.renamed({"new": "old"})`."""
    value = argument(registration, program, "name_map", at)
    given = value.value if isinstance(value, ConstantValue) else None
    told = isinstance(given, dict) and all(isinstance(one, str) for one in given.values())
    return ConstantValue(""), ConstantValue({old: new for new, old in given.items()}) if told and given else _COMPUTED


_READ = {"prefixed": _prefix_toolset, "renamed": _rename_toolset}


def _shows(method: str, told: bool = True) -> Mark:
    """Return the mark of a method or class that wraps a toolset, its owner or first argument; not `told`: names are unknown."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Mount | None:
        made = registration.receiver
        if registration.form != "call" or not isinstance(made, CallResult):
            return None
        owner = made.callee.owner if isinstance(made.callee, BoundAttribute) else None
        wrapped = argument(registration, program, "wrapped", 0) if owner is None else owner
        if wrapped is None:
            return None
        before, renamed = _READ[method](registration, program, 1 if owner is None else 0) if told else (_COMPUTED, None)
        return Mount(server, wrapped, registration.scope, registration.at, registration.end, before, renamed)

    return mark


def marks(toolsets: tuple[str, ...]) -> dict[str, Mark]:
    """By name, for the classes that have such methods. What each makes is a server itself."""
    classes = {f"pydantic_ai.{place}{cls}": method for place in ("", "toolsets.") for method, cls in _CLASSES.items()}
    chained = {f"{owner}.{chain}": mark for owner in (*toolsets, *classes) for chain, mark in _chains()}
    return {**{name: _shows(method) for name, method in classes.items()}, **chained}


def _chains() -> Iterator[tuple[str, Mark]]:
    """`prefixed`, `renamed.prefixed` …"""
    for length in range(1, MAX_CHAIN + 2):
        for methods in product(_READ, repeat=length):
            yield ".".join(methods), _shows(methods[-1], length <= MAX_CHAIN)
