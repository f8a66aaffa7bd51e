"""View types as TypeScript text.

Takes an `ir.Type` and the place it stands at, gives `Code` laid out in lines of 80 columns where that is simple. A text
that begins with a line end starts below what it belongs to (a broken union).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from toolc.ir import Anything, Array, Boolean, Constants, Null, Numeric, Object, Ref, String, Type, Union
from toolc.targets.code import Code
from toolc.targets.typescript.encode import key, string
from toolc.targets.typescript.literal import WIDTH, plain
from toolc.targets.typescript.members import Apart, Offer, apart, members
from toolc.targets.typescript.tuples import array, written_elements


class Speller:
    """Spells the types of one package. `names`: identifiers by IR name; `types`: what they stand for; `indexed`: `members`."""

    def __init__(self, names: Mapping[str, str], types: Mapping[str, Type], indexed: bool = False) -> None:
        self._names, self._types, self._indexed = names, types, indexed
        self._flat: dict[int, tuple[Type, str | None]] = {}
        self._apart: dict[int, tuple[Union, Sequence[Type | Apart]]] = {}

    def text(self, type_: Type, indent: int = 0, column: int = 0) -> Code:
        """The text for a place that begins at `column`; its further lines are indented from `indent`."""
        return self._lay_out((type_,), indent, column)

    def body(self, type_: Object, indent: int = 0) -> Code:
        """An object in lines, braces included."""
        lines = []
        for member in members(type_, self._indexed):
            head = " " * (indent + 2) + member.head + ":"
            lines.append(f"{member.comment(indent + 2)}{head}{self._behind(member.offers, indent + 2, len(head), tail=1)};\n")
        return Code("{\n" + "".join(lines) + " " * indent + "}")

    def behind(self, type_: Type, column: int) -> Code:
        """Return the text after a `=` that ends before `column`, from the space or line end on."""
        text = self._behind((type_,), 0, column, tail=1)
        if text[1:3] in ("(\n", "[\n", "{\n") and column + len(" {") > WIDTH:
            return Code(f"\n  {self._lay_out((type_,), 2, WIDTH)}")
        too_long = "\n" not in text and column + len(text) + 1 > WIDTH
        return Code(f"\n {text}") if too_long else text

    def _behind(self, offers: Sequence[Offer], indent: int, column: int, tail: int = 0) -> Code:
        """A union that does not fit on the line goes below it, in one line if that and a `tail` behind it fit there."""
        text = self._lay_out(offers, indent, column + 1)
        if not text.startswith("\n"):
            return Code(f" {text}")
        flat, margin = self.flat(offers), " " * (indent + 2)
        return Code(f"\n{margin}{flat}") if flat is not None and len(margin) + len(flat) + tail <= WIDTH else text

    def flat(self, offers: Sequence[Offer]) -> str | None:
        """The text in one line; None when a member inside has a comment."""
        if len(offers) == 1 and (word := _WORDS.get(type(offers[0]))) is not None:
            return word
        texts = [self._flat_one(one) for one in self._expand_offers(offers)]
        if None in texts:
            return None
        return "unknown" if "unknown" in texts else " | ".join(dict.fromkeys(one for one in texts if one))

    def _lay_out(self, offers: Sequence[Offer], indent: int, column: int) -> Code:
        flat = self.flat(offers)
        if flat is not None and column + len(flat) < WIDTH:
            return Code(flat)
        choices = self._expand_offers(offers)
        if flat == "unknown" or any(isinstance(one, Anything) for one in choices):
            return Code("unknown")
        if len(choices) > 1:
            return self._broken_union(choices, indent)
        return self._break_offer(choices[0], indent)

    def _expand_offers(self, offers: Sequence[Offer]) -> list[Offer]:
        """The members of unions and the values of constants, side by side."""
        if len(offers) == 1 and type(offers[0]) in _WORDS:
            return list(offers)
        result: list[Offer] = []
        for offer in offers:
            if isinstance(offer, Union):
                result.extend(self._expand_offers(self._members_of(offer)))
            elif isinstance(offer, Constants):
                result.extend(Code(constant(value)) for value in offer.values)
            else:
                result.append(offer)
        never_alone = [one for one in result if isinstance(one, str) or self._flat_one(one) != "never"]
        return never_alone or result[:1]

    def _members_of(self, offer: Union) -> Sequence[Type | Apart]:
        if id(offer) not in self._apart:
            self._apart[id(offer)] = offer, apart(offer, self._types)
        return self._apart[id(offer)][1]

    def _flat_one(self, offer: Offer) -> str | None:
        if (word := _WORDS.get(type(offer))) is not None:
            return word
        match offer:
            case str():
                return offer
            case Ref():
                return self._names[offer.name]
            case Apart():
                return f"({self._names[offer.own.name]} & {self._flat_one(offer.refused)})"
            case Object() | Array():
                if id(offer) not in self._flat:  # each is asked for once per level of what is around it
                    self._flat[id(offer)] = offer, self._flat_inside(offer)
                return self._flat[id(offer)][1]
            case Union() | Constants():
                return self.flat((offer,))
            case _:
                return "never"

    def _flat_inside(self, type_: Object | Array) -> str | None:
        if isinstance(type_, Array):
            elements = [self.flat((one,)) for one in (*type_.prefix, *([] if type_.rest is None else [type_.rest]))]
            return array(type_, [one for one in elements if one is not None]) if None not in elements else None
        parts = []
        for member in members(type_, self._indexed):
            text = None if member.has_comment() else self.flat(member.offers)
            if text is None:
                return None
            parts.append(f"{member.head}: {text}")
        return "{ " + "; ".join(parts) + " }"

    def _break_offer(self, offer: Offer, indent: int) -> Code:
        if isinstance(offer, Object):
            return self.body(offer, indent)
        if isinstance(offer, Apart):
            return Code(f"({self._names[offer.own.name]} & {self.body(offer.refused, indent)})")
        if isinstance(offer, Array):
            return self._broken_array(offer, indent)
        return offer if isinstance(offer, Code) else Code(self._flat_one(offer) or "unknown")

    def _broken_array(self, type_: Array, indent: int) -> Code:
        margin = " " * (indent + 2)
        if not type_.prefix and type_.rest is not None and not written_elements(type_):
            below = self._behind((type_.rest,), indent, WIDTH)
            if below.startswith("\n"):
                return Code(f"({below}\n{' ' * indent})[]")
            below = Code(below[1:])
            return Code(f"({below})[]" if len(self._expand_offers((type_.rest,))) > 1 else f"{below}[]")
        count = written_elements(type_)
        rest = [] if type_.rest is None else [type_.rest]
        items = [*type_.prefix, *rest * max(0, count - len(type_.prefix))]
        lines = []
        for at, one in enumerate(items):
            mark = "?" if at >= type_.min_items else ""
            lines.append(f"{margin}{self._element(one, indent + 2, mark)}{mark},\n")
        if rest and len(items) != type_.max_items:
            further = self._element(rest[0], indent + 2, "...[]")
            lines.append(f"{margin}...{further}[],\n")
        return Code("[\n" + "".join(lines) + " " * indent + "]")

    def _element(self, type_: Type, indent: int, mark: str = "") -> str:
        """A type where what follows binds closer than a union would; a `mark` stands behind it."""
        text = self._behind((type_,), indent, indent)
        if text.startswith("\n"):
            return f"({text}\n{' ' * indent})"
        if len(self._expand_offers((type_,))) < 2:
            return text[1:]
        fits = indent + len(f"({text[1:]}){mark},") <= WIDTH
        return f"({text[1:]})" if fits else f"(\n{' ' * (indent + 2)}{text[1:]}\n{' ' * indent})"

    def _broken_union(self, choices: Sequence[Offer], indent: int) -> Code:
        named = [one for one in choices if isinstance(one, Object | Ref)]
        if len(named) == 1 and all(isinstance(one, Object | Ref | Null) for one in choices):
            return Code(" | ".join(self._break_offer(one, indent) for one in choices))
        margin = "\n" + " " * (indent + 2) + "| "
        texts = [self._lay_out((one,), indent + 4, indent + 5) for one in choices]
        return Code("".join(margin + text for text in dict.fromkeys(texts)))


_WORDS: Mapping[type, str] = {String: "string", Numeric: "number", Boolean: "boolean", Null: "null", Anything: "unknown"}
"""Types without parts that TypeScript has a word for."""


def constant(value: Any) -> str:
    """The type of one JSON value and no other."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(constant(item) for item in value) + "]"
    if isinstance(value, dict):
        inside = "; ".join(f"{key(str(name))}: {constant(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{ [key: string]: never }"
    text = plain(value)
    return "number" if text.lstrip("-") in ("NaN", "Infinity") else text
