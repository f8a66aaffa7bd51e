"""Plain command lines: read without typer, and as typer reads them."""

import subprocess
import sys
from typing import Any

import pytest
import typer

from toolc.cli import app, usage
from toolc.cli.commands.register import COMMANDS
from toolc.cli.parse import parse_words

PLAIN = """
list
list src
list src tests/x.py
list src --format json
list --format=json src -q
list -- --src -x
list - --assume mcp=1.26.0 --assume=python=3.12
list src -j 4 --search-path lib --search-path= --search-path other
list src --jobs 0 --include-tests --trust-config --fail-on warning --color never
list src --output-format concise --output-file found.txt --full -v
check src --select TC3,TC4 --select TC1 --ignore TC307 --provider openai --strict --statistics
check --fix --diff
types src --mode serialization
stats --tokens --encoding cl100k_base --target mcp --target openai
lock --file x.lock --clean src
diff git:main
diff a b --category prompt --output-format markdown
generate src --out gen --target mcp --target typescript,go --option a.b=c --per-tool --check --depfile d --timings
generate --locked --diff --list-outputs --clean --strict
schema tools.py::search
schema search --target openai
ir --schema
init a b --bazel
explain
explain TC307 --format json
systems
doctor
config --show-origin
watch src --out x
serve app.py
serve app.py --transport http --host 0.0.0.0 --search-path lib -q
serve --mock app.py
call app.py search
call app.py search {"query":"lamp"} --format json
verify src --against server
""".strip().splitlines()

OTHER = """
list --help
list -h
list --nope
list --form json
list -qv
list -j4
list --jobs -1
list --jobs x
list --format xml
list --format
list --quiet=yes
list --format json --format text
list --system -x
diff
diff a b c
serve
serve app.py --port 70000
serve app.py --port 8001
systems x
""".strip().splitlines()


def with_typer(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The values that typer gives the parameters of a command."""
    given: list[dict[str, Any]] = []

    def spied(command):
        def run(**values: Any) -> int:
            given.append(values)
            return 0

        run.__signature__ = app._for_typer(command).__signature__
        run.__annotations__ = app._for_typer(command).__annotations__
        return run

    fresh = typer.Typer(add_completion=False)
    fresh.callback()(lambda: None)
    for name, one in COMMANDS.items():
        fresh.command(name)(spied(one.function))
    typer.main.get_command(fresh).main(words, standalone_mode=False)
    return given[0]


@pytest.mark.parametrize("line", PLAIN)
def test_plain_words_are_read_as_typer_reads_them(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, *words = line.split()
    values = parse_words(COMMANDS[name].function, words)
    assert values is not None
    assert values == with_typer([name, *words], monkeypatch)


@pytest.mark.parametrize("line", OTHER)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    name, *words = line.split()
    assert parse_words(COMMANDS[name].function, words) is None


def test_a_variable_that_stands_for_an_option_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLC_OUTPUT_FORMAT", "json")
    assert parse_words(COMMANDS["list"].function, []) is None
    assert parse_words(COMMANDS["explain"].function, []) == {"code": None, "format": "text"}


@pytest.mark.parametrize("line", ["list --env x", "types -", "generate --option x"])
def test_a_bad_value_is_said_as_typer_says_it(line: str, toolc, write, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"a.py": ""})
    words = line.split()
    said = toolc(*words)
    assert (said.status, said.err.count("error TC601")) == (2, 1)
    monkeypatch.setattr("toolc.cli.guard.parse_words", lambda *_: None)
    assert toolc(*words) == said


def test_mistakes_are_said_once(toolc) -> None:
    said = toolc("list", "--nope")
    assert (said.status, "No such option: --nope" in said.err) == (2, True)
    assert usage.Misused("a", "b").help == "b"


def loaded(*words: str) -> set[str]:
    """The modules that a command imports."""
    program = "import sys; from toolc.cli import main; assert main(sys.argv[1:]) == 0; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_a_command_is_imported_when_it_is_run() -> None:
    modules = loaded("explain", "TC307")
    own = {name for name in modules if name.startswith("toolc.cli.commands.")}
    assert own == {"toolc.cli.commands.explain", "toolc.cli.commands.register"}
    assert not {"typer", "rich.console", "toolc.pipeline", "toolc.cli.app"} & modules


MODULES = 550
"""Of toolc itself, that listing the tools of one file may import."""


def test_listing_tools_imports_what_it_needs(write) -> None:
    write({"app.py": "from mcp.server.fastmcp import FastMCP\nm = FastMCP('m')\n@m.tool()\ndef f(a: int): 'Look.'\n"})
    modules = loaded("list", "app.py", "--no-cache")
    assert not {"typer", "pydantic", "rich.console", "jinja2", "jsonschema", "griffe", "toolc.cli.app"} & modules
    assert not {
        name for name in modules if name.startswith(("toolc.targets.", "toolc.workers", "toolc.fixes", "toolc.serve."))
    } - {"toolc.targets.package_tools"}
    assert len([name for name in modules if name.startswith("toolc.")]) <= MODULES
