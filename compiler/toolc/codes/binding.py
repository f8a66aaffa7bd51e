"""TC2xx: what names mean, and which definitions are tools."""

from textwrap import indent

from toolc.codes.code import Code, Scene

_HEAD = "from orbiter.tool import tool\n\n"
_BODY = '''def search(query: str) -> str:
    """Search the web."""
    return query
'''

_LISTING = 'from mcp.server import Server\nfrom mcp.types import Tool\n\nserver = Server("web")\n'
_LISTED = '{}Tool(name="search", description="Search.", inputSchema={{"type": "object"}}){}\n'

_CHOOSING = (
    "from fastmcp import FastMCP\nfrom fastmcp.server.middleware import Middleware\n\nclass Choice(Middleware):\n"
    "    async def on_list_tools(self, context, call_next):\n        tools = await call_next(context)\n        return %s\n\n"
    'mcp = FastMCP("web")\nmcp.add_middleware(Choice())\n\n@mcp.tool\n' + _BODY
)

_KEYED = (
    "from agno.tools import Toolkit\n\nclass Search(Toolkit):\n    def __init__(self, token=None):\n        if %s:\n"
    "            raise ValueError('token')\n        super().__init__(name='search', tools=[self.search])\n\n"
    '    def search(self, query: str) -> str:\n        """Search."""\n        return ""\n'
)

_TEAM = (
    "from agno.tools.function import Function\n\ndef history(team):\n    def get_history(count: int) -> str:\n"
    '        """Read."""\n        return ""\n\n    return Function.from_callable(get_history)\n'
)

_TOLD = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n' + _BODY + "\n"
_TOOL = "from pydantic_ai import Tool\n\n" + _BODY + "\n"

_SPEC = (
    "from llama_index.core.tools.tool_spec.base import BaseToolSpec\n\nclass Shop(BaseToolSpec):\n"
    '    spec_functions = ["search"]\n\n    def search(self, query: str) -> str:\n        """Search."""\n'
    "        return query\n\n"
)
CODES = (
    Code(
        "TC201", "dynamic-name", "warning",
        "The tool's name is computed while the program runs, so toolc knows that the tool exists but not what callers call it.",
        Scene("import os\n" + _HEAD + '@tool(name=os.environ["SEARCH_TOOL"])\n' + _BODY),
        Scene(_HEAD + '@tool(name="web_search")\n' + _BODY),
    ),
    Code(
        "TC202", "dynamic-description", "warning",
        "The description, or another fact beside the schemas (title, icons, `_meta`), is computed while the program runs, so "
        "the tool is written without it.",
        Scene("import os\n" + _HEAD + '@tool(description=os.environ["ABOUT"])\n' + _BODY),
        Scene(_HEAD + '@tool(description="Search the internet.")\n' + _BODY),
    ),
    Code(
        "TC203", "dynamic-schema", "warning",
        "The tool's parameters are given as a value that toolc cannot compute without running the program.",
        Scene(
            "import json\nfrom orbiter.tool import Tool\n\nclass Query(Tool):\n"
            '    name = "query"\n    description = "Run a query."\n    parameters = json.load(open("query.json"))\n'
        ),
        Scene(
            "from orbiter.tool import Tool\n\nclass Query(Tool):\n"
            '    name = "query"\n    description = "Run a query."\n'
            '    parameters = {"type": "object", "properties": {"sql": {"type": "string"}}}\n'
        ),
    ),
    Code(
        "TC204", "unknown-callable", "warning",
        "A function is registered as a tool, but toolc cannot find its definition.",
        Scene(
            "from orbiter.tool import FunctionTool\nfrom plugins import load\n\n"
            't = FunctionTool(load("search"), name="search")\n'
        ),
        Scene("from orbiter.tool import FunctionTool\n\n" + _BODY + "\nt = FunctionTool(search)\n"),
    ),
    Code(
        "TC205", "undecided-condition", "warning",
        "The name is bound in several places, and conditions that depend on the running program decide which one counts.",
        Scene(
            "import os\nfrom orbiter.tool import FunctionTool\n\nif os.name == 'nt':\n    def look(path: str) -> str:\n"
            '        """Look."""\nelse:\n    def look(inode: int) -> str:\n        """Look."""\n\nt = FunctionTool(look)\n'
        ),
        Scene(
            "import sys\nfrom orbiter.tool import FunctionTool\n\nif sys.version_info >= (3, 8):\n"
            '    def look(path: str) -> str:\n        """Look."""\n'
            'else:\n    def look(inode: int) -> str:\n        """Look."""\n\nt = FunctionTool(look)\n'
        ),
    ),
    Code(
        "TC206", "unknown-decorator", "warning",
        "A decorator between the framework's and the function may change the parameters. toolc writes those of the function; "
        "`functools.wraps` keeps them.",
        Scene(
            "from orbiter.tool import tool\nfrom plugins import limited\n\n"
            '@tool\n@limited\ndef search(query: str) -> str:\n    """Search the web."""\n'
        ),
        Scene(
            "import functools\nfrom orbiter.tool import tool\n\ndef limited(fn):\n    @functools.wraps(fn)\n"
            "    def inner(**given):\n        return fn(**given)\n    return inner\n\n"
            '@tool\n@limited\ndef search(query: str) -> str:\n    """Search the web."""\n'
        ),
    ),
    Code(
        "TC210", "ambiguous-tool-file", "error",
        "A tool file is one tool: the function named as the file, else its only public function. This file has several.",
        Scene(
            'def add(self, a: int) -> int:\n    """Add."""\n\ndef multiply(self, a: int) -> int:\n    """Multiply."""\n',
            run="toolc list tools.py --system pba",
        ),
        Scene('def add(self, a: int) -> int:\n    """Add."""\n', run="toolc list tools.py --system pba"),
    ),
    Code(
        "TC211", "missing-tool-file", "warning",
        "The program loads tools from files that toolc was not given, so these tools are missing.",
        Scene('from agent.tools import Tool\n\ntool = Tool.from_file("agent/tools/clock.py")\n', run="toolc list ."),
        Scene(
            'from agent.tools import Tool\n\ntool = Tool.from_file("agent/tools/clock.py")\n', run="toolc list .",
            files={"agent/tools/clock.py": 'def now(self) -> str:\n    """Tell the time."""\n'},
        ),
    ),
    Code(
        "TC212", "tools-made-at-run-time", "note",
        "Which tools this call makes depends on values that exist only while the program runs, so they are missing from the "
        "outputs.",
        Scene("from agent.tools import Tool\n\ndef adopt(listed, server):\n    return Tool.from_mcp_tool(listed, server)\n"),
        Scene(
            'from agent.tools import Tool\n\ntool = Tool(name="ping", schema={"type": "object"}, mcp_server="weather")\n'
        ),
    ),
    Code(
        "TC213", "uncalled-helper", "note",
        "A function registers its argument as a tool, but toolc found no call of it, so it makes no tool.",
        Scene("from orbiter.tool import FunctionTool\n\ndef offer(function):\n    return FunctionTool(function)\n"),
        Scene(
            "from orbiter.tool import FunctionTool\n\ndef offer(function):\n    return FunctionTool(function)\n\n"
            + _BODY + "\noffer(search)\n"
        ),
    ),
    Code(
        "TC214", "conditional-tool", "note",
        "Whether the tool is registered depends on a condition that only the running program decides. toolc writes it as "
        "if it were.",
        Scene("from plugins import wanted\n" + _HEAD + "if wanted():\n    @tool\n" + indent(_BODY, "    ")),
        Scene(_HEAD + "@tool\n" + _BODY),
    ),
    Code(
        "TC215", "tools-changed-in-place", "warning",
        "The program changes its tools after they are registered in a way that toolc does not follow: callers may see others.",
        Scene(
            'import plugins\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY
            + "\nfor tool in mcp._tool_manager.list_tools():\n    plugins.shorten(tool.parameters)\n"
        ),
        Scene('from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY),
    ),
    Code(
        "TC216", "unresolved-tool-list", "note",
        "A handler computes the list of tools while the program runs. toolc takes every tool object that the program makes.",
        Scene(
            "import plugins\n" + _LISTING + _LISTED.format("search = ", "")
            + "\n@server.list_tools()\nasync def list_tools():\n    return [search, *plugins.tools()]\n"
        ),
        Scene(
            _LISTING + _LISTED.format("search = ", "")
            + "\n@server.list_tools()\nasync def list_tools():\n    return [search]\n"
        ),
    ),
    Code(
        "TC217", "calls-too-deep", "warning",
        "The program exceeds a limit of the analysis (steps, forks or nested calls); tools registered after that point may be "
        "missing.",
        Scene(
            "from mcp.server.fastmcp import FastMCP\n\ndef register(server: FastMCP):\n    for row in range(1000):\n"
            "        for column in range(1000):\n            row * column\n\n    @server.tool()\n" + indent(_BODY, "    ")
        ),
        Scene(
            "from mcp.server.fastmcp import FastMCP\n\ndef register(server: FastMCP):\n    @server.tool()\n"
            + indent(_BODY, "    ")
        ),
    ),
    Code(
        "TC218", "partly-dynamic-names", "note",
        "A function that makes tools is called several times, and for one call the names of the tools are not known.",
        Scene(
            'import os\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\ndef offer(prefix):\n'
            "    @mcp.tool(name=prefix + \"search\")\n" + indent(_BODY, "    ")
            + '\noffer("web_")\noffer(os.environ["PREFIX"])\n'
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\ndef offer(prefix):\n'
            "    @mcp.tool(name=prefix + \"search\")\n" + indent(_BODY, "    ")
            + '\noffer("web_")\noffer("net_")\n'
        ),
    ),
    Code(
        "TC219", "unresolved-server-contents", "warning",
        "A server is given tools, another server, or the function that lists its tools, as a value that exists only while the "
        "program runs. Those tools are missing.",
        Scene('from fastmcp import FastMCP\nfrom plugins import find\n\nmcp = FastMCP("web")\nmcp.mount(find("search"))\n'),
        Scene(
            'from fastmcp import FastMCP\n\nfound = FastMCP("search")\nmcp = FastMCP("web")\nmcp.mount(found)\n'
        ),
    ),
    Code(
        "TC220", "unreached-registration", "note",
        "A function or module registers tools on a server that it is given, and the package that makes a server never uses "
        "it. The tools are on no server and are left out.",
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY
            + "\ndef offer(server: FastMCP):\n    @server.tool()\n    def fetch(url: str) -> str: ...\n"
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY
            + "\ndef offer(server: FastMCP):\n    @server.tool()\n    def fetch(url: str) -> str: ...\n\noffer(mcp)\n"
        ),
    ),
    Code(
        "TC221", "unresolved-server", "warning",
        "A function registers tools on a parameter, and toolc cannot tell whether it is a server. The tools are missing.",
        Scene(
            'from mcp.server.fastmcp import FastMCP\nfrom plugins import load\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY
            + "\ndef offer(server):\n    @server.tool()\n    def fetch(url: str) -> str: ...\n\nload(offer)\n"
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\nfrom plugins import load\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n' + _BODY
            + "\ndef offer(server: FastMCP):\n    @server.tool()\n    def fetch(url: str) -> str: ...\n\nload(offer)\n"
        ),
    ),
    Code(
        "TC222", "unset-environment", "note",
        "The tool is registered only if an environment variable is set or a command-line option is given. toolc was given "
        "none, so the tool is left out. Pass `--env NAME=VALUE`, or set it under `environment`.",
        Scene("import os\n" + _HEAD + 'if os.environ.get("SEARCH"):\n    @tool\n' + indent(_BODY, "    ")),
        Scene(
            "import os\n" + _HEAD + 'if os.environ.get("SEARCH"):\n    @tool\n' + indent(_BODY, "    "),
            run="toolc list tools.py --env SEARCH=1",
        ),
    ),
    Code(
        "TC223", "left-out-by-default", "note",
        "The tool is registered only if a function gets an argument that nothing in the program passes, so the tool is left "
        "out.",
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\ndef make(admin: bool = False):\n    mcp = FastMCP("web")\n'
            "    if admin:\n        @mcp.tool()\n" + indent(_BODY, "        ") + "    return mcp\n"
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\ndef make(admin: bool = False):\n    mcp = FastMCP("web")\n'
            "    if admin:\n        @mcp.tool()\n" + indent(_BODY, "        ") + "    return mcp\n\nserver = make(admin=True)\n"
        ),
    ),
    Code(
        "TC224", "toolkit-not-made", "note",
        "The toolkit raises an error if it is created without arguments, such as a key, and the program never creates it, so "
        "none of its tools are registered.",
        Scene(_KEYED % "token is None"),
        Scene(_KEYED % "token is None" + '\n\nsearch = Search(token="secret")\n'),
    ),
    Code(
        "TC225", "tools-of-the-framework", "note",
        "This is the source of a framework, which makes these tools while agents of other programs run. They are not tools of "
        "this program.",
        Scene("x = 1\n", run="toolc list agno", files={"agno/__init__.py": "", "agno/team.py": _TEAM}),
        Scene("x = 1\n", run="toolc list acme", files={"acme/__init__.py": "", "acme/team.py": _TEAM}),
    ),
    Code(
        "TC226", "filtered-tool-list", "note",
        "A function of the program answers `tools/list` and may leave tools out, depending on who asks or how the server is "
        "configured.",
        Scene(_CHOOSING % '[tool for tool in tools if tool.name != "search"]'),
        Scene(_CHOOSING % "tools"),
    ),
    Code(
        "TC227", "unfinished-code", "warning",
        "This code raises an exception as far as toolc follows it, so what it would do after that is not known, and tools "
        "that it registers there are missing.",
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nlimits = {}\n\ndef main() -> None:\n    print(limits["size"])\n'
            '    mcp = FastMCP("web")\n\n    @mcp.tool()\n' + indent(_BODY, "    ")
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nlimits = {}\n\ndef main() -> None:\n    print(limits.get("size"))\n'
            '    mcp = FastMCP("web")\n\n    @mcp.tool()\n' + indent(_BODY, "    ")
        ),
    ),
    Code(
        "TC228", "read-from-a-file", "note",
        "The program reads this from a file of its own, beside its source. toolc takes what the file holds now.",
        Scene(
            'import json\nfrom pathlib import Path\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n'
            'TEXTS = json.loads((Path(__file__).parent / "texts.json").read_text())\n\n'
            '@mcp.tool(description=TEXTS["fetch"])\n' + _BODY,
            files={"texts.json": '{"fetch": "Fetch a page."}\n'},
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\nTEXTS = {"fetch": "Fetch a page."}\n\n'
            '@mcp.tool(description=TEXTS["fetch"])\n' + _BODY
        ),
    ),
    Code(
        "TC230", "name-for-checkers", "warning",
        "The annotation uses a name that is imported for type checkers only (`if TYPE_CHECKING`). The framework evaluates "
        "annotations at run time and cannot find it.",
        Scene(
            "from typing import TYPE_CHECKING\nfrom mcp.server.fastmcp import FastMCP\n\nif TYPE_CHECKING:\n"
            '    from decimal import Decimal\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n'
            'def pay(amount: "Decimal") -> str:\n    """Pay."""\n    return ""\n'
        ),
        Scene(
            'from decimal import Decimal\nfrom mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("web")\n\n@mcp.tool()\n'
            'def pay(amount: "Decimal") -> str:\n    """Pay."""\n    return ""\n'
        ),
    ),
    Code(
        "TC231", "overwritten-metadata", "warning",
        "Another statement sets the docstring, annotations or name of the function, so the framework may read something "
        "other than the definition says.",
        Scene(_SPEC + 'Shop.search.__doc__ = "Search the shop."\n'),
        Scene(_SPEC),
    ),
    Code(
        "TC232", "unfollowed-change", "warning",
        "What is registered depends on an object that is changed in a way toolc does not follow: in a function, under a "
        "condition, through another name or an attribute, or by code that is not read.",
        Scene("import plugins\n" + _TOLD + "mcp.add_tool(search)\nplugins.extend(mcp)\n"),
        Scene(_TOLD + "mcp.add_tool(search)\n"),
    ),
    Code(
        "TC233", "unfollowed-registration", "warning",
        "A method that registers tools on a server is passed on, stored, or called on an object that toolc cannot follow, so "
        "tools may be missing.",
        Scene("from plugins import servers\n" + _TOLD + "for server in servers():\n    server.add_tool(search)\n"),
        Scene(_TOLD + "mcp.add_tool(search)\n"),
    ),
    Code(
        "TC234", "name-may-be-taken", "note",
        "Several registrations may use the name of this tool, and it is not certain which one the server keeps.",
        Scene(
            "import plugins\n" + _TOLD + "mcp.add_tool(search, name=plugins.NAME)\n\n@mcp.tool()\n"
            'def look(page: int) -> str:\n    """Look."""\n    return ""\n'
        ),
        Scene(_TOLD + "mcp.add_tool(search)\n"),
    ),
    Code(
        "TC250", "dropped-tool", "note",
        "The program makes a tool only to read an attribute of it, such as its schema, so no model is offered it.",
        Scene("from pydantic_ai import Tool\n\n" + _BODY + "\nSCHEMA = Tool(search).function_schema\n"),
        Scene("from pydantic_ai import Tool\n\n" + _BODY + "\nSEARCH = Tool(search)\n"),
    ),
)  # fmt: skip
