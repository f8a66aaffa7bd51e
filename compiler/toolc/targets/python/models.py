"""Declarations of types as pydantic models.

Takes named types whose names are identifiers, gives `Code` for each. A name that is no Python name becomes an alias; a key that
may be absent has no default in the schema, and None in the model. The types of a tool take what its schema takes: the check
is asked before pydantic reads a value.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from toolc.ir import Anything, Array, Boolean, Constants, NamedType, Null, Numeric, Object, Property, Ref, String, Type, Union
from toolc.schema.view.names import references
from toolc.targets.casing import add_number
from toolc.targets.code import Code
from toolc.targets.complete import takes
from toolc.targets.formats import reads_default
from toolc.targets.python.annotated import Annotator, field
from toolc.targets.python.declare import Declarations, order_types
from toolc.targets.python.encode import WIDTH, docstring, plain, prose, string
from toolc.targets.python.formats import NAMES, READERS
from toolc.targets.python.hoist import is_record
from toolc.targets.python.layout import Atom, Expression, Generic, flat, lay_out, name, names_in, replace_name
from toolc.targets.python.literal import literal
from toolc.targets.python.spell import ANY, NEVER, either

_OWN = frozenset(
    "construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate".split()
)
"""Attributes of `BaseModel` (pydantic 2.14) that a field would hide; all others begin with `model_` or an underscore."""

_CONFIG = 'model_config = ConfigDict(extra="{}", validate_by_name=True)'


class Models(Declarations):
    """The same order and quoting as for TypedDicts; a named alias comes before the models that it makes a circle with."""

    def __init__(
        self,
        declared: Sequence[NamedType],
        described: Collection[str],
        checked: Mapping[str, tuple[str, str]],
        native: bool = False,
        keeps_extra: bool = True,
    ) -> None:
        """`checked`: for the types of tools the name of the tool, and which of its sides they are. `native`: texts of a format
        have classes of their own. `keeps_extra`: models keep keys of which a schema is silent."""
        super().__init__(declared, described)
        self._checked = checked
        self._native = native
        self._keeps_extra = keeps_extra
        self._types = {named.name: named.type for named in declared}
        self._attributes: dict[str, Mapping[str, str]] = {}
        self._annotator = Annotator(self._tag_field, native)
        # pyright 1.1.414 knows no alias that a model has mentioned before it.
        edges = {named.name: set(references(named.type)) for named in declared}
        loose = {named.name: edges[named.name] - _circle(named.name, edges) for named in declared if not is_record(named.type)}
        self._declared = order_types(declared, edges | loose)

    def ready(self, expression: Expression) -> Expression:
        """As there; pydantic 2.14 has no `Never`, so a type without values is left to the check."""
        return super().ready(replace_name(expression, NEVER, ANY))

    def _alias(self, named: NamedType) -> Code:
        given = self._annotator.annotate(named.type)
        if named.doc and named.name in self.described:
            given = Generic("Annotated", (given, field({"description": named.doc})))
        if named.name in self._checked:
            self.used.add("BeforeValidator")
            given = Generic("Annotated", (given, Generic("BeforeValidator", (self._check_marker(named.name),), "()")))
        value = self.ready(given)
        if named.name in self._checked and not isinstance(value, Atom):
            self.unready.discard(named.name)
            head = f"{named.name}: TypeAlias = "
            return Code(f"{head}{lay_out(value, 0, len(head))}\n{docstring(prose(named.doc))}")
        if isinstance(given, Atom):
            # A second name for a type: pydantic 2.14 finds a circle in a named alias of a recursive model.
            return self._plain_alias(named, value)
        self.unready.discard(named.name)
        self.used.add("TypeAliasType")
        call = Generic("TypeAliasType", (name(f'"{named.name}"'), value), "()")
        head = f"{named.name} = "
        return Code(f"{head}{lay_out(call, 0, len(head))}\n{docstring(prose(named.doc))}")

    def _record(self, named: NamedType) -> Code:
        assert isinstance(named.type, Object)
        extra = "forbid"
        if isinstance(named.type.extra, Anything):
            extra = "ignore" if named.type.open_by_default and not self._keeps_extra else "allow"
        lines = [f"class {named.name}(BaseModel):\n"]
        if about := docstring(prose(named.doc), 4):
            lines.append(about + "\n")
        lines.append(f"    {_CONFIG.format(extra)}\n")
        if named.name in self._checked:
            self.used.add("model_validator")
            validator = Generic('model_validator(mode="before")', (self._check_marker(named.name, "_asks_model"),), "()")
            lines.append(f"    _fits = {lay_out(validator, 4, 12)}\n")
        fields = self._fields(named.name, named.type)
        for at, one in enumerate(named.type.properties):
            lines.append(("" if at else "\n") + self._line(fields[one.name], one))
        self.unready.discard(named.name)
        return Code("".join(lines))

    def _fields(self, own: str, type_: Object) -> Mapping[str, str]:
        """The attributes of a model by the keys they stand for."""
        if own not in self._attributes:
            taken = {*self._words, "Annotated", "Field", "BaseModel", "ConfigDict", "SkipJsonSchema", "model_config", "tuple"}
            taken |= NAMES if self._native else set()
            keys = {one.name for one in type_.properties}
            found: dict[str, str] = {}
            for one in type_.properties:
                found[one.name] = _field_name(one.name, taken | (keys - {one.name}))
                taken.add(found[one.name])
            self._attributes[own] = found
        return self._attributes[own]

    def _tag_field(self, union: Union) -> str:
        """The attribute that all models of a union have its tag in; "" where names differ, a member is no model, or two tags
        are equal to Python, as 1 and True are."""
        members = [set(self._tags(member, union.tag_property or "", ())) for member in union.members]
        fields = {field_ for tags in members for field_, _ in tags}
        values = [value for tags in members for value in {value for _, value in tags}]
        return fields.pop() if len(fields) == 1 and len(values) == len(set(values)) else ""

    def _tags(self, type_: Type, key: str, inside: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        """Yield the attribute and each value of the tag of the models that a type takes; "" for the attribute of all else."""
        target = self._types.get(type_.name) if isinstance(type_, Ref) and type_.name not in inside else None
        if isinstance(type_, Union):
            for member in type_.members:
                yield from self._tags(member, key, inside)
        elif not isinstance(type_, Ref) or target is None:
            yield "", None
        elif isinstance(target, Object) and is_record(target):
            own = next((one.type for one in target.properties if one.name == key), None)
            values = own.values if isinstance(own, Constants) else ()
            own_field = self._fields(type_.name, target).get(key, "")
            yield from [(own_field, value) for value in values if not isinstance(value, list | dict)] or [("", None)]
        else:
            yield from self._tags(target, key, (*inside, type_.name))

    def _check_marker(self, own: str, function: str = "_asks") -> Generic:
        tool, side = self._checked[own]
        return Generic(function, (name(string(tool)), name(string(side))), "()")

    def _line(self, own: str, property_: Property) -> str:
        said = {"alias": property_.name} if own != property_.name else {}
        if property_.doc:
            said["description"] = property_.doc
        type_: Expression = self._annotator.annotate(property_.type)
        extra: dict[str, Any] = {}
        value: Expression | None = None
        if property_.has_default and property_.required and not property_.asked_as_tag:
            extra = {"json_schema_extra": {"default": property_.default}}
        elif property_.has_default:
            value = self._default(property_)
        elif not property_.required:
            self.used.add("SkipJsonSchema")
            type_ = either([type_, Generic("SkipJsonSchema", (name("None"),))])
            value = Generic("Field", (name("default_factory=_absent"),), "()")
        if property_.deprecated:
            extra["deprecated"] = True
        if said or extra:
            type_ = Generic("Annotated", (type_, field({**said, **extra})))
        if value is not None:
            self.used.update(names_in(value))
        return _field(own, self.ready(type_), value)

    def _default(self, property_: Property) -> Expression:
        """A default; one that its type does not take, or none that checkers can tell, comes through a function."""
        value = property_.default
        read = reads_default(property_.type, value, self._types, READERS) if self._native else None
        if read:
            self.used.update(("_given", "Field"))
            given = f"default=_given({literal(value)})"
            return Generic("Field", (name(given), name("validate_default=True")), "()")
        if read is False or not _fits(value, property_.type):
            self.used.add("_given")
            return Generic("_given", (name(literal(value)),), "()")
        return field({"default": value}) if isinstance(value, dict | list) else Atom(literal(value))


def _circle(start: str, edges: Mapping[str, Collection[str]]) -> set[str]:
    """The names that lead back to this one."""
    if not edges[start]:
        return set()
    leading: set[str] = set()
    found = {start}
    while found:
        leading |= found
        found = {name for name, others in edges.items() if name not in leading and not found.isdisjoint(others)}
    return leading


def _field(own: str, type_: Expression, value: Expression | None) -> str:
    """A field on lines of 88 columns: what breaks first is the call that gives the default."""
    head = f"    {own}: "
    if value is None:
        return f"{head}{lay_out(type_, 4, len(head))}\n"
    first = f"{flat(type_)} = "
    if isinstance(value, Generic) and (isinstance(type_, Atom) or len(head) + len(first) + len(value.head) + 1 <= WIDTH):
        return f"{head}{first}{lay_out(value, 4, len(head) + len(first))}\n"
    whole = len(head) + len(first) + len(flat(value))
    if isinstance(value, Generic) and len(head) + len(first) + 1 <= WIDTH < whole and len(flat(value)) + 8 <= WIDTH:
        return f"{head}{first}(\n        {flat(value)}\n    )\n"
    after = f" = {flat(value)}"
    return f"{head}{lay_out(type_, 4, len(head), len(after))}{after}\n"


def _fits(value: object, type_: Type) -> bool:
    """Return `True` if type checkers accept a default for its type; certain only for scalars and empty containers."""
    if isinstance(type_, Union):
        return any(_fits(value, member) for member in type_.members)
    if isinstance(value, list | dict):
        return not value and isinstance(type_, Array if isinstance(value, list) else Object)
    return isinstance(type_, Anything | Constants | Null | Boolean | String | Numeric) and takes(type_, value, {})


def _field_name(key: str, taken: Collection[str]) -> str:
    """The key itself where it can be an attribute of a model, else what is left of it."""
    if plain(key) and not key.startswith(("_", "model_")) and key not in taken and key not in _OWN:
        return key
    left = re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_").lower() or "key"
    left = f"key_{left}" if left[0].isdigit() else left
    usable = plain(left) and not left.startswith("model_") and left not in taken and left not in _OWN
    return add_number(left if usable else f"{left}_", taken)
