"""`def` and `class`: both allocate an object, and then call their decorators."""

from collections.abc import Generator
from functools import partial
from typing import Any

from toolc import code, module
from toolc.analysis import effects
from toolc.analysis.branches import Running, drive
from toolc.analysis.doubts import Doubt
from toolc.analysis.frame import Frame
from toolc.analysis.harmless import CLASS_MAKERS
from toolc.analysis.interpreter import supposing
from toolc.analysis.namespaces import Namespace
from toolc.analysis.objects import classes, enums
from toolc.analysis.protocol import Machine
from toolc.analysis.values import (
    MISSING,
    Annotation,
    BoundMethod,
    Class,
    Descriptor,
    Dict,
    Function,
    LibraryObject,
    List,
    Native,
    Scope,
    Site,
    Symbol,
    Unknown,
    Value,
)


def visible(scope: Scope) -> Scope:
    """The scope that functions defined here see: names of a class body are seen by its own statements only."""
    while scope.is_class and scope.parent is not None:
        scope = scope.parent
    return scope


def qualname_in(frame: Frame, name: str) -> str:
    """Python's own `__qualname__` of what a statement of a frame defines."""
    around = frame.scope.cells.get("__qualname__") if frame.scope.is_class else None
    if isinstance(around, str):
        return f"{around}.{name}"
    return f"{frame.function.qualname}.<locals>.{name}" if frame.function is not None else name


def define_function(vm: Machine, statement: code.FunctionDef, frame: Frame) -> None:
    header = statement.header
    decorators = [vm.evaluate(one, frame) for one in header.decorators]
    for expr, decorator in zip(header.decorators, decorators, strict=True):
        _say_unknown(vm, expr, decorator, frame)
    function = make_function(vm, statement, frame, qualname_in(frame, header.name))
    value: Value = function
    for expr, decorator in zip(reversed(header.decorators), reversed(decorators), strict=True):
        value = vm.call(decorator, (value,), {}, vm.place_of(frame, expr.at, expr.end), decorating=True)
        static = isinstance(value, Descriptor) and value.kind in ("staticmethod", "classmethod")
        replaced = isinstance(value, LibraryObject) and not _has_registered(decorator, value)
        if replaced or static or (isinstance(decorator, Native) and decorator.name in KEPT):
            function.opaque |= {expr.at}
    vm.bind_name(header.name, value, frame.scope)


def _say_unknown(vm: Machine, expr: module.Expr, decorator: Value, frame: Frame) -> None:
    """Note a decorator that may be a server's: a method of such a name, of an object that is not known."""
    method = expr.func if isinstance(expr, module.Call) else expr
    known = not isinstance(decorator, Unknown) or decorator.doubt.code in ("TC213", "TC332")  # told of in another way
    if known or not isinstance(method, module.Attribute) or method.attr not in vm.frameworks.decorating:
        return
    reason = f"`{method.attr}` of an object that is not known decorates this: {decorator.doubt.reason}"
    vm.notes.append(Doubt("TC233", reason, vm.place_of(frame, expr.at, expr.end)))


def _has_registered(decorator: Value, value: LibraryObject) -> bool:
    """Return `True` if a decorator of the program returns the tool that it registered with a framework."""
    maker = value.callee
    registers = value.event is not None or (isinstance(maker, LibraryObject) and maker.event is not None)
    return registers and isinstance(decorator, (Function, BoundMethod))


KEPT = frozenset({"fastmcp.tools.tool", "fastmcp.tools.function_tool.tool", "fastmcp.tools.tool()"})
"""Decorators with a model that hand the function on, and of which a framework reads what they were given."""


_ANNOTATED = {"positional_or_keyword": 0, "positional_only": 1}
"""The order in which CPython's compiler takes the annotations of parameters; all others come later."""


def make_function(vm: Machine, node: code.FunctionDef | code.LambdaExpr, frame: Frame, qualname: str) -> Function:
    """Create a function object; its defaults are evaluated now, its annotations when they are read."""
    owner = frame.scope if frame.scope.is_class else None
    scope = visible(frame.scope)
    scope.captured = True
    function = Function(node, scope, frame.module.name, qualname, owner)
    function.made_at = vm.store.changes
    params = function.params
    defaults = [vm.evaluate(one.default, frame) for one in params if one.default is not None and one.kind != "keyword_only"]
    keywords = {
        one.name: vm.evaluate(one.default, frame) for one in params if one.default is not None and one.kind == "keyword_only"
    }
    cells = function.cells
    cells["__defaults__"] = tuple(defaults) if defaults else None
    cells["__kwdefaults__"] = Dict(dict(keywords)) if keywords else None
    ordered = sorted(params, key=lambda one: _ANNOTATED.get(one.kind, 2))
    annotated = {one.name: Annotation(one.annotation, frame) for one in ordered if one.annotation is not None}
    if isinstance(node, code.FunctionDef) and node.header.returns is not None:
        annotated["return"] = Annotation(node.header.returns, frame)
    cells["__annotations__"] = Dict({name: read_annotation(vm, one, frame) for name, one in annotated.items()})
    cells["__doc__"] = vm.modules.docstring(node.header.doc) if isinstance(node, code.FunctionDef) else None
    cells["__name__"] = function.name
    cells["__qualname__"] = qualname
    cells["__module__"] = frame.module.name
    vm.functions.append(function)
    return function


def read_annotation(vm: Machine, annotation: Annotation, frame: Frame) -> Value:
    """Return the annotation, to be evaluated when it is read; for a class created by a call, its value.

    An annotation that calls a function of the program, or registers something, is evaluated where it stands; what the call
    gives is kept in `Machine.call_values`. With postponed evaluation it has no effects here.
    """
    parts = list(effects.walk(annotation.expr))
    if frame.module.postponed:
        if any(isinstance(one, module.Call) for one in parts):
            supposing.speculate(vm, frame, partial(_run_calls, vm, parts, frame))
        return annotation
    if drive(_run_calls(vm, parts, frame)):
        return annotation
    if any(isinstance(one, module.SubscriptExpr) and _is_container(vm, one.value, frame) for one in parts):
        return vm.evaluate(annotation.expr, frame)
    if not vm.library.makes_classes or not any(isinstance(one, module.Name) and _is_made(vm, one, frame) for one in parts):
        return annotation
    return vm.evaluate(annotation.expr, frame)


def _run_calls(vm: Machine, parts: list[Any], frame: Frame) -> Generator[Value, None, Any]:
    """Run the calls in an annotation that are not a library's, and keep what they give; returns them.

    A call that gives several values, where its function is made several times, counts as unknown.
    """
    yield from ()
    run: list[module.Call] = []
    for part in parts:
        if not isinstance(part, module.Call) or any(one.at <= part.at < one.end for one in run):
            continue
        if isinstance(vm.evaluate(part.func, frame), (Symbol, Unknown, LibraryObject)):
            continue
        run.append(part)
        vm.call_values.note(vm, (frame.module.name, part.at, part.end), vm.evaluate(part, frame))
    return run


def _is_container(vm: Machine, expr: module.Expr, frame: Frame) -> bool:
    """Return whether an expression names a dict or list of the program: a subscript of it is an item and no generic alias."""
    return isinstance(expr, module.Name) and isinstance(vm.plain(vm.evaluate(expr, frame)), (Dict, List))


def _is_made(vm: Machine, expr: module.Name, frame: Frame) -> bool:
    """Return `True` if a name is bound to a class created by a call (`create_model`), or to a container, which may hold one."""
    value = vm.plain(vm.evaluate(expr, frame))
    made_by = value.callee if isinstance(value, LibraryObject) else None
    return isinstance(value, (Dict, List)) or (isinstance(made_by, Symbol) and made_by.name in CLASS_MAKERS)


def define_class(vm: Machine, statement: code.ClassDef, frame: Frame) -> None:
    header = statement.header
    decorators = [vm.evaluate(one, frame) for one in header.decorators]
    bases, keywords = vm.arguments(header.args, frame)
    qualname = qualname_in(frame, header.name)
    metaclass = classes.metaclass_of(bases, keywords.pop("metaclass", None))
    scope = Scope(frame.scope, declared=statement.declared, function=None, is_class=True)
    scope.counter = enums.counter(vm, bases, scope)
    scope.cells.update({"__module__": frame.module.name, "__qualname__": qualname, "__doc__": vm.modules.docstring(header.doc)})
    prepare = metaclass.find("__prepare__") if isinstance(metaclass, Class) else MISSING
    if (hook := effects.function_of(prepare)) is not None:
        given = (metaclass,) if isinstance(prepare, Descriptor) and prepare.kind == "classmethod" else ()
        namespace = vm.call(hook, (*given, header.name, bases), keywords)
        vm.update_dict(Namespace(scope), namespace)
        scope.taint = namespace.taint if isinstance(namespace, Dict) else vm.doubt("TC205", "what `__prepare__` gives")
    inner = Frame(scope, frame.module, None, vm.store.level)
    drive(_body(vm, statement, inner))
    made = classes.create(
        vm, header.name, bases, scope.cells, keywords, metaclass,
        module=frame.module.name, qualname=qualname, node=statement, scope=frame.scope, body_scope=scope,
    )  # fmt: skip
    if isinstance(made, Class):
        scope.cells.setdefault("__class__", made)

    def decorate() -> Value:
        value: Value = made
        for expr, decorator in zip(reversed(header.decorators), reversed(decorators), strict=True):
            value = vm.call(decorator, (value,), {}, vm.place_of(frame, expr.at, expr.end), decorating=True)
        return value

    noted = isinstance(made, Class) and decorators
    value = vm.class_changes.follow_decorators(made, decorators, vm.store, len(vm.calls), decorate) if noted else decorate()
    if isinstance(made, Class):
        vm.class_changes.complete(made)
    vm.bind_name(header.name, value, frame.scope)


def _body(vm: Machine, statement: code.ClassDef, frame: Frame) -> Running:
    return (yield from vm.run_suite(statement.body, frame))


def define_alias(vm: Machine, statement: module.Alias, frame: Frame) -> None:
    """`type X = …` (PEP 695) is lazy: an object that only annotations ask for."""
    place = vm.place_of(frame, statement.at, statement.value.end)
    site = Site(place, frame.scope, (statement.name, Annotation(statement.value, frame)), {}, statement.name)
    vm.bind_name(statement.name, LibraryObject(Symbol("typing.TypeAliasType"), site), frame.scope)
