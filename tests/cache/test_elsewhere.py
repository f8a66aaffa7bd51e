"""What was kept is right whatever the clock says, and whoever kept it: another hash seed, locale or order of arguments."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolc import __version__
from toolc.cache import up_to_date

TOOL = '''\
from orbiter.tool import tool
from {package}.models import Limit


@tool
def {name}(query: str, limit: Limit = 3) -> str:
    """Look for {name}.

    Args:
        query: What to look for.
        limit: How many.
    """
    return query
'''
PACKAGES = ("one", "two")
FILES = {
    **{f"{name}/{name}/tools.py": TOOL.format(package=name, name=name) for name in PACKAGES},
    **{f"{name}/{name}/models.py": "Limit = int\n" for name in PACKAGES},
    **{f"{name}/{name}/__init__.py": "" for name in PACKAGES},
    **{f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n' for name in PACKAGES},
}
WORDS = ("generate", *PACKAGES, "--out", "out")
DAY = 86_400 * 10**9


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("skew", [-DAY, DAY], ids=["set back", "put forward"])
def test_a_clock_that_is_wrong_costs_time_and_nothing_else(skew: int, write, toolc, here: Path, monkeypatch) -> None:
    write(FILES)
    assert toolc(*WORDS).status == 0
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + skew)
    assert toolc(*WORDS).status == 0
    for name, text in (("one", "Limit = str\n"), ("two", "Limit = bool\n")):
        place = here / name / name / "models.py"
        place.write_text(text)
        os.utime(place, ns=(0, now() + skew))  # as another machine would leave it
        assert up_to_date.replay(list(WORDS), __version__) is None
        assert toolc(*WORDS).status in (0, 1)
        toolc(*WORDS[:-1], "clean", "--no-cache")
        assert everything(here / "out") == everything(here / "clean")


def test_what_one_process_kept_is_right_for_another(write, toolc, here: Path) -> None:
    write(FILES)
    assert toolc(*WORDS).status == 0
    write({"one/one/models.py": "Limit = str\n"})
    program = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, "generate", *reversed(PACKAGES), "--out", "out"],
        env={**os.environ, "PYTHONHASHSEED": "2", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    assert toolc(*WORDS[:-1], "clean", "--no-cache").status in (0, 1)
    assert everything(here / "out") == everything(here / "clean")
