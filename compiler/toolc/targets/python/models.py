"""Declarations of types as pydantic models.

Takes named types whose names are identifiers, gives `Code` for each. A name that is no Python name becomes an alias; a key that
may be absent has no default in the schema, and None in the model.
"""

import re
from collections.abc import Collection

from toolc.ir import Anything, NamedType, Object, Property
from toolc.targets.casing import numbered
from toolc.targets.python.annotated import annotated, field
from toolc.targets.python.declare import Declarations
from toolc.targets.python.encode import WIDTH, Code, docstring, plain, prose
from toolc.targets.python.layout import Atom, Expression, Generic, flat, laid_out, name, names_in, replaced
from toolc.targets.python.literal import literal
from toolc.targets.python.spell import ANY, NEVER, either

_OWN = frozenset(
    "construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate".split()
)
"""Attributes of `BaseModel` (pydantic 2.14) that a field would hide; all others begin with `model_` or an underscore."""

_CONFIG = 'model_config = ConfigDict(extra="{}", validate_by_name=True)'


class Models(Declarations):
    """The same order and quoting as for TypedDicts."""

    def ready(self, expression: Expression) -> Expression:
        """As there; pydantic 2.14 knows no `Never`, so what takes no value is left to the check."""
        return super().ready(replaced(expression, NEVER, ANY))

    def _alias(self, named: NamedType) -> Code:
        given = annotated(named.type)
        if named.doc and named.name in self.described:
            given = Generic("Annotated", (given, field({"description": named.doc})))
        value = self.ready(given)
        if isinstance(given, Atom):
            # A second name for a type: pydantic 2.14 finds a circle in a named alias of a recursive model.
            return self._plain_alias(named, value)
        self.unready.discard(named.name)
        self.used.add("TypeAliasType")
        call = Generic("TypeAliasType", (name(f'"{named.name}"'), value), "()")
        head = f"{named.name} = "
        return Code(f"{head}{laid_out(call, 0, len(head))}\n{docstring(prose(named.doc))}")

    def _record(self, named: NamedType) -> Code:
        assert isinstance(named.type, Object)
        is_open = isinstance(named.type.extra, Anything)
        lines = [f"class {named.name}(BaseModel):\n"]
        if about := docstring(prose(named.doc), 4):
            lines.append(about + "\n")
        lines.append(f"    {_CONFIG.format('allow' if is_open else 'forbid')}\n")
        taken = {*self._words, "Annotated", "Field", "BaseModel", "ConfigDict", "SkipJsonSchema", "model_config", "tuple"}
        for at, one in enumerate(named.type.properties):
            own = _field_name(one.name, taken)
            taken.add(own)
            lines.append(("" if at else "\n") + self._line(own, one))
        self.unready.discard(named.name)
        return Code("".join(lines))

    def _line(self, own: str, property_: Property) -> str:
        said = {"alias": property_.name} if own != property_.name else {}
        if property_.doc:
            said["description"] = property_.doc
        type_: Expression = annotated(property_.type)
        value: Expression | None = None
        if property_.has_default:
            value = _default(property_.default)
        elif not property_.required:
            self.used.add("SkipJsonSchema")
            type_ = either([type_, Generic("SkipJsonSchema", (name("None"),))])
            value = Generic("Field", (name("default_factory=_absent"),), "()")
        extra = {"deprecated": True} if property_.deprecated else {}
        if said or extra:
            type_ = Generic("Annotated", (type_, field({**said, **extra})))
        if value is not None:
            self.used.update(names_in(value))
        return _field(own, self.ready(type_), value)


def _field(own: str, type_: Expression, value: Expression | None) -> str:
    """A field on lines of 88 columns: what breaks first is the call that gives the default."""
    head = f"    {own}: "
    if value is None:
        return f"{head}{laid_out(type_, 4, len(head))}\n"
    first = f"{flat(type_)} = "
    if isinstance(value, Generic) and len(head) + len(first) + len(value.head) + 1 <= WIDTH:
        return f"{head}{first}{laid_out(value, 4, len(head) + len(first))}\n"
    after = f" = {flat(value)}"
    return f"{head}{laid_out(type_, 4, len(head), len(after))}{after}\n"


def _default(value: object) -> Expression:
    """A default as checkers take it: that of a model is a dict, which no checker takes for one."""
    return field({"default": value}) if isinstance(value, dict | list) else Atom(literal(value))


def _field_name(key: str, taken: Collection[str]) -> str:
    """The key itself where it can be an attribute of a model, else what is left of it."""
    if plain(key) and not key.startswith(("_", "model_")) and key not in taken and key not in _OWN:
        return key
    left = re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_").lower() or "key"
    left = f"key_{left}" if left[0].isdigit() else left
    usable = plain(left) and not left.startswith("model_") and left not in taken and left not in _OWN
    return numbered(left if usable else f"{left}_", taken)
