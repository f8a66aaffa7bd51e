"""What the names of one module have to do with each other, as its syntax tells: takes a tree, gives edges, writes and calls.

Coarse on purpose: no types, no order, an attribute is one variable for all objects. `hazards` asks it which statements the
rest of `bind` does not follow.
"""

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct, structs

from toolc.bind.tools.doubts.syntax import (
    Definition,
    FunctionNode,
    arguments_of,
    bound_names,
    is_container,
    is_empty,
    is_none,
    last_name,
    on_super,
    reads_modules,
)
from toolc.bind.tools.doubts.tables import CONTAINERS, FACTS, HARMLESS, INNER, LAZY, MACHINERY, MUTATORS, READING_MAKERS
from toolc.bind.tools.doubts.variables import Key, Kind, Place, Variables, narrow
from toolc.clock import tick


class Edge(Struct, frozen=True):
    """`target` may hold what `source` holds."""

    target: Key
    source: Key
    kind: Kind


class Write(Struct, frozen=True):
    """A statement or call that may change an object: the variables that may hold it, what is done, and where.

    `plain`: a statement of the module's own top that changes what one of the module's own names holds. `fact`: what inspection
    reads off functions is written. `within`: the names of the functions around, outermost first; `inner` identifies the last.
    `attribute`: what is written or called on the object; `owner`: the variables that may hold the object it is written on.
    `bare`: under no condition and in no loop of its function.
    """

    keys: frozenset[Key]
    node: ast.AST
    shown: str
    what: Literal["changed", "bound", "handed", "consumed", "fact", "dressed", "machinery"]
    plain: bool = False
    within: tuple[str, ...] = ()
    attribute: str = ""
    owner: frozenset[Key] = frozenset()
    inner: int = 0
    bare: bool = True


class Binding(Struct, frozen=True):
    """Where a variable is bound: by a statement of the module's own top (`straight`) or one below conditions alone
    (`only_ifs`), to an object that nothing else holds (`fresh`), to an empty one, to None.
    """

    node: ast.AST
    straight: bool
    fresh: bool
    only_ifs: bool = False
    empty: bool = False
    none: bool = False


class Applied(Struct, frozen=True):
    """A call, or a decorator that is applied to what a variable holds (`node` is None)."""

    called: Key
    arguments: tuple[ast.expr | Key, ...]
    place: Place
    node: ast.Call | None = None


class Flow(Variables):
    """The edges and writes of one module."""

    def __init__(self, module: str, tree: ast.Module, resolve: Callable[[str, str], str]) -> None:
        super().__init__(module, resolve)
        self.edges: list[Edge] = []
        self.writes: list[Write] = []
        self.bindings: dict[Key, list[Binding]] = {}
        self.definitions: dict[Key, list[Definition]] = {}
        self.calls: list[tuple[ast.Call, Place]] = []
        self.called: dict[int, ast.Call] = {}  # by what is called
        self.attributes: list[tuple[ast.Attribute, Place]] = []
        self.stars: list[str] = []
        self.foreign: dict[str, str] = {}  # name → the top-level package that it is from, where that is not the program's
        self.statements: list[tuple[ast.stmt, Place]] = []
        self.mentions: dict[str, set[str]] = {}  # function (its name), "" for the module → the names in it
        self.applied: list[Applied] = []
        self.lazy: dict[Key, ast.AST] = {}  # variables that hold an iterator, which is empty once it was gone through
        self.kept: dict[int, list[Key]] = {}  # the variables that keep what expressions give
        self.names: list[tuple[ast.Name, Place]] = []
        self.decorating: set[int] = set()  # names that decorate, or are called by a statement
        self.containers: set[Key] = set()  # variables that are bound to a list, dict or set made there
        self._block(tree.body, Place())
        self._mentioned(tree)

    def _mentioned(self, tree: ast.Module) -> None:
        """Which names each function names; those of the module and its classes stand under ""."""
        pending: list[tuple[ast.AST, str]] = [(tree, "")]
        while pending:
            node, within = pending.pop()
            found = self.mentions.setdefault(within, set())
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    outside = (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults))
                    pending += [(one, within) for one in outside]
                    pending += [(one, name) for one in node.body]
                    continue
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                    found.add(name)
                case ast.ImportFrom(names=names):
                    found.update(alias.name for alias in names)
            pending += [(child, within) for child in ast.iter_child_nodes(node)]

    # --- statements --------------------------------------------------------------------------------------------------

    def _block(self, statements: Iterable[ast.stmt], place: Place) -> None:
        for statement in statements:
            tick()
            self.statements.append((statement, place))
            self._statement(statement, place)

    def _statement(self, node: ast.stmt, place: Place) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, place)
                return
            case ast.ClassDef():
                self._class(node, place)
                return
            case ast.Import() | ast.ImportFrom():
                self._import(node, place)
                return
            case ast.Assign(targets, value):
                for target in targets:
                    self._bind(target, value, place)
                self._together(targets, place)
            case ast.AnnAssign(target, _, value) if value is not None:
                self._bind(target, value, place)
            case ast.AugAssign(target, _, value):
                self._grow(target, value, node, place)
            case ast.For(target, iterable) | ast.AsyncFor(target, iterable):
                self._bind(target, iterable, place, "element", straight=False)
            case ast.With(items) | ast.AsyncWith(items):
                for item in items:
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, item.context_expr, place, straight=False)
            case ast.Delete(targets):
                for target in targets:
                    self._write(target, node, place)
            case ast.Return(value):
                self._gives(value, place)
        self._expressions(node, place)
        self._inner(node, place)

    def _inner(self, node: ast.stmt, place: Place) -> None:
        """The blocks of a compound statement."""
        headers = tuple(
            one for one in (getattr(node, field, None) for field in ("test", "iter", "subject")) if isinstance(one, ast.expr)
        )
        if isinstance(node, ast.With | ast.AsyncWith):
            headers = tuple(item.context_expr for item in node.items)
        only_ifs = place.only_ifs and isinstance(node, ast.If)
        inner = Place(place.functions, place.cls, False, (*place.headers, *headers), only_ifs)
        if isinstance(node, ast.Try | ast.TryStar):
            leaving = [one for last in node.finalbody for one in ast.walk(last) if isinstance(one, ast.Return | ast.Break)]
            for function in place.functions[-1:] if leaving else ():
                self._say(self._named(function, place), node, "finally", "machinery", place)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                self._block(block, inner)
        for handler in getattr(node, "handlers", ()):
            self._block(handler.body, inner)
        for case in getattr(node, "cases", ()):
            subject = node.subject if isinstance(node, ast.Match) else None
            for name in (name for one in ast.walk(case.pattern) for name in bound_names(one)):
                key = self.key(name, place)
                self.edges += [Edge(key, source, "alias") for source, _ in self.sources(subject, place)]
                self.bindings.setdefault(key, []).append(Binding(case.pattern, False, False))
            if case.guard is not None:
                self._walk(case.guard, inner, node)
            self._block(case.body, inner)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, place: Place) -> None:
        key = self._named(node, place)
        self._define(node, key, place)
        if node.name == "__prepare__":
            self._say(frozenset(), node, node.name, "machinery", Place())
        for decorator in node.decorator_list:
            self._walk(decorator, place, None)
            self.decorating.update(id(one) for one in (decorator, getattr(decorator, "func", None)) if one is not None)
            self.edges += [Edge(key, source, narrow(how, "element")) for source, how in self.sources(decorator, place)]
            if isinstance(decorator, ast.Name | ast.Attribute):
                self._applied(self.reference(decorator, place), (key,), place)
            elif isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name | ast.Attribute):
                self._applied(("()", *self.reference(decorator.func, place)), (key,), place)
        inner = Place((*place.functions, node), "", False, (), False)
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)):
            self._walk(default, place, None)
        for annotation in (*(argument.annotation for argument in arguments_of(node)), node.returns):
            if annotation is not None:
                self._walk(annotation, place, None)
        for starred in (node.args.vararg, node.args.kwarg):
            if starred is not None:
                self.bindings.setdefault(self.key(starred.arg, inner), []).append(Binding(starred, False, True))
        named = [*node.args.posonlyargs, *node.args.args]
        for argument, default in zip(reversed(named), reversed(node.args.defaults), strict=False):
            self._bind(ast.copy_location(ast.Name(argument.arg, ast.Store()), argument), default, inner, straight=False)
        if place.cls and node.name.startswith("__") and node.name.endswith("__"):
            self.edges.append(Edge(("()", *self.key(place.cls, Place())), ("()", *key), "alias"))
            self.edges.append(Edge(key, ("()", *key), "alias"))
        if place.cls and node.decorator_list:
            self.edges.append(Edge(key, ("()", *key), "alias"))
        self._block(node.body, inner)

    def _named(self, function: FunctionNode, place: Place) -> Key:
        """The variable that holds a function."""
        if isinstance(function, ast.Lambda):
            return (self.module, f"{function.lineno}:{function.col_offset}", "lambda")
        if place.cls:
            return (".", function.name)
        outer = Place(tuple(one for one in place.functions if one is not function))
        return self.key(function.name, outer)

    def _class(self, node: ast.ClassDef, place: Place) -> None:
        key = self.key(node.name, place)
        self._define(node, key, place)
        for part in (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)):
            self._walk(part, place, None)
            self.edges += [Edge(key, source, how) for source, how in self.sources(part, place)]
        self._block(node.body, Place(place.functions, node.name, False, place.headers, False))

    def _define(self, node: Definition, key: Key, place: Place) -> None:
        self.definitions.setdefault(key, []).append(node)
        self.bindings.setdefault(key, []).append(Binding(node, place.straight, True, place.only_ifs))
        if place.cls:
            self.definitions.setdefault((".", node.name), []).append(node)

    def _import(self, node: ast.Import | ast.ImportFrom, place: Place) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = self._resolve(alias.name, "")
                bound = alias.asname or alias.name.partition(".")[0]
                self.imports[bound] = (module if alias.asname else self._resolve(bound, ""), "")
                if not module:
                    self.foreign[bound] = alias.name.partition(".")[0]
            return
        base = "." * node.level + (node.module or "")
        for alias in node.names:
            module = self._resolve(base, "")
            if alias.name == "*":
                self.stars.append(module)
                continue
            inner = self._resolve(f"{base}{'' if base.endswith('.') else '.'}{alias.name}", "")
            bound, key = alias.asname or alias.name, self.key(alias.asname or alias.name, place)
            if inner:
                self.imports[bound] = (inner, "")
            elif not module:
                self.foreign[bound] = base.partition(".")[0]
            if module:
                self.imports.setdefault(bound, (module, alias.name))
                self.edges += [Edge(key, (module, alias.name), "alias"), Edge((module, alias.name), key, "alias")]

    # --- what statements do ------------------------------------------------------------------------------------------

    def _bind(self, target: ast.AST, value: ast.expr, place: Place, kind: Kind = "alias", straight: bool | None = None) -> None:
        straight = place.straight if straight is None else straight
        if isinstance(target, ast.Tuple | ast.List):
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts) else None
            for index, part in enumerate(target.elts):
                starred = isinstance(part, ast.Starred)
                inner: ast.expr = part.value if isinstance(part, ast.Starred) else part
                fitting = value if parts is None or starred else parts[index]
                self._bind(inner, fitting, place, kind if parts is not None and not starred else "element", straight)
            return
        if isinstance(target, ast.Name):
            key = self.key(target.id, place)
            if kind == "alias" or len(key) == 3:
                fresh = kind == "alias" and not self._shares(value, place)
                self.bindings.setdefault(key, []).append(
                    Binding(target, straight, fresh, place.only_ifs, is_empty(value), is_none(value))
                )
            self._rebound(target.id, key, target, place)
            for within in ast.walk(value):
                self.kept.setdefault(id(within), []).append(key)
            keys = [key] if not place.cls else [key, (".", target.id)]
        else:
            keys = [self._changed_key(target, place)]
            certain = straight and (not isinstance(target, ast.Attribute) or isinstance(value, ast.Constant))
            self._write(target, target, place, plain=None if certain else False)
        if isinstance(value, ast.GeneratorExp) or (isinstance(value, ast.Call) and last_name(value.func) in LAZY):
            self.lazy.update((key, target) for key in keys)
        if is_container(value) and kind == "alias":
            self.containers.update(keys)
        for key in keys:
            self.edges += [Edge(key, source, narrow(how, kind)) for source, how in self.sources(value, place)]
        self.edges += [
            Edge(key, source, "scalar") for key in keys for header in place.headers for source in self.keys(header, place)
        ]

    def _together(self, targets: Sequence[ast.expr], place: Place) -> None:
        """`a = b = []`: several names of one object."""
        keys = [self._changed_key(target, place) for target in targets if not isinstance(target, ast.Tuple | ast.List)]
        for one, other in itertools.permutations(keys, 2):
            self.edges.append(Edge(one, other, "alias"))
        for key in keys if len(keys) > 1 else ():
            self.bindings[key] = [structs.replace(one, fresh=False) for one in self.bindings.get(key, ())]

    def _grow(self, target: ast.expr, value: ast.expr, node: ast.stmt, place: Place) -> None:
        """An augmented assignment: of a list another way to extend it, else another value of the name."""
        if not isinstance(target, ast.Name):
            self._bind(target, value, place)
            return
        key = self.key(target.id, place)
        self.edges += [Edge(key, source, how) for source, how in self.sources(value, place)]
        self._say(key, node, target.id, "changed", place, plain=place.straight, attribute="extend")
        if not place.straight and len(key) == 2:
            self.bindings.setdefault(key, []).append(Binding(target, False, False))
        self._rebound(target.id, key, node, place)

    def _rebound(self, name: str, key: Key, node: ast.AST, place: Place) -> None:
        """A name of the module, or of a function further out, that a function binds."""
        declared = any(name in self._globals.get(id(function), ()) for function in place.functions[-1:])
        if declared or (place.cls and key == (self.module, name) and self._declared(name, place)):
            self._say(key, node, name, "bound", place)

    def _declared(self, name: str, place: Place) -> bool:
        return any(
            isinstance(node, ast.Global) and name in node.names for node, _ in self.statements if isinstance(node, ast.Global)
        )

    def _changed_key(self, target: ast.AST, place: Place) -> Key:
        """The variable that an attribute or item stands for."""
        while isinstance(target, ast.Subscript | ast.Starred):
            match target:
                case ast.Subscript(value=ast.Attribute(attr="__dict__"), slice=ast.Constant(value=text)):
                    return (".", str(text))
            target = target.value
        if isinstance(target, ast.Name | ast.Attribute):
            return self.reference(target, place)
        return (".", "?")

    def _shares(self, value: ast.AST, place: Place) -> bool:
        """Whether an object that something else holds may be what an expression gives."""
        if isinstance(
            value, ast.List | ast.Dict | ast.Set | ast.Tuple | ast.ListComp | ast.DictComp | ast.SetComp | ast.GeneratorExp
        ):
            return False
        return any(how == "alias" for _, how in self.sources(value, place))

    def _gives(self, value: ast.expr | None, place: Place) -> None:
        """What a function returns or yields."""
        for function in place.functions[-1:]:
            named = self._result(function, place)
            self.edges += [Edge(named, source, how) for source, how in self.sources(value, place)]
            self.edges += [Edge(named, source, "scalar") for header in place.headers for source in self.keys(header, place)]

    def _result(self, function: FunctionNode, place: Place) -> Key:
        for key, found in self.definitions.items():
            if any(one is function for one in found):
                return ("()", *key)
        return ("()", self.module, f"{function.lineno}:{function.col_offset}", "lambda")

    def _write(self, target: ast.AST, node: ast.AST, place: Place, plain: bool | None = None) -> None:
        """What is changed where something is stored into, or deleted from, an expression."""
        match target:
            case ast.Name(id=name):
                self._say(self.key(name, place), node, name, "bound", place)
            case ast.Subscript(value) if reads_modules(value):
                self._say(frozenset(), node, ast.unparse(target), "machinery", place)
            case ast.Subscript(value):
                whole = isinstance(target.slice, ast.Slice | ast.UnaryOp) or isinstance(node, ast.Delete)
                straight = place.straight and isinstance(value, ast.Name) and plain is None and not whole
                self._say(self.held(value, place), node, ast.unparse(value), "changed", place, straight, "", value)
                if isinstance(value, ast.Attribute) and value.attr in FACTS:
                    self._fact(value, node, place, False)
            case ast.Attribute(_, attr):
                if attr in FACTS:
                    self._fact(target, node, place, plain is None and not isinstance(node, ast.Delete))
                else:
                    self._say(
                        self.attribute(target, place), node, ast.unparse(target), "bound", place, False, attr, target.value
                    )

    def _fact(self, target: ast.Attribute, node: ast.AST, place: Place, plain: bool) -> None:
        """What inspection reads; a function that is defined in the same function is followed by others."""
        if isinstance(target.value, ast.Name) and len(key := self.key(target.value.id, place)) == 3 and key in self.definitions:
            return
        straight = plain and place.straight and isinstance(target.value, ast.Name)
        shown = ast.unparse(target)
        self._say(self.held(target.value, place), node, shown, "fact", place, straight, target.attr, target.value)

    def held(self, value: ast.AST, place: Place) -> frozenset[Key]:
        """The variables that may hold the object that an expression gives: the last of a chain, or all that it reads."""
        if isinstance(value, ast.Name | ast.Attribute):
            return frozenset({self.reference(value, place)} - {(".", "environ")})
        return frozenset(self.keys(value, place))

    def _say(
        self,
        keys: Key | frozenset[Key],
        node: ast.AST,
        shown: str,
        what: Literal["changed", "bound", "handed", "consumed", "fact", "dressed", "machinery"],
        place: Place,
        plain: bool = False,
        attribute: str = "",
        base: ast.AST | None = None,
    ) -> None:
        held = frozenset({keys}) if isinstance(keys, tuple) else keys
        owner = held if base is None else frozenset(self.keys(base, place))
        inner = id(place.functions[-1]) if place.functions else 0
        within = tuple("lambda" if isinstance(one, ast.Lambda) else one.name for one in place.functions)
        if not hasattr(node, "lineno"):
            return
        self.writes.append(Write(held, node, shown[:60], what, plain, within, attribute, owner, inner, not place.headers))

    # --- expressions -------------------------------------------------------------------------------------------------

    def _expressions(self, node: ast.stmt, place: Place) -> None:
        for _, value in ast.iter_fields(node):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.expr):
                    self._walk(part, place, node)
                elif isinstance(part, ast.withitem):
                    self._walk(part.context_expr, place, node)

    def _walk(self, expr: ast.expr, place: Place, statement: ast.stmt | None) -> None:
        """The calls, lambdas, comprehensions and named expressions within an expression."""
        pending: list[tuple[ast.AST, Place]] = [(expr, place)]
        called = {id(one.func) for one in ast.walk(expr) if isinstance(one, ast.Call)}
        while pending:
            tick()
            node, here = pending.pop()
            match node:
                case ast.Lambda():
                    inner = Place((*here.functions, node), "", False, (), False)
                    pending.append((node.body, inner))
                    self._gives(node.body, inner)
                    continue
                case ast.Call():
                    self._call(node, here, statement if node is expr else None)
                case ast.Name():
                    self.names.append((node, here))
                    if id(node) in called and statement is not None and isinstance(statement, ast.Expr):
                        self.decorating.add(id(node))
                case ast.Attribute(value, attr):
                    self.attributes.append((node, here))
                    if attr in MUTATORS and not attr.startswith("__") and id(node) not in called:
                        self._say(self.held(value, here), node, ast.unparse(value), "changed", here)
                    if attr in MACHINERY:
                        self._say(frozenset(), node, attr, "machinery", here)
                case ast.NamedExpr(target, value):
                    self._bind(target, value, here, straight=False)
                case ast.Yield(value) | ast.YieldFrom(value):
                    self._gives(value, here)
                case ast.comprehension(target, iterable):
                    self._bind(target, iterable, here, "element", straight=False)
            pending.extend((child, here) for child in ast.iter_child_nodes(node))

    def _call(self, node: ast.Call, place: Place, statement: ast.stmt | None) -> None:
        self.calls.append((node, place))
        self.called[id(node.func)] = node
        func, arguments = node.func, [*node.args, *(keyword.value for keyword in node.keywords)]
        called = last_name(func)
        for keyword in node.keywords:
            if keyword.arg is not None and called not in HARMLESS:
                self.edges += [Edge((".", keyword.arg), source, how) for source, how in self.sources(keyword.value, place)]
        if isinstance(func, ast.Attribute) and func.attr in MUTATORS and not on_super(func):
            plain = place.straight and isinstance(func.value, ast.Name) and isinstance(statement, ast.Expr)
            self._say(
                self.held(func.value, place), node, ast.unparse(func.value), "changed", place, plain, func.attr, func.value
            )
            if isinstance(func.value, ast.Attribute) and func.value.attr in FACTS:
                self._fact(func.value, node, place, False)
            if any(isinstance(one, ast.Attribute) and one.attr in INNER for one in ast.walk(func.value)):
                self._say(frozenset(), node, ast.unparse(func), "machinery", place)
            target = self._changed_key(func.value, place)
            for value in arguments if func.attr != "sort" else ():
                self.edges += [Edge(target, source, how) for source, how in self.sources(value, place)]
        self._special(node, called, place)
        if isinstance(func, ast.Name | ast.Attribute):
            self._applied(self.reference(func, place), tuple(arguments), place, node)
        elif not (isinstance(func, ast.Call) and last_name(func.func) in READING_MAKERS):
            self._handed(arguments, node, "?", place)

    def _special(self, node: ast.Call, called: str, place: Place) -> None:
        """Calls that write what no statement shows."""
        first, second = [*node.args[:2], None, None][:2]
        if called == "eval" and isinstance(first, ast.Constant) and "(" not in str(first.value):
            return
        if called == "getattr" and first is not None and isinstance(second, ast.Constant) and second.value in MUTATORS:
            self._say(self.held(first, place), node, ast.unparse(first), "changed", place)
        if called in MACHINERY and (isinstance(node.func, ast.Name) or called not in ("exec", "eval", "compile")):
            self._say(frozenset(), node, called, "machinery", place)
        elif called in ("setattr", "delattr", "__setattr__", "__delattr__", "update_wrapper") and first is not None:
            text = second.value if isinstance(second, ast.Constant) else None
            if text is None or text in FACTS:
                self._say(self.held(first, place), node, ast.unparse(node), "fact", place, attribute=str(text or ""))
            if isinstance(text, str):
                self._say((".", text), node, ast.unparse(node), "bound", place, False, text, first)
                self.edges += [
                    Edge((".", text), source, how) for one in node.args[2:] for source, how in self.sources(one, place)
                ]
                if last_name(first) not in ("self", "cls") and reads_modules(first):
                    self._say((self.module, text), node, text, "bound", place)
        elif isinstance(node.func, ast.Attribute) and called in MUTATORS and reads_modules(node.func.value):
            self._say(frozenset(), node, ast.unparse(node.func), "machinery", place)
        elif (
            called in MUTATORS
            and node.args
            and isinstance(node.func, ast.Attribute)
            and last_name(node.func.value) in CONTAINERS
        ):
            self._say(self.held(node.args[0], place), node, ast.unparse(node.args[0]), "changed", place)

    def _applied(self, called: Key, arguments: tuple[ast.expr | Key, ...], place: Place, node: ast.Call | None = None) -> None:
        """Keep a call until all definitions are known."""
        self.applied.append(Applied(called, arguments, place, node))

    def _handed(self, arguments: Iterable[ast.expr], node: ast.Call, called: str, place: Place) -> None:
        for argument in arguments:
            if keys := frozenset(key for key, how in self.sources(argument, place) if how == "alias"):
                self._say(keys, node, f"{ast.unparse(argument)[:30]}` → `{called}", "handed", place)


def parameters(module: str, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[Key]:
    """The variables that the parameters of a function are."""
    return [(module, f"{function.lineno}:{function.col_offset}", one.arg) for one in arguments_of(function)]


def lambda_parameters(module: str, argument: ast.expr | Key) -> Iterator[Key]:
    """Those of the lambdas within an argument."""
    for node in ast.walk(argument) if isinstance(argument, ast.AST) else ():
        if isinstance(node, ast.Lambda):
            yield from ((module, f"{node.lineno}:{node.col_offset}", one.arg) for one in arguments_of(node))
