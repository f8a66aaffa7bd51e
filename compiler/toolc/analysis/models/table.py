"""The register of models: dotted name → what a call of it does. One function a name; a test takes each away in turn."""

from collections.abc import Callable
from typing import Any

from toolc.analysis.values import Native, Value

Model = Callable[[Any], Value]

MODELS: dict[str, Model] = {}
"""Functions, and constructors of classes, by dotted name."""

METHODS: dict[tuple[str, str], Callable[[Any, Any], Value]] = {}
"""Methods of containers and texts, by kind of receiver and name: `run(receiver, call)`."""

_NATIVES: dict[str, Native] = {}


def model(*names: str) -> Callable[[Model], Model]:
    """Give functions of these dotted names a model."""

    def register(run: Model) -> Model:
        for name in names:
            MODELS[name] = run
        return run

    return register


def method(kinds: str, names: str) -> Callable[[Callable[[Any, Any], Value]], Callable[[Any, Any], Value]]:
    """Give methods of some kinds of receivers a model."""

    def register(run: Callable[[Any, Any], Value]) -> Callable[[Any, Any], Value]:
        for kind in kinds.split():
            for name in names.split():
                METHODS[kind, name] = run
        return run

    return register


def native(name: str) -> Native:
    """The function object of a model; one a name."""
    found = _NATIVES.get(name)
    if found is None:
        found = _NATIVES[name] = Native(name, lambda call: MODELS[name](call))
    return found
