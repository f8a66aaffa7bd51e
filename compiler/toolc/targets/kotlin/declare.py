"""Declarations in Kotlin.

Takes a declaration and the `Speller` of its package, gives `Code`; nothing for an alias: what it stands for is written instead.
"""

from collections.abc import Iterator

from toolc.targets.code import Code, identifier
from toolc.targets.jvm.names import constants
from toolc.targets.kotlin.classes import holder, interfaces, record, tuple_
from toolc.targets.kotlin.encode import kdoc, string
from toolc.targets.kotlin.spell import Speller, whole
from toolc.targets.nominal.shapes import Alias, Declaration, Enum, OneOf, Record, Tuple


def declarations(one: Declaration, speller: Speller) -> Iterator[Code]:
    """One declaration, and the variants of a union that are no types yet."""
    match one:
        case Record():
            yield record(one, speller)
        case Tuple():
            yield tuple_(one, speller)
        case Enum():
            yield _enum(one, speller)
        case OneOf():
            yield _one_of(one, speller)
            for member in speller.members.variants[one.name]:
                if member.held:
                    yield holder(member.name, member.variant.shape, f"A variant of {one.name}.", speller)
        case Alias() if speller.members.is_type(one.name):
            yield holder(one.name, one.shape, one.doc, speller)


def _enum(enum: Enum, speller: Speller) -> Code:
    own = identifier(enum.name)
    *names, unknown = constants([*enum.labels, "Unknown"])
    values = [string(value) if isinstance(value, str) else whole(value) for value in enum.values]
    listed = "".join(f"    {identifier(name)}({value}),\n" for name, value in zip(names, values, strict=True))
    kind = "String" if isinstance(enum.values[0], str) else "Long"
    read, written = "Codec.listed(json, entries)", "Codec.node(value)"
    if enum.extensible:
        kind += "?"
        listed += f"\n    /** A value that this client does not know; it cannot be written. */\n    {unknown}(null),\n"
        read = f"Codec.listedOr(json, {unknown}, entries)"
        written = f"Codec.written(this == {unknown}, value)"
    return Code(
        f"{kdoc(enum.doc)}enum class {own}(val value: {kind}) : {interfaces(enum.name, speller)} {{\n{listed}    ;\n\n"
        f"    override fun toJson(): JsonElement = {written}\n\n    companion object : Form<{own}>() {{\n"
        f"        override fun fromJson(json: JsonElement): {own} = {read}\n    }}\n}}\n"
    )


def _one_of(union: OneOf, speller: Speller) -> Code:
    own = identifier(union.name)
    members = speller.members.variants[union.name]
    names = [identifier(member.name) for member in members]
    cases = "".join(
        f"            Codec.of({name}::fromJson{''.join(f', {string(one)}' for one in member.variant.tag)}),\n"
        for name, member in zip(names, members, strict=True)
    )
    about = kdoc(union.doc) or kdoc(f"One of {', '.join(names)}.")
    tag = string(union.tag) if union.tag else "null"
    unknown, inside = "null", ""
    if union.extensible:
        unknown = "::Unknown"
        inside = (
            "    /** A variant that this client does not know, as received. */\n"
            f"    data class Unknown(val json: JsonElement) : {own} {{\n"
            "        override fun toJson(): JsonElement = json\n    }\n\n"
        )
    return Code(
        f"{about}sealed interface {own} : Jsonable {{\n{inside}    companion object : Form<{own}>() {{\n"
        f"        override fun fromJson(json: JsonElement): {own} = Codec.oneOf(\n"
        f"            json,\n            {tag},\n            {unknown},\n{cases}"
        f"        )\n    }}\n}}\n"
    )
