"""Whether the body of a class binds other fields or members than it seems to: under conditions, or with code.

Takes a class definition, its kind and the names of its fields, gives the reason in words, or "".
"""

import re
from collections.abc import Set

from toolc.lower.effects.changes import TELLING, calls
from toolc.module import Ann, Assign, Attr, Aug, Call, Class, Do, Expr, For, From, Func, Import, Name, Stmt, Sub, With
from toolc.program import Definition, External, Program, Scope, Unknown
from toolc.signature import DefinitionKind

_NAMESPACES = frozenset({"locals", "vars", "exec"})
_ALWAYS = TELLING | {"Config", "__init__", "_generate_next_value_", "_ignore_"}
_RESERVED = re.compile(r"__\w+__|_[^_](\w*[^_])?_")


def doubtful_body(cls: Definition, kind: DefinitionKind, fields: Set[str], program: Program) -> str:
    """Why the body may hold other fields or members, or other hooks, than its statements say one after the other."""
    if kind in ("plain", "alias", "new_type"):
        return ""
    name = cls.stmt.name
    for node, statement, scope in program.statements(cls):
        if kind == "enum" and node.names and isinstance(statement, (For, From, Import, With)):
            return f"`{name}.{node.names[0]}` is bound by another statement than those of members"
        asked = () if isinstance(statement, (Func, Class)) else calls(statement)
        if any(_is_namespace(one.func, scope, program) for one in asked):
            return f"the body of `{name}` makes names with code"
        if (changed := _changed(statement)) in ("__annotations__", "model_config"):
            return f"the body of `{name}` changes its {changed}"
    config = program.own(cls, "Config") if kind != "enum" else None
    if isinstance(config, Definition) and any(program.statements(config, unsure=True)):
        return f"the Config of `{name}` stands under conditions that only the running program decides"
    for node, statement, _ in program.statements(cls, unsure=True):
        told = _counts(node.names, statement, kind, fields)
        if told and not (isinstance(statement, Assign) and told in fields and isinstance(program.own(cls, told), Unknown)):
            return f"`{name}.{told}` stands under a condition that only the running program decides"
    return ""


def _changed(statement: Stmt) -> str:
    """The name of a dict whose items a statement sets, by brackets or by one of its methods, or that it replaces."""
    match statement:
        case Assign(_, (Sub(value=Name(id=name)),)) | Do(_, Call(func=Attr(value=Name(id=name)))):
            return name
        case Assign(_, (Name(id="__annotations__"),)):
            return "__annotations__"
        case Aug(_, Name(id=name)):
            return name
    return ""


def _is_namespace(func: Expr, scope: Scope, program: Program) -> bool:
    return (
        isinstance(func, Name) and func.id in _NAMESPACES and program.evaluate(func, scope) == External(f"builtins.{func.id}")
    )


def _counts(names: tuple[str, ...], statement: Stmt, kind: DefinitionKind, fields: Set[str]) -> str:
    """The name that a statement binds and a schema depends on, or ""."""
    match statement:
        case Func(name=name, decorators=decorators):
            return name if name in _ALWAYS or (decorators and kind != "enum") else ""
        case Class(name=name):
            return name if name in _ALWAYS else ""
        case Ann(_, Name(_, _, name)) if kind != "enum":
            return "" if name.startswith("_") and kind in ("model", "root_model") and name not in _ALWAYS else name
    found = [name for name in names if name in _ALWAYS or name in fields or (kind == "enum" and not _RESERVED.fullmatch(name))]
    return found[0] if found and isinstance(statement, (Ann, Assign)) else ""
