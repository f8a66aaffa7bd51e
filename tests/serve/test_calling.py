"""`toolc call`, `toolc verify` and `toolc serve --mock`: what they run, what they print, and how they end."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from json_schema_suite import groups
from serve.conftest import TOOLS, started, url_of, warm
from toolc.serve.drawn import NoValueError, draw_value

SERVER = '''\
from pydantic import BaseModel

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop", log_level="ERROR")


class Item(BaseModel):
    name: str
    price: float = 1.0


@mcp.tool()
def search(query: str, limit: int = 2) -> list[Item]:
    """Search the catalogue."""
    if query == "boom":
        raise RuntimeError("no way")
    return [Item(name=query)] * limit


@mcp.tool()
def hello(name: str) -> str:
    """Say hello."""
    return f"hello {name}"


if __name__ == "__main__":
    mcp.run()
'''


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command of a server in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("server.py").write_text(SERVER, "utf-8")
    Path("tools.py").write_text(TOOLS, "utf-8")
    return f"{warm()} server.py"


IN_FILE = [
    ("search", {"query": "lamp"}, 0, '[\n  "lamp",\n  "lamp"\n]\n', ""),
    ("visit", {"place": {"town": "Ulm"}, "when": "2026-01-02"}, 0, '{\n  "town": "Ulm",\n  "zip": 0\n}\n', ""),
    (
        "visit",
        {"place": {}, "when": "x"},
        1,
        "",
        "error TC661 invalid-arguments: arguments of `visit`: place.town: this required",
    ),
    (
        "search",
        {"qurey": "lamp"},
        1,
        "",
        "error TC661 invalid-arguments: arguments of `search`: qurey: there is no such parameter",
    ),
    ("fail", {"how": "badly"}, 1, "", "the tool failed: ValueError: no way"),
    ("fail", {"how": "told"}, 1, "", "the tool failed: try again tomorrow"),
    ("serch", {}, 2, "", 'did you mean "search"?'),
    ("call_me", {"name": "Ada"}, 0, "None calls Ada\n", ""),
]


@pytest.mark.parametrize(("tool", "arguments", "status", "out", "err"), IN_FILE)
def test_a_tool_of_a_file(tool: str, arguments: Any, status: int, out: str, err: str, shop: str, toolc: Any) -> None:
    done = toolc("call", "tools.py", tool, json.dumps(arguments))
    printed = done.out.replace("printed on import\n", "").replace("printed by a tool\n", "").replace("and this", "")
    assert (done.status, printed.replace("and by a child\n", "")) == (status, out), done.err
    assert err in done.err


def test_a_tool_of_a_command(shop: str, toolc: Any) -> None:
    done = toolc("call", shop, "search", '{"query": "lamp", "limit": 1}')
    assert (done.status, json.loads(done.out)) == (0, {"result": [{"name": "lamp", "price": 1.0}]})
    whole = json.loads(toolc("call", shop, "hello", '{"name": "Ada"}', "--format", "json").out)
    assert (whole["content"], whole["isError"]) == ([{"type": "text", "text": "hello Ada"}], False)
    failed = toolc("call", shop, "search", '{"query": "boom"}')
    assert (failed.status, failed.out) == (1, "") and "the tool failed: " in failed.err and "no way" in failed.err
    wrong = toolc("call", shop, "search", '{"query": 5}')
    assert (wrong.status, wrong.out) == (1, "") and "arguments of `search`: query: must be of type string (got 5)" in wrong.err
    assert 'did you mean "hello"?' in toolc("call", shop, "helo").err


def test_a_tool_at_an_address(served: Path, toolc: Any) -> None:
    with started(served, "tools.py", "--transport", "http", "--port", "0") as (_, line):
        done = toolc("call", url_of(line), "dice", '{"sides": 6}')
        assert (done.status, json.loads(done.out)) == (0, {"rolled": 6})


SILENT = [
    ("./no-such-command", "there is no such command"),
    (f"{sys.executable} -c pass", ""),
    ("http://127.0.0.1:9/mcp", "ConnectError"),
]


@pytest.mark.parametrize(("target", "words"), SILENT)
def test_what_does_not_answer(target: str, words: str, toolc: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = toolc("call", target, "search", "--timeout", "20")
    assert done.status == 2 and words in done.err
    assert "error TC660 unreachable-server: " in done.err and "Traceback" not in done.err


@pytest.mark.parametrize("text", ["{", "[1]", "5"])
def test_arguments_are_an_object(text: str, shop: str, toolc: Any) -> None:
    done = toolc("call", "tools.py", "search", text)
    assert done.status == 2 and "TC601" in done.err


def test_a_server_in_a_file_is_a_command(shop: str, toolc: Any) -> None:
    done = toolc("call", "server.py", "hello", '{"name": "Ada"}')
    assert done.status == 2 and "`mcp` is an MCP server already: run it as its own framework says" in done.err


# --- verify ----------------------------------------------------------------------------------------------------------


def test_a_source_is_what_its_server_says(shop: str, toolc: Any) -> None:
    done = toolc("verify", "server.py", "--against", shop)
    assert (done.status, done.out) == (0, ""), done.out
    assert "2 tools of the server, no changes" in done.err


CHANGED = [
    (("limit: int = 2", "limit: int = 3"), "TD140 default-changed: limit: default: was 3, is 2"),
    (('"""Say hello."""', '"""Say hullo."""'), "TD150 description-changed"),
    (("def hello(", "def salute("), "TD104 tool-added: is new: hello(name: string)"),
    (("price: float = 1.0", "price: int = 1"), "search"),
]


@pytest.mark.parametrize(("change", "words"), CHANGED)
def test_differences_from_a_live_server(change: tuple[str, str], words: str, shop: str, toolc: Any) -> None:
    Path("other.py").write_text(SERVER.replace(*change), "utf-8")
    done = toolc("verify", "server.py", "--against", shop.replace("server.py", "other.py"))
    assert done.status == 1 and words in done.out, done.out


def test_which_server_is_meant(shop: str, toolc: Any) -> None:
    Path("twins.py").write_text(
        f"{SERVER}\n\nother = FastMCP('other')\nother.add_tool(search)\nother.add_tool(hello)\n", "utf-8"
    )
    assert "several servers have as many of the tools" in toolc("verify", "twins.py", "--against", shop).err
    assert toolc("verify", "twins.py", "--against", shop, "--server", "shop").status == 0
    assert 'no server "shap"' in toolc("verify", "twins.py", "--against", shop, "--server", "shap").err
    assert toolc("verify", "twins.py").status == 2


# --- mock ------------------------------------------------------------------------------------------------------------


def test_answers_that_are_made_up(shop: str, toolc: Any) -> None:
    """Nothing of the file is run: it could not be imported."""
    Path("server.py").write_text(
        SERVER.replace('mcp = FastMCP("shop"', 'import no_such_module\n\nmcp = FastMCP("shop"'), "utf-8"
    )
    mock = f"{warm()} -m toolc serve --mock server.py"
    first, again = (toolc("call", mock, "search", '{"query": "a"}').out for _ in range(2))
    assert first == again and all({"name", "price"} == one.keys() for one in json.loads(first)["result"])
    assert toolc("call", f"{mock} --seed 7", "search", '{"query": "a"}').out != first
    assert toolc("verify", "server.py", "--against", mock).status == 0


def test_what_cannot_be_mocked(shop: str, toolc: Any) -> None:
    Path("none.py").write_text("x = 1\n", "utf-8")
    assert "TC610" in toolc("serve", "--mock", "none.py").err
    Path("both").mkdir()
    for name in ("a", "b"):
        Path(f"both/{name}.py").write_text(SERVER, "utf-8")
    assert "TC611" in toolc("serve", "--mock", "both").err


def test_values_are_those_of_their_schema() -> None:
    """Over the public suite of JSON Schema: what is drawn is valid, and the same for the same seed."""
    tried = 0
    for schema in (group["schema"] for group in groups().values() if isinstance(group["schema"], dict)):
        try:
            value = draw_value(schema, Random("a"))
        except NoValueError:
            continue
        assert jsonschema.Draft202012Validator(schema).is_valid(value), (schema, value)
        assert draw_value(schema, Random("a")) == value
        tried += 1
    assert tried > 250
