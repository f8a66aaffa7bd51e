"""Values of the standard library as JSON: what pydantic writes for `Decimal("1.5")` or `timedelta(minutes=5)` (2.14).

Takes a canonical name and constant arguments, gives a JSON value; raises `LookupError` for a name it does not know.
Only immutable values of the standard library are made here, never anything of the program.
"""

import datetime
import decimal
import fractions
import ipaddress
import pathlib
import urllib.parse
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from toolc.signature import Plain

MAX_TEXT = 4_000
"""Longer texts are not numbers anyone wrote down; some constructors take quadratic time on them."""

_UTC = frozenset({"datetime.timezone.utc", "datetime.UTC"})
_SPECIAL = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}


def standard_value(of: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """The JSON value of a call."""
    make = _MAKERS.get(of)
    if make is None:
        raise LookupError(of)
    if any(isinstance(arg, str) and len(arg) > MAX_TEXT for arg in args):
        raise ValueError("too long")
    return make(*args, **kwargs)


def _fraction(*args: Any) -> str:
    if any(isinstance(arg, str) and "e" in arg.lower() for arg in args):
        raise ValueError("an exponent would be multiplied out")
    return str(fractions.Fraction(*args))


def _zone(value: Any) -> datetime.tzinfo | None:
    if value is None:
        return None
    if isinstance(value, Plain) and value.name in _UTC:
        return datetime.UTC
    raise ValueError("unknown time zone")


def _datetime(*args: Any, tzinfo: Any = None, **kwargs: Any) -> str:
    if len(args) > 7:
        args, tzinfo = args[:7], args[7]
    return _moment(datetime.datetime(*args, **kwargs).replace(tzinfo=_zone(tzinfo)))


def _time(*args: Any, tzinfo: Any = None, **kwargs: Any) -> str:
    return _moment(datetime.time(*args, **kwargs).replace(tzinfo=_zone(tzinfo)))


def _moment(value: datetime.datetime | datetime.time) -> str:
    text = value.isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text


def _timedelta(*args: Any, **kwargs: Any) -> str:
    """ISO 8601 as pydantic-core writes it: a year has 365 days, only the whole carries a sign."""
    value = datetime.timedelta(*args, **kwargs)
    sign, value = ("-", -value) if value < datetime.timedelta() else ("", value)
    years, days = divmod(value.days, 365)
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = sign + "P" + (f"{years}Y" if years else "") + (f"{days}D" if days else "")
    if value.seconds or value.microseconds or not value.days:
        text += "T" + (f"{hours}H" if hours else "") + (f"{minutes}M" if minutes else "")
        if value.microseconds:
            text += f"{seconds}.{value.microseconds:06}".rstrip("0") + "S"
        elif seconds or not value.seconds:
            text += f"{seconds}S"
    return text


def _pattern(pattern: Any, *_: Any, **__: Any) -> Any:
    return pattern.decode() if isinstance(pattern, bytes) else pattern


def _secret(value: Any) -> str:
    return "**********" if value else ""


def _complex(real: float, imaginary: float = 0) -> str:
    """`1+2j`, without the parentheses of `repr`."""
    return str(complex(real, imaginary)).strip("()")


_ADDRESSES: tuple[type, ...] = (
    ipaddress.IPv4Address, ipaddress.IPv4Network, ipaddress.IPv4Interface,
    ipaddress.IPv6Address, ipaddress.IPv6Network, ipaddress.IPv6Interface,
)  # fmt: skip


def _address(make: type) -> Callable[..., str]:
    return lambda *args: str(make(*args))


def _url(url: str) -> str:
    """A URL in the normal form of the `url` crate: host in lower case, default port left out, `/` for no path."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme.lower() not in _SPECIAL:
        return url
    host = (parts.hostname or "").lower()
    if parts.port is not None and parts.port != _SPECIAL[parts.scheme.lower()]:
        host += f":{parts.port}"
    user, at, _ = parts.netloc.rpartition("@")
    return urllib.parse.urlunsplit((parts.scheme.lower(), user + at + host, parts.path or "/", parts.query, parts.fragment))


_URLS = ("AnyUrl", "AnyHttpUrl", "HttpUrl", "AnyWebsocketUrl", "WebsocketUrl", "FileUrl", "FtpUrl", "RedisDsn", "PostgresDsn")

_MAKERS: dict[str, Callable[..., Any]] = {
    "builtins.complex": _complex,
    "decimal.Decimal": lambda *args: str(decimal.Decimal(*args)),
    "fractions.Fraction": _fraction,
    "uuid.UUID": lambda *args, **kwargs: str(uuid.UUID(*args, **kwargs)),
    "datetime.date": lambda *args, **kwargs: datetime.date(*args, **kwargs).isoformat(),
    "datetime.datetime": _datetime,
    "datetime.time": _time,
    "datetime.timedelta": _timedelta,
    "re.compile": _pattern,
    "pydantic.SecretStr": _secret,
    "pydantic.SecretBytes": _secret,
    **{f"pathlib.{name}": lambda *args: str(pathlib.PurePosixPath(*args)) for name in ("Path", "PurePath", "PosixPath")},
    **{f"ipaddress.{make.__name__}": _address(make) for make in _ADDRESSES},
    **{f"pydantic.{name}": _url for name in _URLS},
}
