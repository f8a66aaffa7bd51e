"""Values of the analysis as the values that systems and `lower` ask about.

Takes objects of the heap as they are now, gives `program.Value`s: definitions with the variables of the calls around them,
calls with their arguments as values. What the heap does not know becomes `Unknown` with its cause.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from toolc import code, docstrings
from toolc.analysis.doubts import Doubt, Open, Place, ignore_order
from toolc.analysis.events import Event
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.models.noting import dotted_class
from toolc.analysis.models.servers import symbolic_origin
from toolc.analysis.models.signatures import SIGNATURE
from toolc.analysis.objects import immutables
from toolc.analysis.objects.enums import worth_of
from toolc.analysis.objects.immutables import Immutable
from toolc.analysis.objects.keys import constant_of_key, of_key
from toolc.analysis.protocol_objects import current_call, is_protocol_object
from toolc.analysis.states import is_changed
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Annotation,
    BoundMethod,
    Choice,
    Class,
    Descriptor,
    Dict,
    Function,
    Input,
    Instance,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Missed,
    Module,
    Native,
    Partial,
    Site,
    Subscript,
    Symbol,
)
from toolc.analysis.values import (
    Scope as Variables,
)
from toolc.analysis.values import (
    Unknown as Top,
)
from toolc.bind.linker import Linker
from toolc.bind.tools.parts import (
    CallVariables,
    begins_at,
    calls_around,
    elements,
    is_empty,
    is_own,
    key_of,
    plain,
    unknown_value,
)
from toolc.bind.tools.signatures import Parameters
from toolc.module import Attribute, DeferredNode, Func, Name, Operation, OutlineNode, SubscriptExpr, ValueExpr
from toolc.program import (
    Argument,
    BoundAttribute,
    CallContext,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    GuardedElement,
    MappingValue,
    ModuleValue,
    ParameterValue,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
    value_of_key,
)
from toolc.source import Span

UNREAD = "could not be read"
MAX_DEPTH = 30
MAX_SIZE = 20_000  # elements of one value, those of what it holds included


class Converter:
    """Converts values of one analysis."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._frames: dict[int, tuple[Variables, CallContext]] = {}
        self._made: dict[int, tuple[Any, Value]] = {}
        self._then: Mapping[Function, Mapping[str, Any]] = {}
        self._containers: dict[int, tuple[Any, Value, int]] = {}
        self._size = 0
        self.types_from = ""
        self._parameters = Parameters(self)
        self._origins: dict[tuple[object, ...], tuple[DefinitionValue, Any]] = {}

    def origin(self, definition: DefinitionValue) -> Any:
        """The function, or method of an object, that a definition was converted from; MISSING for any other."""
        return self._origins.get(key_of(definition), (None, MISSING))[1]

    def _keep(self, value: Value, origin: Any) -> Value:
        if isinstance(value, DefinitionValue):
            self._origins[key_of(value)] = value, origin
        return value

    @contextmanager
    def as_of(self, event: Event, types_from: str) -> Iterator[None]:
        """Take functions as they were when something happened to them, with the types that the framework reads of them."""
        self._then, self._containers, self.types_from = event.functions, {}, types_from
        try:
            yield
        finally:
            self._then, self._containers, self.types_from = {}, {}, ""

    def value(self, value: Any, depth: int = 0) -> Value:
        """One value as it is now."""
        if depth > MAX_DEPTH:
            return Unknown("it is nested too deeply")
        match value:
            case Input():
                return self.value(value.value, depth)
            case Top(doubt=doubt):
                return unknown_value(doubt)
            case Choice():
                return self._choice(value, depth)
            case Maybe():
                return Unknown(value.guard.reason, "TC205")
            case _ if value is MISSING:
                return Unknown("it is not there")
            case _ if isinstance(value, SCALARS):
                member = of_key(value)
                return ConstantValue(value) if member is value else self.value(member, depth)
            case tuple():
                return self._items("tuple", list(value), depth)
            case JsonSchema() if value.whole and value.origin is not None and depth < 2:
                return self.value(value.origin, depth)
            case List() | Dict():
                return self._once(value, depth)
            case Function():
                return self._keep(self.function(value), value)
            case BoundMethod():
                return self._keep(self._method(value, depth), value)
            case Class():
                return self._class(value)
            case Instance():
                return self._instance(value, depth)
            case Immutable() if (made := immutables.constructor_call(value)) is not None:
                dotted, args, kwargs = made
                return self._call_result(ExternalSymbol(dotted), Site(value.site.place, None, args, kwargs), depth)
            case LibraryObject():
                return self._library_object(value, depth)
            case Symbol(name=name):
                return ExternalSymbol(name)
            case Native(name=name):
                return ExternalSymbol(name)
            case LibraryMethod():
                return BoundAttribute(self.value(value.owner, depth + 1), value.name)
            case Subscript():
                return self._subscript(value, depth)
            case Module():
                return ModuleValue(value.name)
            case Partial():
                args = (value.function, *value.args)
                return self._call_result(
                    ExternalSymbol("functools.partial"), Site(Place("", 0, 0), None, args, value.kwargs), depth
                )
            case Descriptor():
                return self.value(value.function, depth + 1)
            case Missed():
                return self._note_missed(value)
            case Annotation():
                return self.annotation(value)
            case _:
                return Unknown("it is computed while the program runs")

    def _subscript(self, value: Subscript, depth: int) -> Value:
        """A type with arguments, as the expression that makes it."""
        items = tuple(ValueExpr(0, 0, self.value(one, depth + 1)) for one in value.args)
        return Thunk(
            SubscriptExpr(0, 0, ValueExpr(0, 0, self.value(value.origin, depth + 1)), items, len(items) != 1), ProgramPoint("")
        )

    # --- containers ------------------------------------------------------------------------------------------------------

    def _once(self, value: List | Dict, depth: int) -> Value:
        """A list or dict, converted once wherever else it stands; one that holds itself many times over is not written out."""
        if depth == 0:
            self._size = 0
        known = self._containers.get(id(value))
        if known is not None:
            self._size += known[2]
            return known[1] if self._size <= MAX_SIZE else Unknown("it is larger than toolc follows", "TC205")
        before = self._size
        self._size += 1 + len(value.items)
        if self._size > MAX_SIZE:
            return Unknown("it is larger than toolc follows", "TC205")
        if isinstance(value, Dict):
            found = self._dict(value, depth)
        else:
            found = self._items("list", value.items, depth) if value.taint is None else self._taint(value, value.taint, depth)
        self._containers[id(value)] = value, found, self._size - before
        return found

    def _choice(self, value: Choice, depth: int) -> Value:
        """One of several values; of lists, what may be in them."""
        reason = f"it is one of {len(value.alternatives)} values, depending on what only the running program decides"
        if not any(isinstance(one, List) for one in value.alternatives):
            return Unknown(reason, "TC205")
        items, taint = elements(value)
        return Unknown(reason, "TC205", self._guarded_elements(items, depth, taint))

    def span(self, place: Place | None) -> Span | None:
        """Return a place as a span in its file."""
        unit = self._linker.library.open(place.module) if place is not None and place.module else None
        return None if unit is None or place is None else unit.source.span(place.at, place.end)

    def _guarded_elements(self, items: list[Any], depth: int, taint: Doubt | None = None) -> tuple[GuardedElement, ...]:
        """The elements of a list, each with the condition that it is there under."""
        found: list[GuardedElement] = []
        for one in items:
            if isinstance(one, Maybe) and isinstance(one.guard, Open):
                found.append(GuardedElement(Unknown(one.guard.reason)))
                continue
            under = self.span(one.guard.place) if isinstance(one, Maybe) else None
            inner = one.value if isinstance(one, Maybe) else one
            either = under or self.span(inner.guard.place) if isinstance(inner, Choice) else under
            ways = inner.alternatives if isinstance(inner, Choice) else (inner,)
            found += [GuardedElement(self.value(way, depth + 1), either, single=True) for way in ways]
        if (doubt := ignore_order(taint)) is not None:
            found.append(GuardedElement(unknown_value(doubt)))
        return tuple(found)

    def then(self, function: Function, cells: Mapping[str, Any]) -> Value:
        """A function as it was when it was read."""
        return self._keep(self.function(function, cells), function)

    def list_elements(self, value: Any) -> tuple[GuardedElement, ...]:
        """Return the elements of a list that a function returned, also inside a result object."""
        items, taint = elements(value)
        return self._guarded_elements(items, 0, taint)

    def _taint(self, value: List, taint: Doubt, depth: int) -> Value:
        return structs.replace(unknown_value(taint), parts=self._guarded_elements(value.items, depth, taint))

    def _items(self, kind: Any, items: list[Any], depth: int) -> Value:
        if any(isinstance(one, (Maybe, Choice)) for one in items):
            return Unknown("its elements depend on a condition", "TC205", self._guarded_elements(items, depth))
        found = [self.value(one, depth + 1) for one in items]
        if all(isinstance(one, ConstantValue) for one in found):
            constants = [one.value for one in found if isinstance(one, ConstantValue)]
            return ConstantValue(constants if kind == "list" else tuple(constants))
        return SequenceValue(kind, tuple(found))

    def _dict(self, value: Dict, depth: int) -> Value:
        if value.taint is not None:
            return unknown_value(value.taint)
        if any(isinstance(one, Maybe) for one in value.items.values()):
            return Unknown("its items depend on a condition", "TC205")
        if value.kind in ("set", "frozenset", "view"):
            found = [self.value(one, depth + 1) for one in value.items.values()]
            if all(isinstance(one, ConstantValue) for one in found):
                try:
                    constants = {one.value for one in found if isinstance(one, ConstantValue)}
                    return ConstantValue(frozenset(constants) if value.kind == "frozenset" else constants)
                except TypeError:
                    return Unknown("a set of values that have no hash")
            return SequenceValue("set", tuple(found))
        pairs: list[tuple[Any, Value]] = []
        for key, one in value.items.items():
            converted = _key(self.value(constant_of_key(key), depth + 1))
            if converted is MISSING:
                return Unknown("a key is computed while the program runs")
            pairs.append((converted, self.value(one, depth + 1)))
        if all(isinstance(one, ConstantValue) and isinstance(value_of_key(key), ConstantValue) for key, one in pairs):
            return ConstantValue({key: one.value for key, one in pairs if isinstance(one, ConstantValue)})
        return MappingValue(tuple(pairs))

    # --- definitions -------------------------------------------------------------------------------------------------------

    def function(self, function: Function, cells: Mapping[str, Any] | None = None) -> Value:
        """A function as frameworks see it: the one whose signature is read, with the name and docstring of the outer one.

        `cells` are those that it had when it was read, where they may have changed since.
        """
        outer = self._then.get(function, function.cells) if cells is None else cells
        if function.taint is not None:
            return unknown_value(function.taint)
        shown, inner_cells, skipped = function, outer, 0
        seen: set[int] = set()
        while "__signature__" not in inner_cells and (wrapped := inner_cells.get("__wrapped__", MISSING)) is not MISSING:
            while isinstance(wrapped, (BoundMethod, Descriptor)):
                skipped += isinstance(wrapped, BoundMethod)
                wrapped = wrapped.function
            if not isinstance(wrapped, Function) or id(wrapped) in seen:
                return self.value(wrapped) if not isinstance(wrapped, Function) else Unknown("a function wraps itself")
            seen.add(id(wrapped))
            shown, inner_cells = wrapped, self._then.get(wrapped, wrapped.cells)
        if isinstance(shown.node, code.LambdaExpr):
            return self._lambda(shown, outer) if cells is not None else self._defer(shown)
        found = self._definition(shown)
        if not isinstance(found, DefinitionValue) or not isinstance(found.stmt, Func):
            return found
        return self._with_introspection(found, shown, inner_cells, outer, skipped)

    def _with_introspection(
        self, found: DefinitionValue, shown: Function, inner: Mapping[str, Any], outer: Mapping[str, Any], skipped: int
    ) -> Value:
        """The definition with what `inspect` reads of the function now, where that is not what the source says."""
        statement = found.stmt
        assert isinstance(statement, Func)
        written = docstrings.held_docstring(statement.doc, self._linker.version("python"))
        name, doc, undecided = _names(outer, statement.name, written)
        known = "" if "name" in undecided else name
        params = self._parameters.of(statement, shown, inner)
        if isinstance(params, Unknown):
            return structs.replace(params, name=known)
        if self.types_from == "annotations" and self._is_annotated_otherwise(statement, inner, outer):
            return Unknown(f"what wraps `{statement.name}` has other annotations for its parameters", "TC206", name=known)
        returns = statement.returns
        signature = inner.get("__signature__", MISSING)
        noted = inner.get("__annotations__")
        if isinstance(signature, Instance) and signature.cls is SIGNATURE:
            kept = signature.cells.get("return_annotation", MISSING)
            if not (isinstance(kept, Annotation) and statement.returns is not None and is_own(kept, shown)):
                returns = None if is_empty(kept) else self.value_expr(kept)
        elif isinstance(noted, Dict) and statement.returns is not None:
            kept = noted.items.get("return", MISSING)
            if kept is MISSING:
                returns = None
            elif not (isinstance(kept, Annotation) and is_own(kept, shown)):
                returns = self.value_expr(kept)
        elif isinstance(noted, Dict) and "return" in noted.items:
            returns = self.value_expr(noted.items["return"])
        decorators = tuple(one for one in statement.decorators if one.at in shown.opaque)
        changed = structs.replace(
            statement,
            name=name,
            doc=statement.doc if doc == written else doc,
            doc_held=statement.doc_held or doc != written,
            params=params[skipped - 1 :] if skipped else params,
            returns=returns,
            decorators=decorators,
        )
        if skipped and changed.params:  # what a bound method wraps is bound as well
            bound = CallContext({changed.params[0].name: Unknown("the object of a method")}, bound=True)
            return structs.replace(found, stmt=changed, frame=bound, undecided=undecided)
        return structs.replace(found, stmt=changed, undecided=undecided)

    def _is_annotated_otherwise(self, statement: Func, inner: Mapping[str, Any], outer: Mapping[str, Any]) -> bool:
        """Return `True` if a function that wraps another annotates a parameter of it with another type."""
        wrapped, own = inner.get("__annotations__"), outer.get("__annotations__")
        if wrapped is own or not isinstance(wrapped, Dict) or not isinstance(own, Dict):
            return False
        pairs = [(wrapped.items.get(one.name, MISSING), own.items.get(one.name, MISSING)) for one in statement.params]
        return any(
            other is not MISSING and (one is MISSING or not self._parameters.is_same_type(one, other)) for one, other in pairs
        )

    def value_expr(self, value: Any) -> ValueExpr:
        """A value as an expression."""
        if isinstance(value, Annotation):
            return ValueExpr(value.expr.at, value.expr.end, self.annotation(value))
        return ValueExpr(0, 0, self.value(value))

    def annotation(self, value: Annotation) -> Value:
        """An annotation of another function: its text, read where it stands."""
        scope = self.scope(value.frame.scope, value.frame.module.name, value.expr.at)
        return (
            self._linker.evaluate(value.expr, scope) if isinstance(value.expr, (Name, Attribute)) else Thunk(value.expr, scope)
        )

    def _definition(self, made: "Function | Class") -> Value:
        """The statement that made a function or class, in the scopes that were around it."""
        node = made.node
        assert isinstance(node, (code.FunctionDef, code.ClassDef))
        path = self._path(made.module, node.at)
        if path is None:
            return Unknown(f"`{made.name}` is not found in its file")
        scopes = list(calls_around(made.scope))
        scope = ProgramPoint(made.module, self._within(made.module, path[:-1], scopes), node.at)
        return self._definition_value(scope, path[-1]) or Unknown(f"`{made.name}` {UNREAD}")

    def _definition_value(self, scope: ProgramPoint, node: OutlineNode) -> DefinitionValue | None:
        return self._linker.define(scope, node)

    def _within(self, module: str, nodes: list[OutlineNode], scopes: list[Variables]) -> tuple[DefinitionValue, ...]:
        """The definitions around a place, outermost first, those that are functions with the variables of their calls."""
        functions = [one for one in scopes if one.function is not None]
        within: list[DefinitionValue] = []
        for node in nodes:
            made = self._definition_value(ProgramPoint(module, tuple(within), node.at), node)
            if made is None:
                break
            if isinstance(made.stmt, Func):
                call = next((one for one in functions if begins_at(one, node.at)), None)
                if call is not None:
                    made = structs.replace(made, frame=self.frame(call))
            within.append(made)
        return tuple(within)

    def frame(self, variables: Variables) -> CallContext:
        """The variables of one call; one frame a call."""
        known = self._frames.get(id(variables))
        if known is None:
            cells: dict[str, Any] = {}
            around: Variables | None = variables
            while around is not None and around.function is variables.function:  # those of comprehensions are inside
                cells = {**around.cells, **cells}
                around = around.parent
            known = self._frames[id(variables)] = variables, CallContext(CallVariables(self, cells), complete=True)
        return known[1]

    def _path(self, module: str, at: int) -> list[OutlineNode] | None:
        """The nodes of the definitions around an offset, and that of the one which begins there."""
        unit = self._linker.library.open(module)
        if unit is None:
            return None
        found: list[OutlineNode] = []
        level: tuple[OutlineNode, ...] = unit.module.outline
        while True:
            inner = next((one for one in level if one.at <= at < one.end), None)
            if inner is None:
                return None
            if inner.kind in ("def", "class"):
                found.append(inner)
                if inner.at == at:
                    return found
            level = tuple(node for block in inner.blocks for node in block.nodes)

    def scope(self, variables: Variables | None, module: str, at: int) -> ProgramPoint:
        """A place of the program in the calls that led there."""
        unit = self._linker.library.open(module)
        if variables is None or unit is None:
            return ProgramPoint(module, (), at)
        nodes: list[OutlineNode] = []
        level: tuple[OutlineNode, ...] = unit.module.outline
        while True:
            inner = next((one for one in level if one.at <= at < one.end), None)
            if inner is None or (inner.kind in ("def", "class") and at < inner.head):  # decorators and defaults are outside
                break
            if inner.kind in ("def", "class"):
                nodes.append(inner)
            level = tuple(node for block in inner.blocks for node in block.nodes)
        return ProgramPoint(module, self._within(module, nodes, list(calls_around(variables))), at)

    def _lambda(self, function: Function, cells: Mapping[str, Any]) -> Value:
        """A lambda that is registered: a function without annotations."""
        node = function.node
        assert isinstance(node, code.LambdaExpr)
        name, doc, undecided = _names(cells, "<lambda>", None)
        statement = Func(node.at, name, node.at, False, (), node.params, None, doc, doc_held=True)
        scope = self.scope(function.scope, function.module, node.at)
        place = OutlineNode("def", node.at, node.end, node.end, ())
        made = DefinitionValue(function.module, function.qualname, place, statement, scope, undecided=undecided)
        params = self._parameters.of(statement, function, cells)
        return params if isinstance(params, Unknown) else structs.replace(made, stmt=structs.replace(statement, params=params))

    def _defer(self, function: Function) -> Value:
        node = function.node
        assert isinstance(node, code.LambdaExpr)
        scope = self.scope(function.scope, function.module, node.at)
        return Thunk(DeferredNode(node.at, node.end, "lambda"), scope)

    def _method(self, method: BoundMethod, depth: int) -> Value:
        """A function without its first parameter."""
        function = method.function
        while isinstance(function, Descriptor):
            function = function.function
        if isinstance(function, Native):
            return ExternalSymbol(function.name)
        if not isinstance(function, Function):
            return Unknown("a method is not followed")
        is_lambda = isinstance(function.node, code.LambdaExpr)
        found = self.function(function, self._then.get(function, function.cells) if is_lambda else None)
        if not isinstance(found, DefinitionValue) or not isinstance(found.stmt, Func):
            return found
        if not found.stmt.params:
            return found
        first = found.stmt.params[0].name
        if found.stmt.params[0].kind not in ("positional_only", "positional_or_keyword"):
            return found
        return structs.replace(found, frame=CallContext({first: self.value(method.receiver, depth + 1)}, bound=True))

    def _class(self, cls: Class) -> Value:
        if cls.library:
            return ExternalSymbol(cls.library)
        if cls.node is None:
            made_by = cls.cells.get(" made by")
            return self.value(made_by) if made_by else Unknown(f"the class `{cls.name}` is made as the program runs", "TC316")
        return self._definition(cls)

    def _note_missed(self, value: Missed) -> Value:
        found = self._definition(value.function)
        return ParameterValue(found, value.name) if isinstance(found, DefinitionValue) else found

    # --- objects -------------------------------------------------------------------------------------------------------------

    def _instance(self, value: Instance, depth: int) -> Value:
        cls = value.cls
        if "enum" in cls.traits:
            found, name = self._class(cls), value.cells.get("_name_")
            if " made by" in cls.cells and isinstance(found, CallResult):
                return self.value(value.cells["_value_"], depth + 1)  # as which it is written in a schema
            if isinstance(found, DefinitionValue) and isinstance(name, str):
                return EnumMember(found, name)
            return Unknown("a member of an enum")
        if (inner := worth_of(value)) is not value:
            return self.value(inner, depth + 1)
        if isinstance(passed := symbolic_origin(value), Missed):
            return self._note_missed(passed)
        if dotted := dotted_class(value):
            own = self._class(cls) if not cls.library else ExternalSymbol(dotted)
            return self._call_result(own, value.site, depth)
        if isinstance(value.native, LibraryObject):
            return self.value(value.native, depth + 1)
        if value.taint is not None:
            return unknown_value(value.taint)
        if value.site is None or cls.library:
            return Unknown("it is computed while the program runs")
        if is_changed(value):
            return Unknown(f"the object of `{cls.name}` is changed after it was made")
        return self._call_result(self._class(cls), value.site, depth)

    def _library_object(self, value: LibraryObject, depth: int) -> Value:
        if value.taint is not None:
            return unknown_value(value.taint)
        key = id(value)
        if key in self._made and self._made[key][0] is value and not is_protocol_object(value):
            return self._made[key][1]
        if isinstance(value.callee, Symbol) and value.callee.name == "typing.Union" and len(value.site.args) == 2:
            sides = tuple(ValueExpr(0, 0, self.value(one, depth + 1)) for one in value.site.args)
            found: Value = Thunk(Operation(0, 0, "binary", ("|",), sides), ProgramPoint(""))
        elif value.decorated is not None:
            found = self.value(value.decorated, depth + 1)
        else:
            found = self._call_result(self.value(value.callee, depth + 1), current_call(value), depth)
        self._made[key] = value, found
        return found

    def _call_result(self, callee: Value, site: Site | None, depth: int) -> Value:
        if isinstance(callee, Unknown):
            return callee
        if site is None:
            return CallResult(callee, (), ProgramPoint(""), 0, 0)
        args = self.arguments(site, depth)
        scope = self.scope(site.scope, site.place.module, site.place.at) if site.place.module else ProgramPoint("")
        return CallResult(callee, args, scope, site.place.at, site.place.end, site.name)

    def arguments(self, site: Site, depth: int = 0, known: Mapping[int, Value] | None = None) -> tuple[Argument, ...]:
        """The arguments of a call as values in the place of expressions; `known` are those converted before, by identity."""
        at, end = site.place.at, site.place.end

        def value_expr(one: Any) -> ValueExpr:
            held = one.value if isinstance(one, Input) else one
            return ValueExpr(at, end, known[id(held)] if known and id(held) in known else self.value(one, depth + 1))

        found = [Argument(None, value_expr(one)) for one in site.args]
        for name, one in site.kwargs.items():
            star = "**" if name == "**" else ""
            found.append(Argument(None if star else name, value_expr(one), star))
        return tuple(found)


def _names(cells: Mapping[str, Any], name: str, doc: str | None) -> tuple[str, str | None, tuple[str, ...]]:
    """Return the name and docstring that a function has by its cells, else those given; and which of the two is not known."""
    held, text = plain(cells.get("__name__", name)), plain(cells.get("__doc__", doc))
    undecided = []
    if not isinstance(held, str):
        held, undecided = name, ["name"]
    if not isinstance(text, (str, type(None))):
        text, undecided = doc, [*undecided, "description"]
    return held, text, tuple(undecided)


def _key(value: Value) -> Any:
    """A key of a dict, as `value_of_key` reads it; MISSING for what is none."""
    match value:
        case ConstantValue(key):
            return key
        case EnumMember():
            return value
        case SequenceValue("tuple", items):
            parts = tuple(map(_key, items))
            return MISSING if MISSING in parts else parts
    return MISSING
