"""Arguments as a model sends them: takes an object, its JSON text or nothing, gives a dict of their own.

What cannot be an object of arguments is an `ArgumentError` in words for the model.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from toolc.runtime.errors import ArgumentError

Arguments = Mapping[str, Any] | str | bytes | None
"""Arguments as they arrive: an object, its JSON text, or nothing."""


def plain(arguments: Arguments, name: str) -> dict[str, Any]:
    """The arguments as a dict of their own. An empty text stands for no arguments, as OpenAI sends it."""
    if isinstance(arguments, str | bytes | bytearray):
        arguments = _parse(arguments, name)
    if arguments is None:
        return {}
    if not isinstance(arguments, Mapping):
        raise ArgumentError(f"The arguments of `{name}` must be a JSON object, not {_kind(arguments)}.")
    return dict(arguments)


def argument_error(name: str, problems: list[str]) -> ArgumentError:
    """The message for the model: what to mend, one line each."""
    return ArgumentError("\n- ".join([f"Invalid arguments for `{name}`:", *problems]))


def _parse(text: str | bytes, name: str) -> Any:
    if not text.strip():
        return None
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise ArgumentError(f"The arguments of `{name}` are nested too deeply.") from None
    except (msgspec.DecodeError, ValueError) as error:  # ValueError: characters that no encoding has
        raise ArgumentError(f"The arguments of `{name}` are not valid JSON: {error}.") from None


def _kind(value: Any) -> str:
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "an array"}
    return names.get(type(value), f"a {type(value).__name__}")
