"""One tree for all packages of a repository and for recorded lists: what they have in common stays while one of them needs it."""

import json
from pathlib import Path

TOOLS = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("m")\n\n@mcp.tool()\ndef search(q: str) -> int:\n    """Search."""\n'
LISTED = json.dumps({"tools": [{"name": "list_files", "inputSchema": {"type": "object"}}]})


def tree(here: Path) -> set[str]:
    return {path.relative_to(here / "out/code-mode/servers").as_posix() for path in here.glob("out/code-mode/servers/*")}


def test_the_files_in_common_are_written_once_and_go_last(write, toolc, here: Path) -> None:
    for name in ("alpha", "beta"):
        write({f"{name}/tools.py": TOOLS, f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n'})
    write({"files.json": LISTED})
    asked = ("generate", ".", "files.json", "--target", "code-mode", "--out", "out")
    done = toolc(*asked, "--list-outputs")
    assert done.status == 0, done.err
    listed = done.out.split()
    assert len(listed) == len({*listed}) and sum(one.endswith("_runtime.ts") for one in listed) == 1
    assert toolc(*asked).status == 0
    common = {"README.md", "_runtime.py", "_runtime.ts", "package.json"}
    assert tree(here) == {*common, "alpha", "beta", "files"}
    assert toolc(*asked, "--check").status == 0
    assert " 0 written" in toolc("generate", "alpha", "--target", "code-mode", "--out", "out").err
    for path in (here / "beta").iterdir():
        path.unlink()
    assert toolc(*asked, "--clean").status == 0
    assert tree(here) == {*common, "alpha", "files"}
    assert toolc(*asked, "--check").status == 0
