"""The guides: their commands run, and what they show is what is printed and written."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from documents import PAGES, blocks, section, text_of, typed
from packed import index_of, wheel, zipped
from toolc.cli import stages

START, TYPESCRIPT, LANGUAGES, AGENTS, MONOREPO = (
    text_of(f"docs/{name}.md")
    for name in ("start", "guides/typescript", "guides/languages", "guides/agents", "guides/monorepo")
)
TEXTS = {path: text_of(path) for path in ("README.md", *PAGES)}
WITHOUT = {"generate", "watch", "list", "types", "ir", "lock", "check", "report", "stats"}
"""Commands that read the folder of the configuration when no path is given: here, one file of it."""


def commands() -> Iterator[str]:
    """Yield every command line of toolc in README and the pages: in shell blocks, and in backticks where it has arguments."""
    for path, text in TEXTS.items():
        if path == "docs/reference/commands.md":
            text = ""  # tests/docs/test_help.py has the examples of help
        for block in blocks(text, "sh"):
            yield from (line.partition("#")[0].strip() for line in block.splitlines() if line.startswith("toolc "))
        yield from re.findall(r"`(toolc [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


@pytest.fixture
def shop(write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example of the guides: what is compiled, and what is served; in git, and on an index in two versions."""
    [compiled], [served] = blocks(START, "python"), blocks(AGENTS, "python")
    recorded = '{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}'
    marked = "<!-- toolc: begin -->\n<!-- toolc: end -->\n"
    files = {"shop.py": compiled, "tools.py": served, "shop.json": recorded, "services/shop.py": compiled, "README.md": marked}
    files |= {"services/billing/shop.py": compiled, "services/search/shop.py": compiled, "SKILL.md": marked}
    wheels = {"shop.whl": zipped(wheel("shop")), "shop-1.0-py3-none-any.whl": zipped(wheel("shop"))}
    files |= {"list.txt": "shop.whl\n"}
    wheels |= {"wheels/shop-1.0-py3-none-any.whl": zipped(wheel("shop"))}
    here = write({f"shop/{path}": text for path, text in {**files, **wheels}.items()}) / "shop"
    monkeypatch.chdir(here)
    for words in ("init -qb main", "add -A", "commit -qm one", "update-ref refs/remotes/origin/main HEAD"):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words.split()], cwd=here, check=True)
    return here


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An index with the packages that the guides name."""
    wheels = {f"shop-{one}-py3-none-any.whl": zipped(wheel("shop", one)) for one in ("1.0", "1.1")}
    with index_of(wheels) as address:
        monkeypatch.setenv("PIP_INDEX_URL", address)
        yield


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_commands_run(command: str, shop: Path, index: None, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    served = f"{sys.executable} -m toolc serve --mock tools.py"
    command = command.replace('src --against "uv run server"', f"tools.py --against '{served}'")
    _, *words = shlex.split(command.replace("…", "").replace("PATH", "shop.py").replace("COMMAND", "list"))
    if "-" in words:
        monkeypatch.setattr("sys.stdin", (shop / "shop.py").open())
    if "--check" in words and words[0] == "generate":
        toolc("generate")
    if "--locked" in words:
        toolc("lock")
    if words == ["diff"]:
        words += ["git:main"]
    if len(words) == 1 and words[0] in WITHOUT:  # a command that is only mentioned
        words += ["shop.py"]
    words += {
        ("serve",): ["tools.py"],
        ("serve", "--mock"): ["tools.py"],
        ("call",): ["tools.py", "convert", '{"amount": 1}'],
        ("verify",): ["tools.py", "--against", served],
        ("schema",): ["shop.py::search"],
        ("scan",): ["wheels", "--out", "results.jsonl"],
    }.get(tuple(words), [])
    nothing = lambda *folders, **options: iter(())  # noqa: E731 - what is watched never changes, until it is interrupted
    monkeypatch.setattr(stages, "watcher", lambda: nothing)
    done = toolc(*words)
    assert done.status == (130 if words[0] == "watch" else 0), done.err
    assert "TC601" not in done.err


def test_the_schema_shown_is_the_schema_made(shop: Path, toolc) -> None:
    [shown] = blocks(AGENTS, "json")
    assert toolc("schema", "shop.py::search", "--target", "anthropic").out == shown
    assert "--target anthropic" in AGENTS


def test_the_types_for_a_prompt_are_those_made(shop: Path, toolc) -> None:
    toolc("generate", "shop.py", "--target", "typescript", "--option", "typescript.layout=d.ts")
    [shown] = blocks(TYPESCRIPT, "typescript")
    assert (shop / "tool-clients/typescript/shop.d.ts").read_text("utf-8") == shown


@pytest.mark.parametrize(
    ("language", "path"),
    [("go", "shop/types.go"), ("rust", "shop/src/types.rs"), ("java", "shop/SearchArgs.java"), ("kotlin", "shop/Types.kt")],
)
def test_the_client_shown_is_the_one_made(language: str, path: str, shop: Path, toolc) -> None:
    assert blocks(LANGUAGES, "python") == blocks(START, "python")
    toolc("generate", "shop.py", "--target", language)
    made = (shop / "tool-clients" / language / path).read_text("utf-8")
    _, shown = blocks(LANGUAGES, language)
    assert all(declaration in made for declaration in shown.strip("\n").split("\n\n"))


_NAMES = re.compile(r"^\| (\w+) \| `([\w-]+)` \| `(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def test_names_in_clients_are_those_of_the_table(write, toolc, here: Path) -> None:
    tool = 'from orbiter.tool import tool\n\n\n@tool\ndef search_products(max_price: int) -> str:\n    """Search."""\n'
    write({"src/server.py": tool, "pyproject.toml": '[project]\nname = "warehouse-mcp"\n'})
    rows = _NAMES.findall(section(text_of("docs/reference/targets.md"), "Names"))
    assert [language for language, *_ in rows] == ["TypeScript", "Python", "Go", "Rust", "Java", "Kotlin"]
    for target, package, method, argument in ((language.lower(), *names) for language, *names in rows):
        assert toolc("generate", "--target", target, "--out", "made").status == 0
        [place] = [one for one in (here / "made" / target).iterdir() if one.stem == package]
        files = [place] if place.is_file() else [one for one in place.rglob("*") if one.is_file()]
        text = "\n".join(one.read_text() for one in files)
        assert re.search(rf"\b{method}\(", text), target
        assert re.search(rf"^\s*(val |pub |public record \w+\(long )?{argument}\b", text, re.MULTILINE), target
        assert '"max_price"' in text or target == "typescript"


def test_the_diagnostic_shown_is_the_one_made(shop: Path, toolc, write) -> None:
    write({"shop/shop.py": (shop / "shop.py").read_text("utf-8").replace("query: str", "query: Query")})
    assert toolc("list", "shop.py").err in blocks(START, "text")


def test_what_a_provider_refuses_is_shown_as_it_is(shop: Path, toolc, write) -> None:
    parameters = 'sort: Literal["price", "name"] = "name", limit: int = 10'
    write({"shop/shop.py": (shop / "shop.py").read_text("utf-8").replace(parameters, "labels: dict[str, int]")})
    shown, host = [block for block in blocks(AGENTS, "console") if "--provider" in block]
    command, *said = shown.splitlines(keepends=True)
    assert "".join(said) in toolc(*shlex.split(command)[2:]).err
    write({"shop/shop.py": (shop / "shop.py").read_text("utf-8").replace("labels: dict[str, int]", parameters)})
    command, *said = host.splitlines(keepends=True)
    assert "".join(said) in toolc(*shlex.split(command)[2:]).err


def test_what_is_served_is_what_is_said(shop: Path, toolc) -> None:
    pytest.importorskip("mcp")
    shown, mocked = [block for block in blocks(AGENTS, "console") if "$ toolc serve" in block]
    first, said = shown.splitlines()[:2]
    assert toolc(*shlex.split(first)[2:]).err == f"{said}\n"
    first, said = mocked.splitlines()[:2]
    assert toolc(*shlex.split(first)[2:]).err == f"{said}\n"


def test_what_is_called_is_what_is_answered(shop: Path, toolc) -> None:
    pytest.importorskip("mcp")
    [shown] = [block for block in blocks(AGENTS, "console") if block.startswith("$ toolc call")]
    first, answer, second, *wrong = shown.splitlines()[:5]
    assert toolc(*shlex.split(first)[2:]).out == f"{answer}\n"
    assert toolc(*shlex.split(second)[2:]).err.startswith("\n".join(wrong))


def test_the_set_up_of_a_monorepo_is_committed(shop: Path, toolc) -> None:
    for step in typed(section(MONOREPO, "Set up")):
        program, *words = shlex.split(step.command)
        if program == "toolc":
            assert toolc(*words).status == 0
        else:
            subprocess.run([program, *words], cwd=shop, check=True)
    staged = subprocess.run(
        ["git", "diff", "--cached", "--name-only"], cwd=shop, check=True, capture_output=True, text=True
    ).stdout
    assert "toolc.toml" in staged and "tool-clients/" in staged
    assert toolc("generate", "--check").status == 0
    shutil.rmtree(shop / "tool-clients")
    assert toolc("generate", "--check").status == 1


def test_your_own_decorator_is_found(write, toolc, here: Path) -> None:
    [table] = [one for one in blocks(text_of("docs/reference/configuration.md"), "toml") if "[[tool.toolc.system]]" in one]
    desk = "def action(**options):\n    return lambda function: function\n"
    use = 'from shop.agents import action\n\n\n@action(title="find")\ndef search(session: object, query: str) -> str:\n    """Search."""\n'
    write({"pyproject.toml": table, "shop/__init__.py": "", "shop/agents.py": desk, "use.py": use})
    listed = toolc("list").out.splitlines()
    assert [line.split()[:2] for line in listed[1:]] == [["find", "shop"]]
    assert "session" not in toolc("schema", "use.py::find").out
