"""Comparison of two schemas, place by place: takes two documents and their role, gives `Difference`s.

Inputs of a tool must stay accepted, so every old value must be a new one; outputs must stay readable, so every new value must
be an old one. That is decided by `inclusion`; this walk only finds the places and the words.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import UNSET, Struct, structs

from toolc.contract.inclusion import Document, Prover, Schema, Verdict, judge_inclusion
from toolc.contract.inclusion.equality import key
from toolc.contract.texts import describe_change, json_text
from toolc.contract.values import value
from toolc.contract.words import words

Role = Literal["input", "output"]
_NONE = {"$none": True}
_TEXTS = ("title", "description", "examples", "deprecated")
_CODES = {
    # what happened: what it is called for what goes in, and for what comes out
    "demanded": ("TD110", "TD132"), "removed": ("TD111", "TD130"),
    "retired": ("TD115", "TD130"), "narrowed": ("TD112", "TD132"),
    "closed": ("TD113", "TD132"), "added": ("TD120", "TD131"), "widened": ("TD121", "TD130"),
    "optional": ("TD122", "TD130"), "other": ("TD112", "TD130"), "undecided": ("TD199", "TD199"),
    "default": ("TD140", "TD151"), "text": ("TD151", "TD151"), "deprecated": ("TD105", "TD105"), "layout": ("TD180", "TD180"),
}  # fmt: skip
_REMOVED = frozenset({"TD111", "TD115"})
_BREAKING = frozenset({"TD110", "TD111", "TD112", "TD113", "TD130", "TD199"})


class Difference(Struct, frozen=True):
    """A code of the table, a place in the schema, the facts, and in a tuple of one a value that shows it.

    `weighed`: it counts only when values of the whole are lost. A parameter that is gone counts though nothing is refused.
    """

    code: str
    at: str
    message: str
    example: tuple[Any, ...] = ()
    weighed: bool = True
    before: Any = UNSET
    after: Any = UNSET


def differences(old: Schema, new: Schema, role: Role) -> list[Difference]:
    """Everything that changed, in the order of the old schema."""
    return _Walk(Document(old), Document(new), role).all()


class _Walk:
    def __init__(self, old: Document, new: Document, role: Role) -> None:
        self._old, self._new, self._role = old, new, role
        self._kept = Prover(old, new, told=True)  # what was valid still is
        self._back = Prover(new, old, told=True)
        self._seen: set[tuple[str, str]] = set()

    def all(self) -> list[Difference]:
        """Return the differences that the walk finds, weighed against the verdict on the whole."""
        found = list(_without_implied_defaults(self._pair(self._old.root, self._new.root, "")))
        verdict = self._verdict(self._old.root, self._new.root)
        if verdict.answer == "yes":  # what looks worse at one place is made up for at another
            return [self._harmless(one) if one.weighed and one.code in _BREAKING else one for one in found]
        if any(one.weighed and one.code in _BREAKING for one in found):
            return found
        if self._but_for_removed(found):
            return found
        return [*found, self._whole(verdict)]

    def _but_for_removed(self, found: Iterable[Difference]) -> bool:
        """Return `True` if only removed parameters, each reported by itself, make the new schema refuse values."""
        old, new = self._old.root, self._new.root
        gone = {one.at for one in found if one.code in _REMOVED}
        if not gone or not isinstance(old, dict) or not isinstance(new, dict):
            return False
        back = {name: schema for name, schema in (old.get("properties") or {}).items() if name in gone}
        named = {"$defs": {**(old.get("$defs") or {}), **(new.get("$defs") or {})}}
        restored = {**new, **named, "properties": {**(new.get("properties") or {}), **back}}
        return judge_inclusion(Prover(self._old, Document(restored), told=True), old, restored).answer == "yes"

    def _harmless(self, difference: Difference) -> Difference:
        what = "widened" if self._role == "input" else "narrowed"
        return Difference(self._code(what), difference.at, difference.message)

    def _whole(self, verdict: Verdict) -> Difference:
        if verdict.answer == "unknown":
            return self._difference("undecided", "", "the two schemas could not be compared to the end")
        told = "a value that was accepted is refused" if self._role == "input" else "a value is possible that was not before"
        return self._difference("other", "", told, verdict)

    # --- one pair of schemas --------------------------------------------------------------------------------------------

    def _pair(self, old: Schema, new: Schema, at: str) -> Iterator[Difference]:
        names = (self._old.name(old), self._new.name(new))
        if names[0] == names[1] or names in self._seen:
            return
        self._seen.add(names)
        mine, theirs = _resolve_schema(old, self._old), _resolve_schema(new, self._new)
        yield from self._texts(mine, theirs, at)
        inside = list(self._inside(mine, theirs, at))
        same = self._kept.proves(old, new) and self._back.proves(new, old)
        if same:
            yield from inside or self._layout(old, new, at)
        elif inside and not self._own(mine, theirs):
            yield from inside
        else:
            yield from inside
            yield self._describe_change(mine, theirs, at)

    def _own(self, old: Schema, new: Schema) -> bool:
        """Return `True` if two schemas differ in more than their subschemas."""
        if not (isinstance(old, dict) and isinstance(new, dict)) or _loose(old, self._old) != _loose(new, self._new):
            return True
        return not (self._kept.proves(_shell(old), _shell(new)) and self._back.proves(_shell(new), _shell(old)))

    def _describe_change(self, old: Schema, new: Schema, at: str) -> Difference:
        was, now = words(old, self._old), words(new, self._new)
        told = f"was {was}, is {now}" if was != now and "…" not in was + now else _apart(old, new, was, now)
        kept, back = self._kept.proves(old, new), self._back.proves(new, old)
        if kept if self._role == "input" else back:
            return self._difference("widened" if kept else "narrowed", at, told)
        verdict = self._verdict(old, new)
        what = "widened" if kept else "narrowed" if back else "other"
        if verdict.answer == "unknown" and not self._by_format(old, new):
            return self._difference("undecided", at, told)
        return self._difference(what, at, told, verdict)

    def _by_format(self, old: Schema, new: Schema) -> bool:
        """Return `True` if only a `format`, for which no value is shown, breaks inclusion."""
        first, second = (self._old, self._new) if self._role == "input" else (self._new, self._old)
        small, large = (old, new) if self._role == "input" else (new, old)
        return Prover(first, second, formats=False, told=True).proves(small, large)

    def _layout(self, old: Schema, new: Schema, at: str) -> Iterator[Difference]:
        if _bare(old) != _bare(new):
            yield self._difference("layout", at, "another spelling of the same values")

    # --- what stands inside -----------------------------------------------------------------------------------------------

    def _inside(self, old: Schema, new: Schema, at: str) -> Iterator[Difference]:
        if not isinstance(old, dict) or not isinstance(new, dict):
            return
        if isinstance(old.get("properties"), dict) or isinstance(new.get("properties"), dict):
            yield from self._members(old, new, at)
        if "items" in old and "items" in new:
            yield from self._pair(old["items"], new["items"], f"{at}[]")
        before, after = old.get("prefixItems"), new.get("prefixItems")
        if isinstance(before, list) and isinstance(after, list):
            for index, (one, other) in enumerate(zip(before, after, strict=False)):
                yield from self._pair(one, other, f"{at}[{index}]")
        if isinstance(old.get("additionalProperties"), dict) and isinstance(new.get("additionalProperties"), dict):
            yield from self._pair(old["additionalProperties"], new["additionalProperties"], f"{at}.*")
        yield from self._alternatives(old, new, at)

    def _members(self, old: dict[str, Any], new: dict[str, Any], at: str) -> Iterator[Difference]:
        before, after = old.get("properties") or {}, new.get("properties") or {}
        must, must_now = set(old.get("required") or ()), set(new.get("required") or ())
        for name, schema in before.items():
            place = f"{at}.{name}" if at else name
            if name not in after:
                told = f"is gone; it was {words(schema, self._old)}"
                announced = not at and isinstance(schema, dict) and schema.get("deprecated") is True
                yield Difference(self._code("retired" if announced else "removed"), place, told, weighed=False)
                continue
            if (name in must) != (name in must_now):
                what, told = ("demanded", "must be given now") if name in must_now else ("optional", "may be left out now")
                yield self._difference(what, place, told)
            yield from self._pair(schema, after[name], place)
        for name, schema in after.items():
            if name not in before:
                place = f"{at}.{name}" if at else name
                told = f"is new, {words(schema, self._new)}"
                if name in must_now and self._role == "input":
                    yield self._difference("demanded", place, f"{told}, and must be given")
                elif self._role == "output" and old.get("additionalProperties") is False:
                    yield self._difference("widened", place, f"{told}, where callers were told of no other keys")
                else:
                    yield self._difference("added", place, told)
        if old.get("additionalProperties") is not False and new.get("additionalProperties") is False:
            yield Difference(self._code("closed"), at, "takes no other keys now", weighed=False)
        elif old.get("additionalProperties") is False and new.get("additionalProperties") is not False:
            yield self._difference("widened", at, "takes other keys now")

    def _alternatives(self, old: dict[str, Any], new: dict[str, Any], at: str) -> Iterator[Difference]:
        """Members of unions that are still the same kind of thing: told apart by a constant, a name, or their only object."""
        before, after = _members(old, self._old), _members(new, self._new)
        for tag, schema in before.items():
            if tag in after:
                yield from self._pair(schema, after[tag], f"{at}({tag})" if len(before) > 1 and tag != "object" else at)

    # --- words ------------------------------------------------------------------------------------------------------------

    def _texts(self, old: Schema, new: Schema, at: str) -> Iterator[Difference]:
        if not isinstance(old, dict) or not isinstance(new, dict):
            return
        for word in _TEXTS:
            if old.get(word) != new.get(word):
                now_deprecated = word == "deprecated" and new.get(word) is True and at
                yield self._value("deprecated" if now_deprecated else "text", at, word, old, new)
        if key(old.get("default", _NONE)) != key(new.get("default", _NONE)):
            yield self._value("default", at, "default", old, new)

    def _value(self, what: str, at: str, word: str, old: dict[str, Any], new: dict[str, Any]) -> Difference:
        """A keyword whose value is another one, or is on one side only."""
        before, after = (schema.get(word, UNSET) for schema in (old, new))
        if before is UNSET or after is UNSET:
            told = (
                f"was {'none' if before is UNSET else json_text(before)}, is {'none' if after is UNSET else json_text(after)}"
            )
        else:
            told = describe_change(before, after)
        return structs.replace(self._difference(what, at, f"{word}: {told}"), before=before, after=after)

    def _difference(self, what: str, at: str, message: str, verdict: Verdict | None = None) -> Difference:
        example = (verdict.witness,) if verdict is not None and verdict.answer == "no" else ()
        return Difference(self._code(what), at, message, example)

    def _code(self, what: str) -> str:
        return _CODES[what][self._role == "output"]

    def _verdict(self, old: Schema, new: Schema) -> Verdict:
        """Return the verdict of inclusion in the direction of the schema's role."""
        return judge_inclusion(self._kept, old, new) if self._role == "input" else judge_inclusion(self._back, new, old)


def _without_implied_defaults(found: Iterable[Difference]) -> Iterator[Difference]:
    """Differences without the defaults that come or go because a parameter may be left out now, or may not."""
    every = list(found)
    demanded = {one.at for one in every if one.code in ("TD110", "TD122")}
    return (one for one in every if not (one.code == "TD140" and one.at in demanded))


def _resolve_schema(schema: Schema, document: Document) -> Schema:
    """A schema with its own references and single `allOf` opened; what stands beside them wins."""
    for _ in range(20):
        if not isinstance(schema, dict):
            return schema
        only = schema.get("allOf")
        if "$ref" in schema and isinstance(target := document.find(schema["$ref"]), dict):
            schema = {**target, **{word: given for word, given in schema.items() if word != "$ref"}}
        elif isinstance(only, list) and len(only) == 1 and isinstance(only[0], dict):
            schema = {**only[0], **{word: given for word, given in schema.items() if word != "allOf"}}
        else:
            return schema
    return schema


def _members(schema: dict[str, Any], document: Document) -> dict[str, Schema]:
    """The alternatives of a schema by what tells them apart; those with nothing of the kind are left out."""
    found: dict[str, Schema] = {}
    for word in ("anyOf", "oneOf"):
        for member in schema.get(word) or ():
            if tag := _tag(member, document):
                found[tag] = member if tag not in found else None  # two of a kind tell nothing
    return {tag: member for tag, member in found.items() if member is not None}


def _apart(old: Schema, new: Schema, was: str, now: str) -> str:
    """Words for two schemas of which short words do not show the difference."""
    before, after = (one.get("enum") if isinstance(one, dict) else None for one in (old, new))
    if not (isinstance(before, list) and isinstance(after, list)):
        return f"was {was}, is {now}" if was != now else describe_change(old, new)
    gone = [json_text(one) for one in before if key(one) not in set(map(key, after))]
    came = [json_text(one) for one in after if key(one) not in set(map(key, before))]
    sides = [f"no longer {' | '.join(gone)}"] if gone else []
    return "; ".join([*sides, *([f"new: {' | '.join(came)}"] if came else [])]) or describe_change(old, new)


def _loose(schema: dict[str, Any], document: Document) -> set[str]:
    """The alternatives of a schema that nothing tells apart, and the keys of those that something does."""
    keyed = _members(schema, document)
    inside = [document.name(member) for member in keyed.values()]
    every = [document.name(member) for word in ("anyOf", "oneOf") for member in schema.get(word) or ()]
    return {*keyed, *(name for name in every if name not in inside)}


def _tag(member: Schema, document: Document) -> str:
    schema = _resolve_schema(member, document)
    if not isinstance(schema, dict):
        return ""
    properties = schema.get("properties")
    if isinstance(properties, dict):
        tags = [f"{name}={value(one['const'])}" for name, one in properties.items() if isinstance(one, dict) and "const" in one]
        named = str(member["$ref"]).rpartition("/")[2] if "$ref" in member else "object"
        return tags[0] if tags else named
    return "array" if schema.get("type") == "array" else ""


def _shell(schema: Schema) -> Schema:
    """A schema without what `_inside` looks into."""
    if not isinstance(schema, dict):
        return schema
    return {
        word: True if word == "items" else given
        for word, given in schema.items()
        if word not in ("properties", "required", "prefixItems", "additionalProperties", "anyOf", "oneOf", *_TEXTS, "default")
    }


def _bare(schema: Schema) -> Schema:
    """The same without words."""
    if not isinstance(schema, dict):
        return schema
    return {word: given for word, given in schema.items() if word not in (*_TEXTS, "default")}
