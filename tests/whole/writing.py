"""Random servers with tools, prompts, resources, templates and instructions: a pure function of a seed and a dialect.

Takes a dialect (`mcp`, `mcp2`, `fastmcp2`, `fastmcp3`, `fastmcp4`), returns the text of a module that makes one or two servers.
"""

from collections.abc import Sequence
from random import Random

DIALECTS = ("mcp", "mcp2", "fastmcp2", "fastmcp3", "fastmcp4")
LOW_DIALECTS = ("mcp", "mcp2")

_HEADS = {
    "mcp": (
        "from mcp.server.fastmcp import Context, FastMCP\n"
        "from mcp.server.fastmcp.prompts import Prompt\n"
        "from mcp.server.fastmcp.resources import FunctionResource, TextResource\n"
        "from mcp.types import Annotations, Icon, ToolAnnotations\n"
    ),
    "mcp2": (
        "from mcp.server import MCPServer as FastMCP\n"
        "from mcp.server.mcpserver import Context\n"
        "from mcp.server.mcpserver.prompts import Prompt\n"
        "from mcp.server.mcpserver.resources import FunctionResource, TextResource\n"
        "from mcp.types import Annotations, Icon, ToolAnnotations\n"
    ),
    "fastmcp": (
        "from fastmcp import Context, FastMCP\n"
        "from fastmcp.prompts import Prompt\n"
        "from fastmcp.resources import TextResource\n"
        "from mcp.types import Annotations, Icon, ToolAnnotations\n"
    ),
}
_SHARED = '''
from typing import Annotated, Any, Literal, Optional

from pydantic import BaseModel, Field

NOTES = {"team": "north", "sizes": (1, 2), "inner": {"a": None}}
PIN = Icon(src="https://a.example/pin.png", sizes=["48x48"])
LEVEL = "high"


class Point(BaseModel):
    """A place."""

    lat: float
    lon: float = 0.5

'''
_TYPES = (
    "str", "str", "str", "int", "bool", "list[str]", "Optional[str]", "Literal['a', 'b']", "Point", "dict[str, Any]", "float",
    "Annotated[str, Field(description='Outcome here')]", "Annotated[int, Field(ge=1)]", "str | None", "Any",
)  # fmt: skip
_DEFAULTS = {"str": "'x'", "int": "3", "bool": "False", "Optional[str]": "None", "str | None": "None", "list[str]": "['a']"}
_TEXTS = ('"Words."', '"""Two\\n\\n    lines."""', "'é'", '"Level " + LEVEL', "''")
_METAS = ("NOTES", "{'a': 1}", "{'ui': {'resourceUri': 'ui://a/b.html'}}", "dict(NOTES, more=True)", "None")
_ICONS = ("[PIN]", "[PIN, Icon(src='data:image/png;base64,AAAA')]")
_MIMES = ("'text/markdown'", "'application/json'", "'image/png'")
_SCHEMES = ("shop", "config", "docs+v1", "https", "file", "http")


class Writer:
    """Writes one module."""

    def __init__(self, rng: Random, dialect: str) -> None:
        self.rng, self.dialect = rng, dialect
        self.fast = dialect.startswith("fastmcp")
        self.later = dialect in ("fastmcp3", "fastmcp4")
        self.count = 0

    def module(self) -> str:
        future = "from __future__ import annotations\n" if not self.fast and self.chance(0.15) else ""
        lines = [self.server("mcp", "Main")]
        if mounted := self.fast and self.chance(0.4):
            lines.append(self.server("child", "Child"))
        servers = ["mcp", *(["child"] if mounted else [])]
        for _ in range(self.rng.randint(2, 7)):
            write = self.rng.choice([self.tool, self.prompt, self.prompt, self.resource, self.template, self.added])
            lines.append(write(self.rng.choice(servers)))
        if mounted:
            name = "prefix" if self.dialect == "fastmcp2" else "namespace"
            lines.append(self.rng.choice([f"mcp.mount(child, {name}='in')", "mcp.mount(child)"]))
        if self.later and self.chance(0.2):
            lines.insert(
                self.rng.randint(len(servers), len(lines)), f"mcp.disable(names={{'f{self.rng.randint(1, self.count)}', 'a'}})"
            )
        if self.dialect == "mcp2" and self.chance(0.2):
            lines += ["def gone() -> str: ...\n\n\nmcp.add_prompt(Prompt.from_function(gone))\nmcp.remove_prompt('gone')"]
        if self.later and self.chance(0.2):
            lines += [
                "mcp.add_resource(TextResource(uri='shop://gone', text='t'))\nmcp.local_provider.remove_resource('shop://gone')"
            ]
        if self.chance(0.15):
            inner = "_lowlevel_server" if self.dialect == "mcp2" else "_mcp_server"
            lines.append(f"mcp.{inner}.version = '9.{self.rng.randint(0, 9)}'")
        if self.chance(0.3):
            lines.append(self.completion())
        head = _HEADS["fastmcp" if self.fast else self.dialect]
        return f"{future}{head}{_SHARED}\n" + "\n\n".join(lines) + "\n"

    def completion(self) -> str:
        ways = {
            "fastmcp2": ["_mcp_server.completion()"],
            "fastmcp3": ["_mcp_server.completion()"],
            "fastmcp4": ["completion", "completion()"],
        }
        way = self.rng.choice(ways.get(self.dialect, ["completion()"]))
        return f"@mcp.{way}\nasync def complete(ref, argument, context):\n    return None"

    # --- what there is ---

    def server(self, variable: str, name: str) -> str:
        given = [("instructions", self.text()), ("website_url", "'https://a.example'"), ("icons", self.rng.choice(_ICONS))]
        if self.dialect == "mcp2":
            given += [("resources", "[TextResource(uri='shop://ready', name='ready', text='t')]")]
            given += [("title", "'A Title'"), ("description", "'What it does'"), ("version", "'1.2'")]
        if self.fast:
            given += [("version", "'3.4'")]
        if self.later:
            given += [("experimental_capabilities", "{'trial': {'level': LEVEL}}")]
        if self.dialect == "fastmcp2":
            given += [("include_fastmcp_meta", "False")]
        return f"{variable} = FastMCP({', '.join([repr(name), *self.some(given, 0.4)])})"

    def tool(self, server: str) -> str:
        return self.function(f"@{server}.tool({', '.join(self.some(self.facts(tool=True)))})")

    def prompt(self, server: str) -> str:
        facts = [one for one in self.facts() if one[0] not in (("meta",) if not self.fast else ())]
        bare = self.fast and self.chance(0.2)
        return self.function(f"@{server}.prompt" + ("" if bare else f"({', '.join(self.some(facts))})"))

    def resource(self, server: str) -> str:
        facts = [*self.facts(), ("mime_type", self.rng.choice(_MIMES)), ("annotations", "Annotations(priority=0.5)")]
        given = [repr(self.address()), *self.some(facts)]
        return self.function(f"@{server}.resource({', '.join(given)})", parameters=[])

    def template(self, server: str) -> str:
        names = self.rng.sample(["item", "user", "page"], self.rng.randint(1, 2))
        uri = self.address() + "".join(f"/{{{name}}}" for name in names)
        facts = [*self.facts(), ("mime_type", self.rng.choice(_MIMES))]
        context = [] if self.chance(0.8) else ["ctx: Context"]
        parameters = [*(f"{name}: {self.rng.choice(['str', 'int'])}" for name in names), *context]
        return self.function(f"@{server}.resource({', '.join([repr(uri), *self.some(facts)])})", parameters=parameters)

    def added(self, server: str) -> str:
        self.count += 1
        uri = f"shop://added/{self.count}"
        way = self.rng.randint(0, 2)
        if way == 0:
            given = self.some([("name", "'one'"), ("title", "'T'"), ("description", self.text()), ("mime_type", "'text/html'")])
            return f"{server}.add_resource(TextResource({', '.join([f'uri={uri!r}', 'text=LEVEL', *given])}))"
        if way == 1:
            made = f"    {server}.add_resource(TextResource(uri=f'shop://kind/{self.count}/{{kind}}', name=kind, text='t'))"
            return f"for kind in ('a', 'b'):\n{made}"
        name = f"added{self.count}"
        return f"def {name}(word: str, times: int = 2) -> str:\n    return word\n\n\n{server}.add_prompt(Prompt.from_function({name}))"

    # --- parts ---

    def function(self, decorator: str, parameters: Sequence[str] | None = None) -> str:
        self.count += 1
        name = f"f{self.count}"
        given = self.parameters() if parameters is None else parameters
        body = self.rng.choice(["return 'done'", "return LEVEL + '!'", "return str(name)", "..."])
        start = self.rng.choice(["", "", "async "])
        doc = self.doc([one.partition(":")[0] for one in given])
        returns = self.rng.choice([" -> str", "", " -> bytes"])
        return f"{decorator}\n{start}def {name}({', '.join(given)}){returns}:\n{doc}    {body}"

    def parameters(self) -> list[str]:
        names = self.rng.sample(["name", "count", "where", "mode"], self.rng.randint(0, 3))
        made, defaulted = [], False
        for name in names:
            type_ = self.rng.choice(_TYPES)
            defaulted = defaulted or self.chance(0.35)
            if defaulted and type_ not in _DEFAULTS:
                type_ = "str"
            made.append(f"{name}: {type_}" + (f" = {_DEFAULTS[type_]}" if defaulted else ""))
        if self.chance(0.1):
            made = [one.partition(":")[0] if "=" not in one else one for one in made]
        return made

    def doc(self, names: Sequence[str]) -> str:
        if self.chance(0.25):
            return ""
        lines = [
            "Do it.",
            *(["", "Args:", *(f"    {name}: What {name} is." for name in names)] if names and self.chance(0.5) else []),
        ]
        body = "\n".join(f"    {line}" if line and at else line for at, line in enumerate(lines))
        return f'    """{body}{chr(10) + "    " if len(lines) > 1 else ""}"""\n'

    def facts(self, tool: bool = False) -> list[tuple[str, str]]:
        self.count += 1
        found = [
            ("name", f"'named{self.count}'"),
            ("title", self.rng.choice(["'A Title'", "LEVEL.title()"])),
            ("description", self.text()),
            ("icons", self.rng.choice(_ICONS)),
            ("meta", self.rng.choice(_METAS)),
        ]
        if tool:
            hint = "read_only_hint" if self.dialect in ("mcp2", "fastmcp4") else "readOnlyHint"
            found.append(("annotations", f"ToolAnnotations({hint}=True, title='Hinted')"))
        if self.fast:
            found.append(("tags", self.rng.choice(["{'b', 'a'}", "{'one'}", "set()"])))
        if self.later:
            found.append(("version", self.rng.choice(["'1.0'", "2"])))
        return found

    def address(self) -> str:
        self.count += 1
        scheme = self.rng.choice(_SCHEMES)
        if scheme == "file":
            return f"file:///data/{self.count}.txt"
        if scheme in ("http", "https"):
            return self.rng.choice([f"{scheme}://a{self.count}.example", f"{scheme}://A.example/p{self.count}"])
        return self.rng.choice([f"{scheme}://data{self.count}", f"{scheme}://data/{self.count}/x"])

    def text(self) -> str:
        return self.rng.choice(_TEXTS)

    def some(self, facts: Sequence[tuple[str, str]], share: float = 0.3) -> list[str]:
        return [f"{name}={value}" for name, value in facts if self.chance(share)]

    def chance(self, share: float) -> bool:
        return self.rng.random() < share


_LOW = """from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.types import Annotations, Icon, Prompt, PromptArgument, Resource, ResourceTemplate, Tool, ToolAnnotations, ToolExecution
from mcp.types import ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult
from pydantic import AnyUrl

PIN = Icon(src="https://a.example/pin.png")
NAMES = ("one", "two")
"""
_LOW_FACTS = {
    "Tool": (
        "title='T'", "description='D'", "icons=[PIN]", "annotations=ToolAnnotations(idempotentHint=False)", "**{'_meta': {'a': [1]}}",
        "execution=ToolExecution(taskSupport='optional')", "outputSchema={'type': 'object'}",
    ),
    "Prompt": (
        "title='T'", "description='D'", "icons=[PIN]", "arguments=[PromptArgument(name='a', required=True), PromptArgument(name='b')]",
        "arguments=[PromptArgument(name=one, description=one.title()) for one in NAMES]", "**{'_meta': {'a': None}}",
    ),
    "Resource": (
        "title='T'", "description='D'", "icons=[PIN]", "mimeType='text/plain'", "size=12", "annotations=Annotations(priority=1)",
    ),
}  # fmt: skip


_RESULTS = {
    "list_tools": ("ListToolsResult", "tools"),
    "list_prompts": ("ListPromptsResult", "prompts"),
    "list_resources": ("ListResourcesResult", "resources"),
    "list_resource_templates": ("ListResourceTemplatesResult", "resource_templates"),
}
_ABLE = {"mcp": ("completion", "set_logging_level"), "mcp2": ("completion", "set_logging_level", "subscriptions_listen")}
_LOW_SERVER = ("version='1.2'", "instructions='Ask for ' + NAMES[0] + '.'", "website_url='https://a.example'", "icons=[PIN]")
_RUN = "async def main(read, write):\n    await server.run(read, write, options())\n"
_NOTIFYING = (
    "NotificationOptions()",
    "NotificationOptions(tools_changed=True)",
    "NotificationOptions(True, resources_changed=True)",
)
_SAID = (
    "server.create_initialization_options({notifying})",
    "server.create_initialization_options({notifying}, {{'trial': {{}}}})",
    "InitializationOptions(server_name='said', server_version='0.1', capabilities=server.get_capabilities({notifying}, {{}}))",
)


def low_level(rng: Random, dialect: str) -> str:
    """Write a low-level server of one version of mcp, whose handlers list objects."""

    def facts(kind: str) -> str:
        chosen = {one.partition("=")[0]: one for one in _LOW_FACTS[kind] if rng.random() < 0.35}
        if dialect == "mcp2":
            chosen.pop("execution", None)  # mcp 2 sends it to clients of 2025-11-25 alone, as it does nothing (null) in `_meta`
            chosen = {name: one.replace("None", "0") for name, one in chosen.items()}
        return "".join(f", {one}" for one in chosen.values())

    def handler(way: str, made: Sequence[str]) -> str:
        body = f"    return [{', '.join(made)}]\n"
        if dialect == "mcp":
            return f"\n\n@server.{way}()\nasync def {way}():\n{body}"
        result, key = _RESULTS[way]
        return f"\n\nasync def {way}(ctx, params):\n    return {result}({key}=[{', '.join(made)}])\n"

    count = rng.randint(1, 3)
    tools = [f"Tool(name='t{at}', inputSchema={{'type': 'object'}}{facts('Tool')})" for at in range(count)]
    prompts = [f"Prompt(name='p{at}'{facts('Prompt')})" for at in range(rng.randint(0, 3))]
    prompts += ["*(Prompt(name=one) for one in NAMES)"] if rng.random() < 0.3 else []
    addresses = ["'shop://{}'", "'https://A.example/{}'", *(["AnyUrl('shop://{}')"] if dialect == "mcp" else [])]
    address = rng.choice(addresses)
    resources = [f"Resource(uri={address.format(at)}, name='r{at}'{facts('Resource')})" for at in range(rng.randint(0, 3))]
    shared = facts("Resource").replace(", size=12", "")
    templates = [f"ResourceTemplate(uriTemplate='shop://x/{{a}}', name='m'{shared})"]
    lists = [("list_tools", tools)]
    further = [("list_prompts", prompts), ("list_resources", resources), ("list_resource_templates", templates)]
    lists += [one for one in further if rng.random() < 0.85]
    handlers = "".join(handler(way, made) for way, made in lists)
    later = "server.instructions = NAMES[1]\n" if rng.random() < 0.2 else ""
    able = [way for way in _ABLE[dialect] if rng.random() < 0.3]
    given = ["'low'", *(one for one in _LOW_SERVER if rng.random() < 0.3)]
    if dialect == "mcp":
        handlers += "".join(f"\n\n@server.{way}()\nasync def {way}(*given):\n    return None\n" for way in able)
        said = rng.choice(_SAID).format(notifying=rng.choice(_NOTIFYING))
        handlers += f"\n\ndef options():\n    return {said}\n\n\n{_RUN}" if rng.random() < 0.5 else ""
        return f"{_LOW}server = Server({', '.join(given)})\n{handlers}\n\n{later}"
    handlers += "".join(f"\n\nasync def {way}(ctx, params):\n    return None\n" for way in able)
    given += [f"on_{way}={way}" for way in (*dict(lists), *able)]
    return f"{_LOW}{handlers}\n\nserver = Server({', '.join(given)})\n{later}"
