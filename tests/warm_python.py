"""Python that has a framework loaded, which takes a second or more: takes its interpreter, gives a program that is started as Python is.

`<interpreter> warm_python.py <modules> <socket> <process>` is the process that is behind it, until that other process ends. It has
modules loaded, or has run files that load them, and forks for every program, which has the folder, the variables and the streams
of whoever started it, and ends with that.
"""

import gc
import hashlib
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from pathlib import Path

PROGRAM = """\
#!{python} -IS
import json, os, socket, sys
asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
with socket.socket(socket.AF_UNIX) as behind:
    behind.connect({place!r})
    socket.send_fds(behind, [b" "], [0, 1, 2])
    behind.sendall(asked + b"\\n")
    sys.exit(int(behind.recv(8) or 70))
"""
"""Isolated and without site-packages, so that it takes no longer than a shell."""


def warm_python(interpreter: str | Path, *modules: str) -> str:
    """The program. It takes a file, `-m` and a module, or `-c` and a text, with arguments."""
    from frameworks.environment import compiling  # the process behind has nothing of the tests
    from lasting import lasting

    name = hashlib.sha256(repr((str(interpreter), modules)).encode()).hexdigest()[:12]
    place = lasting(name, [interpreter, "-W", "ignore", __file__, ",".join(modules)], compiling())
    program = place.with_name(f"{name}.py")
    if not program.exists():
        with tempfile.NamedTemporaryFile("w", dir=place.parent, prefix=name, delete=False) as made:
            made.write(PROGRAM.format(python=sys.executable, place=str(place)))
        Path(made.name).chmod(0o755)
        Path(made.name).replace(program)
    return str(program)


def _run(asking: socket.socket) -> None:
    """Runs what is asked for, in this process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    given, streams, _, _ = socket.recv_fds(asking, 1 << 16, 3)
    while not given.endswith(b"\n"):
        more = asking.recv(1 << 16)
        if not more:
            os._exit(0)  # a caller that only tried whether the process answers
        given += more
    words, folder, variables = json.loads(given)
    threading.Thread(target=_ends_with, args=(asking,), daemon=True).start()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    # Those of the process behind cannot be reconfigured: they would ask for their place in what is a pipe now.
    sys.stdin = sys.__stdin__ = open(0, closefd=False, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False, encoding="utf-8", buffering=1)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", closefd=False, encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    sys.path[:0] = [part for part in variables.get("PYTHONPATH", "").split(os.pathsep) if part]
    if words[0] == "-m":
        sys.path.insert(0, folder)
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words[0] == "-c":
        sys.path.insert(0, "")
        sys.argv = ["-c", *words[2:]]
        exec(compile(words[1], "<string>", "exec", dont_inherit=True), {"__name__": "__main__"})
    else:
        sys.path.insert(0, str(Path(words[0]).resolve().parent))
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


def _ends_with(asking: socket.socket) -> None:
    """Ends this process when whoever asked for it has ended."""
    asking.recv(1)
    os._exit(1)


def _status(asking: socket.socket) -> int:
    try:
        _run(asking)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(ValueError):  # closed by the program
                stream.flush()
    return 0


def _serve(place: Path, process: int) -> None:
    """Forks for every program, until the process has ended."""
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as open_for:
        open_for.bind(str(place))
        open_for.listen()
        open_for.settimeout(1)
        print("ready", flush=True)
        while _is_there(process):
            with suppress(TimeoutError):
                asking, _ = open_for.accept()
                asking.settimeout(None)
                if not os.fork():
                    open_for.close()
                    status = 70
                    try:
                        status = _status(asking)
                    finally:
                        asking.sendall(b"%d" % status)
                        os._exit(0)
                asking.close()
    for path in place.parent.glob(f"{place.name}*"):
        path.unlink()
    with suppress(OSError):
        place.parent.rmdir()


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    del sys.path[0]  # the tests
    for module in sys.argv[1].split(","):
        if module.endswith(".py"):
            sys.path.insert(0, str(Path(module).parent))
            runpy.run_path(module)
            del sys.path[0]
        else:
            importlib.import_module(module)
    _serve(Path(sys.argv[2]), int(sys.argv[3]))
