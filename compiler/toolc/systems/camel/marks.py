"""Registrations of camel's tools: takes one registration, gives its declarations (camel-ai 0.2.80).

`FunctionTool` (`toolkits/function_tool.py`), functions of a `ChatAgent` (`agents/chat_agent.py`), and what `get_tools` gives of
an object of a toolkit class (`toolkits/base.py`) that is made without arguments.
"""

from msgspec.structs import replace

from toolc.diagnostics import Diagnostic
from toolc.module import Func
from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    Program,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Unknown,
)
from toolc.server_effects import UnmodelledChange
from toolc.systems.base import Mark, toolkit
from toolc.systems.shared.callables import registers
from toolc.systems.shared.listed import lists

NAME = "camel"

_TOOL = "camel.toolkits.FunctionTool"
_TOOLKIT = "camel.toolkits.BaseToolkit"
_GIVES = "get_tools"
_CHANGES = ("name", "description", "parameter_description", "parameter", "openai_tool_schema", "openai_function_schema")

_FUNCTION_TOOL = registers(
    NAME, "func", openai_tool_schema=("openai_tool_schema", 1), synthesize_schema=("synthesize_schema", 2)
)


def _object(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionTool(func, openai_tool_schema=None, synthesize_schema=False)`; in a toolkit it belongs to that."""
    if registration.form != "call":
        return None
    made = _FUNCTION_TOOL(registration, program, server)
    assert made is None or isinstance(made, Declaration)
    if made is not None and (name := _given_name(made)) is not None:
        made = replace(made, name=name)
    cls = _class_of(registration.scope)
    return made if made is None or cls is None else replace(made, server=toolkit(server, NAME, cls))


def _given_name(made: Declaration) -> ConstantValue | None:
    """The name in a schema that is given."""
    given = made.options.get("openai_tool_schema")
    function = given.value.get("function") if isinstance(given, ConstantValue) and isinstance(given.value, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    return ConstantValue(name) if isinstance(name, str) else None


def _class_of(scope: ProgramPoint) -> DefinitionValue | None:
    """The class of the object that a method is followed for."""
    for around in reversed(scope.within):
        values = around.frame.values if around.frame is not None else {}
        first = around.stmt.params[0].name if isinstance(around.stmt, Func) and around.stmt.params else ""
        instance = values.get(first)
        if isinstance(instance, CallResult) and isinstance(instance.callee, DefinitionValue):
            return instance.callee
    return None


def _toolkit(registration: RegistrationSite, program: Program, server: ServerKey) -> Diagnostic | None:
    """The tools themselves are read where they are made; what else `get_tools` gives is not known."""
    cls = registration.target
    if registration.form != "subclass" or not isinstance(cls, DefinitionValue):
        return None
    made = CallResult(cls, (), registration.scope, registration.at, registration.end, cls.stmt.name)
    gives = program.attribute(made, _GIVES)
    listed = program.list_elements(gives, gives.scope) if isinstance(gives, DefinitionValue) else ()
    reason = next((one.value.reason for one in listed if isinstance(one.value, Unknown)), None)
    if reason is None:
        return None
    message = f"which tools `{cls.stmt.name}` has is not known in full: {reason}"
    return Diagnostic("TC395", message, program.span(registration.scope, registration.at, registration.end))


def _change(registration: RegistrationSite, program: Program, server: ServerKey) -> UnmodelledChange | None:
    """`tool.set_function_name(…)` and the like."""
    if registration.form != "call":
        return None
    return UnmodelledChange(
        ServerKey(server.package, NAME, NAME, standalone=True), registration.scope, registration.at, registration.end
    )


CONSUMERS = ("camel.agents.ChatAgent",)
MARKS: dict[str, Mark] = {
    _TOOL: _object,
    **{f"{_TOOL}.set_{'' if what.startswith(('openai', 'parameter')) else 'function_'}{what}": _change for what in _CHANGES},
    _TOOLKIT: _toolkit,
    **dict.fromkeys(CONSUMERS, lists(NAME, "tools")),
}
OBJECTS = {_TOOLKIT: (_GIVES,)}
