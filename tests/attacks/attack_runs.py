"""Runs toolc on attacks: `Runs` starts the zygote and asks it; what must never happen is in `wrong`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct

from toolc.targets.register import TARGETS

HERE = Path(__file__).parent
CPU_SECONDS = 10.0
MODES = {"here": (), "in a worker": ("--untrusted",)}
EVERY_TARGET = ",".join(TARGETS)
OPTIONS = {
    "as usual": (),
    "validators": ("--option", "typescript.validators=standard-schema,valibot,zod", "--option", "typescript.casing=as-is"),
    "one file": (
        "--option",
        "typescript.layout=single",
        "--option",
        "python.models=pydantic",
        "--option",
        "typescript.casing=snake",
    ),
    "a file for each tool": (
        "--option",
        "typescript.layout=per-tool",
        "--option",
        "typescript.import-extension=.js",
        "--per-tool",
    ),
    "types alone": ("--option", "typescript.layout=d.ts", "--option", "typescript.arguments=as-schema"),
    "closed": ("--option", "typescript.arguments=closed", "--option", "typescript.import-extension=none", "--per-tool"),
}
MEMORY = 700 * 1024 * 1024


class Run(Struct, frozen=True):
    """What became of one run."""

    status: int | None
    signal: int
    cpu: float
    memory: int
    events: list[str]
    out: str
    err: str
    raised: str = ""


class Runs:
    """Many runs, each in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0
        self._process = subprocess.Popen(
            [sys.executable, HERE / "zygote.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        assert self._answer() == "ready"

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def new(self) -> Path:
        """An empty folder to put an attack into."""
        self._count += 1
        tree = self.folder / f"run{self._count}" / "tree"
        (tree / ".git").mkdir(parents=True)
        return tree

    def run(self, tree: Path, *args: str, cwd: Path | None = None, **more: Any) -> Run:
        """One command; it may write to the folder `out` beside the tree. `more`: of the request, such as other `bounds`."""
        beside = tree.parent
        request: dict[str, Any] = {
            "cwd": str(cwd or tree), "args": list(args), "tree": str(tree), "allowed": [str(beside / "out"), str(beside / "cache"), "/dev/"], "cache": str(beside / "cache"),
            "stdout": str(beside / "stdout"), "stderr": str(beside / "stderr"), **more,
        }  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._answer())
        out, err = ((beside / name).read_bytes().decode("utf-8", "backslashreplace") for name in ("stdout", "stderr"))
        return Run(**answer, out=out, err=err)

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def wrong(run: Run, statuses: tuple[int, ...] = (0, 1)) -> str:
    """What a run did that none may do; "" when it did nothing of the sort."""
    said = run.err[-600:]
    if run.signal or run.raised:
        return f"signal {run.signal} {run.raised}: {said}"
    if "Traceback" in run.err or "TC901" in run.err:
        return f"traceback: {[line for line in run.err.splitlines() if 'TC901' in line][:2] or said}"
    if run.status not in statuses:
        return f"status {run.status}: {said}"
    if run.events:
        return f"did {run.events}"
    if run.cpu > CPU_SECONDS or run.memory > MEMORY:
        return f"{run.cpu:.1f} s CPU, {run.memory >> 20} MB"
    return ""
