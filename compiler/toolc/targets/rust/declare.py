"""Declarations in Rust, each with a macro that says how its JSON is read and written.

Takes a declaration and a `Speller` of all of them, gives `Code`. The macros are in `templates/rust/macros.rs.jinja`.
"""

from toolc.targets.code import Code
from toolc.targets.nominal.shapes import (
    Alias,
    Declaration,
    Enum,
    Json,
    ListOf,
    MapOf,
    Named,
    Nullable,
    OneOf,
    Record,
    Shape,
    Tuple,
)
from toolc.targets.rust.encode import doc, identifier, string
from toolc.targets.rust.layout import alias, open_brace, struct_of
from toolc.targets.rust.naming import variants
from toolc.targets.rust.records import record
from toolc.targets.rust.spell import Speller

_UNKNOWN = "/// A value that this client does not know, as received.\n"
_DERIVED = "#[derive(Clone, Debug, PartialEq)]\n"


def declaration(one: Declaration, speller: Speller) -> Code:
    match one:
        case Record():
            return record(one, speller)
        case Tuple():
            return _tuple(one, speller)
        case Enum():
            return _enum(one)
        case OneOf():
            return _one_of(one, speller)
        case Alias():
            return _alias(one, speller)


def _tuple(one: Tuple, speller: Speller) -> Code:
    name = identifier(one.name)
    needed = [speller.type(shape, one.name) for shape in one.items[: one.needed]]
    optional = [f"Option<{speller.type(shape, one.name)}>" for shape in one.items[one.needed :]]
    rest = [] if one.rest is None else [f"Vec<{speller.type(one.rest)}>"]
    kinds = ["needed"] * len(needed) + ["optional"] * len(optional) + ["rest"] * len(rest)
    rows = [f"    {kind} {at},\n" for at, kind in enumerate(kinds)]
    closed = "" if rest else "    .. closed\n"
    return Code(
        f"{doc(one.doc)}{_DERIVED}{struct_of(name, [*needed, *optional, *rest])}\n"
        f"list! {{\n    {name} {{\n{''.join('    ' + row for row in [*rows, closed] if row)}    }}\n}}\n"
    )


def _enum(enum: Enum) -> Code:
    name = identifier(enum.name)
    own = variants(enum.labels)
    values = [string(value) if isinstance(value, str) else Code(str(value)) for value in enum.values]
    listed = "".join(f"{doc(str(value), '    ')}    {variant},\n" for variant, value in zip(own, enum.values, strict=True))
    rows = "".join(f"        {variant} = {value},\n" for variant, value in zip(own, values, strict=True))
    is_text = isinstance(enum.values[0], str)
    if enum.extensible:
        *own, unknown = variants([*enum.labels, "Unknown"])
        kept, copied = ("String", "") if is_text else ("i64", " Copy,")
        return Code(
            f"{doc(enum.doc)}#[derive(Clone,{copied} Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[non_exhaustive]\n"
            f"{open_brace(f'pub enum {name}')}{listed}    {_UNKNOWN}    {unknown}({kept}),\n}}\n\n"
            f"listed_or! {{\n    {name}: {'str' if is_text else 'i64'} or {unknown} {{\n{rows}    }}\n}}\n"
        )
    kind = "&'static str = as_str" if is_text else "i64 = value"
    return Code(
        f"{doc(enum.doc)}#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n"
        f"{open_brace(f'pub enum {name}')}{listed}}}\n\nlisted! {{\n    {name}: {kind} {{\n{rows}    }}\n}}\n"
    )


def _one_of(union: OneOf, speller: Speller) -> Code:
    name = identifier(union.name)
    *own, unknown = variants([*(variant.label for variant in union.variants), "Unknown"])
    types = [speller.type(variant.shape) for variant in union.variants]
    listed = "".join(f"    {variant}({type_}),\n" for variant, type_ in zip(own, types, strict=True))
    tags = [f"[{', '.join(map(string, variant.tag))}]" for variant in union.variants]
    rows = "".join(f"        {variant}({type_}) {tag},\n" for variant, type_, tag in zip(own, types, tags, strict=True))
    made = "".join(
        f"        {variant}({type_}),\n"
        for variant, type_, one in zip(own, types, union.variants, strict=True)
        if _is_its_own(one.shape, speller)
    )
    made_of = f"\nmade_of! {{\n    {name} {{\n{made}    }}\n}}\n" if made else ""
    about = doc(union.doc) or doc(f"{name} is one of {', '.join(types)}.")
    attributes = _DERIVED
    if union.extensible:
        attributes += "#[non_exhaustive]\n"
        listed += f"    {_UNKNOWN}    {unknown}({speller.type(Json())}),\n"
        rows += f"        .. {unknown}\n"
    return Code(
        f"{about}{attributes}{open_brace(f'pub enum {name}')}{listed}}}\n\n"
        f"choice! {{\n    {name} by {string(union.tag)} {{\n{rows}    }}\n}}\n{made_of}"
    )


def _is_its_own(shape: Shape, speller: Speller) -> bool:
    """Return `True` if no other variant can have the same Rust type; the shape behind an alias may occur as well."""
    if isinstance(shape, Named):
        return not isinstance(speller.by_name[shape.name], Alias)
    return not isinstance(shape, ListOf | MapOf | Nullable)


def _alias(one: Alias, speller: Speller) -> Code:
    name = identifier(one.name)
    type_ = speller.type(one.shape)
    if not speller.is_type(one):
        return Code(f"{doc(one.doc)}{alias(name, type_)}")
    return Code(f"{doc(one.doc)}{_DERIVED}{struct_of(name, [type_])}\nwrapper! {{\n    {name}({type_})\n}}\n")
