"""Registrations of agno's tools: takes one registration, gives its declarations (agno 3.1.10).

`@tool` (`tools/decorator.py`), `Function`, functions of agents and teams, and what an object of a `Toolkit` class registers
(`tools/toolkit.py`): of two functions under one name, the one that is not asynchronous.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from toolc.diagnostics import Diagnostic
from toolc.module import Assign, Attribute, AugAssign, Call, Expr, ExprStmt, For, Func, Stmt, SubscriptExpr
from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    GuardedElement,
    MappingValue,
    Program,
    ProgramPoint,
    RegistrationSite,
    SequenceValue,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import Fact, Mark, OneMark, argument, find_argument, stated_argument, toolkit
from toolc.systems.shared.callables import declaration, decorator
from toolc.systems.shared.classes import method
from toolc.systems.shared.listed import lists

NAME = "agno"

MADE = "made"
"""The option that says how a tool is made, one of the following; without it of a function alone."""
DECORATED = ConstantValue("decorated")
OBJECT = ConstantValue("object")
METHOD = ConstantValue("method")

SKIPPED = "skip_entrypoint_processing"
AGAIN = "again"
"""The option of a function that is made a `Function` before an agent gets it, which processes that once more."""

_TOOL = "agno.tools.tool"
_TOOLKIT = "agno.tools.Toolkit"

# --- single tools ----------------------------------------------------------------------------------------------------

_DECORATOR: OneMark = decorator(NAME, strict="strict", user_input_fields="user_input_fields")


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@tool`, `@tool(name=…)`, `tool(f)`."""
    made = _DECORATOR(registration, program, server)
    return None if made is None else replace(made, options={**made.options, MADE: DECORATED})


def _function(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Function(name=…, entrypoint=f, …)`; without an entrypoint its parameters are taken as they stand."""
    if registration.form != "call":
        return None
    facts = ("name", "description", "strict", "user_input_fields", "parameters", "entrypoint", SKIPPED)
    given = {fact: stated_argument(registration, program, fact) for fact in facts}
    entrypoint = given.pop("entrypoint")
    if entrypoint is None:
        given["schema"] = given.pop("parameters") or ConstantValue({"type": "object", "properties": {}, "required": []})
        return declaration(registration, program, server, NAME, Unknown("it has no entrypoint"), given)
    return declaration(registration, program, server, NAME, entrypoint, {**given, MADE: OBJECT})


def _from_callable(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Function.from_callable(f, name=None, strict=False)`."""
    if registration.form != "call":
        return None
    given = {fact: stated_argument(registration, program, fact, at) for at, fact in enumerate(("name", "strict"), 1)}
    return declaration(
        registration, program, server, NAME, argument(registration, program, "c", 0), {**given, AGAIN: ConstantValue(True)}
    )


# --- toolkits --------------------------------------------------------------------------------------------------------


def _toolkit(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`Toolkit(name, id, tools, async_tools, …)`, made as it is or by the `__init__` of a subclass."""
    if registration.form != "call":
        return ()
    server = _server(registration, program, server)
    told: dict[str, Declaration] = {}
    others: list[Fact] = []
    for listed, name in (*_listed_items(registration, program, "tools", 2), *_renamed_pairs(registration, program)):
        made = _declare_registered(listed.value, name, registration, program, server)
        if listed.under is not None:
            note = Diagnostic("TC214", "whether this tool is registered only the running program decides", listed.under)
            made = replace(made, diagnostics=(*made.diagnostics, note)) if isinstance(made, Declaration) else made
        if not isinstance(made, Declaration):
            others.append(made)
        elif (key := _name(made)) not in told or (_asynchronous(told[key]) and not _asynchronous(made)):
            told[key] = made
    changed = tuple(_changes(registration, program))
    return (*(_change_name(made, changed) for made in _filter_tools(told, registration, program)), *others)


def _change_name(made: Declaration, changed: Iterable[tuple[Diagnostic, object]]) -> Declaration:
    said = next((finding for finding, key in changed if key in (None, _name(made))), None)
    return made if said is None else replace(made, diagnostics=(*made.diagnostics, said))


def _changes(registration: RegistrationSite, program: Program) -> Iterator[tuple[Diagnostic, object]]:
    """Yield the changes that a toolkit's constructors make to its `functions` after registration, each with the function's
    name (`self.functions["find"].description = …`), or `None` if that is not known."""
    receiver = registration.receiver
    made = receiver.callee if isinstance(receiver, CallResult) else None
    lineage = (made, *program.ancestors(made)) if isinstance(made, DefinitionValue) else ()
    for cls in lineage:
        init = program.class_attribute(cls, "__init__") if isinstance(cls, DefinitionValue) else None
        for node, statement, scope in program.statements(init) if isinstance(init, DefinitionValue) else ():
            for touched in (one for one in _touched_expressions(statement) if _reaches(one)):
                message = "the toolkit changes its tools here after they are registered, which toolc does not follow"
                yield Diagnostic("TC215", message, program.span(scope, node.at, node.end)), _key(touched, scope, program)


def _touched_expressions(statement: Stmt) -> tuple[Expr, ...]:
    """Return the expressions whose objects a statement may change, directly or through a new name."""
    match statement:
        case Assign(targets=targets, value=value):
            return (*targets, value)
        case AugAssign(target=target):
            return (target,)
        case ExprStmt(value=value):
            return (value,)
        case For(iter=iter_):
            return (iter_,)
        case _:
            return ()


def _reaches(expr: Expr) -> bool:
    """Return `True` if an expression begins with the tools of an object: `self.functions["name"].description`."""
    while isinstance(expr, (Attribute, SubscriptExpr, Call)):
        if isinstance(expr, Attribute) and expr.attr in ("functions", "async_functions"):
            return True
        expr = expr.func if isinstance(expr, Call) else expr.value
    return False


def _key(expr: Expr, scope: ProgramPoint, program: Program) -> object:
    """`name` of an attribute of `self.functions["name"]`; nothing else leaves the other tools as they are."""
    match expr:
        case Attribute(value=SubscriptExpr(value=Attribute(attr="functions" | "async_functions"), items=(key,))):
            told = program.evaluate(key, scope)
            return told.value if isinstance(told, ConstantValue) else None
        case _:
            return None


def _listed_items(
    registration: RegistrationSite, program: Program, keyword: str, position: int
) -> Iterator[tuple[GuardedElement, None]]:
    """The items of a list that is passed, or unpacked into the call."""
    given = find_argument(registration.args, keyword, position)
    if given is not None:
        yield from ((one, None) for one in program.list_elements(given.value, registration.scope))
        return
    value = argument(registration, program, keyword, position)
    if isinstance(value, SequenceValue):
        yield from ((GuardedElement(one), None) for one in value.items)
    elif isinstance(value, Unknown):
        if keyword in _unpacked_keywords(registration, program):
            yield GuardedElement(value), None
    elif value not in (None, ConstantValue(None), ConstantValue([]), ConstantValue(())):
        yield GuardedElement(Unknown("it is computed while the program runs")), None


def _unpacked_keywords(registration: RegistrationSite, program: Program) -> set[object]:
    """The keywords that are certainly passed with what is unpacked into the call."""
    values = (program.evaluate(arg.value, registration.scope) for arg in registration.args if arg.star == "**")
    return {key for value in values if isinstance(value, MappingValue) for key, _ in value.items}


def _renamed_pairs(registration: RegistrationSite, program: Program) -> Iterator[tuple[GuardedElement, Value | None]]:
    """`async_tools`: pairs of a function and the name it is registered under."""
    for one, _ in _listed_items(registration, program, "async_tools", 3):
        pair = one.value.items if isinstance(one.value, SequenceValue) else ()
        yield (replace(one, value=pair[0]), pair[1]) if len(pair) == 2 else (one, None)


def _filter_tools(told: dict[str, Declaration], registration: RegistrationSite, program: Program) -> Iterator[Declaration]:
    """Yield the tools that `include_tools` and `exclude_tools` leave: all if these are absent or not known."""
    include = argument(registration, program, "include_tools", 6)
    exclude = argument(registration, program, "exclude_tools", 7)
    for name, made in told.items():
        left_out = isinstance(include, ConstantValue) and include.value is not None and name not in include.value
        taken = isinstance(exclude, ConstantValue) and exclude.value is not None and name in exclude.value
        if not left_out and not taken:
            yield made


def _register(registration: RegistrationSite, program: Program, server: ServerKey) -> Fact | None:
    """`toolkit.register(f, name=…)`."""
    if registration.form != "call":
        return None
    function = argument(registration, program, "function", 0)
    name = stated_argument(registration, program, "name", 1)
    if function is None:
        return None
    made = _declare_registered(function, name, registration, program, _server(registration, program, server))
    if not isinstance(made, Declaration):
        return made
    return _change_name(made, _changes(registration, program))


def _declare_registered(
    value: Value, name: Value | None, registration: RegistrationSite, program: Program, server: ServerKey
) -> Declaration | Diagnostic:
    """One function of a toolkit, or what `@tool` has made of a method of its class."""
    value = program.unwrap(value)
    if isinstance(value, CallResult) and value.callee == ExternalSymbol("agno.tools.Function"):
        return _unknown_tools(registration, program, "a `Function` object is listed where it is made")
    if not isinstance(value, DefinitionValue) or not isinstance(value.stmt, Func):
        why = value.reason if isinstance(value, Unknown) else "it is not a function toolc can follow"
        return _unknown_tools(registration, program, why)
    given: dict[str, Value | None] = {"name": name, MADE: METHOD, "doc": _inherited_docstring(value, program)}
    if (decorated := _declare_decorated(value, registration, program, server)) is not None:
        return replace(decorated, name=name or decorated.name, server=server)
    made = declaration(registration, program, server, NAME, value, given)
    assert made is not None
    return made


def _declare_decorated(
    function: DefinitionValue, registration: RegistrationSite, program: Program, server: ServerKey
) -> Declaration | None:
    for one in function.stmt.decorators:
        made = program.evaluate(one, function.scope)
        callee = made.callee if isinstance(made, CallResult) else made
        if isinstance(callee, ExternalSymbol) and callee.name == _TOOL:
            args, scope = (made.args, made.scope) if isinstance(made, CallResult) else ((), function.scope)
            found = RegistrationSite(_TOOL, "called", scope, registration.at, registration.end, function, args)
            told = _DECORATOR(found, program, server)
            return None if told is None else replace(told, options={**told.options, MADE: METHOD})
    return None


def _inherited_docstring(function: DefinitionValue, program: Program) -> Value | None:
    """The docstring of the method that one without any overrides."""
    cls = function.scope.within[-1] if function.scope.within else None
    if function.stmt.doc is not None or cls is None or cls.node.kind != "class":
        return None
    lineage = [one for one in program.ancestors(cls) if isinstance(one, DefinitionValue)]
    found = next(
        (one.stmt.doc for base in lineage if (one := method(function.stmt.name, [base], program)) and one.stmt.doc), None
    )
    return None if found is None else ConstantValue(found)


def _unknown_tools(registration: RegistrationSite, program: Program, why: str) -> Diagnostic:
    span = program.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC395", f"which tools this toolkit has is not known in full: {why}", span)


def _server(registration: RegistrationSite, program: Program, server: ServerKey) -> ServerKey:
    """A toolkit is the set of its tools, whatever objects there are of it."""
    receiver = registration.receiver
    within = registration.scope.within
    if isinstance(receiver, CallResult) and isinstance(receiver.callee, DefinitionValue):
        return toolkit(server, NAME, receiver.callee)
    cls = next((one for one in reversed(within) if one.node.kind == "class"), None)
    if cls is not None and receiver is not None:
        return toolkit(server, NAME, cls)
    given = argument(registration, program, "name", 0)
    named = given.value if isinstance(given, ConstantValue) and isinstance(given.value, str) else NAME
    return ServerKey(server.package, NAME, named)


def _name(made: Declaration) -> str:
    named = made.name.value if isinstance(made.name, ConstantValue) else None
    return str(named) if named is not None else made.target.stmt.name if made.target is not None else ""


def _asynchronous(made: Declaration) -> bool:
    return made.target is not None and isinstance(made.target.stmt, Func) and made.target.stmt.is_async


CONSUMERS = ("agno.agent.Agent", "agno.team.Team")
MARKS: dict[str, Mark] = {
    _TOOL: _tool,
    "agno.tools.Function": _function,
    "agno.tools.Function.from_callable": _from_callable,
    _TOOLKIT: _toolkit,
    f"{_TOOLKIT}.__init__": _toolkit,
    f"{_TOOLKIT}.register": _register,
    **dict.fromkeys(CONSUMERS, lists(NAME, "tools", made=(_TOOL,))),
}
OBJECTS = {_TOOLKIT: ("__init__",)}
