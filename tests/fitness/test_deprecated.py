"""Calls of features that MCP deprecates are found where they stand, and no other call of the same name is."""

import pytest

from toolc.code import Suite
from toolc.fitness.deprecated import deprecated_starts, deprecated_uses
from toolc.providers.protocol import DEPRECATED
from toolc.read import code
from toolc.source import SourceFile

HEAD = (
    "import logging\nfrom mcp.server.fastmcp import Context, FastMCP\nfrom mcp.server.lowlevel import Server\nfrom x import y\n"
)
USES = {
    "async def f(ctx: Context): await ctx.info('a')": "logging",
    "async def f(ctx: 'Context | None' = None): await ctx.log('info', 'a')": "logging",
    "async def f(ctx: Context[int, str]):\n    async def g(): await ctx.debug('a')": "logging",
    "async def f():\n    ctx = mcp.get_context()\n    await ctx.warning('a')": "logging",
    "async def f(ctx: Context): await ctx.session.create_message([], max_tokens=1)": "sampling",
    "async def f(session): return await session.list_roots()": "roots",
    "async def f(ctx: Context): return await ctx.sample('a')": "sampling",
    "async def f(): await server.request_context.session.send_log_message('info', 'a')": "logging",
    "@server.set_logging_level()\nasync def f(level): ...": "logging",
    "Server('a', on_set_logging_level=f)": "logging",
    "Server('a', on_roots_list_changed=f)": "roots",
    "if __name__ == '__main__':\n    mcp.run(transport='sse')": "HTTP+SSE",
    "mcp.run('sse')": "HTTP+SSE",
    "mcp.run('sse' if y else 'stdio')": "HTTP+SSE",
    "app = mcp.sse_app()": "HTTP+SSE",
    "from mcp.server.sse import SseServerTransport\nsse = SseServerTransport('/messages')": "HTTP+SSE",
}
OTHERS = (
    "logger = logging.getLogger()\nasync def f(ctx: Context): logger.info('a')",
    "async def f(ctx: y): await ctx.info('a')",
    "async def f(db): await db.list_roots()",
    "async def f(ctx: Context): await ctx.report_progress(1, 2)",
    "mcp.run(transport='streamable-http')",
    "mcp.run()",
    "y.create_message('a')",
    "y(on_roots_list_changed=f)",
)


def parsed(text: str) -> Suite:
    suite = code(SourceFile("a.py", "a", text))
    assert suite is not None
    return suite


@pytest.mark.parametrize("body", USES)
def test_a_use_is_found_where_it_stands(body: str) -> None:
    text = HEAD + body
    (use,) = deprecated_uses(parsed(text))
    assert use.feature is DEPRECATED[USES[body]]
    assert text[use.at : use.end].endswith(")")


@pytest.mark.parametrize("body", OTHERS)
def test_other_calls_are_left_alone(body: str) -> None:
    assert not list(deprecated_uses(parsed(HEAD + body)))


def test_files_without_the_protocol_are_left_alone() -> None:
    assert not list(deprecated_uses(parsed("def f(session): session.list_roots()")))


STARTS = (
    "from app.server import mcp\nmcp.run(transport='sse')",
    "from .server import mcp\ndef main(old: bool): mcp.run('sse' if old else 'stdio')",
    "from . import server\nasync def main(): await server.mcp.run_sse_async()",
    "import uvicorn\nfrom app import server\nuvicorn.run(server.mcp.sse_app())",
    "from app.server import made\nmcp = made()\nmcp.run(transport='sse')",
)
OTHER_STARTS = (
    "from .server import mcp\nmcp.run(transport='stdio')",
    "from .server import mcp\nimport jobs\njobs.run('sse')",
    "import jobs\njobs.run(transport='sse')",
)


@pytest.mark.parametrize("text", STARTS)
def test_another_module_that_starts_the_server_is_asked_for_its_transport(text: str) -> None:
    (use,) = deprecated_starts(parsed(text), {"app"})
    assert use.feature is DEPRECATED["HTTP+SSE"]


@pytest.mark.parametrize("text", OTHER_STARTS)
def test_other_modules_are_left_alone(text: str) -> None:
    assert not list(deprecated_starts(parsed(text), {"app"}))


def test_a_main_module_is_one_of_the_server(write, toolc) -> None:
    main = "from app.tools import mcp\n\nif __name__ == '__main__':\n    mcp.run(transport='sse')\n"
    tools = "mcp = FastMCP('a')\n\n\n@mcp.tool()\ndef f() -> str:\n    'Do it.'\n    return ''\n"
    write({"app/__init__.py": "", "app/tools.py": f"{HEAD}\n{tools}", "app/__main__.py": main})
    done = toolc("check", "app", "--provider", "mcp@2026-07-28", "--select", "TC481")
    assert "app/__main__.py:4:" in done.err
    assert done.err.count("warning TC481") == 1


def test_features_are_deprecated_from_one_version_on(write, toolc) -> None:
    server = "mcp = FastMCP('a')\n\n\n@mcp.tool()\nasync def f(ctx: Context) -> str:\n"
    write(
        {
            "app/tools.py": f"{HEAD}\n{server}    '''Do it.'''\n    await ctx.info('a')\n    return ''\n\n\nmcp.run(transport='sse')\n"
        }
    )
    counts = {}
    for version in ("2025-06-18", "2025-11-25", "2026-07-28"):
        done = toolc("check", "app", "--provider", f"mcp@{version}", "--select", "TC481")
        assert done.status == 0, done.err
        counts[version] = done.err.count("warning TC481")
    assert counts == {"2025-06-18": 1, "2025-11-25": 1, "2026-07-28": 2}
