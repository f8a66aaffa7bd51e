"""Every limit on a file has a key and a code, and no tree that is read raises one."""

import json

import pytest
from msgspec import structs

from toolc.codes import CODES as TABLE
from toolc.limits import CODES, DEFAULTS, KEYS, Limits, lower_to_defaults, raised_keys, words

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"
TWO = TOOL + "\n\n@tool\ndef find(query: str) -> str:\n    '''Find.'''\n    return query\n"
LONG = TOOL.replace("query: str)", f"query: str = {'-' * 1200}1)")

LISTED = """
from mcp import types
from mcp.server.lowlevel import Server

server = Server("s")


def listed():
    return [types.Tool(name=name, description=name, inputSchema={"type": "object"}) for name in ("search", "find")]


NAMES = {tool.name for tool in listed()}
KNOWN = listed()


@server.list_tools()
async def tools() -> list[types.Tool]:
    return listed()
"""


def test_every_limit_has_a_code_whose_scene_is_about_it() -> None:
    assert CODES.keys() == KEYS.keys() == {one.name for one in structs.fields(Limits)}
    assert len(set(CODES.values())) == len(CODES)
    for limit, code in CODES.items():
        scene = TABLE[code].example
        assert f"limits.{KEYS[limit]} = " in scene.files.get("toolc.toml", "") or limit in ("brackets", "chain", "seconds")
        message, help_ = words(limit, DEFAULTS)
        assert f"{getattr(DEFAULTS, limit):,}" in message and f"limits.{KEYS[limit]}" in help_


def test_raised_and_lowered() -> None:
    mixed = Limits(tools=5, chain=5000)
    assert raised_keys(mixed) == ("chain",) and lower_to_defaults(mixed) == Limits(tools=5)


@pytest.mark.parametrize("untrusted", [(), ("--untrusted",)])
@pytest.mark.parametrize("text", [LONG, TWO.replace("str)", "str = 'a')")])
def test_only_a_trusted_configuration_raises_a_limit(toolc, write, untrusted: tuple[str, ...], text: str) -> None:
    write({"src/tools.py": text, "src/toolc.toml": "limits.chain = 5_000\nmax-file-size = 9_000_000\n"})
    done = toolc("list", "src", *untrusted)
    assert "TC618" in done.err and "limits" in done.err and "max-file-size" in done.err
    assert ("TC112" in done.err) == (text == LONG)
    for vouching in (("--trust-config",), ("--config", "src/toolc.toml")):
        done = toolc("list", "src", *untrusted, *vouching)
        assert (done.status, "TC618" in done.err, "TC112" in done.err) == (0, False, False)


def test_any_configuration_lowers_a_limit(toolc, write) -> None:
    write({"src/tools.py": TWO, "src/toolc.toml": "limits.tools = 1\n"})
    done = toolc("list", "src")
    assert (done.status, "TC106" in done.err, "TC618" in done.err) == (1, True, False)
    assert "search" in done.out and "find" not in done.out
    done = toolc("list", "src", "--untrusted")
    assert (done.status, "TC106" in done.err, "TC618" in done.err) == (0, False, True)


def test_a_tool_that_several_calls_make_counts_once(toolc, write) -> None:
    write({"src/tools.py": LISTED, "src/toolc.toml": "limits.tools = 5\n"})
    done = toolc("list", "src")
    assert (done.status, "TC106" in done.err) == (0, False), done.err
    assert [line.split()[0] for line in done.out.splitlines() if "exact" in line] == ["find", "search"]
    write({"less.toml": "limits.tools = 3\n"})
    assert "TC106" in toolc("list", "src", "--config", "less.toml").err


@pytest.mark.parametrize(("limit", "code"), [("tools", "TC106"), ("nodes", "TC107")])
def test_a_document_has_the_limits_of_a_source(toolc, write, limit: str, code: str) -> None:
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number in range(9)]
    write({"tools.json": json.dumps({"tools": tools}), "toolc.toml": f"limits.{limit} = 5\n"})
    done = toolc("list", "tools.json")
    assert (done.status, code in done.err) == (1, True)
    assert "t1" in done.out and "t8" not in done.out


def test_a_key_of_many_parts(toolc, write) -> None:
    """tomllib takes gigabytes for 20,000."""
    long = "a." * 20_000 + "b = 1\n"
    write({"tools.py": TOOL, "pyproject.toml": f"[tool.toolc]\n{long}"})
    assert "search" in toolc("list", "tools.py").out  # a faulty pyproject.toml is passed over
    write({"toolc.toml": long})
    done = toolc("list", "tools.py")
    assert (done.status, "a key has more than 100 parts" in done.err) == (2, True)
    assert "search" in toolc("list", "tools.py", "--untrusted").out


def test_a_worker_keeps_the_limits_of_the_run(toolc, write) -> None:
    write({"tools.py": TOOL, "toolc.toml": "limits.effort = 5\n"})
    for words_ in ((), ("--untrusted",)):
        assert "TC119" in toolc("list", "tools.py", "--config", "toolc.toml", *words_).err


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that nothing but questions moves."""
    ticks = iter(range(100_000))
    monkeypatch.setattr("toolc.cpu_budget._EACH", 0)
    monkeypatch.setattr(
        "toolc.cpu_budget.process_time", lambda: next(ticks) / 200
    )  # a file that is not slow asks some hundred questions
    monkeypatch.setattr("toolc.cli.guard.start_timer", lambda: None)


def test_a_file_whose_time_is_up_costs_itself(toolc, write, ticking: None) -> None:
    many = ", ".join(f"a{number}: dict[str, list[int]]" for number in range(400))
    write({"slow.py": TOOL.replace("query: str", many), "good.py": TOOL.replace("search", "find")})
    done = toolc("list", ".")
    assert (done.status, "error TC109" in done.err, "good.py" in done.err) == (1, True, False), done.err
    assert "slow.py:5:5" in done.err
    assert [line.split()[0] for line in done.out.splitlines() if line.endswith("exact")] == ["find"]


def test_what_one_file_says_too_often_is_left_out(toolc, write) -> None:
    model = "from mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel\nmcp = FastMCP('m')\nclass M(BaseModel):\n"
    model += "".join(f"    f{number}: int\n" for number in range(40))
    tools = "".join(f"@mcp.tool()\ndef t{number}(m: M): ...\n" for number in range(9))
    write({"tools.py": model + tools, "toolc.toml": "limits.nodes = 500\n", "narrow/toolc.toml": "limits.nodes = 300\n"})
    done = toolc("list", "tools.py")
    assert done.status == 1 and 0 < done.out.count("exact") < 9 and done.err.count("error TC107") == 9 - done.out.count("exact")
    for command in ("list", "types"):  # forty fields are not even spelled
        done = toolc(command, "tools.py", "--config", "narrow/toolc.toml")
        assert done.status == 1 and "exact" not in done.out and "TC107" in done.err


def test_a_file_of_a_declared_system_is_bounded(toolc, write) -> None:
    write(
        {"tools.py": "".join(f"def f{number}(a: int) -> int: ...\n" for number in range(9)), "toolc.toml": "limits.tools = 3\n"}
    )
    done = toolc("list", "tools.py", "--system", "mcp", "--format", "json")
    assert "TC106" in done.err and done.out.count('"qualname"') == 3


@pytest.mark.parametrize(
    ("line", "said"), [("limits.tool = 1", '"tools"'), ("limits.brackets = 500", "brackets"), ("limits.case = 0", "case")]
)
def test_mistakes_are_named(toolc, write, line: str, said: str) -> None:
    write({"tools.py": TOOL, "toolc.toml": f"{line}\n"})
    done = toolc("list", "tools.py")
    assert done.status == 2 and "TC604" in done.err and said in done.err
