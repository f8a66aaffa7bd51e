"""Declarations in Go, each with what reads and writes its JSON.

Takes a declaration and a `Speller` of all of them, gives `Code`. encoding/json alone would read a key in any letter case and
write a list that is nil as null, and it cannot read into an interface; so every type has methods of its own.
"""

from collections.abc import Callable

from toolc.targets.code import Code, identifier
from toolc.targets.go.encode import comment, string
from toolc.targets.go.layout import Row, align
from toolc.targets.go.naming import exported_name
from toolc.targets.go.records import record, tuple_, unmarshal
from toolc.targets.go.spell import Speller
from toolc.targets.nominal.shapes import Alias, Declaration, Enum, ListOf, MapOf, OneOf, Record, Shape, Text, Tuple, Variant

Claim = Callable[[str], str]
"""Takes the name that is wanted, gives one that is free."""

_LONGEST_HEAD = 99
"""How long the head of a function may be that gofmt leaves on one line with its empty body."""


def declaration(one: Declaration, speller: Speller, claim: Claim) -> Code:
    """One declaration; `claim` gives names for constants and for variants that have none."""
    match one:
        case Record():
            return record(one, speller)
        case Tuple():
            return tuple_(one, speller)
        case Enum():
            return _enum(one, claim)
        case OneOf():
            return _one_of(one, speller, claim)
        case Alias():
            return _alias(one, speller)


def _enum(enum: Enum, claim: Claim) -> Code:
    name = identifier(enum.name)
    own = [claim(f"{enum.name}{exported_name(label, 'Value')}") for label in enum.labels]
    values = [string(value) if isinstance(value, str) else Code(str(value)) for value in enum.values]
    rows = [Row((constant, name, f"= {value}")) for constant, value in zip(own, values, strict=True)]
    listed = "".join(f"\t\t{constant},\n" for constant in own)
    kind, reader = ("string", "Text") if isinstance(enum.values[0], str) else ("int64", "Whole")
    reader = f"{'keep' if enum.extensible else 'read'}{reader}"
    return Code(
        f"{comment(enum.doc)}type {name} {kind}\n\n"
        f"// The values of {name}.\nconst (\n{align(rows)})\n\n"
        f"{unmarshal(name)}func (v *{name}) read(value any) error {{\n"
        f"\treturn {reader}(value, v,\n{listed}\t)\n}}\n"
    )


def _one_of(union: OneOf, speller: Speller, claim: Claim) -> Code:
    name = identifier(union.name)
    types: list[tuple[Variant, str]] = []
    texts: list[str] = []
    for variant in union.variants:
        own: str = speller.type(variant.shape)
        if not speller.takes_methods(variant.shape):
            own = claim(union.name + variant.label)
            texts.append(f"\n// {own} is a variant of {name}.\n{_own_type(own, variant.shape, speller)}")
        types.append((variant, own))
        texts.append(f"\n{_marker(own, name)}")
    unknown = claim(f"{union.name}Unknown") if union.extensible else ""
    if unknown:
        texts.append(_unknown_branch(unknown, name))
    about = comment(union.doc) or comment(f"{name} is one of {', '.join(own for _, own in types)}.")
    cases = "".join(f"\t\tof(as[{own}]{''.join(f', {string(one)}' for one in variant.tag)}),\n" for variant, own in types)
    if unknown:
        cases += f"\t\tunknown(as[{unknown}]),\n"
    return Code(
        f"{about}type {name} interface{{ is{name}() }}\n{''.join(texts)}\n"
        f"func decode{name}(value any) ({name}, error) {{\n"
        f"\treturn oneOf[{name}](value, {string(union.tag)},\n{cases}\t)\n}}\n"
    )


def _unknown_branch(own: str, union: str) -> str:
    return (
        f"\n// {own} is a variant of {union} that this client does not know.\n"
        f"type {own} struct {{\n\t// JSON is the value as received.\n\tJSON any\n}}\n"
        f"\n{_marker(own, union)}\n// MarshalJSON writes the value as received.\n"
        f"func (v {own}) MarshalJSON() ([]byte, error) {{\n\treturn json.Marshal(v.JSON)\n}}\n\n"
        f"func (v *{own}) read(value any) error {{\n\treturn readInto(value, &v.JSON, asJSON)\n}}\n"
    )


def _marker(own: str, union: str) -> str:
    """The method that makes a type a variant of a union."""
    head = f"func ({own}) is{union}()"
    return f"{head} {{}}\n" if len(head) <= _LONGEST_HEAD else f"{head} {{\n}}\n"


def _own_type(name: str, shape: Shape, speller: Speller) -> str:
    """A type of its own with the JSON of the shape."""
    type_, behind = speller.type(shape), speller.behind(shape)
    text = f"type {name} {type_}\n\n"
    if isinstance(behind, ListOf | MapOf):
        function = "listJSON" if isinstance(behind, ListOf) else "dictJSON"
        text += (
            "// MarshalJSON writes nil as it writes what is empty.\n"
            f"func (v {name}) MarshalJSON() ([]byte, error) {{\n\treturn {function}(v)\n}}\n\n"
        )
    if isinstance(behind, Text) and behind.format:
        text += (
            "// MarshalJSON writes it as a text.\n"
            f"func (v {name}) MarshalJSON() ([]byte, error) {{\n\treturn json.Marshal({type_}(v))\n}}\n\n"
        )
    return (
        f"{text}{unmarshal(name)}func (v *{name}) read(value any) error {{\n"
        f"\treturn readInto(value, (*{type_})(v), {speller.reader(shape)})\n}}\n"
    )


def _alias(alias: Alias, speller: Speller) -> Code:
    name = identifier(alias.name)
    if speller.is_type(alias):
        return Code(f"{comment(alias.doc)}{_own_type(name, alias.shape, speller)}")
    return Code(f"{comment(alias.doc)}type {name} = {speller.type(alias.shape)}\n")
