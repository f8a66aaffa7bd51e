"""`cli/report.py`: how diagnostics look."""

import pytest

from toolc.cli.report import Report, concise
from toolc.diagnostics import Diagnostic, Label
from toolc.source import Span

TEXT = "@tool\ndef search(query):\n    pass\n"
BY = Label(Span("t.py", 1, 1, 1, 6), "a tool by this")
MISSING = Diagnostic("TC301", "the parameter `query` has no type hint", Span("t.py", 2, 12, 2, 17), (BY,), "add one")


def shown(diagnostic: Diagnostic, capsys: pytest.CaptureFixture[str], color="never") -> str:
    Report(color, {"t.py": TEXT}.get).show([diagnostic])
    return capsys.readouterr().err


def test_a_whole_diagnostic(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(MISSING, capsys) == (
        "t.py:2:12: error TC301 missing-parameter-hint: the parameter `query` has no type hint\n"
        "2 | def search(query):\n"
        "  |            ^^^^^\n"
        "   = t.py:1:1: a tool by this\n"
        "1 | @tool\n"
        "  | ^^^^^\n"
        "   = help: add one\n"
        "   = toolc explain TC301\n"
    )


def test_without_place_or_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(Diagnostic("TC102", "nothing"), capsys) == "error TC102 nothing-to-read: nothing\n   = toolc explain TC102\n"
    assert shown(Diagnostic("TC103", "gone", Span("x.py")), capsys).startswith(
        "x.py:1:1: error TC103 unreadable-file: gone\n   ="
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
