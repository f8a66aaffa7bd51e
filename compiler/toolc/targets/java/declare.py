"""Declarations in Java, each for a file of its own.

Takes a declaration and the `Speller` of its package, gives names with `Code`; nothing for an alias, which Java does not have.
"""

from collections.abc import Iterator

from toolc.targets.code import Code, identifier
from toolc.targets.java.encode import javadoc, string
from toolc.targets.java.methods import PAD, reads, writes
from toolc.targets.java.records import holder, interfaces, record, tuple_
from toolc.targets.java.spell import Speller
from toolc.targets.jvm.names import constants
from toolc.targets.nominal.shapes import Alias, Declaration, Enum, OneOf, Record, Tuple


def declarations(one: Declaration, speller: Speller) -> Iterator[tuple[str, Code]]:
    """One declaration, and the variants of a union that are no types yet."""
    match one:
        case Record():
            yield one.name, record(one, speller)
        case Tuple():
            yield one.name, tuple_(one, speller)
        case Enum():
            yield one.name, _enum(one, speller)
        case OneOf():
            yield one.name, _one_of(one, speller)
            for member in speller.members.variants[one.name]:
                if member.held:
                    yield member.name, holder(member.name, member.variant.shape, f"A variant of {one.name}.", speller)
        case Alias() if speller.members.is_type(one.name):
            yield one.name, holder(one.name, one.shape, one.doc, speller)


def _enum(enum: Enum, speller: Speller) -> Code:
    own = identifier(enum.name)
    *names, unknown = constants([*enum.labels, "Unknown"])
    values = [string(value) if isinstance(value, str) else Code(f"{value}L") for value in enum.values]
    listed = ",\n".join(f"    {identifier(name)}({value})" for name, value in zip(names, values, strict=True))
    kind = "String" if isinstance(enum.values[0], str) else "long"
    about = javadoc("What is written.", "    ", [("@return", "the constant")])
    read, written = "Codec.listed(json, values())", "Codec.node(value)"
    if enum.extensible:
        kind = "String" if kind == "String" else "Long"
        listed += f",\n    /** A value that this client does not know; it cannot be written. */\n    {unknown}(null)"
        about = javadoc("What is written.", "    ", [("@return", f"the constant; null for {unknown}")])
        read = f"Codec.listedOr(json, {unknown}, values())"
        written = f"Codec.written(this == {unknown}, value)"
    return Code(
        f"{javadoc(enum.doc)}public enum {own} implements {interfaces(enum.name, speller)} {{\n{listed};\n\n"
        f"    private final {kind} value;\n\n    {own}({kind} value) {{\n        this.value = value;\n    }}\n\n"
        f"{about}    public {kind} value() {{\n        return value;\n    }}\n\n"
        f"{reads(own, f'return {read}')}\n{writes(written)}}}\n"
    )


def _one_of(union: OneOf, speller: Speller) -> Code:
    own = identifier(union.name)
    members = speller.members.variants[union.name]
    names = [identifier(member.name) for member in members]
    cases = [
        f"Codec.of({name}::fromJson{''.join(f', {string(one)}' for one in member.variant.tag)})"
        for name, member in zip(names, members, strict=True)
    ]
    unknown = "null"
    inside = ""
    about = javadoc(union.doc) or javadoc(f"One of {', '.join(names)}.")
    if union.extensible:
        unknown, inside = f"{own}.Unknown::new", f"\n{_UNKNOWN.replace('UNION', own)}"
        names.append(Code(f"{own}.Unknown"))
    listed = f",{PAD}".join(["json", string(union.tag) if union.tag else "null", unknown, *cases])
    return Code(
        f"{about}public sealed interface {own} extends Jsonable\n"
        f"        permits {', '.join(names)} {{\n"
        f"{reads(own, f'return Codec.oneOf({PAD}{listed})', modifiers='static')}{inside}}}\n"
    )


_UNKNOWN = """\
    /**
     * A variant that this client does not know.
     *
     * @param json the value as received
     */
    record Unknown(JsonNode json) implements UNION {
        @Override
        public JsonNode toJson() {
            return json;
        }
    }
"""
