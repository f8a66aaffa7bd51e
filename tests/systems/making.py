"""Signatures, registrations and a small program, made by hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc import module as m
from toolc.program import (
    Argument,
    ConstantValue,
    Declaration,
    DefinitionValue,
    Form,
    Program,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.signature import NO_DEFAULT, Definition, Given, Parameter, Plain, Signature, Type
from toolc.source import Span
from toolc.systems.base import Spelled, Subject, System

STR, INT, FLOAT, BOOL, BYTES = (Plain(f"builtins.{name}") for name in ("str", "int", "float", "bool", "bytes"))
LIST, DICT, SET, TUPLE = (Plain(f"builtins.{name}") for name in ("list", "dict", "set", "tuple"))

SERVER = ServerKey("demo", "any", "main")


def param(name: str, type_: Type | None = None, default: Any = NO_DEFAULT, kind: str = "positional_or_keyword") -> Parameter:
    """A parameter; a bare value is taken for its default."""
    given = default if default is NO_DEFAULT else Given(default)
    return Parameter(name, type_, given, kind)  # type: ignore[arg-type]


def signature(*parameters: Parameter, name: str = "f", doc: str | None = "Do it.", **more: Any) -> Signature:
    definitions = {one.qualname: one for one in more.pop("classes", ())}
    return Signature(name, parameters, doc=doc, definitions=definitions, **more)


def spelled(system: System, *parameters: Parameter, **more: Any) -> Spelled:
    """What a system makes of a callable with these parameters."""
    about = {key: more.pop(key) for key in ("hidden", "options", "version", "description") if key in more}
    tool = more.pop("tool", None)
    return system.spell(Subject(signature(*parameters, **more), name=tool, **about))


def properties(system: System, *parameters: Parameter, **more: Any) -> dict[str, Any]:
    schema = spelled(system, *parameters, **more).input_schema
    assert schema is not None
    return dict(schema["properties"])


def codes(spelled_tool: Spelled) -> list[tuple[str, str]]:
    return [(finding.diagnostic.code, finding.fidelity) for finding in spelled_tool.findings]


def model(qualname: str, kind: str, *fields: Any, **more: Any) -> Definition:
    return Definition(qualname, qualname.rpartition(":")[2].rpartition(".")[2], kind, fields=fields, **more)  # type: ignore[arg-type]


# --- a program -------------------------------------------------------------------------------------------------------

_NODE = m.OutlineNode("def", 0, 0, 0)
SCOPE = ProgramPoint("demo")


def expr(value: Any) -> m.Expr:
    """A constant, or with a leading `@` a name, as an expression."""
    if isinstance(value, str) and value.startswith("@"):
        return m.Name(0, 0, value[1:])
    if isinstance(value, dict):
        return m.Dict(0, 0, tuple(m.Pair(expr(key), expr(item)) for key, item in value.items()))
    if isinstance(value, list):
        return m.SequenceExpr(0, 0, "list", tuple(map(expr, value)))
    kind = {str: "str", int: "int", bool: "bool", type(None): "none"}[type(value)]
    return m.Const(0, 0, kind, value)  # type: ignore[arg-type]


def function(name: str, *parameters: str) -> DefinitionValue:
    params = tuple(m.Param(one, 0, 0, "positional_or_keyword") for one in parameters)
    return DefinitionValue("demo", name, _NODE, m.Func(0, name, 0, params=params), SCOPE)


def class_(name: str) -> DefinitionValue:
    return DefinitionValue("demo", name, _NODE, m.Class(0, name, 0), SCOPE)


def assign(target: str, value: Any) -> m.Stmt:
    """`x = value`, or `self.x = value` for a dotted target."""
    owner, _, attribute = target.rpartition(".")
    place = m.Attribute(0, 0, m.Name(0, 0, owner), attribute) if owner else m.Name(0, 0, attribute)
    return m.Assign(0, (place,), expr(value))


class FakeProgram(Program):
    """Names, bodies and bases by hand; what is missing is unknown."""

    def __init__(
        self,
        names: Mapping[str, Value] | None = None,
        bodies: Mapping[str, list[m.Stmt]] | None = None,
        bases: Mapping[str, tuple[Any, ...]] | None = None,
        attributes: Mapping[tuple[str, str], Value] | None = None,
    ) -> None:
        self.type_bindings, self.bodies, self.bases, self.attributes = names or {}, bodies or {}, bases or {}, attributes or {}

    def evaluate(self, expr: m.Expr, scope: ProgramPoint) -> Value:
        match expr:
            case m.Name(id=name):
                return self.type_bindings.get(name, Unknown(f"{name} is computed"))
            case m.Const():
                return ConstantValue(expr.python())
            case m.Dict(items=items):
                return ConstantValue(
                    {self._constant(one.key, scope): self._constant(one.value, scope) for one in items if one.key}
                )
            case m.SequenceExpr(items=items):
                return ConstantValue([self._constant(item, scope) for item in items])
        return Unknown("no constant")

    def _constant(self, expr: m.Expr, scope: ProgramPoint) -> Any:
        value = self.evaluate(expr, scope)
        assert isinstance(value, ConstantValue)
        return value.value

    def unwrap(self, value: Value) -> Value:
        return value

    def attribute(self, value: Value, name: str) -> Value:
        assert isinstance(value, DefinitionValue)
        return self.attributes.get((value.qualname, name), Unknown("no such attribute"))

    def statements(self, definition: DefinitionValue) -> Iterator[tuple[m.OutlineNode, m.Stmt, ProgramPoint]]:
        return ((_NODE, one, SCOPE) for one in self.bodies.get(definition.qualname, []))

    def ancestors(self, definition: DefinitionValue) -> tuple[Any, ...]:
        return self.bases.get(definition.qualname, ())

    def span(self, scope: ProgramPoint, at: int, end: int) -> Span:
        return Span("demo.py")


def mark(
    system: System, callee: str, form: Form, *args: Any, program: FakeProgram | None = None, target: Any = None, **named: Any
) -> Declaration | None:
    """What a system reads off `callee(*args, **named)` in a form."""
    given = (*(Argument(None, expr(one)) for one in args), *(Argument(key, expr(one)) for key, one in named.items()))
    registration = RegistrationSite(callee, form, SCOPE, 0, 0, target, given)
    return system.marks[callee](registration, program or FakeProgram(), SERVER)
