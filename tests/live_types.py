"""Types as toolc reads them from source against pydantic itself: takes the text of a module, compares every exact report."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from harness import LIVE, types
from oracle import canonical, reported, running
from toolc.ir import TypeReport


def model(*lines: str, head: str = "class M(BaseModel):") -> str:
    """The text of a class."""
    return "\n    ".join([head, *lines])


MODES = ("validation", "serialization")


def check(source: str, other: str = "") -> int:
    """Compares every report, in both modes; the number of exact ones. `other` is a module it may import.

    What is exact equals what pydantic reports, and what is refused pydantic refuses too.
    """
    return _check({mode: types({"app.py": source, "other.py": other}, mode, versions=LIVE) for mode in MODES}, source, other)


def _check(found: Mapping[str, Mapping[str, TypeReport]], source: str, other: str = "") -> int:
    """The same of what is reported in each mode."""
    exact = 0
    for mode, reports in found.items():
        told = {name: one for name, one in reports.items() if one.fidelity in ("exact", "refused")}
        exact += sum(one.fidelity == "exact" for one in told.values())
        for name in differing(told, mode, source, other):
            assert not differing({name: told[name]}, mode, source, other), (name, mode, told[name].diagnostics)
    return exact


def differing(reports: Mapping[str, TypeReport], mode: str, source: str, other: str = "") -> list[str]:
    """The reports that are not what pydantic says when it is asked for all of them in a row.

    Asking may change the answers that follow: pydantic 2.14 builds some schemas into those that are there. So what differs is
    to be asked for alone.
    """
    with running(other, "other") as beside, running(source) as module:
        homes = {"": module, "other": beside}
        kinds = {name: attrgetter(name.rpartition(":")[2])(homes[name.rpartition(":")[0]]) for name in reports}
        return [name for name, one in reports.items() if not _equal(one, _live(kinds[name], mode))]


def _equal(report: TypeReport, live: dict[str, Any] | None) -> bool:
    if report.fidelity == "refused" or live is None:
        return report.fidelity == "refused" and live is None
    return canonical(report.schema) == canonical(live)


def _live(kind: Any, mode: str) -> dict[str, Any] | None:
    """What pydantic reports, None where it raises: its errors are of many types."""
    try:
        return reported(kind, mode)
    except Exception:
        return None


def assert_all_exact(source: str) -> None:
    """Every type of the module is exact, and what pydantic reports, in both modes."""
    found = {mode: types(source, mode, versions=LIVE) for mode in MODES}
    reports = [report for one in found.values() for report in one.values()]
    assert {report.qualname: report.diagnostics for report in reports if report.fidelity != "exact"} == {}
    assert _check(found, source) == len(reports) > 0
