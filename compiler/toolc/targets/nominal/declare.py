"""From the typed view to declarations.

Takes named types, gives a declaration for each and for whatever in them has to have a name. Names that come out are
identifiers of the language; a type that may be null is declared without null, which stands where it is mentioned.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from toolc.ir import Array, Boolean, Constants, NamedType, Null, Numeric, Object, Property, Ref, String, Type, Union
from toolc.schema.view.content import canonical
from toolc.targets.formats import Readers, native, reads_default
from toolc.targets.nominal.flatten import Flattening, Types, fits, is_record, is_tuple
from toolc.targets.nominal.shapes import (
    Alias,
    Declaration,
    Enum,
    Field,
    Json,
    ListOf,
    MapOf,
    Named,
    Nil,
    Nullable,
    OneOf,
    Real,
    Record,
    Shape,
    Text,
    Truth,
    Tuple,
    Variant,
    Whole,
)

Claim = Callable[[str], str]
"""Takes the name that is wanted, gives one that is free."""

Case = Callable[[str, str], str]
"""Takes a name and what stands in front of one that is no identifier, gives it as the language writes types."""


def declare_models(
    models: Sequence[NamedType],
    names: Mapping[str, str],
    own: Iterable[NamedType],
    claim: Claim,
    case: Case,
    keeps_extra: bool = True,
    formats: Readers | None = None,
) -> tuple[Declaration, ...]:
    """Declarations of the models, by their identifiers in `names`, and of `own` types, which have theirs already.

    `keeps_extra`: records keep keys of which a schema is silent. `formats`: those of which texts have a class.
    """
    reader = _Reader({named.name: named.type for named in models}, names, claim, case, keeps_extra, formats or {})
    for named in models:
        reader.declare(names[named.name], named.type, named.doc, named.members)
    for named in own:
        reader.declare_whole(named.name, named.type, named.doc)
    return tuple(reader.found)


class _Reader:
    """Declarations in the order of their mention; what a declaration needs stands before it."""

    def __init__(
        self, types: Types, names: Mapping[str, str], claim: Claim, case: Case, keeps_extra: bool, formats: Readers
    ) -> None:
        self._types = types
        self._formats = formats
        self._flat = Flattening(types)
        self._names = names
        self._models = {*names.values()}
        self._claim = claim
        self._case = case
        self._keeps_extra = keeps_extra
        self._unions: dict[tuple[str, ...], str] = {}
        self._enums: dict[tuple[str, str], Named] = {}
        self._model = "", ""
        self.found: list[Declaration] = []

    def declare(self, name: str, type_: Type, doc: str, members: Sequence[str] = ()) -> None:
        """A type under this name, null apart. `members`: of an enum, the names of its values."""
        found = self._flat.alternatives(type_)
        if len(found.members) > 1:
            self.found.append(self._one_of(name, found.members, doc))
        elif not found.members:
            self.found.append(Alias(name, Nil() if found.nullable else Json(), doc))
        else:
            self.found.append(self._declaration(name, found.members[0], doc, members))

    def declare_whole(self, name: str, type_: Type, doc: str) -> None:
        """A type under this name, with null where it may be null."""
        found = self._flat.alternatives(type_)
        if found.nullable and found.members:
            self.found.append(Alias(name, self.shape(type_, f"{name}Value"), doc))
        else:
            self.declare(name, type_, doc)

    def _declaration(self, name: str, type_: Type, doc: str, members: Sequence[str] = ()) -> Declaration:
        if isinstance(type_, Object) and is_record(type_):
            return self._record(name, type_, doc)
        if isinstance(type_, Array) and is_tuple(type_):
            items = tuple(self.shape(one, f"{name}Item{at}") for at, one in enumerate(type_.prefix, 1))
            rest = None if type_.rest is None else self.shape(type_.rest, f"{name}Rest")
            return Tuple(name, items, min(type_.min_items, len(items)), rest, doc)
        if isinstance(type_, Constants):
            labels = members if len(members) == len(type_.values) else map(_label, type_.values)
            return Enum(name, type_.values, tuple(labels), doc)
        return Alias(name, self.shape(type_, name), doc)

    def shape(self, type_: Type, stem: str) -> Shape:
        """The shape of a value; what needs a name is called after `stem`."""
        found = self._flat.alternatives(type_)
        if not found.members:
            return Nil() if found.nullable else Json()
        if (named := _only_name(type_)) is not None:
            inner: Shape = Named(self._names[named.name])
        elif len(found.members) == 1:
            inner = self._single(found.members[0], stem)
        else:
            inner = self._union(found.members, stem)
        return Nullable(inner) if found.nullable and not isinstance(inner, Json) else inner

    def _union(self, members: Sequence[Type], stem: str) -> Named:
        """A union without a name; the same named types are the same union wherever it stands."""
        refs = tuple(one.name for one in members if isinstance(one, Ref))
        if len(refs) == len(members) and refs in self._unions:
            return Named(self._unions[refs])
        name = self._claim(stem)
        if len(refs) == len(members):
            self._unions[refs] = name
        self.found.append(self._one_of(name, members, ""))
        return Named(name)

    def _single(self, type_: Type, stem: str) -> Shape:
        match type_:
            case Ref():
                return Named(self._names[type_.name])
            case String():
                return Text(native(type_, self._formats))
            case Numeric():
                return _whole(type_) if type_.integer else Real()
            case Boolean():
                return Truth()
            case Array() if not is_tuple(type_):
                return ListOf(Json() if type_.rest is None else self.shape(type_.rest, f"{stem}Item"))
            case Object() if not is_record(type_):
                return MapOf(self._extra(type_, stem) or Json())
            case Constants():
                return self._inline_enum(type_, stem)
            case Array() | Object():
                name = self._claim(stem)
                self.found.append(self._declaration(name, type_, ""))
                return Named(name)
        return Json()

    def _inline_enum(self, type_: Constants, stem: str) -> Named:
        """An enum without a name; the same one in both forms of a model is one type, called after what comes back."""
        record, model = self._model
        wanted = model + stem.removeprefix(record) if record and stem.startswith(record) else stem
        key = wanted, canonical(type_.values)
        if key not in self._enums:
            self._enums[key] = Named(self._claim(wanted))
            self.found.append(self._declaration(self._enums[key].name, type_, ""))
        return self._enums[key]

    def _record(self, name: str, type_: Object, doc: str) -> Record:
        outer = self._model
        model = name.removesuffix("Input")
        self._model = name, model if model in self._models else name
        fields = [self._field(one, name) for one in type_.properties if not self._impossible(one)]
        self._model = outer
        is_closed = type_.extra is None and not type_.prefixed
        is_silent = type_.open_by_default and not type_.prefixed and not self._keeps_extra
        return Record(name, tuple(fields), None if is_silent else self._extra(type_, name), doc, is_closed)

    def _extra(self, type_: Object, stem: str) -> Shape | None:
        if type_.prefixed:
            return Json()
        return None if type_.extra is None else self.shape(type_.extra, f"{stem}Value")

    def _impossible(self, property_: Property) -> bool:
        """Return `True` if an optional key can have no value."""
        found = self._flat.alternatives(property_.type)
        return not property_.required and not found.members and not found.nullable

    def _field(self, property_: Property, stem: str) -> Field:
        constant = _constant(property_.type)
        shape = _of_constant(constant[0]) if constant else self._shape_of(property_, stem)
        if isinstance(shape, Nullable) and not property_.required and property_.has_default and property_.default is None:
            return Field(property_, shape.inner, constant, null_is_absent=True)
        return Field(property_, shape, constant)

    def _shape_of(self, property_: Property, stem: str) -> Shape:
        """The shape of a key; one whose default is no text of its format stays a text."""
        shape = self.shape(property_.type, stem + self._case(property_.name, "Key"))
        if not property_.has_default or not self._formats:
            return shape
        read = reads_default(property_.type, property_.default, self._types, self._formats)
        return _as_text(shape) if read is False else shape

    def _one_of(self, name: str, members: Sequence[Type], doc: str) -> OneOf:
        tag, constants = self._tag(members)
        variants: list[Variant] = []
        for at, member in enumerate(members):
            own = constants[at] if constants else ()
            label = self._case(own[0], "Kind") if own else self._label(member)
            shape = self._single(member, name + label)
            if shape not in [one.shape for one in variants]:
                variants.append(Variant(label, shape, own))
        return OneOf(name, tuple(variants), tag, doc)

    def _label(self, member: Type) -> str:
        match member:
            case Ref():
                return self._names[member.name]
            case Array():
                return "List"
            case Object():
                return "Object"
            case Constants():
                return "String" if isinstance(member.values[0], str) else "Int"
            case Numeric():
                return "Int" if member.integer else "Number"
            case Boolean():
                return "Bool"
            case String():
                return self._case(native(member, self._formats) or "string", "String")
        return "Json"

    def _tag(self, members: Sequence[Type]) -> tuple[str, Sequence[tuple[str, ...]]]:
        """The first key whose strings tell all members apart, with those of each member."""
        opened = [self._flat.open_type(one) for one in members]
        first = opened[0]
        for candidate in first.properties if isinstance(first, Object) else ():
            values = [_strings(one, candidate.name) for one in opened]
            flat = [one for own in values for one in own]
            if all(values) and len(flat) == len(set(flat)):
                return candidate.name, values
        return "", ()


def _only_name(type_: Type) -> Ref | None:
    """The one named type that a type is, null apart; `None` for anything else."""
    if isinstance(type_, Union):
        members = [one for one in type_.members if not isinstance(one, Null)]
        return _only_name(members[0]) if len(members) == 1 else None
    return type_ if isinstance(type_, Ref) else None


def _label(value: str | int) -> str:
    """A value in words: a sign that a name cannot have is one, so that "-created" is not taken for "created"."""
    text = str(value)
    word = {"-": "minus", "+": "plus"}.get(text[:1])
    return f"{word} {text[1:]}" if word and text[1:2].isalnum() else text


def _strings(member: Type, key: str) -> tuple[str, ...]:
    """The strings that a member allows at a key; () where it allows anything else or the key may have no value of these."""
    for one in member.properties if isinstance(member, Object) else ():
        if one.name == key and isinstance(one.type, Constants) and all(isinstance(value, str) for value in one.type.values):
            values = one.type.values
            return values if one.required or _constant(one.type) == (one.default,) else ()
    return ()


def _whole(type_: Numeric) -> Whole:
    bounds = (type_.minimum, type_.maximum, type_.exclusive_minimum, type_.exclusive_maximum)
    return Whole(wide=any(one is not None and not fits(one) for one in bounds))


def _constant(type_: Type) -> tuple[Any, ...]:
    """The one JSON scalar that a type allows."""
    if isinstance(type_, Constants) and len(type_.values) == 1 and not isinstance(type_.values[0], list | tuple | dict):
        return type_.values
    return ()


def _as_text(shape: Shape) -> Shape:
    match shape:
        case Text():
            return Text()
        case Nullable():
            return Nullable(_as_text(shape.inner))
        case ListOf():
            return ListOf(_as_text(shape.item))
        case MapOf():
            return MapOf(_as_text(shape.value))
    return shape


def _of_constant(value: Any) -> Shape:
    if value is None:
        return Nil()
    if isinstance(value, bool):
        return Truth()
    if isinstance(value, str):
        return Text()
    return Whole(wide=not fits(value)) if isinstance(value, int) else Real()
