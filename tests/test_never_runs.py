"""Nothing of an analysed tree is imported, executed or evaluated: an audit hook watches a run over the whole fixture set."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from effort import heavy

pytestmark = heavy

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"

WATCHED = """
import os, sys
from toolc.cli import main

tree, marker, asked = sys.argv[1], sys.argv[2], sys.argv[3:]
main(["generate", "warm.py", "--out", "warm", "--no-cache"])
main(["generate", "warm.py", "--out", "warm"])  # what is kept is read by other code
import docstring_parser, griffe  # libraries that only some docstrings need make classes of their own from strings


events = []
FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "ctypes.", "urllib.")

def expected(path):
    # Modules of toolc and its libraries that are loaded late, and templates; nothing made from a string, nothing of the tree.
    return path.startswith(("<template", "<frozen ")) or (os.path.isfile(path) and not path.startswith(tree))

def hook(event, args):
    if event == "exec" and not expected(args[0].co_filename):
        events.append((event, args[0].co_filename))
    elif event == "import" and args[1] and str(args[1]).startswith(tree):
        events.append((event, args[0]))
    elif event == "open" and isinstance(args[0], str) and args[0].startswith(tree) and "r" not in (args[1] or "r"):
        events.append((event, args[0]))
    elif event.startswith(FORBIDDEN):
        events.append((event, ""))

sys.addaudithook(hook)
COMMANDS = {"generate": ["--out", "out"], "types": ["--format", "json"], "list": []}
for command in asked:
    main([command, tree, *COMMANDS[command], "--fail-on", "never", "--jobs", "1"])  # a process of its own is no business of a tree either
loaded = [name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).startswith(tree)]
running = [name for name in sys.modules if name.startswith(("toolc.serve.", "toolc.runtime"))]
assert not events, events[:10]
assert not loaded, loaded
assert not running, running  # the parts of toolc that run code are not even imported
print("WATCHED", os.path.exists(marker))
"""

WARM = '''
from orbiter.tool import tool

@tool
def f(x: int) -> str:
    """F.

    Args:
        x: An x.
    """
'''

CANARY = """
from orbiter.tool import tool
{touch}

class Meta(type):
    {touch}

@(lambda f: ({touch_expression}, f)[1])
def decorated(): ...

@tool
def search(query: str = {touch_expression}, *, limit: "{touch_expression}" = 1) -> {touch_expression}:
    '''Search.'''

class Model(__import__("pydantic").BaseModel, metaclass=Meta):
    x: int = {touch_expression}

NAME = f"{{{touch_expression}}}"
"""


# `list` over the fixtures goes the first half of the way of `generate`.
@pytest.mark.parametrize(
    ("name", "asked"),
    [("planted", ("generate", "types", "list")), ("fixtures", ("generate", "types"))],
    ids=["planted", "fixtures"],
)
def test_an_audit_hook_sees_nothing(name: str, asked: tuple[str, ...], tmp_path: Path) -> None:
    """The canary leaves a file behind if any of its expressions is ever evaluated."""
    tree, marker = tmp_path / name, tmp_path / "ran"
    if name == "planted":
        tree.mkdir()
        touch = f"open({str(marker)!r}, 'w')"
        (tree / "canary.py").write_text(CANARY.format(touch=touch, touch_expression=touch), "utf-8")
        (tree / "conftest.py").write_text(touch, "utf-8")
        (tree / "json.py").write_text(touch, "utf-8")
        (tree / "fixtures").symlink_to(FIXTURES)
    else:
        # Where they stand, `generate` would compile toolc and its tests as well: they are one package. Outputs are no sources.
        shutil.copytree(FIXTURES, tree, ignore=shutil.ignore_patterns("expected"))
        (tree / ".git").mkdir()
    (tmp_path / "warm.py").write_text(WARM, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tree), str(marker), *asked],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "WATCHED False" in done.stdout, (done.stdout[-2000:], done.stderr[-2000:])
    assert not marker.exists()
