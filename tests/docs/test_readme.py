"""README: short, whole, and every block of it runs: the commands as they stand, the call against the server that is shown."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from documents import ROOT, blocks, first_column, section, text_of, typed
from node import MODULES, tsc
from test_packaging import copied, distributions
from toolc import __version__
from toolc.cli.commands.register import COMMANDS
from toolc.systems.register import SYSTEMS

README, GUIDE = text_of("README.md"), text_of("docs/guides/typescript.md")


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_every_command_and_system_is_named() -> None:
    named = [row.split()[1] for row in first_column(section(README, "Commands"))]
    assert named == [name for name, one in COMMANDS.items() if one.group]
    listed = section(README, "What it reads").partition(":")[0].replace(" and ", ", ")
    assert re.findall(r"[\w-]+", listed) == sorted(SYSTEMS)


def test_its_two_commands_for_developers_are_there() -> None:
    [block] = [one for one in blocks(README, "sh") if "make" in one]
    for line in block.splitlines():
        target = line.split()[1]
        assert subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, check=False).returncode == 0
    assert re.findall(r"^make (\w+)", block, re.MULTILINE) == ["demo", "test"]


def test_the_guide_shows_the_same() -> None:
    """It has the example of README, with more words."""
    for language in ("python", "ts"):
        [shown], [guided, *_] = blocks(README, language), blocks(GUIDE, language)  # the guide goes on from there
        assert re.sub(r" // \[.*\]", "", shown) == guided
    [printed] = blocks(GUIDE, "text")
    assert f"console.log(found); // {printed}" in README


@pytest.mark.skipif(not os.environ.get("TOOLC_PROGRAMS"), reason="`make programs` installs toolc as README says")
def test_it_is_installed_as_it_says(tmp_path: Path) -> None:
    """By pip and by uvx, in an environment of its own; this checkout stands for what an index would have."""
    made = distributions(copied(tmp_path / "source"), tmp_path / "dist")
    (tmp_path / "constraints.txt").write_text(f"toolc=={__version__}\n")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    path = os.pathsep.join([str(tmp_path / "venv/bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    given = {f"{name}_CONSTRAINT": str(tmp_path / "constraints.txt") for name in ("PIP", "UV")}
    given |= {f"{name}_FIND_LINKS": str(made) for name in ("PIP", "UV")}
    environment = {**os.environ, **given, "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    steps = typed(section(README, "Install"))
    assert [step.command.split()[0] for step in steps] == ["pip", "uvx"]
    for step in steps:
        done = subprocess.run(
            step.command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, step.output), done.stderr
    version = subprocess.run(["toolc", "--version"], env=environment, capture_output=True, text=True, check=True).stdout
    assert version == f"toolc {__version__}\n" == steps[-1].output


def test_its_version_is_that_of_the_program() -> None:
    assert typed(section(README, "Install"))[-1].output == f"toolc {__version__}\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example after its commands: what `toolc` and npm print is what README shows."""
    if shutil.which("npm") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("npm is missing")
    folder = tmp_path_factory.mktemp("readme") / "shop"
    folder.mkdir()
    [source] = blocks(README, "python")
    (folder / "shop.py").write_text(source, "utf-8")
    own = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": own, "TOOLC_CACHE_DIR": str(folder.parent / "cache")}
    for step in typed(section(README, "From an MCP server to TypeScript in sixty seconds")):
        ways = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "check": False}
        done = subprocess.run(step.command, shell=True, cwd=folder, env=environment, **ways)  # type: ignore[call-overload]
        assert (done.returncode, done.stdout) == (0, step.output), step.command
    return folder


def test_what_it_calls_comes_back(shop: Path) -> None:
    """Its call is type-checked, and run against its server; 8000 may be taken, so both have another port."""
    pytest.importorskip("mcp", reason="the server needs the MCP SDK")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    [call], [source] = blocks(README, "ts"), blocks(README, "python")
    assert ":8000/mcp" in call
    (shop / "call.ts").write_text(call.replace(":8000/", f":{port}/"), "utf-8")
    (shop / "server.py").write_text(source.replace('FastMCP("shop")', f'FastMCP("shop", port={port})'), "utf-8")
    (shop / "node_modules/@types").mkdir(exist_ok=True)
    (shop / "node_modules/@types/node").symlink_to(MODULES / "@types/node")
    (shop / "node_modules/undici-types").symlink_to(MODULES / "undici-types")
    options = [
        "--strict",
        "--skipDefaultLibCheck",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--types",
        "node",
        "--outDir",
        "built",
    ]
    (shop / "package.json").write_text('{"type": "module", "dependencies": {"shop": "file:tool-clients/typescript/shop"}}')
    (shop / "wrong.ts").write_text(call.replace("limit: 2", "limt: 2"), "utf-8")
    said = tsc(shop, *options, "call.ts", "wrong.ts")
    errors = [line for line in said.splitlines() if line[:1].strip()]
    assert errors and all(line.startswith("wrong.ts(") for line in errors) and "limt" in said, said
    (shop / "refused.js").write_text((shop / "built/call.js").read_text("utf-8").replace("limit: 2", "limit: 2.5"), "utf-8")
    server = subprocess.Popen([sys.executable, "server.py"], cwd=shop, stderr=subprocess.DEVNULL)
    try:
        _until_open(port, server)
        called = subprocess.run(["node", "built/call.js"], cwd=shop, capture_output=True, text=True, check=False)
        refused = subprocess.run(["node", "refused.js"], cwd=shop, capture_output=True, text=True, check=False)
    finally:
        server.kill()
        server.wait()
    [printed] = re.findall(r"console\.log\(found\); // (.*)$", call, re.MULTILINE)
    assert (called.stdout.strip(), called.returncode) == (printed, 0), called.stderr
    assert refused.returncode != 0 and "invalid_arguments" in refused.stderr


def _until_open(port: int, server: "subprocess.Popen[bytes]") -> None:
    limit = time.monotonic() + 60
    while time.monotonic() < limit and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not listen")
