"""Serializers of pydantic's own types, for constants (2.14).

Takes a constant, gives the constant that is written, `UnknownConstant` where that is not known; raises `Unwritable` where they
raise.
"""

import base64
from collections.abc import Callable

from toolc.schema.pydantic.issues import Unwritable
from toolc.signature import CallConstant, Constant, Plain, UnknownConstant

SERIALIZERS = {"pydantic.PlainSerializer": True, "pydantic.WrapSerializer": False}
"""The annotations that are serializers, and whether they are plain ones."""

ENCODERS = {
    "base64": "base64",
    "base64url": "base64url",
    "pydantic.Base64Encoder": "base64",
    "pydantic.Base64UrlEncoder": "base64url",
}

_CODECS: dict[str, Callable[[bytes], bytes]] = {"base64": base64.b64encode, "base64url": base64.urlsafe_b64encode}


def whole(value: Constant) -> Constant:
    """A `ByteSize`: `int(value)`; for other objects the result is not known."""
    if isinstance(value, CallConstant):
        given = value.args[0] if value.of == "pydantic.ByteSize" and len(value.args) == 1 else None
        return given if isinstance(given, int) else UnknownConstant("a number of bytes")
    try:
        return int(value)
    except (TypeError, ValueError):
        raise Unwritable from None


def write_pattern(value: Constant) -> Constant:
    """A compiled pattern is written as its text; a text has no such attribute."""
    if isinstance(value, UnknownConstant) or (isinstance(value, CallConstant) and value.of == "re.compile"):
        return value
    raise Unwritable


_OBJECTS = ("builtins.NotImplemented", "builtins.Ellipsis", "builtins.__debug__")


def write_import(value: Constant) -> Constant:
    """Return the path of an imported object; anything else is returned as it is (`ImportString._serialize`)."""
    if isinstance(value, Plain) and value.name.startswith("builtins.") and value.name not in _OBJECTS:
        return value.name
    kept = value is None or isinstance(value, str | int | float)
    return value if kept else UnknownConstant("the path that an import is written as")


def encoder(of: str, named: Constant) -> Callable[[Constant], Constant]:
    """`EncodedBytes` and `EncodedStr`: a default is encoded as any value is; one of another type cannot be."""
    encode = _CODECS.get(ENCODERS.get(named.name if isinstance(named, Plain) else str(named), ""))

    def write(value: Constant) -> Constant:
        if encode is None or isinstance(value, CallConstant):
            return UnknownConstant("an encoder of the program makes it")
        if of == "pydantic.EncodedBytes" and isinstance(value, bytes):
            return encode(value)
        if of == "pydantic.EncodedStr" and isinstance(value, str):
            return encode(value.encode()).decode()
        raise Unwritable

    return write
