"""`fixtures/codes/<number>-<slug>/`: what each code's example looks like and what toolc says to it, word for word.

The example is that of the table of codes; `make golden` (TOOLC_GOLDEN=1) writes folders anew, the diff is the review.
"""

import os
import shlex
import shutil
from pathlib import Path

import pytest

from toolc.codes import CODES, Code

FOLDER = Path(__file__).resolve().parents[1] / "fixtures/codes"
GOLDEN = bool(os.environ.get("TOOLC_GOLDEN"))
STAGED = {f"{code.number}-{code.slug}": code for code in CODES.values() if code.mended is not None}


def fixture_files(code: Code, status: int, said: str) -> dict[str, str]:
    """The files of one fixture by path: the scene, the command, and what came of it."""
    scene = {f"input/{path}": text for path, text in code.example.all_files().items() if not path.endswith("/")}
    return {
        **scene,
        "command.txt": code.command(code.example) + "\n",
        "expected/diagnostics.txt": f"{said}\nexit status {status}\n",
    }


@pytest.mark.parametrize("name", STAGED)
def test_the_example_and_what_is_said(name: str, write, toolc) -> None:
    code = STAGED[name]
    write(code.example.all_files())
    program, *arguments = shlex.split(code.command(code.example))
    assert program == "toolc"
    done = toolc(*arguments)
    texts = fixture_files(code, done.status, done.err.strip())
    if GOLDEN:
        shutil.rmtree(FOLDER / name, ignore_errors=True)
        for path, text in texts.items():
            (FOLDER / name / path).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / name / path).write_text(text, "utf-8", newline="")
    there = {path.relative_to(FOLDER / name).as_posix() for path in (FOLDER / name).rglob("*") if path.is_file()}
    assert there == set(texts), "files differ; `make golden` writes them anew"
    for path, text in texts.items():
        assert (FOLDER / name / path).read_bytes().decode() == text, f"{path} differs; `make golden` writes it anew"


def test_no_folder_without_a_code() -> None:
    if GOLDEN:
        for path in FOLDER.iterdir():
            if path.name not in STAGED:
                shutil.rmtree(path)
    assert {path.name for path in FOLDER.iterdir()} == set(STAGED)
