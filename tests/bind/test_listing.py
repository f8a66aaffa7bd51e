"""Which files bring time for their types, and how much."""

import pytest

from harness import program
from toolc import cpu_budget
from toolc.limits import DEFAULTS

FIELDS = "".join(f"    field_{number}: int = 1\n" for number in range(40))
LONG = "".join(f"class C{number}:\n{FIELDS}\n\n" for number in range(60))
SHORT = "".join(f"class C{number}:\n    a: int\n\n\n" for number in range(900))
ENDLESS = "class C:\n" + FIELDS.replace(": int", "_: int") * 60
ALIASES = "A0 = int\n" + "".join(f"A{number} = A{number - 1} | str\n" for number in range(1, 900))


def allowed(text: str, patient: bool) -> float:
    """The seconds that whoever pays for the run may take, once the types of the file are named."""
    run = cpu_budget.CpuBudget(DEFAULTS, 1000.0)
    with cpu_budget.charging(run):
        assert list(program({"shop.py": text}).type_bindings(patient=patient))
    return run.allowed


def brought(text: str) -> float:
    """How many more seconds a file has that somebody vouches for."""
    return allowed(text, patient=True) - allowed(text, patient=False)


@pytest.mark.parametrize("text", [SHORT, ALIASES])
def test_what_bombs_are_made_of_brings_no_time(text: str) -> None:
    assert brought(text) == 0.0


def test_long_classes_bring_time_to_the_run_too() -> None:
    assert brought(LONG) == pytest.approx(60 * len(FIELDS) / 15_000, rel=0.3)


def test_no_class_and_no_file_brings_more_than_it_may() -> None:
    assert brought(ENDLESS) == pytest.approx(5_000 / 15_000)
    assert brought(LONG.replace(FIELDS, f"    {'word ' * 900!r}\n") * 5) == pytest.approx(DEFAULTS.seconds * 12)
