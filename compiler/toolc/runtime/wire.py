"""Calls and replies as they travel: takes a provider's form of a call, gives name and arguments, and back the form of a reply.

Known forms: OpenAI chat completions and responses, Anthropic messages, Gemini and MCP. Objects of the providers' libraries are
read like the JSON they stand for.
"""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from toolc.runtime import results
from toolc.runtime.arguments import Arguments
from toolc.runtime.errors import ToolError

Form = Literal["openai", "openai-responses", "anthropic", "gemini", "mcp"]


class Call(Struct, frozen=True):
    """One call. `id` is what the provider wants to see again beside the reply."""

    form: Form
    name: str
    arguments: Arguments = None
    id: Any = None


def read(call: Any) -> Call:
    """A call in whatever form it came, however little of it fits; a `ToolError` when it is none that is known."""
    raw = _mapping(call)
    made = _openai(raw) or _anthropic(raw) or _mcp(raw) or _gemini(raw)
    if made is None:
        raise ToolError("this is not a tool call of OpenAI, Anthropic, Gemini or MCP")
    return made


def reply(call: Call, value: Any, error: str | None = None) -> dict[str, Any]:
    """Return the reply to a call: the result, or the words of an error."""
    text = error if error is not None else results.text(value)
    match call.form:
        case "openai":
            return {"role": "tool", "tool_call_id": call.id, "content": _mark_error(text, error)}
        case "openai-responses":
            return {"type": "function_call_output", "call_id": call.id, "output": _mark_error(text, error)}
        case "anthropic":
            failed = {"is_error": True} if error is not None else {}
            return {"type": "tool_result", "tool_use_id": call.id, "content": text, **failed}
        case "gemini":
            response = {"error": error} if error is not None else {"output": results.jsonable(value)}
            own = {} if call.id is None else {"id": call.id}
            return {"functionResponse": {**own, "name": call.name, "response": response}}
        case "mcp":
            result = {"content": [{"type": "text", "text": text}], "isError": error is not None}
            return result if call.id is None else {"jsonrpc": "2.0", "id": call.id, "result": result}


def _mark_error(text: str, error: str | None) -> str:
    """OpenAI has no field for errors, so that the words must say it."""
    return text if error is None else f"Error: {text}"


def _mapping(call: Any) -> Mapping[str, Any]:
    """The JSON that an object stands for; nothing for what is no object. Fields without a value are there as None."""
    if isinstance(call, Mapping):
        return call
    if hasattr(call, "model_dump"):
        return dict(call.model_dump(warnings=False))
    return vars(call) if hasattr(call, "__dict__") else {}


def _make_call(form: Form, own: Mapping[str, Any], arguments: str, id: Any) -> Call:
    """A call whose name is a text, whatever a model put there: no tool has an empty one."""
    name = own.get("name")
    return Call(form, "" if name is None else str(name), own.get(arguments), id)


def _openai(raw: Mapping[str, Any]) -> Call | None:
    """openai 3.54 `ResponseFunctionToolCall`, `ChatCompletionMessageFunctionToolCall`."""
    if raw.get("type") == "function_call":
        return _make_call("openai-responses", raw, "arguments", raw.get("call_id"))
    if (function := raw.get("function")) is not None:
        return _make_call("openai", _mapping(function), "arguments", raw.get("id"))
    return None


def _anthropic(raw: Mapping[str, Any]) -> Call | None:
    """anthropic 2.12 `ToolUseBlock`. Blocks of tools that Anthropic's servers run have other types."""
    return _make_call("anthropic", raw, "input", raw.get("id")) if raw.get("type") == "tool_use" else None


def _mcp(raw: Mapping[str, Any]) -> Call | None:
    """mcp 1.30 `JSONRPCRequest`, `CallToolRequest`, or its `CallToolRequestParams` alone."""
    if raw.get("method") == "tools/call":
        return _make_call("mcp", _mapping(raw.get("params")), "arguments", raw.get("id"))
    if "name" in raw and raw.keys() <= {"name", "arguments", "_meta", "meta", "task"}:
        return _make_call("mcp", raw, "arguments", None)
    return None


def _gemini(raw: Mapping[str, Any]) -> Call | None:
    """google-genai 3.4 `Part` or `FunctionCall`, whose `args` may be missing."""
    inner = raw.get("functionCall", raw.get("function_call"))
    own = _mapping(inner) if inner is not None else raw
    if "name" not in own or "type" in own:
        return None
    return _make_call("gemini", own, "args", own.get("id"))
