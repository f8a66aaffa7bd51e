"""Registrations of google-adk: `FunctionTool`, functions in the `tools` of an agent, and classes of tools.

Takes one registration, gives its declaration. A class is a tool by what its `__init__` hands to that of `FunctionTool` or
`BaseTool`; one with a `_get_declaration` of its own says its schema there (google-adk 2.13.0 `tools/base_tool.py`).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from toolc import docstrings
from toolc.diagnostics import Diagnostic
from toolc.module import Attribute, Call, Class, ExprStmt, Func, Return
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    ParameterValue,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import Mark, argument, declare_at
from toolc.systems.google_adk.gemini import json_schema
from toolc.systems.shared.callables import by_default, declaration, registers, uncalled_registration
from toolc.systems.shared.classes import class_around
from toolc.systems.shared.listed import lists

NAME = "google-adk"

_FUNCTION_TOOL = registers(NAME, "func")
_DECLARATION = "google.genai.types.FunctionDeclaration"
_NAMED = ("name", "description")
_OWN_FORM = "its parameters are given in Gemini's own form; what google-adk sends to other models is given here"
_GEMINI = Unknown("they are given as Gemini's own `Schema`")


def _long_running(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    made = _FUNCTION_TOOL(registration, program, server)
    return None if made is None else replace(made, options={"later": ConstantValue(True)})


def _of_function(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`super().__init__(func)` in a class derived from `FunctionTool`, whose `_ignore_params` are filled in by it."""
    function = program.unwrap(argument(registration, program, "func", 0) or ConstantValue(None))
    if isinstance(function, ParameterValue):
        return uncalled_registration(registration, program)
    made = _FUNCTION_TOOL(registration, program, _apart(server))
    if made is None:
        return None
    stated = _stated_facts(registration, program)
    if stated and made.target is not None and isinstance(made.target.stmt, Func):
        stated = {"description": ConstantValue(docstrings.clean(made.target.stmt.doc or "")), **stated}
    return replace(
        made,
        hidden=tuple(_ignored_parameters(registration, program)),
        options={"later": ConstantValue(True)} if registration.callee.startswith(_LATER) else {},
        schema=stated.get("schema"),
        name=stated.get("name"),
        description=stated.get("description"),
    )


def _of_class(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`super().__init__(name, description)` in a class derived from `BaseTool`; one that declares nothing is not sent."""
    name, description = (by_default(argument(registration, program, fact, at), program) for at, fact in enumerate(_NAMED))
    if isinstance(name, ParameterValue):
        return uncalled_registration(registration, program)
    stated = _stated_facts(registration, program)
    cls = class_around(registration)
    if "schema" not in stated or cls is None:
        return None
    told = json_schema(stated["own"], program) if "own" in stated else None
    span = program.span(cls.scope, cls.stmt.name_at, cls.name_end) if isinstance(cls.stmt, Class) else None
    return declare_at(
        registration,
        NAME,
        _apart(server),
        owner=cls,
        name=stated.get("name") or name,
        description=stated.get("description") or description,
        schema=stated["schema"] if told is None else ConstantValue(told),
        diagnostics=() if told is None or span is None else (Diagnostic("TC380", _OWN_FORM, span),),
    )


_ASKED = "what this agent is given is not followed"
_REQUEST = {"type": "object", "properties": {"request": {"type": "string"}}, "required": ["request"]}


def _of_agent(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`AgentTool(agent)`: the agent's name and description; what it takes is one text, or its `input_schema`."""
    agent = argument(registration, program, "agent", 0) if registration.form == "call" else None
    if agent is None or isinstance(agent, DefinitionValue):
        return None
    if not isinstance(agent, CallResult) or not isinstance(agent.callee, ExternalSymbol):
        return declaration(registration, program, server, NAME, agent, {})
    made = replace(registration, args=agent.args, scope=agent.scope)
    asked = argument(made, program, "input_schema") if agent.callee.name in _AGENTS else Unknown(_ASKED)
    return declare_at(
        registration,
        NAME,
        server,
        name=argument(made, program, "name"),
        description=argument(made, program, "description"),
        schema=ConstantValue(_REQUEST) if asked in (None, ConstantValue(None)) else _schema_of(asked),
    )


def _schema_of(model: Value | None) -> Value:
    """`build_function_declaration` of a model: its own JSON Schema."""
    if not isinstance(model, DefinitionValue):
        return Unknown(_ASKED)
    return CallResult(BoundAttribute(model, "model_json_schema"), (), model.scope, model.stmt.name_at, model.name_end)


def _stated_facts(registration: RegistrationSite, program: Program) -> dict[str, Value]:
    """Return the facts of a class's own `_get_declaration`: of several declarations, the one with a JSON Schema."""
    method = program.attribute(registration.receiver, "_get_declaration") if registration.receiver is not None else None
    if not isinstance(method, DefinitionValue):
        return {}
    made = list(_declarations(method, program))
    chosen = next((one for one in made if _keyword(one, "parameters_json_schema")), made[0] if made else None)
    if chosen is None:
        return {"schema": Unknown("what `_get_declaration` returns is not followed")}
    given = {arg.name: program.evaluate(arg.value, chosen.scope) for arg in chosen.args if arg.name is not None}
    texts = {fact: given[fact] for fact in ("name", "description") if isinstance(given.get(fact), ConstantValue)}
    if "parameters" in given and "parameters_json_schema" not in given:
        return {**texts, "schema": _GEMINI, "own": program.unwrap(given["parameters"])}
    return {**texts, "schema": given.get("parameters_json_schema", ConstantValue({"type": "object", "properties": {}}))}


def _declarations(method: DefinitionValue, program: Program) -> Iterator[CallResult]:
    for _, statement, scope in program.statements(method):
        if isinstance(statement, Return) and statement.value is not None:
            value = program.evaluate(statement.value, scope)
            if isinstance(value, CallResult) and value.callee == ExternalSymbol(_DECLARATION):
                yield value


def _keyword(call: CallResult, name: str) -> bool:
    return any(arg.name == name for arg in call.args)


def _ignored_parameters(registration: RegistrationSite, program: Program) -> Iterator[str]:
    """The parameters that the `__init__` of a class and its bases add to `self._ignore_params`, one or several at a time."""
    cls = class_around(registration)
    for owner in (cls, *program.ancestors(cls)) if cls is not None else ():
        made = program.class_attribute(owner, "__init__") if isinstance(owner, DefinitionValue) else None
        for _, statement, scope in program.statements(made) if isinstance(made, DefinitionValue) else ():
            match statement:
                case ExprStmt(
                    value=Call(func=Attribute(value=Attribute(attr="_ignore_params"), attr="append" | "extend"), args=(arg,))
                ):
                    value = program.evaluate(arg.value, scope)
                    names = value.value if isinstance(value, ConstantValue) else ()
                    yield from (one for one in ([names] if isinstance(names, str) else names) if isinstance(one, str))


def _apart(server: ServerKey) -> ServerKey:
    """Tools of google-adk are on no object; the object that is made is the tool itself."""
    return ServerKey(server.package, NAME, NAME, standalone=True)


_AGENTS = ("google.adk.Agent", "google.adk.agents.Agent", "google.adk.agents.LlmAgent")
_AGENT_TOOLS = ("google.adk.tools.AgentTool", "google.adk.tools.agent_tool.AgentTool")
_LATER = "google.adk.tools.LongRunningFunctionTool"
OBJECTS = dict.fromkeys(("google.adk.tools.BaseToolset", "google.adk.tools.base_toolset.BaseToolset"), ("get_tools",))

MARKS: dict[str, Mark] = {
    **dict.fromkeys(_AGENTS, lists(NAME, "tools")),
    "google.adk.tools.FunctionTool": _FUNCTION_TOOL,
    _LATER: _long_running,
    **dict.fromkeys(_AGENT_TOOLS, _of_agent),
    "google.adk.tools.FunctionTool.__init__": _of_function,
    f"{_LATER}.__init__": _of_function,
    "google.adk.tools.BaseTool.__init__": _of_class,
}
