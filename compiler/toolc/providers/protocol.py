"""Rules of MCP's versions for tools: each a function from a tool to its violations.

Takes a tool as its server sends it, returns findings with their own codes. Sources: the specification, "Tools" and "Overview",
2025-06-18, 2025-11-25 and 2026-07-28 (SEP-986 for names, SEP-2106 for result schemas, SEP-2243 for `x-mcp-header`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from toolc.ir import JsonSchema, Server, Tool
from toolc.providers.base import NameRule, every
from toolc.schema.keywords import Path, subschemas

Version = Literal["2025-06-18", "2025-11-25", "2026-07-28"]
VERSIONS: tuple[Version, ...] = ("2025-06-18", "2025-11-25", "2026-07-28")

NAMES = NameRule(r"[A-Za-z0-9_.-]{1,128}", "1 to 128 characters out of A-Z, a-z, 0-9, _, . and -")
"""SEP-986, a recommendation."""

HEADER = "x-mcp-header"
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
"""A field name of RFC 9110, section 5.6.2."""
_IN_HEADERS = ("integer", "string", "boolean")
_SECRET = re.compile(r"(?i)pass(?:word|wd|phrase)|secret|api[-_]?key|token|credential|private[-_]?key|ssn")

MAX_DEPTH = 20
MAX_SUBSCHEMAS = 10_000
"""Bounds beyond which a client may refuse a schema; the specification asks for some and names none."""

_NEWEST_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Breach(Struct, frozen=True):
    """A rule that a tool breaks: its code, where in the input schema, and words that go on from the name of the tool."""

    code: str
    place: Path
    words: str


Rule = Callable[[Tool], Iterator[Breach]]


def name(tool: Tool) -> Iterator[Breach]:
    """Names should keep to `NAMES`; clients may warn of others, or change them."""
    if not NAMES.takes(tool.name):
        yield Breach("TC482", (), f"has a name beyond the rule: {NAMES.words}")


def arguments_root(tool: Tool) -> Iterator[Breach]:
    """`inputSchema` has `type: object` at its root in every version; any keyword may stand beside it."""
    if (_sent_schemas(tool)[0] or {}).get("type") != "object":
        yield Breach("TC483", (), 'has an input schema without `"type": "object"` at the root')


def result_root(tool: Tool) -> Iterator[Breach]:
    """Until 2025-11-25 `structuredContent` is a JSON object, so `outputSchema` has `type: object` at its root."""
    schema = _sent_schemas(tool)[1]
    if schema is not None and schema.get("type") != "object":
        yield Breach("TC470", (), 'has an output schema without `"type": "object"` at the root')


def header_names(tool: Tool) -> Iterator[Breach]:
    """`x-mcp-header` (2026-07-28): a client of streamable HTTP drops the tool that breaks one of the first five constraints."""
    seen: dict[str, Path] = {}
    for place, schema in every(_sent_schemas(tool)[0] or {}):
        if HEADER not in schema:
            continue
        header, where = schema[HEADER], _name_place(place)
        if not place or any(step != "properties" for step in place[::2]):
            yield Breach("TC475", place, f"has `{HEADER}` where no chain of `properties` leads ({where})")
        elif not isinstance(header, str) or not header:
            yield Breach("TC471", place, f"has an empty `{HEADER}`, or one that is not text ({where})")
        elif _TOKEN.fullmatch(header) is None:
            yield Breach("TC472", place, f"has the `{HEADER}` {header!r}, which is not a name of an HTTP header ({where})")
        elif schema.get("type") not in _IN_HEADERS:
            yield Breach("TC474", place, f"has `{HEADER}` on something other than an integer, a string or a boolean ({where})")
        elif header.lower() in seen:
            yield Breach(
                "TC473", place, f"has the `{HEADER}` {header!r} twice: {_name_place(seen[header.lower()])} and {where}"
            )
        else:
            seen[header.lower()] = place
            if _SECRET.search(header) or _SECRET.search(str(place[-1])):
                yield Breach("TC476", place, f"sends {where} as an HTTP header, which proxies and logs see")


def dialect(tool: Tool) -> Iterator[Breach]:
    """All clients support JSON Schema 2020-12; other dialects are optional."""
    for schema in _sent_schemas(tool):
        declared = (schema or {}).get("$schema")
        if isinstance(declared, str) and declared.rstrip("#") != _NEWEST_DIALECT:
            yield Breach("TC478", (), f"declares the dialect {declared!r}; only JSON Schema 2020-12 must be supported")


def size(tool: Tool) -> Iterator[Breach]:
    """Schemas that nest deeper, or hold more, than a client that guards itself may take."""
    for schema in _sent_schemas(tool):
        pending: list[tuple[int, Any]] = [(1, schema)]
        count = 0
        while pending:
            depth, one = pending.pop()
            if not isinstance(one, dict):
                continue
            count += 1
            if depth > MAX_DEPTH or count > MAX_SUBSCHEMAS:
                what = f"nests {depth} levels deep" if depth > MAX_DEPTH else f"holds more than {MAX_SUBSCHEMAS:,} schemas"
                yield Breach("TC479", (), f"has a schema that {what}")
                break
            pending += [(depth + 1, inner) for _, inner in subschemas(one)]


RULES: Mapping[Version, tuple[Rule, ...]] = {
    "2025-06-18": (name, arguments_root, result_root, size),
    "2025-11-25": (name, arguments_root, result_root, dialect, size),
    "2026-07-28": (name, arguments_root, header_names, dialect, size),
}


def breaches(tool: Tool, version: Version) -> Iterator[Breach]:
    """Return what a tool breaks of the rules of one version."""
    for rule in RULES[version]:
        yield from rule(tool)


class Deprecated(Struct, frozen=True):
    """A feature that a version of the protocol deprecates: since when, by which proposal, and what takes its place."""

    name: str
    since: str
    source: str
    way_out: str

    def holds(self, version: Version) -> bool:
        """Return `True` if it is deprecated in a version of the protocol."""
        return self.since <= version


DEPRECATED: Mapping[str, Deprecated] = {
    one.name: one
    for one in (
        Deprecated("roots", "2026-07-28", "SEP-2577", "take folders and files as arguments, or from the configuration"),
        Deprecated("sampling", "2026-07-28", "SEP-2577", "call the API of a provider of models"),
        Deprecated("logging", "2026-07-28", "SEP-2577", "log to standard error, or through OpenTelemetry"),
        Deprecated("HTTP+SSE", "2025-03-26", "SEP-2596", "serve over streamable HTTP"),
    )
}
"""The register of the specification of 2026-07-28, as far as the code of a server shows it."""

_SPOKEN: Mapping[str, tuple[tuple[tuple[int, ...], Version], ...]] = {
    "mcp": (((2,), "2026-07-28"), ((1, 23), "2025-11-25"), ((0,), "2025-06-18")),
    "fastmcp": (((4,), "2026-07-28"), ((2, 14), "2025-11-25"), ((0,), "2025-06-18")),
}


def newest_spoken(server: Server) -> Version:
    """Return the newest version that the SDK of a server speaks; the newest of all for what has no SDK."""
    framework = "fastmcp" if server.system == "fastmcp" else "mcp"
    if not server.system.startswith(("mcp", "fastmcp")) or not server.version:
        return VERSIONS[-1]
    numbers = tuple(int(part) for part in re.findall(r"\d+", server.version)[:2])
    return next(version for since, version in _SPOKEN[framework] if numbers >= since)


def _sent_schemas(tool: Tool) -> tuple[JsonSchema | None, JsonSchema | None]:
    """The input and output schema as they are sent."""
    wire = tool.wire
    return (tool.input_schema, tool.output_schema) if wire is None else (wire.input_schema, wire.output_schema)


def _name_place(place: Path) -> str:
    return f"`{'.'.join(str(step) for step in place if step != 'properties')}`" if place else "the root"
