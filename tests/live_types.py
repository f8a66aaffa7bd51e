"""Types as toolc reads them from source against pydantic itself: takes the text of a module, compares every exact report."""

from operator import attrgetter
from typing import Any

from harness import LIVE, types
from oracle import canonical, reported, running


def model(*lines: str, head: str = "class M(BaseModel):") -> str:
    """The text of a class."""
    return "\n    ".join([head, *lines])


MODES = ("validation", "serialization")


def check(source: str, other: str = "") -> int:
    """Compares every report, in both modes; the number of exact ones. `other` is a module it may import.

    What is exact equals what pydantic reports, and what is refused pydantic refuses too.
    """
    exact = 0
    for mode in MODES:  # with a module each: pydantic 2.14 changes the schema of an alias of a model when it builds it
        with running(other, "other"), running(source) as module:
            for name, report in types({"app.py": source, "other.py": other}, mode, versions=LIVE).items():
                if report.fidelity not in ("exact", "refused") or report.qualname.startswith("other:"):
                    continue
                live = _live(attrgetter(name)(module), mode)
                if report.fidelity == "exact":
                    exact += 1
                    assert live is not None and canonical(report.schema) == canonical(live), (name, mode)
                else:
                    assert live is None, (name, mode, report.diagnostics)
    return exact


def _live(kind: Any, mode: str) -> dict[str, Any] | None:
    """What pydantic reports, None where it raises: its errors are of many types."""
    try:
        return reported(kind, mode)
    except Exception:
        return None


def assert_all_exact(source: str) -> None:
    """Every type of the module is exact, and what pydantic reports, in both modes."""
    reports = [report for mode in MODES for report in types(source, mode, versions=LIVE).values()]
    assert {report.qualname: report.diagnostics for report in reports if report.fidelity != "exact"} == {}
    assert check(source) == len(reports) > 0
