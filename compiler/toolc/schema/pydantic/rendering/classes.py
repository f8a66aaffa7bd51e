"""Schemas of classes: models, dataclasses, typed dicts and named tuples (pydantic 2.11 to 2.14, both modes).

Takes a renderer and a node, gives the schema; the register at the end is part of the renderer's.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from toolc.ir import JsonSchema
from toolc.schema.aliases import shown_name, title_of
from toolc.schema.class_fact_keys import VALIDATED
from toolc.schema.pydantic.building.generics import MODELS
from toolc.schema.pydantic.code import apply_extra, class_facts
from toolc.schema.pydantic.code import title as made_title
from toolc.schema.pydantic.defaults.values import plain_json
from toolc.schema.pydantic.issues import Notes, Omit, any_undecided
from toolc.schema.pydantic.node import FUNCTIONS, SERIALIZATION, VALIDATION, Node, is_needed
from toolc.signature import Constant, UnknownConstant


class Rendering(Protocol):
    """Interface of the renderer for classes."""

    config: Mapping[str, Constant]
    notes: Notes
    version: tuple[int, ...]
    by_alias: bool | None
    own_aliases: bool
    titles: bool

    @property
    def mode(self) -> str:
        """`validation` or `serialization`."""

    def render(self, node: Node) -> JsonSchema:
        """The schema of a node."""

    def resolve(self, schema: JsonSchema) -> JsonSchema:
        """Return the schema behind a reference."""


def gets_title(node: Node) -> bool:
    """Return `True` if a field of this type gets a title from its name; a definition has a title of its own."""
    while not node.ref and node.kind != "definition-ref":
        if node.kind in ("default", "nullable") or node.kind in FUNCTIONS:
            node = node.inner or Node("any")
        elif node.kind == "function-input" and node.parts:
            node = node.parts[0]
        else:
            return True
    return False


def _inside(rendering: Rendering, node: Node, inner: Node) -> JsonSchema:
    """`inner` under the configuration of the class."""
    with _use_config(rendering, node):
        return dict(rendering.render(inner))


@contextmanager
def _use_config(rendering: Rendering, node: Node) -> Iterator[None]:
    """Work under the configuration of a class; a class without one keeps that around it."""
    before = rendering.config
    rendering.config = before if node.config is None else node.config
    definition = node.definition
    rendering.notes.trail.append("" if definition is None else definition.name)
    try:
        yield
    finally:
        rendering.config = before
        rendering.notes.trail.pop()


def fields(rendering: Rendering, node: Node) -> JsonSchema:
    """`properties` and `required` of an object."""
    return _render_rows(rendering, _rows(rendering, node))


def _rows(rendering: Rendering, node: Node) -> list[tuple[Node, bool]]:
    """The fields that are there, and which must be."""
    return [(field, _is_required(rendering, field)) for field in node.parts if _present(rendering, field)]


def _render_rows(rendering: Rendering, rows: list[tuple[Node, bool]]) -> JsonSchema:
    properties: dict[str, JsonSchema] = {}
    required: list[str] = []
    for field, always in rows:
        name = _property(rendering, field)
        rendering.notes.trail.append(field.name)
        try:
            schema = dict(rendering.render(field))
        except Omit:
            continue
        finally:
            rendering.notes.trail.pop()
        if "title" not in schema and gets_title(field.inner or field):
            schema["title"] = title_of(name)
        properties[name] = _without_echo(rendering, schema)
        if not rendering.titles:
            properties[name].pop("title", None)
        if always:
            required.append(name)
    result: JsonSchema = {"type": "object", "properties": properties}
    if required:
        result["required"] = required
    return result


def _present(rendering: Rendering, field: Node) -> bool:
    """Computed fields are only written; fields that are excluded, and since 2.14.4 arguments of `__init__` alone, only read."""
    if rendering.mode == VALIDATION:
        return field.kind != "computed-field"
    if field.facts.get("init_only") and rendering.version >= (2, 14, 4):
        return False
    exclude = field.facts.get("exclude")
    if isinstance(exclude, UnknownConstant):
        rendering.notes.undecided_type(f"{field.name}: exclude: {exclude.reason}")
    return exclude is not True


def _is_required(rendering: Rendering, field: Node) -> bool:
    """Return `True` if the key is required. Written values have their defaults, but a schema states that only if configured."""
    if rendering.mode == VALIDATION:
        return is_needed(field)
    always = field.kind == "computed-field" or rendering.config.get("json_schema_serialization_defaults_required") is True
    return (always or is_needed(field)) and field.facts.get("exclude_if") is None


def _property(rendering: Rendering, field: Node) -> str:
    """The alias, unless aliases are off (2.14 takes that from the configuration too)."""
    by_alias = rendering.by_alias
    if rendering.mode == SERIALIZATION:
        return field.name if by_alias is False else str(field.facts.get("written", field.name))
    if by_alias is None:
        by_alias = rendering.version < (2, 14) or rendering.config.get("validate_by_alias") is not False
    return shown_name(field.name, field.alias) if by_alias else field.name


def _without_echo(rendering: Rendering, schema: JsonSchema) -> JsonSchema:
    """A reference does not repeat what the definition says already."""
    if "$ref" not in schema:
        return schema
    target = rendering.resolve({"$ref": schema["$ref"]})
    return {key: value for key, value in schema.items() if key == "$ref" or key not in target or target[key] != value}


def field(rendering: Rendering, node: Node) -> JsonSchema:
    """A field is its type; its keywords are added like those of any node."""
    return rendering.render(node.inner or Node("any"))


@contextmanager
def _use_aliases(rendering: Rendering, node: Node) -> Iterator[None]:
    """Use each class's own `serialize_by_alias` in this block, if requested (fastmcp 4 `_ToolOutputSchemaGenerator`)."""
    before = rendering.by_alias
    if rendering.own_aliases:
        rendering.by_alias = (node.config or {}).get("serialize_by_alias") is True
    try:
        yield
    finally:
        rendering.by_alias = before


def model(rendering: Rendering, node: Node) -> JsonSchema:
    """A model or root model."""
    with _use_aliases(rendering, node):
        schema = _inside(rendering, node, node.inner or Node("any"))
        if "extras" in node.choices:
            schema["additionalProperties"] = _inside(rendering, node, node.choices["extras"])
    return _class_keywords(rendering, schema, node, node.config or {})


def dataclass(rendering: Rendering, node: Node) -> JsonSchema:
    """Of the configuration around a dataclass only `extra` counts for the class itself (since 2.14)."""
    with _use_aliases(rendering, node):
        schema = _inside(rendering, node, node.inner or Node("any"))
    config = dict(node.config or {})
    if node.facts.get("extra") is not None and rendering.version >= (2, 14):
        config.setdefault("extra", node.facts["extra"])
    return _class_keywords(rendering, schema, node, config)


def typed_dict(rendering: Rendering, node: Node) -> JsonSchema:
    """Closed and open typed dicts (PEP 728, since 2.12) and `extra` of the configuration. Which keys must be there, the
    configuration around it tells (2.14 `typed_dict_schema`)."""
    rows = _rows(rendering, node.inner or Node("any"))
    with _use_config(rendering, node):
        schema = _render_rows(rendering, rows)
    extra = node.facts.get("extra") if rendering.version >= (2, 12) else (node.config or {}).get("extra")
    if extra == "forbid":
        schema["additionalProperties"] = False
    elif extra == "allow":
        schema["additionalProperties"] = rendering.render(node.choices["extras"]) if "extras" in node.choices else True
    return _class_keywords(rendering, schema, node, node.config or {})


def _class_keywords(rendering: Rendering, schema: JsonSchema, node: Node, config: Mapping[str, Constant]) -> JsonSchema:
    """Title, description, `additionalProperties`, `json_schema_extra` and `deprecated` of a class."""
    _title(rendering, schema, node, config)
    description = _description(node, rendering.version)
    if description is not None:
        schema.setdefault("description", description)
    if config.get("extra") in ("allow", "forbid"):
        schema.setdefault("additionalProperties", config["extra"] == "allow")
    extra = config.get("json_schema_extra")
    if isinstance(extra, dict) and any_undecided(extra) is None:
        written = plain_json(extra, rendering.notes, "json_schema_extra")
        schema.update(written if isinstance(written, dict) else {})
    elif extra is not None:
        schema = apply_extra(extra, schema, node.name, rendering.notes, f"{node.name}: json_schema_extra")
    marked = node.definition.config.get("__deprecated__") if node.definition is not None else None
    if marked and rendering.version < (2, 14, 4):
        schema["deprecated"] = True
    elif marked == "own":  # a class below one that is deprecated is not
        schema.setdefault("deprecated", True)
    return schema


def _title(rendering: Rendering, schema: JsonSchema, node: Node, config: Mapping[str, Constant]) -> None:
    title = config.get("title")
    generator = config.get("model_title_generator")
    if title is None and generator is not None:
        title = made_title(generator, rendering.notes, f"{node.name}: model_title_generator", class_facts(node.name))
    elif title is not None and not isinstance(title, str):
        title = node.name
        rendering.notes.undecided_keyword(f"{node.name}: the title is not known")
    schema.setdefault("title", node.name if title is None else title)


def _description(node: Node, version: tuple[int, ...]) -> str | None:
    """The docstring. Those of plain dataclasses count since 2.13; a parametrised model is a class without one."""
    definition = node.definition
    if definition is None or not definition.doc or (node.name.endswith("]") and definition.kind in MODELS):
        return None
    if definition.kind == "dataclass" and version < (2, 13) and VALIDATED not in definition.config:
        return None
    return inspect.cleandoc(definition.doc)


def named_tuple(rendering: Rendering, node: Node) -> JsonSchema:
    """An array of fixed items; those with a default may be missing at the end."""
    items: list[JsonSchema] = []
    for part in node.parts:
        schema = dict(rendering.render(part))
        if rendering.version < (2, 12) or ("title" not in schema and gets_title(part.inner or part)):  # before, whatever it was
            by_alias = rendering.by_alias is not False
            schema["title"] = title_of(part.alias if by_alias and isinstance(part.alias, str) else part.name)
        items.append(schema)
    result: JsonSchema = {"type": "array", "maxItems": len(items)}
    if items:
        result["prefixItems"] = items
    least = sum(1 for part in node.parts if is_needed(part))
    if least:
        result["minItems"] = least
    return result


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {
    "field": field,
    "computed-field": field,
    "model-fields": fields,
    "model": model,
    "dataclass": dataclass,
    "typed-dict": typed_dict,
    "named-tuple": named_tuple,
}
