"""Data classes: of the keys of an object, of the items of a tuple, or around the one value that a type holds.

Takes declarations and the `Speller` of their package, gives `Code`.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from toolc.targets.code import Code, identifier
from toolc.targets.jvm.names import fields
from toolc.targets.kotlin.encode import kdoc, string
from toolc.targets.kotlin.reserved import WORDS
from toolc.targets.kotlin.spell import Speller, literal
from toolc.targets.nominal import comments
from toolc.targets.nominal.shapes import Nullable, Record, Shape, Tuple


class Part(Struct, frozen=True):
    """One property: its parameter, an expression that reads it, a call on the writer, and a statement of `init` or "".

    `given`: whether it need not be there.
    """

    name: Code
    type: Code
    read: Code
    write: Code
    check: Code = Code("")
    about: str = ""
    given: bool = True


class Constant(Struct, frozen=True):
    """A key that always has one value. `needed`: a reader asks for it."""

    name: Code
    type: Code
    key: Code
    value: Code
    needed: bool


def record(one: Record, speller: Speller) -> Code:
    """An object: a property for each key."""
    parts: list[Part] = []
    constants: list[Constant] = []
    for field, name in zip(one.fields, fields([field.key for field in one.fields], WORDS), strict=True):
        own, key = identifier(name), string(field.key)
        if field.is_fixed:
            value = literal(field.constant[0], field.shape)
            constants.append(Constant(own, speller.type(field.shape), key, value, field.is_needed))
        else:
            about = comments.of_property(field.about)
            part = _part(own, f"{key}, ", field.shape, field.is_required, speller, "put", about)
            if field.usual:
                usual = Code(f"input.needOr({key}, {string(field.usual)}, {speller.reader(field.shape)})")
                part = replace(part, read=usual)
            if field.null_is_absent:
                part = replace(part, read=Code(f"input.take({key}, Codec.orNull({speller.reader(field.shape)}))"))
            parts.append(part)
    if one.extra is not None:
        type_ = f"Map<String, {speller.type(one.extra)}> = emptyMap()"
        read = f"input.rest({speller.reader(one.extra)})"
        about = "Values of keys that are not declared."
        parts.append(Part(Code("extra"), Code(type_), Code(read), Code("putAll(extra)"), about=about))
    return _class(one.name, one.doc, parts, constants, "Object", one.closed, speller)


def tuple_(one: Tuple, speller: Speller) -> Code:
    """A list whose items have types of their own."""
    parts = [_part(Code(f"item{at}"), "", shape, at <= one.needed, speller, "add", "") for at, shape in enumerate(one.items, 1)]
    if one.rest is not None:
        type_ = f"List<{speller.type(one.rest)}> = emptyList()"
        read = f"input.rest({speller.reader(one.rest)})"
        parts.append(Part(Code("rest"), Code(type_), Code(read), Code("addAll(rest)"), about="What follows."))
    return _class(one.name, one.doc, parts, (), "List", one.rest is None, speller)


def holder(name: str, shape: Shape, doc: str, speller: Speller) -> Code:
    """A type with the JSON of the shape."""
    own = identifier(name)
    return Code(
        f"{kdoc(doc)}data class {own}(val value: {speller.type(shape)}) : {interfaces(name, speller)} {{\n"
        f"    override fun toJson(): JsonElement = Codec.node(value)\n\n"
        f"    companion object : Form<{own}>() {{\n"
        f"        private val reader: (JsonElement) -> {speller.type(shape)} = {speller.reader(shape)}\n\n"
        f"        override fun fromJson(json: JsonElement): {own} = {own}(reader(json))\n    }}\n}}\n"
    )


def interfaces(name: str, speller: Speller) -> str:
    """The unions that a type is in."""
    return ", ".join(map(identifier, speller.members.unions.get(name, ()))) or "Jsonable"


def _part(name: Code, key: str, shape: Shape, needed: bool, speller: Speller, put: str, about: str) -> Part:
    """`key`: what stands in front of further arguments; `put`: the method of the writer."""
    type_, reader = speller.type(shape), speller.reader(shape)
    if needed:
        return Part(name, type_, Code(f"input.need({key}{reader})"), Code(f"{put}({key}{name})"), about=about, given=False)
    write = Code(f"{put}IfThere({key}{name})")
    if isinstance(behind := speller.members.behind(shape), Nullable):
        inner = behind.inner
        read = Code(f"input.takeOpt({key}{speller.reader(inner)})")
        return Part(name, Code(f"Opt<{speller.type(inner)}>? = null"), read, write, about=about)
    return Part(name, Code(f"{type_}? = null"), Code(f"input.take({key}{reader})"), write, about=about)


def _class(
    name: str, doc: str, parts: Sequence[Part], constants: Sequence[Constant], kind: str, closed: bool, speller: Speller
) -> Code:
    """`kind`: of the JSON, Object or List. What has to be there stands in front."""
    own = identifier(name)
    calls = [*(f"put({one.key}, {one.value})" for one in constants), *(part.write for part in parts)]
    asked = [f"input.{'constant' if one.needed else 'constantIfThere'}({one.key}, {one.value})" for one in constants]
    parts = sorted(parts, key=lambda part: part.given)
    listed = "".join(f"{kdoc(part.about, '    ')}    val {part.name}: {part.type},\n" for part in parts)
    head = f"data class {own}(\n{listed})" if parts else f"class {own}"
    checks = "".join(f"        {part.check}\n" for part in parts if part.check)
    sections = [
        f"    init {{\n{checks}    }}\n" if checks else "",
        "" if parts else _alike(own),
        *(f"    val {one.name}: {one.type} get() = {one.value}\n" for one in constants),
        _writes(kind, calls),
        _form(own, kind, parts, asked, closed),
    ]
    body = "\n".join(one for one in sections if one)
    return Code(f"{kdoc(doc)}{head} : {interfaces(name, speller)} {{\n{body}}}\n")


def _alike(own: Code) -> str:
    """Kotlin has no data class without properties."""
    return (
        f"    override fun equals(other: Any?): Boolean = other is {own}\n\n"
        f"    override fun hashCode(): Int = 0\n\n    override fun toString(): String = {string(own + '()')}\n"
    )


def _writes(kind: str, calls: Sequence[str]) -> str:
    """One call after the other on the writer: in a block of its own, its members would stand before properties."""
    chain = "".join(f"\n        .{one}" for one in (*calls, "json()"))
    return f"    override fun toJson(): JsonElement = {kind}Writer(){chain}\n"


def _form(own: Code, kind: str, parts: Sequence[Part], asked: Sequence[str], closed: bool) -> str:
    reads = "".join(f"                {part.read},\n" for part in parts)
    made = f"{own}(\n{reads}            )" if parts else f"{own}()"
    begun = "".join(f"            {one}\n" for one in asked)
    end = f"{made}.also {{ input.end() }}" if closed else made
    kept = "val input = " if parts or asked or closed else ""
    return (
        f"    companion object : Form<{own}>() {{\n        override fun fromJson(json: JsonElement): {own} {{\n"
        f"            {kept}{kind}Reader(json)\n{begun}            return {end}\n        }}\n    }}\n"
    )
