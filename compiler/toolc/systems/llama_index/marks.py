"""Registrations of llama-index's tools: takes one registration, gives its declarations.

Signatures: llama-index-core 0.14.25 `FunctionTool`, `ToolMetadata`, `BaseToolSpec.to_tool_list`, `BaseWorkflowAgent`.
"""

from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.signature import Class, Generic, Plain, Type
from toolc.systems.base import Mark, declare_at, find_argument, make_finding, stated_argument, toolkit
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.listed import functions

NAME = "llama-index"
_CORE = "llama_index.core"
_METADATA = ExternalSymbol(f"{_CORE}.tools.ToolMetadata")


def is_context(type_: Type | None) -> bool:
    """`Context` or `Context[…]` itself."""
    match type_:
        case Plain(name) | Generic(name) | Class(name):
            root = name.partition(".")[0]
            return root in ("llama_index", "workflows") and name.replace(":", ".").rpartition(".")[2] == "Context"
        case _:
            return False


# --- objects ---------------------------------------------------------------------------------------------------------


def _from_defaults(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionTool.from_defaults(fn, name, description, return_direct, fn_schema, async_fn, tool_metadata, …)`."""
    if registration.form != "call":
        return None
    places = {"name": 1, "description": 2, "fn_schema": 4, "tool_metadata": 6, "partial_params": 9}
    given = {name: stated_argument(registration, program, name, place) for name, place in places.items()}
    metadata = given.pop("tool_metadata")
    return _declare_tool(registration, program, server, _function(registration, program, 5), given, metadata)


def _object(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`FunctionTool(fn, metadata, async_fn, …)`."""
    if registration.form != "call":
        return None
    metadata = stated_argument(registration, program, "metadata", 1)
    return _declare_tool(
        registration, program, server, _function(registration, program, 2), {}, metadata or Unknown("no metadata")
    )


def _declare_tool(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    function: Value | None,
    given: dict[str, Value | None],
    metadata: Value | None,
) -> Declaration | None:
    if metadata is not None:
        given = _read(metadata, program)
    return declaration(registration, program, server, NAME, function, given)


def _read(metadata: Value, program: Program) -> dict[str, Value | None]:
    """`ToolMetadata(description, name, fn_schema, return_direct)`, whose schema of None is not the same as none given."""
    unknown = Unknown("the tool's metadata is made while the program runs")
    if not isinstance(metadata, CallResult) or metadata.callee != _METADATA:
        return {"metadata": ConstantValue(True), "name": unknown, "description": unknown, "fn_schema": unknown}
    facts: dict[str, Value | None] = {"metadata": ConstantValue(True)}
    for place, name in enumerate(("description", "name", "fn_schema")):
        found = find_argument(metadata.args, name, place)
        if found is not None:
            facts[name] = program.evaluate(found.value, metadata.scope)
    return facts


def _function(registration: RegistrationSite, program: Program, place: int) -> Value | None:
    return stated_argument(registration, program, "fn", 0) or stated_argument(registration, program, "async_fn", place)


def _agent(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """An agent makes a `FunctionTool` of each function in its `tools`; other tools are declared where they are made."""
    if registration.callee.endswith("from_tools_or_functions"):
        return tuple(functions(registration, program, server, NAME, "tools_or_functions", 0))
    return tuple(functions(registration, program, server, NAME, "tools"))


# --- classes ---------------------------------------------------------------------------------------------------------


def _spec(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`to_tool_list`: one tool for each name in `spec_functions`, of a pair of names the first; a class is a set of tools."""
    cls = registration.target
    if registration.form != "subclass" or not isinstance(cls, DefinitionValue):
        return ()
    server = toolkit(server, NAME, cls)
    lineage = [one for one in (cls, *program.ancestors(cls)) if isinstance(one, DefinitionValue)]
    listed = next((value for one in lineage if (value := program.class_attribute(one, "spec_functions")) is not None), None)
    names = _names(listed)
    set_later = listed is None and any(program.class_attribute(one, "__init__") is not None for one in lineage)
    if set_later or (listed is not None and names is None):
        return (_declare_unlisted(registration, program, server, cls),)
    return tuple(_method(registration, program, server, name, lineage) for name in names or ())


def _names(listed: Value | None) -> list[str] | None:
    if not isinstance(listed, ConstantValue) or not isinstance(listed.value, list | tuple):
        return None
    first = [one[0] if isinstance(one, tuple) and len(one) == 2 else one for one in listed.value]
    return first if all(isinstance(one, str) for one in first) else None


def _method(
    registration: RegistrationSite, program: Program, server: ServerKey, name: str, lineage: list[DefinitionValue]
) -> Declaration:
    """The bound method; the tool is called as the function is, whatever name it has in the class."""
    method = next((value for one in lineage if (value := program.class_attribute(one, name)) is not None), None)
    if isinstance(method, DefinitionValue) and method.node.kind == "def":
        static = [program.evaluate(one, method.scope) for one in method.stmt.decorators]
        first = next(iter(method.stmt.params), None)  # type: ignore[union-attr]
        hidden = () if ExternalSymbol("builtins.staticmethod") in static or first is None else (first.name,)
        given = {key: value for key, value in _own_metadata(name, lineage, program).items() if value is not None}
        facts = {fact: given.pop(fact) for fact in ("name", "description") if fact in given}
        return declare_at(registration, NAME, server, target=method, hidden=hidden, options=given, **facts)
    span = program.span(registration.scope, registration.at, registration.end)
    why = f"is not known: {method.reason}" if isinstance(method, Unknown) else "the class does not define as a function"
    message = f"`spec_functions` names `{name}`, which {why}"
    missing = make_finding("TC204", message, span).diagnostic
    return declare_at(registration, NAME, server, name=ConstantValue(name), diagnostics=(missing,))


def _own_metadata(name: str, lineage: list[DefinitionValue], program: Program) -> dict[str, Value | None]:
    """Return a class's own metadata for one of its tools: `get_metadata_from_fn_name`, else `get_fn_schema_from_fn_name`."""
    for override in ("get_metadata_from_fn_name", "get_fn_schema_from_fn_name"):
        asked = next((value for one in lineage if (value := program.class_attribute(one, override)) is not None), None)
        if asked is None:
            continue
        told = program.call_concretely(asked, (name,), lineage[0])
        if told == ConstantValue(None):
            return {}
        return _read(told, program) if override.startswith("get_metadata") else {"fn_schema": told, "spec": ConstantValue(True)}
    return {}


def _declare_unlisted(registration: RegistrationSite, program: Program, server: ServerKey, cls: DefinitionValue) -> Declaration:
    span = program.span(cls.scope, cls.stmt.name_at, cls.name_end)
    message = f"which functions of `{cls.stmt.name}` are tools is not known: `spec_functions` is computed, or set by `__init__`"
    return declare_at(registration, NAME, server, diagnostics=(make_finding("TC212", message, span).diagnostic,))


_AGENTS = tuple(f"{_CORE}.agent.workflow.{name}" for name in ("FunctionAgent", "ReActAgent", "CodeActAgent"))
MARKS: dict[str, Mark] = {
    f"{_CORE}.tools.FunctionTool.from_defaults": _from_defaults,
    f"{_CORE}.tools.FunctionTool": _object,
    f"{_CORE}.tools.BaseToolSpec": _spec,
    **dict.fromkeys(_AGENTS, _agent),
    f"{_CORE}.agent.workflow.AgentWorkflow.from_tools_or_functions": _agent,
}
