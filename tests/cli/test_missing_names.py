"""Names that annotations use: certainly undefined is an error, a package that cannot be read is one warning."""

import json

import pytest

SERVER = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("shop")\n'
TOOL = '\n\n@mcp.tool()\ndef {name}(query: {type}) -> str:\n    """Search."""\n    return ""\n'


def server(*tools: tuple[str, str], above: str = "", below: str = "") -> str:
    return above + SERVER + below + "".join(TOOL.format(name=name, type=type_) for name, type_ in tools)


def test_a_name_that_nothing_binds_is_an_error(write, toolc) -> None:
    write({"shop.py": server(("search", "Query"), ("find", "str"))})
    done = toolc("generate")
    assert (
        done.status == 1 and "shop.py:7:12: error TC332 undefined-name: parameter `query`: `Query` is not defined" in done.err
    )
    assert "TC332: import or define it" in done.err


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("from elsewhere import *\n", ""),
        ("from sub import *\n", ""),
        ("", 'globals()["Query"] = str\n'),
        ("", "globals().update(Query=str)\n"),
        ("", 'exec("Query = str")\n'),
        ("", "def begin():\n    global Query\n    Query = str\n\n\nbegin()\n"),
        ("import sys\n", 'setattr(sys.modules[__name__], "Query", str)\n'),
        ("import builtins\nbuiltins.Query = str\n", ""),
    ],
)
def test_what_a_program_may_bind_otherwise_is_no_error(above: str, below: str, write, toolc) -> None:
    write({"shop.py": server(("search", "Query"), above=above, below=below), "sub/__init__.py": "__all__ = compute()\n"})
    done = toolc("list", "shop.py")
    assert done.status == 0 and "warning TC307" in done.err


@pytest.mark.parametrize(
    ("type_", "above", "mark"),
    [
        ("int = Query", "", "@mcp.tool()"),
        ("Annotated[int, Field(ge=Query)]", "", "@mcp.tool()"),
        ("str", "", "@mcp.tool(description=Query)"),
        ("Order", "class Order(Query):\n    pass\n", "@mcp.tool()"),
        ("Order", "class Order(BaseModel):\n    n: int = Query\n", "@mcp.tool()"),
        ("Order", "class Order(BaseModel):\n    n: Query\n", "@mcp.tool()"),
    ],
    ids=["default", "constraint", "description", "base class", "default of a field", "type of a field"],
)
def test_a_name_is_undefined_wherever_it_stands(type_: str, above: str, mark: str, write, toolc) -> None:
    imports = "from typing import Annotated\nfrom pydantic import BaseModel, Field\n"
    write({"shop.py": (imports + above + server(("search", type_))).replace("@mcp.tool()", mark)})
    done = toolc("generate")
    assert done.status == 1 and "error TC332" in done.err and "`Query` is not defined here" in done.err, done.err
    assert "TC332: import or define it" in done.err
    write({"shop.py": "Query = int\n" + (imports + above + server(("search", type_))).replace("@mcp.tool()", mark)})
    assert "TC332" not in toolc("generate").err


def test_a_name_in_an_alias_may_be_bound_where_it_is_used(write, toolc) -> None:
    write({"shapes.py": 'from typing import Union\n\nShape = Union["Circle", "Square"]\n'})
    assert toolc("types").status == 0


def test_a_missing_package_is_said_once(write, toolc) -> None:
    above = "from acme_common import Query\nfrom other import Thing\n"
    tools = [(name, "Query") for name in ("search", "find", "look")]
    write({"one.py": server(*tools, above=above), "two.py": server(*tools, ("get", "Thing"), above=above)})
    done = toolc("list")
    said = [line for line in done.err.splitlines() if " TC333 " in line]
    assert done.status == 0 and len(said) == 2 and "2 warnings" in done.err
    assert "one.py:9:12: warning TC333 missing-package: the package `acme_common` is not on the search path" in said[0]
    assert said[0].endswith("nor at 5 more places") and "`other`" in said[1]
    assert "--search-path" in done.err and "--python" in done.err
    listed = json.loads(toolc("list", "--format", "json").out)["tools"]
    assert [len(tool["diagnostics"]) for tool in listed] == [1] * 7
    assert "1 warning\n" in toolc("list", "one.py").err
    ignored = server(*tools, above=above).replace("query: Query) -> str:", "query: Query) -> str:  # toolc: ignore[TC333]")
    write({"one.py": ignored, "two.py": ""})
    assert "TC333" not in toolc("check").err


@pytest.mark.parametrize(
    ("text", "place", "name", "definition"),
    [
        ("from orbiter.tool import tool\n\n\n@toool\ndef search(query: str) -> str: ...\n", "4:2", "toool", "search"),
        ("from orbiter.tool import tool\n\n\n@gone.x(1)\n@tool\ndef search(query: str) -> str: ...\n", "4:2", "gone", "search"),
        (SERVER + "\n\n@mpc.tool()\ndef search(query: str) -> str: ...\n", "6:2", "mpc", "search"),
        (SERVER + "\n\n@mcp.tool()\n@cached\ndef search(query: str) -> str: ...\n", "7:2", "cached", "search"),
        (SERVER + "\n\ndef add(mcp):\n    @mpc.tool()\n    def search(query: str) -> str: ...\n", "7:6", "mpc", "search"),
        (SERVER + "\n\nclass Tools:\n    @gone\n    def search(self) -> str: ...\n", "7:6", "gone", "search"),
        (SERVER + "\n\n@gone\nclass Order:\n    pass\n", "6:2", "gone", "Order"),
    ],
)
def test_a_decorator_that_nothing_binds_is_an_error(text: str, place: str, name: str, definition: str, write, toolc) -> None:
    write({"shop.py": text})
    done = toolc("list", "shop.py", "--format", "json")
    [said] = [line for line in done.err.splitlines() if line.startswith("shop.py")] if "cached" not in text else [
        line for line in done.err.splitlines() if "TC332 " in line and line.startswith("shop.py")
    ]  # fmt: skip
    assert said == (
        f"shop.py:{place}: error TC332 undefined-name: `{name}` is not defined, so Python raises NameError where it decorates "
        f"`{definition}`"
    )
    assert done.status == 1
    assert all(one["fidelity"] in ("refused", "unknown") for one in json.loads(done.out)["tools"])


@pytest.mark.parametrize(
    "text",
    [
        "for tool in servers:\n    @tool.tool()\n    def search() -> str: ...\n",
        "with serving() as tool:\n    @tool.tool()\n    def search() -> str: ...\n",
        "(tool := serving())\n\n\n@tool.tool()\ndef search() -> str: ...\n",
        "def add(tool):\n    @tool\n    def search() -> str: ...\n",
        "def add():\n    from elsewhere import tool\n\n    @tool\n    def search() -> str: ...\n",
        "def add(server):\n    def tool(function):\n        return server(function)\n\n    @tool\n    def search() -> str: ...\n",
        "class Tools:\n    tool = staticmethod(print)\n\n    @tool\n    def search(self) -> str: ...\n",
        "class Tools:\n    @property\n    def one(self) -> int: ...\n\n    @one.setter\n    def one(self, n: int) -> None: ...\n",
        "try:\n    from elsewhere import tool\nexcept ImportError:\n    tool = None\n\n\n@tool\ndef search() -> str: ...\n",
        "match serving():\n    case [tool]:\n        @tool\n        def search() -> str: ...\n",
        "def begin():\n    global tool\n    tool = print\n\n\nbegin()\n\n\n@tool\ndef search() -> str: ...\n",
        "from elsewhere import *\n\n\n@tool\ndef search() -> str: ...\n",
        "if False:\n    @tool\n    def search() -> str: ...\n",
        'TEXT = """\n@tool\ndef search() -> str: ...\n"""\n',
        "def add[T](tool: T):\n    @tool\n    def search() -> str: ...\n",
        "class Outer:\n    def add(self, tool):\n        class Inner:\n            @tool\n            def search(self) -> str: ...\n",
    ],
)
def test_a_decorator_that_something_binds_is_none(text: str, write, toolc) -> None:
    write({"shop.py": "from orbiter.tool import Tool\n\n" + text})
    assert "TC332" not in toolc("list", "shop.py").err


def test_a_decorator_whose_import_fails_is_not_undefined(write, toolc) -> None:
    text = (
        "def tools(user: str):\n    try:\n        from agents import function_tool\n    except ImportError as error:\n"
        '        raise ImportError("it needs openai-agents") from error\n\n    @function_tool\n'
        "    def search(query: str) -> str: ...\n\n    return [search]\n"
    )
    write({"lib/other-1.0.dist-info/METADATA": "Name: other\nVersion: 1.0\n", "lib/shop/__init__.py": text})
    done = toolc("list", "lib/shop", "--search-path", "lib")
    assert done.status == 0 and "search" in done.out and "TC332" not in done.err


def test_tools_below_an_undefined_decorator_leave_the_last_good_outputs(write, toolc) -> None:
    write({"shop.py": server(("search", "str"), ("find", "str"))})
    assert toolc("generate", "--target", "mcp").status == 0
    write({"shop.py": server(("search", "str"), ("find", "str")).replace("@mcp.tool()", "@gone\n@mcp.tool()", 1)})
    done = toolc("generate", "--target", "mcp")
    assert done.status == 1 and "kept the last good outputs" in done.out + done.err


def test_the_name_that_was_meant_is_said(write, toolc) -> None:
    write({"shop.py": SERVER + "\n\n@mpc.tool()\ndef search(query: str) -> str: ...\n"})
    assert 'TC332: did you mean "mcp"? (toolc explain TC332)' in toolc("list", "shop.py").err
