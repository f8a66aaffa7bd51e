"""Findings for programs: each form can be read back, says the same, and lets no text of a source out of its place."""

import json
from xml.etree import ElementTree

import jsonschema
import pytest

from node import node_module
from toolc.cli.formats import FORMATS, document
from toolc.diagnostics import Diagnostic, Label
from toolc.source import Span

EVIL = 'a, b: "c" <d> & %0A\n::error::x\r\x1b[31m\u202e </failure> ]]> \x00'
FOUND = (
    Diagnostic("TC307", EVIL, Span("src/a b,c:é.py", 3, 5, 3, 9), (Label(Span("o.py", 1), EVIL),), help=EVIL),
    Diagnostic("TC120", "no tool was found in 1 file"),
    Diagnostic("TC110", "This is not Python: invalid syntax.", Span("z.py", 1, 1, 1, 2)),
)


def test_json() -> None:
    told = json.loads(document("json", FOUND, "1"))
    assert [(one["code"], one["severity"], one["path"]) for one in told] == [
        ("TC307", "warning", "src/a b,c:é.py"), ("TC120", "warning", None), ("TC110", "error", "z.py"),
    ]  # fmt: skip
    assert told[0]["message"] == told[0]["help"] == told[0]["labels"][0]["text"] == EVIL
    assert (told[0]["line"], told[0]["column"], told[0]["end_line"], told[0]["end_column"]) == (3, 5, 3, 9)


def test_github_has_one_command_for_each_finding() -> None:
    lines = document("github", FOUND, "1").split("\n")
    assert len(lines) == 4 and lines[3] == ""
    assert lines[0].startswith("::warning file=src/a b%2Cc%3Aé.py,line=3,col=5,endLine=3,title=TC307 unresolved-annotation::")
    assert "%250A%0A::error::x%0D" in lines[0] and "\x1b" not in lines[0] and "\u202e" not in lines[0]
    assert lines[1].startswith("::warning title=TC120 ")


def test_gitlab() -> None:
    told = json.loads(document("gitlab", FOUND, "1"))
    assert [one["severity"] for one in told] == ["minor", "minor", "major"]
    assert len({one["fingerprint"] for one in told}) == 3
    moved = Diagnostic("TC110", FOUND[2].message, Span("z.py", 9))
    assert json.loads(document("gitlab", [moved], "1"))[0]["fingerprint"] == told[2]["fingerprint"]
    assert told[0]["location"] == {"path": "src/a b,c:é.py", "lines": {"begin": 3}}


@pytest.mark.parametrize("form", ["json", "sarif", "gitlab", "junit", "github"])
def test_a_message_with_half_a_character(form: str) -> None:
    """Text of a program may hold surrogates, which no encoding has."""
    found = [Diagnostic("TC307", "\ud800", Span("a\udcff.py", 1))]
    assert document(form, found, "1").encode("utf-8", "replace")


def test_sarif() -> None:
    told = json.loads(document("sarif", FOUND, "1.2"))
    assert told["version"] == "2.1.0"
    (run,) = told["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["version"] == "1.2"
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    assert {one["level"] for one in run["results"]} <= {"error", "warning", "note"}
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "src/a%20b%2Cc%3A%C3%A9.py"
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    assert run["results"][1]["locations"] == []


@pytest.mark.parametrize("found", [FOUND, ()])
def test_sarif_is_what_its_schema_demands(found: tuple[Diagnostic, ...]) -> None:
    schema = json.loads(node_module("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json").read_text("utf-8"))
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    assert [error.message for error in validator.iter_errors(json.loads(document("sarif", found, "1.2")))] == []
    assert not validator.is_valid({"version": "2.1.0"})


def test_junit() -> None:
    told = ElementTree.fromstring(document("junit", FOUND, "1"))
    assert told.attrib["failures"] == "3"
    names = [case.attrib["name"] for suite in told for case in suite]
    assert sorted(name.partition(" ")[0] for name in names) == ["TC110", "TC120", "TC307"]
    assert all(len(case) == 1 for suite in told for case in suite)


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found(form: str) -> None:
    assert document(form, (), "1").strip() in ("", "[]") or form in ("sarif", "junit")


BROKEN = "from orbiter.tool import (\n"


def test_a_form_for_programs_has_standard_output_for_itself(write, toolc) -> None:
    write({"src/tools.py": BROKEN})
    for _ in range(2):  # built, then said again
        outcome = toolc("generate", "src", "--output-format", "json")
        assert outcome.status == 1
        assert [one["code"] for one in json.loads(outcome.out)] == ["TC110"]
        assert outcome.err.startswith("1 file, 0 tools")


def test_findings_in_a_file(write, toolc, here) -> None:
    write({"src/tools.py": BROKEN})
    outcome = toolc("list", "src", "--output-format", "sarif", "--output-file", "found.sarif")
    assert outcome.status == 1 and "TC110" not in outcome.out + outcome.err
    assert json.loads((here / "found.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "TC110"
    assert toolc("list", "src", "--output-file", "src").status == 2


def test_concise_is_one_line_each(write, toolc, monkeypatch) -> None:
    write({"src/tools.py": BROKEN})
    monkeypatch.setenv("TOOLC_OUTPUT_FORMAT", "concise")
    assert toolc("list", "src").err.splitlines()[0].startswith("src/tools.py:1:")
