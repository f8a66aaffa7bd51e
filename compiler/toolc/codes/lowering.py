"""TC3xx: what annotations, defaults and docstrings mean under a system's rules."""

from toolc.codes.code import Code, Scene

_TINY = "from tinyagent import tool\n\n@tool\n"
_TINY_MENDED = Scene(_TINY + 'def search(query: str) -> str:\n    """Search."""\n    return query\n')
_BASIC = "from basic_agent import tool\n\n@tool\n"
_FAKE = 'from tinyagent import Tool\n\nfake = Tool(name="fake", func=lambda q: q, description="Fake.", parameters=%s)\n'
_TREE = "from pydantic import BaseModel\n\nclass Tree(BaseModel):\n    label: str\n\n"
_NODE = (
    "from typing import Annotated\nfrom pydantic import BaseModel, Field\n\nclass Node(BaseModel):\n"
    '    label: str\n    children: list["Node"] = []\n\n'
)
_FASTMCP = 'from fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'

CODES = (
    Code(
        "TC301", "missing-parameter-hint", "error",
        "tinyagent raises ToolDefinitionError: every parameter of a tool needs a type hint.",
        Scene(_TINY + 'def search(query) -> str:\n    """Search."""\n    return query\n'),
        _TINY_MENDED,
    ),
    Code(
        "TC302", "missing-return-hint", "error",
        "tinyagent raises ToolDefinitionError: a tool needs a return type.",
        Scene(_TINY + 'def search(query: str):\n    """Search."""\n    return query\n'),
        _TINY_MENDED,
    ),
    Code(
        "TC303", "not-a-function", "error",
        "tinyagent raises ToolDefinitionError: a tool must be a function, not a class or a method.",
        Scene(_TINY + 'class Search:\n    """Search."""\n'),
        _TINY_MENDED,
    ),
    Code(
        "TC304", "parameter-without-json", "error",
        "tinyagent raises ToolDefinitionError: a parameter's type must have a JSON form.",
        Scene(_TINY + 'def search(query: complex) -> str:\n    """Search."""\n    return ""\n'),
        _TINY_MENDED,
    ),
    Code(
        "TC305", "missing-docstring", "warning",
        "tinyagent warns at run time: without a docstring the model is told nothing about the tool.",
        Scene(_TINY + "def search(query: str) -> str:\n    return query\n"),
        _TINY_MENDED,
    ),
    Code(
        "TC306", "missing-documentation", "error",
        "The framework raises an error for a function without documentation.",
        Scene("def search(query: str) -> str:\n    return query\n", run="toolc list tools.py --system function_to_tool"),
        Scene('def search(query: str) -> str:\n    """Search."""\n', run="toolc list tools.py --system function_to_tool"),
    ),
    Code(
        "TC307", "unresolved-annotation", "warning",
        "The annotation names something toolc cannot follow, so the schema of this parameter is not known.",
        Scene(
            "import importlib\n" + _MCP
            + 'Query = importlib.import_module("shelf").Query\n\n@mcp.tool()\n'
            'def search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC308", "type-without-schema", "error",
        "The framework raises an error for this type: it has no JSON Schema.",
        Scene(
            "from collections.abc import Callable\n" + _MCP
            + '@mcp.tool()\ndef search(done: Callable[[], None]) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC309", "undecided-default", "warning",
        "The default is computed while the program runs; the schema is written without it.",
        Scene(
            "import os\n" + _MCP
            + '@mcp.tool()\ndef search(query: str = os.environ["Q"]) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str = "news") -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC310", "custom-schema-hook", "warning",
        "The class makes its own schema with code that toolc does not follow.",
        Scene(
            "from pydantic import BaseModel\n" + _MCP
            + "class Query(BaseModel):\n    text: str\n\n    @classmethod\n"
            "    def __get_pydantic_json_schema__(cls, core_schema, handler):\n        return compute(core_schema)\n\n"
            '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(
            "from pydantic import BaseModel\n" + _MCP
            + "class Query(BaseModel):\n    text: str\n\n"
            '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
    ),
    Code(
        "TC311", "enum-without-strings", "warning",
        "basic_agent writes `type: string` for every enum, so an enum with other values accepts no argument.",
        Scene(
            "import enum\nfrom basic_agent import tool\n\nclass Level(enum.Enum):\n    LOW = 1\n    HIGH = 2\n\n"
            '@tool\ndef log(level: Level) -> str:\n    """Log."""\n    return ""\n'
        ),
        Scene(
            'import enum\nfrom basic_agent import tool\n\nclass Level(enum.Enum):\n    LOW = "low"\n    HIGH = "high"\n\n'
            '@tool\ndef log(level: Level) -> str:\n    """Log."""\n    return ""\n'
        ),
    ),
    Code(
        "TC312", "recursion-cut", "warning",
        "The system writes structured types inline, so a type that contains itself is cut to a bare object where it repeats.",
        Scene(
            "import dataclasses\nfrom orbiter.tool import tool\n\n@dataclasses.dataclass\nclass Tree:\n"
            '    children: list["Tree"]\n\n@tool\ndef count(tree: Tree) -> str:\n    """Count."""\n    return ""\n'
        ),
        Scene(
            "import dataclasses\nfrom orbiter.tool import tool\n\n@dataclasses.dataclass\nclass Leaf:\n"
            '    label: str\n\n@tool\ndef count(leaf: Leaf) -> str:\n    """Count."""\n    return ""\n'
        ),
    ),
    Code(
        "TC313", "refused-parameter-name", "error",
        "The framework refuses this parameter name.",
        Scene(_MCP + '@mcp.tool()\ndef search(_query: str) -> str:\n    """Search."""\n    return ""\n'),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC314", "swallowed-parameter", "warning",
        "The framework silently leaves a parameter of this name out of the schema.",
        Scene(_MCP + '@mcp.tool()\ndef search(query: str, model_config: str = "") -> str:\n    """Search."""\n    return ""\n'),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str, config: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC315", "missing-caller", "error",
        "A pba tool receives its caller as first parameter; this function takes none.",
        Scene('def now() -> str:\n    """Tell the time."""\n', run="toolc list tools.py --system pba"),
        Scene('def now(self) -> str:\n    """Tell the time."""\n', run="toolc list tools.py --system pba"),
    ),
    Code(
        "TC316", "undecided-type", "warning",
        "Part of this type depends on code that toolc does not run, so its schema is not known.",
        Scene(
            "import os\nfrom pydantic import BaseModel, Field\n" + _MCP
            + 'class Query(BaseModel):\n    text: str = Field(max_length=int(os.environ["N"]))\n\n'
            '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(
            "from pydantic import BaseModel, Field\n" + _MCP
            + "class Query(BaseModel):\n    text: str = Field(max_length=200)\n\n"
            '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
    ),
    Code(
        "TC317", "uncalled-decorator", "error",
        "The MCP SDK raises TypeError: its tool decorator must be called.",
        Scene(_MCP + '@mcp.tool\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC318", "parameters-without-schema", "warning",
        "The parameters given by hand contain no keyword of JSON Schema. They are written as they are, and tell a client "
        "nothing.",
        Scene(_FAKE % '{"q": "string"}'),
        Scene(_FAKE % '{"type": "object", "properties": {"q": {"type": "string"}}}'),
    ),
    Code(
        "TC319", "tool-without-schema", "error",
        "The tool object has no schema, and no callable from which the framework could make one.",
        Scene('from agent.tools import Tool\n\ntool = Tool(name="ping", mcp_server="weather")\n'),
        Scene('from agent.tools import Tool\n\ntool = Tool(name="ping", schema={"type": "object"}, mcp_server="weather")\n'),
    ),
    Code(
        "TC320", "unhinted-parameter", "warning",
        "basic_agent leaves parameters without a type hint out of the schema; this one has no default either.",
        Scene(_BASIC + 'def search(query) -> str:\n    """Search."""\n    return query\n'),
        Scene(_BASIC + 'def search(query: str) -> str:\n    """Search."""\n    return query\n'),
    ),
    Code(
        "TC321", "method-as-tool", "warning",
        "Inside its class a method is not bound to an object yet, so callers would have to pass `self`.",
        Scene(
            "from orbiter.tool import tool\n\nclass Index:\n    @tool\n"
            '    def search(self, query: str) -> str:\n        """Search."""\n        return query\n'
        ),
        Scene(
            "from orbiter.tool import tool\n\nclass Index:\n    @tool\n    @staticmethod\n"
            '    def search(query: str) -> str:\n        """Search."""\n        return query\n'
        ),
    ),
    Code(
        "TC322", "quoted-name-in-alias", "warning",
        "pydantic looks up the quoted names of a plain alias in the module of the class that uses it, not in the module of "
        "the alias.",
        Scene(_TREE + "Trees = list[\"Tree\"]\n", run="toolc types tools.py"),
        Scene(_TREE + "type Trees = list[Tree]\n", run="toolc types tools.py"),
    ),
    Code(
        "TC323", "shared-reference", "warning",
        "pydantic keeps one object for all uses of some types, such as a recursive model, so what one use adds shows at all "
        "of them.",
        Scene(
            _NODE + 'class Named(BaseModel):\n    nodes: list[Annotated[Node, Field(description="By name.")]]\n',
            run="toolc types tools.py",
        ),
        Scene(
            _NODE + 'class Named(BaseModel):\n    nodes: Annotated[list[Node], Field(description="By name.")]\n',
            run="toolc types tools.py",
        ),
    ),
    Code(
        "TC328", "two-orders-of-a-union", "warning",
        "typing returns one object for equal annotations, so a union has the order of whichever annotation is evaluated first.",
        Scene(
            "from typing import List, Union\nfrom orbiter.tool import tool\n\n"
            '@tool\ndef add(items: List[Union[int, str]]) -> str:\n    """Add."""\n    return ""\n\n\n'
            '@tool\ndef drop(items: List[Union[str, int]]) -> str:\n    """Drop."""\n    return ""\n'
        ),
        Scene(
            "from typing import List, Union\nfrom orbiter.tool import tool\n\n"
            '@tool\ndef add(items: List[Union[int, str]]) -> str:\n    """Add."""\n    return ""\n\n\n'
            '@tool\ndef drop(items: List[Union[int, str]]) -> str:\n    """Drop."""\n    return ""\n'
        ),
    ),
    Code(
        "TC332", "undefined-name", "error",
        "Nothing in the module defines this name, so Python raises NameError when it evaluates the annotation, default, base "
        "class, description or decorator.",
        Scene(_MCP + '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'),
        Scene(_MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'),
    ),
    Code(
        "TC333", "missing-package", "warning",
        "An annotation uses something from a package that toolc cannot read, so the schema of this parameter is not known. "
        "Each package is reported once.",
        Scene(
            "from shelf import Query\n" + _MCP
            + '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n'
        ),
        Scene(
            "from shelf import Query\n" + _MCP
            + '@mcp.tool()\ndef search(query: Query) -> str:\n    """Search."""\n    return ""\n',
            files={"libs/shelf.py": "Query = str\n"},
            run="toolc list tools.py --search-path libs",
        ),
    ),
    Code(
        "TC334", "missing-module", "error",
        "The installed version of a framework has no module or name that the program imports, so Python raises "
        "ModuleNotFoundError or ImportError and the module registers no tools. Install a version that has it, name another "
        "environment with `--search-path`, or pass the version with `--assume`.",
        Scene(
            _MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n',
            files={"libs/mcp/__init__.py": "", "libs/mcp/server/__init__.py": "class MCPServer:\n    pass\n"},
            run="toolc list tools.py --search-path libs",
        ),
        Scene(
            _MCP + '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n',
            files={"libs/mcp/__init__.py": "", "libs/mcp/server/__init__.py": "class MCPServer:\n    pass\n"},
            run="toolc list tools.py --search-path libs --assume mcp=1.30.0",
        ),
    ),
    Code(
        "TC335", "newer-framework", "note",
        "The installed version of a framework is newer than the newest that toolc knows: if it reads functions differently "
        "now, what toolc writes may differ.",
        Scene(
            _FASTMCP + '@mcp.tool\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n',
            run="toolc list tools.py --assume fastmcp=9.0.0",
        ),
        Scene(
            _FASTMCP + '@mcp.tool\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n',
            run="toolc list tools.py --assume fastmcp=4.0.0",
        ),
    ),
)  # fmt: skip
