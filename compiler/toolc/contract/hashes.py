"""Fingerprints of what a tool tells its callers: takes a tool, gives SHA-256 over canonical JSON (RFC 8785).

`pins` are those that scanners of running servers compute, over what the server sends: mcpseal 0.1.4 over name, description and
input schema, in Matrix' canonical JSON; mcp-pin 0.1.8 (`digest.tool_body`) over all that a model sees, in RFC 8785.
"""

import contextlib
import hashlib
import json
from typing import Any

import rfc8785

from toolc.ir import Tool


def digest(value: Any) -> str:
    """Of any JSON value. Where RFC 8785 has no text for it (an integer beyond 2**53), of its JSON with sorted keys."""
    return f"sha256:{hashlib.sha256(canonical(value) or _sort_keys(value)).hexdigest()}"


def canonical(value: Any) -> bytes | None:
    """The text of RFC 8785; None when there is none."""
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        return None


def pins(tool: Tool) -> dict[str, str]:
    """The fingerprints of other programs, by their names; those that they would refuse to compute are left out."""
    sent = tool.wire.input_schema if tool.wire else tool.input_schema
    result = tool.wire.output_schema if tool.wire else tool.output_schema
    seal = {"name": tool.name, "description": tool.description or "", "inputSchema": sent or {}}
    pin: dict[str, Any] = {
        "name": tool.name,
        "title": tool.title or "",
        "description": tool.description or "",
        "input_schema": sent or {},
        "annotations": tool.annotations or {},
    }
    if result:
        pin["output_schema"] = result
    found = {}
    if (text := canonical(pin)) is not None:
        found["mcp-pin"] = hashlib.sha256(text).hexdigest()
    with contextlib.suppress(UnicodeEncodeError):
        text = json.dumps(seal, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        found["mcpseal"] = f"sha256:{hashlib.sha256(text).hexdigest()}"
    return found


def _sort_keys(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
