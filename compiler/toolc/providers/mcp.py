"""MCP: what clients may expect of `tools/list`, by version of the protocol.

Source: the specification of 2025-11-25, "Tools"; names: SEP-986. `protocol` has the rules that versions differ in.
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Finding, NameRule, Provider, root_object
from toolc.providers.protocol import VERSIONS

NAMES = NameRule(r"[A-Za-z0-9_.-]{1,128}", "1 to 128 characters out of A-Z, a-z, 0-9, _, . and -")


def judge(schema: JsonSchema) -> Iterator[Finding]:
    """`inputSchema` is an object at the root; any keyword may stand inside."""
    yield from root_object(schema)


def _profile(version: str) -> Provider:
    name = "mcp" if version == "sdk" else f"mcp@{version}"
    about = "clients of the Model Context Protocol" + ("" if version == "sdk" else f", version {version}")
    return Provider(name, about, "mcp", judge, NAMES, strict_names=False, protocol=version)


MCP = _profile("sdk")
PROFILES = tuple(map(_profile, VERSIONS))
