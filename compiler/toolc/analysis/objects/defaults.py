"""The defaults of a function's parameters, as its cells have them now."""

from toolc.analysis.values import Dict, Unknown, Value
from toolc.module import Param


def defaults_of(positional: list[Param], defaults: Value, keywords: Value) -> dict[str, Value] | Unknown:
    """The defaults by name, as the function's cells have them now."""
    found: dict[str, Value] = {}
    if isinstance(defaults, tuple):
        for param, value in zip(positional[len(positional) - len(defaults) :], defaults, strict=False):
            found[param.name] = value
    elif isinstance(defaults, Unknown):
        return defaults
    if isinstance(keywords, Dict):
        if keywords.taint is not None:
            return Unknown(keywords.taint)
        found.update({key: value for key, value in keywords.items.items() if isinstance(key, str)})
    return found
