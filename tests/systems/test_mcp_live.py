"""Tools as toolc reads them against the MCP SDK itself: random functions, registered on a real server."""

import asyncio
import logging
import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples, long
from harness import LIVE, tools
from oracle import canonical, running
from written import HEAD, FunctionWriter

if not os.environ.get("CI"):
    pytest.importorskip("mcp", reason="mcp is not installed: nothing to compare its tools with")

EXAMPLES = examples(150)
IMPORTS = "from mcp.server.fastmcp import Context, FastMCP, Image\nfrom mcp.types import CallToolResult, TextContent\n"
SERVER = 'server = FastMCP("server")\n'
MODEL = "class M(BaseModel):\n    a: int\n"

FUNCTIONS = {
    "no annotation": "def f(a, b=1): ...",
    "star arguments": "def f(*args: int, **kwargs): ...",
    "positional and keyword only": "def f(a: int, /, b: str, *, c: float = 1.0): ...",
    "context": "def f(a: int, ctx: 'Context'): ...",
    "fields": "def f(a: Annotated[int, Field(ge=1, description='A')], b: str = Field('x', max_length=3)): ...",
    "names of BaseModel": "def f(copy: Annotated[int, Field(alias='x')], json: str = '', model_fields=None): ...",
    "doc": 'def f() -> None:\n    """One.\n\n    Two.\n    """',
    "typing alias returned": "def f() -> Dict[str, int]: ...",
    "bare typing alias returned": "def f() -> List: ...",
    "builtin returned": "def f() -> dict[str, int]: ...",
    "bare builtin returned": "def f() -> list: ...",
    "constrained returned": "def f() -> PositiveInt: ...",
    "annotated returned": "def f() -> Annotated[dict[str, int], Field(description='lost')]: ...",
    "url returned": "def f() -> HttpUrl: ...",
    "dropped member returned": "def f() -> Union[Callable, int]: ...",
    "model returned": MODEL + "def f() -> M: ...",
    "list of models returned": MODEL + "def f(m: list[M]) -> list[M]: ...",
    "quoted inside, returned": MODEL + "def f() -> list['M']: ...",
    "quoted whole": MODEL + "def f(m: 'list[M]') -> 'M': ...",
    "quoted builtin": "def f(a: list['int']): ...",
    "hints with an ellipsis": "class D(TypedDict):\n    a: tuple[int, ...]\ndef f() -> D: ...",
    "empty typed dict returned": "class D(TypedDict):\n    pass\ndef f() -> D: ...",
    "typed dict returned": "class D(TypedDict):\n    a: int\n    b: NotRequired[str]\ndef f() -> D: ...",
    "dataclass returned": "@dataclass\nclass D:\n    a: int\n    b: str = 'x'\n    c: list = field(default_factory=list)\ndef f() -> D: ...",
    "hints lose their metadata": "@dataclass\nclass D:\n    a: PositiveInt\n    b: Annotated[str, Field(max_length=3)] = ''\ndef f() -> D: ...",
    "dataclass of pydantic returned": "@pydantic.dataclasses.dataclass\nclass D:\n    a: int = Field(1, description='lost')\ndef f() -> D: ...",
    "slotted dataclass returned": "@dataclass(slots=True)\nclass D:\n    a: int\ndef f() -> D: ...",
    "any JSON": "def f(a: JsonValue, b: list[JsonValue]) -> JsonValue: ...",
    "bound of another kind leaks as JSON": "def f(a: Annotated[dict[str, int], at.Gt(date(2020, 1, 2))]): ...",
    "callable behind an alias returned": "A = TypeAliasType('A', Union[int, Callable])\ndef f() -> set[A]: ...",
    "image returned": "def f() -> Image: ...",
    "result returned": "def f() -> CallToolResult: ...",
    "enum returned": "class E(Enum):\n    A = 1\ndef f(e: E = E.A) -> E: ...",
    "async": "async def f(a: int) -> str: ...",
}  # fmt: skip

REFUSED = {
    "underscore": "def f(_a: int): ...",
    "quoted inside": MODEL + "def f(m: list['M']): ...",
    "union with a result": "def f() -> CallToolResult | None: ...",
    "unserialisable": "def f(a: Callable): ...",
    "bound that cannot be one": "def f(a: Annotated[date, at.Ge(1)]): ...",
    "bound of another class": "def f(a: Annotated[int, at.Ge(date(2020, 1, 2))]): ...",
    "unknown class": "class C: ...\ndef f() -> list[C]: ...",
    "no validator beside a callable": (
        "class T(TypedDict):\n    a: defaultdict[str, defaultdict[str, float]]\n    b: Callable[[int], str]\ndef f() -> T: ..."
    ),
}


def compare(source: str) -> dict[str, str]:
    """The fidelity of every tool; those that say they are exact are compared with what the SDK lists."""
    found = tools(source, versions=LIVE)
    with running(source) as module:
        listed = {tool.name: tool for tool in asyncio.run(module.server.list_tools())}
    assert found.keys() == listed.keys()
    for name, tool in found.items():
        if tool.fidelity == "exact":
            facts = (tool.title, tool.description, tool.input_schema, tool.output_schema, tool.annotations)
            assert canonical(facts) == canonical(_facts(listed[name])), name
    return {name: tool.fidelity for name, tool in found.items()}


def _facts(tool: Any) -> tuple[object, ...]:
    hints = tool.annotations.model_dump(exclude_none=True) if tool.annotations else None
    return tool.title, tool.description, tool.inputSchema, tool.outputSchema, hints


def _source(text: str) -> str:
    return f"{HEAD}{IMPORTS}{SERVER}{text}\nserver.add_tool(f)\n"


@pytest.fixture(autouse=True)
def quiet() -> Any:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_equals_the_sdk(name: str) -> None:
    assert compare(_source(FUNCTIONS[name])) == {"f": "exact"}


@pytest.mark.parametrize(
    ("copied", "fidelity"),
    [
        ("model_copy()", "exact"),
        ("model_copy(update={'title': 'F'})", "exact"),
        ("model_copy(deep=True, update={'title': None})", "exact"),
        ("model_copy(update={'read_only_hint': False})", "approximate"),  # a field in mcp 2, another key in mcp 1
        ("model_copy(update=dict(sorted(vars(READ).items())))", "approximate"),
    ],
)
def test_copied_hints(copied: str, fidelity: str) -> None:
    made = "from mcp.types import ToolAnnotations\nREAD = ToolAnnotations(title='Read', readOnlyHint=True)\n"
    source = f"{HEAD}{IMPORTS}{SERVER}{made}@server.tool(annotations=READ.{copied})\ndef f(a: int): ...\n"
    assert compare(source) == {"f": fidelity}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_sdk_refuses(name: str) -> None:
    source = _source(REFUSED[name])
    with pytest.raises(Exception), running(source):  # noqa: B017 -- the SDK's, pydantic's and Python's errors
        pass
    assert [tool.fidelity for tool in tools(source, versions=LIVE).values()] == ["refused"]


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_functions(seed: int) -> None:
    rng = Random(seed + int(os.environ.get("TOOLC_SEED", "0")))
    source = FunctionWriter(rng).functions(rng.choice([0, 0, 1, 2]), 1)
    try:
        with running(source.partition("server = FastMCP")[0]):
            pass
    except Exception:
        return  # the types themselves cannot be made
    try:
        with running(source):
            pass
    except Exception:
        assert [tool.name for tool in tools(source, versions=LIVE).values() if tool.fidelity == "exact"] == []
    else:
        compare(source)
