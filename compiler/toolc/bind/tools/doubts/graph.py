"""What may reach what in all modules of a program: joins the flows of its modules, and passes arguments to parameters."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from toolc.bind.tools.doubts.flow import Applied, Edge, Flow, Write, lambda_parameters, parameters
from toolc.bind.tools.doubts.syntax import Definition, own_nodes
from toolc.bind.tools.doubts.tables import HARMLESS, MUTATORS, WRITING
from toolc.bind.tools.doubts.variables import Key, Kind, Place
from toolc.clock import tick

MOST_HOLDERS = 30
"""How many variables are looked through for the functions that one may hold."""


FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class Hazard(Struct, frozen=True):
    """A write, and the module it is in."""

    module: str
    write: Write


class Graph:
    """What may reach what, in all modules of a program."""

    def __init__(self, flows: Mapping[str, Flow], harmless: frozenset[str]) -> None:
        self.flows = flows
        self._harmless = harmless
        self._sources: dict[Key, list[tuple[Key, Kind]]] = defaultdict(list)
        self._targets: dict[Key, list[tuple[Key, Kind]]] = defaultdict(list)
        self._known: dict[Key, Key] = {}
        self._instances: dict[str, frozenset[Key]] = {}  # what may hold an object whose class has a method
        self._defined: dict[Key, list[tuple[str, Definition]]] = defaultdict(list)
        self.writes: list[Hazard] = []
        for module, flow in flows.items():
            for key, found in flow.definitions.items():
                self._defined[self.canonical(key)] += [(module, one) for one in found]
        for flow in flows.values():
            for edge in flow.edges:
                self._add(edge)
        self.made = {self.canonical(key) for flow in flows.values() for key in flow.containers}
        for module, flow in flows.items():
            for call in flow.applied:
                self._call(module, flow, call)
            self.writes += [Hazard(module, write) for write in flow.writes]
        self.containers = set(self._closure(self.made, self._targets, frozenset({"alias"})))

    def canonical(self, key: Key) -> Key:
        """The variable behind imports, star imports included."""
        if key in self._known:
            return self._known[key]
        self._known[key] = key
        if key[0] == "()":
            found: Key = ("()", *self.canonical(key[1:]))
        elif len(key) == 2 and key[0] in self.flows:
            flow, name = self.flows[key[0]], key[1]
            module, original = flow.imports.get(name, ("", ""))
            found = key
            if module and original:
                found = self.canonical((module, original))
            elif key not in flow.bindings:
                known = (one for one in flow.stars if one in self.flows and (one, name) != key)
                behind = (self.canonical((one, name)) for one in known)
                found = next((one for one in behind if self._is_bound(one)), key)
        else:
            found = key
        self._known[key] = found
        return found

    def _is_bound(self, key: Key) -> bool:
        return len(key) == 2 and key[0] in self.flows and key in self.flows[key[0]].bindings

    def _add(self, edge: Edge) -> None:
        target, source = self.canonical(edge.target), self.canonical(edge.source)
        if target != source:
            self._sources[target].append((source, edge.kind))
            self._targets[source].append((target, edge.kind))

    # --- calls -------------------------------------------------------------------------------------------------------

    def _call(self, module: str, flow: Flow, call: Applied) -> None:
        """What a call hands over: to parameters of the program's functions, or to code that is not read."""
        tick()
        called = self.canonical(call.called)
        name = called[-1]
        found = list(self.functions(called))
        given = [list(self._of(argument, flow, call.place)) for argument in call.arguments]
        for where, function in found:
            self._pass(where, function, given, called, call, flow)
        if not found and name not in WRITING and name in HARMLESS | MUTATORS:
            self._callbacks(given, flow, call)
        elif not found and call.node is not None and not name[:1].isupper() and not self._reads(called):
            self._lost(module, flow, call, name)

    def _reads(self, called: Key) -> bool:
        """Whether all that a variable may hold are functions that change nothing."""
        if called[-1] in self._harmless or called[-1].startswith("is"):
            return True
        behind = self._sources.get(called, [])
        names = {source[-1] for source, _ in behind if source[0] != "in"}
        return bool(names) and names <= HARMLESS | self._harmless | {"functools"}

    def functions(self, called: Key) -> Iterator[tuple[str, Definition]]:
        """The definitions that a variable may hold."""
        seen, pending = {called}, [called]
        while pending and len(seen) < MOST_HOLDERS:
            key = pending.pop()
            yield from self._defined.get(key, ())
            for source, kind in self._sources.get(key, ()):
                if kind in ("alias", "element") and source[0] != "." and source not in seen:
                    seen.add(source)
                    pending.append(source)

    def _of(self, argument: ast.expr | Key, flow: Flow, place: Place) -> Iterator[tuple[Key, Kind]]:
        if isinstance(argument, tuple):
            yield argument, "alias"
        else:
            yield from flow.sources(argument, place)

    def _pass(
        self,
        where: str,
        function: Definition,
        given: list[list[tuple[Key, Kind]]],
        called: Key,
        call: Applied,
        flow: Flow,
    ) -> None:
        if isinstance(function, ast.ClassDef):
            for inner in function.body:
                if isinstance(inner, ast.FunctionDef) and inner.name in ("__init__", "__new__", "__call__"):
                    self._pass(where, inner, given, (".", inner.name), call, flow)
                elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    for sources in given:
                        for source, kind in sources:
                            self._add(Edge((".", inner.target.id), source, kind))
            return
        for header in call.place.headers:
            for key in flow.keys(header, call.place):
                self._add(Edge(("in", where, function.name), key, "scalar"))
        for around in call.place.functions[-1:]:
            if not isinstance(around, ast.Lambda):
                self._add(Edge(("in", where, function.name), ("in", flow.module, around.name), "scalar"))
        keys = parameters(where, function)
        starred = call.node is None or any(isinstance(one, ast.Starred) for one in call.node.args)
        for index, sources in enumerate(given):
            keyword = self._keyword(call, index)
            if keyword:
                fitting = [key for key in keys if key[-1] == keyword] or keys
            elif starred:
                fitting = keys
            else:
                method = bool(keys) and (called[0] == "." or keys[0][-1] in ("self", "cls"))
                fitting = [*keys[index + method : index + method + 1], *(keys[-2:] if index + method >= len(keys) - 1 else [])]
            for key in fitting:
                for source, kind in sources:
                    self._add(Edge(key, source, kind))

    def _keyword(self, call: Applied, index: int) -> str:
        if call.node is None or index < len(call.node.args):
            return ""
        return call.node.keywords[index - len(call.node.args)].arg or ""

    def _callbacks(self, given: list[list[tuple[Key, Kind]]], flow: Flow, call: Applied) -> None:
        """Functions that are handed to a library, which hands them what else it is given."""
        for index, sources in enumerate(given):
            others = [one for position, other in enumerate(given) if position != index for one in other]
            argument = call.arguments[index]
            keys = list(lambda_parameters(flow.module, argument))
            for source, _ in sources:
                for where, function in self._defined.get(self.canonical(source), ()):
                    if not isinstance(function, ast.ClassDef):
                        keys += parameters(where, function)
            for key in keys:
                for source, kind in others:
                    self._add(Edge(key, source, kind))

    def _lost(self, module: str, flow: Flow, call: Applied, name: str) -> None:
        assert call.node is not None
        direct = [one for one in call.arguments if isinstance(one, ast.Name)]
        keys = {flow.key(one.id, call.place) for one in direct}
        if name not in WRITING:
            keys = {key for key in keys if len(key) == 2 and self.canonical(key) in self.made}
        if keys:
            within = tuple("lambda" if isinstance(one, ast.Lambda) else one.name for one in call.place.functions)
            self.writes.append(Hazard(module, Write(frozenset(keys), call.node, name, "handed", within=within)))

    def called(self) -> frozenset[int]:
        """The functions that are called when the modules are imported, as far as names tell."""
        calls: dict[int, list[Key]] = defaultdict(list)
        for flow in self.flows.values():
            for one in flow.applied:
                around = id(one.place.functions[-1]) if one.place.functions else 0
                calls[around].append(self.canonical(one.called))
        seen: set[int] = set()
        waiting = [0]
        while waiting:
            for key in calls.get(waiting.pop(), ()):
                found: list[Definition] = (
                    [] if key[0] == "." else [one for _, one in self.functions(key)]
                )  # no method of any class
                inner: list[ast.AST] = []
                for function in found:
                    inner += _methods(function) if isinstance(function, ast.ClassDef) else [function]
                waiting += [id(one) for one in inner if id(one) not in seen]
                seen.update(id(one) for one in inner)
        return frozenset(seen)

    def reached(self) -> frozenset[str]:
        """The names in the code that runs when the modules are imported, and in the functions that have one of them."""
        pending = ["", *sorted({name for flow in self.flows.values() for name in flow.mentions if _is_special(name)})]
        seen = set(pending)
        while pending:
            name = pending.pop()
            for flow in self.flows.values():
                for mentioned in flow.mentions.get(name, ()):
                    if mentioned not in seen:
                        seen.add(mentioned)
                        pending.append(mentioned)
        return frozenset(seen)

    def variables(self) -> Iterator[Key]:
        """All variables that may reach another."""
        yield from self._targets

    def classes(self) -> Iterator[tuple[Key, str, ast.ClassDef]]:
        """The classes of the program."""
        for key, found in self._defined.items():
            yield from ((key, module, one) for module, one in found if isinstance(one, ast.ClassDef))

    def functions_of_modules(self) -> Iterator[tuple[Key, str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        """The functions and methods of the program."""
        for key, found in self._defined.items():
            yield from ((key, module, one) for module, one in found if not isinstance(one, ast.ClassDef))

    def has_method(self, key: Key, method: str) -> bool:
        """Whether a variable may hold an object of a class of the program that has a method of its own by that name."""
        if method not in self._instances:
            classes = [
                one
                for one, found in self._defined.items()
                if any(isinstance(cls, ast.ClassDef) and _has(cls, method) for _, cls in found)
            ]
            self._instances[method] = self.holders(("()", *one) for one in classes)
        return key in self._instances[method]

    def is_own(self, key: Key) -> bool:
        """Whether the program itself defines or sets an attribute of a name."""
        defined = key in self._defined
        return defined or any(
            one.attribute == key[-1]
            and {name[-1] for name in one.owner} <= {"self", "cls"}
            and one.what == "bound"
            and one.owner
            for flow in self.flows.values()
            for one in flow.writes
        )

    def changes_what_it_decorates(self, module: str, decorator: ast.expr) -> bool:
        """Whether a decorator of the program may return something else than what it decorates."""
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        if not isinstance(func, ast.Name | ast.Attribute):
            return True
        flow = self.flows[module]
        found = [
            one for _, one in self.functions(self.canonical(flow.reference(func, Place()))) if isinstance(one, ast.FunctionDef)
        ]
        return any(not _gives_back(one, isinstance(decorator, ast.Call)) for one in found)

    def is_asked_elsewhere(self, key: Key) -> bool:
        """Whether another module names a variable of a module."""
        others = (flow for module, flow in self.flows.items() if module != key[0])
        return any(key[-1] in names for flow in others for names in flow.mentions.values())

    @cached_property
    def circular(self) -> frozenset[str]:
        """The modules that import themselves by way of others."""
        imports = {
            module: {one for one, _ in flow.imports.values() if one in self.flows}
            | {one for one in flow.stars if one in self.flows}
            for module, flow in self.flows.items()
        }
        found = set()
        for module in imports:
            seen, waiting = set[str](), list(imports[module])
            while waiting:
                one = waiting.pop()
                if one not in seen:
                    seen.add(one)
                    waiting.extend(imports.get(one, ()))
            if module in seen:
                found.add(module)
        return frozenset(found)

    # --- what depends on what ----------------------------------------------------------------------------------------

    def relevant(self, roots: Iterable[Key]) -> tuple[frozenset[Key], frozenset[Key]]:
        """The variables that some depend on; and with them all that may hold the same objects, functions aside."""
        behind = self._closure(
            {self.canonical(key) for key in roots}, self._sources, frozenset({"alias", "element", "part", "scalar"})
        )
        objects = {key for key in behind if key in self.containers}
        return behind, behind | self._closure(objects, self._targets, frozenset({"alias"}))

    def is_shared(self, key: Key) -> bool:
        """Whether another variable may hold the object of one."""
        return any(kind == "alias" and target[0] != "in" for target, kind in self._targets.get(key, ()))

    def holders(self, roots: Iterable[Key]) -> frozenset[Key]:
        """The variables that may hold an object, or a container of it."""
        return self._closure({self.canonical(key) for key in roots}, self._targets, frozenset({"alias", "element"}))

    def _closure(
        self, roots: Iterable[Key], edges: Mapping[Key, list[tuple[Key, Kind]]], kinds: frozenset[str]
    ) -> frozenset[Key]:
        seen = set(roots)
        pending = list(seen)
        while pending:
            tick()
            for key, kind in edges.get(pending.pop(), ()):
                if kind in kinds and key not in seen:
                    seen.add(key)
                    pending.append(key)
        return frozenset(seen)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _gives_back(function: FunctionNode, made: bool) -> bool:
    """Whether a function returns its first parameter alone, or what shows it; where it makes a decorator, such a function."""
    named = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    first = next((name for name in named if name not in ("self", "cls")), "")
    inner: dict[str, list[FunctionNode]] = {}
    for one in own_nodes(function):
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            inner.setdefault(one.name, []).append(one)
    returns = [node.value for node in own_nodes(function) if isinstance(node, ast.Return)]
    return bool(returns) and all(value is not None and _is_given(value, first, inner, made) for value in returns)


def _is_given(value: ast.expr, first: str, inner: Mapping[str, list[FunctionNode]], made: bool) -> bool:
    match value:
        case ast.IfExp(body=body, orelse=orelse):
            return _is_given(body, first, inner, True) and _is_given(orelse, first, inner, True)
        case ast.Name(id=name):
            found = inner.get(name, [])
            wrapped = all(any(_wraps(decorator, first) for decorator in one.decorator_list) for one in found)
            return name == first or (bool(found) and (wrapped or (made and all(_gives_back(one, False) for one in found))))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=given)]):
            return given == first and name in inner and all(_gives_back(one, False) for one in inner[name])
        case _:
            return False


def _wraps(decorator: ast.expr, first: str) -> bool:
    """`@functools.wraps(function)`, with nothing left out."""
    called = isinstance(decorator, ast.Call) and not decorator.keywords and len(decorator.args) == 1
    if not called or not isinstance(decorator, ast.Call) or not isinstance(decorator.args[0], ast.Name):
        return False
    func = decorator.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name == "wraps" and decorator.args[0].id == first


def _has(cls: ast.ClassDef, method: str) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name == method for one in cls.body)


def _methods(cls: ast.ClassDef) -> list[ast.FunctionDef]:
    return [one for one in ast.walk(cls) if isinstance(one, ast.FunctionDef)]
