"""Every object closed and every key required, as OpenAI's libraries make schemas strict: takes a schema, gives a copy.

Source: `ensure_strict_json_schema` of openai-agents 0.24.0, `to_strict_json_schema` of openai 3.54.0. `schema/strict` is a
rewriting of toolc's own, which knows what the API accepts; this one does what the libraries do.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NoReturn

from toolc.ir import JsonSchema
from toolc.schema.pointer import find

MAX_NODES = 100_000
MAX_DEPTH = 100
_EMPTY: Mapping[str, Any] = {"additionalProperties": False, "type": "object", "properties": {}, "required": []}
_BESIDE_REF = frozenset(
    """$ref $anchor $comment $defs $schema contentEncoding contentMediaType contentSchema default definitions deprecated
    description examples readOnly title writeOnly""".split()
)
"""Keywords that openai-agents keeps beside a reference."""


class Unstrict(Exception):
    """The library raises; `path` leads to the place. `known` is False where what it makes of the schema is not told here."""

    def __init__(self, reason: str, path: tuple[str, ...] = (), known: bool = True) -> None:
        super().__init__(reason)
        self.path = path
        self.known = known


def closed_by_agents(schema: JsonSchema) -> JsonSchema:
    """openai-agents: what strict mode cannot hold raises, `oneOf` is written as `anyOf`.

    Raises `Unstrict`.
    """
    if not schema:
        return deepcopy(dict(_EMPTY))
    whole = _copy(schema)
    _Closing(whole, judges=True).close(whole, (), 1)
    if isinstance(whole.get("anyOf"), list):
        raise Unstrict("the whole is a choice between schemas")
    if whole.get("type") == ["object"]:
        whole["type"] = "object"
    elif isinstance(whole.get("type"), list) and "object" in whole["type"]:
        raise Unstrict("the whole may be something else than an object")
    return whole


def closed_by_openai(schema: JsonSchema) -> JsonSchema:
    """openai: nothing is judged, so an object of any keys stays one and the API refuses it.

    Raises `Unstrict` for a class that contains itself and is described where it is used, which the library inlines for ever.
    """
    whole = _copy(schema)
    _Closing(whole, judges=False).close(whole, (), 1)
    return whole


def _copy(schema: JsonSchema) -> dict[str, Any]:
    pending: list[tuple[Any, int]] = [(schema, 1)]
    while pending:
        value, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise Unstrict("it is nested too deeply")
        inner = value.values() if isinstance(value, dict) else value
        pending.extend((one, depth + 1) for one in inner if isinstance(one, dict | list))
    return deepcopy(dict(schema))


class _Closing:
    """Changes a copy in place. What a reference is replaced by shares its parts with the definition, as in the libraries."""

    def __init__(self, root: dict[str, Any], judges: bool) -> None:
        self._root = root
        self._judges = judges
        self._left = MAX_NODES

    def close(self, schema: Any, path: tuple[str, ...], depth: int) -> None:
        """One schema and all inside it."""
        if not isinstance(schema, dict):
            raise Unstrict("a schema is not an object", path)
        self._left -= 1
        if depth > MAX_DEPTH or self._left < 0:
            raise Unstrict("a class that contains itself is described where it is used, which has no end", path)
        if "$ref" in schema and self._judges and not schema.keys() <= _BESIDE_REF:
            raise Unstrict("a reference has keywords beside it that limit it", path)
        for word in ("$defs", "definitions"):
            self._each(schema.get(word), (*path, word), depth)
        self._object(schema, path)
        self._each(schema.get("properties"), (*path, "properties"), depth)
        if isinstance(schema.get("items"), dict):
            self.close(schema["items"], (*path, "items"), depth + 1)
        self._choices(schema, path, depth)
        if "default" in schema and schema["default"] is None:
            del schema["default"]
        if schema.get("$ref") and len(schema) > 1:
            self._replace(schema, path)
            self.close(schema, path, depth + 1)

    def _each(self, schemas: Any, path: tuple[str, ...], depth: int) -> None:
        for name, inner in schemas.items() if isinstance(schemas, dict) else ():
            self.close(inner, (*path, name), depth + 1)

    def _object(self, schema: dict[str, Any], path: tuple[str, ...]) -> None:
        properties = schema.get("properties")
        if self._judges:
            if "type" not in schema and isinstance(properties, dict):
                schema["type"] = "object"
            if "$id" in schema:
                raise Unstrict("it holds a document of its own", path, known=False)
            if schema.get("additionalProperties", False) is not False and self._is_object(schema.get("type")):
                raise Unstrict("an object that takes keys it does not name has no strict form", path)
        if self._is_object(schema.get("type")) and schema.get("type") is not None:
            schema.setdefault("additionalProperties", False)
        if isinstance(properties, dict):
            schema["required"] = list(properties)

    def _is_object(self, kind: Any) -> bool:
        """A type that is not told counts as one where its keys are judged."""
        return kind == "object" or (self._judges and (kind is None or (isinstance(kind, list) and "object" in kind)))

    def _choices(self, schema: dict[str, Any], path: tuple[str, ...], depth: int) -> None:
        for word in ("anyOf", "oneOf", "allOf") if self._judges else ("anyOf", "allOf"):
            for number, inner in enumerate(schema[word] if isinstance(schema.get(word), list) else ()):
                self.close(inner, (*path, word, str(number)), depth + 1)
        if self._judges and isinstance(one_of := schema.get("oneOf"), list):
            before = schema.get("anyOf")
            schema["anyOf"] = [*(before if isinstance(before, list) else ()), *one_of]
            del schema["oneOf"]
        if isinstance(all_of := schema.get("allOf"), list) and len(all_of) == 1:
            if self._judges:
                raise Unstrict("it has `allOf` with one schema, which is merged", path, known=False)
            schema.update(all_of[0])
            del schema["allOf"]

    def _replace(self, schema: dict[str, Any], path: tuple[str, ...]) -> None:
        """Replace a reference by its target, whose keywords give way to those beside the reference."""
        ref = schema.pop("$ref")
        target = find(self._root, ref) if isinstance(ref, str) and ref.startswith("#/") else None
        if not isinstance(target, dict):
            self._refuse_dangling(path)
        for key, value in target.items():
            if key != "$ref" or self._judges:
                schema.setdefault(key, value)

    @staticmethod
    def _refuse_dangling(path: tuple[str, ...]) -> NoReturn:
        raise Unstrict("a reference points at nothing", path)
