"""Rewrites a schema into the subset of OpenAI's strict mode.

Takes a well-formed schema, gives the rewritten one and what could not be rewritten. Source of the rules: OpenAI's guide
"Structured outputs" (2026-02), and what openai-agents 0.24 and pydantic-ai 2.68 do where the guide is silent.
"""

from typing import Any

from msgspec import Struct

from toolc.schema.keywords import Path, pointer, subschemas
from toolc.schema.strict.nullable import default_note, nullable, with_note
from toolc.schema.strict.unions import Schemas, members_of
from toolc.schema.strict_keywords import BY_TYPE, FORMATS, constraints, refused_keywords


class Problem(Struct, frozen=True):
    """Why a schema cannot be rewritten: TC502 for free keys, else TC503; where (a JSON pointer); in words."""

    code: str
    place: str
    words: str

    def of(self, tool: str) -> str:
        """The sentence about a tool of that name."""
        place = f" (at {self.place})" if self.place else ""
        return f"`{tool}` cannot be called in OpenAI's strict mode: {self.words}{place}"


def strict_schema(schema: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The schema for strict mode. With problems, what comes back beside them is of no use."""
    return _Rewriter(schema).run()


class _Rewriter:
    """One schema on its way: definitions are rewritten when something refers to them, each once."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.names = _definition_names(root)
        self.schemas = Schemas(definitions(root))
        self.tags: set[tuple[int, str]] = set()  # identity of an object schema, property that tells it from its neighbours
        self.problems: list[Problem] = []
        self.wanted: list[str] = []

    def run(self) -> tuple[dict[str, Any], list[Problem]]:
        self._find_tags(self.root)
        root = self._root()
        result = self.schema(root, ())
        if not self.problems and result.get("type") != "object":
            self._refuse((), "its arguments are not an object")
        definitions: dict[str, Any] = {}
        for ref in self.wanted:  # grows while it is read
            key, name = ref.split("/")[1:]
            definitions[name] = self.schema(self.schemas.lookup[ref], (key, name))
        if definitions:
            result["$defs"] = dict(sorted(definitions.items()))
        return result, self.problems

    def _root(self) -> dict[str, Any]:
        """Strict mode wants an object at the root, also where that is written as a reference."""
        root = self.schemas.resolve(self.root) if not constraints(self.root) - {"$ref"} else self.root
        return root if isinstance(root, dict) else self.root

    def _find_tags(self, schema: Any) -> None:
        """Remembers which property each member of a discriminated union is known by."""
        if not isinstance(schema, dict):
            return
        if tag := _tag(schema):
            self._mark(schema, tag)
        for _, member in subschemas(schema):
            self._find_tags(member)

    def _mark(self, schema: Any, tag: str) -> None:
        schema = self.schemas.resolve(schema)
        if not isinstance(schema, dict) or (id(schema), tag) in self.tags:
            return
        self.tags.add((id(schema), tag))
        for member in members_of(schema) or ():
            self._mark(member, tag)

    def _refuse(self, place: Path, words: str, code: str = "TC503") -> dict[str, Any]:
        self.problems.append(Problem(code, pointer(place), words))
        return {}

    def schema(self, schema: Any, place: Path) -> dict[str, Any]:
        """One schema, whatever it is."""
        if not isinstance(schema, dict) or not constraints(schema):
            return self._refuse(place, "no value is valid" if schema is False else "any value is valid, and a type is needed")
        for keyword in refused_keywords(schema):
            self._refuse((*place, keyword), f"`{keyword}` is not supported")
        if "patternProperties" in schema:
            self._refuse((*place, "patternProperties"), "keys are free", "TC502")
        for keyword in ("$ref", "allOf", "anyOf", "oneOf"):
            if keyword in schema:
                return self._rewrite_combination(keyword, schema, place)
        return self._rewrite_typed(schema, place)

    def _rewrite_combination(self, keyword: str, schema: dict[str, Any], place: Path) -> dict[str, Any]:
        if keyword == "allOf":
            return self._all_of(schema, place)
        if beside := constraints(schema) - {keyword}:
            return self._refuse(place, f"`{keyword}` stands beside `{min(beside)}`")
        if keyword == "$ref":
            return self._reference(schema, place)
        members = schema[keyword]
        if keyword == "oneOf" and not self.schemas.all_disjoint(members, _tag(schema)):
            return self._refuse((*place, keyword), "`oneOf` is not supported, and its members may share values")
        union = [self.schema(member, (*place, keyword, index)) for index, member in enumerate(members)]
        return with_note({"anyOf": union}, schema.get("description", ""))

    def _reference(self, schema: dict[str, Any], place: Path) -> dict[str, Any]:
        ref = schema["$ref"]
        if ref not in self.names and ref != "#":
            return self._refuse((*place, "$ref"), f"`{ref}` is not an entry of `$defs`")
        if ref != "#" and ref not in self.wanted:
            self.wanted.append(ref)
        rewritten = {"$ref": "#" if ref == "#" else f"#/$defs/{self.names[ref]}"}
        return with_note(rewritten, schema.get("description", ""))

    def _all_of(self, schema: dict[str, Any], place: Path) -> dict[str, Any]:
        """One schema that is said through `allOf` to carry words beside it is merged with them."""
        members = schema["allOf"]
        around = {key: value for key, value in schema.items() if key != "allOf"}
        if len(members) > 1 or not isinstance(members[0], dict) or constraints(members[0]) & constraints(around):
            return self._refuse((*place, "allOf"), "`allOf` is not supported")
        return self.schema({**members[0], **around}, place)

    def _rewrite_typed(self, schema: dict[str, Any], place: Path) -> dict[str, Any]:
        values = [schema["const"]] if "const" in schema else schema.get("enum", [])
        if any(isinstance(value, dict | list) for value in values):
            return self._refuse(place, "a constant is an object or an array")
        kinds = _types(schema, values)
        if not kinds:
            return self._refuse(place, "any type is valid, and one must be named")
        if len(kinds) > 1 and {"object", "array"} & set(kinds):
            split = [self._of_types(schema, [kind], place) for kind in kinds]
            return with_note({"anyOf": [_without_words(part) for part in split]}, schema.get("description", ""))
        return self._of_types(schema, kinds, place)

    def _of_types(self, schema: dict[str, Any], kinds: list[str], place: Path) -> dict[str, Any]:
        """A schema whose types are known: their own keywords stay, annotations go."""
        own = frozenset().union(*(BY_TYPE[kind] for kind in kinds)) - {
            "properties",
            "required",
            "additionalProperties",
            "items",
        }
        own |= {"description", "enum", "const"}
        result: dict[str, Any] = {"type": kinds[0] if len(kinds) == 1 else kinds}
        result |= {keyword: value for keyword, value in schema.items() if keyword in own}
        note = ""
        if (form := result.get("format")) is not None and form not in FORMATS:
            note = f"Format: {result.pop('format')}."
        if kinds == ["object"]:
            result.update(self._object(schema, place))
        elif kinds == ["array"]:
            items = schema.get("items", True)
            if isinstance(items, list):
                return self._refuse((*place, "items"), "the items of a list have types of their own")
            result["items"] = self.schema(items, (*place, "items"))
        return with_note(result, note)

    def _object(self, schema: dict[str, Any], place: Path) -> dict[str, Any]:
        """A closed object whose keys are all required; those that were not may be null."""
        properties = schema.get("properties", {})
        required = schema.get("required", ())
        extra = schema.get("additionalProperties", False)
        # Systems write `dict` as an object without a word on its keys; at the root that is a tool without parameters.
        if extra is not False or ("properties" not in schema and "additionalProperties" not in schema and place):
            self._refuse(place, "keys are free", "TC502")
        for name in required:
            if name not in properties:
                self._refuse((*place, "required"), f"`{name}` is required and not declared")
        return {
            "properties": {
                name: self._property(schema, name, member, (*place, "properties", name)) for name, member in properties.items()
            },
            "required": list(properties),
            "additionalProperties": False,
        }

    def _property(self, owner: dict[str, Any], name: str, schema: Any, place: Path) -> dict[str, Any]:
        rewritten = self.schema(schema, place)
        if name in owner.get("required", ()) or not rewritten:
            return rewritten
        # One constant that is its own default, or the property that tells members of a union apart, loses nothing by
        # always being sent.
        constant = "const" in schema and "default" in schema and schema["const"] == schema["default"]
        if constant or (id(owner), name) in self.tags:
            return rewritten
        null_is_a_value = self.schemas.takes_null(schema)
        note = default_note(schema.get("default"), null_is_a_value=null_is_a_value)
        return with_note(rewritten if null_is_a_value else nullable(rewritten), note)


def definitions(root: dict[str, Any]) -> dict[str, Any]:
    """Return the target of each `$ref` inside a schema, the schema itself included."""
    return {"#": root, **{ref: root[ref.split("/")[1]][name] for ref, name in _definition_names(root).items()}}


def _definition_names(root: dict[str, Any]) -> dict[str, str]:
    """The name of each definition by the `$ref` to it. Names that a `$ref` spells in another way are left out."""
    names: dict[str, str] = {}
    for key in ("$defs", "definitions"):
        plain = [name for name in root.get(key, {}) if not set("~/%") & set(name) and name not in names.values()]
        names.update({f"#/{key}/{name}": name for name in plain})
    return names


def _tag(schema: dict[str, Any]) -> str:
    """The property of OpenAPI's `discriminator` (pydantic writes it beside `oneOf`), or ""."""
    discriminator = schema.get("discriminator")
    name = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
    return name if isinstance(name, str) else ""


def _types(schema: dict[str, Any], values: list[Any]) -> list[str]:
    """The types a schema names, or those its constants have; the keywords of objects and arrays name theirs."""
    if "type" in schema:
        return [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    if values:
        return sorted({_type_of(value) for value in values})
    return [kind for kind, keyword in (("object", "properties"), ("array", "items")) if keyword in schema][:1]


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    names: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return names[type(value)]


def _without_words(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "description"}
