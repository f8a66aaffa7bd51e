"""toolc without the second that its start takes: takes a folder, puts a program `toolc` there that a process behind it answers for.

`python forked.py <socket>` is that process. It has toolc loaded and forks for every command, which has the folder, the variables
and the streams of whoever asked. How toolc itself starts is tested where it is started.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Isolated and without site-packages, so that it takes no longer than a shell.
PROGRAM = """\
#!{python} -IS
import json, os, socket, sys
asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
with socket.socket(socket.AF_UNIX) as behind:
    behind.connect({place!r})
    socket.send_fds(behind, [b" "], [0, 1, 2])
    behind.sendall(asked)
    behind.shutdown(socket.SHUT_WR)
    sys.exit(int(behind.recv(8) or 70))
"""


@contextmanager
def quick(folder: Path) -> Iterator[Path]:
    """The program."""
    place = folder / "s"
    process = subprocess.Popen([sys.executable, __file__, place], stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        program = folder / "toolc"
        program.write_text(PROGRAM.format(python=sys.executable, place=str(place)), "utf-8")
        program.chmod(0o755)
        yield program
    finally:
        process.kill()
        process.wait()


def answer(asking: socket.socket) -> int:
    """The exit status of the command that is asked for, in a process of its own."""
    from toolc.cli import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    given, streams, _, _ = socket.recv_fds(asking, 1 << 16, 3)
    while more := asking.recv(1 << 16):
        given += more
    arguments, folder, variables = json.loads(given)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["toolc", *arguments]
    sys.stdin = open(0, closefd=False, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False, encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    try:
        status = main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    sys.stdout.flush()
    sys.stderr.flush()
    return status or 0


def _serve(place: str) -> None:
    sys.path[0] = str(HERE / "attacks")
    from zygote import warm

    sys.path[0] = str(Path(sys.executable).parent)  # as the program that is installed has it
    warm()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as open_for:
        open_for.bind(place)
        open_for.listen()
        print("ready", flush=True)
        while True:
            asking, _ = open_for.accept()
            if os.fork():
                asking.close()
                continue
            status = 70
            try:
                status = answer(asking)
            finally:
                asking.sendall(b"%d" % status)
                os._exit(0)


if __name__ == "__main__":
    os.fsync = lambda _: None
    _serve(sys.argv[1])
