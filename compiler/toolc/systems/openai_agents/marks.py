"""Registrations of openai-agents: `@function_tool`, `FunctionTool(…)` and `agent.as_tool(…)`.

Takes one registration, gives its declaration. Signatures: openai-agents 0.24.0. A tool that is switched off is none.
"""

import re

from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import Mark, argument, declare_at, stated_argument
from toolc.systems.shared.callables import declaration

NAME = "openai-agents"

_FACTS = {"name": "name_override", "description": "description_override"}
_OPTIONS = ("docstring_style", "use_docstring_info", "strict_mode")
_INPUT = {
    "description": "Default input schema for agent-as-tool calls.",
    "properties": {"input": {"title": "Input", "type": "string"}},
    "required": ["input"],
    "title": "AgentAsToolInput",
    "type": "object",
}
"""Input schema of an agent as a tool, unless the agent has parameters."""


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@function_tool`, `@function_tool(…)` and `function_tool(f, …)`."""
    target: Value | None = registration.target
    if registration.form == "call":
        target = argument(registration, program, "func", 0)
    if target is None or target == ConstantValue(None) or _off(registration, program):
        return None
    asked = {**_FACTS, **{name: name for name in _OPTIONS}}
    given = {fact: stated_argument(registration, program, keyword) for fact, keyword in asked.items()}
    copied = {"copied": ConstantValue(copy.module)} if isinstance(copy := registration.receiver, DefinitionValue) else {}
    return declaration(registration, program, server, NAME, target, {**given, **copied})


def _object(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionTool(name, description, params_json_schema, on_invoke_tool, strict_json_schema)`; the function adds nothing."""
    schema = argument(registration, program, "params_json_schema", 2)
    if registration.form != "call" or schema is None or _off(registration, program, 5):
        return None
    strict = argument(registration, program, "strict_json_schema", 4)
    return declare_at(
        registration,
        NAME,
        server,
        name=argument(registration, program, "name", 0),
        description=argument(registration, program, "description", 1),
        options={"params_json_schema": schema, **({} if strict is None else {"strict_mode": strict})},
    )


def _agent(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`agent.as_tool(tool_name, tool_description, parameters=…)`; without a name the agent's own in the style of functions."""
    if registration.form != "call" or _off(registration, program):
        return None
    name = stated_argument(registration, program, "tool_name", 0)
    description = stated_argument(registration, program, "tool_description", 1)
    parameters = stated_argument(registration, program, "parameters")
    return declare_at(
        registration,
        NAME,
        server,
        name=_agent_name(registration, program) if name in (None, ConstantValue("")) else name,
        description=description,
        options={"params_json_schema": ConstantValue(_INPUT) if parameters is None else parameters},
    )


def _agent_name(registration: RegistrationSite, program: Program) -> Value:
    agent = registration.receiver
    given = argument(_site_of(registration, agent), program, "name", 0) if isinstance(agent, CallResult) else None
    if isinstance(given, ConstantValue) and isinstance(given.value, str):
        return ConstantValue(re.sub(r"[^a-zA-Z0-9_]", "_", given.value).lower())
    return Unknown("the tool has the agent's name, which is not known here")


def _site_of(registration: RegistrationSite, agent: CallResult) -> RegistrationSite:
    return RegistrationSite(registration.callee, "call", agent.scope, agent.at, agent.end, args=agent.args)


def _off(registration: RegistrationSite, program: Program, position: int | None = None) -> bool:
    return argument(registration, program, "is_enabled", position) == ConstantValue(False)


COPIES = {"agents.function_tool": frozenset({*_FACTS.values(), *_OPTIONS})}

MARKS: dict[str, Mark] = {
    **dict.fromkeys(("agents.function_tool", "agents.tool.function_tool"), _tool),
    **dict.fromkeys(("agents.FunctionTool", "agents.tool.FunctionTool"), _object),
    **dict.fromkeys(("agents.Agent.as_tool", "agents.agent.Agent.as_tool"), _agent),
}
