"""Checks Python for whoever asks at a socket, until the process that it was started for has ended. It says what `pyright` says, which
takes a second to start and seconds more to be quick: here the server of pyright stays.

`checking.py <server> <interpreter> <socket> <process>`. Asked is JSON: a folder, and the words of the command, which are files and
folders, or `--project .` for those that a pyrightconfig.json includes. The answer is what `pyright --outputjson` prints.
"""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

_SEVERITIES = {1: "error", 2: "warning", 3: "information"}  # and hints, which are for editors
_CAN = {
    "workspace": {"configuration": True, "workspaceFolders": True},
    "textDocument": {"diagnostic": {}, "synchronization": {}},
}


class Server:
    """pyright's, spoken to over its standard streams. Every folder is a workspace of its own, for as long as it is asked about."""

    def __init__(self, command: Sequence[str], interpreter: str) -> None:
        self._interpreter = interpreter
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._asked = 0
        self._ask("initialize", {"processId": os.getpid(), "rootUri": None, "workspaceFolders": None, "capabilities": _CAN})
        self._tell("initialized", {})

    def check(self, folder: Path, words: Sequence[str]) -> dict[str, Any]:
        """What pyright prints of a command in a folder."""
        if "--project" in words:
            named = json.loads((folder / "pyrightconfig.json").read_text("utf-8"))["include"]
        else:
            named = [word for word in words if not word.startswith("-")]
        files = [file for name in named for file in (sorted((folder / name).rglob("*.py")) or [folder / name])]
        here = [{"uri": folder.as_uri(), "name": folder.as_uri()}]
        self._tell("workspace/didChangeWorkspaceFolders", {"event": {"added": here, "removed": []}})
        for file in files:
            document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": file.read_text("utf-8")}
            self._tell("textDocument/didOpen", {"textDocument": document})
        found = [shown for file in files for shown in self._found(file)]
        for file in files:
            self._tell("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
        self._tell("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": here}})
        return {"generalDiagnostics": found, "summary": {"filesAnalyzed": len(files)}}

    def _found(self, file: Path) -> Iterator[dict[str, Any]]:
        said = self._ask("textDocument/diagnostic", {"textDocument": {"uri": file.as_uri()}})
        for one in said["items"]:
            if (severity := _SEVERITIES.get(one["severity"])) is not None:
                rule = {"rule": one["code"]} if "code" in one else {}
                yield {"file": str(file), "severity": severity, "message": one["message"], "range": one["range"], **rule}

    def end(self) -> None:
        self._process.kill()

    def _tell(self, method: str, params: Any, **more: Any) -> None:
        assert self._process.stdin is not None
        message = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self._send(message)

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(message) + message)
        self._process.stdin.flush()

    def _ask(self, method: str, params: Any) -> Any:
        """The answer to a question; questions of the server are answered meanwhile."""
        self._asked += 1
        self._tell(method, params, id=self._asked)
        while True:
            message = self._message()
            if "method" not in message and message.get("id") == self._asked:
                assert "error" not in message, message
                return message["result"]
            if "method" in message and "id" in message:
                self._send(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": self._answer(message)}).encode())

    def _answer(self, asked: Any) -> Any:
        if asked["method"] != "workspace/configuration":
            return None
        own = {"python": {"pythonPath": self._interpreter}, "python.analysis": {"typeCheckingMode": "standard"}}
        return [own.get(one.get("section", "")) for one in asked["params"]["items"]]

    def _message(self) -> Any:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        return json.loads(self._process.stdout.read(length))


def _serve(server: Server, place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as open_for:
        open_for.bind(str(place))
        open_for.listen()
        print("ready", flush=True)
        while True:
            asking, _ = open_for.accept()
            with asking, asking.makefile("rwb") as stream, suppress(BrokenPipeError):
                if asked := stream.read():  # else only whether anybody is there
                    command = json.loads(asked)
                    stream.write(json.dumps(server.check(Path(command["folder"]), command["words"])).encode())


def _end_with(process: int, server: Server, place: Path) -> None:
    """Ends this process when the other one has ended."""
    with suppress(ProcessLookupError):
        while True:
            os.kill(process, 0)
            threading.Event().wait(1)
    server.end()
    for path in place.parent.glob(f"{place.name}*"):
        path.unlink()
    with suppress(OSError):
        place.parent.rmdir()
    os._exit(0)


if __name__ == "__main__":
    *started, interpreter, at, run = sys.argv[1:]
    there = Server(started, interpreter)
    threading.Thread(target=_end_with, args=(int(run), there, Path(at)), daemon=True).start()
    _serve(there, Path(at))
