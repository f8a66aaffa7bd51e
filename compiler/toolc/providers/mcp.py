"""MCP: what clients may expect of `tools/list`, by version of the protocol.

The rules are in `protocol`, each with its code; schemas are judged there, as the server sends them.
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Finding, Provider
from toolc.providers.protocol import VERSIONS


def _judge(schema: JsonSchema) -> Iterator[Finding]:
    """Return nothing."""
    yield from ()


def _profile(version: str) -> Provider:
    name = "mcp" if version == "sdk" else f"mcp@{version}"
    about = "clients of the Model Context Protocol" + ("" if version == "sdk" else f", version {version}")
    return Provider(name, about, "mcp", _judge, protocol=version)


MCP = _profile("sdk")
PROFILES = tuple(map(_profile, VERSIONS))
