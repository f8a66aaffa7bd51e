"""TC6xx: command line, configuration, writing; TC9xx: toolc itself."""

from toolc.codes.code import Code, Scene

_TOOL = '''\
from orbiter.tool import tool

@tool
def search(query: str) -> str:
    """Search the web."""
    return query
'''

_SERVER = """\
{
  "name": "io.github.acme/shop",
  "description": "A shop",
  "version": "1.0",
  "packages": [
    {
      "registryType": "pypi",
      "identifier": "shop",
      "version": "1.0",
      "transport": {"type": "stdio"},
      "environmentVariables": [{"name": "NAME"}]
    }
  ]
}
"""

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

_PROJECT = '[project]\nname = "shop"\n'
_AGENT = "from servers.shop.search import search\n\nasync def main() -> None:\n    print(%s)\n"
_RECORDED = {
    "pyproject.toml": _PROJECT,
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
        "The command needs an optional library that is not installed or cannot be imported here.",
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
        "TC611", "duplicate-served-name", "error",
        "An MCP server identifies tools by their names, so it cannot serve two tools of the same name.",
        Scene(_TOOL + _TWIN.format(name="search"), run="toolc serve tools.py"),
        Scene(_TOOL + _TWIN.format(name="find"), run="toolc serve tools.py"),
    ),
    Code(
        "TC612", "unusable-address", "error",
        "The server cannot listen at this address: another program uses the port, or the address is not one of this machine.",
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
        "TC614", "replaced-framework", "note",
        "The module imports a framework that is not installed; toolc's own implementation of the same names replaces it.",
        Scene(_TOOL, run="toolc serve tools.py"),
        Scene(_TOOL.replace("orbiter.tool", "toolc.runtime.orbiter"), run="toolc serve tools.py"),
    ),
    Code(
        "TC615", "broken-output", "error",
        "An output cannot be parsed as JSON, Python or TypeScript. This is a bug in toolc, and nothing is written.",
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
        "A configuration that came with the sources, or a link, would put outputs outside of its folder.",
        Scene(_TOOL, files={"src/toolc.toml": 'out = "../elsewhere"\n', "src/tools.py": _TOOL}, run="toolc generate src"),
        Scene(_TOOL, files={"src/toolc.toml": 'out = "elsewhere"\n', "src/tools.py": _TOOL}, run="toolc generate src"),
    ),
    Code(
        "TC618", "configuration-not-followed", "warning",
        "A configuration that came with the sources may not raise limits unless you pass `--trust-config`. With "
        "`--untrusted` it also has no say in where outputs go and which findings count.",
        Scene(_TOOL, files={"toolc.toml": 'fail-on = "never"\n'}, run="toolc list tools.py --untrusted --sandbox off"),
        Scene(_TOOL, files={"toolc.toml": 'fail-on = "never"\n'}, run="toolc list tools.py"),
    ),
    Code(
        "TC619", "output-inside-tree", "error",
        "With `--untrusted` nothing is written into the tree that is read: its links could redirect the output.",
        Scene(files={"src/tools.py": _TOOL}, run="toolc generate --untrusted src --out src/out"),
        Scene(files={"src/tools.py": _TOOL}, run="toolc generate --untrusted src --out out"),
    ),
    Code(
        "TC620", "outdated-output", "error",
        "With `--check` the outputs must match the sources. These are missing, outdated, or left over from tools that are "
        "gone.",
        Scene(_TOOL, run="toolc generate tools.py --check"),
        Scene(_TOOL, run="toolc generate tools.py"),
    ),
    Code(
        "TC626", "circular-extends", "error",
        "Configurations that extend each other in a circle, or in too long a chain, cannot be resolved.",
        Scene(_TOOL, files={"toolc.toml": 'extends = "toolc.toml"\n'}, run="toolc list tools.py"),
        Scene(_TOOL, files=_EXTENDED, run="toolc list tools.py"),
    ),
    Code(
        "TC627", "foreign-extends", "error",
        "A configuration that came with the sources may only extend files of the project or its repository, so that it "
        "cannot have other files read.",
        Scene(_TOOL, files={"toolc.toml": 'extends = "/etc/hosts"\n'}, run="toolc list tools.py"),
        Scene(_TOOL, files=_EXTENDED, run="toolc list tools.py"),
    ),
    Code(
        "TC628", "key-not-followed", "warning",
        "The table of a package configures its outputs. How sources are read is the same for the whole run, and comes from "
        "the configuration of the run.",
        Scene(files={"a/toolc.toml": "strict = true\n", **_PACKAGE}, run="toolc generate ."),
        Scene(files={"toolc.toml": "strict = true\n", "a/toolc.toml": "", **_PACKAGE}, run="toolc generate ."),
    ),
    Code(
        "TC630", "unreadable-contract", "error",
        "One side of the comparison cannot be read: no such revision or file, a damaged lock, a folder without schemas. No "
        "changes are reported, which does not mean that there are none.",
        Scene(_TOOL, run="toolc diff damaged.lock tools.py", files={"damaged.lock": "{"}),
        Scene(_TOOL, run="toolc diff tools.py tools.py"),
    ),
    Code(
        "TC631", "unwatchable-folder", "error",
        "The system refused to report changes in a folder that the outputs depend on.",
        Scene(),
        None,
    ),
    Code(
        "TC632", "existing-file", "error",
        "`toolc init` never overwrites a file that exists.",
        Scene(_TOOL, files={"toolc.toml": "strict = true\n"}, run="toolc init"),
        Scene(_TOOL, run="toolc init"),
    ),
    Code(
        "TC640", "lost-tool", "error",
        "The tool is in the outputs or the lock, and its schema is no longer known. The last good outputs are kept, so "
        "that no caller loses a tool by accident.",
        Scene(_VAGUE, files=_RECORDED, run="toolc generate tools.py --out out --target mcp"),
        Scene(_TOOL, files=_RECORDED, run="toolc generate tools.py --out out --target mcp"),
    ),
    Code(
        "TC641", "nothing-to-write", "error",
        "The run found no tools at all, so it was probably given the wrong path. Nothing is written or removed. Prompts and "
        "resources alone are enough for clients and for the lock.",
        Scene("x = 1\n", run="toolc generate tools.py --out out"),
        Scene(_TOOL, run="toolc generate tools.py --out out"),
    ),
    Code(
        "TC642", "edited-output", "warning",
        "A file that toolc writes was changed by hand. toolc overwrites it, or leaves it there if it no longer writes that "
        "file. Make changes in the sources, or in files beside it.",
        Scene(_TOOL, files={**_RECORDED, "out/mcp/shop/orbiter.json": "[]\n"}, run="toolc generate . --out out --target mcp"),
        Scene(_TOOL, files=_RECORDED, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC643", "ownerless-output", "warning",
        "The package was renamed or removed. Its outputs stay until `--clean` removes them.",
        Scene(
            _TOOL,
            files={**_RECORDED, "pyproject.toml": '[project]\nname = "store"\n'},
            run="toolc generate . --out out --target mcp",
        ),
        Scene(_TOOL, files=_RECORDED, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC644", "emptied-source", "error",
        "A file of the package is empty, and tools that are in the outputs or the lock are gone. An editor may be about to "
        "write the file, so the last good outputs are kept.",
        Scene(
            _TOOL.replace("search", "find"),
            files={**_RECORDED, "more.py": ""},
            run="toolc generate . --out out --target mcp",
        ),
        Scene(_TOOL, files={**_RECORDED, "more.py": ""}, run="toolc generate . --out out --target mcp"),
    ),
    Code(
        "TC645", "shared-package-name", "warning",
        "Two projects have the same name, so they are one package in the outputs and share its files.",
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
        "A package is compiled with one virtual environment, the `.venv` nearest to its files. This one has several, and "
        "versions of frameworks may differ between them.",
        Scene(files=_TWO_ENVIRONMENTS, run="toolc list ."),
        Scene(files={"toolc.toml": '[packages]\na = "a"\nb = "b"\n', **_TWO_ENVIRONMENTS}, run="toolc list ."),
    ),
    Code(
        "TC647", "no-place-for-report", "error",
        "In a file that people write, toolc changes only the part between its two markers, and needs each of them once; in "
        "the manifest of an MCP bundle, only the tools. A page of HTML replaces only an earlier page of toolc.",
        Scene(_TOOL, files={"README.md": "# Shop\n"}, run="toolc report tools.py --out README.md"),
        Scene(
            _TOOL,
            files={"README.md": "# Shop\n\n<!-- toolc: begin -->\n<!-- toolc: end -->\n"},
            run="toolc report tools.py --out README.md",
        ),
    ),
    Code(
        "TC648", "unscanned-archive", "error",
        "`toolc scan` reads each archive in a process of its own, with limits on time and memory. An archive that cannot "
        "be obtained or read, or whose process ends too early, affects only its own results: its line says why.",
        Scene(_TOOL, files={"list.txt": "gone-1.0.whl\n"}, run="toolc scan list.txt --out results.jsonl"),
        Scene(_TOOL, files={"list.txt": "tools.py\n"}, run="toolc scan list.txt --out results.jsonl"),
    ),
    Code(
        "TC649", "contradicted-variable", "warning",
        "A `server.json` tells those who install a server which environment variables to set. This one names a variable that "
        "no source of the package reads, or says that one is optional, or what its default is, where the source differs.",
        Scene(
            _TOOL,
            files={
                "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
                "server.json": _SERVER.replace("NAME", "SHOP_KEY"),
            },
            run="toolc report tools.py --out server.json",
        ),
        Scene(
            _TOOL + '\nimport os\n\nKEY = os.environ["SHOP_KEY"]\n',
            files={
                "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
                "server.json": _SERVER.replace("NAME", "SHOP_KEY"),
            },
            run="toolc report tools.py --out server.json",
        ),
    ),
    Code(
        "TC650", "damaged-record", "error",
        "The record beside the outputs says which files belong to which package. This one cannot be read, as after a merge "
        "with conflicts. A run over some packages would forget the files of the others, so nothing is written.",
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
        "back and forth with the last writer.",
        Scene(_TOOL, files={"out/.toolc-outputs.json": '{"packages": {}, "toolc": "999.0.0"}\n'},
              run="toolc generate tools.py --out out --target mcp"),
        Scene(_TOOL, files={"out/.toolc-outputs.json": '{"packages": {}, "toolc": "0.1.0"}\n'},
              run="toolc generate tools.py --out out --target mcp"),
    ),
    Code(
        "TC655", "program-type-error", "error",
        "The program does not fit the tools: a tool, an argument or a part of a result that it names is not there, or is of "
        "another type. It would fail, or find nothing, when it is run. So would a program that is not Python, as here.",
        Scene(_TOOL, files={"pyproject.toml": _PROJECT, "agent.py": _AGENT % "await search("},
              run="toolc check tools.py --program agent.py"),
        Scene(_TOOL, files={"pyproject.toml": _PROJECT, "agent.py": _AGENT % 'await search(query="lamp")'},
              run="toolc check tools.py"),
    ),
    Code(
        "TC656", "unchecked-program", "error",
        "Programs are checked by the type checker of their language, tsc or pyright, which has to be installed. This one was "
        "not checked.",
        Scene(_TOOL, files={"agent.rb": "puts 1\n"}, run="toolc check tools.py --program agent.rb"),
        Scene(_TOOL, files={"agent.rb": "puts 1\n"}, run="toolc check tools.py"),
    ),
    Code(
        "TC660", "unreachable-server", "error",
        "`toolc call` and `toolc verify` speak to a server over MCP. This one could not be started or reached, or does not "
        "speak MCP.",
        Scene(_TOOL, run="toolc call ./no-such-server search"),
        Scene(_TOOL, run="toolc call tools.py search '{\"query\": \"lamp\"}'"),
    ),
    Code(
        "TC661", "invalid-arguments", "error",
        "The arguments are not what the schema of the tool asks for, so the tool was not called.",
        Scene(_TOOL, run="toolc call tools.py search '{\"qurey\": \"lamp\"}'"),
        Scene(_TOOL, run="toolc call tools.py search '{\"query\": \"lamp\"}'"),
    ),
    Code(
        "TC901", "internal-error", "error",
        "toolc itself failed here. Please report it; the rest of the run is not affected.",
        Scene(),
        None,
    ),
)  # fmt: skip
