"""The MCP server: takes tools, gives a `Server` of the official SDK that lists and calls them. Works with mcp 1 and 2.

`tools/list` says what the compiler's target `mcp` writes. What a tool or a model did wrong is the result of the call, in
words for the model; the traceback of a tool goes to standard error.
"""

import functools
import inspect
import traceback
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from mcp import types
from mcp.server.lowlevel import Server

from toolc import __version__
from toolc.ir import Tool as Spec
from toolc.runtime import envelopes, pba, results
from toolc.runtime.errors import ToolError, UnknownToolError
from toolc.runtime.failures import error_text
from toolc.runtime.tool import FunctionTool


def server(name: str, tools: Sequence[FunctionTool]) -> Any:
    """A server of these tools, whose names are all different."""
    by_name = {tool.name: tool for tool in tools}
    return build_server(name, [tool.spec for tool in tools], functools.partial(call_by_name, by_name))


def build_server(
    name: str, tools: Sequence[Spec], answer: Callable[[str, dict[str, Any] | None], Awaitable[dict[str, Any]]]
) -> Any:
    """A server that lists these tools; `answer` gives the result of a call by the name of the tool and the arguments."""
    listed = types.ListToolsResult.model_validate({"tools": [envelopes.mcp(tool) for tool in tools]})

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return listed

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return types.CallToolResult.model_validate(await answer(params.name, params.arguments))

    make: Any = Server
    if "on_list_tools" in inspect.signature(Server.__init__).parameters:  # mcp 2
        return make(name, version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)
    made = make(name, version=__version__)

    async def answer_list(request: types.ListToolsRequest) -> types.ServerResult:
        return types.ServerResult(await list_tools(None, request.params))

    async def answer_call(request: types.CallToolRequest) -> types.ServerResult:
        return types.ServerResult(await call_tool(None, request.params))

    # Not by the decorators of mcp 1: those check arguments once more, against the schema, which knows no coercion.
    made.request_handlers |= {types.ListToolsRequest: answer_list, types.CallToolRequest: answer_call}
    return made


async def call_by_name(tools: dict[str, FunctionTool], name: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
    """The result of a call as MCP has it. The functions of pba are handed their caller first: there is none here."""
    try:
        if name not in tools:
            raise UnknownToolError(name, tools)
        tool = tools[name]
        value = await tool.acall(arguments, *((None,) if tool.spec.system == pba.NAME else ()))
    except ToolError as error:
        return result(str(error), failed=True)
    except (Exception, SystemExit) as error:
        traceback.print_exception(error)
        return result("the tool tried to end the program" if isinstance(error, SystemExit) else error_text(error), failed=True)
    return {**result(results.text(value)), **_structured_result(tool.spec, value)}


def result(text: str, failed: bool = False) -> dict[str, Any]:
    """A result of one text, as MCP has it."""
    return {"content": [{"type": "text", "text": results.sayable(text)}], "isError": failed}


def _structured_result(spec: Spec, value: Any) -> dict[str, Any]:
    """The result as the tool's output schema describes it, where there is one."""
    if spec.output_schema is None:
        return {}
    plain = results.jsonable(value)
    return {"structuredContent": {spec.unwrap: plain} if spec.unwrap else plain}
