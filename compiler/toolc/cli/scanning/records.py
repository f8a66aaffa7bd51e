"""Results of an item as one line of JSON.

The same item gives the same line on every machine but for `timings`, which stand last and in a field of their own.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct, structs

from toolc import __version__
from toolc.cli.documents import diagnostic_documents, json_text, tool_document
from toolc.cli.options import Walls
from toolc.diagnostics import Diagnostic, in_order
from toolc.ir import Package, Server, Tool

if TYPE_CHECKING:
    from toolc.driver import Front
    from toolc.reach import Reach

_MOST_NAMES = 100
"""Names of one kind that a line has."""

KINDS = ("exact", "approximate", "unknown", "refused")
SEVERITIES = ("error", "warning", "note")


class Settings(Struct, frozen=True, omit_defaults=True):
    """Settings under which items are read: the options of the command line that affect results."""

    sandbox: Walls = "auto"
    include_tests: bool = False
    search_path: tuple[str, ...] = ()
    python: str | None = None
    assume: dict[str, str] = {}
    environment: dict[str, str] = {}
    system: str | None = None


class Head(Struct, frozen=True):
    """Key of a line: the item, and the conditions under which the line is valid."""

    item: str
    toolc: str
    options: dict[str, Any]
    sha256: str | None
    status: Literal["ok", "failed"] = "ok"
    reason: str | None = None


class Distribution(Struct, frozen=True):
    """Name and version of an archive; "" where they are not known."""

    name: str = ""
    version: str = ""


def found_line(head: Head, distribution: Distribution, said: Sequence[Diagnostic], front: "Front") -> str:
    """Return the line of an item that was read, without its timings."""
    bundle = front.bundle
    tools = list(bundle.tools)
    fidelity: Counter[str] = Counter(tool.fidelity for _, _, tool in tools)
    severity: Counter[str] = Counter(one.severity for one in said)
    servers = sum(1 for package in bundle.packages for server in package.servers if server.tools)
    return _line(
        head,
        distribution=msgspec.to_builtins(distribution),
        counts={
            "files": front.files,
            "servers": servers,
            "tools": len(tools),
            **{kind: fidelity[kind] for kind in KINDS},
            **{f"{kind}s": severity[kind] for kind in SEVERITIES},
        },
        reaches=_reaches(front.reach),
        tools=[_tool(tool_document(*one), _kinds(front.reach, *one)) for one in tools],
        findings=diagnostic_documents(said),
    )


def failed_line(head: Head, reason: str, said: Sequence[Diagnostic] = ()) -> str:
    """Return the line of an item that was not read. `said`: what was found before it ended."""
    return _line(structs.replace(head, status="failed", reason=reason), findings=diagnostic_documents(in_order(said)))


def head(item: str, settings: Settings, sha256: str | None = None) -> Head:
    """Return the head of an item that this version reads with some settings."""
    return Head(item, __version__, msgspec.to_builtins(settings), sha256)


def head_of(line: bytes) -> Head | None:
    """Return the head of a line; `None` if it is none of a scan, or was written in part."""
    try:
        return msgspec.json.decode(line, type=Head)
    except msgspec.DecodeError:
        return None


def add_timings(line: str, seconds: float, elapsed: float, megabytes: int) -> str:
    """Return a line with its timings: CPU seconds, those of the clock, and the most memory that was taken."""
    timings = {"cpu_seconds": round(seconds, 3), "seconds": round(elapsed, 3), "megabytes": megabytes}
    return f'{line[:-1]},"timings":{msgspec.json.encode(timings).decode()}}}'


def _line(head: Head, **more: Any) -> str:
    return json_text({**msgspec.to_builtins(head), **more}, indent=-1)


def _tool(document: dict[str, Any], kinds: list[str] | None) -> dict[str, Any]:
    """A tool as `list --format json` prints it, without what is null, and without findings, which the item has.

    `kinds`: of what it may reach.
    """
    told = {**document, "reaches": kinds}
    return {key: value for key, value in told.items() if value is not None and key != "diagnostics"}


def _kinds(reach: "Reach | None", package: Package, server: Server, tool: Tool) -> list[str] | None:
    found = None if reach is None else reach.tools.get((package.name, server.name, tool.name))
    return None if found is None else list(found.kinds)


def _reaches(reach: "Reach | None") -> dict[str, list[str]]:
    """Return names with their places by the kind of what code may reach, and as `unread` the packages that were not read."""
    from toolc.reach import KINDS  # scans alone ask for it

    packages = list(reach.packages.values()) if reach is not None else []
    found = {
        kind: [f"{use.name} ({use.path}:{use.line})" for package in packages for use in package.of_kind(kind)] for kind in KINDS
    }
    found["unread"] = sorted({name for package in packages for name in package.unread})
    return {kind: names[:_MOST_NAMES] for kind, names in found.items() if names}
