"""Subclasses of langchain's `BaseTool`: takes a class, gives the declaration that its fields make.

A tool is an object of such a class; its name, description and schema are defaults of the class's fields (langchain-core 1.8.1,
pydantic 2.14). A class without `_run`, or with abstract methods, has no objects and declares no tool.
"""

from collections.abc import Iterator

from toolc.diagnostics import Diagnostic
from toolc.module import Assign, Name
from toolc.program import Called, Declaration, Definition, External, Known, Program, Registration, ServerKey, Unknown, Value
from toolc.systems.base import declared, find_argument
from toolc.systems.classes import abstract, assigns, given_by_init, method, receiver

_FACTS = ("name", "description", "args_schema")
_FIELDS = {"name": "str", "description": "str", "args_schema": "type[BaseModel]", "return_direct": "bool"}
_CONCRETE = frozenset({"langchain_core.tools.StructuredTool", "langchain_core.tools.Tool", "langchain.agents.Tool"})


def subclass(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """The tool that one subclass declares; None for an abstract one."""
    target = registration.target
    if registration.form != "subclass" or not isinstance(target, Definition):
        return None
    lineage = [one for one in (target, *program.ancestors(target)) if isinstance(one, Definition)]
    run = method("_run", lineage, program)
    concrete = any(isinstance(one, External) and one.name in _CONCRETE for one in program.ancestors(target))
    if (run is None and not concrete) or abstract(lineage, program):
        return None
    facts = {name: _fact(name, lineage, program) for name in _FACTS}
    if facts["name"] is None:
        return None  # each object of the class is given its own
    options: dict[str, Value] = {"maker": Known("class")}
    if (given := facts.pop("args_schema")) is not None:
        options["args_schema"] = given
    return declared(
        registration,
        "langchain",
        server,
        target=run or target,
        owner=target,
        hidden=receiver(run, program),
        options=options,
        diagnostics=tuple(_unannotated(lineage, program)),
        **facts,
    )


def _unannotated(lineage: list[Definition], program: Program) -> Iterator[Diagnostic]:
    """pydantic raises where a body gives a field of a base class a value, but no type."""
    for cls in lineage:
        assigned = [target for _, one, _ in program.statements(cls) if isinstance(one, Assign) for target in one.targets]
        for target in assigned:
            if isinstance(target, Name) and target.id in _FIELDS:
                message = f"`{cls.stmt.name}` sets the field `{target.id}` without a type: pydantic raises PydanticUserError"
                span = program.span(cls.scope, target.at, target.end)
                yield Diagnostic("TC354", message, span, help=f"write `{target.id}: {_FIELDS[target.id]} = …`")


def _fact(name: str, lineage: list[Definition], program: Program) -> Value | None:
    """The default of a field: what the nearest class gives it, unless `__init__` gives objects another."""
    for cls in lineage:
        if name in given_by_init(cls, program):
            return Unknown(f"`__init__` sets `{name}`")
        if name in program.own_names(cls):
            return _default(name, cls, program)
    return None


def _default(name: str, cls: Definition, program: Program) -> Value | None:
    """The right-hand side in a class body, `Field(default=…)` opened; an annotation alone asks for a value."""
    if not any(assigns(name, statement) for _, statement, _ in program.statements(cls)):
        return (
            Unknown(f"`{cls.stmt.name}` declares `{name}` in a way toolc does not follow")
            if _defines(name, cls, program)
            else None
        )
    value = program.own(cls, name)
    if isinstance(value, Called) and value.callee in (External("pydantic.Field"), External("pydantic.v1.Field")):
        given = find_argument(value.args, "default", 0)
        value = program.evaluate(given.value, value.scope) if given is not None else Unknown("a factory makes it")
    return None if value == Known(None) else value


def _defines(name: str, cls: Definition, program: Program) -> bool:
    """Whether a body binds a name to a property or function."""
    return isinstance(program.own(cls, name), Definition)
