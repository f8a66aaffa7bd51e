"""Changes of classes behind their bodies: by decorators that are functions of the program, and by later statements."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from toolc.analysis.doubts import Doubt
from toolc.analysis.store import State, Store
from toolc.analysis.values import (
    MISSING,
    Class,
    Container,
    Dict,
    Instance,
    LibraryMethod,
    LibraryObject,
    Maybe,
    Obj,
    Subscript,
    Symbol,
    Unknown,
    Value,
)

MAX_DEPTH = 4
"""Limit of nesting, within the attributes of a class, to which changed dicts and lists are found."""


SIGNATURE_DOCSTRING = Unknown(Doubt("TC205", "Python writes the docstring of a dataclass"))
"""The docstring of a dataclass that has none: Python makes it of the signature."""


class Decorated(Struct, frozen=True):
    """Effect of the decorators of a class: the names that they set, delete or change, its docstring afterwards, and the
    decorators of dataclasses that functions among them apply, with their keywords, the outermost first."""

    names: frozenset[str]
    doc: Any
    applied: tuple[tuple[str, tuple[tuple[str, Value], ...]], ...] = ()


_READ = frozenset(
    """__annotations__ __base__ __bases__ __class__ __dict__ __doc__ __eq__ __getattribute__ __hash__ __init__ __module__
    __members__ __mro__ __name__ __new__ __orig_bases__ __parameters__ __qualname__ __repr__ __setattr__ __str__ __subclasses__
    __type_params__ mro""".split()
)
"""Attributes of every class, which decorators read to keep or to show them; others of a library's may lead to its schema."""


_CONFIGURED = frozenset(
    """title extra json_schema_extra model_title_generator json_schema_serialization_defaults_required ser_json_bytes
    ser_json_inf_nan ser_json_temporal ser_json_timedelta""".split()
)
"""Keys of the configuration that pydantic 2.14 reads when it writes a schema; others only when a model is made or rebuilt."""


class ClassChanges:
    """Changes of one analysis, by module and place of the class statement.

    `decorated`: effects of decorators; `None` where they are not certain: one is a library's, gives another object, or does
    something else when the statement runs again. `doubts`: why the schema that a library has made of the class may be another.
    `completed`: the class, with the attributes that it had behind its statement; `None` where the statement has made several.
    """

    def __init__(self) -> None:
        self.decorated: dict[tuple[str, int], Decorated | None] = {}
        self.doubts: dict[tuple[str, int], str] = {}
        self.completed: dict[tuple[str, int], tuple[Class, dict[str, Value]] | None] = {}
        self._snapshots: dict[Class, list[tuple[Obj, tuple[Any, ...]]]] = {}
        self._escaped: list[set[Value]] = []  # for each class whose decorators run: the classes that have escaped meanwhile
        self._writes = 0  # to objects that are not known
        self._rebuilt: set[Class] = set()
        self._compared: list[tuple[Class, dict[str, Value]]] = []  # classes whose decorators run, and their attributes before
        self._applied: list[tuple[Class, int, str, Mapping[str, Value]]] = []

    def complete(self, made: Class) -> None:
        """Note that a class statement and its decorators have run."""
        assert made.node is not None
        place = made.module, made.node.at
        self.completed[place] = None if place in self.completed else (made, dict(made.cells))
        for base in made.mro[1:]:
            if isinstance(base, Class) and self._has_changed(base):
                self.doubts[place] = f"the fields of `{base.name}` were changed when `{made.name}` took them over"
        self.take_snapshot(made, made.cells.get("model_config"))

    def take_snapshot(self, cls: Class, part: Value) -> None:
        """Keep the state of a part of a class, which the program may change from here on."""
        if isinstance(part, (Dict, Instance)):
            self._snapshots.setdefault(cls, []).append((part, part.save()))

    def note_rebuild(self, cls: Value) -> None:
        """Note that a model is rebuilt."""
        if isinstance(cls, Class):
            self._rebuilt.add(cls)

    def has_changed_schema(self, cls: Class) -> bool:
        """Return `True` if parts of a class are not as in their snapshots, and pydantic reads them again for its schema."""
        if cls in self._rebuilt:
            return self._has_changed(cls)
        config: Any = cls.cells.get("model_config")
        kept = [before for part, before in self._snapshots.get(cls, ()) if part is config]
        return any(config.taint is not None or _settings(config.save()) != _settings(before) for before in kept)

    def _has_changed(self, cls: Class) -> bool:
        return any(not _is_same(part.save(), before) for part, before in self._snapshots.get(cls, ()))

    def note_escape(self, value: Value) -> None:
        """Note that a value escapes to code that is not executed."""
        while isinstance(value, (LibraryMethod, Subscript)):
            value = value.owner if isinstance(value, LibraryMethod) else value.origin
        if isinstance(value, Class):
            for escaped in self._escaped:
                escaped.add(value)

    def read_attribute(self, cls: Class, name: str, found: Value) -> Value:
        """Return an attribute of a class as it was found. One of a library may lead to the schema: by it the class escapes."""
        if self._escaped and name not in _READ and cls.find(name) is MISSING:
            self.note_escape(cls)
        return found

    def note_write(self, owner: Value) -> None:
        """Note that an attribute or item is set on something that is no object of the program."""
        self.note_escape(owner)
        self._writes += 1

    def note_dataclass(self, cls: Class, before: Mapping[str, Value], depth: int, decorator: str, options: Any) -> None:
        """Note that a decorator of dataclasses has been applied at a depth of calls, and the attributes `before`."""
        for made, cells in self._compared:
            if made is cls:
                cells.update({name: one for name, one in cls.cells.items() if one is not before.get(name, MISSING)})
        if self._compared:
            self._applied.append((cls, depth, decorator, options))

    def follow_decorators(
        self, made: Class, decorators: list[Value], store: Store, depth: int, run: Callable[[], Value]
    ) -> Value:
        """Return what the decorators of a class give, which `run` applies, and note their effect. `depth`: of calls."""
        cells, writes, changes = dict(made.cells), self._writes, store.watch()
        escaped: set[Value] = set()
        first = len(self._applied)
        assert made.node is not None
        place, told = (made.module, made.node.at), None
        libraries = any(isinstance(one, (Symbol, LibraryObject)) for one in decorators)
        result: Value = MISSING
        self._escaped.append(escaped)
        self._compared.append((made, cells))
        try:
            result = run()
        finally:
            store.unwatch(changes)
            self._escaped.remove(escaped)
            self._compared.pop()
            used = not escaped.isdisjoint(made.mro) or made.taint is not None or writes != self._writes or result is MISSING
            if used and not libraries:
                self.doubts[place] = f"a decorator uses `{made.name}` in a way that may change its schema"
            elif result is made and not libraries:
                inner = [one for one in self._applied[first:] if one[0] is made and one[1] > depth]
                applied = tuple((name, tuple(options.items())) for *_, name, options in reversed(inner))
                told = _effect(made, cells, changes, applied)
            del self._applied[first:]
            self.decorated[place] = told if self.decorated.get(place, told) == told else None
        return result


def _settings(state: tuple[Any, ...]) -> list[tuple[str, int]]:
    """Return which values the keys that count have in the state of a configuration."""
    items = state[2] if len(state) > 2 and isinstance(state[2], dict) else state[0]
    return [(key, id(value)) for key, value in items.items() if key in _CONFIGURED]


def _is_same(state: tuple[Any, ...], before: tuple[Any, ...]) -> bool:
    """Return `True` if an object has the very attributes and items that it had."""
    return len(state) == len(before) and all(map(_is_same_part, state, before))


def _is_same_part(now: Any, before: Any) -> bool:
    if isinstance(now, dict) and isinstance(before, dict):
        return list(now) == list(before) and all(now[key] is before[key] for key in now)
    if isinstance(now, list) and isinstance(before, list):
        return len(now) == len(before) and all(one is other for one, other in zip(now, before, strict=True))
    return now is before


def _effect(made: Class, before: Mapping[str, Value], changes: State, applied: Any) -> Decorated | None:
    """Return the effect on a class, but for what decorators of dataclasses do; `None` if its docstring is not known."""
    names: set[str] = set()
    for name in {**before, **made.cells}:
        value = made.cells.get(name, MISSING)
        changed = value is not before.get(name, MISSING) or _holds_changed(value, changes, 0)
        if changed and name != "__doc__" and not name.startswith(" "):
            names.add(name)
    doc = made.cells.get("__doc__")
    known = doc is SIGNATURE_DOCSTRING or isinstance(doc, (str, type(None)))
    return Decorated(frozenset(names), doc, applied) if known else None


def _holds_changed(value: Value, changes: State, depth: int) -> bool:
    """Return `True` if a dict or list, or one that it holds, was changed."""
    if isinstance(value, Maybe):
        value = value.value
    parts = value.children() if isinstance(value, Container) else value if isinstance(value, tuple) else ()
    if isinstance(value, Container) and value in changes:
        return True
    return bool(parts) and (depth > MAX_DEPTH or any(_holds_changed(one, changes, depth + 1) for one in parts))
