"""The table of definitions that a set of types can reach.

Takes types, gives every class and alias behind them by qualname: each is defined once per program, however many tools use it.
"""

from collections.abc import Iterable, Mapping, Sequence

from toolc.lower.annotations.hooks import referenced_types
from toolc.lower.annotations.resolve import ROOT, ROOT_MODEL, Annotations
from toolc.lower.classes.define import Classes
from toolc.lower.created import define_created
from toolc.lower.functional import define_call
from toolc.lower.values import is_created
from toolc.program import CallResult, DefinitionValue
from toolc.schema.class_fact_keys import CONFIGURED, QUOTED, VALIDATED
from toolc.signature import (
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Definition,
    Field,
    Generic,
    Given,
    HookedMetadata,
    Literal,
    Member,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)  # fmt: skip
from toolc.types.operations import mentions

MAX_DEFINITIONS = 5_000
_TYPES = (Plain, Generic, Class, Alias, Annotated, Union, Literal, TypeVariable, Unresolved)
_READ_IN_THEIRS = frozenset({"model", "root_model", "dataclass", "alias"})
"""The kinds in whose own module pydantic evaluates a string inside a `NewType`."""
_ROOT_MODEL = Definition(ROOT_MODEL, "RootModel", "root_model", fields=(Field("root", ROOT),), parameters=(ROOT,))
"""pydantic's own class, which an annotation may name with a type between its brackets."""
_JSON_VALUE = Definition("pydantic.types:JsonValue", "JsonValue", "alias", value=Plain("pydantic.JsonValue"))
"""pydantic's own alias, a `TypeAliasType` (2.14)."""


_GENERATORS = frozenset({"alias_generator", "field_title_generator"})


class Definitions:
    """Table of the definitions requested so far, by qualname."""

    def __init__(self, annotations: Annotations) -> None:
        self._annotations = annotations
        self._classes = Classes(annotations)
        self._touched: dict[str, set[str]] = {}
        self._next: dict[str, tuple[str, ...]] = {}
        self._table: dict[str, Definition] = {one.qualname: one for one in (_ROOT_MODEL, _JSON_VALUE)}

    def define(self, qualname: str) -> Definition | None:
        """The definition of one class or alias that an annotation has reached."""
        if qualname not in self._table:
            value = self._annotations.reached.get(qualname)
            with self._annotations.orders.apart() as touched:
                if isinstance(value, DefinitionValue):
                    self._table[qualname] = self._classes.define(qualname, value)
                elif isinstance(value, CallResult):
                    if is_created(value):
                        self._table[qualname] = define_created(qualname, value, self._annotations, self.define)
                    else:
                        self._table[qualname] = define_call(qualname, value, self._annotations)
            self._touched[qualname] = touched
        return self._table.get(qualname)

    def may_be_reordered(self, touched: Iterable[str], definitions: Iterable[str], across: bool = True) -> bool:
        """Return `True` if a subscript among `touched`, or one in the definitions, may have its members in another order.

        `across`: also if the other order is written in another module.
        """
        orders = self._annotations.orders
        clashes = orders.clashes | orders.across if across else orders.clashes
        return any(not clashes.isdisjoint(met) for met in (touched, *(self._touched.get(name, ()) for name in definitions)))

    def self_containing(self, names: Iterable[str]) -> frozenset[str]:
        """Return those of some classes that contain themselves, be it through others."""
        return frozenset(name for name in names if self._holds(name))

    def aliases_of_recursive_models(self) -> frozenset[str]:
        """Return the named aliases of models that contain themselves, if a class uses the alias or they do so through another
        model.

        pydantic 2.14 puts the alias among the definitions of the model and takes its next use for `circular-reference-schema`;
        of two models that contain each other it puts the one in place that was complete first (observed at run time).
        """
        classes = [(name, one) for name, one in self._table.items() if one.kind != "alias"]
        used = {inner for name, one in classes for inner in self._named_definitions(name, one)}
        values = [(name, one.value) for name, one in self._table.items() if one.kind == "alias"]
        named = [(name, value.type if isinstance(value, Annotated) else value) for name, value in values]
        models = [(name, value.qualname) for name, value in named if isinstance(value, Class)]
        return frozenset(name for name, model in models if self._holds(model, through=name not in used))

    def renamed_by_outer_config(self) -> frozenset[str]:
        """Return the dataclasses whose properties the configuration of a class around them names or titles, once and for all
        uses (2.14 `_computed_field_schema`, which changes the one `ComputedFieldInfo`).
        """
        plain = {name for name, one in self._table.items() if one.kind == "dataclass" and one.computed}
        plain -= {name for name in plain if {CONFIGURED, VALIDATED} & self._table[name].config.keys()}
        around = [Class(name) for name, one in self._table.items() if plain and _GENERATORS & one.config.keys()]
        return frozenset(plain & self.closure(around).keys())

    def _holds(self, qualname: str, through: bool = False) -> bool:
        """Return `True` if a class contains itself; `through`: by way of another one."""
        seen: set[str] = set()
        pending = [qualname]
        while pending:
            definition = self.define(name := pending.pop())
            inside = () if definition is None else self._named_definitions(name, definition)
            if qualname in inside and not (through and name == qualname):
                return True
            if name == qualname and not through and definition is not None and _says_self(definition):
                return True
            pending.extend(set(inside) - seen)
            seen.update(inside)
        return False

    def has_forward_ref_out_of_scope(self, type_: Type) -> bool:
        """Return `True` if a type reaches a `NewType` of a name in quotes which is not evaluated in its own module.

        pydantic 2.14 evaluates it in the module of the model, dataclass or named alias around it (`NsResolver.push`), and
        without one around it where the adapter is created.
        """
        seen: set[tuple[str, str]] = set()
        pending = [(name, "") for name in qualnames_in(type_)]
        while pending:
            name, home = pending.pop()
            if (name, home) in seen or (definition := self.define(name)) is None:
                continue
            seen.add((name, home))
            own = name.partition(":")[0]
            if QUOTED in definition.config and home != own:
                return True
            inside = own if definition.kind in _READ_IN_THEIRS else home
            pending.extend((inner, inside) for inner in self._named_definitions(name, definition))
        return False

    def closure(self, types: Iterable[Type]) -> Mapping[str, Definition]:
        """Every definition that the types reach, directly or through each other."""
        found: dict[str, Definition] = {}
        pending = [name for type_ in types for name in qualnames_in(type_)]
        while pending and len(found) < MAX_DEFINITIONS:
            qualname = pending.pop()
            if qualname in found or (definition := self.define(qualname)) is None:
                continue
            found[qualname] = definition
            pending.extend(self._named_definitions(qualname, definition))
        return dict(sorted(found.items()))

    def _named_definitions(self, qualname: str, definition: Definition) -> tuple[str, ...]:
        """The classes and aliases that one definition names itself, each once, in the order of their last mention."""
        if qualname not in self._next:
            names = [name for inner in _inside(definition) for name in qualnames_in(inner)]
            defaults = [field.default.value for field in definition.fields if isinstance(field.default, Given)]
            names.extend(_instances([*defaults, *(value for _, value in definition.members)]))
            self._next[qualname] = tuple(reversed(dict.fromkeys(reversed(names))))
        return self._next[qualname]


def _says_self(definition: Definition) -> bool:
    """Return `True` if `Self` occurs in a class."""
    return any(mentions(inner, "typing.Self") for inner in _inside(definition))


def _instances(values: Sequence[Constant]) -> list[str]:
    """Return the classes of the program that constants are instances of; their serializers decide how those are written."""
    names: list[str] = []
    pending: list[Constant] = list(values)
    while pending:
        value = pending.pop()
        if isinstance(value, CallConstant):
            names.extend([value.of] if ":" in value.of else [])
            pending.extend((*value.args, *value.kwargs.values()))
        elif isinstance(value, Member):
            names.append(value.enum)
            pending.append(value.value)
        elif isinstance(value, list | tuple | set | frozenset | dict):
            pending.extend(value.values() if isinstance(value, dict) else value)
    return names


def _inside(definition: Definition) -> list[Type]:
    """The types that fields, the value of an alias and the configuration (`__pydantic_extra__`) bring along."""
    computed = [field.type for field in definition.computed]
    configured = [value for value in definition.config.values() if isinstance(value, _TYPES)]
    return [
        *(field.type for field in definition.fields),
        *([definition.value] if definition.value else []),
        *configured,
        *referenced_types(definition.core_hook),
        *computed,
        *_serializer_returns(definition),
    ]


def _serializer_returns(definition: Definition) -> list[Type]:
    """Return the return types of serializers."""
    serializers = [definition.serializer, *(field.serializer for field in (*definition.fields, *definition.computed))]
    return [one.returns for one in serializers if one is not None and one.returns is not None]


def qualnames_in(type_: Type) -> list[str]:
    """The qualnames of classes and aliases in a type."""
    names: list[str] = []
    pending: list[Type | None] = [type_]
    while pending:
        match pending.pop():
            case Class(qualname, args) | Alias(qualname, args):
                names.append(qualname)
                pending.extend(args)
            case Generic(_, args):
                pending.extend(args)
            case Union(members):
                pending.extend(members)
            case Annotated(inner, metadata):
                pending.append(inner)
                for made in metadata:
                    if isinstance(made, CallConstant):
                        names.extend([made.of] if ":" in made.of else [])
                        pending.extend(value for value in made.kwargs.values() if isinstance(value, _TYPES))
                    elif isinstance(made, HookedMetadata):
                        pending.extend(referenced_types(made.core))
                    elif isinstance(made, Class):
                        names.append(made.qualname)
            case Literal(values):
                names.extend(_instances(values))
            case TypeVariable(_, bound, constraints, default):
                pending.extend((bound, default, *constraints))
            case _:
                pass
    return names
