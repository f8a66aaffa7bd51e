"""Toolsets of pydantic-ai that show the tools of another: takes one registration, gives a `Mount`.

Sources: `AbstractToolset.prefixed` and `renamed`, `PrefixedToolset` and `RenamedToolset` of pydantic-ai-slim 2.68.0.
"""

from collections.abc import Callable

from toolc.facts import Mount
from toolc.program import Known, Program, Registration, ServerKey, Unknown, Value
from toolc.systems.base import Mark, argument

_COMPUTED = Unknown("the names are computed while the program runs")


def _prefix(value: Value | None) -> tuple[Value, Value | None]:
    """`toolset.prefixed("weather")`: the word and `_` stand before every name."""
    text = value.value if isinstance(value, Known) else None
    return (Known(f"{text}_") if isinstance(text, str) else _COMPUTED), None


def _names(value: Value | None) -> tuple[Value, Value | None]:
    """`toolset.renamed({"new": "old"})`."""
    given = value.value if isinstance(value, Known) else None
    told = isinstance(given, dict) and all(isinstance(one, str) for one in given.values())
    return Known(""), Known({old: new for new, old in given.items()}) if told and given else _COMPUTED


def _label(before: Value, renamed: Value | None) -> tuple[str, ...]:
    """What tells one such toolset from another: its prefix, or the first of its new names."""
    names = list(renamed.value.values()) if isinstance(renamed, Known) else []
    if isinstance(before, Known) and before.value:
        return (before.value.removesuffix("_"),)
    return tuple(map(str, names[:1]))


_FORMS: dict[str, tuple[str, str, Callable[[Value | None], tuple[Value, Value | None]]]] = {
    "prefixed": ("PrefixedToolset", "prefix", _prefix),
    "renamed": ("RenamedToolset", "name_map", _names),
}


def _shows(method: str) -> Mark:
    _, keyword, read = _FORMS[method]

    def mark(registration: Registration, program: Program, server: ServerKey) -> Mount | None:
        if registration.form != "call":
            return None
        owned = registration.receiver is not None
        wrapped = registration.receiver if owned else argument(registration, program, "wrapped", 0)
        if wrapped is None:
            return None
        before, renamed = read(argument(registration, program, keyword, 0 if owned else 1))
        showing = ServerKey(server.package, server.system, "-".join((method, *_label(before, renamed))))
        return Mount(showing, wrapped, registration.scope, registration.at, registration.end, before, renamed)

    return mark


def marks(toolsets: tuple[str, ...]) -> dict[str, Mark]:
    """By name, for the classes that have such methods."""
    methods = {f"{toolset}.{method}": _shows(method) for toolset in toolsets for method in _FORMS}
    places = ("pydantic_ai", "pydantic_ai.toolsets")
    made = {f"{place}.{cls}": _shows(method) for place in places for method, (cls, _, _) in _FORMS.items()}
    return {**methods, **made}
