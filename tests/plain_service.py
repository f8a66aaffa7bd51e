"""A service that takes the arguments of a tool by POST and answers with its result, as generated clients for plain HTTP ask it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class _Answering(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        right = (self.path, json.loads(self.rfile.read(length))) == ("/tools/track_parcel", {"tracking_number": "12345678"})
        body = json.dumps({"state": "lost", "claim_number": "1"} if right else {"error": "not here"}).encode()
        self.send_response(200 if right else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Nothing is logged."""


@contextmanager
def answering() -> Iterator[str]:
    """The address below which `track_parcel` of the example monorepo is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tools"
    server.shutdown()
    server.server_close()
