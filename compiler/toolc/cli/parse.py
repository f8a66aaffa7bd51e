"""Reads a plain command line: takes a command and its words, gives the values of its parameters, as typer would.

Importing typer, and having it build all commands, takes as long as compiling a small file. Returns None for whatever is not
plain: a word that is not declared, several short options in one word, a value of another kind, `--help`. Typer has that then.
"""

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct

from toolc.cli.declare import Argument, Option, declaration_of


class _Parameter(Struct, frozen=True):
    """A parameter of a command. `type` is that of one value; `several`: it takes a list of them."""

    name: str
    type: Any
    several: bool
    default: Any


class _Unclear(Exception):
    """The command line is not plain."""


def parse_words(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any] | None:
    """The values of a command's parameters by name; None where the words are not plain."""
    options: dict[str, _Parameter] = {}
    arguments: list[_Parameter] = []
    values: dict[str, Any] = {}
    for parameter in inspect.signature(command).parameters.values():
        found = declaration_of(parameter.annotation)
        if found is None:
            return None
        one = _parameter(parameter, found[0], found[1].settings)
        if parameter.default is not inspect.Parameter.empty:
            values[one.name] = list(one.default) if isinstance(one.default, list) else one.default
        if isinstance(found[1], Argument):
            arguments.append(one)
        elif os.environ.get(found[1].settings.get("envvar", "")):
            return None
        else:
            options.update(dict.fromkeys(_names(found[1], one.name), one))
    try:
        given, rest = _split_options(words, options)
        return {**values, **given, **_place_arguments(rest, arguments)}
    except _Unclear:
        return None


def _parameter(parameter: inspect.Parameter, type_: Any, settings: Mapping[str, Any]) -> _Parameter:
    if get_origin(type_) in (Union, UnionType):
        kinds = [one for one in get_args(type_) if one is not NoneType]
        type_ = kinds[0] if len(kinds) == 1 else None
    if settings.get("min") or "max" in settings:  # a number within bounds that only typer knows
        type_ = None
    several = get_origin(type_) is list
    return _Parameter(parameter.name, get_args(type_)[0] if several else type_, several, parameter.default)


def _names(option: Option, name: str) -> tuple[str, ...]:
    written = tuple(one for one in option.names if one.startswith("-"))
    return written if any(one.startswith("--") for one in written) else (*written, f"--{name.replace('_', '-')}")


def _split_options(words: Sequence[str], options: dict[str, _Parameter]) -> tuple[dict[str, Any], list[str]]:
    """The values of options by name, and the words that belong to none. An option stands there once, or takes a list."""
    plain: list[str] = []
    found: dict[str, Any] = {}
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            plain += waiting
        elif word == "-" or not word.startswith("-"):
            plain.append(word)
        else:
            name, equals, value = word.partition("=")
            option = options.get(name)
            if option is None or (equals and not name.startswith("--")) or (option.name in found and not option.several):
                raise _Unclear
            if option.type is bool:
                if equals:
                    raise _Unclear
                found[option.name] = True
                continue
            value = value if equals else next(waiting, "-")
            if not equals and value.startswith("-"):
                raise _Unclear
            if option.several:
                found.setdefault(option.name, []).append(_value(value, option))
            else:
                found[option.name] = _value(value, option)
    return found, plain


def _place_arguments(words: list[str], arguments: list[_Parameter]) -> dict[str, Any]:
    """The arguments that words are, in their order."""
    if [one.several for one in arguments] == [True]:
        return {arguments[0].name: [_value(word, arguments[0]) for word in words]} if words else {}
    if len(words) > len(arguments) or any(one.several for one in arguments):
        raise _Unclear
    if any(one.default is inspect.Parameter.empty for one in arguments[len(words) :]):
        raise _Unclear
    return {one.name: _value(word, one) for one, word in zip(arguments, words, strict=False)}


def _value(word: str, parameter: _Parameter) -> Any:
    if parameter.type is str:
        return word
    if parameter.type is int and word.isascii() and word.isdigit():
        return int(word)
    if get_origin(parameter.type) is Literal and word in get_args(parameter.type):
        return word
    raise _Unclear
