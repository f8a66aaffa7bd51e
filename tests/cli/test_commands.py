"""`cli/commands/` and `cli/run.py`: what commands print, and their exit status."""

import io
import json
import sys

import pytest

from toolc.diagnostics import Diagnostic
from toolc.source import Span

pytestmark = pytest.mark.usefixtures("compiled")

ERROR = Diagnostic("TC301", "no hint", Span("t.py", 1, 1, 1, 2))
WARNING = Diagnostic("TC305", "no docstring", Span("t.py", 1, 1, 1, 2))
NOTE = Diagnostic("TC505", "renamed", Span("t.py", 1, 1, 1, 2))


@pytest.fixture(autouse=True)
def project(write) -> None:
    write({"t.py": "x = 1\n"})


def test_list(toolc) -> None:
    done = toolc("list", "t.py")
    assert done.out == (
        "name    system  place   fidelity\n"
        "read    mcp     t.py:7  exact\nsearch  mcp     t.py:3  exact\nvague   mcp     t.py:9  unknown\n"
    )
    assert (done.status, done.err) == (0, "1 file, 3 tools, 0 errors, 0 warnings\n")


def test_list_json(toolc, compiled) -> None:
    compiled.diagnostics = (WARNING,)
    done = toolc("list", "t.py", "--format", "json")
    assert "\u202e" not in done.out
    first = json.loads(done.out)["tools"][0]
    assert first["diagnostics"][0]["slug"] == "missing-docstring" and first["diagnostics"][0]["line"] == 1
    assert first["input_schema"]["properties"]["q"]["default"] is None
    del first["diagnostics"], first["input_schema"]
    assert first == {
        "name": "read", "qualname": "t:Files.read", "system": "mcp", "server": "web", "package": "demo",
        "path": "t.py", "line": 7, "description": "Read \u202e", "output_schema": None, "annotations": None,
        "title": None, "icons": None, "_meta": None, "execution": None, "fidelity": "exact",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("found", "options", "status"),
    [
        ((), (), 0),
        ((NOTE, WARNING), (), 0),
        ((ERROR,), (), 1),
        ((WARNING,), ("--fail-on", "warning"), 1),
        ((NOTE,), ("--fail-on", "note"), 1),
        ((ERROR,), ("--fail-on", "never"), 0),
        ((Diagnostic("TC901", "oh"),), ("--fail-on", "never"), 2),
    ],
)
def test_exit_status(toolc, compiled, found, options, status) -> None:
    compiled.diagnostics = found
    assert toolc("list", "t.py", *options).status == status


def test_quiet_shows_errors_only(toolc, compiled) -> None:
    compiled.diagnostics = (ERROR, WARNING, NOTE)
    err = toolc("list", "t.py", "-q").err
    assert "TC301" in err and "TC305" not in err and "file" not in err
    err = toolc("list", "t.py").err
    assert err.endswith("1 file, 3 tools, 1 error, 1 warning, 1 note (-v shows them)\n")
    assert "TC305" in err and "TC505" not in err and "1 | x = 1" not in err
    err = toolc("list", "t.py", "-v", "--full").err
    assert err.endswith("1 error, 1 warning, 1 note\n") and "TC505" in err and "1 | x = 1\n  | ^\n" in err


def test_a_missing_path_leaves_the_rest(toolc) -> None:
    done = toolc("list", "nope.py", "t.py")
    assert done.status == 1 and "search" in done.out and "TC101" in done.err


def test_generate(toolc, compiled) -> None:
    done = toolc("generate", "t.py", "--out", "gen", "--target", "openai,mcp", "--target", "openai", "--strict")
    assert (done.status, compiled.out, compiled.asked.config.strict) == (0, "gen", True)
    assert done.out == "wrote openai/x.json\nwrote mcp/x.json\nremoved old.json\n"
    assert done.err == "1 file, 3 tools, 2 written, 0 unchanged, 1 removed in gen, 0 errors, 0 warnings\n"


def test_configuration_and_options(toolc, write, compiled) -> None:
    write({"toolc.toml": 'out = "conf"\ntargets = ["mcp"]\nfail-on = "warning"\nassume = { mcp = "1.0" }\n'})
    compiled.diagnostics = (WARNING,)
    assert toolc("generate", "t.py", "--assume", "fastmcp=2.0", "--search-path", ".").status == 1
    config = compiled.asked.config
    assert (compiled.out, config.assume, config.search_path) == ("conf", {"mcp": "1.0", "fastmcp": "2.0"}, (".",))
    assert toolc("list", "t.py", "--fail-on", "error").status == 0


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("generate t.py --target opnai", "TC602", 'did you mean "openai"?'),
        ("schema t.py::search --target opnai", "TC602", 'did you mean "openai"?'),
        ("list t.py --system orbit", "TC603", 'did you mean "orbiter"?'),
        ("list t.py --formt json", "TC601", "--format"),
        ("list t.py --format yaml", "TC601", "yaml"),
        ("lst t.py", "TC601", "list"),
        ("list t.py --assume mcp", "TC601", "NAME=VERSION"),
        ("list t.py --config nope.toml", "TC604", "nope.toml"),
        ("schema t.py::serach", "TC607", 'did you mean "search"?'),
        ("schema t.py", "TC607", "read, search, vague"),
        ("explain TC999", "TC606", "TC9"),
        ("types -", "TC601", "standard input"),
    ],
)
def test_usage_errors(toolc, command: str, code: str, words: str) -> None:
    done = toolc(*command.split())
    assert done.status == 2 and done.out == ""
    assert done.err.startswith(("error", "nope")) and code in done.err and words in done.err


@pytest.mark.parametrize("name", ["search", "Web.search", "t:Web.search", "t.Web.search"])
def test_schema(toolc, compiled, name: str) -> None:
    compiled.one = '{"name": "search"}\n'
    done = toolc("schema", f"t.py::{name}", "--target", "openai")
    assert (done.status, done.out) == (0, '{"name": "search"}\n')


def test_schema_that_cannot_be_told(toolc, compiled) -> None:
    compiled.one = None
    done = toolc("schema", "t.py::vague")
    assert done.status == 2 and "TC607" in done.err and "without running" in done.err


def test_standard_input(toolc, compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfx = 1\r\n")))
    assert toolc("schema", "-::search").status == 0
    assert (compiled.asked.paths, compiled.asked.stdin.text) == ((), "x = 1\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"# coding: utf-7\n")))
    done = toolc("list", "-")
    assert done.status == 1 and "<stdin>:1:1: error TC105" in done.err


def test_types(toolc) -> None:
    assert json.loads(toolc("types", "t.py", "--format", "json").out) == {
        "t:Hit": {
            "kind": "dataclass",
            "path": "t.py",
            "line": 2,
            "schema": {"type": "object"},
            "fidelity": "exact",
            "diagnostics": [],
        }
    }
    assert "t:Hit  dataclass  t.py:2  exact" in toolc("types", "t.py").out


def test_types_as_they_are_written(toolc) -> None:
    told = json.loads(toolc("types", "t.py", "--format", "json", "--mode", "serialization").out)
    assert told["t:Hit"]["schema"] == {"type": "object", "title": "Written"}


def test_ir(toolc) -> None:
    from toolc.ir import VERSION

    assert json.loads(toolc("ir", "t.py").out)["version"] == VERSION
    assert "Bundle" in toolc("ir", "--schema").out


def test_config(toolc, write) -> None:
    write({"toolc.toml": 'out = "conf"\n'})
    done = toolc("config", "--fail-on", "never")
    assert (json.loads(done.out)["out"], json.loads(done.out)["fail-on"], done.err) == ("conf", "never", "from toolc.toml\n")


def test_explain(toolc) -> None:
    assert toolc("explain", "missing-path").out == toolc("explain", "tc101").out
    assert "Raises it:  toolc list tool.py" in toolc("explain", "TC101").out
    assert json.loads(toolc("explain", "TC101", "--format", "json").out)["slug"] == "missing-path"
    assert "TC901  internal-error" in toolc("explain").out
    assert toolc("explain", "TC901").status == 0
