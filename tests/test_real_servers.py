"""Published MCP servers, unpacked and read, never installed and never imported.

`real_servers.toml` names the wheels and the tools in them. Wheels are kept in the folder that TOOLC_WHEEL_CACHE names, else
in `wheels` of `kept.py`. Without a network these tests are skipped, except where CI is set: there they fail.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import zipfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kept import kept
from making import making
from warm_python import warm_python

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("TOOLC_WHEEL_CACHE") or kept("wheels"))
SERVERS: list[dict[str, Any]] = tomllib.loads((HERE / "real_servers.toml").read_text(encoding="utf-8"))["server"]
PIP = ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version=3.12", "--no-input", "--quiet"]
TOOLC = "from toolc.cli import main; main()"


@pytest.mark.parametrize("server", SERVERS, ids=lambda server: f"{server['package']}-{server['version']}")
def test_real_server(server: dict[str, Any], tmp_path: Path) -> None:
    site = unpacked(wheel(server))
    run = toolc("list", site / server["folder"], f"--assume=mcp={server['mcp']}", "--assume=python=3.12", cwd=tmp_path)
    tools = json.loads(run.stdout)["tools"]

    must, may = set(server["tools"]), set(server.get("later", ()))
    names = [tool["name"] for tool in tools]
    assert len(names) == len(set(names)), "a tool was found twice"
    assert must <= set(names) <= must | may, run.stderr
    for tool in tools:
        schema = tool.get("input_schema")
        if tool["fidelity"] == "exact":
            assert isinstance(schema, dict), f"{tool['name']} is called exact and has no schema"
            assert schema.get("type") == "object"
    if not tools:
        assert "TC120" in run.stdout + run.stderr, "nothing was found and nothing was said"


@pytest.mark.parametrize("server", SERVERS[:5], ids=lambda server: f"{server['package']}-{server['version']}")
def test_a_wheel_is_read_as_it_is_unpacked(server: dict[str, Any], tmp_path: Path) -> None:
    """Also by whoever trusts nothing of it: the same tools, at the same places within."""
    packed, versions = wheel(server), (f"--assume=mcp={server['mcp']}", "--assume=python=3.12")
    folder = unpacked(packed)
    there = json.loads(toolc("list", folder, *versions, cwd=tmp_path).stdout)["tools"]
    for options in ((), ("--untrusted",)):
        found = json.loads(toolc("list", packed, *versions, *options, cwd=tmp_path).stdout)["tools"]
        assert {tool["package"] for tool in found} == {server["package"]}
        assert [_described(tool, packed) for tool in found] == [_described(tool, folder) for tool in there]


def starved(process: "subprocess.Popen[str]") -> None:
    """Lets a process run for a tenth of the time until it ends, as a machine with ten other jobs would."""
    while process.poll() is None:
        for sent, seconds in ((signal.SIGSTOP, 0.18), (signal.SIGCONT, 0.02)):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, sent)
            time.sleep(seconds)


@pytest.mark.long
def test_a_machine_with_ten_other_jobs_gives_the_same_bytes(tmp_path: Path) -> None:
    """Budgets are counted in steps, so that no answer depends on how much of the machine there is."""
    several = 4 if os.environ.get("TOOLC_ALL") else 1
    chosen = sorted(SERVERS, key=lambda server: -len(server["tools"]))[:several]  # those with the most to do

    for one in chosen:
        words = ("list", str(unpacked(wheel(one)) / one["folder"]), f"--assume=mcp={one['mcp']}", "--no-cache")
        run = toolc(words[0], Path(words[1]), *words[2:], cwd=tmp_path)
        with subprocess.Popen(
            [sys.executable, "-c", TOOLC, *words, "--format", "json"], cwd=tmp_path, text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        ) as process:  # fmt: skip
            threading.Thread(target=starved, args=(process,)).start()
            assert process.communicate(timeout=300) == (run.stdout, run.stderr)


def _described(tool: dict[str, Any], root: Path) -> dict[str, Any]:
    """What is said of a tool, its path counted from the wheel."""
    place = tool["path"].partition(f"{root.name}/")[2]
    return {**{key: value for key, value in tool.items() if key not in ("package", "diagnostics")}, "path": place}


def test_expectations_are_in_order() -> None:
    """Each wheel is listed once, and each of its tools once."""
    wheels = [(server["package"], server["version"]) for server in SERVERS]
    assert len(wheels) == len(set(wheels))
    for server in SERVERS:
        for names in (server["tools"], server.get("later", [])):
            assert names == sorted(set(names)), server["package"]
        assert not set(server["tools"]) & set(server.get("later", []))
        assert server["tools"] or server["later"]


def toolc(command: str, folder: Path, *options: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run toolc in a process of its own. A traceback or an internal error fails the test, whatever the exit status."""
    args = [
        warm_python(sys.executable, str(HERE / "loaded_toolc.py")),
        "-c",
        TOOLC,
        command,
        str(folder),
        "--format",
        "json",
        *options,
    ]
    run = subprocess.run(args, cwd=cwd, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    said = f"exit status {run.returncode}\n{run.stderr}"
    assert run.returncode in (0, 1), said
    assert "Traceback" not in run.stderr, said
    assert "TC901" not in run.stdout + run.stderr, said
    return run


def wheel(server: dict[str, Any]) -> Path:
    """The wheel in the cache. Its hash is checked every time."""
    path = _place(server)
    with making(CACHE / "wheels"):
        if not path.exists():
            _download_all()
    assert hashlib.sha256(path.read_bytes()).hexdigest() == server["sha256"], f"{path.name} is not the wheel that was reviewed"
    return path


def _place(server: dict[str, Any]) -> Path:
    return CACHE / f"{server['folder']}-{server['version']}-py3-none-any.whl"


def _download_all() -> None:
    """Fetch the wheels that are not there yet, those of different packages together: pip takes a second to start."""
    while missing := {server["package"]: server for server in SERVERS if not _place(server).exists()}:
        download([f"{name}=={server['version']}" for name, server in missing.items()], map(_place, missing.values()))


def download(requirements: Sequence[str], paths: Iterable[Path]) -> None:
    """Fetch wheels. Each reaches its place whole or not at all."""
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        command = [sys.executable, *PIP, f"--dest={folder}", *requirements]
        pip = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if pip.returncode:
            why = (pip.stderr.strip().splitlines() or ["pip said nothing"])[-1]
            unavailable(f"cannot download {', '.join(requirements)}: {why}")
        for path in paths:
            (Path(folder) / path.name).replace(path)


def unavailable(why: str) -> None:
    """Skip on a developer's machine; fail where nobody would notice a skip."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def unpacked(path: Path) -> Path:
    """The wheel's files, unpacked beside it once. Nothing in them is run."""
    site = path.with_suffix("")
    with making(site) as missing:
        if missing:
            with tempfile.TemporaryDirectory(dir=CACHE) as folder, zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
                Path(folder).rename(site)
                Path(folder).mkdir()  # for the context manager to remove
    return site
