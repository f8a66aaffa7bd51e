"""Programs in a terminal of their own: toolc, or a shell that commands are typed in; what is shown, and keys that are pressed."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

INTERRUPT = "\x03"


class Terminal:
    """A program as the foreground process of a pseudo-terminal, which it can be interrupted from: a command of toolc, unless
    another `program` is named."""

    def __init__(
        self, words: Sequence[str], folder: Path, program: Sequence[str] = (sys.executable, "-m", "toolc"), **environment: str
    ) -> None:
        self.process, self._end = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            kept = {name: value for name, value in os.environ.items() if name != "CI"}  # there nothing is drawn
            os.execvpe(program[0], [*program, *words], {**kept, "TERM": "xterm", "COLUMNS": "100", **environment})
        self.shown = ""

    def until(self, word: str, seconds: float = 30) -> str:
        """What is shown until a word comes up, from where the last one did."""
        limit = time.monotonic() + seconds
        while word not in self.shown:
            if not self._more(limit):
                raise AssertionError(f"{word!r} does not come up in {self.shown!r}")
        found, _, self.shown = self.shown.partition(word)
        return found

    def press(self, key: str) -> None:
        os.write(self._end, key.encode())

    def ended(self, seconds: float = 30) -> int:
        """The exit status, once the program has ended."""
        limit = time.monotonic() + seconds
        while self._more(limit):
            pass
        if time.monotonic() > limit:
            raise AssertionError(f"it does not end: {self.shown!r}")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def close(self) -> None:
        """Ends the program, whatever it does."""
        subprocess.run(["kill", "-9", str(self.process)], capture_output=True, check=False)
        os.close(self._end)

    def _more(self, limit: float) -> bool:
        """Reads on; whether there may be more."""
        ready, _, _ = select.select([self._end], [], [], max(limit - time.monotonic(), 0))
        try:
            data = os.read(self._end, 65536) if ready else b""
        except OSError:  # nobody has the terminal open any more
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)


class Shell:
    """A shell in a plain terminal, in which one command is typed after the other."""

    _PROMPT = "\x02ready\x03"

    def __init__(self, folder: Path, **environment: str) -> None:
        words = ("--norc", "--noprofile", "--noediting", "-i")
        plain = {"TERM": "dumb", "PS1": self._PROMPT, "PS2": "", "PROMPT_COMMAND": "", **environment}
        self._terminal = Terminal(words, folder, ("bash",), **plain)
        self._terminal.until(self._PROMPT)
        self.typed("stty -echo")

    def typed(self, command: str, interrupted_at: str = "", seconds: float = 120) -> str:
        """What is shown when a command is typed. `interrupted_at`: the words at which it is interrupted, else it ends itself."""
        self._terminal.press(f"{command}\n")
        before = ""
        if interrupted_at:
            before = self._terminal.until(interrupted_at, seconds) + interrupted_at
            self._terminal.press(INTERRUPT)
        return (before + self._terminal.until(self._PROMPT, seconds)).replace("\r\n", "\n")

    def close(self) -> None:
        self._terminal.close()
