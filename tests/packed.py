"""Archives made in memory: wheels, sdists and whatever else a name of a member may lead to."""

import hashlib
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOOL = """\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def {name}(query: str) -> str:
    \"\"\"Search the catalogue.\"\"\"
    return query
"""


def zipped(files: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive; a name that ends with `/` is a folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def tarred(files: Mapping[str, str | bytes], compression: str = "gz") -> bytes:
    """A tar archive, compressed as `tarfile` calls it ("" for not at all)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{compression}") as archive:
        for name, text in files.items():
            data = text.encode() if isinstance(text, str) else text
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def wheel(
    name: str = "acme-shop", version: str = "1.0", tool: str = "search", **further: str | bytes
) -> dict[str, str | bytes]:
    """The members of a wheel with one tool."""
    module = name.replace("-", "_")
    info = f"{module}-{version}.dist-info"
    return {
        f"{module}/__init__.py": "",
        f"{module}/tools.py": TOOL.format(name=tool),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nA shop.\n",
        f"{info}/RECORD": "",
        **further,
    }


def sdist(name: str = "acme-shop", version: str = "1.0", tool: str = "search") -> dict[str, str | bytes]:
    """The members of an sdist with one tool, as build backends lay them out."""
    top, module = f"{name.replace('-', '_')}-{version}", name.replace("-", "_")
    return {
        f"{top}/PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{top}/pyproject.toml": f'[project]\nname = "{name}"\nversion = "{version}"\n',
        f"{top}/src/{module}/__init__.py": "",
        f"{top}/src/{module}/tools.py": TOOL.format(name=tool),
        f"{top}/tests/test_tools.py": TOOL.format(name="fake"),
    }


@contextmanager
def index_of(files: Mapping[str, bytes]) -> Iterator[str]:
    """The address of a package index that has these files, of whatever project it is asked for."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            listed = [
                {"filename": one, "url": f"../../files/{one}", "hashes": {"sha256": hashlib.sha256(data).hexdigest()}}
                for one, data in files.items()
            ]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(files.get(name) or json.dumps({"meta": {"api-version": "1.0"}, "files": listed}).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/simple/"
    finally:
        server.shutdown()
        server.server_close()
