"""Archives made in memory: wheels, sdists and whatever else a name of a member may lead to."""

import io
import tarfile
import zipfile
from collections.abc import Mapping

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
