"""The defaults and annotations of a function's parameters, as its cells have them now."""

from toolc.analysis.doubts import Doubt
from toolc.analysis.values import MISSING, Choice, Dict, Input, Maybe, Unknown, Value
from toolc.module import Param

UNKNOWN_DEFAULTS = Doubt("TC309", "the defaults of the function are set to what only the running program knows")
UNKNOWN_ANNOTATIONS = Doubt("TC206", "the annotations of the function are set to what only the running program knows")


def defaults_of(positional: list[Param], defaults: Value, keywords: Value) -> dict[str, Value] | Unknown:
    """The defaults by name, as the function's cells have them now."""
    found = _positional(positional, defaults)
    if isinstance(found, Unknown) or keywords is None or keywords is MISSING:
        return found
    keywords = keywords.value if isinstance(keywords, Input) else keywords
    if not isinstance(keywords, Dict):
        return _unknown_default(keywords, UNKNOWN_DEFAULTS)
    if keywords.taint is not None:
        return Unknown(keywords.taint)
    return found | {key: value for key, value in keywords.items.items() if isinstance(key, str)}


def _positional(positional: list[Param], defaults: Value) -> dict[str, Value] | Unknown:
    match defaults:
        case None:
            return {}
        case tuple():
            names = [one.name for one in positional[max(0, len(positional) - len(defaults)) :]]
            return dict(zip(names, defaults[max(0, len(defaults) - len(names)) :], strict=True))
        case Input(value=value):
            return _positional(positional, value)
        case Choice(alternatives=several, guard=guard):
            ways: list[dict[str, Value]] = []
            for one in several:
                way = _positional(positional, one)
                if isinstance(way, Unknown):
                    return way
                ways.append(way)
            either = {}
            for name in dict.fromkeys(name for way in ways for name in way):
                values = tuple(way[name] for way in ways if name in way)
                value = values[0] if all(one is values[0] for one in values) else Choice(values, guard)
                either[name] = value if len(values) == len(ways) else Maybe(value, guard)
            return either
        case _ if defaults is MISSING:
            return {}
        case _:
            return _unknown_default(defaults, UNKNOWN_DEFAULTS)


def annotations_of(noted: Value) -> dict[Value, Value] | Unknown:
    """The annotations by name, as the function's cell has them now."""
    noted = noted.value if isinstance(noted, Input) else noted
    if noted is None or noted is MISSING:
        return {}
    if not isinstance(noted, Dict):
        return _unknown_default(noted, UNKNOWN_ANNOTATIONS)
    return noted.items if noted.taint is None else Unknown(noted.taint)


def _unknown_default(value: Value, otherwise: Doubt) -> Unknown:
    """Anything, for the reason that a value is not certain."""
    match value:
        case Unknown():
            return value
        case Choice(guard=guard) | Maybe(guard=guard):
            return Unknown(Doubt(otherwise.code, guard.reason, guard.place))
        case _:
            return Unknown(otherwise)
