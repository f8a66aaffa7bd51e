"""The module at work: every transport, what models emit, what is refused and in which words."""

import asyncio
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from generated import imported, text
from mcp.server.fastmcp import FastMCP
from mcp.shared.memory import create_connected_server_and_client_session as connected

import newer_results
from client_bundles import bundle, tool
from client_cases import CASES
from nasty import NASTY, instances
from toolc.schema.view.names import Names

SEARCH = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 10}, "class": {"default": [1]}},
    "required": ["query"],
    "additionalProperties": False,
}
TOTAL = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}


@pytest.fixture
def demo(tmp_path: Path) -> Any:
    names = Names()
    tools = [
        tool("search-docs", SEARCH, names, TOTAL, unwrap="result", description="Search.", title="Search"),
        tool("fail", {"type": "object", "properties": {}}, names),
    ]
    return imported(text(bundle(tools, names)), tmp_path)


class Recorder:
    """A transport that answers 7 and keeps what it was asked."""

    def __init__(self, answer: Any = 7) -> None:
        self.asked: list[Any] = []
        self.answer = answer

    def call(self, tool: Any, args: Any) -> Any:
        self.asked.append((tool.name, args))
        data = self.answer if tool.unwrap is None else {tool.unwrap: self.answer}
        return {"structuredContent": data}


def test_methods_and_call_send_the_same(demo: Any) -> None:
    transport = Recorder()
    client = demo.Client(transport)
    assert client.search_docs(query="x", limit=3) == client.call("search-docs", {"query": "x", "limit": 3}) == 7
    assert client.search_docs(**{"query": "x", "class": 1}) == 7
    assert transport.asked[0] == transport.asked[1] == ("search-docs", {"query": "x", "limit": 3})


def test_what_is_checked_is_chosen(demo: Any) -> None:
    odd = Recorder("no number")
    with pytest.raises(demo.ToolError, match="result of search-docs"):
        demo.Client(odd).search_docs(query="x")
    with pytest.raises(demo.ToolError, match="result of search-docs"):
        demo.Client(odd, check="full").search_docs(query="x")
    assert demo.Client(odd, check="args").search_docs(query="x") == "no number"
    with pytest.raises(demo.ToolError, match="arguments of search-docs"):
        demo.Client(odd, check="args").search_docs(query=1)
    assert demo.Client(odd, check="off").search_docs(query=1) == "no number"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({}, "/query: is required"),
        ({"query": 1}, "/query: expected string, got number 1"),
        ({"query": "x", "limt": 3}, "/limt: unknown key; known keys: query, limit, class"),
        ({"query": "x", "limit": True}, "/limit: expected integer, got boolean"),
        ({"query": "x", 1: 2}, "/1: is not a key: keys are strings"),
        ({"query": "x", "limit": object}, "/limit: is not JSON: type"),
    ],
)
def test_arguments_are_checked_before_the_wire(demo: Any, args: Any, words: str) -> None:
    transport = Recorder()
    with pytest.raises(demo.ToolError, match="do not fit") as refused:
        demo.Client(transport).call("search-docs", args)
    assert refused.value.code == "invalid_arguments"
    assert refused.value.tool == "search-docs"
    assert f"- {words}" in str(refused.value).splitlines()
    assert [f"{one.path}: {one.message}" for one in refused.value.issues] == [words]
    assert transport.asked == []
    assert demo.check_args("search-docs", args) == list(refused.value.issues)


def test_results_are_checked(demo: Any) -> None:
    with pytest.raises(demo.ToolError) as refused:
        demo.Client(Recorder("seven")).search_docs(query="x")
    assert (refused.value.code, refused.value.issues[0].path) == ("invalid_result", "/result")


def test_an_unknown_tool(demo: Any) -> None:
    with pytest.raises(demo.ToolError, match="known tools: search-docs, fail") as refused:
        demo.Client(Recorder()).call("nothing", {})
    assert refused.value.code == "unknown_tool"


def test_deep_values_are_refused_not_a_traceback(demo: Any) -> None:
    schema = {"$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}}, "$ref": "#/$defs/L"}
    value: list[Any] = []
    for _ in range(5000):
        value = [value]
    assert [one.keyword for one in demo.check(schema, value)] == ["depth"]


FORMS = [
    {"id": "c", "type": "function", "function": {"name": "search-docs", "arguments": '{"query":"q"}'}},
    {"call_id": "c", "id": "fc", "type": "function_call", "name": "search-docs", "arguments": '{"query":"q"}'},
    {"id": "c", "type": "tool_use", "name": "search-docs", "input": {"query": "q"}},
    {"functionCall": {"id": "c", "name": "search-docs", "args": {"query": "q"}}},
    {"id": "c", "method": "tools/call", "params": {"name": "search-docs", "arguments": {"query": "q"}}},
    {"id": "c", "name": "search-docs", "args": {"query": "q"}},
    SimpleNamespace(model_dump=lambda: {"id": "c", "type": "tool_use", "name": "search-docs", "input": {"query": "q"}}),
]


@pytest.mark.parametrize("raw", FORMS)
def test_calls_of_models_are_read_checked_and_dispatched(demo: Any, raw: Any) -> None:
    call = demo.parse_tool_call(raw)
    assert call == demo.Call("search-docs", {"query": "q", "limit": 10, "class": [1]}, "c")
    handlers = {"search-docs": lambda args: args["limit"], "fail": print}
    assert demo.dispatch(raw, handlers) == demo.Outcome("search-docs", 10, "c")

    async def limit(args: Any) -> Any:
        return args["limit"]

    for either in (handlers, {"search-docs": limit}):
        assert asyncio.run(demo.dispatch_async(raw, either)) == demo.Outcome("search-docs", 10, "c")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (1, "malformed"),
        ({}, "malformed"),
        ({"name": 1}, "malformed"),
        ({"name": "fail", "arguments": "{"}, "malformed"),
        ({"name": "fail", "arguments": "[" * 100_000}, "malformed"),
        ({"name": "keys"}, "unknown_tool"),
        ({"name": "search-docs"}, "invalid_arguments"),
        ({"name": "fail", "arguments": "1"}, "invalid_arguments"),
    ],
)
def test_bad_calls_are_refused_by_code(demo: Any, raw: Any, code: str) -> None:
    with pytest.raises(demo.ToolError) as refused:
        demo.parse_tool_call(raw)
    assert refused.value.code == code


def test_defaults_are_copies(demo: Any) -> None:
    demo.parse_tool_call(FORMS[0]).args["class"].append(2)
    assert demo.parse_tool_call(FORMS[0]).args["class"] == [1]


def test_a_forgotten_handler(demo: Any) -> None:
    with pytest.raises(demo.ToolError, match="no handler for search-docs"):
        demo.dispatch(FORMS[0], {})


def test_functions_of_this_process(demo: Any) -> None:
    def limit(args: Any) -> int:
        return int(args["limit"])

    async def later(args: Any) -> int:
        return limit(args)

    assert demo.Client(demo.LocalTransport({"search-docs": limit})).search_docs(query="x") == 10
    for run in (limit, later):
        client = demo.AsyncClient(demo.AsyncLocalTransport({"search-docs": run}))
        assert asyncio.run(client.search_docs(query="x")) == 10


def _server() -> FastMCP:
    server = FastMCP("demo")

    @server.tool(name="search-docs")
    def search(query: str, limit: int = 10) -> int:
        return len(query) + limit

    @server.tool()
    def fail() -> str:
        raise ValueError("no luck")

    return server


def test_mcp(demo: Any) -> None:
    async def work() -> None:
        async with connected(_server()._mcp_server) as session:
            client = demo.AsyncClient(demo.McpTransport(session))
            assert await client.search_docs(query="four") == 14
            assert await client.call("search-docs", {"query": "four", "limit": 1}) == 5
            with pytest.raises(demo.ToolError, match="no luck") as failed:
                await client.fail()
            assert failed.value.code == "tool_error"

    asyncio.run(work())


def test_mcp_for_a_blocking_client(demo: Any) -> None:
    async def work() -> None:
        async with connected(_server()._mcp_server) as session:
            transport = demo.BlockingTransport(demo.McpTransport(session), asyncio.get_running_loop(), timeout=30)
            assert await asyncio.to_thread(lambda: demo.Client(transport).search_docs(query="four")) == 14

    asyncio.run(work())


def test_answers_of_either_generation_of_the_sdk(demo: Any) -> None:
    class Session:
        def __init__(self, answer: Any) -> None:
            self.answer = answer

        async def call_tool(self, name: str, arguments: Any = None) -> Any:
            return self.answer

    def requested(answer: Any, method: str = "search_docs", **args: Any) -> Any:
        client = demo.AsyncClient(demo.McpTransport(Session(answer)))
        return asyncio.run(getattr(client, method)(**args))

    for answer in (
        {"structuredContent": {"result": 3}, "content": [], "isError": False},
        SimpleNamespace(structured_content={"result": 3}, content=[], is_error=False),
    ):
        assert requested(answer, query="x") == 3
    blocks = [{"type": "text", "text": "a"}, {"type": "image", "data": "", "mimeType": "x"}, {"type": "text", "text": "b"}]
    output = requested({"content": blocks}, "fail")
    assert output["content"] == blocks and demo.text_of(output) == "a\nb"
    for answer in ({"content": [{"type": "text", "text": "x"}]}, {}, None):
        with pytest.raises(demo.ToolError, match="not JSON"):
            requested(answer, query="x")


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        args = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status = 200 if self.path == "/tools/search-docs" and self.headers["x-key"] == "k" else 500
        body = json.dumps(args.get("limit", 1)).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tools/"
    server.shutdown()
    server.server_close()


def test_http(demo: Any, url: str) -> None:
    import httpx

    headers = {"x-key": "k"}
    assert demo.Client(demo.JsonPostTransport(url, headers=headers)).search_docs(query="x", limit=4) == 4
    with httpx.Client() as session:
        assert demo.Client(demo.JsonPostTransport(url, headers=headers, client=session)).search_docs(query="x", limit=5) == 5
    with pytest.raises(demo.ToolError, match="HTTP 500: 1") as failed:
        demo.Client(demo.JsonPostTransport(url, headers=headers)).fail()
    assert (failed.value.code, failed.value.status) == ("transport", 500)

    async def work() -> None:
        client = demo.AsyncClient(demo.AsyncJsonPostTransport(url, headers=headers))
        assert await client.search_docs(query="x", limit=6) == 6
        async with httpx.AsyncClient() as session:
            client = demo.AsyncClient(demo.AsyncJsonPostTransport(url, headers=headers, client=session))
            assert await client.search_docs(query="x", limit=7) == 7

    asyncio.run(work())


def test_what_providers_are_offered(demo: Any) -> None:
    first, second = demo.openai_tools()
    assert first == {"type": "function", "function": {"name": "search-docs", "description": "Search.", "parameters": SEARCH}}
    assert "description" not in second["function"]
    assert demo.anthropic_tools()[0] == {"name": "search-docs", "description": "Search.", "input_schema": SEARCH}
    (gemini,) = demo.gemini_tools()
    assert gemini["functionDeclarations"][0]["parametersJsonSchema"] == SEARCH
    assert demo.mcp_tools(demo.TOOLS[:1]) == [
        {"name": "search-docs", "title": "Search", "description": "Search.", "inputSchema": SEARCH, "outputSchema": TOTAL}
    ]
    first["function"]["parameters"].clear()
    assert demo.TOOLS[0].input_schema == SEARCH


def test_results_are_checked_by_their_types(tmp_path: Path) -> None:
    names = Names()
    newer = imported(text(bundle([tool("get", {"type": "object"}, names, newer_results.SCHEMA)], names)), tmp_path)

    def fits(value: Any, **options: Any) -> bool:
        try:
            newer.Client(Recorder(value), **options).get()
        except newer.ToolError as error:
            assert error.code == "invalid_result"
            return False
        return True

    for name, value, by_types, in_full in newer_results.CASES:
        said = [fits(value), fits(value, check="types"), fits(value, check="full"), fits(value, check="args")]
        assert said == [by_types, by_types, in_full, True], name


def test_all_that_fits_in_full_fits_by_its_types(tmp_path: Path) -> None:
    names = Names()
    cases = {name: case for name, case in {**CASES, **NASTY}.items() if isinstance(case.schema, dict)}
    tools = [tool(name, {"type": "object"}, names, case.schema) for name, case in cases.items()]
    module = imported(text(bundle(tools, names)), tmp_path)
    values = [(name, value) for name, case in CASES.items() if name in cases for value in case.valid]
    values += [(name, value) for name, value, kind in instances() if kind == "valid" and name in cases]
    values = [(name, value) for name, value in values if isinstance(value, dict)]
    assert len(values) > 50
    for name, value in values:
        client = module.Client(Recorder(value))
        client.call(name, {})


UNREAD = {
    "type": "object",
    "properties": {
        "table": {"type": "object", "patternProperties": {"[^]": {"type": "integer"}}, "additionalProperties": False},
        "words": {
            "type": "object",
            "patternProperties": {r"\bx": {}, "^y": {"type": "integer"}},
            "additionalProperties": False,
        },
        "word": {"type": "string", "pattern": r"\bx"},
        "letter": {"type": "string", "pattern": r"^[\\b]$"},
    },
}


def test_a_pattern_that_is_not_read_refuses_nothing(tmp_path: Path) -> None:
    made = imported(text(bundle([tool("look", UNREAD, names := Names())], names)), tmp_path)

    def call(**given: Any) -> Any:
        return made.parse_tool_call({"type": "tool_use", "id": "1", "name": "look", "input": given})

    for given in ({"table": {"a": 1}}, {"words": {"x": 1}}, {"word": "éx"}, {"letter": "b"}):
        assert call(**given).args == given
    for refused in ({"words": {"y": "text"}}, {"letter": "x"}, {"word": 1}):
        with pytest.raises(made.ToolError):
            call(**refused)
