"""The table of scalar types: canonical name → validator (pydantic 2.11 to 2.14, validation mode).

Takes a canonical name, gives a fresh node or the type that a name of pydantic abbreviates; None for any other name.
"""

from collections.abc import Sequence
from typing import Any

from toolc.qualified_names import canonical
from toolc.schema.pydantic.building.serializers import byte_size, import_serialization, pattern
from toolc.schema.pydantic.node import Node, after

# --- core schemas by kind alone --------------------------------------------------------------------------------------

_KINDS = {
    "builtins.str": "str",
    "builtins.int": "int",
    "builtins.float": "float",
    "builtins.bool": "bool",
    "builtins.bytes": "bytes",
    "builtins.complex": "complex",
    "builtins.object": "any",
    "typing.Any": "any",
    "typing.Final": "any",
    "types.NoneType": "none",
    "decimal.Decimal": "decimal",
    "fractions.Fraction": "fraction",
    "datetime.date": "date",
    "datetime.datetime": "datetime",
    "datetime.time": "time",
    "datetime.timedelta": "timedelta",
    "pydantic.PastDate": "date",
    "pydantic.FutureDate": "date",
    "pydantic.AwareDatetime": "datetime",
    "pydantic.NaiveDatetime": "datetime",
    "pydantic.PastDatetime": "datetime",
    "pydantic.FutureDatetime": "datetime",
    "uuid.UUID": "uuid",
    "collections.abc.Hashable": "custom-error",
    "pydantic.JsonValue": "json-value",
}

BASES: dict[str, dict[str, Any]] = {
    "any": {},
    "custom-error": {},
    "json-value": {},
    "none": {"type": "null"},
    "bool": {"type": "boolean"},
    "complex": {"type": "string"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "time": {"type": "string", "format": "time"},
    "uuid": {"type": "string", "format": "uuid"},
}
"""Written form of a kind without constraints in its schema."""

# --- code with a schema of its own -----------------------------------------------------------------------------------

_FORMATS = {
    "ipaddress.IPv4Address": "ipv4",
    "ipaddress.IPv4Network": "ipv4network",
    "ipaddress.IPv4Interface": "ipv4interface",
    "ipaddress.IPv6Address": "ipv6",
    "ipaddress.IPv6Network": "ipv6network",
    "ipaddress.IPv6Interface": "ipv6interface",
    "pydantic.IPvAnyAddress": "ipvanyaddress",
    "pydantic.IPvAnyNetwork": "ipvanynetwork",
    "pydantic.IPvAnyInterface": "ipvanyinterface",
    "re.Pattern": "regex",
    "zoneinfo.ZoneInfo": "zoneinfo",
    "pydantic.color.Color": "color",
    "pydantic_extra_types.color.Color": "color",
}

_PLAIN = frozenset({
    # Types that a function validates alone: they take no constraint, not even `strict`.
    "pydantic.IPvAnyAddress", "pydantic.IPvAnyNetwork", "pydantic.IPvAnyInterface", "re.Pattern", "zoneinfo.ZoneInfo",
    "pydantic.color.Color", "pydantic_extra_types.color.Color",
})  # fmt: skip

_PATHS = (
    "os.PathLike", "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.WindowsPath",
    "pathlib.PurePosixPath", "pathlib.PureWindowsPath",
)  # fmt: skip

_EMAILS = {"pydantic.EmailStr": "email", "pydantic.NameEmail": "name-email"}

_URLS: dict[str, dict[str, int]] = {
    f"pydantic.{name}": {}
    for name in (
        "AnyUrl", "AnyHttpUrl", "AnyWebsocketUrl", "FileUrl", "FtpUrl", "CockroachDsn", "AmqpDsn", "RedisDsn", "KafkaDsn",
        "MySQLDsn", "MariaDBDsn", "ClickHouseDsn", "SnowflakeDsn",
    )
} | {"pydantic.HttpUrl": {"max_length": 2083}, "pydantic.WebsocketUrl": {"max_length": 2083}}  # fmt: skip

_MULTI_HOST_URLS = ("pydantic.PostgresDsn", "pydantic.MongoDsn", "pydantic.NatsDsn")

_CORE_URLS = {"pydantic_core.Url": "url", "pydantic_core.MultiHostUrl": "multi-host-url"}
"""The classes of pydantic-core that those of pydantic hold (`GenerateSchema._handlers`)."""

_BYTE_SIZE = r"^\s*(\d*\.?\d+)\s*(\w+)?"


def scalar(name: str) -> Node | None:
    """A fresh node for a scalar type."""
    if name in _KINDS:
        return Node(_KINDS[name])
    if name in _FORMATS:
        written = pattern() if name == "re.Pattern" else None
        kind = "fixed-plain" if name in _PLAIN else "fixed"
        return Node(kind, base={"type": "string", "format": _FORMATS[name]}, serialization=written)
    if name in _PATHS:
        return Node("path")
    if name in _EMAILS:
        return Node("email", base={"format": _EMAILS[name]})
    if name in _URLS:
        return Node("function-wrap", inner=Node("url", facts=dict(_URLS[name])))
    if name in _MULTI_HOST_URLS:
        return Node("function-wrap", inner=Node("multi-host-url"))
    if name in _CORE_URLS:
        return Node(_CORE_URLS[name])
    return _odd_scalar(name)


def _odd_scalar(name: str) -> Node | None:
    match name:
        case "pydantic.SecretStr":  # what the configuration asks of texts holds for it
            return Node("secret", base={"type": "string", "writeOnly": True, "format": "password"}, name="str")
        case "pydantic.SecretBytes":
            return Node("secret", base={"type": "string", "writeOnly": True, "format": "password"})
        case "pydantic.ByteSize":
            text, number = Node("str", facts={"pattern": _BYTE_SIZE}), Node("int", facts={"ge": 0})
            return Node("function-after", inner=Node("union", parts=[text, number]), serialization=byte_size())
        case "pydantic.Json":
            return Node("json", inner=Node("any"))
        case "pydantic.ImportString":
            return Node("import-string", serialization=import_serialization())
        case "pydantic.PaymentCardNumber":
            return after(Node("str", facts={"min_length": 12, "max_length": 19}))
    return None


_INHERITED = frozenset({*_URLS, *_MULTI_HOST_URLS, *_EMAILS, "pydantic.SecretStr", "pydantic.SecretBytes", "pydantic.ByteSize"})
"""Classes whose hook makes the same validator for what inherits from them."""


def inherited_scalar(ancestors: Sequence[str]) -> Node | None:
    """The validator that a class takes over from the one of pydantic's own classes that it inherits from."""
    known = sorted(_INHERITED.intersection(map(canonical, ancestors)))
    return scalar(known[0]) if len(known) == 1 else None


TRANSPARENT = {"typing.Required", "typing.NotRequired", "typing.ReadOnly", "typing.Final", "dataclasses.InitVar"}
"""Qualifiers whose argument is the type."""
