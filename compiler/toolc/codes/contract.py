"""TC7xx: the contract of tools with their callers. The changes themselves have a table of their own, `contract/rules.py`."""

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
        "TC701", "drift-from-lock", "error",
        "The tools are not those of the lock, and `--locked` requires that they are.",
        Scene(
            _TOOL,
            run="toolc generate tools.py --locked --out out",
            files={"toolc.lock": '{"toolc": "0.9.0", "toolc_lock": 3}\n'},
        ),
        Scene(_TOOL, run="toolc lock tools.py", files={"toolc.lock": '{"toolc": "0.9.0", "toolc_lock": 3}\n'}),
    ),
)  # fmt: skip
