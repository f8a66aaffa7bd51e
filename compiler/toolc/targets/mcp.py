"""MCP: the result of `tools/list`, one document for each server.

Any name goes: the specification (2025-11-25) only says SHOULD about names, and both SDKs only warn.
"""

from toolc.targets.documents import as_sent, documents

TARGET = documents("mcp", "the `tools/list` result of each MCP server", entry=as_sent, per_server=True)
