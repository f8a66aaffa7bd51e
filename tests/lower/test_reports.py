"""Which names of a project are types, and what their reports say."""

from harness import types

MODEL = "from pydantic import BaseModel\nclass A(BaseModel):\n    a: int\n    class B(BaseModel):\n        b: 'A'\n"


def test_names_places_and_kinds() -> None:
    reports = types({"app.py": MODEL + "C = A\nD = list[A]\nx = 3\n", "lib.py": "import app\nE = app.A | None\n"})
    assert {name: (report.kind, report.span.line, report.fidelity) for name, report in reports.items()} == {
        "A": ("model", 2, "exact"),
        "A.B": ("model", 4, "exact"),
        "C": ("alias", 6, "exact"),
        "D": ("alias", 7, "exact"),
        "lib:E": ("alias", 2, "exact"),
    }


def test_imported_names_are_reported_where_they_are_defined() -> None:
    assert set(types({"app.py": MODEL, "lib.py": "from app import A"})) == {"A", "A.B"}


def test_files_of_the_search_path_are_read_but_not_reported() -> None:
    reports = types({"app.py": "from lib import A\nB = list[A]"}, site={"lib.py": MODEL})
    assert (set(reports), reports["B"].fidelity) == ({"B"}, "exact")


def test_the_last_definition_counts() -> None:
    reports = types("from pydantic import BaseModel\nclass A(BaseModel):\n    a: int\nclass A(BaseModel):\n    b: int\n")
    assert set((reports["A"].schema or {})["properties"]) == {"b"}
