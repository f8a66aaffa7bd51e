"""Class bodies that may bind other fields or members than they seem to: under conditions, or with code.

Takes a class definition, its kind and the names of its fields, gives the reason in words, or "".
"""

from collections.abc import Set

from msgspec import structs

from toolc.lower.effects.changes import TELLING, calls
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    Call,
    Class,
    Expr,
    ExprStmt,
    For,
    Func,
    Import,
    ImportFrom,
    Name,
    Stmt,
    SubscriptExpr,
    With,
)
from toolc.program import DefinitionValue, ExternalSymbol, Program, ProgramPoint, Unknown
from toolc.signature import DefinitionKind
from toolc.text.regex import late

_NAMESPACES = frozenset({"locals", "vars", "exec"})
_ALWAYS = TELLING - {"model_rebuild"} | {"Config", "__init__", "_generate_next_value_", "_ignore_"}
"""Names that a schema depends on wherever they are bound. `model_rebuild` is called only where a schema could not be built."""

_PLAIN = frozenset(
    {*(f"builtins.{one}" for one in ("classmethod", "staticmethod", "property")), "abc.abstractmethod"}
    | {f"{module}.{one}" for module in ("typing", "typing_extensions") for one in ("override", "overload", "final")}
)
"""Decorators that leave pydantic with a method, or a property, of which it reads nothing (2.14 `DecoratorInfos.build`)."""
_RESERVED = late(r"__\w+__|_[^_](\w*[^_])?_")


class ConditionalMembers:
    """The bodies of the classes of one program: a base class is looked through once, however many inherit from it."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[tuple[str, int, DefinitionKind], tuple[str, tuple[str, ...], frozenset[str]]] = {}

    def doubt(self, cls: DefinitionValue, kind: DefinitionKind, fields: Set[str]) -> str:
        """Return the reason why the body may bind other fields, members or hooks than its statements list, or ""."""
        if kind in ("plain", "alias", "new_type"):
            return ""
        reason, unsure, given = self._read(cls, kind)
        told = next((name for name in (*unsure, *sorted(given & fields)) if name), "")
        if reason or not told:
            return reason
        return f"`{cls.stmt.name}.{told}` stands under a condition that only the running program decides"

    def _read(self, cls: DefinitionValue, kind: DefinitionKind) -> tuple[str, tuple[str, ...], frozenset[str]]:
        """Return the reason to doubt the body at all, the names that always count, and those that count if they are fields."""
        if cls.scope.within or cls.frame is not None:
            return _read(cls, kind, self._program)
        key = cls.full_name, cls.node.at, kind
        if key not in self._found:
            self._found[key] = _read(cls, kind, self._program)
        return self._found[key]


def _read(cls: DefinitionValue, kind: DefinitionKind, program: Program) -> tuple[str, tuple[str, ...], frozenset[str]]:
    name = cls.stmt.name
    for node, statement, scope in program.statements(cls):
        if kind == "enum" and node.names and isinstance(statement, (For, ImportFrom, Import, With)):
            return f"`{name}.{node.names[0]}` is bound by another statement than those of members", (), frozenset()
        asked = () if isinstance(statement, (Func, Class)) else calls(statement)
        if any(_is_namespace(one.func, scope, program) for one in asked):
            return f"the body of `{name}` makes names with code", (), frozenset()
        if (changed := _changed_dict(statement)) in ("__annotations__", "model_config"):
            return f"the body of `{name}` changes its {changed}", (), frozenset()
    config = program.class_attribute(cls, "Config") if kind != "enum" else None
    if isinstance(config, DefinitionValue) and any(program.statements(config, unsure=True)):
        return f"the Config of `{name}` stands under conditions that only the running program decides", (), frozenset()
    unsure: list[str] = []
    given: set[str] = set()
    for node, statement, scope in program.statements(cls, unsure=True):
        unsure.append(_counts(node.names, _without_decorators(statement, scope, program), kind))
        if isinstance(statement, (Assign, Func)):
            given.update(one for one in node.names if not isinstance(program.class_attribute(cls, one), Unknown))
    return "", tuple(unsure), frozenset(given)


def _changed_dict(statement: Stmt) -> str:
    """The name of a dict whose items a statement sets, by brackets or by one of its methods, or that it replaces."""
    match statement:
        case Assign(_, (SubscriptExpr(value=Name(id=name)),)) | ExprStmt(_, Call(func=Attribute(value=Name(id=name)))):
            return name
        case Assign(_, (Name(id="__annotations__"),)):
            return "__annotations__"
        case AugAssign(_, Name(id=name)):
            return name
    return ""


def _is_namespace(func: Expr, scope: ProgramPoint, program: Program) -> bool:
    return (
        isinstance(func, Name)
        and func.id in _NAMESPACES
        and program.evaluate(func, scope) == ExternalSymbol(f"builtins.{func.id}")
    )


def _without_decorators(statement: Stmt, scope: ProgramPoint, program: Program) -> Stmt:
    """Return a function without the decorators that mean nothing to pydantic."""
    if not isinstance(statement, Func) or not statement.decorators:
        return statement
    made = (program.evaluate(one, scope) for one in statement.decorators)
    plain = all(isinstance(one, ExternalSymbol) and one.name in _PLAIN for one in made)
    return structs.replace(statement, decorators=()) if plain else statement


def _counts(names: tuple[str, ...], statement: Stmt, kind: DefinitionKind) -> str:
    """The name that a statement binds and a schema always depends on, or ""."""
    match statement:
        case Func(name=name, decorators=decorators):
            return name if name in _ALWAYS or (decorators and kind != "enum") else ""
        case Class(name=name):
            return name if name in _ALWAYS else ""
        case AnnAssign(_, Name(_, _, name)) if kind != "enum":
            return "" if name.startswith("_") and kind in ("model", "root_model") and name not in _ALWAYS else name
        case AnnAssign() | Assign():
            members = (name for name in names if kind == "enum" and not _RESERVED.fullmatch(name))
            return next((name for name in names if name in _ALWAYS), next(members, ""))
    return ""
