"""Functions and classes of a program that may register tools, by what their text calls, decorates with or derives from.

Code without a caller is executed only where it may. What a name stands for is asked of the heap once the modules have run:
`self.f` is a method of the classes that have the function, a name of the module what the module has. Where that is not known,
a name stands for every definition of that name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from toolc import code
from toolc.analysis.effects import REGISTERING
from toolc.analysis.models.noting import dotted_class
from toolc.analysis.modules import absolute
from toolc.analysis.objects.immutables import Immutable
from toolc.analysis.protocol import Machine
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryObject,
    List,
    Module,
    Symbol,
    Value,
)
from toolc.analysis.values import (
    Iterator as IteratorObject,
)
from toolc.module import Attribute, Call, Expr, ImportFrom, Name
from toolc.qualified_names import SPELLED_ROOTS
from toolc.source import SourceFile
from toolc.text_questions import named_packages

_NOT_REGISTERING = frozenset(
    """enable disable run remove_tool remove_prompt remove_resource remove_template create_initialization_options
    get_capabilities set_logging_level""".split()
)
"""Methods of servers that register nothing: called on an unknown object, they are no reason to execute code."""
_STARTING = frozenset("run create_initialization_options get_capabilities set_logging_level".split())
"""The subset that leaves tools as they are: a reason to execute the function itself, but not its callers."""


class _Definition:
    """A definition, with the names that its own text mentions: `receiver` is its first parameter if it is a method, `bound`
    are the names that it binds, `imports` those that only imports bind, `typed` those among its parameters that are never
    bound again, with their annotations. `inside` are the definitions that make up a class."""

    __slots__ = ("bound", "imports", "inside", "module", "name", "names", "node", "receiver", "typed")

    def __init__(self, name: str, node: Any, module: Module, names: Iterable[str], bound: frozenset[str] = frozenset()) -> None:
        self.name, self.node, self.module, self.names, self.bound = name, node, module, set(names), bound
        self.receiver = ""
        self.typed: dict[str, Expr] = {}
        self.imports: dict[str, tuple[int, str, str]] = {}
        self.inside: list[_Definition] = []


class Relevance:
    """The definitions that may register: those that mention a word of the frameworks' own, and those that lead to them."""

    def __init__(self, vm: Machine, loaded: Iterable[Module], words: frozenset[str], marks: frozenset[str]) -> None:
        self._vm = vm
        modules = list(loaded)
        aliases = {
            name
            for module in modules
            for name, value in module.cells.items()
            if isinstance(value, Symbol) and value.name in marks and not name.startswith("__")
        }
        self._words = words | aliases
        packages = [SPELLED_ROOTS.get(one, frozenset({one})) | {one} for one in vm.frameworks.registering]
        self._roots = frozenset(one.partition(".")[0] for one in frozenset().union(*packages))
        self._definitions: list[_Definition] = []
        self._known: dict[int, _Definition] = {}
        for module in modules:
            self._read(module)
        self._owners: dict[int, list[Class]] = {}
        for cls in vm.classes:
            for cell in cls.cells.values():
                held = _function(cell)
                if held is not None and not (isinstance(cell, Descriptor) and cell.kind == "staticmethod"):
                    self._owners.setdefault(id(held.node), []).append(cls)
        self._leading = set(self._words)  # and the names of all definitions from which calls lead to one
        self._relevant = self._leading_definitions()

    def registers(self, node: code.FunctionDef) -> bool:
        """Return `True` if what a function mentions may register; of one that another made, every name is any definition's."""
        if id(node) in self._known:
            return id(node) in self._relevant
        return any(_last_part(one) in self._leading or self._has_word(one) for one in node.inside.mentions.names)

    def directly(self, node: code.FunctionDef) -> bool:
        """Return `True` if a function's own text mentions a name of a framework."""
        if id(node) in self._known:
            return id(node) in self._direct
        return any(map(self._has_word, node.inside.mentions.names))

    def calls(self, function: Function) -> frozenset[str]:
        """The names without a dot that a function calls."""
        node = function.node
        return (
            frozenset(one for one in node.inside.mentions.names if one.isidentifier())
            if isinstance(node, code.FunctionDef)
            else frozenset()
        )

    @cached_property
    def leading_names(self) -> frozenset[str]:
        """The last parts of all names that may stand for a definition that registers: what mentions none of them does not."""
        cells = [module.cells for module in self._vm.modules.loaded.values()] + [cls.cells for cls in self._vm.classes]
        return frozenset(self._leading).union(name for held in cells for name, value in held.items() if self._leads(value))

    def _leads(self, value: Value) -> bool:
        held = value if isinstance(value, Class) else _function(value)
        return held is not None and id(held.node) in self._relevant

    def has_registering_method(self, cls: Class) -> bool:
        """Return `True` if a method of a class may register."""
        body = cls.node.body if cls.node is not None else ()
        return any(self.registers(one) for one in body if isinstance(one, code.FunctionDef))

    # --- what is mentioned ---

    def _read(self, module: Module) -> None:
        """Collect the definitions of a module outside functions, and of those inside them what is known unread.

        What expressions mention counts only inside classes: module bodies have been executed.
        """
        todo: list[tuple[Any, tuple[_Definition, ...]]] = [(module.body, ())]
        while todo:
            part, around = todo.pop()
            if isinstance(part, tuple):
                todo.extend([(one, around) for one in part if isinstance(one, (tuple, Struct) if around else code.NESTING)])
                continue
            names = _names(part)
            for one in around if names else ():
                one.names.update(names)
            if isinstance(part, code.FunctionDef):
                if around:
                    todo.append((part.header, around))
                self._add_function(part, module, around)
            elif isinstance(part, code.ClassDef):
                made = _Definition(part.header.name, part, module, names)
                self._add(made, around)
                todo += [(part.header, around)] if around else []
                todo.append((part.body, (*around, made)))
            else:
                fields = [getattr(part, field) for field in part.__struct_fields__]
                todo.extend([(value, around) for value in fields if isinstance(value, (tuple, Struct) if around else tuple)])

    def _add_function(self, node: code.FunctionDef, module: Module, around: tuple[_Definition, ...]) -> None:
        known, params = node.inside.mentions, node.header.params
        bound = known.bound | {one.name for one in params[1:]} if around else known.bound | {one.name for one in params}
        receiver = params[0].name if around and params else ""
        typed = {one.name: one.annotation for one in params if one.annotation is not None and one.name not in known.bound}
        made = _Definition(node.header.name, node, module, known.names, bound)
        self._add(made, around)
        inner = [_Definition(name, None, module, names, bound) for name, names in known.inner]
        self._definitions += inner
        for one in (made, *inner):
            one.receiver = "" if receiver in bound else receiver
            one.node = node  # of which the receiver is one
            one.typed, one.imports = typed, {local: (level, name, member) for local, level, name, member in known.imports}

    def _add(self, made: _Definition, around: tuple[_Definition, ...]) -> None:
        self._definitions.append(made)
        self._known[id(made.node)] = made
        for one in around:
            one.inside.append(made)

    # --- what it leads to ---

    def _leading_definitions(self) -> set[int]:
        """The nodes of all definitions from which calls lead to a word of a framework."""
        to_name: dict[str, list[_Definition]] = {}  # name → the definitions that mention any of that name
        to_node: dict[int, list[_Definition]] = {}
        todo: list[_Definition] = []
        starting: list[_Definition] = []
        for one in self._definitions:
            for inner in one.inside:
                to_node.setdefault(id(inner), []).append(one)
            direct = starts = False
            for mention in one.names:
                targets, last = self._targets(mention, one), _last_part(mention)
                if targets is None:
                    to_name.setdefault(last, []).append(one)
                for target in targets or ():
                    to_node.setdefault(id(target), []).append(one)
                own = targets is not None and (not targets or last not in self._vm.frameworks.known_names)
                # a definition that is no mark leads to what it mentions
                named = not own and self._has_word(mention) and self._may_be_mark(mention, one)
                named = named and not (last in _NOT_REGISTERING and self._has_unknown_receiver(mention, one))
                direct, starts = direct or (named and last not in _STARTING), starts or named
            if direct:
                todo.append(one)
            elif starts:
                starting.append(one)
        found, first = {id(one) for one in todo}, list(todo)
        while todo:
            one = todo.pop()
            leading = to_node.get(id(one), [])
            if not one.name.startswith("__"):
                self._leading.add(one.name)
                leading = [*leading, *to_name.pop(one.name, ())]
            for other in leading:
                if id(other) not in found:
                    found.add(id(other))
                    todo.append(other)
        self._direct = {id(one.node) for one in (*first, *starting)}
        return {id(one.node) for one in self._definitions if id(one) in found} | {id(one.node) for one in starting}

    def _has_word(self, mention: str) -> bool:
        """Return `True` if a mention ends in a word of a framework, which has two parts where a list of a server is filled."""
        return _last_part(mention) in self._words or ".".join(mention.split(".")[-2:]) in self._words

    def _may_be_mark(self, mention: str, one: _Definition) -> bool:
        """Return `False` if a method of a server is mentioned that is known not to register."""
        root, *rest = mention.split(".")
        if len(rest) != 1 or root in one.bound or root == one.receiver:
            return True
        value = self._imported_value(one, *one.imports[root]) if root in one.imports else one.module.cells.get(root, MISSING)
        dotted = dotted_class(value) if isinstance(value, Instance) else ""
        return not dotted or f"{dotted}.{rest[0]}" in self._vm.frameworks.marks or rest[0] in REGISTERING

    def _has_unknown_receiver(self, mention: str, one: _Definition) -> bool:
        """Return `True` if nothing is known of the object whose method is mentioned."""
        root = mention.partition(".")[0]
        if root in one.imports:
            return False
        return not root or root == one.receiver or root in one.bound or root not in one.module.cells

    def _targets(self, mention: str, one: _Definition) -> list[_Definition] | None:
        """The definitions that a name certainly stands for, none if it is Python's own; `None` where that is not known."""
        local, imported, _ = mention.partition(":")
        root, *rest = [local] if imported else mention.split(".")
        if root == one.receiver and root and len(rest) == 1:
            return self._methods(one, rest[0])
        if root in one.typed and rest:
            return self._of_type(one.typed[root], rest[0], one.module) if len(rest) == 1 else None
        if root in one.imports:
            value = self._imported_value(one, *one.imports[root])
        elif not root or root == one.receiver or root in one.bound:
            return None
        else:
            value = one.module.cells.get(root, MISSING)
        if value is MISSING:
            if root in one.imports:
                return None
            return [] if root in self._vm.builtins and one.module.scope.taint is None else None
        for name in rest:
            if self._has_no_definitions(value):
                return []
            value = self._member(value, name)
        if imported and (isinstance(value, (Module, Instance)) or self._has_no_definitions(value)):
            return []
        return self._definitions_of(value)

    def _imported_value(self, one: _Definition, level: int, module: str, name: str) -> Value:
        """The value that a function imports; MISSING where its module was not executed."""
        dotted = absolute(level, module, one.module)
        loaded = self._vm.modules.loaded
        if dotted in loaded:
            found = loaded[dotted].cells.get(name, MISSING) if name else loaded[dotted]
            return loaded.get(f"{dotted}.{name}", MISSING) if found is MISSING else found
        source = self._vm.modules.find(dotted)
        if source is not None and self._vm.modules.is_own(source):
            return MISSING
        return Symbol(f"{dotted}.{name}" if name else dotted)

    def _has_no_definitions(self, value: Value) -> bool:
        """Return `True` if all attributes of an object are Python's own, or those of a library that is no framework."""
        if isinstance(value, (*SCALARS, tuple, Dict, List, IteratorObject, Immutable)):
            return True
        if isinstance(value, Instance):
            return value.cls.library.startswith(("re.", "builtins."))
        made_by = value.callee if isinstance(value, LibraryObject) and value.decorated is None else None
        return isinstance(made_by, Symbol) and self._is_outside_frameworks(made_by.name)

    def _of_type(self, annotation: Expr, name: str, module: Module) -> list[_Definition] | None:
        """The methods that an attribute of a parameter with an annotation may be."""
        dotted = _dotted_names(annotation)
        value = module.cells.get(dotted[0], MISSING) if dotted else MISSING
        for part in dotted[1:]:
            value = self._member(value, part)
        if isinstance(value, Class) and not value.library:
            return self._of_classes([value], name)
        return [] if isinstance(value, Symbol) and self._is_outside_frameworks(value.name) else None

    def _is_outside_frameworks(self, dotted: str) -> bool:
        """Return `True` for a name of a library that is no framework."""
        return self._roots.isdisjoint(one.partition(".")[0] for one in (dotted, self._vm.frameworks.canonical(dotted)))

    def _methods(self, one: _Definition, name: str) -> list[_Definition] | None:
        """The methods that an attribute of the first parameter of a method may be."""
        owners = self._owners.get(id(one.node), [])
        return self._of_classes(owners, name) if owners else None

    def _of_classes(self, classes: list[Class], name: str) -> list[_Definition] | None:
        """The methods of a name that classes and their subclasses have."""
        if name in self._vm.own_attributes:
            return None
        found: list[_Definition] = []
        for cls in self._below(classes):
            targets = None if "metaclass" in cls.traits else self._definitions_of(cls.find(name))
            if targets is None:
                return None
            found += targets
        return found

    def _below(self, classes: list[Class]) -> Iterator[Class]:
        """Classes, and all that derive from them."""
        todo = list(classes)
        seen: set[Class] = set()
        while todo:
            cls = todo.pop()
            if cls not in seen:
                seen.add(cls)
                todo += self._vm.subclasses.get(cls, ())
                yield cls

    def _member(self, owner: Value, name: str) -> Value:
        """An attribute, as far as it is certainly known."""
        if isinstance(owner, Symbol):
            return Symbol(f"{owner.name}.{name}")
        if isinstance(owner, Module):
            return owner.cells.get(name, MISSING)
        if name in self._vm.own_attributes or not isinstance(owner, (Class, Instance)):
            return MISSING
        return owner.find(name) if isinstance(owner, Class) else owner.cls.find(name)

    def _definitions_of(self, value: Value) -> list[_Definition] | None:
        """The definitions of a value; `None` if it is anything but a function or class of the program, or Python's own."""
        if isinstance(value, Symbol):
            return [] if self._is_outside_frameworks(value.name) else None
        held = value if isinstance(value, Class) else _function(value)
        found = self._known.get(id(held.node)) if held is not None else None
        return None if found is None else [found]


def _last_part(mention: str) -> str:
    """The last name of a mention: `add_tool` of `mcp.add_tool`, `f` of `g:f`."""
    return mention.rpartition(":")[2].rpartition(".")[2]


def _dotted_names(expr: Expr) -> list[str]:
    """The names of a dotted name; none of any other expression."""
    if isinstance(expr, Name):
        return [expr.id]
    inner = _dotted_names(expr.value) if isinstance(expr, Attribute) else []
    return [*inner, expr.attr] if inner and isinstance(expr, Attribute) else []


def _function(cell: Value) -> Function | None:
    """The function of the program behind a variable or a class attribute."""
    while isinstance(cell, (Descriptor, LibraryObject)):
        cell = cell.function if isinstance(cell, Descriptor) else cell.decorated
    return cell if isinstance(cell, Function) else None


def registering_words(
    marks: Mapping[str, frozenset[str]], own: frozenset[str], sources: list[SourceFile], is_installed: Callable[[str], bool]
) -> frozenset[str]:
    """Return the last parts of the marks that a program can reach: of packages that its text names, or that are installed.

    A package that is neither comes up in no expression. `marks` are the last parts by package; `own` are the names of marks
    that the program has functions for.
    """
    found = set(own)
    spelled = {package: SPELLED_ROOTS.get(package, frozenset({package})) for package in marks}
    asked = tuple(sorted(frozenset().union(*spelled.values())))
    named = frozenset().union(*(source.ask(named_packages, asked) for source in sources))
    for package, last in marks.items():
        if not named.isdisjoint(spelled[package]) or is_installed(package):
            found |= last
    return frozenset(one for one in found if not one.startswith("__"))


def _names(part: Any) -> list[str]:
    """The names that one part calls, decorates with, derives from or imports, each for any definition of that name."""
    match part:
        case Call():
            return [_last(part.func)]
        case ImportFrom():
            return [f".{name}" for name, _ in part.names]
        case code.FunctionDef():
            return list(map(_last, part.header.decorators))
        case code.ClassDef():
            return [*map(_last, part.header.decorators), *(_last(one.value) for one in part.header.args)]
        case _:
            return []


def _last(expr: Expr) -> str:
    """The last name of what is called or derived from: `.tool` of `mcp.tool`."""
    return f".{expr.attr}" if isinstance(expr, Attribute) else f".{expr.id}" if isinstance(expr, Name) else ""
