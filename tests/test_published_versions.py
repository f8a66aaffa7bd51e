"""Five packages from PyPI, two versions of each, downloaded and never installed: through every command for reviewers, and nothing of them runs.

Told by an audit hook and by a canary at the end of every file of theirs. Each has pages of real code; the long form takes all of them.
"""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from effort import ALL, heavy, long
from test_real_servers import CACHE, download

pytestmark = heavy

PACKAGES = {
    "arxiv-mcp-server": ("0.4.12", "0.8.2"),
    "duckduckgo-mcp-server": ("0.1.1", "0.7.0"),
    "mcp-server-fetch": ("2025.4.7", "2026.10.24"),
    "mcp-server-git": ("2025.9.25", "2026.10.19"),
    "mcp-server-time": ("2025.9.25", "2026.10.19"),
}
WATCHED = """
import json, os, sys
from toolc.cli import main

canary, here = sys.argv[1], os.getcwd()
old, new = sys.argv[2:4]
OPTIONS = ["--untrusted", "--no-cache", "--fail-on", "never"]

def all_commands():
    for words in ["list", new, "--format", "json"], ["check", new], ["report", new, "--html"], ["report", new], ["diff", old, new]:
        yield main([*words, *OPTIONS])

list(all_commands())  # what toolc and its libraries load late, or make of strings, is there now
events = []
FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "urllib.", "os.mkdir", "os.rename", "os.remove")

def hook(event, args):
    if event.startswith(FORBIDDEN):
        events.append((event, str(args)[:200]))
    elif event == "exec" and not os.path.isfile(args[0].co_filename) and not args[0].co_filename.startswith(("<template", "<frozen ")):
        events.append((event, args[0].co_filename))
    elif event == "open" and isinstance(args[0], str) and isinstance(args[1], str) and set(args[1]) & set("wxa+"):
        events.append((event, str(args[0])))

sys.addaudithook(hook)
statuses = list(all_commands())
print(json.dumps({"events": events, "statuses": statuses, "canary": os.path.exists(canary)}))
"""


def with_canary(wheel: Path, place: Path, canary: Path) -> Path:
    """A copy whose every module would leave a trace, were it executed."""
    with zipfile.ZipFile(wheel) as original, zipfile.ZipFile(place, "w") as copy:
        for one in original.infolist():
            harm = (
                f"\n\n__import__('pathlib').Path({str(canary)!r}).touch()\n".encode() if one.filename.endswith(".py") else b""
            )
            copy.writestr(one.filename, original.read(one) + harm)
    return place


@long
@pytest.mark.skipif(not ALL, reason="`make test-all` downloads these")
@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_of_a_published_package_is_executed(package: str, tmp_path: Path) -> None:
    canary, places = tmp_path / "canary", []
    for version in PACKAGES[package]:
        wheel = CACHE / f"{package.replace('-', '_')}-{version}-py3-none-any.whl"
        if not wheel.exists():
            CACHE.mkdir(parents=True, exist_ok=True)
            download([f"{package}=={version}"], [wheel])
        (tmp_path / version).mkdir()
        places.append(str(with_canary(wheel, tmp_path / version / wheel.name, canary)))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(canary), *places], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["events"], told["canary"]) == ([], False)
    assert set(told["statuses"]) <= {0, 1} and "TC901" not in done.stdout + done.stderr, done.stderr
    assert "TC120" not in done.stderr and "TD1" in done.stdout, "no tool was found, or no change"
