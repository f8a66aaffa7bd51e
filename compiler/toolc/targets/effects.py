"""Effects of a tool according to its server's hints (MCP 2026-07-28, `ToolAnnotations`), which are only claims."""

from toolc.ir import Tool


def effects(tool: Tool) -> list[str]:
    """The effects in words, the first of them about changes.

    Without `destructiveHint` a tool that is said to write may destroy, which is the default of the specification.
    """
    hints = tool.annotations or {}
    if reads_only(tool):
        found = ["read-only"]
    elif "destructiveHint" not in hints and "readOnlyHint" not in hints:
        found = ["unknown"]
    else:
        found = ["additive" if hints.get("destructiveHint") is False else "destructive"]
        found += ["idempotent"] if hints.get("idempotentHint") is True else []
    return [*found, *(["open-world"] if hints.get("openWorldHint") is True else [])]


def reads_only(tool: Tool) -> bool:
    """Return `True` if the server hints that the tool is read-only."""
    return (tool.annotations or {}).get("readOnlyHint") is True
