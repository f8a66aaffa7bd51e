"""Calls of features that a version of MCP deprecates: takes the files of a server, returns each call with its feature.

Sources: the register "Deprecated features" of the specification of 2026-07-28 (SEP-2577, and SEP-2596
for HTTP+SSE); methods of `Context`, `ServerSession` and servers of mcp 1.30.0 and 2.3.0, fastmcp 2.14.7 to 4.1.6. Nothing is
executed: every place of a file counts.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from toolc.code import FunctionDef, Inside
from toolc.module import Arg, Assign, Attribute, Call, Const, Expr, IfExp, Import, ImportFrom, Name, Param
from toolc.providers.protocol import DEPRECATED, Deprecated

_CONTEXT = re.compile(r"\bContext\b")
_FRAMEWORKS = ("mcp.", "fastmcp.")
_NOTHING: frozenset[str] = frozenset()

_OF_CONTEXT: Mapping[str, str] = {
    **dict.fromkeys(("log", "debug", "info", "warning", "error"), "logging"),
    **dict.fromkeys(("sample", "sample_step"), "sampling"),
    "list_roots": "roots",
}
_OF_SESSION: Mapping[str, str] = {"create_message": "sampling", "list_roots": "roots", "send_log_message": "logging"}
_STARTS = ("sse_app", "run_sse_async")
_OF_ANYTHING: Mapping[str, str] = {"set_logging_level": "logging", **dict.fromkeys(_STARTS, "HTTP+SSE")}
"""Methods whose name is enough."""
_KEYWORDS: Mapping[str, str] = {"on_set_logging_level": "logging", "on_roots_list_changed": "roots"}
"""Arguments of servers."""
_CALLED: Mapping[str, str] = {"SseServerTransport": "HTTP+SSE", "create_sse_app": "HTTP+SSE"}
_RUNS = frozenset("run run_async run_http_async http_app".split())


class Use(Struct, frozen=True):
    """A call of a deprecated feature, and where it stands."""

    feature: Deprecated
    at: int
    end: int


def deprecated_uses(suite: Any) -> Iterator[Use]:
    """Yield the calls in the statements of a file, in their order."""
    imported = _imported_names(suite)
    if not any(name.startswith(_FRAMEWORKS) or name in ("mcp", "fastmcp") for name in imported.values()):
        return
    pending: list[tuple[Any, frozenset[str]]] = [(suite, _NOTHING)]
    while pending:
        one, contexts = pending.pop()
        if isinstance(one, tuple | list):
            pending += [(item, contexts) for item in reversed(one)]
        elif isinstance(one, Inside):
            pending.append((one.body.suite, contexts))
        elif isinstance(one, Struct):
            if isinstance(one, Call) and (feature := _feature(one, contexts, imported)):
                yield Use(DEPRECATED[feature], one.at, one.end)
            if isinstance(one, FunctionDef):
                contexts = contexts | _contexts(one, imported)
            pending += [(getattr(one, name), contexts) for name in reversed(one.__struct_fields__)]


def deprecated_starts(suite: Any, packages: Collection[str]) -> Iterator[Use]:
    """Yield the calls that start a server over a deprecated transport, in a file that registers nothing on it.

    `packages`: names of which modules with servers are made; what is imported from elsewhere is no server.
    """
    imported = _imported_names(suite)
    if not any(name.startswith(".") or name.partition(".")[0] in packages for name in imported.values()):
        return
    for one in _structs(suite, inside=True):
        if isinstance(one, Call) and isinstance(one.func, Attribute):
            name = imported.get(_root(one.func), ".")
            started = one.func.attr in _STARTS or (one.func.attr in _RUNS and any(_is_sse(arg) for arg in one.args))
            if started and (name.startswith((".", *_FRAMEWORKS)) or name.partition(".")[0] in packages):
                yield Use(DEPRECATED["HTTP+SSE"], one.at, one.end)


def _root(expr: Expr) -> str:
    """The name that a chain of attributes and calls begins with."""
    while isinstance(expr, Attribute | Call):
        expr = expr.value if isinstance(expr, Attribute) else expr.func
    return expr.id if isinstance(expr, Name) else ""


def _feature(call: Call, contexts: frozenset[str], imported: Mapping[str, str]) -> str:
    """The deprecated feature that a call makes use of, "" if there is none."""
    dotted = _dotted_name(call.func, imported)
    if dotted.startswith(_FRAMEWORKS):
        given = (_KEYWORDS.get(arg.name or "", "") for arg in call.args)
        return next(filter(None, given), "") or _CALLED.get(dotted.rpartition(".")[2], "")
    if not isinstance(call.func, Attribute):
        return ""
    owner, method = call.func.value, call.func.attr
    if method in _RUNS and any(_is_sse(arg) for arg in call.args):
        return "HTTP+SSE"
    if isinstance(owner, Name) and owner.id in contexts:
        return _OF_CONTEXT.get(method, "")
    if "session" in (owner.attr if isinstance(owner, Attribute) else "", owner.id if isinstance(owner, Name) else ""):
        return _OF_SESSION.get(method, "")
    return _OF_ANYTHING.get(method, "")


def _is_sse(arg: Arg) -> bool:
    """Return `True` if an argument is the transport, and can be "sse"."""
    values = (arg.value.body, arg.value.orelse) if isinstance(arg.value, IfExp) else (arg.value,)
    return arg.name in (None, "transport") and any(isinstance(one, Const) and one.value == "sse" for one in values)


def _contexts(function: FunctionDef, imported: Mapping[str, str]) -> frozenset[str]:
    """The names that stand for the context of a request in a function: parameters, and what `get_context()` gives."""
    found = {one.name for one in function.header.params if _is_context(one, imported)}
    for statement in _structs(function.inside.body.suite):
        match statement:
            case Assign(targets=(Name(id=name),), value=Call(func=Attribute(attr="get_context") | Name(id="get_context"))):
                found.add(name)
    return frozenset(found)


def _is_context(parameter: Param, imported: Mapping[str, str]) -> bool:
    for one in _structs((parameter.annotation, parameter.default)):
        if isinstance(one, Const) and isinstance(one.value, str) and _CONTEXT.search(one.value):
            return True
        dotted = _dotted_name(one, imported) if isinstance(one, Name | Attribute) else ""
        if dotted.startswith(_FRAMEWORKS) and dotted.endswith((".Context", ".CurrentContext")):
            return True
    return False


def _structs(value: Any, inside: bool = False) -> Iterator[Any]:
    """Everything in some statements or expressions; of what is inside functions, only if that is asked for."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple | list):
            pending += reversed(one)
        elif isinstance(one, Inside):
            pending += [one.body.suite] if inside else []
        elif isinstance(one, Struct):
            yield one
            pending += [getattr(one, name) for name in reversed(one.__struct_fields__)]


def _imported_names(suite: Any) -> dict[str, str]:
    """The names that a file imports anywhere, as an importer would write them."""
    found: dict[str, str] = {}
    pending = [suite]
    while pending:
        for one in _structs(pending.pop()):
            match one:
                case Import(names=names):
                    found |= {
                        alias or name.partition(".")[0]: name if alias else name.partition(".")[0] for name, alias in names
                    }
                case ImportFrom(module=module, level=level, names=names):
                    found |= {alias or name: f"{'.' * level}{module or ''}.{name}" for name, alias in names}
                case FunctionDef():
                    pending.append(one.inside.body.suite)
    return found


def _dotted_name(expr: Expr, imported: Mapping[str, str]) -> str:
    """The name of an expression as an importer would write it; "" of anything that is not imported."""
    match expr:
        case Name(id=name):
            return imported.get(name, "")
        case Attribute(value=value, attr=attr):
            owner = _dotted_name(value, imported)
            return f"{owner}.{attr}" if owner else ""
        case _:
            return ""
