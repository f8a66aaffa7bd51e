"""Processes that all processes of a test run share, and that take seconds to get going: takes a command, gives where it answers.

The command is followed by the place of its socket, and by the process whose end is its own. It says "ready" once it answers, and takes
what has the name of its socket with it in the end.
"""

import os
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from making import making

_STARTED: list["subprocess.Popen[str]"] = []
"""By this process; each ends when the test run has ended."""


def lasting(name: str, command: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> Path:
    """The socket at which the process answers that has this name, which is started unless it runs."""
    run = (
        os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    )  # what all processes of a test run have in common
    place = Path(tempfile.gettempdir(), f"toolc-{os.getuid()}-{run}", name)
    place.parent.mkdir(mode=0o700, exist_ok=True)
    with making(place):
        if not _answers(place):
            place.unlink(missing_ok=True)
            words = [*command, place, str(run)]
            process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment, cwd=place.parent)
            _STARTED.append(process)
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return place


def _answers(place: Path) -> bool:
    """Whether anybody does: what is left of a run that was killed does not."""
    with socket.socket(socket.AF_UNIX) as asking:
        if asking.connect_ex(str(place)):
            return False
        asking.shutdown(socket.SHUT_WR)
        return True
