"""Structs for objects, each with a macro that says which key is which field.

Takes a `Record` and the `Speller` of its package, gives `Code`. What need not be there is an `Option`, what may be null one
more; a constant has no field.
"""

import json
from collections.abc import Mapping, Sequence

from toolc.targets.casing import add_number
from toolc.targets.code import Code
from toolc.targets.nominal.comments import of_property
from toolc.targets.nominal.shapes import Field, Record
from toolc.targets.rust.encode import doc, identifier, raw, string
from toolc.targets.rust.layout import field, open_brace
from toolc.targets.rust.naming import fields
from toolc.targets.rust.reserved import INHERITED
from toolc.targets.rust.spell import Speller

_INDENT = "    "


def record(one: Record, speller: Speller) -> Code:
    """An object: a field for each key, but for those that always have one value."""
    constants = [each for each in one.fields if each.is_fixed and each.is_needed]
    usual = [each for each in one.fields if each.is_fixed and not each.is_needed]
    free = [each for each in one.fields if not each.is_fixed]
    plain = fields([each.key for each in free])
    own = [identifier(name) for name in plain]
    setters = _setters(plain)
    shown: list[str] = []
    needed: list[str] = []
    filled: list[str] = []
    optional: list[str] = []
    nullable: list[str] = []
    for each, name in zip(free, own, strict=True):
        type_ = speller.type(each.shape, one.name)
        shown.append(doc(of_property(each.about), _INDENT) + field(name, type_ if each.is_required else f"Option<{type_}>"))
        if each.usual:
            filled.append(f"filled {string(each.key)} = {raw(each.usual)} => {name}: {type_},")
        elif each.is_required:
            needed.append(f"needed {string(each.key)} => {name}: {type_},")
        elif each.null_is_absent:
            nullable.append(f"nullable {string(each.key)} => {name}: {type_}{setters.get(name, '')},")
        else:
            optional.append(f"optional {string(each.key)} => {name}: {type_}{setters.get(name, '')},")
    rows = [
        *(f"constant {_constant(each)}," for each in constants),
        *(f"usual {_constant(each)}," for each in usual),
        *needed,
        *filled,
        *optional,
        *nullable,
    ]
    if one.closed:
        rows.append(".. closed")
    elif one.extra is not None:
        rows.append(f"rest => extra: {speller.map(one.extra)},")
    if one.extra is not None:
        shown.append(doc("Values of keys that are not declared.", _INDENT) + field("extra", speller.map(one.extra)))
    listed = "".join(f"        {row}\n" for row in rows)
    return Code(
        _struct(one, shown, bool(needed or filled)) + f"\nobject! {{\n    {identifier(one.name)} {{\n{listed}    }}\n}}\n"
    )


def _struct(one: Record, shown: list[str], needs: bool) -> str:
    derived = "Clone, Debug, PartialEq" if needs else "Clone, Debug, Default, PartialEq"
    start = f"pub struct {identifier(one.name)}"
    body = f"{open_brace(start)}{''.join(shown)}}}" if shown else f"{start} {{}}"
    return f"{doc(one.doc)}#[derive({derived})]\n#[non_exhaustive]\n{body}\n"


def _setters(names: Sequence[str]) -> Mapping[str, str]:
    """The names of methods that set a field, where they are not called as the field itself."""
    return {name: f" as {add_number(f'with_{name}', names)}" for name in names if name in INHERITED}


def _constant(each: Field) -> str:
    return f"{string(each.key)} = {_value(each)}"


def _value(each: Field) -> Code:
    return raw(json.dumps(each.constant[0]))
