"""Tools that the program may change by statements which `bind` does not follow: takes declarations, gives them with the doubt.

The syntax of the program's modules gives a graph of what may reach what (`flow`, `graph`). A registration depends on the
variables in it, and on what reaches those or holds the same objects. Where one of them is written in a way that the rest of
`bind` has no model of (by a function, under a condition, through an alias, an attribute, a library), the tool is in doubt.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from toolc.bind.identity import identity
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.tools.claims import Claim
from toolc.bind.tools.doubts.flow import Flow, Write
from toolc.bind.tools.doubts.graph import Graph, Hazard
from toolc.bind.tools.doubts.offsets import Offsets
from toolc.bind.tools.doubts.registrations import copied, serving, unfollowed
from toolc.bind.tools.doubts.variables import Key, Place
from toolc.bind.tools.marks import Marks
from toolc.clock import tick
from toolc.diagnostics import Diagnostic, internal
from toolc.limits import Overrun
from toolc.module import Func
from toolc.program import Declaration, Definition, Known, Scope

PLAIN = frozenset({"", "append", "extend", "insert", "update", "add", "setdefault"})
"""What the rest of `bind` follows where a module does it at its top to an object of its own."""

MOST_FILES = 400

_STORES = tuple((".", name) for name in "_tool_manager _tools get_tool get_tools list_tools _local_provider".split())
"""How programs get at the tools that a server keeps."""

_READ_FACTS = frozenset({(".", "__name__"), (".", "__doc__"), (".", "__qualname__")})

_SERVER_NAMES = frozenset(
    "tool add_tool add_tools remove_tool list_tools get_tools _list_tools _tool_manager _tools _local_provider from_function"
    " __class__".split()
)
"""Attributes of servers, and of what they keep, that decide which tools there are."""


def in_doubt(declarations: Iterable[Declaration], claims: Iterable[Claim], linker: Linker, marks: Marks) -> list[Declaration]:
    """The declarations, in doubt where a statement without a model may change what they are made of.

    Registrations that no claim was made of are among the diagnostics of the program.
    """
    found = list(declarations)
    try:
        doubts = Doubts(linker, marks)
        lost = [*doubts.unfollowed(claims, marks), *doubts.copies(found)]
        linker.library.diagnostics.extend(lost)
        found = list(_named_elsewhere(found, lost, linker))
        return doubts.doubted(found)
    except (Exception, Overrun) as error:
        linker.library.diagnostics.append(internal(error, None))
        return found


class Doubts:
    """The hazards of a program, and which tools they concern."""

    def __init__(self, linker: Linker, marks: Marks) -> None:
        self._linker = linker
        self._units: dict[str, Unit] = {}
        self._offsets: dict[str, Offsets] = {}
        flows = self._all = dict(self._flows())
        self._graph = Graph(flows, marks.words)
        self._registering = marks.registering
        self._registries: dict[Key, bool] = {}
        self._mentions: dict[Key, list[tuple[bool, bool]]] = {}  # of functions: whether they decorate where they are named
        self._held: dict[tuple[Key, ...], frozenset[Key]] = {}
        self._registered: Counter[tuple[str, int]] = Counter()
        self._writes = list(_running(self._graph))
        self._roots_of_frameworks = marks.frameworks
        self._servers = serving(self._graph, marks)
        stores = [key for key in _STORES if not self._graph.is_own(key)]
        self._stored = self._graph.holders([*stores, *(("()", *key) for key in stores)])
        self._hazards = [one for one in self._writes if self._is_hazard(one)]
        self._hazards += [*_bound_again(self._graph), *_consumed(flows), *_dressed(self._graph, marks)]
        self._relevant: dict[tuple[object, ...], tuple[frozenset[Key], frozenset[Key]]] = {}

    def _flows(self) -> Iterator[tuple[str, Flow]]:
        """The modules that register, and those of the program that they import."""
        pending = list(self._linker.candidates)
        while pending and len(self._units) < MOST_FILES:
            unit = pending.pop(0)
            module = unit.source.module
            if module in self._units:
                continue
            self._units[module] = unit
            try:
                tree = ast.parse(unit.source.text)
            except (SyntaxError, ValueError, RecursionError):
                continue  # newer than the running Python
            self._offsets[module] = Offsets(unit.source.text)
            flow = Flow(module, tree, lambda name, _, unit=unit: self._module(name, unit))  # type: ignore[misc]
            yield module, flow
            named = {name for name, _ in flow.imports.values()} | set(flow.stars)
            pending += [one for name in sorted(named) if name and (one := self._linker.library.find(name)) is not None]

    def _module(self, name: str, unit: Unit) -> str:
        """A module of the program by the name an import gives it, "" for any other."""
        level = len(name) - len(name.lstrip("."))
        if level:
            parts = unit.source.module.split(".")
            kept = parts[: len(parts) - level + unit.source.package]
            name = ".".join([*kept, *filter(None, [name[level:]])])
        library = self._linker.library
        name = library.resolve(name, unit.source.path)
        if not name or library.tabled(name) or (found := library.find(name)) is None:
            return ""
        if name.partition(".")[0] == "toolc":
            return ""  # its own tool system, which it knows; in a checkout it is not among the installed packages
        return name if not library.sources.installed(found.source.path) else ""

    def unfollowed(self, claims: Iterable[Claim], marks: Marks) -> list[Diagnostic]:
        """What to say of registrations that no claim was made of."""
        return list(unfollowed(claims, self._graph, self._offsets, self._linker, marks, self._in_doubt))

    def copies(self, declarations: Iterable[Declaration]) -> Iterator[Diagnostic]:
        """What to say of tools that are made of other tools."""
        targets = frozenset(self._graph.canonical(key) for one in declarations for key in self._target(one))
        for module, call in copied(self._graph, targets):
            offsets, source = self._offsets[module], self._units[module].source
            message = f"toolc does not follow `{ast.unparse(call)[:60]}`, which makes another tool of one: it is missing"
            yield Diagnostic("TC233", message, source.span(offsets.start(call), offsets.end(call)))

    def _in_doubt(self, module: str, at: int, end: int) -> bool:
        behind, objects = self._graph.relevant(self._roots(module, at, end))
        return any(self._concerns(hazard, {"bound": behind}, objects) for hazard in self._hazards)

    # --- hazards -----------------------------------------------------------------------------------------------------

    def _is_hazard(self, hazard: Hazard) -> bool:
        write, flow = hazard.write, self._graph.flows[hazard.module]
        if self._changes_servers(hazard):
            return True
        match write.what:
            case "handed":
                return self._holds(write)
            case "changed" if write.plain and write.attribute in PLAIN:
                return self._holds(write) and not all(self._own(key, flow) for key in write.keys)
            case "changed":
                known = all(self._made_here(key, write, flow) or self._is_registry(key) for key in write.keys)
                return self._holds(write) and not known
            case "bound" if write.attribute:
                return any(key[0] != "." for key in write.keys) or self._sets_later(write, flow)
            case "bound":
                bound = [one for key in write.keys for one in flow.bindings.get(key, ()) if one.node is not write.node]
                return not bound or not all(one.none for one in bound)
            case "fact":
                return True
            case _:
                return True

    def _changes_servers(self, hazard: Hazard) -> bool:
        """Whether a write concerns what servers keep or how they register, or a class of a framework."""
        write, flow = hazard.write, self._graph.flows[hazard.module]
        if write.what not in ("bound", "changed", "fact"):
            return False
        if write.attribute and write.what == "bound":
            root = _root(write.node)
            library = root in flow.foreign and flow.foreign[root] in self._roots_of_frameworks and root[:1].isupper()
            on_server = any(self._graph.canonical(key) in self._servers for key in write.owner)
            if library or (write.attribute in _SERVER_NAMES and on_server):
                return True
        names = {key[-1] for key in (*write.keys, *write.owner)}
        if write.what == "changed" and not names.isdisjoint(("__dict__", "vars")) and not names.isdisjoint(_SERVER_NAMES):
            return True
        return any(self._graph.canonical(key) in self._stored for key in (*write.owner, *write.keys))

    def _sets_later(self, write: Write, flow: Flow) -> bool:
        """Whether an attribute is set by another function than the one that makes the object."""
        if not write.inner or "__init__" in write.within:
            return False
        function = (flow.module, write.within[0])
        if (
            write.bare
            and len(write.within) < 3
            and function in flow.definitions
            and self._only_decorates(function, methods=True)
        ):
            return False  # followed as a mark on the function (`marked`)
        own = all(key[-1] in ("self", "cls") for key in write.owner)
        return not own or self._holds(write)

    def _holds(self, write: Write) -> bool:
        """Whether what is written may be a container that the program makes."""
        return any(self._graph.canonical(key) in self._graph.containers for key in write.keys)

    def _own(self, key: Key, flow: Flow) -> bool:
        """Whether a variable is bound once, by the module itself, to an object that nothing else holds."""
        bound = flow.bindings.get(key, [])
        return len(bound) == 1 and bound[0].straight and bound[0].fresh

    def _made_here(self, key: Key, write: Write, flow: Flow) -> bool:
        """Whether a local variable was last bound to a new object."""
        line = getattr(write.node, "lineno", 0)
        before = [one for one in flow.bindings.get(key, []) if getattr(one.node, "lineno", 0) <= line]
        return len(key) == 3 and bool(before) and before[-1].fresh

    def _is_registry(self, key: Key) -> bool:
        """Whether a variable is a list or dict that begins empty and that only decorators of its module fill (`registries`)."""
        if key not in self._registries:
            self._registries[key] = self._filled_by_decorators(key)
        return self._registries[key]

    def _filled_by_decorators(self, key: Key) -> bool:
        flow = self._graph.flows.get(key[0])
        bound = flow.bindings.get(key, []) if flow is not None and len(key) == 2 else []
        if flow is None or len(bound) != 1 or not bound[0].empty or self._graph.is_shared(key):
            return False
        writes = [(one.module, one.write) for one in self._writes if key in map(self._graph.canonical, one.write.keys)]
        plain = all(where == key[0] and one.what == "changed" and one.attribute in ("", "append") for where, one in writes)
        return plain and all(one.within and self._only_decorates((key[0], one.within[0])) for _, one in writes)

    def _only_decorates(self, function: Key, methods: bool = False) -> bool:
        """Whether a function is named by decorators and by calls at the top of modules alone, or below classes as well."""
        if not self._mentions:
            for flow in self._graph.flows.values():
                for node, place in flow.names:
                    decorates = id(node) in flow.decorating
                    where = (decorates and place.straight, decorates and not place.functions)
                    self._mentions.setdefault(self._graph.canonical(flow.key(node.id, place)), []).append(where)
        return all(where[methods] for where in self._mentions.get(function, ()))

    # --- what a tool depends on --------------------------------------------------------------------------------------

    def doubted(self, declarations: Sequence[Declaration]) -> list[Declaration]:
        """The declarations, each with the first hazard that concerns it."""
        self._registered.update(_function(one.target) for one in declarations if one.target is not None)
        return [self._doubted(one) for one in declarations]

    def _doubted(self, declaration: Declaration) -> Declaration:
        doubted = declaration.reshaped or any(one.severity == "warning" for one in declaration.diagnostics)
        hazard = None if doubted else self._concerning(declaration)
        if hazard is None:
            return declaration
        source = self._units[hazard.module].source
        node = hazard.write.node
        offsets = self._offsets[hazard.module]
        place = source.span(offsets.start(node), offsets.end(node))
        message = f"{_WHAT[hazard.write.what].format(hazard.write.shown)}, and what is registered depends on it"
        doubt = Diagnostic("TC232", message, place, help="register tools by statements of their own")
        return structs.replace(declaration, diagnostics=(*declaration.diagnostics, doubt))

    def _concerning(self, declaration: Declaration) -> Hazard | None:
        if not self._hazards:
            return None
        behind, objects = self._keys(declaration)
        function = tuple(self._target(declaration))
        if function not in self._held:
            self._held[function] = self._graph.holders(function)
        concerned = {"bound": behind, "fact": objects | self._held[function]}
        for hazard in self._hazards:
            if self._is_retold(hazard, declaration) or self._is_followed(hazard, declaration):
                continue
            if self._changes_servers(hazard):
                return hazard
            if self._concerns(hazard, concerned, objects):
                return hazard
        return None

    def _concerns(self, hazard: Hazard, concerned: Mapping[str, frozenset[Key]], objects: frozenset[Key]) -> bool:
        keys = {self._graph.canonical(key) for key in hazard.write.keys}
        if hazard.write.what in ("handed", "changed") and not self._changes_servers(hazard):
            keys &= self._graph.containers
            return not keys.isdisjoint(objects)
        if hazard.write.what == "dressed":
            return not keys.isdisjoint(objects) and not objects.isdisjoint(_READ_FACTS)
        return not keys or not keys.isdisjoint(concerned.get(hazard.write.what, objects))

    def _is_retold(self, hazard: Hazard, declaration: Declaration) -> bool:
        """Whether `retold` has looked at the statement for this function."""
        node = hazard.write.node
        if hazard.write.what != "fact" or declaration.target is None or declaration.target.module != hazard.module:
            return False
        return isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name)

    def _is_followed(self, hazard: Hazard, declaration: Declaration) -> bool:
        """Whether a docstring is set on a function by its own name, before all of its registrations."""
        write, flow = hazard.write, self._graph.flows[hazard.module]
        plain = write.what == "fact" and write.plain and write.attribute == "__doc__"
        if not plain or declaration.target is None or not all(key in flow.definitions for key in write.keys):
            return False
        return self._registered[_function(declaration.target)] < 2

    def _keys(self, declaration: Declaration) -> tuple[frozenset[Key], frozenset[Key]]:
        places = tuple(dict.fromkeys(_places(declaration.scope, declaration.at, declaration.end)))
        if places not in self._relevant:
            roots = {key for module, at, end in places for key in self._roots(module, at, end)}
            self._relevant[places] = self._graph.relevant(roots)
        return self._relevant[places]

    def _target(self, declaration: Declaration) -> Iterator[Key]:
        """The variable that holds the function of a tool."""
        target = declaration.target
        if target is None or target.module not in self._offsets or not isinstance(target.stmt, Func):
            return
        flow, offsets = self._graph.flows[target.module], self._offsets[target.module]
        for key, found in flow.definitions.items():
            if any(target.node.at <= offsets.start(one) <= target.stmt.name_at for one in found):
                yield key

    def _roots(self, module: str, at: int, end: int) -> Iterator[Key]:
        """The variables that are read where something is registered, and those that decide whether it is."""
        if module not in self._offsets:
            return
        flow, offsets = self._graph.flows[module], self._offsets[module]
        around: tuple[ast.stmt, Place] | None = None
        for statement, place in flow.statements:
            tick()
            first = min([statement, *getattr(statement, "decorator_list", ())], key=lambda node: node.lineno)
            if offsets.start(first) <= at + 1 and end <= offsets.end(statement):
                around = statement, place
        if around is None:
            return
        statement, place = around
        exact = (
            node
            for node in ast.walk(statement)
            if isinstance(node, ast.expr) and offsets.start(node) == at and offsets.end(node) == end
        )
        parts: list[ast.AST] = [next(exact, statement)]
        if parts[0] is not statement:
            pass
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = list(statement.decorator_list)
        elif isinstance(statement, ast.ClassDef):
            parts = [*statement.decorator_list, *statement.bases]
        elif hasattr(statement, "body"):
            parts = [one for one in ast.iter_child_nodes(statement) if isinstance(one, ast.expr | ast.withitem)]
        for part in (*parts, *place.headers):
            for key in flow.keys(part, place):
                if "." not in key or key[-1] not in self._registering:
                    yield key
        for function in place.functions[-1:]:
            if not isinstance(function, ast.Lambda):
                yield ("in", module, function.name)


_WHAT = {
    "changed": "`{}` is changed here in a way that toolc does not follow",
    "bound": "`{}` is bound again here in a way that toolc does not follow",
    "handed": "an object is handed to `{}` here, which toolc does not read and which may change it",
    "dressed": "a decorator may give `{}` another name or docstring here",
    "consumed": "`{}` is consumed here, which toolc does not follow",
    "fact": "`{}`, which frameworks read, is changed here in a way that toolc does not follow",
    "machinery": "`{}` may change any variable of the program here",
}


def _function(target: Definition) -> tuple[str, int]:
    return target.module, target.node.at


def _places(scope: Scope, at: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Where something is registered, and the calls that lead there."""
    yield scope.module, at, end
    for around in scope.within:
        if around.frame is not None and around.frame.call is not None:
            call = around.frame.call
            yield from _places(call.scope, call.at, call.end)


def _root(node: ast.AST) -> str:
    """The first name of a chain of attributes and items that is written, or of the first argument of `setattr`."""
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _running(graph: Graph) -> Iterator[Hazard]:
    """The writes that may run while the program is imported: those of functions that code which runs then may name.

    What may change everything counts in functions that are certainly called.
    """
    seen, called = graph.reached(), graph.called()
    for hazard in graph.writes:
        within = hazard.write.within
        if not hazard.write.keys:
            runs = not hazard.write.inner or hazard.write.inner in called
        else:
            runs = all(name in seen or name == "lambda" or (name.startswith("__") and name.endswith("__")) for name in within)
        if runs:
            yield hazard


def _bound_again(graph: Graph) -> Iterator[Hazard]:
    """Variables of modules that are bound several times, in blocks that may not run or where another module asks in between."""
    for module, flow in graph.flows.items():
        for key, bound in flow.bindings.items():
            bound = [one for one in bound if not one.none]
            again = [one for one in bound if not isinstance(one.node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
            if len(key) != 2 or len(bound) < 2 or not again:
                continue
            asked = all(one.straight for one in bound) and module in graph.circular and graph.is_asked_elsewhere(key)
            if asked or not all(one.only_ifs for one in bound):
                yield Hazard(module, Write(frozenset({key}), again[-1].node, key[-1], "bound"))


def _dressed(graph: Graph, marks: Marks) -> Iterator[Hazard]:
    """Functions below decorators of the program, which may have another name or docstring than they are defined with."""
    for key, module, function in graph.functions_of_modules():
        own = [one for one in function.decorator_list if _last_name(one) not in marks.words]
        if any(graph.changes_what_it_decorates(module, one) for one in own):
            yield Hazard(module, Write(frozenset({key}), own[0], function.name, "dressed"))


def _last_name(decorator: ast.expr) -> str:
    func = decorator.func if isinstance(decorator, ast.Call) else decorator
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def registered_again(declaration: Declaration, others: Iterable[Declaration], linker: Linker) -> Declaration:
    """A declaration, with a note where another one of the same function says something else of it."""
    own = identity(declaration.description or Known(None))
    for other in others:
        elsewhere = (other.scope.module, other.at) != (declaration.scope.module, declaration.at)
        if elsewhere and not declaration.server.apart and identity(other.description or Known(None)) != own:
            place = linker.span(other.scope, other.at, other.end)
            note = Diagnostic("TC234", "the program registers this tool again, with another description", place)
            return structs.replace(declaration, diagnostics=(*declaration.diagnostics, note))
    return declaration


def _named_elsewhere(found: Sequence[Declaration], lost: Sequence[Diagnostic], linker: Linker) -> Iterator[Declaration]:
    """The declarations, with a note where another registration may have taken the name before."""
    named: dict[tuple[object, ...], list[Declaration]] = {}
    for one in found:
        if all(said.code != "TC214" for said in one.diagnostics):  # of those one stands in for the other
            named.setdefault((one.server, _name(one)), []).append(one)
    for one in found:
        other = next((other for other in named.get((one.server, _name(one)), ()) if other is not one), None)
        if not one.server.apart and other is not None:
            place = linker.span(other.scope, other.at, other.end)
            note = Diagnostic("TC234", "another registration of the program may take the name of this tool", place)
            one = structs.replace(one, diagnostics=(*one.diagnostics, note))
        elif not one.server.apart and lost:
            note = Diagnostic("TC234", "a registration that toolc does not follow may take the name of this tool", lost[0].span)
            one = structs.replace(one, diagnostics=(*one.diagnostics, note))
        yield one


def _name(declaration: Declaration) -> object:
    match declaration.name:
        case Known(str(name)):
            return name
        case None if declaration.made_of is not None:
            return declaration.made_of.stmt.name
        case _:
            return id(declaration)


def _consumed(flows: dict[str, Flow]) -> Iterator[Hazard]:
    """Iterators that are read in more than one place: the second finds what the first has left."""
    for module, flow in flows.items():
        for key, node in flow.lazy.items():
            if sum(flow.key(name.id, place) == key for name, place in flow.names if isinstance(name.ctx, ast.Load)) > 1:
                yield Hazard(module, Write(frozenset({key}), node, key[-1], "consumed"))
