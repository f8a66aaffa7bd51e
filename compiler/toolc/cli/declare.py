"""Declarations of commands' options and arguments: the parameters of typer's `Option` and `Argument`, without importing typer.

Stands in the annotations of a command's parameters. `parse.py` reads plain command lines by it, `app.py` hands it to typer.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from msgspec import Struct

SHARED = ("Reading", "Reporting")
"""Groups of options that every compiling command has. `--help` names them; `--help-all` explains them."""


class Option(Struct, frozen=True):
    """An option: its names, else that of the parameter, and what typer is told of it."""

    names: tuple[str, ...]
    settings: Mapping[str, Any]


class Argument(Struct, frozen=True):
    """Words that belong to no option, and what typer is told of them."""

    settings: Mapping[str, Any]


class BadValue(Exception):
    """A value that a command does not take. `hint`: of which option or argument, as help shows it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"Invalid value for {hint}: {message}")


def option(*names: str, **settings: Any) -> Option:
    """An option, declared as `typer.Option` is."""
    return Option(names, settings)


def argument(**settings: Any) -> Argument:
    """An argument, declared as `typer.Argument` is."""
    return Argument(settings)


def declaration_of(annotation: Any) -> tuple[Any, Option | Argument] | None:
    """The type of a parameter and what it declares; None of one that declares nothing."""
    if get_origin(annotation) is not Annotated:
        return None
    type_, *told = get_args(annotation)
    return next(((type_, one) for one in told if isinstance(one, (Option, Argument))), None)


def translate_annotation(annotation: Any, option: Callable[..., Any], argument: Callable[..., Any]) -> Any:
    """The annotation in the words of typer."""
    found = declaration_of(annotation)
    match found:
        case type_, Option(names, settings):
            return Annotated[type_, option(*names, **settings)]
        case type_, Argument(settings):
            return Annotated[type_, argument(**settings)]
        case _:
            return annotation
