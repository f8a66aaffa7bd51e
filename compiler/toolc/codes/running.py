"""TC6xx: command line, configuration, writing; TC9xx: toolc itself."""

from toolc.codes.code import Code, Scene

_TOOL = '''\
from orbiter.tool import tool

@tool
def search(query: str) -> str:
    """Search the web."""
    return query
'''

_TWO_ENVIRONMENTS = {
    path: text
    for name in ("a", "b")
    for path, text in {
        f"{name}/tools.py": _TOOL,
        f"{name}/.venv/pyvenv.cfg": "",
        f"{name}/.venv/lib/python3.12/site-packages/shelf.py": "",
    }.items()
}

_TWIN = '''

@tool(name="{name}")
def look_up(word: str) -> str:
    """Look a word up."""
    return word
'''

_HERE = '''\
from toolc.runtime.pba import Tool

def echo(caller, text: str) -> str:
    """Say it again."""
    return text

again = Tool("echo", callable=echo)
'''

_ELSEWHERE = """\
from toolc.runtime.pba import Tool

ping = Tool("ping", schema={"type": "object", "properties": {}}, mcp_server="network")

"""

_EXTENDED = {"toolc.toml": 'extends = "base.toml"\n', "base.toml": "strict = true\n"}

_PACKAGE = {"a/pyproject.toml": "[project]\n", "a/tools.py": _TOOL}

_VAGUE = """\
import json

from orbiter.tool import Tool

class Search(Tool):
    name = "search"
    description = "Search the web."
    parameters = json.load(open("search.json"))
"""

_RECORDED = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "out/.toolc-outputs.json": '{"packages": {"shop": {"files": {"mcp/shop/orbiter.json": "old"}, '
    '"tools": {"orbiter/search": "exact"}}}}\n',
}

CODES = (
    Code(
        "TC601", "bad-usage", "error",
        "The command line has an option, argument or value that toolc does not know.",
        Scene(_TOOL, run="toolc list tools.py --formt json"),
        Scene(_TOOL, run="toolc list tools.py --format json"),
    ),
    Code(
        "TC602", "unknown-target", "error",
        "There is no target of this name.",
        Scene(_TOOL, run="toolc generate tools.py --target opnai --out out"),
        Scene(_TOOL, run="toolc generate tools.py --target openai --out out"),
    ),
    Code(
        "TC603", "unknown-system", "error",
        "There is no tool system of this name.",
        Scene(_TOOL, run="toolc list tools.py --system orbit"),
        Scene(_TOOL, run="toolc list tools.py --system orbiter"),
    ),
    Code(
        "TC604", "bad-configuration", "error",
        "The configuration file is not TOML, or has a key or value that toolc does not know.",
        Scene(_TOOL, files={"toolc.toml": 'target = ["openai"]\n'}),
        Scene(_TOOL, files={"toolc.toml": 'targets = ["openai"]\n'}),
    ),
    Code(
        "TC605", "unwritable-output", "error",
        "The output folder cannot be written to; outputs are left as they were.",
        Scene(_TOOL, files={"out": "a file, not a folder\n"}, run="toolc generate tools.py --target openai --out out"),
        Scene(_TOOL, run="toolc generate tools.py --target openai --out out"),
    ),
    Code(
        "TC606", "unknown-code", "error",
        "There is no code of this number or name.",
        Scene(run="toolc explain TC999"),
        Scene(run="toolc explain TC101"),
    ),
    Code(
        "TC607", "unknown-tool", "error",
        "The file has no tool of this name.",
        Scene(_TOOL, run="toolc schema tools.py::serach --target openai"),
        Scene(_TOOL, run="toolc schema tools.py::search --target openai"),
    ),
    Code(
        "TC608", "missing-extra", "error",
        "A command needs a library that only it uses, which is not installed or cannot be imported here.",
        Scene(),
        None,
    ),
    Code(
        "TC609", "failed-import", "error",
        "`toolc serve` imports what it serves, and that raised an exception; the compiling commands never import anything.",
        Scene("import no_such_library\n\n" + _TOOL, run="toolc serve tools.py"),
        Scene(_TOOL, run="toolc serve tools.py"),
    ),
    Code(
        "TC610", "nothing-served", "error",
        "The module was imported, but it makes no tool that could be called.",
        Scene(_TOOL.replace("@tool\n", ""), run="toolc serve tools.py"),
        Scene(_TOOL, run="toolc serve tools.py"),
    ),
    Code(
        "TC611", "one-name-twice", "error",
        "An MCP server knows its tools by name, so what is served cannot have two tools of one name.",
        Scene(_TOOL + _TWIN.format(name="search"), run="toolc serve tools.py"),
        Scene(_TOOL + _TWIN.format(name="find"), run="toolc serve tools.py"),
    ),
    Code(
        "TC612", "unusable-address", "error",
        "The server cannot listen there: another program has the port, or the address is not one of this machine.",
        Scene(_TOOL, run="toolc serve tools.py --transport http --host 203.0.113.1"),
        Scene(_TOOL, run="toolc serve tools.py"),
    ),
    Code(
        "TC613", "unserved-tool", "warning",
        "A tool of the module cannot be served, because nothing here can run it. The others are served.",
        Scene(_ELSEWHERE + _HERE, run="toolc serve tools.py"),
        Scene(_HERE, run="toolc serve tools.py"),
    ),
    Code(
        "TC614", "framework-stood-in", "note",
        "The module imports a framework that is not installed; toolc's own half for running programs has the same names.",
        Scene(_TOOL, run="toolc serve tools.py"),
        Scene(_TOOL.replace("orbiter.tool", "toolc.runtime.orbiter"), run="toolc serve tools.py"),
    ),
    Code(
        "TC615", "broken-output", "error",
        "An output is no JSON, Python or TypeScript that any program could read: a bug of toolc. Nothing is written then.",
        Scene(),
        None,
    ),
    Code(
        "TC616", "no-sandbox", "error",
        "`--sandbox require` asks for a sandbox that this system does not have, or no worker can be started.",
        Scene(),
        None,
    ),
    Code(
        "TC617", "outside-output", "error",
        "A configuration that came with the sources, or a link, must not decide that outputs go outside of its folder.",
        Scene(_TOOL, files={"src/toolc.toml": 'out = "../elsewhere"\n', "src/tools.py": _TOOL}, run="toolc generate src"),
        Scene(_TOOL, files={"src/toolc.toml": 'out = "elsewhere"\n', "src/tools.py": _TOOL}, run="toolc generate src"),
    ),
    Code(
        "TC618", "configuration-not-followed", "warning",
        "What came with the sources does not say how much of them is read, unless `--trust-config` says that it is yours. With "
        "`--untrusted` it has no say in where outputs go and how much is let pass either.",
        Scene(_TOOL, files={"toolc.toml": 'fail-on = "never"\n'}, run="toolc list --untrusted tools.py"),
        Scene(_TOOL, files={"toolc.toml": 'fail-on = "never"\n'}, run="toolc list tools.py"),
    ),
    Code(
        "TC619", "output-inside-tree", "error",
        "With `--untrusted` nothing is written into the tree that is read: its links could decide what becomes of it.",
        Scene(files={"src/tools.py": _TOOL}, run="toolc generate --untrusted src --out src/out"),
        Scene(files={"src/tools.py": _TOOL}, run="toolc generate --untrusted src --out out"),
    ),
    Code(
        "TC620", "outdated-output", "error",
        "With `--check` the outputs must be what the sources make; these are missing, stale, or left from tools that are gone.",
        Scene(_TOOL, run="toolc generate tools.py --check"),
        Scene(_TOOL, run="toolc generate tools.py"),
    ),
    Code(
        "TC626", "circular-extends", "error",
        "Configurations that extend one another in a circle, or in a long row, say nothing that could be followed.",
        Scene(_TOOL, files={"toolc.toml": 'extends = "toolc.toml"\n'}, run="toolc list tools.py"),
        Scene(_TOOL, files=_EXTENDED, run="toolc list tools.py"),
    ),
    Code(
        "TC627", "foreign-extends", "error",
        "A configuration that came with the sources must not have files read that nobody meant to give away.",
        Scene(_TOOL, files={"toolc.toml": 'extends = "/etc/hosts"\n'}, run="toolc list tools.py"),
        Scene(_TOOL, files=_EXTENDED, run="toolc list tools.py"),
    ),
    Code(
        "TC628", "key-not-followed", "warning",
        "The table of a package says what is written of it. How sources are read is one thing for all of a run, and is what "
        "the configuration says that the run began with.",
        Scene(files={"a/toolc.toml": "strict = true\n", **_PACKAGE}, run="toolc generate ."),
        Scene(files={"toolc.toml": "strict = true\n", "a/toolc.toml": "", **_PACKAGE}, run="toolc generate ."),
    ),
    Code(
        "TC630", "unreadable-contract", "error",
        "What is to be compared cannot be read: no such revision or file, a damaged lock, a folder without schemas. Nothing is "
        "said about changes then, least of all that there are none.",
        Scene(_TOOL, run="toolc diff damaged.lock tools.py", files={"damaged.lock": "{"}),
        Scene(_TOOL, run="toolc diff tools.py tools.py"),
    ),
    Code(
        "TC631", "unwatchable-folder", "error",
        "`toolc watch` asks the system to tell of changes in every folder that the outputs depend on, and it refused.",
        Scene(),
        None,
    ),
    Code(
        "TC632", "there-already", "error",
        "`toolc init` writes files to begin with. What is there already is somebody's work, and is left alone.",
        Scene(_TOOL, files={"toolc.toml": "strict = true\n"}, run="toolc init"),
        Scene(_TOOL, run="toolc init"),
    ),
    Code(
        "TC640", "lost-tool", "error",
        "The outputs, or the lock, have this tool, and now its schema cannot be told. They are kept as they were last good, so "
        "that no caller loses a tool by accident.",
        Scene(_VAGUE, files=_RECORDED, run="toolc generate tools.py --out out --target mcp"),
        Scene(_TOOL, files=_RECORDED, run="toolc generate tools.py --out out --target mcp"),
    ),
    Code(
        "TC641", "nothing-to-write", "error",
        "A run that finds no tools at all was most likely pointed at the wrong place. Nothing is written then, and nothing "
        "removed.",
        Scene("x = 1\n", run="toolc generate tools.py --out out"),
        Scene(_TOOL, run="toolc generate tools.py --out out"),
    ),
    Code(
        "TC642", "edited-output", "warning",
        "Somebody changed a file that toolc writes; it is written over, or left where it is no longer made. Changes belong in "
        "the sources, or in files beside it.",
        Scene(_TOOL, files={**_RECORDED, "out/mcp/shop/orbiter.json": "[]\n"}, run="toolc generate . --out out --target mcp"),
        Scene(_TOOL, files=_RECORDED, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC643", "ownerless-output", "warning",
        "The package was renamed or taken away. Its outputs stay until somebody says that they are to go.",
        Scene(
            _TOOL,
            files={**_RECORDED, "pyproject.toml": '[project]\nname = "store"\n'},
            run="toolc generate . --out out --target mcp",
        ),
        Scene(_TOOL, files=_RECORDED, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC644", "emptied-source", "error",
        "The outputs, or the lock, have tools that are gone, and a file of the package is empty: an editor may be about to "
        "write it, or a program was interrupted. What was last good is kept.",
        Scene(
            _TOOL.replace("search", "find"),
            files={**_RECORDED, "more.py": ""},
            run="toolc generate . --out out --target mcp",
        ),
        Scene(_TOOL, files={**_RECORDED, "more.py": ""}, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC645", "shared-package-name", "warning",
        "Two projects of one name are one package in the outputs: tools of both stand in the same files.",
        Scene(
            files={
                f"{name}/{path}": text.replace("search", f"search_{name}")
                for name in ("a", "b")
                for path, text in {"pyproject.toml": '[project]\nname = "shop"\n', "tools.py": _TOOL}.items()
            },
            run="toolc list .",
        ),
        Scene(
            files={
                f"{name}/{path}": text.replace("search", f"search_{name}")
                for name in ("a", "b")
                for path, text in {"pyproject.toml": f'[project]\nname = "shop-{name}"\n', "tools.py": _TOOL}.items()
            },
            run="toolc list .",
        ),
    ),
    Code(
        "TC646", "unread-environment", "warning",
        "A package is compiled as one program, with the virtual environment (`.venv`) nearest to its files. Where its folders "
        "have several, versions of frameworks may differ, and those of one are followed for the whole package.",
        Scene(files=_TWO_ENVIRONMENTS, run="toolc list ."),
        Scene(files={"toolc.toml": '[packages]\na = "a"\nb = "b"\n', **_TWO_ENVIRONMENTS}, run="toolc list ."),
    ),
    Code(
        "TC647", "no-place-for-report", "error",
        "A file that people write is only changed between the two markers, so it needs each of them once; of the manifest of "
        "an MCP bundle, only the tools are. A page of HTML takes the place of no other page.",
        Scene(_TOOL, files={"README.md": "# Shop\n"}, run="toolc report tools.py --out README.md"),
        Scene(
            _TOOL,
            files={"README.md": "# Shop\n\n<!-- toolc: begin -->\n<!-- toolc: end -->\n"},
            run="toolc report tools.py --out README.md",
        ),
    ),
    Code(
        "TC650", "damaged-record", "error",
        "The record beside the outputs says which files are of which package. This one cannot be read, as after a merge with "
        "conflicts. A run over some packages would forget the files of the others, so nothing is written.",
        Scene(
            files={"out/.toolc-outputs.json": "<<<<<<< HEAD\n", "a/tools.py": _TOOL, "b/tools.py": _TOOL,
                   "a/pyproject.toml": '[project]\nname = "a"\n', "b/pyproject.toml": '[project]\nname = "b"\n'},
            run="toolc generate a --out out --target mcp",
        ),
        Scene(
            files={"out/.toolc-outputs.json": '{"packages": {}}\n', "a/tools.py": _TOOL, "b/tools.py": _TOOL,
                   "a/pyproject.toml": '[project]\nname = "a"\n', "b/pyproject.toml": '[project]\nname = "b"\n'},
            run="toolc generate a --out out --target mcp",
        ),
    ),
    Code(
        "TC651", "newer-outputs", "warning",
        "The outputs were written by a newer toolc than this one. Where several versions write the same files, these change "
        "back and forth with whoever wrote last.",
        Scene(_TOOL, files={"out/.toolc-outputs.json": '{"packages": {}, "toolc": "999.0.0"}\n'},
              run="toolc generate tools.py --out out --target mcp"),
        Scene(_TOOL, files={"out/.toolc-outputs.json": '{"packages": {}, "toolc": "0.1.0"}\n'},
              run="toolc generate tools.py --out out --target mcp"),
    ),
    Code(
        "TC901", "internal-error", "error",
        "toolc itself failed here. Please report it; the rest of the run is not affected.",
        Scene(),
        None,
    ),
)  # fmt: skip
