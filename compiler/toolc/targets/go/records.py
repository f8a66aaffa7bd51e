"""Structs, for objects and for tuples, with the methods that write and read their JSON.

Takes a `Record` or a `Tuple` and the `Speller` of its package, gives `Code`.
"""

import json

from msgspec.structs import replace

from toolc.targets.code import Code, identifier
from toolc.targets.go import doc
from toolc.targets.go.encode import comment, quote, string, tag
from toolc.targets.go.layout import Row, align
from toolc.targets.go.naming import fields
from toolc.targets.go.places import Place, place
from toolc.targets.go.spell import Speller
from toolc.targets.nominal.shapes import Field, Record, Tuple

_UNSEEN = Code('`json:"-"`')


def record(one: Record, speller: Speller) -> Code:
    """An object: a field for each key, but for those that always have one value."""
    rows: list[Row] = []
    writes: list[str] = []
    reads: list[str] = []
    for field, name in zip(one.fields, fields([field.key for field in one.fields]), strict=True):
        key = string(field.key)
        if field.is_fixed:
            value = quote(json.dumps(field.constant[0]))
            writes.append(f"out.constant({key}, {value})")
            reads.append(f"in.{'constant' if field.is_needed else 'constantIfThere'}({key}, {value})")
            continue
        here = place(one.name, field.shape, field.is_required, speller)
        rows.append(_row(field, name, here))
        writes.append(_write(key, name, here))
        if field.usual:
            reads.append(f"needOr(in, {key}, {quote(field.usual)}, &v.{name}, {here.reader})")
        else:
            reader = Code(f"orNil({here.reader})") if field.null_is_absent else here.reader
            reads.append(_read(key, name, replace(here, reader=reader)))
    if one.closed:
        reads.append("in.end()")
    elif one.extra is not None:
        about = comment("Extra has the values of keys that are not declared.", "\t")
        rows.append(Row(("Extra", f"map[string]{speller.type(one.extra)}", _UNSEEN), about))
        writes.append("writeRest(out, v.Extra)")
        reads.append(f"v.Extra = rest(in, {speller.reader(one.extra)})")
    return Code(comment(one.doc) + _struct(one.name, rows) + _methods(one.name, "Object", writes, reads))


def tuple_(one: Tuple, speller: Speller) -> Code:
    """A list whose items have types of their own: a field for each."""
    rows: list[Row] = []
    writes: list[str] = []
    reads: list[str] = []
    for at, shape in enumerate(one.items, 1):
        name = f"Item{at}"
        here = place(one.name, shape, at <= one.needed, speller)
        rows.append(Row((name, here.type, _UNSEEN)))
        write = {
            "needed": "item(out, v.{0})",
            "opt": "itemOpt(out, v.{0})",
            "nil": "if v.{0} != nil {{\n\t\titem(out, v.{0})\n\t}}",
        }
        read = {"needed": "needItem", "opt": "takeItemOpt", "nil": "takeItem"}
        writes.append(write[here.kind].format(name))
        reads.append(f"{read[here.kind]}(in, &v.{name}, {here.reader})")
    if one.rest is None:
        reads.append("in.end()")
    else:
        about = comment("Rest is what follows.", "\t")
        rows.append(Row(("Rest", f"[]{speller.type(one.rest)}", _UNSEEN), about))
        writes.append("items(out, v.Rest)")
        reads.append(f"v.Rest = restItems(in, {speller.reader(one.rest)})")
    return Code(comment(one.doc) + _struct(one.name, rows) + _methods(one.name, "List", writes, reads))


def _struct(name: str, rows: list[Row]) -> str:
    body = f"struct {{\n{align(rows)}}}" if rows else "struct{}"
    return f"type {identifier(name)} {body}\n\n"


def _methods(name: str, kind: str, writes: list[str], reads: list[str]) -> str:
    """`kind`: of the JSON. A receiver that is not used has no name, as linters have it."""
    given = "".join(f"\t{line}\n" for line in writes)
    taken = "".join(f"\t{line}\n" for line in reads)
    receivers = [f"v {name}" if "v." in given else name, f"v *{name}" if "v." in taken else f"*{name}"]
    return (
        "// MarshalJSON implements json.Marshaler.\n"
        f"func ({receivers[0]}) MarshalJSON() ([]byte, error) {{\n"
        f"\tout := new{kind}()\n{given}\treturn out.bytes()\n}}\n\n"
        f"{unmarshal(name)}"
        f"func ({receivers[1]}) read(value any) error {{\n"
        f"\tin := read{kind}(value)\n{taken}\treturn in.err\n}}\n"
    )


def unmarshal(name: str) -> str:
    """The method that encoding/json calls, around the one that reads a tree."""
    return (
        "// UnmarshalJSON implements json.Unmarshaler: a value that does not fit the type is an error.\n"
        f"func (v *{name}) UnmarshalJSON(data []byte) error {{\n\treturn unmarshal(data, v)\n}}\n\n"
    )


def _row(field: Field, name: str, here: Place) -> Row:
    return Row((name, here.type, tag(field.key, "" if field.is_required else "omitzero")), doc.of_property(field.about))


def _write(key: Code, name: str, here: Place) -> str:
    match here.kind:
        case "needed":
            return f"write{here.empty}(out, {key}, v.{name})"
        case "opt":
            return f"writeOpt(out, {key}, v.{name})"
    return f"if v.{name} != nil {{\n\t\twrite(out, {key}, v.{name})\n\t}}"


def _read(key: Code, name: str, here: Place) -> str:
    function = {"needed": "need", "opt": "takeOpt", "nil": "take"}[here.kind]
    return f"{function}(in, {key}, &v.{name}, {here.reader})"
