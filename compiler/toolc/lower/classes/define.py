"""Classes of the program as definitions of a signature: models, dataclasses, TypedDicts, named tuples, enums.

Takes a class definition, gives a `signature.Definition` with its fields merged over all ancestors. Changes that code makes to
the class (hooks, metaclasses, computed bases) are not followed but reported, in `Definition.reason`.
"""

from msgspec import structs

from toolc.lower.annotations.hooks import core_hook, json_hook, referenced_types, validators
from toolc.lower.annotations.resolve import ROOT, ROOT_MODEL, Annotations
from toolc.lower.classes.conditional_members import ConditionalMembers
from toolc.lower.classes.config import Configs, merged_config
from toolc.lower.classes.decorators import Decorated, collect_decorated
from toolc.lower.classes.defaults import dataclass_call
from toolc.lower.classes.definition_errors import definition_error
from toolc.lower.classes.fields import class_fields, in_order, keyword_only, required_keys
from toolc.lower.classes.generic_bases import GenericBases
from toolc.lower.classes.instance_fidelity import constructor, made_by_code
from toolc.lower.classes.model_fields import DOCSTRINGS, ModelFields
from toolc.lower.classes.serializing import serializer_constant
from toolc.lower.classes.type_hints_parity import plainly_hinted
from toolc.lower.classes.unsupported import DEPRECATED, own_doc, reporting_reason, unsupported_reason
from toolc.lower.effects.changes import DEPRECATED as MARK
from toolc.lower.effects.changes import effective_decorators
from toolc.lower.functional import called_bases
from toolc.lower.lineage import MODEL_KINDS, MODELS
from toolc.lower.lineage import lineage as lineage_of
from toolc.lower.values import constant
from toolc.module import AnnAssign, Name, SubscriptExpr
from toolc.module import Class as ClassStatement
from toolc.program import CallResult, DefinitionValue, EnumMember, ExternalSymbol, Program
from toolc.python_versions import python_before
from toolc.schema.class_fact_keys import CODED, COLLECTED, EXTRA, REPORTED, SERIALIZED, TYPING
from toolc.signature import ANY, Annotated, CallConstant, Class, Definition, DefinitionKind, Field, Type, UnknownConstant
from toolc.types.operations import annotate, mentions

NAMED_TUPLES = frozenset({"typing.NamedTuple", "collections.namedtuple"})
DECORATED = ("model", "root_model", "dataclass", "typed_dict")
ENUMS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"})


class Classes:
    """Defines classes on demand and keeps what it defined."""

    def __init__(self, annotations: Annotations) -> None:
        self._annotations = annotations
        self._program: Program = annotations.program
        self._bases = GenericBases(annotations)
        self._read = ConditionalMembers(self._program)
        self._configs = Configs(self._program, self._bases)
        self._models = ModelFields(annotations, self._bases, self._configs, lambda cls: self._own_fields(cls, "model"))
        self._declared: dict[tuple[str, int, str], tuple[list[tuple[Field, bool]], set[str]]] = {}

    def define(self, qualname: str, definition: DefinitionValue) -> Definition:
        """One class, with everything its schema can depend on."""
        lineage = lineage_of(definition, self._program)
        external = {base.name for base in self._program.ancestors(definition) if isinstance(base, ExternalSymbol)}
        kind = self._kind(definition, lineage, external)
        statement = definition.stmt
        assert isinstance(statement, ClassStatement)
        members = self._members(definition) if kind == "enum" else ()
        merged, (named_only, last) = self._fields(definition, lineage, kind)
        fields = in_order(merged, last if kind == "dataclass" else set())
        added = collect_decorated(lineage, self._annotations) if kind in DECORATED else None
        fields = tuple(_with(field, added) for field in fields) if added is not None else fields
        reason = unsupported_reason(definition, lineage, kind, members, merged.keys(), self._program, self._read)
        reason = reason or (self._unfinished_reason(definition, lineage, added) if kind in MODEL_KINDS else "")
        reason = reason or next((base.reason for cls in lineage for base in called_bases(cls, self._annotations)), "")
        core = core_hook(lineage, self._annotations)
        core = validators(lineage, self._program) if core is None and kind == "plain" else core
        apart = core is not None and Class(qualname) not in referenced_types(core)
        return Definition(
            qualname=qualname,
            name=statement.name,
            kind=kind,
            doc=own_doc(definition, self._program),
            fields=fields,
            config=self._config(lineage, kind, fields)
            | self._code_reasons(lineage, kind, added, fields, apart)
            | _move_keyword_only(fields, merged),
            members=members,
            parameters=self._bases.parameters(definition),
            ancestors=tuple(sorted({*external, *(cls.full_name for cls in lineage if cls is not definition)})),
            reason=reason
            or (added.untyped_reason() if added is not None else "")
            or definition_error(definition, kind, tuple(merged.values()), named_only, self._program),
            span=self._program.span(definition.scope, statement.name_at, definition.name_end),
            computed=self._computed_fields(definition, kind, added) if added is not None else (),
            serializer=added.whole() if added is not None else None,
            core_hook=core,
            json_hook=json_hook(lineage, self._annotations),
            hinted=kind != "enum" and plainly_hinted(definition, lineage, fields, self._program),
        )

    def _config(self, lineage: list[DefinitionValue], kind: str, fields: tuple[Field, ...]) -> dict[str, object]:
        """Return the configuration; its option for attribute docstrings is already applied to the fields of models."""
        model = kind in MODEL_KINDS
        config = self._configs.of_model(lineage[0]) if model else merged_config(lineage, self._program)
        if model and any(field.doc is not None for field in fields):
            config[DOCSTRINGS] = True
        if kind in (*MODEL_KINDS, "dataclass") and (made := serializer_constant(lineage, self._program)) is not None:
            config[SERIALIZED] = made
        call = dataclass_call(lineage[0], self._program)
        if call is not None and call[1].get("slots") is True:
            config["slots"] = True
        if model and (reason := reporting_reason(lineage, self._program)):
            config[REPORTED] = reason
        if kind != "enum" and self._is_deprecated(lineage[:1] if kind in ("typed_dict", "named_tuple") else lineage):
            config["__deprecated__"] = "own" if self._is_deprecated(lineage[:1]) else "inherited"
        if kind in MODEL_KINDS and (extra := self._extra_annotation(lineage)) is not None:
            config[EXTRA] = extra
        if kind == "typed_dict":
            config.update(self._extra_items(lineage))
            seen = {name: told for cls in reversed(lineage) for name, told in required_keys(cls, self._annotations).items()}
            if any(seen.get(field.name) is not field.required for field in fields):
                config["__required_keys__"] = tuple(name for name, told in seen.items() if told)
            own = (base for cls in lineage for base in self._program.ancestors(cls) if isinstance(base, ExternalSymbol))
            if python_before(self._program.version("python"), 3, 12) and any(
                base == ExternalSymbol("typing.TypedDict") for base in own
            ):
                config[TYPING] = True
        return config

    def _code_reasons(
        self,
        lineage: list[DefinitionValue],
        kind: DefinitionKind,
        added: Decorated | None,
        fields: tuple[Field, ...],
        apart: bool,
    ) -> dict[str, object]:
        """Return the reasons why code of the class may change its instances; `apart`: a hook's validator ignores the class's
        own.
        """
        if kind == "plain":  # of a text or number `__init__` changes nothing, and of other objects nothing is written
            method = constructor(lineage, kind, frozenset(), self._program)
            by = UnknownConstant(f"`{lineage[0].stmt.name}.{method}` makes its instances with code")
            return {CODED: {"": by}} if method in ("__new__", "__call__") else {}
        if added is None or kind == "typed_dict":
            return {}
        told = made_by_code(lineage, kind, added, {field.name for field in fields}, self._program)
        if apart:
            told = {"": UnknownConstant(f"`{lineage[0].stmt.name}` is read and written by the schema that its hook makes")}
        return {CODED: told} if told else {}

    def _computed_fields(self, definition: DefinitionValue, kind: str, added: Decorated) -> tuple[Field, ...]:
        """The computed fields; a model hands them on with the names, titles and types that it gave them."""
        if kind not in MODEL_KINDS:
            return tuple(field for field, _ in added.computed_fields())
        return tuple(
            structs.replace(
                field,
                type=self._bases.type_in_subclass(field.type, home, definition),
                generators=self._models.inherited_generators(home, definition),
            )
            for field, home in added.computed_fields()
        )

    def _extra_items(self, lineage: list[DefinitionValue]) -> dict[str, object]:
        """The type of further keys, which is an annotation and not a value like other keywords of a class (PEP 728)."""
        for cls in lineage:
            for arg in getattr(cls.stmt, "args", ()):
                if arg.name == "extra_items":
                    return {"extra_items": self._annotations.resolve(arg.value, cls.scope)}
        return {}

    def _is_deprecated(self, lineage: list[DefinitionValue]) -> bool:
        """Return `True` if a class, or one it inherits the attribute from, has `@deprecated` or sets `__deprecated__` (PEP
        702).
        """
        if any(self._sets_deprecated(cls) for cls in lineage):
            return True
        calls = [decorator for cls in lineage for decorator in effective_decorators(cls, self._program)]
        callees = [call.callee for call in calls if isinstance(call, CallResult)]
        return any(isinstance(callee, ExternalSymbol) and callee.name in DEPRECATED for callee in callees)

    def _sets_deprecated(self, cls: DefinitionValue) -> bool:
        """Return `True` if the body of a class, code after it or a decorator of the program sets `__deprecated__`."""
        if self._program.class_attribute(cls, MARK) is not None or self._program.late_class_attribute(cls, MARK) is not None:
            return True
        told = self._program.class_decoration(cls) if cls.stmt.decorators else None
        return told is not None and MARK in told.set

    def _extra_annotation(self, lineage: list[DefinitionValue]) -> Type | None:
        """The annotation of `__pydantic_extra__` nearest to the class (pydantic 2.14 `collect_model_fields`)."""
        mappings: dict[str, dict[str, Type]] | None = None
        for cls in lineage:
            for _, statement, scope in self._program.statements(cls):
                if isinstance(statement, AnnAssign) and isinstance(statement.target, Name) and statement.target.id == EXTRA:
                    mappings = mappings if mappings is not None else self._bases.mappings(lineage[0])
                    return self._bases.replace_variables(
                        self._annotations.resolve(statement.annotation, scope), mappings.get(cls.full_name, {})
                    )
        return None

    def _kind(self, definition: DefinitionValue, lineage: list[DefinitionValue], external: set[str]) -> DefinitionKind:
        if external & ENUMS:
            return "enum"
        if "pydantic.RootModel" in external:
            return "root_model"
        if external & MODELS:
            return "model"
        if "typing.TypedDict" in external:
            return "typed_dict"
        if external & NAMED_TUPLES:
            return "named_tuple"
        return "dataclass" if any(dataclass_call(cls, self._program) is not None for cls in lineage) else "plain"

    def _fields(
        self, definition: DefinitionValue, lineage: list[DefinitionValue], kind: str
    ) -> tuple[dict[str, Field], tuple[set[str], set[str]]]:
        """The fields of all ancestors, the most distant first, and which are keyword-only to dataclasses and to pydantic.

        A field defined again keeps its first place.
        """
        merged: dict[str, Field] = {}
        only: tuple[set[str], set[str]] = set(), set()
        if kind == "enum":
            return merged, only
        if kind in MODEL_KINDS:
            merged = self._models.of(definition)
            if kind == "root_model" and "root" not in merged and (root := self._root_type(definition)) is not None:
                merged["root"] = Field("root", root)
            return merged, only
        for cls in reversed(lineage):
            call = dataclass_call(cls, self._program)
            if kind == "dataclass" and call is None:
                continue
            called = {field.name: field for base in called_bases(cls, self._annotations) for field in base.fields}
            if kind == "named_tuple" and called:  # `_fields` is the nearest one's
                hints, merged = merged, called
                merged = {name: hints[name] if field.type == ANY and name in hints else field for name, field in merged.items()}
            else:
                merged.update(called)
            if kind == "named_tuple" and not self._names_fields(cls):
                merged = self._hinted_fields(merged, cls)
                continue
            everything = bool(call and call[1].get("kw_only") is True)
            for field, by_keyword in self._own_fields(cls, kind):
                merged[field.name] = field if cls is lineage[0] or field.doc is None else structs.replace(field, doc=None)
                verdicts = keyword_only(field, by_keyword or everything, bool(call and call[0].startswith("pydantic")))
                for names, verdict in zip(only, verdicts, strict=True):
                    (names.add if verdict else names.discard)(field.name)
        return merged, only

    def _own_fields(self, cls: DefinitionValue, kind: str) -> list[tuple[Field, bool]]:
        """Return the fields that one class declares, computed once; a class created in a followed call is not shared."""
        if cls.scope.within or cls.frame is not None:
            return class_fields(cls, kind, self._annotations)
        key = cls.full_name, cls.node.at, kind
        if key not in self._declared:
            with self._annotations.orders.apart() as touched:
                self._declared[key] = class_fields(cls, kind, self._annotations), touched
        fields, touched = self._declared[key]
        self._annotations.orders.touch(touched)
        return fields

    def _hinted_fields(self, fields: dict[str, Field], cls: DefinitionValue) -> dict[str, Field]:
        """The fields of a named tuple with the types a subclass annotates: the hints of all classes count (2.14
        `_namedtuple_schema`)."""
        hints = {field.name: field.type for field, _ in class_fields(cls, "named_tuple", self._annotations)}
        return {name: structs.replace(field, type=hints.get(name, field.type)) for name, field in fields.items()}

    def _names_fields(self, cls: DefinitionValue) -> bool:
        """Return `True` if a class derives from `NamedTuple` directly: annotations of a class below that are not fields."""
        bases = [self._program.evaluate(arg.value, cls.scope) for arg in getattr(cls.stmt, "args", ())]
        return any(isinstance(base, ExternalSymbol) and base.name == "typing.NamedTuple" for base in bases)

    def _root_type(self, definition: DefinitionValue) -> Type | None:
        """`class Names(RootModel[list[str]])`: the type between the brackets, of the class or of an ancestor."""
        mappings = self._bases.mappings(definition)
        for cls in lineage_of(definition, self._program):
            for arg in getattr(cls.stmt, "args", ()):
                base = self._annotations.resolve(arg.value, cls.scope) if isinstance(arg.value, SubscriptExpr) else None
                if isinstance(base, Class) and base.qualname == ROOT_MODEL and base.args:
                    return self._bases.replace_variables(base.args[0], mappings.get(cls.full_name, {}))
        return ROOT if ExternalSymbol("pydantic.RootModel") in self._program.ancestors(definition) else None

    def _unfinished_reason(self, definition: DefinitionValue, lineage: list[DefinitionValue], added: Decorated | None) -> str:
        """Return the reason why pydantic 2.14 may leave a class undefined, or "": below `G[int]`, a field or property of `G`
        that names `G` is never evaluated.
        """
        below = {name for name, mapping in self._bases.mappings(definition).items() if mapping}
        made = list(added.computed_fields()) if below and added is not None else []
        for cls in lineage[1:] if below else ():
            types = [field.type for field, _ in self._own_fields(cls, "model")]
            types += [field.type for field, home in made if home.full_name == cls.full_name]
            if cls.full_name in below and any(mentions(one, cls.full_name) for one in types):
                return f"`{definition.stmt.name}` inherits from `{cls.stmt.name}[…]`, which names itself and may stay undefined"
        return ""

    def _members(self, definition: DefinitionValue) -> tuple[tuple[str, object], ...]:
        found = []
        for cls in reversed(lineage_of(definition, self._program)):
            for name in self._program.enum_members(cls):
                value = self._program.attribute(EnumMember(cls, name), "value")
                self._annotations.meet(value)
                found.append((name, constant(value, self._program)))
        return tuple(found)


def _move_keyword_only(fields: tuple[Field, ...], declared: dict[str, Field]) -> dict[str, object]:
    """The fields as they were declared, where keyword-only ones went behind the others."""
    names = tuple(declared)
    return {} if names == tuple(field.name for field in fields) else {COLLECTED: names}


def _with(field: Field, added: Decorated) -> Field:
    """A field with its decorated validators and serializer. Validators come behind all annotations (`_common_field_schema`)."""
    validators = added.validators(field.name)
    if not validators and isinstance(field.type, Annotated) and added.has_validator(field.name):
        validators = (
            (CallConstant("pydantic.AfterValidator"),) if CallConstant("pydantic.OnErrorOmit") in field.type.metadata else ()
        )
    type_ = annotate(field.type, validators) if validators else field.type
    return structs.replace(field, type=type_, serializer=added.serializer(field.name))
