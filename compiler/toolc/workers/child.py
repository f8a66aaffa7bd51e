"""A worker process and the two pipes to it, forked where that is safe, else started anew.

Takes the mode of the sandbox, gives a `Child`. A fork costs milliseconds, since what the worker needs is loaded already; other
systems than Linux have libraries that no fork of them can use.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

FORKS = sys.platform == "linux"
_STALLED = getattr(signal, "SIGXCPU", 0)
_BOOT = "import sys, json; sys.path += json.loads(sys.argv[1]); from toolc.workers.server import main; main(sys.argv[2])"


class Child:
    """One worker. What is written to `asked` it reads, what it says stands in `told`. Raises OSError when there is none."""

    def __init__(self, sandbox: str) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self.asked: IO[bytes]
        self.told: IO[bytes]
        if FORKS:
            self.pid = self._fork(sandbox)
        else:
            self.pid = self._start(sandbox)

    def _fork(self, sandbox: str) -> int:
        its_input, asked = os.pipe()
        told, its_output = os.pipe()
        pid = os.fork()
        if not pid:
            _become(its_input, its_output, sandbox)
        os.close(its_input)
        os.close(its_output)
        self.asked, self.told = os.fdopen(asked, "wb"), os.fdopen(told, "rb")
        return pid

    def _start(self, sandbox: str) -> int:
        here = Path.cwd()
        paths = [path for path in sys.path if path and path != str(here)]
        process = self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _BOOT, json.dumps(paths), sandbox],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, cwd=here.anchor,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        self.asked, self.told = process.stdin, process.stdout
        return process.pid

    def end(self) -> bool:
        """Ends the worker, whatever it does; whether its CPU time was up before."""
        for pipe in (self.asked, self.told):
            with contextlib.suppress(OSError):  # what is still to be written to it
                pipe.close()
        if self._process is not None:
            self._process.kill()
            return self._process.wait() == -_STALLED
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
            state = os.waitpid(self.pid, 0)[1]
            return os.WIFSIGNALED(state) and os.WTERMSIG(state) == _STALLED
        return False


def _become(its_input: int, its_output: int, sandbox: str) -> None:
    """Makes the forked process a worker with two pipes and nothing else of its parent; never returns."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        for number, handle in enumerate((its_input, its_output, nothing)):
            os.dup2(handle, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.environ.clear()
        os.chdir("/")
        from toolc.workers.server import main  # only a worker needs it

        main(sandbox)
    finally:
        os._exit(0)
