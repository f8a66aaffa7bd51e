"""A process that has toolc loaded and forks a watched, bounded child for every run asked for: hundreds of runs in a minute.

Takes one request as JSON on each line of standard input (`cwd`, `args`, `tree`, `allowed`), gives one answer on standard output.
An audit hook in the child takes down what code of the tree could make a compiler do.
"""

import gc
import json
import os
import re
import resource
import signal
import sys
import tempfile
from typing import Any

import docstring_parser  # noqa: F401 - loaded before the fork, as are the next two: they make classes of their own from strings
import griffe  # noqa: F401

from toolc.cli import guard, main  # noqa: F401
from toolc.targets.register import TARGETS

CPU_SECONDS = 12  # what kills, unless a request says otherwise; the bound that is tested is lower
ADDRESS_SPACE = 3 << 30
WALL_SECONDS = 180  # a busy machine gives a process little of its time
FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "ctypes.", "urllib.")
STAGED = re.compile(r"\.toolc-[0-9]+-[0-9]+\.tmp")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def warm() -> None:
    """Loads what toolc loads late, so that a child measures the attack."""
    with tempfile.TemporaryDirectory() as folder:
        source = "from mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel\nmcp = FastMCP('a')\n@mcp.tool()\n"
        source += "def f(x: int = 1) -> str:\n    '''F.\n\n    Args:\n        x: An x.\n    '''\ntype X = int\n"
        with open(f"{folder}/warm.py", "w") as file:
            file.write(source)
        here = os.getcwd()
        os.chdir(folder)
        os.environ["TOOLC_CACHE_DIR"] = f"{folder}/cache"
        streams = sys.stdout, sys.stderr
        with open(os.devnull, "w") as nothing:
            sys.stdout = sys.stderr = nothing
            targets = ",".join(TARGETS)
            for words in (
                ["generate", "warm.py", "--target", targets, "--out", "o"],
                ["types", "warm.py"],
                ["list", "warm.py"],
                ["list", "warm.py", "--untrusted"],
                ["diff", "warm.py", "warm.py"],
            ):
                main([*words])
            sys.stdout, sys.stderr = streams
        os.chdir(here)


def staged(path: str | bytes) -> bool:
    """Whether it is a temporary in a folder that is held open; where it goes is seen when it is renamed."""
    return STAGED.fullmatch(os.fsdecode(path)) is not None


def watch(tree: str, allowed: list[str], events: list[str], workers: bool) -> None:
    """Puts what must not happen into `events`. `workers`: whether there may be some."""

    def inside(path: Any) -> bool:
        return isinstance(path, str) and not path.startswith("<") and os.path.abspath(path).startswith(tree)

    def permitted(path: Any) -> bool:
        return any(os.path.abspath(os.fsdecode(path)).startswith(place) for place in allowed)

    def placed(name: str, folder: Any) -> str:
        """Where a name is that counts from an open folder."""
        return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), name) if isinstance(folder, int) and folder >= 0 else name

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "exec" and (inside(args[0].co_filename) or args[0].co_filename == "<string>"):
            events.append(f"exec {args[0].co_filename}")
        elif event == "import" and args[1] and inside(args[1]):
            events.append(f"import {args[0]}")
        elif (
            event == "open"
            and isinstance(args[0], str | bytes)
            and (args[2] or 0) & WRITING
            and not (permitted(args[0]) or staged(args[0]))
        ):
            events.append(f"write {args[0]!r}")
        elif event in ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink"):
            name, folder = args[event == "os.rename"], args[-1]
            if isinstance(name, str | bytes) and not permitted(placed(os.fsdecode(name), folder)):
                events.append(f"{event} {name!r}")
        elif event == "os.fork" and workers:
            pass  # those of --untrusted
        elif event.startswith(FORBIDDEN):
            events.append(f"{event} {args!r}"[:200])

    sys.addaudithook(hook)


def child(request: dict[str, Any], answer: int) -> None:
    """One run; never returns."""
    os.chdir(request["cwd"])
    for number, name in ((1, "stdout"), (2, "stderr")):
        handle = os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, number)
    os.environ.pop("TOOLC_TRACEBACK", None)
    os.environ["TOOLC_CACHE_DIR"] = request["cache"]
    seconds, space = request.get("bounds", (CPU_SECONDS, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(WALL_SECONDS)
    events: list[str] = []
    watch(request["tree"], request["allowed"], events, "--untrusted" in request["args"])
    status = main(request["args"])
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(answer, json.dumps({"status": status, "events": events[:5]}).encode())
    os._exit(0)


def run(request: dict[str, Any]) -> dict[str, Any]:
    """What became of one run."""
    mine, its = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(mine)
            child(request, its)
        except BaseException as error:
            os.write(its, json.dumps({"status": -1, "events": [], "raised": repr(error)[:500]}).encode())
        finally:
            os._exit(0)
    os.close(its)
    with os.fdopen(mine, "rb") as pipe:
        said = pipe.read()
    _, state, usage = os.wait4(pid, 0)
    answer = json.loads(said) if said else {"status": None, "events": []}
    return {**answer, "signal": os.WTERMSIG(state) if os.WIFSIGNALED(state) else 0, "cpu": usage.ru_utime + usage.ru_stime,
            "memory": usage.ru_maxrss * 1024}  # fmt: skip


if __name__ == "__main__":
    os.fsync = lambda _: None  # no output of an attack has to outlive the machine; disks take milliseconds for each
    warm()
    gc.freeze()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
