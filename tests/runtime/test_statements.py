"""The tables of statements and the tests of the documents: each statement has tests that are there, each test a statement."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DOCUMENTS = ("basic_agent", "function_to_tool", "orbiter", "pba", "tinyagent")
TABLES = {name: importlib.import_module(f"runtime.statements.{name}") for name in DOCUMENTS}


@pytest.fixture(scope="module")
def collected() -> set[str]:
    """`module:test` of everything that pytest itself collects from the modules of the documents."""
    files = [str(HERE / f"{module}.py") for table in TABLES.values() for module in table.MODULES]
    command = [sys.executable, "-m", "pytest", "--collect-only", "--no-header", "-p", "no:cacheprovider", *files]
    listed = subprocess.run(
        [*command, "-o", "addopts=-q"], capture_output=True, text=True, cwd=HERE.parents[1], check=True
    ).stdout
    nodes = (line.partition("[")[0].split("::") for line in listed.splitlines() if "::" in line)
    return {f"{Path(file).stem}:{test}" for file, test in nodes}


def named(document: str) -> dict[str, list[list[str]]]:
    """For each statement its tests, each as the places where it may be."""
    table = TABLES[document]
    return {
        number: [[one] if ":" in one else [f"{module}:{one}" for module in table.MODULES] for one in tests.split()]
        for number, (_, tests) in table.STATEMENTS.items()
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_statement_has_its_tests(document: str, collected: set[str]) -> None:
    lost = {
        number: places
        for number, tests in named(document).items()
        for places in (tests or [["nothing"]])
        if not collected & set(places)
    }
    assert lost == {}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_test_shows_a_statement(document: str, collected: set[str]) -> None:
    shown = {place for tests in named(document).values() for places in tests for place in places}
    own = {one for one in collected if one.partition(":")[0] in TABLES[document].MODULES}
    assert own - shown == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_statements_are_numbered_in_order(document: str) -> None:
    numbers = [tuple(map(int, number.split("."))) for number in TABLES[document].STATEMENTS]
    assert numbers == sorted(set(numbers))
    assert all(text for text, _ in TABLES[document].STATEMENTS.values())
