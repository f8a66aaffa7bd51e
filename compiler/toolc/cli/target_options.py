"""Options of one target, as they are given on the command line: `typescript.layout=single`.

Takes such words and the configured options, gives the options with those words over them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

import msgspec

from toolc.cli import declare
from toolc.config import TargetOptions
from toolc.text.suggestions import did_you_mean

_HINT = "--option"


def target_options(options: TargetOptions, words: Sequence[str]) -> TargetOptions:
    """The options of all targets. Raises `BadParameter` for a target, key or value that there is not."""
    tables: dict[str, dict[str, Any]] = msgspec.to_builtins(options)
    for word in words:
        place, equals, value = (part.strip() for part in word.partition("="))
        target, dot, key = place.partition(".")
        if not (equals and dot and key):
            raise declare.BadValue(f'"{word}" is not TARGET.KEY=VALUE, such as typescript.layout=single', hint=_HINT)
        table = _option_type(target, TargetOptions, "target with options")
        tables[target][key] = _value(word, value, _option_type(key, table, f"option of {target}"))
        try:
            msgspec.convert(tables, TargetOptions)
        except msgspec.ValidationError as error:
            raise declare.BadValue(f'"{word}": {error}', hint=_HINT) from None
    return msgspec.convert(tables, TargetOptions)


def _option_type(name: str, table: type[msgspec.Struct], what: str) -> Any:
    """The type of a field."""
    known: Mapping[str, Any] = {field.encode_name: field.type for field in msgspec.structs.fields(table)}
    if name not in known:
        raise declare.BadValue(f'unknown {what} "{name}"; {did_you_mean(name, known, "there are")}', hint=_HINT)
    return known[name]


def _value(word: str, value: str, kind: Any) -> Any:
    """One of some words, several of them with commas between, or a text that its type has a pattern for."""
    if kind is bool:
        return {"true": True, "false": False}[_choose_value(word, value, ("true", "false"))]
    if get_origin(kind) is Annotated:
        return value
    several = get_origin(kind) is tuple
    choices = get_args(get_args(kind)[0] if several else kind)
    given = [one.strip() for one in value.split(",") if one.strip()] if several else [value]
    for one in given:
        _choose_value(word, one, choices)
    return given if several else value


def _choose_value(word: str, value: str, choices: Sequence[str]) -> str:
    if value in choices:
        return value
    raise declare.BadValue(f'"{word}": unknown value "{value}"; {did_you_mean(value, choices, "there are")}', hint=_HINT)
