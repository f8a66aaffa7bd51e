"""`cli/report.py`: how diagnostics look."""

import pytest
from msgspec import structs

from toolc.cli.report import Report, concise
from toolc.cli.truncation import MOST, truncate
from toolc.diagnostics import Diagnostic, Label, in_order
from toolc.source import Span

TEXT = "@tool\ndef search(query):\n    pass\n"
BY = Label(Span("t.py", 1, 1, 1, 6), "a tool by this")
MISSING = Diagnostic("TC301", "the parameter `query` has no type hint", Span("t.py", 2, 12, 2, 17), (BY,), "add one")


def shown(diagnostic: Diagnostic, capsys: pytest.CaptureFixture[str], color="never") -> str:
    Report(color, {"t.py": TEXT}.get, full=True).show([diagnostic])
    return capsys.readouterr().err


def test_a_whole_diagnostic(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(MISSING, capsys) == (
        "t.py:2:12: error TC301 missing-parameter-hint: the parameter `query` has no type hint\n"
        "2 | def search(query):\n"
        "  |            ^^^^^\n"
        "   = t.py:1:1: a tool by this\n"
        "1 | @tool\n"
        "  | ^^^^^\n"
        "TC301: add one (toolc explain TC301)\n"
    )


def test_a_line_for_each_finding_and_what_to_do_once(capsys: pytest.CaptureFixture[str]) -> None:
    others = [structs.replace(MISSING, span=Span("u.py", line), help=help_) for line, help_ in ((1, "add one"), (2, "two"))]
    Report("never", {"t.py": TEXT}.get).show([MISSING, *others, Diagnostic("TC102", "nothing")])
    said = "error TC301 missing-parameter-hint: the parameter `query` has no type hint\n"
    assert capsys.readouterr().err == (
        "error TC102 nothing-to-read: nothing\n"
        f"t.py:2:12: {said}u.py:1:1: {said}u.py:2:1: {said}"
        "TC102: toolc explain TC102\n"
        "TC301: add one (toolc explain TC301)\n"
        "TC301: two\n"
    )


def test_without_place_or_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(Diagnostic("TC102", "nothing"), capsys) == "error TC102 nothing-to-read: nothing\nTC102: toolc explain TC102\n"
    assert shown(Diagnostic("TC103", "gone", Span("x.py")), capsys).startswith(
        "x.py:1:1: error TC103 unreadable-file: gone\nTC103: toolc explain"
    )


def test_a_place_over_several_lines_is_marked_to_the_line_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  | ^^^^^\n" in shown(Diagnostic("TC110", "x", Span("t.py", 1, 1, 3, 4)), capsys)


def test_foreign_text_is_visible_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    evil = "\x1b]0;x\x07\u202e"
    report = Report("never", lambda path: f"x = '{evil}'\n")
    report.show([Diagnostic("TC110", evil, Span(f"{evil}.py"), (Label(Span(evil), evil),), evil)])
    err = capsys.readouterr().err
    assert "\x1b" not in err and "\u202e" not in err and r"\x1b]0;x\x07\u202e" in err


def test_color(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;31merror TC301" in shown(MISSING, capsys, "always")
    assert "\x1b" not in shown(MISSING, capsys, "auto")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b" in shown(MISSING, capsys, "auto")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown(MISSING, capsys, "auto")


def test_concise_is_sorted_and_one_line_each() -> None:
    text = concise([MISSING, Diagnostic("TC102", "a\nb"), MISSING])
    assert text == (
        "error TC102 nothing-to-read: a\\nb\n"
        "t.py:2:12: error TC301 missing-parameter-hint: the parameter `query` has no type hint\n"
    )


def test_what_a_file_says_very_often_is_shown_a_thousand_times() -> None:
    found = in_order(
        Diagnostic(code, "no", Span(path, line))
        for path in ("a.py", "b.py")
        for code in ("TC301", "TC307")
        for line in range(1400)
    )
    other = Diagnostic("TC301", "no", Span("c.py"))
    assert truncate(found[:1000]) == found[:1000]
    shown = truncate((*found, other))
    assert len(shown) == 4 * (MOST + 1) + 1 and shown[-1] == other and shown == in_order(shown)
    cut = [one for one in shown if "not shown" in one.message]
    assert cut[0] == Diagnostic("TC301", "400 more of these, from here on, are not shown", Span("a.py", MOST))
    assert [(one.code, one.span.path) for one in cut if one.span] == [
        (c, p) for p in ("a.py", "b.py") for c in ("TC301", "TC307")
    ]


def test_what_is_not_shown_is_counted(toolc, write) -> None:
    fields = "".join(f"    a{number}: Nowhere\n" for number in range(MOST + 50))
    write({"models.py": f"from pydantic import BaseModel; from plugin import *\nclass M(BaseModel):\n{fields}"})
    done = toolc("types", "models.py", "--output-format", "concise")
    assert f"{MOST + 50} warnings" in done.err
    assert done.err.count("warning TC307") == MOST + 1 and "warning TC307 unresolved-annotation: 50 more of these" in done.err
