"""What is registered where nobody tells the program more: conditions on the environment, defaults, toolkits that raise."""

import pytest

from harness import program, tools

MCP = (
    "import os\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('m')\ndef f(a: int) -> int:\n    '''F.'''\n    return a\n"
)

GATED = {
    "getenv": "if os.getenv('KEY'):\n    mcp.add_tool(f)\n",
    "a text that must be a certain one": "if os.environ.get('KEY', 'no').lower() == 'set':\n    mcp.add_tool(f)\n",
    "in the environment": "if 'KEY' in os.environ:\n    mcp.add_tool(f)\n",
    "through a constant": "key = os.getenv('KEY') or ''\nready = bool(key)\nif ready:\n    mcp.add_tool(f)\n",
    "a function that is left": "def add(m):\n    if not os.getenv('KEY'):\n        return\n    m.add_tool(f)\nadd(mcp)\n",
    "a call under the condition": "def add(m):\n    m.add_tool(f)\nif os.getenv('KEY'):\n    add(mcp)\n",
}


@pytest.mark.parametrize("name", GATED)
def test_what_needs_a_variable_is_there_with_it(name: str) -> None:
    assert list(tools(MCP + GATED[name], environment={"KEY": "set"})) == ["f"]
    linked = program(MCP + GATED[name])
    assert (linked.tools, [one.code for one in linked.diagnostics]) == ((), ["TC222"])


@pytest.mark.parametrize("condition", ["not os.getenv('OFF')", "os.getenv('MODE', 'full') == 'full'", "os.name == 'x'"])
def test_what_no_variable_keeps_away_is_there(condition: str) -> None:
    assert list(tools(MCP + f"if {condition}:\n    mcp.add_tool(f)\n")) == ["f"]


ARGS = "import argparse\nparser = argparse.ArgumentParser()\n"

OPTIONS = {
    "a flag": "parser.add_argument('-w', '--with-all', action='store_true')\nif parser.parse_args().with_all:\n",
    "a flag that is taken away": "parser.add_argument('--no', dest='all', action='store_false')\nif not parser.parse_args().all:\n",
    "a text": "parser.add_argument('--mode', default='read')\nif parser.parse_args().mode == 'write':\n",
    "nothing": "parser.add_argument('--key')\nif parser.parse_args().key:\n",
    "a group": "g = parser.add_argument_group('x')\ng.add_argument('--all', action='store_true')\nif parser.parse_args().all:\n",
    "a command": "common = argparse.ArgumentParser()\ncommon.add_argument('--all')\n"
    "parser.add_subparsers().add_parser('run', parents=[common])\nif parser.parse_args().all:\n",
    "of a function": "def make():\n    parser = argparse.ArgumentParser()\n    parser.add_argument('--all')\n    return parser\n"
    "if make().parse_args().all:\n",
    "two of a name": "parser.add_argument('--all')\nparser.add_argument('-a', dest='all', default=1)\nif parser.parse_args().all:\n",
    "the environment": "parser.add_argument('--all', default=os.getenv('ALL'))\nif parser.parse_args().all:\n",
}

OPEN = {
    "a type that reads the text": "parser.add_argument('--all', type=read, default='no')\nif parser.parse_args().all:\n",
    "required": "parser.add_argument('--all', required=True)\nif parser.parse_args().all:\n",
    "set elsewhere": "parser.add_argument('--all')\nparser.set_defaults(all=True)\nif parser.parse_args().all:\n",
    "set later": "parser.add_argument('--all')\nargs = parser.parse_args()\nargs.all = True\nif args.all:\n",
    "other arguments": "parser.add_argument('--all')\nif parser.parse_args(['--all']).all:\n",
}


@pytest.mark.parametrize("name", OPTIONS)
def test_what_needs_an_option_is_left_out(name: str) -> None:
    linked = program(MCP + ARGS + OPTIONS[name] + "    mcp.add_tool(f)\n")
    assert (linked.tools, [one.code for one in linked.diagnostics]) == ((), ["TC222"])


@pytest.mark.parametrize("name", OPEN)
def test_an_option_whose_value_is_not_told_keeps_nothing_away(name: str) -> None:
    assert list(tools(MCP + ARGS + OPEN[name] + "    mcp.add_tool(f)\n")) == ["f"]


def test_what_a_call_is_handed_is_asked_without_the_environment() -> None:
    body = "def add(m, more):\n    if more:\n        m.add_tool(f)\nadd(mcp, os.getenv('MORE') == 'yes')\n"
    linked = program(MCP + body)
    assert (linked.tools, [one.code for one in linked.diagnostics]) == ((), ["TC222"])
    assert list(tools(MCP + body, environment={"MORE": "yes"})) == ["f"]


FIELDS = {
    "what the call says": ("@dataclass\nclass C:\n    on: bool = False\n", "C(on=True).on", ["f"]),
    "by place": ("@dataclass\nclass B:\n    a: int\n@dataclass\nclass C(B):\n    on: bool = False\n", "C(1, True).on", ["f"]),
    "beside a class variable": ("@dataclass\nclass C:\n    a: ClassVar[int] = 1\n    on: bool = False\n", "C(True).on", ["f"]),
    "beside one that is not passed": (
        "@dataclass\nclass C:\n    a: int = field(init=False)\n    on: bool = False\n",
        "C(True).on",
        ["f"],
    ),
    "the default": ("@dataclass\nclass C:\n    on: bool = False\n", "C().on", []),
    "what a model is given": ("class C(BaseModel):\n    on: bool = False\n", "C(on=True).on", ["f"]),
    "the default of a field": ("class C(BaseModel):\n    on: bool = Field(default=False)\n", "C().on", []),
    "what a factory makes": ("class C(BaseModel):\n    on: bool = Field(default_factory=bool)\n", "C().on", []),
    "a validator": (
        "class C(BaseModel):\n    on: bool = False\n    @field_validator('on')\n    def v(cls, x): ...\n",
        "C().on",
        [],
    ),
    "an alias": ("class C(BaseModel):\n    on: bool = Field(False, alias='ON')\n", "C(ON=True).on", ["f"]),
    "set later": ("class C(BaseModel):\n    on: bool = False\nc = C()\nc.on = True\n", "c.on", ["f"]),
    "frozen": ("@dataclass(frozen=True)\nclass C:\n    on: bool = False\nother.on = True\n", "C().on", []),
    "a text that is passed": ("@dataclass\nclass C:\n    on: str\nother.on = 'no'\n", "C('yes').on == 'no'", []),
    "a text that may be set": ("@dataclass\nclass C:\n    on: str = 'no'\nother.on = 'yes'\n", "C().on == 'yes'", []),
    "a setting": ("class C(BaseSettings):\n    on: bool = False\n", "C().on", []),
    "a setting that is on": ("class C(BaseSettings):\n    on: bool = True\n", "C().on", ["f"]),
    "what is handed on": (
        "class C(BaseSettings):\n    on: bool = False\n    def __init__(self, **given):\n        super().__init__(**given)\n",
        "C().on",
        [],
    ),
    "what is handed on, and set": (
        "class C(BaseSettings):\n    on: bool = False\n    def __init__(self, **given):\n        super().__init__(**given)\n"
        "        self.on = True\n",
        "C().on",
        ["f"],
    ),
    "what is handed on with more": (
        "class C(BaseSettings):\n    on: bool = False\n    def __init__(self, **given):\n        given['on'] = True\n"
        "        super().__init__(**given)\n",
        "C().on",
        ["f"],
    ),
    "of a plain class": ("class C:\n    on: bool = False\n", "C().on", []),
}

KINDS = (
    "from dataclasses import dataclass, field\nfrom typing import ClassVar\nfrom pydantic import BaseModel, Field, field_validator\n"
    "from pydantic_settings import BaseSettings\n"
)


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_of_an_instance_is_what_it_was_made_with(name: str) -> None:
    classes, test, listed = FIELDS[name]
    assert list(tools(KINDS + MCP + classes + f"if {test}:\n    mcp.add_tool(f)\n")) == listed


def test_a_setting_may_be_what_the_environment_says() -> None:
    body = "class C(BaseSettings):\n    on: bool = False\nif C().on:\n    mcp.add_tool(f)\n"
    linked = program(KINDS + MCP + body)
    assert (linked.tools, [one.code for one in linked.diagnostics]) == ((), ["TC222"])
    assert list(tools(KINDS + MCP + body, environment={"ON": "1"})) == ["f"]


def test_a_name_from_the_environment_is_the_default_and_says_so() -> None:
    found = program(MCP + "mcp.add_tool(f, name=os.getenv('NAME', 'g'))\n").tools
    assert [(one.name.value, [said.code for said in one.diagnostics]) for one in found] == [("g", ["TC222"])]


MAKE = "def make({params}):\n    server = FastMCP('s')\n    if {test}:\n        server.add_tool(f)\n    return server\n"


@pytest.mark.parametrize(
    ("params", "test", "codes"),
    [
        ("admin=False", "admin", ["TC223"]),
        ("admin=True", "admin", []),
        ("mode: str = 'read', *rest", "mode == 'write'", ["TC223"]),
        ("config, admin=False", "admin", []),  # it cannot be called without arguments
    ],
)
def test_a_function_that_nobody_calls_has_its_defaults(params: str, test: str, codes: list[str]) -> None:
    linked = program(MCP + MAKE.format(params=params, test=test))
    assert (len(linked.tools), [one.code for one in linked.diagnostics]) == (0 if codes else 1, codes)


def test_a_call_says_more_than_the_defaults() -> None:
    linked = program(MCP + MAKE.format(params="admin=False", test="admin") + "made = make(True)\n")
    assert (len(linked.tools), list(linked.diagnostics)) == (1, [])


KIT = (
    "import os\nfrom agno.tools import Toolkit\nclass Kit(Toolkit):\n    def __init__(self, key=None):\n        {before}\n"
    "        super().__init__(name='kit', tools=[self.f])\n    def f(self, a: int) -> int:\n        '''F.'''\n        return a\n"
    "    def login(self):\n        if not self.key:\n            raise ValueError\n        return self.key\n"
    "    def check(self):\n        if self.key is None:\n            return\n        raise ValueError\n"
    "class Client:\n    def __init__(self, key):\n        if key is None: raise ValueError\n"
)


@pytest.mark.parametrize(
    ("before", "listed"),
    [
        ("if not (key or os.getenv('KEY')): raise ValueError", False),
        ("raise NotImplementedError", False),
        ("if key is not None: raise ValueError", True),
        ("if unknown(): raise ValueError", True),
        ("try:\n            raise ValueError\n        except ValueError: pass", True),
        ("self.key = key\n        self.check()", True),
        ("self.key = key or os.getenv('KEY')\n        self.client = self.login()", False),
        ("self.key = key or 'x'\n        self.client = self.login()", True),
        ("self.key = key\n        self.made = dict(client=self.login())", False),
        ("self.key = key\n        self.client = self.login() if key else None", True),
        ("self.key = key\n        try: self.login()\n        except ValueError: pass", True),
        ("self.client = Client(key)", False),
        ("self.client = Client('x')", True),
    ],
)
def test_a_toolkit_that_raises_has_no_tools(before: str, listed: bool) -> None:
    linked = program(KIT.format(before=before))
    assert (len(linked.tools), [one.code for one in linked.diagnostics]) == ((1, []) if listed else (0, ["TC224"]))


def test_a_toolkit_that_the_program_makes_has_them() -> None:
    linked = program(KIT.format(before="if not key: raise ValueError") + "kit = Kit('secret')\n")
    assert (len(linked.tools), list(linked.diagnostics)) == (1, [])


OWN = {"agno/__init__.py": "", "agno/inside.py": ""}


@pytest.mark.parametrize(
    ("params", "listed"), [("team", False), ("team=None", True), ("self, team=None", False), ("key=None", True)]
)
def test_what_a_framework_makes_itself_is_no_tool(params: str, listed: bool) -> None:
    source = (
        "from agno.tools.function import Function\n\n"
        f"def make({params}):\n    def f(a: int) -> int:\n        '''F.'''\n        return a\n    return Function.from_callable(f)\n"
    )
    linked = program({**OWN, "agno/inside.py": source})
    assert (len(linked.tools), [one.code for one in linked.diagnostics]) == ((1, []) if listed else (0, ["TC225"]))
    assert len(program({"acme/inside.py": source}).tools) == 1


@pytest.mark.parametrize(("beside", "listed"), [("agents/function_schema.py", False), ("agents/other.py", True)])
def test_a_folder_named_like_a_framework_is_the_programs_own(beside: str, listed: bool) -> None:
    files = {
        "agents/__init__.py": "from .tool import FunctionTool\n",
        "agents/tool.py": "class FunctionTool: ...\n",
        "agents/inside.py": (
            "from agents import FunctionTool\n"
            "async def run(context, given): ...\n"
            "def make(text):\n"
            "    return FunctionTool(name='find', description=text, params_json_schema={}, on_invoke_tool=run)\n"
        ),
        beside: "",
    }
    linked = program(files)
    assert (len(linked.tools), [one.code for one in linked.diagnostics]) == ((1, []) if listed else (0, ["TC225"]))


DEFAULTS = (
    "from mcp.server.fastmcp import FastMCP\n"
    "def make(prefix='', texts=None):\n"
    "    mcp = FastMCP('m')\n"
    "    said = texts or {}\n"
    "    @mcp.tool(name=prefix + 'find', description=said.get('find', 'Finds.'))\n"
    "    def find(a: int) -> int: ...\n"
    "    return mcp\n"
)


def test_a_function_that_nobody_calls_is_read_with_its_defaults() -> None:
    assert [(name, one.description, one.fidelity) for name, one in tools(DEFAULTS).items()] == [("find", "Finds.", "exact")]
    called = tools(DEFAULTS + "make('x_', {'find': 'Other.'})\n")
    assert [(name, one.description, one.fidelity) for name, one in called.items()] == [("x_find", "Other.", "exact")]
    given = tools(DEFAULTS.replace("prefix='', texts=None", "texts, prefix=''"))
    assert [one.fidelity for one in given.values()] == ["unknown"]


GATE = """
from dataclasses import dataclass

@dataclass
class Kit:
    more: bool = False

    def offer(self):
        if not self.more:
            return None
        return build(self)

def build(kit):
    mcp = FastMCP("m")

    @mcp.tool()
    def g(a: int) -> int: ...

    return mcp

Kit().offer()
"""


def test_a_call_that_never_happens_says_nothing_of_a_function() -> None:
    assert list(tools(MCP + GATE)) == ["g"]
