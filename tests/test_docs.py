"""What the documents say is so: commands run, tables are whole, links lead somewhere, what they tell to write works."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import fields
from typer.models import CommandInfo

import toolc.emit
from harness import Memory
from test_fixtures import Case
from toolc import read
from toolc.bind import bind
from toolc.cli import stages
from toolc.cli.app import app
from toolc.codes import CODES as ALL_CODES
from toolc.config import Config
from toolc.contract.rules import RULES
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.limits import CODES, DEFAULTS, KEYS
from toolc.lower import lower
from toolc.source import SourceFile
from toolc.systems.register import SYSTEMS
from toolc.targets.register import TARGETS

ROOT = Path(__file__).resolve().parents[1]
README, TOUR, FIXTURES = (
    (ROOT / name).read_text("utf-8") for name in ("README.md", "compiler/README.md", "fixtures/README.md")
)
DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "compiler/README.md",
    "fixtures/README.md",
    "fixtures/monorepo/README.md",
)


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a language, indented ones with their margin taken off."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{margin}", "", body, flags=re.MULTILINE) for margin, body in found]


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def first_column(text: str) -> list[str]:
    """The names in backticks that begin a table's rows."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def commands() -> Iterator[str]:
    """Every command line of toolc in README.md: in shell blocks, and in backticks where it has arguments."""
    for block in blocks(README, "sh"):
        yield from (line.partition("#")[0].strip() for line in block.splitlines() if line.startswith("toolc "))
    yield from re.findall(r"`(toolc [^`]+)`", README)


@pytest.fixture
def shop(write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The README's own examples: what is compiled, and what is served."""
    compiled, _, served = blocks(README, "python")
    recorded = '{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}'
    files = {"shop.py": compiled, "tools.py": served, "shop.json": recorded, "services/shop.py": compiled}
    here = write({f"shop/{path}": text for path, text in files.items()}) / "shop"
    monkeypatch.chdir(here)
    for words in ("init -qb main", "add -A", "commit -qm one", "update-ref refs/remotes/origin/main HEAD"):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words.split()], cwd=here, check=True)
    return here


# --- README.md -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_commands_run(command: str, shop: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    _, *words = shlex.split(command)
    if "-" in words:
        monkeypatch.setattr("sys.stdin", (shop / "shop.py").open())
    whole = {
        "generate": ["shop.py"],
        "watch": ["shop.py"],
        "list": ["shop.py"],
        "types": ["shop.py"],
        "ir": ["shop.py"],
        "serve": ["tools.py"],
        "lock": ["shop.py"],
        "check": ["shop.py"],
        "report": ["shop.py"],
        "stats": ["shop.py"],
    }
    whole["diff"] = ["git:main", "shop.py"]
    if "--check" in words:
        toolc("generate")
    if len(words) == 1:  # a command that is only mentioned
        words += whole.get(words[0], ["shop.py::search"] if words[0] == "schema" else [])
    nothing = lambda *folders, **options: iter(())  # noqa: E731 - what is watched never changes, until it is interrupted
    monkeypatch.setattr(stages, "watcher", lambda: nothing)
    done = toolc(*words)
    assert done.status == (130 if words[0] == "watch" else 0), done.err
    assert "TC601" not in done.err


def test_the_schema_shown_is_the_schema_made(shop: Path, toolc) -> None:
    [shown] = blocks(README, "json")
    assert toolc("schema", "shop.py::search", "--target", "anthropic").out == shown
    assert "--target anthropic" in README


def test_the_types_for_a_prompt_are_those_made(shop: Path, toolc) -> None:
    toolc("generate", "shop.py", "--target", "typescript", "--option", "typescript.layout=d.ts")
    [shown] = blocks(README, "typescript")
    assert (shop / "tool-clients/typescript/shop.d.ts").read_text("utf-8") == shown


def test_the_types_shown_are_the_types_made(shop: Path, toolc) -> None:
    toolc("generate", "shop.py", "--target", "typescript")
    made = "".join((shop / "tool-clients/typescript/shop/src" / name).read_text("utf-8") for name in ("types.ts", "index.ts"))
    [shown] = blocks(README, "ts")
    for part in re.split(r"^// src/.*\n", shown, flags=re.MULTILINE):
        for declaration in part.strip("\n").split("\n\n"):
            assert declaration in made


@pytest.mark.parametrize(
    ("language", "path"),
    [("go", "shop/types.go"), ("rust", "shop/src/types.rs"), ("java", "shop/SearchArgs.java"), ("kotlin", "shop/Types.kt")],
)
def test_the_client_shown_is_the_one_made(language: str, path: str, shop: Path, toolc) -> None:
    toolc("generate", "shop.py", "--target", language)
    made = (shop / "tool-clients" / language / path).read_text("utf-8")
    _, shown = blocks(README, language)
    assert all(declaration in made for declaration in shown.strip("\n").split("\n\n"))


_NAMES = re.compile(r"^\| (\w+) \| `([\w-]+)` \| `(\w+)` \| `(\w+)` \|$", re.MULTILINE)


def test_names_in_clients_are_those_of_the_table(write, toolc, here: Path) -> None:
    tool = 'from orbiter.tool import tool\n\n\n@tool\ndef search_products(max_price: int) -> str:\n    """Search."""\n'
    write({"src/server.py": tool, "pyproject.toml": '[project]\nname = "warehouse-mcp"\n'})
    rows = _NAMES.findall(README[README.index("| language | package | method |") :])
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
    assert toolc("list", "shop.py").err in blocks(README, "text")


def test_what_a_provider_refuses_is_shown_as_it_is(shop: Path, toolc, write) -> None:
    parameters = 'sort: Literal["price", "name"] = "name", limit: int = 10'
    write({"shop/shop.py": (shop / "shop.py").read_text("utf-8").replace(parameters, "labels: dict[str, int]")})
    [shown] = [block for block in blocks(README, "console") if "--provider" in block]
    command, *said = shown.splitlines(keepends=True)
    assert "".join(said) in toolc(*shlex.split(command)[2:]).err


def test_what_is_served_is_what_is_said(shop: Path, toolc) -> None:
    pytest.importorskip("mcp")
    [shown] = [block for block in blocks(README, "console") if "$ toolc serve" in block]
    first, said = shown.splitlines()[:2]
    assert toolc(*shlex.split(first)[2:]).err == f"{said}\n"


def test_every_system_target_and_key_has_a_row() -> None:
    assert sorted(first_column(section(README, "Systems"))) == sorted(SYSTEMS)
    assert first_column(section(README, "Targets")) == list(TARGETS)
    assert first_column(section(README, "Configuration")) == [field.encode_name for field in fields(Config)]


def test_every_limit_has_a_row() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ([\d,]+) \| (TC\d+) \|", section(README, "Limits"), re.MULTILINE)
    assert rows == [(KEYS[name], f"{getattr(DEFAULTS, name):,}", CODES[name]) for name in KEYS]


def test_defaults_in_the_table_are_those_of_the_configuration() -> None:
    rows = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", section(README, "Configuration"), re.MULTILINE))
    for field in fields(Config):
        if (shown := rows.get(field.encode_name)) is not None:
            default = field.default_factory() if field.default_factory in (dict, list) else field.default
            assert json.loads(shown) == json.loads(json.dumps(default)), field.encode_name


@pytest.mark.parametrize("name", SYSTEMS)
def test_modules_whose_names_register_tools_are_told(name: str) -> None:
    row = next(line for line in README.splitlines() if line.startswith(f"| `{name}` | "))
    modules = {re.sub(r"\.([A-Z].*|\w+)$", "", mark) for mark in SYSTEMS[name].marks}
    inner = {one for one in modules if one.startswith("toolc.runtime.") or one.endswith(".server")}
    assert [module for module in modules - inner if f"`{module}" not in row] == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_newest_version_that_is_followed_is_told(name: str) -> None:
    [row] = [line for line in section(README, "Systems").splitlines() if line.startswith(f"| `{name}` | ")]
    told = row.split(" | ")[1]
    system = SYSTEMS[name]
    newest = system.versions.get(system.distribution)
    assert told == "–" if newest is None else f"{system.distribution} " in told and newest in told


# --- help ------------------------------------------------------------------------------------------------------------


def test_help_names_what_is_registered(toolc) -> None:
    shown = re.sub(r"[\s│]+", " ", toolc("generate", "--help").out)
    assert ", ".join(stages.targets()) in shown
    table = toolc("systems").out
    assert [line.split()[0] for line in table.splitlines()[1:]] == list(stages.systems())


@pytest.mark.parametrize("command", app.registered_commands, ids=lambda command: str(command.name))
def test_every_command_has_examples(command: CommandInfo) -> None:
    shown = re.findall(r"`(toolc [^`]*)`", (command.callback.__doc__ or "").partition("Example")[2] if command.callback else "")
    assert shown and all(example.split()[1] == command.name for example in shown)


@pytest.mark.parametrize(
    ("words", "found"), [("toolc gen", "generate"), ("toolc generate --target ope", "openai"), ("toolc explain TC30", "TC304")]
)
def test_words_are_completed(words: str, found: str) -> None:
    asked = {"_TOOLC_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "toolc"], env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert found in done.stdout.split() and done.stderr == ""


# --- links and house rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text("utf-8"), flags=re.DOTALL)
    targets = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert [link for link in targets if not ((ROOT / document).parent / link.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("document", ["README.md", "compiler/README.md", "fixtures/README.md"])
def test_files_that_are_named_are_there(document: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text("utf-8"), flags=re.DOTALL)
    rooms = "tests|fixtures|compiler|toolc|systems|targets|cli|lower|runtime|read"
    words = re.findall(rf"(?<![\w./<-])(?:{rooms})/[\w/.]+\.py", text)
    bases = (ROOT, ROOT / "compiler", ROOT / "compiler/toolc")
    imagined = ("toolc/systems/acme_tools.py", "toolc/targets/acme.py", "fixtures/acme_tools/named/input.py")
    assert [word for word in words if word not in imagined and not any((base / word).exists() for base in bases)] == []


def test_keys_of_a_case_are_told() -> None:
    assert first_column(section(FIXTURES, "case.toml")) == [field.encode_name for field in fields(Case)]


# --- compiler/README.md ----------------------------------------------------------------------------------------------


def written(source: str) -> ModuleType:
    """The module of a code block."""
    module = ModuleType("shown")
    exec(compile(source, "README", "exec"), module.__dict__)
    return module


def acme() -> Bundle:
    """What the system of the tour makes of the fixture of the tour."""
    system, fixture = blocks(section(TOUR, "How to add a system"), "python")
    systems = {**SYSTEMS, "acme_tools": written(system).SYSTEM}
    return lower(bind(Memory({"input.py": fixture}), read, systems), systems)[0]


def test_the_system_of_the_tour_works() -> None:
    [tool] = acme().packages[0].servers[0].tools
    assert (tool.name, tool.fidelity, tool.description) == ("find_parts", "exact", "Find parts in the catalogue.")
    assert tool.input_schema is not None
    assert tool.input_schema["properties"]["query"] == {"type": "string", "description": "Words to look for."}


def test_the_targets_of_the_tour_work(monkeypatch: pytest.MonkeyPatch) -> None:
    how = section(TOUR, "How to add a target")
    sources, templates = blocks(how, "python"), blocks(how, "jinja")
    made = dict(zip(("acme/tools.json.jinja", "markdown/tools.md.jinja"), templates, strict=True))
    theirs = toolc.emit._source
    monkeypatch.setattr(toolc.emit, "_source", lambda name: made[name] if name in made else theirs(name))
    toolc.emit._base_environment.cache_clear()
    files, diagnostics = emit(acme(), [written(source).TARGET for source in sources], Options())
    toolc.emit._base_environment.cache_clear()
    assert not diagnostics
    assert [file.path for file in files] == ["acme/project/tools.json", "markdown/project/tools.md"]
    assert json.loads(files[0].text)[0]["id"] == "find_parts"
    assert files[1].text == "# project\n\n- **find\\_parts**: Find parts in the catalogue.\n"


def test_the_outline_of_the_tour_is_the_outline_read() -> None:
    text = (ROOT / "fixtures/monorepo/services/search/src/search/stock.py").read_text("utf-8")
    module, _ = read.read(SourceFile("stock.py", "search.stock", text))
    assert module is not None
    nodes = {(node.kind, node.at, node.end, node.names[0]) for node in module.outline if node.names}
    shown = re.findall(r'`Node\("(\w+)", at=(\d+), end=(\d+)[^`]*names=\("(\w+)",\)\)`', TOUR)
    assert len(shown) == 2
    assert {(kind, int(at), int(end), name) for kind, at, end, name in shown} <= nodes


# Words of a private dialect that users stumbled over, and what is said instead.
UNKNOWN_WORDS = {
    r"\banew\b": "again", r"\bvouch": "trusted", r"\bmended\b": "fixed", r"\bspelled\b": "formatted", r"held to\b": "checked against",
    r"taken to be": "assumed", r"\bwalls?\b": "sandbox", r"\bbell\b": "timer", r"in vain\b": "tried to", r"no word\b": "silently",
    r"that is to (?:be )?sa[iy]": "all",
}  # fmt: skip


@pytest.mark.parametrize("word", UNKNOWN_WORDS)
def test_users_read_words_that_they_know(word: str, toolc) -> None:
    """In README, the changelog, the help of all commands and what `explain` says of codes."""
    commands = ["", "generate", "check", "diff", "lock", "list", "watch", "init"]
    helps = {
        f"{command} --help-all": toolc(*command.split(), "--help-all" if command else "--help").out for command in commands
    }
    texts = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md")} | helps
    texts |= {code.number: code.why for code in ALL_CODES.values()} | {rule.number: rule.why for rule in RULES.values()}
    assert [name for name, text in texts.items() if re.search(word, text)] == [], UNKNOWN_WORDS[word]


def test_the_changelog_can_be_read() -> None:
    """What is not released yet is a page or two, by topics; a list of all commits is `git log`."""
    unreleased = (ROOT / "CHANGELOG.md").read_text("utf-8").split("## [Unreleased]")[1].split("\n## ")[0]
    assert len(unreleased.splitlines()) <= 200
    assert len(re.findall(r"^#### ", unreleased, re.MULTILINE)) >= 4
