"""Records: of the keys of an object, of the items of a tuple, or around the one value that a type holds.

Takes declarations and the `Speller` of their package, gives `Code` of one type each.
"""

from collections.abc import Sequence

from toolc.targets.code import Code, identifier
from toolc.targets.java.encode import javadoc
from toolc.targets.java.methods import PAD, reads, writes
from toolc.targets.java.parts import Constant, Part, check, of_record, of_tuple
from toolc.targets.java.spell import Speller
from toolc.targets.nominal.shapes import Record, Shape, Tuple

_LONGEST = 60


def record(one: Record, speller: Speller) -> Code:
    """An object: a component for each key, but for those that always have one value."""
    parts, constants = of_record(one, speller)
    asked = [
        f"in.{'constant' if constant.needed else 'constantIfThere'}({constant.key}, {constant.value})" for constant in constants
    ]
    put = [f"put({constant.key}, {constant.value})" for constant in constants]
    own = identifier(one.name)
    sections = [
        _checks(own, parts),
        *map(_constant, constants),
        _begins(parts),
        _reads(own, "Object", parts, asked, one.closed),
        _writes("Object", [*put, *(part.write for part in parts)]),
        _builder(own, parts),
    ]
    return _record(own, one.doc, parts, sections, speller)


def tuple_(one: Tuple, speller: Speller) -> Code:
    """A list whose items have types of their own."""
    parts = of_tuple(one, speller)
    own = identifier(one.name)
    is_built = any(part.given is not None for part in parts)
    sections = [
        _checks(own, parts),
        _begins(parts) if is_built else "",
        _reads(own, "List", parts, (), one.rest is None),
        _writes("List", [part.write for part in parts]),
        _builder(own, parts) if is_built else "",
    ]
    return _record(own, one.doc, parts, sections, speller)


def holder(name: str, shape: Shape, doc: str, speller: Speller) -> Code:
    """A type with the JSON of the shape."""
    own = identifier(name)
    type_ = speller.needed_type(shape)
    part = Part(Code("value"), type_, Code(""), Code(""), check(Code("value"), shape, type_, speller), about="The value.")
    reader = f"Reader<{speller.type(shape)}> reader = {speller.reader(shape)}"
    sections = [
        _checks(own, [part]),
        reads(own, reader, f"return new {own}(reader.read(json))"),
        writes("Codec.node(value)"),
    ]
    return _record(own, doc, [part], sections, speller)


def _record(own: Code, doc: str, parts: Sequence[Part], sections: Sequence[str], speller: Speller) -> Code:
    about = javadoc(doc, tags=[(f"@param {part.name}", part.about) for part in parts])
    head = _list_items([f"{part.type} {part.name}" for part in parts], "\n        ")
    body = "\n".join(one for one in sections if one)
    return Code(f"{about}public record {own}{head} implements {interfaces(own, speller)} {{\n{body}}}\n")


def interfaces(name: str, speller: Speller) -> str:
    """The unions that a type is in."""
    return ", ".join(map(identifier, speller.members.unions.get(name, ()))) or "Jsonable"


def _list_items(items: Sequence[str], pad: str) -> str:
    """Items in parentheses, on lines of their own where they would not fit on one."""
    line = f"({', '.join(items)})"
    return line if len(line) <= _LONGEST else f"({pad}{f',{pad}'.join(items)})"


def _checks(own: Code, parts: Sequence[Part]) -> str:
    checks = "".join(f"        {part.check}\n" for part in parts if part.check)
    if not checks:
        return ""
    return f"    /** Checks that required values are there, and copies collections. */\n    public {own} {{\n{checks}    }}\n"


def _constant(one: Constant) -> str:
    about = javadoc("A constant.", "    ", [("@return", "always the same")])
    return f"{about}    public {one.type} {one.name}() {{\n        return {one.value};\n    }}\n"


def _begins(parts: Sequence[Part]) -> str:
    needed = [part for part in parts if part.given is None]
    if not parts:
        return ""
    tags = [(f"@param {part.name}", part.about) for part in needed]
    doc = javadoc("Starts a builder with the required values.", "    ", [*tags, ("@return", "a builder")])
    given = _list_items([f"{part.type} {part.name}" for part in needed], PAD[:-4])
    made = _list_items([part.name for part in needed], PAD)
    return f"{doc}    public static Builder builder{given} {{\n        return new Builder{made};\n    }}\n"


def _reads(own: Code, kind: str, parts: Sequence[Part], asked: Sequence[str], closed: bool) -> str:
    """`kind`: of the JSON, Object or List."""
    made = f"new {own}{_list_items([part.read for part in parts], PAD)}"
    begun = [f"{kind}Reader in = new {kind}Reader(json)", *asked]
    if not closed:
        return reads(own, *begun, f"return {made}")
    return reads(own, *begun, f"{own} value = {made}", "in.end()", "return value")


def _writes(kind: str, calls: Sequence[str]) -> str:
    return writes(f"new {kind}Writer(){''.join(f'{PAD}.{one}' for one in (*calls, 'json()'))}")


def _builder(own: Code, parts: Sequence[Part]) -> str:
    needed = [part for part in parts if part.given is None]
    free = [part for part in parts if part.takes]
    if not parts:
        return ""
    kept = [f"        private final {part.type} {part.name};\n" for part in needed]
    kept += [f"        private {part.type} {part.name}{_begin(part)};\n" for part in free]
    begun = "".join(f"            this.{part.name} = {part.name};\n" for part in needed)
    given = _list_items([f"{part.type} {part.name}" for part in needed], PAD)
    built = [part.name if part.given is None or part.takes else part.given for part in parts]
    about = javadoc("The value.", "        ", [("@return", "a new one")])
    methods = [
        f"        private Builder{given} {{{chr(10) + begun + '        ' if begun else ''}}}\n",
        *map(_setter, free),
        f"{about}        public {own} build() {{\n"
        f"            return new {own}{_list_items(built, PAD + '    ')};\n        }}\n",
    ]
    body = "\n".join(one for one in ("".join(kept), *methods) if one)
    return f"    /** Makes values of {own}. */\n    public static final class Builder {{\n{body}    }}\n"


def _begin(part: Part) -> str:
    return "" if part.given == "null" else f" = {part.given}"


def _setter(part: Part) -> str:
    doc = javadoc("Sets an optional value.", "        ", [(f"@param {part.name}", part.about), ("@return", "this")])
    return (
        f"{doc}        public Builder {part.name}({part.takes} {part.name}) {{\n"
        f"            this.{part.name} = {part.takes_as};\n            return this;\n        }}\n"
    )
