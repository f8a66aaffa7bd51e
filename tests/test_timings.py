"""What `--timings` counts does not depend on the machine, and stays within what a small project needs."""

import re

import pytest

TOOL = "from orbiter.tool import tool\nfrom models import Limit\n\n\n@tool\ndef search(query: str, limit: Limit = 3) -> str:\n    '''Search.'''\n    return query\n"
SERVER = "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('a')\n\n\n@mcp.tool()\ndef add(a: int, b: int = 2) -> int:\n    '''Add.'''\n    return a + b\n"
UNUSED = "".join(f"def f{number}():\n    return [one for one in range({number})]\n\n\n" for number in range(200))
COUNT = re.compile(r"^  ([a-z ]+?) +([\d,]+)$", re.M)


def counted(err: str) -> dict[str, int]:
    return {name: int(number.replace(",", "")) for name, number in COUNT.findall(err) if name != "modules imported"}


def test_a_run_counts_its_own_work(toolc, write) -> None:
    """The second run of a process counts as the first: nothing is left over, and nothing of it depends on time."""
    write({"src/tools.py": TOOL, "src/models.py": "Limit = int\n", "src/idle.py": "x = 1\n"})
    words = ("generate", "src", "--out", "out", "--target", "mcp", "--no-cache", "--timings")
    first = counted(toolc(*words).err)
    assert counted(toolc(*words).err) == first
    assert first["modules read"] == 2  # `idle` says nothing of tools, and nobody imports it
    assert 2 <= first["definitions read"] <= 6
    assert 1 <= first["evaluations"] <= 40
    assert first["statements executed"] == 4  # three of `tools`, one of `models`: nothing is executed twice


@pytest.mark.parametrize("text", [TOOL.replace("from models import Limit\n", "Limit = int\n"), SERVER])
def test_what_no_tool_needs_is_neither_evaluated_nor_read(toolc, write, text: str) -> None:
    write({"src/tools.py": text})
    words = ("generate", "src", "--out", "out", "--target", "mcp", "--no-cache", "--timings")
    alone = counted(toolc(*words).err)
    write({"src/tools.py": text + UNUSED})
    beside = counted(toolc(*words).err)
    assert beside.pop("statements executed") == alone.pop("statements executed") + 200  # each `def`, and nothing inside it
    assert beside == alone


def test_a_body_is_read_when_it_is_entered(toolc, write) -> None:
    write({"src/tools.py": SERVER + UNUSED + "f1()\nf1()\nf2()\n"})
    counts = counted(toolc("generate", "src", "--out", "out", "--target", "mcp", "--no-cache", "--timings").err)
    assert counts["bodies read"] == 2
    assert counts["statements executed"] == 3 + 200 + 3 + 3


def test_rounds_of_a_loop_that_may_go_on_early_do_not_double(toolc, write) -> None:
    """Both ways that reach the next round are one from there on: 60 rounds of five statements, not 2 to the power of 60."""
    loop = (
        "import os\n\nfor number in range(60):\n    x = number\n    if os.path.exists(str(x)):\n        continue\n    y = x\n"
    )
    write({"src/tools.py": SERVER + loop})
    counts = counted(toolc("generate", "src", "--out", "out", "--target", "mcp", "--no-cache", "--timings").err)
    assert counts["statements executed"] <= 3 + 2 + 60 * 5


def test_parts_compiled_in_other_processes_are_counted(toolc, write) -> None:
    files = {f"p{number}/pyproject.toml": f"[project]\nname = 'p{number}'\n" for number in range(100)} | {
        f"p{number}/tools{number}.py": TOOL.replace("from models import Limit\n", "Limit = int\n") for number in range(100)
    }
    write(files)
    words = ("generate", ".", "--out", "out", "--target", "mcp", "--no-cache", "--timings")
    here, spread = (counted(toolc(*words, "-j", jobs).err) for jobs in ("1", "2"))
    assert here == spread
    assert here["modules read"] == 100


def test_what_is_kept_is_not_counted_again(toolc, write) -> None:
    write({"src/tools.py": TOOL, "src/models.py": "Limit = int\n"})
    words = ("generate", "src", "--out", "out", "--target", "mcp", "--timings")
    toolc(*words)
    again = counted(toolc(*words).err)
    assert again.keys() <= {"files opened"}


def test_methods_are_told_apart_by_the_objects_they_are_called_on(toolc, write) -> None:
    """`self.close` of a class that nobody makes is its own, not the one of the same name that registers."""
    registering = "class Registry:\n    def close(self):\n        mcp.add_tool(add)\n\n\n"
    quiet = "class Quiet:\n    def close(self):\n        pass\n\n    def leave(self):\n        self.close()\n        os.close(0)\n\n\n"
    counts = []
    for text in ("class Quiet:\n    pass\n\n\n", quiet):
        write({"src/tools.py": "import os\n\n" + SERVER + registering + text})
        counts.append(counted(toolc("generate", "src", "--out", "out", "--target", "mcp", "--no-cache", "--timings").err))
    assert counts[1]["bodies read"] == counts[0]["bodies read"]


def test_a_function_that_a_decorator_made_is_followed(toolc, write) -> None:
    """What stands in the module is `inner`, which nobody calls."""
    made = "def once(function):\n    def inner():\n        mcp.tool()(function)\n\n    return inner\n\n\n"
    write({"src/tools.py": SERVER + made + "@once\ndef late(a: int) -> int:\n    '''Late.'''\n    return a\n"})
    assert "late" in toolc("list", "src", "--no-cache").out
