"""Tools that only their schemas are known of: takes tools as they were compiled, gives a server that answers for them.

Nothing of the program is run. Arguments are held to the input schema; an answer is drawn from the output schema, the same for
the same seed, tool and arguments.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from toolc.ir import Tool
from toolc.runtime import checking
from toolc.runtime.errors import ToolError
from toolc.serve.drawn import NoValueError, draw_value
from toolc.serve.server import build_server, result


def mock_server(name: str, tools: Sequence[Tool], seed: int) -> Any:
    """Return a server of the SDK for tools whose names are all different."""
    sent = [one if one.wire is None else replace(one, input_schema=one.wire.input_schema, output_schema=one.wire.output_schema)
            for one in tools]  # fmt: skip
    by_name = {one.name: one for one in sent}

    async def answer(tool: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
        if tool not in by_name:
            return result(f"There is no tool `{tool}`.", failed=True)
        return mock_answer(by_name[tool], arguments or {}, seed)

    return build_server(name, sent, answer)


def mock_answer(tool: Tool, arguments: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return the result of a call as MCP has it."""
    try:
        checking.by_schema(tool.input_schema or {}, tool.name)(arguments)
    except ToolError as error:
        return result(str(error), failed=True)
    if tool.output_schema is None:
        return result(f"an answer of `{tool.name}`: its result has no schema")
    random = Random(f"{seed} {tool.name} {json.dumps(arguments, sort_keys=True)}")  # a text: the same on every machine
    try:
        value = draw_value(tool.result_schema or tool.output_schema, random)
    except NoValueError:
        return result(f"no value of the output schema of `{tool.name}` was found", failed=True)
    return {**result(json.dumps(value, ensure_ascii=False)), "structuredContent": value}
