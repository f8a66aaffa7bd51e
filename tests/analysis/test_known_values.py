"""Values that the interpreter computes, held to Python: 900 expressions over builtins, the standard library and small programs.

A value that toolc calls known must be Python's own; how many are not known is counted, so that it does not grow unseen.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.pages import execute

HERE = Path(__file__).resolve().parent / "values"
LIBRARY, PROGRAMS = ((HERE / f"{name}_names.txt").read_text("utf-8") for name in ("library", "programs"))
NAMES = {"library": LIBRARY, "programs": LIBRARY + PROGRAMS}
EXPRESSIONS = {name: (HERE / f"{name}.txt").read_text("utf-8").splitlines() for name in NAMES}
AT_ONCE = 40  # expressions in one program
UNKNOWN = 0.8
"""The share of them that may be unknown: what is not followed at all stands together."""

SHOW = """try:
    reveal({})
except Exception as error:
    reveal("raises " + type(error).__name__)
"""

LIVE = """
import builtins, json, sys
found = {}
def reveal(value):
    found.setdefault(sys._getframe(1).f_lineno, repr(value))
builtins.reveal = reveal
sys.path.insert(0, sys.argv[1])
import server
print(json.dumps(found))
"""


@pytest.mark.parametrize(("name", "start"), [(name, at) for name in NAMES for at in range(0, len(EXPRESSIONS[name]), AT_ONCE)])
def test_known_values_are_those_of_python(name: str, start: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = EXPRESSIONS[name][start : start + AT_ONCE]
    program = NAMES[name] + "".join(SHOW.format(one) for one in chosen)
    (tmp_path / "server.py").write_text(program, "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LIVE, str(tmp_path)], capture_output=True, text=True, check=True
    )
    real = {int(line): value for line, value in json.loads(done.stdout.splitlines()[-1]).items()}
    seen = execute({"server.py": program}, monkeypatch).revealed
    first, wrong, unknown = NAMES[name].count("\n") + 2, [], []
    for index, expression in enumerate(chosen):
        lines = first + 4 * index, first + 4 * index + 2  # the value, and the exception
        line = next(one for one in lines if one in real)
        told = seen.get(("server.py", line), ["never reached"])[0]
        if told == "never reached" or (_is_constant(told) and not _is_same(told, real[line])):
            wrong.append((expression, told, real[line]))
        elif not _is_constant(told):
            unknown.append(expression)
    assert wrong == []
    assert len(unknown) <= UNKNOWN * AT_ONCE


def _is_constant(shown: str) -> bool:
    try:
        ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return False
    return True


def _is_same(shown: str, real: str) -> bool:
    """Whether two texts stand for the same constant; sets have no order."""
    try:
        value = ast.literal_eval(real)
    except (ValueError, SyntaxError):
        return False
    return value == ast.literal_eval(shown) if isinstance(value, set) else repr(ast.literal_eval(shown)) == real
