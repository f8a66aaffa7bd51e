"""Components of a record: one for each key or item, with the code that reads, checks and writes it.

Takes a record or a tuple of the package, gives `Part`s. A constant is no component.
"""

from msgspec import Struct
from msgspec.structs import replace

from toolc.targets.code import Code, identifier
from toolc.targets.java.encode import string
from toolc.targets.java.reserved import WORDS
from toolc.targets.java.spell import Speller, literal
from toolc.targets.jvm.names import fields
from toolc.targets.nominal import comments
from toolc.targets.nominal.shapes import Nullable, Record, Shape, Tuple


class Part(Struct, frozen=True):
    """One component.

    `read`: an expression; `write`: a call on the writer; `check`: a statement of the constructor, or "".
    `given`: what a builder begins with where the value need not be there, None where it has to be.
    `takes`: the type that the builder's method takes, "" where there is no method; `takes_as`: what that becomes.
    """

    name: Code
    type: Code
    read: Code
    write: Code
    check: Code = Code("")
    given: Code | None = None
    takes: Code = Code("")
    takes_as: Code = Code("")
    about: str = ""


class Constant(Struct, frozen=True):
    """A key that always has one value. `needed`: a reader asks for it."""

    name: Code
    type: Code
    key: Code
    value: Code
    needed: bool


def of_record(record: Record, speller: Speller) -> tuple[list[Part], list[Constant]]:
    parts: list[Part] = []
    constants: list[Constant] = []
    for field, name in zip(record.fields, fields([field.key for field in record.fields], WORDS), strict=True):
        own, key = identifier(name), string(field.key)
        if field.is_fixed:
            value = literal(field.constant[0], field.shape)
            constants.append(Constant(own, speller.needed_type(field.shape), key, value, field.is_needed))
        else:
            about = comments.of_property(field.about) or f"`{field.key}`"
            part = _part(own, f"{key}, ", field.shape, field.is_required, speller, ("put", "putIfThere"), about)
            if field.usual:
                read = Code(f"in.needOr({key}, {string(field.usual)}, {speller.reader(field.shape)})")
                part = replace(part, read=read)
            if field.null_is_absent:
                part = replace(part, read=Code(f"in.take({key}, Codec.orNull({speller.reader(field.shape)}))"))
            parts.append(part)
    if record.extra is not None:
        type_ = Code(f"Map<String, {speller.type(record.extra)}>")
        parts.append(
            _rest("extra", type_, "putAll", speller.reader(record.extra), "Map.of()", "Values of keys that are not declared.")
        )
    return parts, constants


def of_tuple(tuple_: Tuple, speller: Speller) -> list[Part]:
    parts = [
        _part(Code(f"item{at}"), "", shape, at <= tuple_.needed, speller, ("add", "addIfThere"), f"Item {at}.")
        for at, shape in enumerate(tuple_.items, 1)
    ]
    if tuple_.rest is not None:
        type_ = Code(f"List<{speller.type(tuple_.rest)}>")
        parts.append(_rest("rest", type_, "addAll", speller.reader(tuple_.rest), "List.of()", "What follows."))
    return parts


def _part(name: Code, key: str, shape: Shape, needed: bool, speller: Speller, writes: tuple[str, str], about: str) -> Part:
    """`key`: what stands in front of further arguments; `writes`: the methods for what has to be there, and what need not."""
    type_, reader = speller.type(shape), speller.reader(shape)
    put = writes[0 if needed else 1]
    write = Code(f"{put}({key}{name})")
    if needed:
        own = speller.needed_type(shape)
        return Part(name, own, Code(f"in.need({key}{reader})"), write, check(name, shape, own, speller), about=about)
    if isinstance(behind := speller.members.behind(shape), Nullable):
        return Part(
            name,
            Code(f"Opt<{type_}>"),
            Code(f"in.takeOpt({key}{speller.reader(behind.inner)})"),
            write,
            given=Code("null"),
            takes=type_,
            takes_as=Code(f"Opt.of({name})"),
            about=about,
        )
    copied = Code(f"{name} = Codec.copy({name});") if speller.collects(shape) else Code("")
    return Part(
        name,
        type_,
        Code(f"in.take({key}{reader})"),
        write,
        copied,
        given=Code("null"),
        takes=speller.needed_type(shape),
        takes_as=name,
        about=about,
    )


def check(name: Code, shape: Shape, type_: Code, speller: Speller) -> Code:
    """A statement of a constructor for what has to be there; "" where nothing can be wrong."""
    if speller.nullable(shape):
        return Code(f"{name} = Codec.copy({name});") if speller.collects(shape) else Code("")
    if type_ in ("long", "double", "boolean"):
        return Code("")
    there = f"Objects.requireNonNull({name}, {string(name)})"
    return Code(f"{name} = Codec.copy({there});") if speller.collects(shape) else Code(f"{there};")


def _rest(name: str, type_: Code, write: str, reader: Code, nothing: str, about: str) -> Part:
    return Part(
        Code(name),
        type_,
        Code(f"in.rest({reader})"),
        Code(f"{write}({name})"),
        Code(f'{name} = Codec.copy(Objects.requireNonNull({name}, "{name}"));'),
        given=Code(nothing),
        takes=type_,
        takes_as=Code(name),
        about=about,
    )
