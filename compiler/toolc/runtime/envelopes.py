"""The form in which a provider wants a tool: takes an `ir.Tool` and the name of the form, gives a JSON object.

The same forms as the compiler's templates write; a test holds the two together.
"""

from collections.abc import Callable

from toolc.ir import JsonSchema, Tool
from toolc.runtime.errors import ToolDefinitionError
from toolc.schema.reshape.gemini import for_gemini
from toolc.schema.reshape.result import result_alone
from toolc.systems.sent.base import Sent


def _text(tool: Tool) -> JsonSchema:
    return {} if tool.description is None else {"description": tool.description}


def _schema(tool: Tool) -> JsonSchema:
    return tool.input_schema if tool.input_schema is not None else {"type": "object", "properties": {}}


def _result(tool: Tool) -> JsonSchema | None:
    return None if tool.output_schema is None else result_alone(tool.output_schema, tool.unwrap)


def plain(tool: Tool) -> JsonSchema:
    """Of no provider: `{name, description, parameters}`."""
    return {"name": tool.name, "description": tool.description, "parameters": _schema(tool)}


def openai(tool: Tool) -> JsonSchema:
    """OpenAI chat completions."""
    return {"type": "function", "function": {"name": tool.name, **_text(tool), "parameters": _schema(tool)}}


def openai_strict(tool: Tool) -> JsonSchema:
    """OpenAI chat completions in strict mode; a `ToolDefinitionError` where it has no words for the schema."""
    from toolc.schema.strict import strict  # start-up: few programs ask for it

    schema, problems = strict(_schema(tool))
    if problems:
        raise ToolDefinitionError("; ".join(problem.of(tool.name) for problem in problems))
    return {"type": "function", "function": {"name": tool.name, **_text(tool), "strict": True, "parameters": schema}}


def openai_responses(tool: Tool) -> JsonSchema:
    """OpenAI responses: the same, flat; what is not asked to be strict must say so."""
    own = _result(tool)
    result = {} if own is None or own.get("type") == "string" else {"output_schema": own}  # texts are sent as they are
    return {"type": "function", "name": tool.name, **_text(tool), "parameters": _schema(tool), "strict": False, **result}


def anthropic(tool: Tool) -> JsonSchema:
    """Anthropic's messages."""
    return {"name": tool.name, **_text(tool), "input_schema": _schema(tool)}


def gemini(tool: Tool) -> JsonSchema:
    """One of Gemini's `functionDeclarations`."""
    own = _result(tool)
    result = {} if own is None else {"responseJsonSchema": for_gemini(own)}
    return {"name": tool.name, **_text(tool), "parametersJsonSchema": for_gemini(_schema(tool)), **result}


def mcp(tool: Tool) -> JsonSchema:
    """One tool of an MCP server's `tools/list`."""
    title = {} if tool.title is None else {"title": tool.title}
    output = {} if tool.output_schema is None else {"outputSchema": tool.output_schema}
    beside = {"icons": tool.icons, "annotations": tool.annotations, "execution": tool.execution, "_meta": tool.meta}
    notes = {key: value for key, value in beside.items() if value is not None}
    return {"name": tool.name, **title, **_text(tool), "inputSchema": _schema(tool), **output, **notes}


def pba(tool: Tool) -> JsonSchema:
    """The Proxy Base Agent: the arguments inside a call that must also say why it is made."""
    schema = _schema(tool)
    why = {"type": "string", "description": "Why the tool is called and what the call is meant to achieve."}
    return {
        "type": "object",
        **_text(tool),
        "properties": {"intention": why, "name": {"type": "string", "const": tool.name}, "arguments": schema},
        "required": ["intention", "name", *(["arguments"] if schema.get("required") else [])],
    }


FORMS: dict[str, Callable[[Tool], JsonSchema]] = {
    "anthropic": anthropic,
    "gemini": gemini,
    "mcp": mcp,
    "openai": openai,
    "openai-responses": openai_responses,
    "openai-strict": openai_strict,
    "pba": pba,
    "plain": plain,
}


def envelope_of(tool: Tool, target: str) -> JsonSchema:
    """The tool in one of the `FORMS`."""
    if target not in FORMS:
        raise ValueError(f"there is no target {target!r}; there are {', '.join(FORMS)}")
    return FORMS[target](tool)


# --- as frameworks send it -------------------------------------------------------------------------------------------


def _flatten_request(found: Sent, schema: str) -> JsonSchema:
    """The facts of a request, flat. `schema`: the provider's name of what holds the arguments."""
    facts = {"name": found.name, "description": found.description, schema: found.schema, "strict": found.strict}
    return {**{key: value for key, value in facts.items() if value is not None}, **found.beside}


_SENT: dict[str, Callable[[Sent], JsonSchema]] = {
    "anthropic": lambda found: _flatten_request(found, "input_schema"),
    "gemini": lambda found: _flatten_request(found, "parametersJsonSchema"),
    "openai": lambda found: {"type": "function", "function": _flatten_request(found, "parameters")},
    "openai-responses": lambda found: {"type": "function", **_flatten_request(found, "parameters")},
}


def request_form(found: Sent, target: str) -> JsonSchema:
    """The tool as its framework sends it, in one of the `FORMS` of providers."""
    return _SENT[target](found)
