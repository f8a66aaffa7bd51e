"""The transports that speak MCP over HTTP by themselves: to the servers of tests/mcp_servers.py."""

import asyncio
import importlib.util
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mcp_scenes import GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, generated, program, serving, shown

ASKING = {"sdk1", "fastmcp2", "fastmcp3", "typescript1", "typescript2"}
"""Where a tool may ask while it runs; since 2026-07-28 a server asks with a result, which tests of the protocol have."""

LARGE = {"action": "accept", "content": {"size": "L"}}


@pytest.fixture(scope="module", params=["typed-dict", "pydantic"])
def shop(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Any:
    """The module of the client."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "shop.py").write_text(program("fastmcp3"), "utf-8")
    options = ["--target", "python", "--out", "gen", "--option", f"python.models={request.param}"]
    subprocess.run(
        [sys.executable, "-m", "toolc", "generate", "shop.py", *options], cwd=folder, check=True, capture_output=True
    )
    spec = importlib.util.spec_from_file_location("shop_client", next((folder / "gen/python").glob("*.py")))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["shop_client"] = module
    spec.loader.exec_module(module)
    return module


def offered(shop: Any, client: Any) -> None:
    """The prompts and resources of the server, asked for."""
    models = hasattr(shop.GreetPromptArgs, "model_validate")

    def ask(method: str, args: type[Any], **given: str) -> Any:
        found = getattr(client, method)(args(**given)) if models else getattr(client, method)(**given)
        return found.model_dump() if models else found

    greeting = ask("greet_prompt", shop.GreetPromptArgs, who="Ann")
    assert [(one["role"], one["content"]["text"]) for one in greeting["messages"]] == [("user", "Ann: warm")]
    assert ask("plain_prompt", shop.PlainPromptArgs)["messages"][0]["content"]["text"] == "plain words"
    assert ask("stock_resource", shop.StockResourceArgs)["contents"][0]["text"] == "12 pears"
    item = ask("item_resource", shop.ItemResourceArgs, id="7", part="lid & rim")["contents"][0]
    assert item["uri"] == "shop://items/7/lid%20%26%20rim" and item["blob"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tools_of_a_real_server(shop: Any, framework: str) -> None:
    told: list[Any] = []

    def answer(question: Any) -> Any:
        assert question["message"] == "Which size?" and "size" in question["requestedSchema"]["properties"]
        return LARGE

    with serving(framework) as url:
        transport = shop.McpHttpTransport(url, on_progress=lambda tool, one: told.append(one["progress"]), on_elicit=answer)
        client = shop.Client(transport)
        call: Callable[..., Any] = lambda tool, **args: client.call(tool, args)  # noqa: E731
        assert call("add", a=1) == 3
        order = call("get_order", id="7")
        lines = order["lines"] if isinstance(order, dict) else [line.model_dump() for line in order.lines]
        assert lines == [{"sku": "M\u00fcsli \U0001f95c", "quantity": 1}]
        picture = call("picture", name="cup")
        assert [block["type"] for block in picture["content"]] == ["text", "image"]
        assert shop.text_of(picture) == "a cup" and picture["content"][1]["data"] == "iVBORw=="
        assert shop.text_of(client.call_raw("add", {"a": 1})) == "3"
        offered(shop, client)
        assert call("steps", count=3) == "done"
        assert framework == "sdk1-json" or told == [1, 2, 3]
        assert call("locate", region=REGION) == REGION
        with pytest.raises(shop.ToolError, match=r"no luck|fail") as failed:
            call("fail")
        assert failed.value.code == "tool_error"
        assert framework not in ASKING or call("order_shirt") == "L"
        hurried = shop.Client(shop.McpHttpTransport(url, timeout=0.5))
        start = time.monotonic()
        with pytest.raises(shop.ToolError, match=r"No answer within 0\.5 seconds") as late:
            hurried.call("wait", {"seconds": 30})
        assert (late.value.code, late.value.tool) == ("transport", "wait") and time.monotonic() - start < 5
        asyncio.run(_asynchronous(shop, url, framework))
        if framework != "sdk1-json":
            # Without sessions, before 2026-07-28, nothing tells a server that a call is given up.
            _until(lambda: call("count_stopped") == 2)
        transport.close()
        assert call("add", a=1, b=1) == 2
        transport.close()
        with pytest.raises(shop.ToolError) as lost:
            shop.Client(shop.McpHttpTransport(url.replace("/mcp", "/nothing"))).call("add", {"a": 1})
        assert (lost.value.code, lost.value.status) == ("transport", 404)


async def _asynchronous(shop: Any, url: str, framework: str) -> None:
    async def answer(question: Any) -> Any:
        await asyncio.sleep(0)
        return LARGE

    transport = shop.AsyncMcpHttpTransport(url, on_elicit=answer)
    client = shop.AsyncClient(transport)
    assert await asyncio.gather(*(client.call("add", {"a": a}) for a in (1, 2, 3))) == [3, 4, 5]
    assert framework not in ASKING or await client.call("order_shirt") == "L"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(client.call("wait", {"seconds": 30}), 0.5)
    await transport.close()


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError


def test_threads_share_a_transport(shop: Any) -> None:
    with serving("sdk1") as url:
        client = shop.Client(shop.McpHttpTransport(url))
        found: list[int] = []
        threads = [threading.Thread(target=lambda a=a: found.append(client.call("add", {"a": a}))) for a in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert sorted(found) == [2, 3, 4, 5, 6, 7, 8, 9]


def test_scenes_of_the_protocol(shop: Any) -> None:
    with playing() as base:

        def locate(scene: str) -> Any:
            transport = shop.McpHttpTransport(f"{base}/{scene}", on_elicit=lambda question: LARGE)
            return shop.Client(transport).call("locate", {"region": REGION})

        assert [locate(scene) for scene in GOOD] == ["here"] * len(GOOD)
        for scene, words, expected in [
            ("odd_kind", "No result", {"code": "malformed"}),
            ("refuses", "no such region", {"code": "tool_error", "rpc_code": -32602, "tool": "locate"}),
            ("busy", "HTTP 503: busy", {"code": "transport", "status": 503, "retry_after": 7}),
            ("breaks_off", "ended before", {"code": "transport"}),
            ("unknown_version", "speaks MCP 1999-01-01", {"code": "transport"}),
            ("forbidden", "who are you", {"code": "transport", "status": 401}),
        ]:
            with pytest.raises(shop.ToolError, match=words) as failed:
                locate(scene)
            assert {key: getattr(failed.value, key) for key in expected} == expected, scene


@pytest.mark.parametrize("models", ["typed-dict", "pydantic"])
def test_the_readme_of_an_installed_package_calls_a_server(models: str, tmp_path: Path) -> None:
    package = generated(tmp_path, "python", "python.distribution=acme-{package}", f"python.models={models}")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", "site", str(package)]
    subprocess.run(pip, cwd=tmp_path, check=True, capture_output=True)
    (about,) = (tmp_path / "site").glob("acme_shop-2.3.1rc1.dist-info/METADATA")
    assert "License-Expression: MIT\n" in about.read_text("utf-8")
    with serving("sdk1") as url:
        calls = shown(package, "python").replace("http://localhost:8000/mcp", url)
        command = [sys.executable, "-c", calls]
        done = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": "site"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("3\n") and "M\u00fcsli" in done.stdout, done.stderr
