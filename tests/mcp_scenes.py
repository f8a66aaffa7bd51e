"""An MCP server over HTTP that plays scenes of the protocol which real servers seldom show; each is a path.

Each scene answers `locate(region)` with the text `here` where the client did what the specification asks, and with status 400 and
the reason where it did not. `GOOD` are those that end well; the others end with an error that tests of clients know.
"""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Json = dict[str, Any]

MODERN = "2026-07-28"
REGION = " K\u00f6ln "
"""What clients send as `region`: it has to be encoded to be a header."""

HERE = {"resultType": "complete", "content": [{"type": "text", "text": "here"}], "structuredContent": {"result": "here"}}


NOTES = {"audience": ["user"], "priority": 1}
BLOCKS: Json = {
    "content": [
        {"type": "text", "text": "a cup", "annotations": NOTES},
        {"type": "image", "data": "iVBORw==", "mimeType": "image/png", "_meta": {"a": 1}},
        {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///a", "name": "a", "size": 3, "icons": [{"src": "b"}]},
        {"type": "resource", "resource": {"uri": "file:///a", "text": "x", "mimeType": "text/plain"}},
        {"type": "resource", "resource": {"uri": "file:///b", "blob": "iVBORw=="}},
        {"type": "text", "text": "a saucer"},
        {"type": "hologram", "depth": 3},
        {"type": "image", "data": 7},
    ],
    "structuredContent": {"cups": 1},
}
"""Blocks of every kind, of one that nobody knows, and one that does not fit its kind."""


class Refused(Exception):
    """The client did what it must not."""


def ask(holds: bool, words: str) -> None:
    if not holds:
        raise Refused(words)


class Scenes(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    calls: dict[str, int]

    def do_GET(self) -> None:
        self._play({})

    def do_DELETE(self) -> None:
        self._send(200, b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._play(json.loads(body))

    def log_message(self, *arguments: Any) -> None:
        """Nothing is logged."""

    def _play(self, message: Json) -> None:
        scene: Callable[[Json], None] = getattr(self, self.path.strip("/"))
        try:
            accept = self.headers["Accept"]
            ask("text/event-stream" in accept and "application/json" in accept, "both kinds are to be accepted")
            scene(message)
        except Refused as reason:
            self._send(400, str(reason).encode())

    # --- scenes since 2026-07-28 --------------------------------------------------------------------------------------

    def headers_renewed(self, message: Json) -> None:
        """The parameter that is to be a header has another name by now."""
        if self._modern(message, name="Newer"):
            self._result(message, HERE)

    def asks_twice(self, message: Json) -> None:
        """Two rounds of questions; the state goes back and forth."""
        if not self._modern(message):
            return
        params = message["params"]
        state, said = params.get("requestState"), params.get("inputResponses")
        if state is None:
            ask(said is None, "no responses without a question")
            question = {"method": "elicitation/create", "params": {"message": "Which size?", "requestedSchema": {}}}
            asked = {"resultType": "input_required", "inputRequests": {"a": question}, "requestState": "one"}
            self._result(message, asked)
        elif state == "one":
            ask(said == {"a": {"action": "accept", "content": {"size": "L"}}}, f"other responses: {said}")
            self._result(message, {"resultType": "input_required", "requestState": "two"})
        else:
            ask(state == "two" and not said, f"state {state} with {said}")
            self._result(message, HERE)

    def streams(self, message: Json) -> None:
        """Comments, lines that end in three ways, an event in several lines, and characters cut in two."""
        if not self._modern(message):
            return
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": HERE}
        lines = "\r\n".join(f"data: {line}" for line in json.dumps(answer, indent=1).splitlines())
        text = f": hello\r\nevent: message\rdata:{{}}\r\r{lines}\n\n".encode()
        self._stream([text[at : at + 7] for at in range(0, len(text), 7)])

    def odd_kind(self, message: Json) -> None:
        """A kind of result that nobody knows."""
        if self._modern(message):
            self._result(message, {**HERE, "resultType": "odd"})

    def refuses(self, message: Json) -> None:
        """An error of JSON-RPC."""
        if self._modern(message):
            self._error(message, -32602, "no such region", 200)

    def busy(self, message: Json) -> None:
        """Not now."""
        if self._modern(message):
            self._send(503, b"busy", {"Retry-After": "7"})

    def breaks_off(self, message: Json) -> None:
        """A stream that ends too early, and cannot be taken up again: since 2026-07-28 none can."""
        if self._modern(message):
            self._stream([b'id: 1\ndata: {"jsonrpc": "2.0", "method": "notifications/message"}\n\n'])

    # --- scenes with a session ----------------------------------------------------------------------------------------

    def older(self, message: Json) -> None:
        """A server of today that speaks older versions only."""
        if message.get("method") == "server/discover":
            self._error(message, -32022, "no", 400, {"supported": ["2025-11-25"], "requested": MODERN})
        elif self._session(message):
            self._result(message, HERE)

    def session_over(self, message: Json) -> None:
        """The first session ends before the call."""
        if message.get("method") == "tools/call" and self._count("session_over") == 1:
            self._send(404, b"")
        elif self._session(message):
            self._result(message, HERE)

    def resumes(self, message: Json) -> None:
        """The connection ends twice before the answer; the stream goes on where it was."""
        last = self.headers["Last-Event-ID"]
        if self.command == "GET":
            ask(self.headers["Mcp-Session-Id"] == "s1", "no session")
            if last == "e1":
                self._stream([b"id: e2\nretry: 20\ndata:\n\n"])
            else:
                ask(last == "e2", f"another event: {last}")
                answer = {"jsonrpc": "2.0", "id": self.calls["resumes"], "result": HERE}
                self._stream([f"data: {json.dumps(answer)}\n\n".encode()])
        elif self._session(message):
            self.calls["resumes"] = message["id"]
            self._stream([b"id: e1\nretry: 20\ndata:\n\n"])

    def unknown_version(self, message: Json) -> None:
        """A server of another time."""
        if message.get("method") == "initialize":
            self._result(message, {"protocolVersion": "1999-01-01", "capabilities": {}, "serverInfo": {}})
        else:
            self._send(400, b"")

    def forbidden(self, message: Json) -> None:
        """Nobody may call."""
        self._send(401, b"who are you?")

    # --- what scenes are made of --------------------------------------------------------------------------------------

    def _modern(self, message: Json, name: str = "Region") -> bool:
        """Whether it is the call, with all that a request has to have; anything else is answered."""
        method, params = message["method"], message["params"]
        meta = params["_meta"]
        ask(self.headers["Mcp-Protocol-Version"] == meta["io.modelcontextprotocol/protocolVersion"] == MODERN, "no version")
        ask(isinstance(meta["io.modelcontextprotocol/clientCapabilities"], dict), "no capabilities")
        ask(self.headers["Mcp-Method"] == method, "no method")
        ask(self.headers["Mcp-Session-Id"] is None, "a session")
        if method == "server/discover":
            self._result(message, {"supportedVersions": [MODERN, "2025-11-25"], "capabilities": {}})
        elif method == "tools/list":
            schema = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": name}}}
            page = {"tools": [{"name": "locate", "inputSchema": schema}]}
            self._result(message, page if params.get("cursor") == "p2" else {"tools": [], "nextCursor": "p2"})
        else:
            ask((method, params["name"], params["arguments"]) == ("tools/call", "locate", {"region": REGION}), "another call")
            ask(self.headers["Mcp-Name"] == "locate", "no name")
            encoded = base64.b64encode(REGION.encode()).decode()
            if self.headers[f"Mcp-Param-{name}"] == f"=?base64?{encoded}?=":
                return True
            self._error(message, -32020, "header mismatch", 400)
        return False

    def _session(self, message: Json) -> bool:
        """Whether it is the call, in a session that was begun; anything else is answered."""
        method = message.get("method")
        if method == "initialize":
            ask(self.headers["Mcp-Session-Id"] is None, "a session before there is one")
            ask(message["params"]["protocolVersion"] == "2025-11-25", "another version first")
            session = {"Mcp-Session-Id": f"s{self._count('sessions' + self.path)}"}
            given = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
            self._result(message, given, session)
            return False
        if method == "server/discover":
            self._send(400, b"what?")
            return False
        ask(self.headers["Mcp-Session-Id"] == f"s{self.calls['sessions' + self.path]}", "another session")
        ask(self.headers["Mcp-Protocol-Version"] == "2025-06-18", "another version")
        if method == "notifications/initialized":
            ask("id" not in message, "a notification has no id")
            self._send(202, b"")
            return False
        ask(method == "tools/call", f"what is {method}?")
        return True

    def _count(self, key: str) -> int:
        self.calls[key] = self.calls.get(key, 0) + 1
        return self.calls[key]

    def _result(self, message: Json, result: Json, headers: dict[str, str] | None = None) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self._send(200, body, {"Content-Type": "application/json", **(headers or {})})

    def _error(self, message: Json, code: int, words: str, status: int, data: Json | None = None) -> None:
        error = {"code": code, "message": words, **({} if data is None else {"data": data})}
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode()
        self._send(status, body, {"Content-Type": "application/json"})

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, parts: list[bytes]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        for part in parts:
            self.wfile.write(part)
            self.wfile.flush()
        self.close_connection = True


GOOD = ("headers_renewed", "asks_twice", "streams", "older", "session_over", "resumes")
"""The call gives `here`."""


@contextmanager
def playing() -> Iterator[str]:
    """The address below which each scene is a path. Scenes begin anew."""
    handler = type("Fresh", (Scenes,), {"calls": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
