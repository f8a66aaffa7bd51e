"""A `ToolRegistry` of one framework's tool objects: takes a module and calls, gives what the registry lists and replies.

Run in the framework's environment, which has no toolc: its source and what it needs come from `path`, behind everything else.
"""

import importlib
import json
import linecache
import logging
import sys
import types

logging.disable()
QUESTION = json.load(sys.stdin)
sys.path += QUESTION["path"]

import toolc  # noqa: E402 - it is not installed here

MAKERS = {
    "langchain": "langchain_core.tools:tool",
    "openai-agents": "agents:function_tool",
    "pydantic-ai": "pydantic_ai:Tool",
    "fastmcp": "fastmcp.tools:Tool.from_function",
    "mcp": "mcp.server.mcpserver.tools:Tool.from_function mcp.server.fastmcp.tools:Tool.from_function",
    "smolagents": "smolagents:tool",
    "llama-index": "llama_index.core.tools:FunctionTool.from_defaults",
    "crewai": "crewai.tools:tool",
    "autogen": "autogen_core.tools:FunctionTool",
    "google-adk": "google.adk.tools:FunctionTool",
    "agno": "agno.tools:tool",
    "strands": "strands:tool",
    "camel": "camel.toolkits:FunctionTool",
    "agent-framework": "agent_framework:tool",
    "anthropic": "anthropic:beta_tool",
    "semantic-kernel": "semantic_kernel.functions:KernelFunctionFromMethod",
}


def maker(system):
    for place in MAKERS[system].split():
        module, _, path = place.partition(":")
        try:
            made = importlib.import_module(module)
        except ImportError:
            continue
        for name in path.split("."):
            made = getattr(made, name)
        return made
    raise AssertionError(system)


def module(text):
    made = types.ModuleType("app")
    made.__file__ = "<app>"
    sys.modules["app"] = made
    linecache.cache["<app>"] = (len(text), None, text.splitlines(keepends=True), "<app>")
    exec(compile(text, "<app>", "exec", dont_inherit=True), made.__dict__)
    return made


def tool(system, function):
    if system == "autogen":
        return maker(system)(function, description=function.__doc__ or "")
    return maker(system)(function)


def listed():
    """What pba's `Tool.from_mcp_tool` reads of a tool of the SDK that is here, and what a registry says to it."""
    from mcp import types as sdk

    from toolc.runtime.pba import Tool

    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    tool = sdk.Tool.model_validate({"name": "weather", "description": "Weather.", "inputSchema": schema})
    made = Tool.from_mcp_tool(tool, "far")
    try:
        toolc.ToolRegistry([tool])
    except toolc.ToolDefinitionError as error:
        print(json.dumps([made.name, made.description, made.schema, made.mcp_server, str(error)]))


def main():
    system, text = QUESTION["system"], QUESTION["text"]
    app = module(text)
    functions = [value for value in vars(app).values() if isinstance(value, types.FunctionType) and value.__module__ == "app"]
    tools = [tool(system, one) for one in functions if not one.__name__.startswith("_")]
    answers = {}
    for errors in ("mask", "show"):
        registry = toolc.ToolRegistry(tools, errors=errors, context=QUESTION.get("context"))
        answers[errors] = [registry.dispatch(call) for call in QUESTION["calls"]]
    outputs = {one.name: one.spec.output_schema for one in registry}
    targets = ("openai", "openai-responses", "anthropic", "gemini")
    sent = {"registry": registry.schemas("openai"), "framework": [], "all": {one: registry.schemas(one) for one in targets}}
    if system == "langchain":
        from langchain_core.utils.function_calling import convert_to_openai_tool

        sent["framework"] = [convert_to_openai_tool(one) for one in tools]
    print(json.dumps({"listed": registry.schemas("plain"), "outputs": outputs, "replies": answers, "sent": sent}))


listed() if QUESTION.get("listed") else main()
