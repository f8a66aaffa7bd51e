"""The one walker over `fixtures/<topic>/<case>/`: compiles `input.py`, `input.json` or `input/`, compares with `expected/`.

A case is compiled in a copy of its own, so that nothing depends on where the repository stands. `case.toml` may say how.
`make golden` (TOOLC_GOLDEN=1) writes what came out; the diff is the review.
"""

import os
import shutil
import tomllib
from pathlib import Path

import msgspec
import pytest

from toolc.cli import stages
from toolc.cli.documents import json_pieces, json_text, type_documents
from toolc.cli.options import Common, with_common
from toolc.cli.parse import parse_words
from toolc.cli.report import concise
from toolc.cli.run import Run
from toolc.cli.target_options import target_options
from toolc.codes import CODES

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
ELSEWHERE = ("codes", "monorepo")  # test_code_fixtures.py, test_monorepo.py
INPUTS = ("input.py", "input.json", "input")
GOLDEN = bool(os.environ.get("TOOLC_GOLDEN"))
CASES = sorted(
    {
        path.parent
        for pattern in ("*/*/input.py", "*/*/input.json", "*/*/input", "*/*/expected", "*/*/case.toml")
        for path in FIXTURES.glob(pattern)
        if path.relative_to(FIXTURES).parts[0] not in ELSEWHERE
    }
)


class Case(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What `case.toml` may say. `run`: options of the command line. `types`: the schemas of all types are a golden too.

    `option`: options of single targets, as `--option` takes them.
    """

    run: tuple[str, ...] = ()
    option: tuple[str, ...] = ()
    targets: tuple[str, ...] = ("native",)
    per_tool: bool = False
    types: bool = False


def options(words: tuple[str, ...]) -> Common:
    """The common options, as the command line would read them."""
    found: list[Common] = []
    command = with_common(lambda common: found.append(common) or 0)
    values = parse_words(command, words)
    assert values is not None
    command(**values)
    return found[0]


def produced(case: Case) -> dict[str, str]:
    """Everything that comes out of the case in the current folder, by path."""
    paths = [name for name in INPUTS if Path(name).exists()]
    config = Run(paths, options(case.run)).config
    front = stages.compile_tools(paths, config)
    targets = [stages.targets()[name] for name in case.targets]
    files, rendering = stages.render(front.bundle, targets, case.per_tool, target_options(config.options, case.option))
    texts = {file.path: file.text for file in files}
    texts["ir.json"] = json_text(front.bundle) + "\n"
    if case.types:
        texts["types.json"] = "".join(json_pieces(type_documents(stages.compile_types(paths, config).reports))) + "\n"
    if said := concise((*front.diagnostics, *rendering)):
        texts["diagnostics.txt"] = said
    return texts


def rewrite(folder: Path, texts: dict[str, str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.relative_to(FIXTURES).as_posix())
def test_case(folder: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = here / "input"  # what no file makes a package of is called after the folder that toolc runs in
    place.mkdir()
    monkeypatch.chdir(place)
    sources = [folder / name for name in INPUTS if (folder / name).exists()]
    assert len(sources) == 1, "a case has one of input.py, input.json and input/"
    if sources[0].is_dir():
        shutil.copytree(sources[0], place / "input", symlinks=True)
    else:
        shutil.copy(sources[0], place)
    how = folder / "case.toml"
    texts = produced(msgspec.convert(tomllib.loads(how.read_text("utf-8")), Case) if how.exists() else Case())
    expected = folder / "expected"
    if GOLDEN:
        rewrite(expected, texts)
    there = {path.relative_to(expected).as_posix(): path for path in sorted(expected.rglob("*")) if path.is_file()}
    assert sorted(there) == sorted(texts), "files differ; `make golden` writes them anew"
    for name, path in there.items():
        assert texts[name] == path.read_bytes().decode(), f"{name} differs; `make golden` writes it anew"


ABOUT_TOOLS = sorted(
    number
    for number, code in CODES.items()
    if number[:3] in ("TC2", "TC3", "TC4", "TC5") and "toolc check" not in code.example.run  # which reads what it is asked for
)


@pytest.mark.parametrize("number", ABOUT_TOOLS)
def test_every_code_about_tools_is_in_a_case(number: str) -> None:
    """Beside the scene of each code in fixtures/codes: what is said of real programs, of their tools or of their types."""
    said = (path.read_text("utf-8") for case in CASES for path in (case / "expected").glob("diagnostics.txt"))
    types = (path.read_text("utf-8") for case in CASES for path in (case / "expected").glob("types.json"))
    assert any(f" {number} " in text for text in said) or any(f'"{number}"' in text for text in types)
