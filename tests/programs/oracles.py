"""The real frameworks: takes programs, returns the tools that each of their servers lists.

A framework answers in a long-lived process of its own (`run_programs.py`) and in its own environment: `mcp` in the one the tests
run in, all others in those of `frameworks/environment.py`, which are made when they are first asked for.
"""

import itertools
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

from frameworks.environment import compiling, locked, python

HERE = Path(__file__).resolve().parent
MOST_RUNS = 6
"""Runs of a program with undecided conditions."""


class ServedTool(Struct, frozen=True):
    """A tool as a client of the server is told of it; `apart`: of a server that is mounted on another or that nothing holds."""

    name: str
    server: str
    description: str | None
    input_schema: dict[str, Any]
    apart: bool = False


class Outcome(Struct, frozen=True):
    """One run of a program: the names of its servers and all their tools, or the error that ended it."""

    servers: tuple[str, ...] = ()
    tools: tuple[ServedTool, ...] = ()
    error: str = ""


class Framework(Struct, frozen=True):
    """A framework and one version of it: `environment` names the lock file, "" the environment of the tests."""

    name: str
    runner: str
    distribution: str
    environment: str = ""
    version: str = ""


FRAMEWORKS = {
    one.name: one
    for one in (
        Framework("mcp", "mcp", "mcp", version="1.30.0"),
        Framework("mcp2", "mcp2", "mcp", "fastmcp4"),
        Framework("fastmcp2", "fastmcp", "fastmcp", "fastmcp2"),
        Framework("fastmcp3", "fastmcp", "fastmcp", "fastmcp3"),
        Framework("fastmcp4", "fastmcp", "fastmcp", "fastmcp4"),
    )
}


class Oracle:
    """A process with one framework. Used as a context manager; `versions` are what toolc has to assume."""

    def __init__(self, name: str) -> None:
        self.framework = FRAMEWORKS[name]
        environment, distribution = self.framework.environment, self.framework.distribution
        version = locked(environment, distribution) if environment else self.framework.version
        self.versions: Mapping[str, str] = {distribution: version}
        if environment:
            self.versions = {"mcp": locked(environment, "mcp"), **self.versions, "pydantic": locked(environment, "pydantic")}

    def __enter__(self) -> "Oracle":
        framework = self.framework
        interpreter = python(framework.environment) if framework.environment else Path(sys.executable)
        command = [interpreter, "-W", "ignore", HERE / "run_programs.py", framework.runner]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=compiling()
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)

    def outcomes(self, files: Mapping[str, str], entry: str = "server") -> list[Outcome]:
        """Run a program: once, or several times where it asks `random.random()` for conditions."""
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        print(json.dumps({"files": dict(files), "entry": entry, "choices": choices(files)}), file=pipe_in, flush=True)
        answer = pipe_out.readline()
        assert answer, f"{self.framework.name}: the process of the framework ended"
        return [_outcome(one) for one in json.loads(answer)]


def choices(files: Mapping[str, str]) -> list[Sequence[int]]:
    """Return the bits that undecided conditions take in each run; the last bit holds for all further questions."""
    asked = sum(text.count("random.random()") for text in files.values())
    if not asked:
        return [(1,)]
    every = list(itertools.product((0, 1), repeat=min(asked, 3)))
    extremes = [every[0], every[-1]]
    return [*extremes, *every[1:-1]][:MOST_RUNS]


def _outcome(said: dict[str, Any]) -> Outcome:
    if "error" in said:
        return Outcome(error=said["error"])
    tools = [
        ServedTool(tool["name"], server["name"], tool["description"], tool["input_schema"], server["apart"])
        for server in said["servers"]
        for tool in server["tools"]
    ]
    return Outcome(tuple(server["name"] for server in said["servers"]), tuple(tools))
