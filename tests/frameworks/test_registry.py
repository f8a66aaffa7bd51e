"""`ToolRegistry` with tool objects of the frameworks themselves: what it lists is what the compiler reads, what it calls runs."""

import json
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from effort import ALL, long
from frameworks.environment import HERE, locked, printed
from frameworks.test_single import DISTRIBUTIONS
from harness import LIVE, bundle
from oracle import canonical
from toolc.emit import single
from toolc.systems.sent import SENT
from toolc.targets.register import TARGETS

COMPILER = HERE.parents[1] / "compiler"
PATH = [str(COMPILER), sysconfig.get_paths()["purelib"]]

SEARCH = '''\
def search(query: str, limit: int = 10) -> list[str]:
    """Search the catalogue.

    Args:
        query: What to look for.
        limit: How many.
    """
    if query == "boom":
        raise RuntimeError("password=hunter2")
    return [query] * limit
'''

ORDER = '''
from typing import Annotated

from pydantic import BaseModel, Field


class Item(BaseModel):
    name: str
    count: int = 1


def order(item: Item, note: Annotated[str, Field(max_length=5)] = "") -> str:
    """Order something.

    Args:
        item: What.
        note: Why.
    """
    return f"{type(item).__name__} {item.name} {item.count}"
'''

LATER = '''
async def later(word: str) -> str:
    """Say it later.

    Args:
        word: What to say.
    """
    return word
'''

ENVIRONMENTS = {
    "langchain": ("langchain", SEARCH + ORDER + LATER),
    "openai-agents": ("openai_agents", SEARCH + ORDER + LATER),
    "pydantic-ai": ("pydantic_ai", SEARCH + ORDER + LATER),
    "fastmcp-2": ("fastmcp2", SEARCH + ORDER + LATER),
    "fastmcp-3": ("fastmcp3", SEARCH + ORDER + LATER),
    "fastmcp-4": ("fastmcp4", SEARCH + ORDER + LATER),
    "mcp-1": ("fastmcp3", SEARCH + ORDER + LATER),
    "mcp-2": ("fastmcp4", SEARCH + ORDER + LATER),
    "smolagents": ("smolagents", SEARCH),
    "llama-index": ("llama_index", SEARCH + LATER),
    "anthropic": ("anthropic", SEARCH + ORDER),
    "autogen": ("autogen", SEARCH + LATER),
    "agent-framework": ("agent_framework", SEARCH + LATER),
    "google-adk": ("google_adk", SEARCH + ORDER + LATER),
    "agno": ("agno", SEARCH + LATER),
    "strands": ("strands", SEARCH + LATER),
    "camel": ("camel", SEARCH + LATER),
    "crewai": ("crewai", SEARCH),
    "semantic-kernel": (
        "semantic_kernel",
        f"from semantic_kernel.functions import kernel_function\n\n\n@kernel_function\n{SEARCH}",
    ),
}
"""By framework: its environment, and functions that it makes tools of."""

FIRST = ("langchain", "openai-agents", "pydantic-ai", "fastmcp-2", "fastmcp-4", "mcp-1", "mcp-2", "smolagents", "llama-index")
"""Asked in every run; the others in the long form."""

FULL = {"query": "x", "limit": 2}
CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("search", FULL, '["x","x"]'),
    ("search", {"query": 5, "limit": 2}, "! Invalid arguments for `search`:\n- query: "),
    ("search", {**FULL, "more": 1}, "! Invalid arguments for `search`:\n- more: there is no such parameter"),
    ("search", {"limit": 1}, "! Invalid arguments for `search`:\n- query: this required argument is missing"),
    ("search", {"query": "boom", "limit": 1}, "! `search` failed."),
    ("order", {"item": {"name": "lamp", "count": 2}, "note": ""}, "Item lamp 2"),
    ("order", {"item": {"name": "lamp", "count": 2}, "note": "too long"}, "! Invalid arguments for `order`:\n- note: "),
    ("order", {"item": {"count": 2}, "note": ""}, "! Invalid arguments for `order`:\n- item.name: "),
    ("later", {"word": "now"}, "now"),
]


def ask(environment: str, question: dict[str, Any]) -> Any:
    asked = json.dumps({"path": PATH, **question})
    return json.loads(printed(environment, HERE / "run_registry.py", given=asked).splitlines()[-1])


@long
@pytest.mark.parametrize("framework", ENVIRONMENTS if ALL else FIRST)
def test_tools_of_a_framework(framework: str) -> None:
    environment, text = ENVIRONMENTS[framework]
    system = framework.rstrip("-1234") if framework[-1].isdigit() else framework
    calls = [one for one in CALLS if f"def {one[0]}(" in text]
    asked = [{"type": "tool_use", "id": "1", "name": name, "input": arguments} for name, arguments, _ in calls]
    said = ask(environment, {"system": system, "text": text, "calls": asked})
    for (_, arguments, words), masked, shown in zip(calls, said["replies"]["mask"], said["replies"]["show"], strict=True):
        failed = words.startswith("! ")
        assert masked.get("is_error", False) is failed, (arguments, masked)
        assert masked["content"].startswith(words.removeprefix("! ")), (arguments, masked)
        assert "hunter2" not in masked["content"]
        if arguments.get("query") == "boom":
            assert shown["content"] == "RuntimeError: password=hunter2"
        else:
            assert shown == masked
    _same_as_compiled(said, system, environment, text)
    assert not said["sent"]["framework"] or said["sent"]["registry"] == said["sent"]["framework"]


def _same_as_compiled(said: Any, system: str, environment: str, text: str) -> None:
    """The registry lists what the compiler reads out of the source."""
    distribution = {"mcp": "mcp", "camel": "camel-ai", "pydantic-ai": "pydantic-ai-slim"}.get(
        system, DISTRIBUTIONS.get(system, system)
    )
    versions = {**LIVE, "pydantic": locked(environment, "pydantic"), distribution: locked(environment, distribution)}
    made = bundle(text, versions=versions, declared={"app.py": system})
    tools = {tool.name: tool for package in made.packages for server in package.servers for tool in server.tools}
    listed = {one["name"]: one for one in said["listed"]}
    assert tools.keys() == listed.keys()
    for name, tool in tools.items():
        assert tool.fidelity == "exact", tool.diagnostics
        described = (tool.description or "", tool.input_schema, tool.output_schema)
        assert canonical(described) == canonical(
            (listed[name]["description"] or "", listed[name]["parameters"], said["outputs"][name])
        )
    for target, documents in said["sent"]["all"].items():
        if target in SENT.get(system, {}):
            written = [json.loads(single(owner, tool, TARGETS[target])[0] or "") for _, owner, tool in made.tools]
            assert sorted(map(canonical, written)) == sorted(map(canonical, documents)), target


def test_a_call_by_the_name_that_is_sent_is_dispatched() -> None:
    """crewai sends other names than it keeps."""
    text = SEARCH.replace("def search", "def searchBooks")
    call = {"type": "tool_use", "id": "1", "name": "search_books", "input": FULL}
    said = ask("crewai", {"system": "crewai", "text": text, "calls": [call]})
    assert said["replies"]["mask"] == [{"type": "tool_result", "tool_use_id": "1", "content": '["x","x"]'}]
    assert [one["function"]["name"] for one in said["sent"]["all"]["openai"]] == ["search_books"]
    assert [one["name"] for one in said["listed"]] == ["searchBooks"]


HOOKS = {
    "langchain": ("from langchain_core.tools import ToolException as Words", "Words('no such place')"),
    "pydantic-ai": ("from pydantic_ai import ModelRetry as Words", "Words('no such place')"),
    "fastmcp-4": ("from fastmcp.exceptions import ToolError as Words", "Words('no such place')"),
    "mcp-1": ("from mcp.server.fastmcp.exceptions import ToolError as Words", "Words('no such place')"),
    "mcp-2": ("from mcp.server.mcpserver.exceptions import ToolError as Words", "Words('no such place')"),
    "openai-agents": ("from toolc import ToolError as Words", "Words('no such place')"),
}


@pytest.mark.parametrize("framework", HOOKS)
def test_what_a_framework_writes_for_models_is_never_masked(framework: str) -> None:
    imported, raised = HOOKS[framework]
    text = f'{imported}\n\n\ndef find(place: str) -> str:\n    """Find it."""\n    raise {raised}\n'
    system = framework.rstrip("-1234") if framework[-1].isdigit() else framework
    call = {"type": "tool_use", "id": "1", "name": "find", "input": {"place": "x"}}
    said = ask(ENVIRONMENTS[framework][0], {"system": system, "text": text, "calls": [call]})
    assert said["replies"]["mask"] == [
        {"type": "tool_result", "tool_use_id": "1", "content": "no such place", "is_error": True}
    ]


CONTEXTS = {
    "openai-agents": "from agents import RunContextWrapper as Context\n\n\ndef who(ctx: Context[str]) -> str:\n    '''Who.'''\n    return ctx.context\n",
    "pydantic-ai": "from pydantic_ai import RunContext as Context\n\n\ndef who(ctx: Context[str]) -> str:\n    '''Who.'''\n    return ctx.deps\n",
}


@pytest.mark.parametrize("framework", CONTEXTS)
def test_functions_are_handed_the_context(framework: str) -> None:
    call = {"type": "tool_use", "id": "1", "name": "who", "input": {}}
    question = {"system": framework, "text": CONTEXTS[framework], "calls": [call], "context": "Ada"}
    assert ask(ENVIRONMENTS[framework][0], question)["replies"]["mask"][0]["content"] == "Ada"


@pytest.mark.parametrize("environment", ["fastmcp3", "fastmcp4"])
def test_listed_tools_of_the_sdk(environment: str) -> None:
    """mcp 1 says `inputSchema`, mcp 2 `input_schema`. Such a tool runs elsewhere, which a registry says."""
    *facts, words = ask(environment, {"listed": True})
    assert facts == ["weather", "Weather.", {"type": "object", "properties": {"city": {"type": "string"}}}, "far"]
    assert words.startswith("`weather` describes a tool that runs on a server: ToolRegistry.from_compiled takes")


def test_no_framework_is_imported() -> None:
    """Objects are known by what they offer: reading the shapes of all of them loads none."""
    text = Path(COMPILER / "toolc" / "runtime" / "frameworks.py").read_text("utf-8")
    imports = {line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imports <= {"importlib", "inspect", "json", "sys", "collections", "functools", "typing", "msgspec", "toolc"}
