"""Tool objects of frameworks as `FunctionTool`s: takes an object, gives the tool, or `None` for any other object.

An object is known by the attributes it has, so that no framework is imported and every version with these attributes will do.
Its name, description and schema are what the framework sends to models; its own way of running tools runs it.
"""

import importlib
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolc.ir import JsonSchema
from toolc.runtime import checking, lower
from toolc.runtime.envelopes import envelope_of, request_form
from toolc.runtime.errors import ToolDefinitionError, ToolError
from toolc.runtime.own import by_function
from toolc.runtime.tool import FunctionTool
from toolc.systems.sent import SENT, SINCE, Sent, sent_form


class Offered(Struct, frozen=True):
    """Interface of a tool object. `run` takes the arguments by keyword; its result may be awaitable. `accept` is the
    framework's own check, from arguments to what `run` takes; it raises pydantic's `ValidationError`. `strict` and `unabridged`
    are those of `ir.Tool`."""

    name: str
    description: str | None
    schema: JsonSchema
    run: Callable[..., Any]
    output: JsonSchema | None = None
    accept: Callable[[dict[str, Any]], Mapping[str, Any]] | None = None
    strict: bool | None = None
    unabridged: JsonSchema | None = None


class FrameworkTool(FunctionTool):
    """A tool object of a framework. `offered` is what was read of it."""

    def __init__(self, system: str, offered: Offered) -> None:
        spec = lower.tool_of_schema(offered.schema, system, offered.name, offered.description, offered.run)
        spec = replace(lower.with_output(spec, offered.output), strict=offered.strict, unabridged=offered.unabridged)
        self._init(offered.run, spec, None)
        self._accept = offered.accept

    def schema(self, target: str = "openai") -> JsonSchema:
        """The tool as the framework sends it to a provider, as far as that is known; else in the provider's form."""
        found = self._sent_form(target)
        return envelope_of(self.spec, target) if found is None else request_form(found, target)

    def answers_to(self, name: str) -> bool:
        """Return `True` if a call of that name is for this tool: some frameworks send other names than they keep."""
        targets = SENT.get(self.spec.system, ())
        return name == self.name or any(found is not None and found.name == name for found in map(self._sent_form, targets))

    def _sent_form(self, target: str) -> Sent | None:
        distribution, _ = SINCE.get(self.spec.system, ("", ""))
        return sent_form(self.spec, (lower.version(distribution) if distribution else None) or "", target)

    @cached_property
    def _check(self) -> checking.Check:
        """The schema that the model was sent, closed where it does not say otherwise; then the check of the framework."""
        first = checking.by_schema(self.parameters, self.name, closed="additionalProperties" not in self.parameters)
        return first if self._accept is None else checking.then(first, self._accept, self.name)


def adapt(value: Any, context: Any = None) -> FunctionTool | None:
    """Return the tool that an object of a framework is. `context` is handed to functions that ask for that of a run.

    Raises `ToolDefinitionError` for an object that only describes a tool.
    """
    if issubclass(type(value), type) or type(value).__module__ == "builtins":  # classes, functions, methods
        return None
    for base in type(value).__mro__:
        if base.__module__ in _OWN:
            own: FunctionTool = sys.modules[base.__module__].core(value)
            return own
    if (shape := _shape(value)) is not None:
        return FrameworkTool(shape.system, shape.read(value, context))
    if hasattr(value, "name") and any(hasattr(value, key) for key in ("inputSchema", "input_schema")):
        raise ToolDefinitionError(
            f"`{value.name}` describes a tool that runs on a server: ToolRegistry.from_compiled takes the list of its tools "
            "with the functions that call them"
        )
    return None


def is_offered(value: Any) -> bool:
    """Return `True` if an object is a tool of a framework without servers of its own. Runs no code of the object."""
    shape = None if issubclass(type(value), type) else _shape(value)
    return shape is not None and shape.system not in ("fastmcp", "mcp")


_OWN = ("toolc.runtime.orbiter", "toolc.runtime.tinyagent")


# --- one reader for each framework -----------------------------------------------------------------------------------


def _openai_agents(tool: Any, context: Any) -> Offered:
    """`FunctionTool` of openai-agents. Unless its author chose the words for failures, they are raised as they came."""
    made = importlib.import_module("agents.tool_context").ToolContext
    invoke = tool.on_invoke_tool
    if getattr(tool, "_use_default_failure_error_function", False):
        invoke = getattr(invoke, "_invoke_tool_impl", invoke)

    async def run(**arguments: Any) -> Any:
        text = json.dumps(arguments)
        return await invoke(made(context=context, tool_name=tool.name, tool_call_id="", tool_arguments=text), text)

    return Offered(tool.name, tool.description, tool.params_json_schema, run, strict=tool.strict_json_schema)


def _pydantic_ai(tool: Any, context: Any) -> Offered:
    """`Tool` of pydantic-ai, with a run of its own that has no model."""
    inner = tool.function_schema
    run_context = sys.modules[_package(tool)].RunContext
    usage = importlib.import_module("pydantic_ai.usage")
    made: Any = getattr(usage, "RunUsage", None) or usage.Usage

    async def run(**arguments: Any) -> Any:
        return await inner.call(arguments, run_context(deps=context, model=None, usage=made(), tool_name=tool.name))

    return Offered(tool.name, tool.description, inner.json_schema, run, accept=inner.validator.validate_python)


def _langchain(tool: Any, context: Any) -> Offered:
    """Any `BaseTool` of langchain."""
    schema = tool.tool_call_schema

    def accept(arguments: dict[str, Any]) -> dict[str, Any]:
        schema.model_validate(arguments)
        return arguments

    async def run(**arguments: Any) -> Any:
        return await tool.ainvoke(arguments)

    if isinstance(schema, dict):
        return Offered(tool.name, tool.description, schema, run)
    if not hasattr(schema, "model_json_schema"):  # a model of pydantic 1
        return Offered(tool.name, tool.description, schema.schema(), run)
    return Offered(tool.name, tool.description, schema.model_json_schema(), run, accept=accept)


def _fastmcp(tool: Any, context: Any) -> Offered:
    """`Tool` of fastmcp, whose results are those of MCP."""

    async def run(**arguments: Any) -> Any:
        return _of_mcp(await tool.run(arguments), tool.output_schema)

    return Offered(tool.name, tool.description, tool.parameters, run, tool.output_schema)


def _of_mcp(result: Any, output: JsonSchema | None) -> Any:
    """Return the value in a result of MCP: what is structured, unwrapped, or else its texts."""
    text = "\n".join(block.text for block in result.content if hasattr(block, "text"))
    if getattr(result, "is_error", False):
        raise ToolError(text)
    structured = result.structured_content
    if structured is None:
        return text if result.content and all(hasattr(block, "text") for block in result.content) else result.content
    return structured["result"] if (output or {}).get("x-fastmcp-wrap-result") else structured


def _mcp(tool: Any, context: Any) -> Offered:
    """`Tool` of the MCP SDK, 1 and 2."""
    further = [context] if inspect.signature(tool.run).parameters["context"].default is inspect.Parameter.empty else []

    def accept(arguments: dict[str, Any]) -> dict[str, Any]:
        tool.fn_metadata.arg_model.model_validate(tool.fn_metadata.pre_parse_json(arguments))
        return arguments

    async def run(**arguments: Any) -> Any:
        return await tool.run(arguments, *further)

    return Offered(tool.name, tool.description, tool.parameters, run, getattr(tool, "output_schema", None), accept)


def _smolagents(tool: Any, context: Any) -> Offered:
    """`Tool` of smolagents, as its models are told of it."""
    said = importlib.import_module("smolagents.models").get_tool_json_schema(tool)["function"]
    return Offered(said["name"], said["description"], said["parameters"], lambda **arguments: tool(**arguments))


def _llama_index(tool: Any, context: Any) -> Offered:
    """`BaseTool` of llama-index."""
    said = tool.metadata.to_openai_tool()["function"]

    async def run(**arguments: Any) -> Any:
        made = await tool.acall(**arguments)
        if made.is_error:
            raise ToolError(str(made))
        return made.raw_output

    model, parameters = tool.metadata.fn_schema, said["parameters"]
    whole = {} if model is None or said["name"] != tool.metadata.name else model.model_json_schema()
    rest = {key: value for key, value in whole.items() if key not in parameters}
    return Offered(said["name"], said["description"], parameters, run, unabridged=rest or None)


def _crewai(tool: Any, context: Any) -> Offered:
    """`BaseTool` of crewai. Its description repeats name and arguments, and is what agents are shown."""
    schema = tool.args_schema.model_json_schema()
    return Offered(tool.name, tool.description, schema, lambda **arguments: tool.run(**arguments))


def _autogen(tool: Any, context: Any) -> Offered:
    """`BaseTool` of autogen."""
    said = tool.schema

    async def run(**arguments: Any) -> Any:
        return await tool.run_json(arguments, importlib.import_module("autogen_core").CancellationToken())

    return Offered(said["name"], said.get("description"), said.get("parameters", {"type": "object", "properties": {}}), run)


def _agent_framework(tool: Any, context: Any) -> Offered:
    """`FunctionTool` of agent-framework."""

    async def run(**arguments: Any) -> Any:
        return await tool.invoke(arguments=arguments, skip_parsing=True)

    return Offered(tool.name, tool.description, tool.parameters(), run)


def _anthropic(tool: Any, context: Any) -> Offered:
    """`beta_tool` and `beta_async_tool` of the anthropic SDK."""
    said = tool.to_dict()
    return Offered(said["name"], said.get("description"), said["input_schema"], lambda **arguments: tool.call(arguments))


def _strands(tool: Any, context: Any) -> Offered:
    """Decorated functions of strands."""
    said = tool.tool_spec
    return _plain(tool, said["name"], said["description"], said["inputSchema"]["json"])


def _camel(tool: Any, context: Any) -> Offered:
    """`FunctionTool` of camel."""
    said = tool.get_openai_tool_schema()["function"]
    return _plain(tool.func, said["name"], said.get("description"), said["parameters"], said.get("strict"))


def _google_adk(tool: Any, context: Any) -> Offered:
    """`FunctionTool` of google-adk, from 2 on, whose declarations have JSON Schemas."""
    said = tool._get_declaration()
    schema = said.parameters_json_schema or {"type": "object", "properties": {}}
    return _plain(tool.func, said.name, said.description, schema)


def _agno(tool: Any, context: Any) -> Offered:
    """`Function` of agno, as an agent prepares it."""
    ready = tool.model_copy()
    if not ready.parameters.get("properties"):
        ready.process_entrypoint()
    return _plain(ready.entrypoint, ready.name, ready.description, ready.parameters, ready.strict)


def _semantic_kernel(tool: Any, context: Any) -> Offered:
    """`KernelFunctionFromMethod` of semantic-kernel, as most of its services send it."""
    said = tool.metadata
    shown = {one.name: one for one in said.parameters if one.include_in_function_choices}
    every: JsonSchema = {one.name: one.schema_data for one in said.parameters}
    schema: JsonSchema = {
        "type": "object",
        "properties": {name: every[name] for name in shown},
        "required": [name for name, one in shown.items() if one.is_required],
    }
    offered = _plain(tool.method, said.fully_qualified_name, said.description, schema)
    return offered if len(shown) == len(every) else replace(offered, unabridged={"properties": every})


def _plain(
    function: Callable[..., Any], name: str, description: str | None, schema: JsonSchema, strict: bool | None = None
) -> Offered:
    """A function that its framework calls as it is: its annotations say what becomes of the arguments."""
    accept = by_function(function, name)
    return Offered(name, description, schema, lambda **arguments: function(**arguments), accept=accept, strict=strict)


def _package(value: Any) -> str:
    return type(value).__module__.partition(".")[0]


class _Shape(Struct, frozen=True):
    """A framework, the attributes that its tools alone have, and what reads one."""

    system: str
    attributes: tuple[str, ...]
    read: Callable[[Any, Any], Offered]


_SHAPES = (
    _Shape("openai-agents", ("params_json_schema", "on_invoke_tool"), _openai_agents),
    _Shape("pydantic-ai", ("function_schema", "tool_def"), _pydantic_ai),
    _Shape("langchain", ("tool_call_schema", "ainvoke"), _langchain),
    _Shape("fastmcp", ("to_mcp_tool", "parameters", "output_schema", "run"), _fastmcp),
    _Shape("mcp", ("fn_metadata", "parameters", "run"), _mcp),
    _Shape("smolagents", ("inputs", "output_type", "forward"), _smolagents),
    _Shape("llama-index", ("metadata", "acall"), _llama_index),
    _Shape("crewai", ("args_schema", "_run", "run"), _crewai),
    _Shape("autogen", ("schema", "run_json"), _autogen),
    _Shape("agent-framework", ("parameters", "invoke", "func", "approval_mode"), _agent_framework),
    _Shape("anthropic", ("to_dict", "input_schema", "call"), _anthropic),
    _Shape("strands", ("tool_spec", "tool_name", "stream"), _strands),
    _Shape("camel", ("get_openai_tool_schema", "async_call", "func"), _camel),
    _Shape("google-adk", ("_get_declaration", "run_async", "func"), _google_adk),
    _Shape("semantic-kernel", ("metadata", "method", "invoke_stream"), _semantic_kernel),
    _Shape("agno", ("entrypoint", "process_entrypoint", "parameters"), _agno),
)


def _shape(value: Any) -> _Shape | None:
    """Return the shape of an object, asking nothing of its own code: a proxy may answer for anything."""
    return next((one for one in _SHAPES if all(_has(value, name) for name in one.attributes)), None)


def _has(value: Any, name: str) -> bool:
    return inspect.getattr_static(value, name, _NOTHING) is not _NOTHING


_NOTHING = object()
