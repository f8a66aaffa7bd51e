"""The register of models: dotted name → what a call of it does. One function a name; a test takes each away in turn."""

from collections.abc import Callable
from functools import partial
from typing import Any

from toolc.analysis.values import Native, Unknown, Value

Model = Callable[[Any], Value]

MODELS: dict[str, Model] = {}
"""Functions, and constructors of classes, by dotted name."""

METHODS: dict[tuple[str, str], Callable[[Any, Any], Value]] = {}
"""Methods of containers and texts, by kind of receiver and name: `run(receiver, call)`."""

_NATIVES: dict[str, Native] = {}


def model(*names: str, positions: str | None = None) -> Callable[[Model], Model]:
    """Give functions of these dotted names a model.

    `positions` are the names of the arguments that the model takes by position: a program may pass them by keyword. Without it
    the model looks at the keywords itself.
    """

    def register(run: Model) -> Model:
        for name in names:
            MODELS[name] = run if positions is None else partial(_by_position, run, positions.split())
        return run

    return register


def _by_position(run: Model, names: list[str], call: Any) -> Value:
    """Call a model with what is passed by keyword in its place; with a keyword that it does not know the result is unknown."""
    while len(call.args) < len(names) and names[len(call.args)] in call.kwargs:
        call.args = (*call.args, call.kwargs.pop(names[len(call.args)]))
    for name in call.kwargs:
        return Unknown(call.vm.doubt("TC205", f"what `{name}` changes in {call.vm.describe(call.callee)} is not followed"))
    return run(call)


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
