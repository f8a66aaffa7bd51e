"""The second pass: validators → JSON Schema, in the way of pydantic's `GenerateJsonSchema` (2.14, both modes).

Takes a node and the definitions of the first pass, gives a schema and fills `Definitions`. One method for each kind of node.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import UNSET

from toolc.ir import JsonSchema
from toolc.schema.pydantic import members
from toolc.schema.pydantic.building.discriminate import discriminate
from toolc.schema.pydantic.code import apply_extra
from toolc.schema.pydantic.defaults.factories import make_default
from toolc.schema.pydantic.defaults.values import Encoder, plain_json
from toolc.schema.pydantic.finalize import are_entangled
from toolc.schema.pydantic.issues import Exhausted, Invalid, Notes, Omit, UnknownPart, Unwritable
from toolc.schema.pydantic.node import FUNCTIONS, SERIALIZATION, VALIDATION, Hook, Node, Serialization
from toolc.schema.pydantic.rendering import arguments, classes, parameters, unions
from toolc.schema.pydantic.rendering.definitions import PREFIX, Definitions
from toolc.schema.pydantic.rendering.leaves import (
    LEAVES,
    NUMERIC,
    PATCHED,
    SAID_AGAIN,
    STATED,
    WRITTEN,
    WRITTEN_NUMERIC,
    add_constraints,
    any_of,
)
from toolc.schema.pydantic.rendering.serialized import default_serialization, is_nullable, says_itself
from toolc.signature import Constant, Given, Plain, UnknownConstant

MAX_STEPS = 100_000
"""More nodes than any real schema has."""


Aliases = bool | None | Literal["own"]

OWN_ALIASES: Literal["own"] = "own"
"""Names by the fields' own names, except in classes whose configuration has `serialize_by_alias`."""


class Renderer:
    """One run of the second pass. `config` is what the class around the node says; `titles`: keys have them.
    `shows_made`: what a factory makes is a default as well."""

    def __init__(
        self,
        defs: Mapping[str, Node],
        encoder: Encoder,
        notes: Notes,
        version: tuple[int, ...],
        by_alias: Aliases = None,
        mode: str = VALIDATION,
    ) -> None:
        self.defs = defs
        self.encoder = encoder
        self.notes = notes
        self.version = version
        self.own_aliases = by_alias == OWN_ALIASES
        self.by_alias = None if isinstance(by_alias, str) else by_alias
        if self.own_aliases:
            self.by_alias = False
        self._mode = mode
        self.config: Mapping[str, Constant] = {}
        self.titles = True
        self.shows_made = False
        self.definitions = Definitions()
        self._started: set[tuple[str, str]] = set()
        self._left = MAX_STEPS
        self.chosen: set[str] = set()  # definitions that are members of unions

    @property
    def mode(self) -> str:
        """`validation` or `serialization`; the configuration of a class may settle it (`json_schema_mode_override`)."""
        told = self.config.get("json_schema_mode_override")
        return told if told in (VALIDATION, SERIALIZATION) else self._mode

    def name(self, ref: str) -> str:
        """The working name of a definition in the mode in force."""
        return self.definitions.name(ref, self.mode)

    def whole(self, root: Node) -> JsonSchema:
        """The schema of the root. Definitions that stay come first, under the configuration around the root."""
        for definition in self.defs.values():
            try:
                self.render(definition)
            except Invalid as invalid:
                self.definitions.invalid[self.name(definition.ref)] = str(invalid)
        schema = self.render(root)
        others = [one for one in self.defs.values() if one.ref != root.target]
        unions.judge_definitions(self, [one for one in others if self.name(one.ref) in self.definitions.invalid])
        return self.definitions.finish(schema)

    def render(self, node: Node) -> JsonSchema:
        """The schema of a node; a reference when the node is a definition, whose name is made once what is inside has its own
        (`generate_inner`)."""
        self._left -= 1
        if self._left < 0:
            raise Exhausted(f"more than {MAX_STEPS} schemas")
        if not node.ref:
            return self._render_with_hooks(node)
        key = node.ref, self.mode
        if not self.definitions.is_written(*key) and key not in self._started:
            self._started.add(key)
            try:
                schema = self._render_with_hooks(node)
                name = self.name(node.ref)
                if schema != {"$ref": PREFIX + name}:
                    self.definitions.schemas[name] = schema
            finally:
                self._started.discard(key)
        return {"$ref": PREFIX + self.name(node.ref)}

    def _render_with_hooks(self, node: Node) -> JsonSchema:
        """The schema of the node, after its hooks, the last of which is the outermost."""
        if not node.hooks:
            return self._with_keywords(node, None)

        def inside(hooks: list[Hook], shown: Node | None) -> JsonSchema:
            if not hooks:
                return self._with_keywords(node, shown)
            return hooks[-1](lambda other=None: inside(hooks[:-1], other or shown), self.mode)

        return inside(node.hooks, None)

    def _with_keywords(self, node: Node, shown: Node | None) -> JsonSchema:
        """The schema of the node's kind, then what `Field` adds, unless the kind states its schema after that.

        `shown` is what a hook has written in place of the node itself: what stands around that stays. `SkipValidation` writes
        what it was given, whatever it is asked for.
        """
        schema = self._kind(node) if shown is None or node.kind == "skip-validation" else self.render(shown)
        if node.kind in STATED:
            return schema
        updates = node.updates
        if node.kind == "model" and self.version < (2, 14):  # a root model took only the description of its field
            updates = {key: value for key, value in updates.items() if key == "description" and value}
        schema = {**schema, **updates}
        if node.extra:
            extra = plain_json(node.extra, self.notes, "json_schema_extra")
            schema.update(extra if isinstance(extra, dict) else {})
        return schema if node.change is None else apply_extra(node.change, schema, node.name, self.notes, "json_schema_extra")

    def _kind(self, node: Node) -> JsonSchema:
        if self.mode == SERIALIZATION and node.serialization is not None and not says_itself(node):
            written = self._serializer_schema(node, node.serialization)
            if written is not None:
                return {**written, **SAID_AGAIN[node.kind](node)} if node.kind in SAID_AGAIN else written
        leaf = (WRITTEN.get(node.kind) if self.mode == SERIALIZATION else None) or LEAVES.get(node.kind)
        if leaf is not None:
            return leaf(node, self.config, self.version)
        if node.kind in FUNCTIONS or node.kind == "json-or-python":
            return self.render(node.inner or Node("any"))
        method = _METHODS.get(node.kind)
        if method is None:
            raise Invalid(f"Cannot generate a JsonSchema for {node.kind} {node.name}".rstrip())
        return method(self, node)

    def _serializer_schema(self, node: Node, how: Serialization) -> JsonSchema | None:
        """Return the schema of a serializer's results, `None` if it states none; it may leave null values alone."""
        if how.text:
            schema = LEAVES["str"](Node("str"), self.config, self.version)
        elif how.returns is not None:
            schema = self.render(how.returns)
        else:
            return None
        return any_of([{"type": "null"}, schema]) if how.unless_none and is_nullable(node) else schema

    # --- references and wrappers -------------------------------------------------------------------------------------

    def reference(self, node: Node) -> JsonSchema:
        """A use of a definition."""
        return {"$ref": PREFIX + self.name(node.target)}

    def default(self, node: Node) -> JsonSchema:
        """The inner schema with its default, if there is one that JSON can say."""
        schema = self.render(node.inner or Node("any"))
        if isinstance(node.default, UnknownConstant):
            self.notes.undecided_default(node.default.reason)
        elif isinstance(node.default, Given) and not _is_missing(node.default.value):
            value = self._default(node, node.default.value)
            if value is UNSET:
                self.notes.warned = True
            else:
                schema["default"] = value
        elif self.shows_made and "factory" in node.facts:
            self._add_made_default(node, schema)
        return schema

    def _add_made_default(self, node: Node, schema: JsonSchema) -> None:
        """Show the list or map that a factory makes, where it is known."""
        try:
            made = make_default(node.facts["factory"])
        except UnknownPart:
            return
        if isinstance(made, list | tuple | dict | set | frozenset) and (value := self._default(node, made)) is not UNSET:
            schema["default"] = value

    def _default(self, node: Node, value: Constant) -> Any:
        """The JSON of a default. It goes through the function that writes the field, if that is a plain one without info."""
        how = default_serialization(node.inner) if self.mode == SERIALIZATION else None
        if how is not None and how.default is not None and not (value is None and how.unless_none):
            try:
                value = how.default(value)
            except Unwritable:
                return UNSET
        return self.encoder.default(value, self.config, self.mode)

    def nullable(self, node: Node) -> JsonSchema:
        """`None` comes last."""
        inner = self.render(node.inner or Node("any"))
        return inner if inner == {"type": "null"} else any_of([inner, {"type": "null"}])

    def resolve(self, schema: JsonSchema) -> JsonSchema:
        """The schema that a reference stands for, as far as it is written already; one that has none is invalid here too."""
        for _ in range(len(self.definitions.schemas) + 1):
            ref = schema.get("$ref")
            if not isinstance(ref, str):
                break
            schema = self.definitions.schema_under(ref.removeprefix(PREFIX))
        return schema

    def render_missing(self, node: Node) -> JsonSchema:
        """`MISSING` alone has nothing to show."""
        raise Omit

    def render_deferred(self, node: Node) -> JsonSchema:
        """A discriminator that had to wait until every member was built."""
        inner = node.inner or Node("any")
        return self.render(discriminate(inner, node.facts["discriminator"], self.defs, self.notes))

    # --- containers --------------------------------------------------------------------------------------------------

    def array(self, node: Node) -> JsonSchema:
        """A list of any length."""
        schema: JsonSchema = {"type": "array", "items": self.render(node.parts[0])}
        if node.kind in ("set", "frozenset"):
            schema["uniqueItems"] = True
        return add_constraints(schema, node, "array")

    def tuple(self, node: Node) -> JsonSchema:
        """A tuple of fixed items, or of any number of equal ones."""
        if node.facts.get("variadic"):
            return add_constraints({"type": "array", "items": self.render(node.parts[0])}, node, "array")
        items = [self.render(part) for part in node.parts]
        schema: JsonSchema = {"type": "array", "minItems": len(items), "maxItems": len(items)}
        if items:
            schema["prefixItems"] = items
        return add_constraints(schema, node, "array")

    def mapping(self, node: Node) -> JsonSchema:
        """A dict; what its keys must be like is said by `patternProperties` or `propertyNames`."""
        keys = dict(self.render(node.parts[0]))
        pattern = None
        if "$ref" not in keys:
            pattern = keys.pop("pattern", None)
            keys.pop("title", None)
        values = dict(self.render(node.parts[1]))
        values.pop("title", None)
        schema: JsonSchema = {"type": "object"}
        if pattern is not None:
            schema["patternProperties"] = {pattern: values}
        else:
            schema["additionalProperties"] = values or True
        if (keys.get("type") == "string" and len(keys) > 1) or "$ref" in keys:
            keys.pop("type", None)
            schema["propertyNames"] = keys
        return schema if node.kind == "defaultdict" else add_constraints(schema, node, "object")

    def json_text(self, node: Node) -> JsonSchema:
        """A text that holds JSON; what is written is what it held."""
        content = self.render(node.inner or Node("any"))
        if self.mode == SERIALIZATION:
            return content
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": content}

    def input(self, node: Node) -> JsonSchema:
        """A validator function that says what it takes; what is written is what it makes, if that is known."""
        if self.mode == VALIDATION:
            return self.render(node.inner or Node("any"))
        if not node.parts:
            raise Invalid("Cannot generate a JsonSchema for core_schema.PlainValidatorFunctionSchema")
        return self.render(node.parts[0])

    def render_unvalidated(self, node: Node) -> JsonSchema:
        """Return the schema of the kind alone: without the type's keywords, and inline where it could be a definition.

        `SkipValidation` hands the type's schema to its own handler, which skips what `generate_inner` does around the kind.
        """
        inner = node.inner or Node("any")
        if inner.kind in PATCHED:
            self.notes.undecided_type(f"SkipValidation hides what pydantic adds to a type of the kind {inner.kind!r}")
        if inner.target in self.defs and are_entangled({inner.target: self.defs[inner.target]}):
            self.notes.undecided_type("SkipValidation of a model that another one holds, which it holds itself")
        return {} if inner.kind == "skip-validation" else dict(self._kind(inner))

    def chain(self, node: Node) -> JsonSchema:
        """Return the schema of a chain: of its first validator or, in serialization mode, its last."""
        return self.render(node.parts[-1] if self.mode == SERIALIZATION else node.inner or Node("any"))

    def half(self, node: Node) -> JsonSchema:
        """Decimals and fractions: a number or a text (pydantic 2.12 and 2.13 gave the text of a decimal a pattern)."""
        table = WRITTEN_NUMERIC if self.mode == SERIALIZATION else NUMERIC
        return table[node.kind](node, self.config, self.version)


def _is_missing(value: Constant) -> bool:
    """`MISSING` says that there is no value at all."""
    return isinstance(value, Plain) and value.name.rpartition(".")[2] == "MISSING"


_METHODS: dict[str, Callable[[Renderer, Node], JsonSchema]] = {
    "definition-ref": Renderer.reference,
    "default": Renderer.default,
    "nullable": Renderer.nullable,
    "deferred": Renderer.render_deferred,
    "missing": Renderer.render_missing,
    **dict.fromkeys(("list", "sequence", "deque", "set", "frozenset", "generator"), Renderer.array),
    "tuple": Renderer.tuple,
    **dict.fromkeys(("dict", "ordered-dict", "counter", "defaultdict"), Renderer.mapping),
    "json": Renderer.json_text,
    "function-input": Renderer.input,
    "chain": Renderer.chain,
    "skip-validation": Renderer.render_unvalidated,
    **dict.fromkeys(("decimal", "fraction"), Renderer.half),
    **classes.METHODS,
    **arguments.METHODS,
    **parameters.METHODS,
    **members.METHODS,
    **unions.METHODS,
}
