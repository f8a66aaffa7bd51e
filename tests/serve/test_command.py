"""`toolc serve` as a command: what it refuses and how it says so, where it listens, how it ends."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from serve.conftest import COMMAND, interrupted, started, url_of

ORBITER = 'from orbiter.tool import tool\n\n@tool\ndef {name}(x: int) -> int:\n    """Do it."""\n    return x\n'

REFUSED: list[tuple[str, dict[str, str], tuple[str, ...], str]] = [
    # what, files, arguments, the first line of what is said
    ("no file", {}, ("nowhere.py",), "TC101"),
    ("no module", {}, ("nowhere.tools",), "TC609 failed-import: there is no module `nowhere.tools`"),
    ("a folder", {"tools/x.py": ""}, ("./tools",), "TC601"),
    ("standard input", {}, ("-",), "TC601"),
    ("a transport there is not", {"t.py": ""}, ("t.py", "--transport", "sse"), "TC601"),
    ("a system there is not", {"t.py": ""}, ("t.py", "--system", "orbit"), "TC603"),
    ("a library that is missing", {"t.py": "\nimport nowhere\n"}, ("t.py",), "t.py:2:1: error TC609 failed-import: `t` cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
    ("a mistake in the file", {"t.py": "x = 1\n1 / 0\n"}, ("t.py",), "t.py:2:1: error TC609 failed-import: `t` cannot be imported: ZeroDivisionError"),
    ("no Python", {"t.py": "x = (\n"}, ("t.py",), "t.py:1:5: error TC609 failed-import: `t` cannot be imported: SyntaxError"),
    ("a file that ends the program", {"t.py": "import sys\nsys.exit(0)\n"}, ("t.py",), "t.py:2:1: error TC609 failed-import: `t` cannot be imported: the module ends the program"),
    ("a tool that the framework refuses", {"t.py": "from tinyagent import tool\n\n@tool\ndef f(x): ...\n"}, ("t.py",), "TC609 failed-import: `t` cannot be imported: ToolDefinitionError: parameter `x` of `f` has no type hint"),
    ("no tools", {"t.py": "def f(): ...\n"}, ("t.py",), "TC610 nothing-served: `t` makes no tools"),
    ("imported tools alone", {"lender.py": ORBITER.format(name="f"), "t.py": "from lender import f\n"}, ("t.py",), "TC610"),
    ("two of one name", {"t.py": ORBITER.format(name="f") + ORBITER.format(name="f").replace("Do", "Undo")}, ("t.py",), "t.py:9:1: error TC611 duplicate-served-name: two tools are named `f`"),
    ("an address of others", {"t.py": ORBITER.format(name="f")}, ("t.py", "--transport", "http", "--host", "203.0.113.1"), "TC612"),
    ("no address", {"t.py": ORBITER.format(name="f")}, ("t.py", "--transport", "http", "--host", "a..b"), "TC612"),
]  # fmt: skip


def run(folder: Path, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(("files", "arguments", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused(files: dict[str, str], arguments: tuple[str, ...], words: str, write: Any, toolc: Any) -> None:
    write(files)
    done = toolc("serve", *arguments)
    errors = [line for line in done.err.splitlines() if "error TC" in line]
    assert (done.status, len(errors), done.out) == (2, 1, ""), done.err
    assert words in errors[0]
    assert "Traceback" not in done.err


def test_without_the_sdk(tmp_path: Path) -> None:
    """A finder that hides the library stands for an environment without the extra."""
    (tmp_path / "t.py").write_text(ORBITER.format(name="f"), "utf-8")
    hidden = "import sys; sys.modules['mcp'] = None; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", hidden, "serve", "t.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error TC608 missing-extra: `toolc serve` needs the official MCP SDK: ")
    assert 'pip install "toolc[mcp]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_ends_when_nothing_more_comes(served: Path) -> None:
    done = run(served, "tools.py")
    assert (done.returncode, done.stdout) == (0, "")
    assert "serving 8 tools on stdio, 0 errors, 0 warnings\n" in done.stderr
    assert run(served, "tools.py", "--quiet").stderr == "printed on import\n"


def test_a_port_in_use(write: Any, toolc: Any) -> None:
    write({"t.py": ORBITER.format(name="f")})
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = toolc("serve", "t.py", "--transport", "http", "--port", port)
    assert done.status == 2
    assert f"error TC612 unusable-address: 127.0.0.1, port {port}: Address already in use" in done.err


def test_only_this_machine_is_answered(served: Path) -> None:
    """The default address is a local one, and a request under a foreign host name is a web page's trick (DNS rebinding)."""
    with started(served, "tools.py", "--transport", "http", "--port", "0") as (_, line):
        url = url_of(line)
        assert url.startswith("http://127.0.0.1:")
        for header, value in (("Host", "evil.example"), ("Origin", "http://evil.example")):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(url, b"{}", {header: value, "Content-Type": "application/json"}))
            assert refused.value.code in (403, 421)
    with started(served, "tools.py", "--transport", "http", "--port", "0", "--host", "0.0.0.0") as (_, line):
        assert "open to everybody who reaches it" in line


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_an_interrupt_ends_it(transport: str, served: Path) -> None:
    with started(served, "tools.py", "--transport", transport, "--port", "0") as (process, _):
        before = time.monotonic()
        assert interrupted(process) == 130
        assert time.monotonic() - before < 8
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


EARLY = """
import os, signal, socket

made = socket.socketpair

def interrupting(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    return made(*arguments)

socket.socketpair = interrupting
"""
"""A loop makes a pair of sockets for itself first of all."""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_an_interrupt_while_it_starts(transport: str, served: Path) -> None:
    with (served / "tools.py").open("a", encoding="utf-8") as file:
        file.write(EARLY)
    done = run(served, "tools.py", "--transport", transport, "--port", "0")
    assert done.returncode == 130
    said = [line for line in done.stderr.splitlines() if line != "printed on import"]
    assert [line.partition(" ")[0] for line in said] == ["serving"]


HELLO = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"x","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)


def call(number: int, seconds: float) -> str:
    params = {"name": "wait", "arguments": {"seconds": seconds}}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}) + "\n"


def test_all_that_came_in_is_answered(served: Path) -> None:
    """A pipe ends before the tools do."""
    told = f"{HELLO}{call(2, 0.5)}no JSON\n{call(3, 0.2)}"
    done = subprocess.run([*COMMAND, "tools.py"], cwd=served, input=told, capture_output=True, text=True, check=False)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [one["id"] for one in replies if "result" in one] == [1, 3, 2]


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_an_interrupt_does_not_wait_for_a_tool(served: Path) -> None:
    with started(served, "tools.py") as (process, _):
        assert process.stdin is not None
        process.stdin.write(HELLO + call(2, 600))
        process.stdin.flush()
        time.sleep(1)
        assert interrupted(process) == 130


def test_a_configured_system_holds(write: Any, toolc: Any) -> None:
    write(
        {
            "toolc.toml": 'systems = { "handlers/*.py" = "pba" }\n',
            "handlers/now.py": "def now(self) -> str:\n    return 'now'\n",
        }
    )
    done = toolc("serve", "handlers/now.py")
    assert done.status == 0, done.err
    assert "serving 1 tool on stdio" in done.err


def test_help_says_that_code_runs(toolc: Any) -> None:
    shown = toolc("serve", "--help").out
    assert "Import a module, which runs its code" in shown
    assert "With --mock it is only read" in " ".join(shown.split())
    assert "Run a file or start a server" in toolc("call", "--help").out
    assert "Start a server" in toolc("verify", "--help").out
