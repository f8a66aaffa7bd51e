"""toolc in a terminal of its own: what it shows there, and keys that are pressed."""

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
    """A command of toolc as the foreground process of a pseudo-terminal, which it can be interrupted from."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.process, self._end = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            kept = {name: value for name, value in os.environ.items() if name != "CI"}  # there nothing is drawn
            os.execvpe(sys.executable, [sys.executable, "-m", "toolc", *words], {**kept, "TERM": "xterm", "COLUMNS": "100"})
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
