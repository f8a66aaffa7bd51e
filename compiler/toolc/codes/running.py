"""TC6xx: command line, configuration, writing; TC9xx: toolc itself."""

from toolc.codes.code import Code, Scene

_TOOL = '''\
from orbiter.tool import tool

@tool
def search(query: str) -> str:
    """Search the web."""
    return query
'''

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
        "TC901", "internal-error", "error",
        "toolc itself failed here. Please report it; the rest of the run is not affected.",
        Scene(),
        None,
    ),
)  # fmt: skip
