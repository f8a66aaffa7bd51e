"""Types as toolc reads them from source against pydantic itself: takes the text of a module, compares every exact report."""

from operator import attrgetter

from harness import LIVE, types
from oracle import canonical, reported, running


def model(*lines: str, head: str = "class M(BaseModel):") -> str:
    """The text of a class."""
    return "\n    ".join([head, *lines])


MODES = ("validation", "serialization")


def check(source: str) -> int:
    """Compares every report that says it is exact, in both modes; the number of them."""
    exact = 0
    with running(source) as module:
        for mode in MODES:
            for name, report in types(source, mode, versions=LIVE).items():
                if report.fidelity == "exact":
                    exact += 1
                    assert canonical(report.schema) == canonical(reported(attrgetter(name)(module), mode)), (name, mode)
    return exact


def assert_all_exact(source: str) -> None:
    """Every type of the module is exact, and what pydantic reports, in both modes."""
    reports = [report for mode in MODES for report in types(source, mode, versions=LIVE).values()]
    assert {report.qualname: report.diagnostics for report in reports if report.fidelity != "exact"} == {}
    assert check(source) == len(reports) > 0
