"""TC1xx: finding files and reading them."""

from toolc.codes.code import Code, Scene

_TOOL = '''\
from orbiter.tool import tool

@tool
def search(query: str) -> str:
    """Search the web."""
    return query
'''

_RECORDED = '{"tools": [{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}}}]}\n'


def _scene_of_snapshot(text: str) -> Scene:
    return Scene(files={"shop.json": text}, run="toolc list shop.json")


CODES = (
    Code(
        "TC101", "missing-path", "error",
        "A path given on the command line does not exist, so nothing could be read there.",
        Scene(_TOOL, run="toolc list tool.py"),
        Scene(_TOOL),
    ),
    Code(
        "TC102", "nothing-to-read", "error",
        "The paths given hold no Python file that the configuration includes. A build of nothing is a mistake, not a success.",
        Scene(files={"docs/notes.txt": "no Python here\n"}, run="toolc list docs"),
        Scene(files={"docs/tools.py": _TOOL}, run="toolc list docs"),
    ),
    Code(
        "TC103", "unreadable-file", "error",
        "The file is there but cannot be opened, is not a regular file, or is a link that leaves the folder being read.",
        Scene(_TOOL, files={"pipe.py/": ""}, run="toolc list tools.py pipe.py"),
        Scene(_TOOL),
    ),
    Code(
        "TC104", "oversized-file", "error",
        "A file larger than `max-file-size` is usually generated or hostile, and is not read. Raise the limit, or exclude "
        "the file.",
        Scene(_TOOL, files={"toolc.toml": "max-file-size = 20\n"}),
        Scene(_TOOL, files={"toolc.toml": "max-file-size = 20_000\n"}),
    ),
    Code(
        "TC105", "undecodable-source", "error",
        "Only UTF-8, ASCII and Latin-1 sources without NUL characters are read: other encodings can hide code from reviewers.",
        Scene("# coding: utf-7\n" + _TOOL),
        Scene("# coding: utf-8\n" + _TOOL),
    ),
    Code(
        "TC110", "syntax-error", "error",
        "The file is not Python (up to 3.14), so nothing in it can be known. Other files are not affected.",
        Scene(_TOOL.replace("(query: str)", "(query: str")),
        Scene(_TOOL),
    ),
    Code(
        "TC113", "crashing-file", "error",
        "Reading the file stalls or crashes the parser: it killed two workers of `--untrusted`. No other file is affected.",
        Scene(),
        None,
    ),
    Code(
        "TC120", "no-tools", "warning",
        "Python files were read and no tool was found in them: the framework may be unknown, or the wrong folder given.",
        Scene("def search(query: str) -> str:\n    return query\n"),
        Scene(_TOOL),
    ),
    Code(
        "TC121", "malformed-json", "error",
        "The file is not JSON, or programs would read it differently: a key twice in one object, NaN, a number too large for "
        "a double.",
        _scene_of_snapshot(_RECORDED[:-3]),
        _scene_of_snapshot(_RECORDED),
    ),
    Code(
        "TC122", "foreign-json", "error",
        "A JSON file given on the command line must hold the result of `tools/list`, a list of tools for a provider, or one "
        "JSON Schema.",
        _scene_of_snapshot('{"version": "1.0"}\n'),
        _scene_of_snapshot(_RECORDED),
    ),
    Code(
        "TC123", "incomplete-tool", "error",
        "A recorded tool needs a name and a schema of its arguments; without them it cannot be called.",
        _scene_of_snapshot(_RECORDED.replace("inputSchema", "schema")),
        _scene_of_snapshot(_RECORDED),
    ),
    Code(
        "TC127", "unreadable-archive", "error",
        "Archives are read in memory, within limits. This one is damaged, exceeds them, or is not an archive.",
        Scene(files={"shop.whl": "no archive\n"}, run="toolc list shop.whl"),
        Scene(files={"shop/tools.py": _TOOL}, run="toolc list shop"),
    ),
    Code(
        "TC128", "hostile-member", "error",
        "The member's name is absolute, leads out of the archive, or stands for two members. Programs that unpack archives "
        "disagree on such names, so what is reviewed may not be what is installed; the member is not read.",
        Scene(),
        None,
    ),
    Code(
        "TC129", "unread-member", "warning",
        "A member of an archive that is a link, encrypted or damaged is not read, so tools in it are not found.",
        Scene(),
        None,
    ),
    Code(
        "TC130", "other-members", "note",
        "The archive holds files that are not Python. They are counted by kind, and read only where a program reads them.",
        Scene(),
        None,
    ),
    Code(
        "TC131", "compiled-member", "warning",
        "An archive holds compiled code, which can register tools as well as Python can. toolc reads sources only.",
        Scene(),
        None,
    ),
    Code(
        "TC132", "unreadable-project", "error",
        "A pyproject.toml names the package of the tools beside it, and says where its modules are. This one cannot be read, "
        "so it is not known in whose outputs these tools are. Nothing of the package is written or removed.",
        Scene(_TOOL, files={"pyproject.toml": "<<<<<<< HEAD\n[project]\n"}, run="toolc list ."),
        Scene(_TOOL, files={"pyproject.toml": "[project]\n"}, run="toolc list ."),
    ),
)  # fmt: skip
