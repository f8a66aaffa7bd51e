"""The output schema of an MCP tool: takes the return annotation, gives the schema, the wrapping key and findings.

Source: `func_metadata` in mcp 1.30.0 and 2.3.0. What cannot be decided here never costs the input schema: such a tool is
written without output schema and marked approximate. What makes `func_metadata` raise refuses the tool.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from toolc.ir import JsonSchema
from toolc.schema.class_fact_keys import CONFIGURED
from toolc.schema.mapping import Issue
from toolc.signature import (
    ANY,
    NO_DEFAULT,
    NONE,
    Annotated,
    CallConstant,
    Class,
    Default,
    Definition,
    Factory,
    Field,
    Generic,
    Given,
    Plain,
    Signature,
    Type,
    Union,
    Unresolved,
)
from toolc.systems.mcp.types import is_content, of_mcp
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import Aliases, Mode, Outcome, spell_model, spell_type
from toolc.systems.shared.types import bare, parts, reached_types, strip_annotated
from toolc.types.operations import map_types

_PRIVATE = ("Url", "Dsn", ".SecretStr", ".SecretBytes")
"""pydantic's classes with annotations that all begin with an underscore: a model of them has no fields."""
_PRIMITIVES = {f"builtins.{name}" for name in ("str", "int", "float", "bool", "bytes")}
_FORMS = {f"typing.{name}" for name in ("NoReturn", "Never", "LiteralString", "Self")}
_WRAPPED = frozenset({NONE.name, *_PRIMITIVES, *_FORMS})
"""Primitives, and what is no class at run time."""

_CALLABLE = "collections.abc.Callable"


_ALIASED = (1, 11)
"""The first version whose results have the aliases of fields (`model_dump(by_alias=True)`)."""


class Output(Struct, frozen=True):
    """Output schema and issues. `unwrap` is the key the result is wrapped in, or ""."""

    schema: JsonSchema | None = None
    unwrap: str = ""
    issues: tuple[Issue, ...] = ()


class Case(Struct, frozen=True):
    """One callable under one set of versions. `structured` is the option `structured_output`: True asks for a schema.

    The SDK reports the schema of what the model of the result takes (`mode`), and sends what it writes.
    """

    signature: Signature
    structured: object = None
    version: tuple[int, ...] = (2,)
    python: tuple[int, ...] = (3, 13)
    pydantic: str | None = None
    mode: Mode = "validation"

    @property
    def major(self) -> int:
        return self.version[0]

    def aliases(self, taken: Aliases) -> Aliases:
        """The names of keys: `taken` where the schema is of what is taken."""
        return taken if self.mode == "validation" else self.version >= _ALIASED or "own"

    @property
    def definitions(self) -> Mapping[str, Definition]:
        return self.signature.definitions


def output(case: Case) -> Output:
    """The output schema, if the tool gets one."""
    returns = case.signature.returns
    if case.structured is False:
        return Output()
    if returns is None:
        return _raises("structured_output=True needs a return annotation") if case.structured is True else Output()
    return _annotation_output(case, returns)


def sent_schema(case: Case, reported: Output) -> JsonSchema | None:
    """The schema of results as they are sent; `None` where it is the output schema itself, or is not known.

    A keyword that is not known, such as a default that a serializer changes, is left out. What factories make are defaults too.
    """
    found = Output() if reported.schema is None else output(structs.replace(case, mode="serialization"))
    return None if found.schema == reported.schema else found.schema


def _annotation_output(case: Case, annotation: Type) -> Output:
    """Return the output of an annotation, after the cases decided before its type is read: results other than data."""
    returns = _without_requests(annotation, case.definitions) if case.major >= 2 else annotation
    if returns is None:
        return Output()
    plain = bare(returns)
    if isinstance(plain, Union) and any(of_mcp(one, case.definitions, ("CallToolResult",)) for one in plain.members):
        return _raises("CallToolResult cannot stand in a union or Optional")
    if of_mcp(plain, case.definitions, ("CallToolResult",)):
        return _unknown_output("the type in the metadata of CallToolResult") if isinstance(returns, Annotated) else Output()
    if case.major >= 2 and case.structured is not True and is_content(returns, case.definitions):
        return Output()
    if plain == ANY and case.python < (3, 11):
        return _wrap_result(case, returns)  # before 3.11 Any was no class
    found = _typed_output(case, returns, plain) if not _sees_string(case, plain) else _wrap_result(case, returns)
    if case.structured is True and found.schema is None and not found.issues:
        return _raises("structured_output=True, but the return type has no JSON form")
    return found


def _without_requests(returns: Type, definitions: Mapping[str, Definition]) -> Type | None:
    """mcp 2: `InputRequiredResult` is a signal, not data; None when nothing else is returned."""
    plain = bare(returns)
    members = plain.members if isinstance(plain, Union) else (plain,)
    rest = tuple(one for one in members if not of_mcp(bare(one), definitions, ("InputRequiredResult",)))
    if len(rest) == len(members):
        return returns
    return None if not rest else rest[0] if len(rest) == 1 else Union(rest)


def _typed_output(case: Case, returns: Type, plain: Type) -> Output:
    """By the kind of type: classes with annotations directly, string maps as a map, all else under `result`."""
    unresolved = next((one for one in parts(plain) if isinstance(one, Unresolved)), None)
    if unresolved is not None:
        return Output(issues=(Issue(unresolved.code or "TC307", f"return type: {unresolved.reason}"),))
    if any(isinstance(one, Plain) and of_mcp(one, {}, (one.name.rpartition(".")[2],)) for one in parts(plain)):
        return _sdk_class(case, plain)
    if any(map(_is_callable, reached_types(returns, case.definitions))):
        return _with_callables(case, returns)
    match plain:
        case Plain(name) if name.startswith("pydantic.") and name.endswith(_PRIVATE):
            return Output({"properties": {}, "title": name.rpartition(".")[2], "type": "object"})
        case Plain("pydantic.PaymentCardNumber" | "pydantic.ByteSize" | "pydantic.BaseModel"):
            return _unknown_output(f"`{plain.name}`")
        case Plain(name) if plain == ANY or not (name in _WRAPPED or case.signature.returns_typing):
            return Output()  # a class without annotations of its own: dict, object, datetime …
        case Generic() if _is_string_map(case, plain):
            return _string_map(case, plain)
        case Class(qualname):
            definition = case.definitions.get(qualname)
            return _unknown_output(f"`{qualname}`") if definition is None else _class(case, returns, plain, definition)
        case _:
            return _wrap_result(case, returns)


def _sees_string(case: Case, plain: Type) -> bool:
    """Return `True` if the SDK sees a string annotation, or the name of a class as a string, unresolved."""
    signature = case.signature
    named = isinstance(plain, Class) and not plain.args
    return "return" in signature.doubly_quoted or (
        "return" in signature.unresolved_names and (named or _is_string_map(case, plain))
    )


def _is_string_map(case: Case, plain: Type) -> bool:
    mapped = isinstance(plain, Generic) and plain.origin == "builtins.dict" and plain.args[:1] == (Plain("builtins.str"),)
    return mapped and not case.signature.returns_typing


def _with_callables(case: Case, returns: Type) -> Output:
    """A callable has a validator, so the model is made if the rest lets it; its JSON Schema fails or warns, which the SDK
    forgives."""
    definitions = {
        name: structs.replace(
            one,
            fields=tuple(structs.replace(field, type=_without_callables(field.type)) for field in one.fields),
            value=None if one.value is None else _without_callables(one.value),
        )
        for name, one in case.definitions.items()
    }
    rest = structs.replace(case, signature=structs.replace(case.signature, definitions=definitions))
    others = _without_callables(returns)
    found = _typed_output(rest, others, bare(others))
    return found if any(one.fidelity == "refused" for one in found.issues) else Output()


def _without_callables(type_: Type) -> Type:
    return ANY if _is_callable(type_) else map_types(type_, _without_callables)


def _is_callable(type_: Type) -> bool:
    return isinstance(type_, Plain | Generic) and _name(type_) == _CALLABLE


def _sdk_class(case: Case, plain: Type) -> Output:
    """The SDK's own classes are no part of the program; of them only Image and Audio are known to have no schema."""
    if of_mcp(plain, {}, ("Image", "Audio")):
        return Output()
    if any(of_mcp(one, {}, ("Image", "Audio")) for one in parts(plain)):
        return _raises("Image and Audio have no JSON form")
    return _unknown_output("a class of the MCP SDK")


def _class(case: Case, returns: Type, plain: Class, definition: Definition) -> Output:
    direct = definition.kind in ("model", "root_model")
    if direct or (definition.kind == "typed_dict" and not plain.args and case.major >= 2):
        return _finish(_spell_type(case, plain), raises=False)  # what is noted beside it is lost
    if definition.kind in ("new_type", "alias") or plain.args:
        return _wrap_result(case, returns)
    if definition.kind == "enum":
        return Output()
    if definition.doubt:
        return _unknown_output(f"`{definition.name}` ({definition.doubt})")
    if _described_by_slots(definition):
        return Output()
    return _from_hints(case, definition)


def _described_by_slots(definition: Definition) -> bool:
    """Their class attributes are descriptors, which mcp takes for defaults and finds to have no JSON form."""
    slotted = definition.kind == "named_tuple" or definition.config.get("slots") is True
    return slotted and bool(definition.fields)


def _from_hints(case: Case, definition: Definition) -> Output:
    """`_create_model_from_class`, and with mcp 1 `_create_model_from_typeddict`: hints lose their metadata."""
    if (
        definition.kind == "dataclass"
        and CONFIGURED not in definition.config
        and any(map(_has_default_in_field, definition.fields))
    ):
        return _unknown_output(f"what `{definition.name}` still says of its fields once pydantic has read it")
    required = _required_keys(definition)
    fields = [
        Field(
            field.name, strip_annotated(field.type), _default(field, required, CONFIGURED in definition.config), span=field.span
        )
        for field in definition.fields
        if definition.kind == "typed_dict" or not field.name.startswith("_")
    ]
    if not definition.fields and definition.kind != "typed_dict":
        return Output()
    return _finish(_spell_model(case, fields, definition.name), raises=True)


def _required_keys(definition: Definition) -> frozenset[str] | None:
    """`__required_keys__` of a TypedDict, which cannot see `Required` and `NotRequired` in annotations that are strings."""
    if definition.kind != "typed_dict":
        return None
    keys = definition.config.get("__required_keys__")
    if isinstance(keys, tuple):
        return frozenset(keys)
    return frozenset(field.name for field in definition.fields if field.required is not False)


def _has_default_in_field(field: Field) -> bool:
    """A `Field(default, …)` in a dataclass of the standard library: pydantic puts the bare default in its place as soon as it
    reads the class for any parameter of any tool, so what is left depends on what ran before."""
    made = field.default.value if isinstance(field.default, Given) else None
    return isinstance(made, CallConstant) and made.of == "pydantic.Field" and len(made.args) + len(made.kwargs) > 1


def _default(field: Field, required: frozenset[str] | None, pydantic: bool) -> Default:
    """Return the default that `getattr(cls, name)` finds: a factory leaves no attribute, and a dataclass of pydantic keeps
    only the default of a `Field(…)` (`collect_dataclass_fields`). An optional key gets `None`."""
    if required is not None:
        return NO_DEFAULT if field.name in required else Given(None)
    match field.default:
        case Factory():
            return NO_DEFAULT
        case Given(CallConstant("dataclasses.field", _, kwargs)):
            return Given(kwargs["default"]) if "default" in kwargs else NO_DEFAULT
        case Given(CallConstant("pydantic.Field", args, kwargs)) if pydantic:
            value = args[0] if args else kwargs.get("default", ...)
            return field.default if value is ... else Given(value)
        case default:
            return default


def _string_map(case: Case, plain: Type) -> Output:
    """A root map; `Annotated` around it is lost (a TODO in the SDK says so)."""
    outcome = _spell_type(case, plain)
    if outcome.schema is not None:
        titled = {**outcome.schema, "title": f"{case.signature.name}DictOutput"}
        outcome = Outcome(dict(sorted(titled.items())), outcome.issues, outcome.warned)  # pydantic sorts keywords
    return _finish(outcome, raises=case.major < 2)


def _wrap_result(case: Case, returns: Type) -> Output:
    unread = "return" in case.signature.unresolved_names or out_of_reach(returns, case.definitions)
    if unread:  # the model stays unfinished: an error that is caught
        own = any(isinstance(one, Class) and one.qualname in case.definitions for one in parts(returns))
        return Output() if case.major < 2 and own else _unknown_output("a type in quotes")
    title = f"{case.signature.name}Output"
    outcome = _spell_model(case, [Field("result", returns)], title)
    return _finish(outcome, "result", raises=True)


def _spell_type(case: Case, type_: Type) -> Outcome:
    is_sent = case.mode == "serialization"
    return spell_type(type_, case.definitions, case.pydantic, case.mode, case.aliases(None), shows_made=is_sent)


def _spell_model(case: Case, fields: Sequence[Field], title: str) -> Outcome:
    is_sent, by_alias = case.mode == "serialization", case.aliases(True)
    return spell_model(
        fields, case.definitions, title, version=case.pydantic, mode=case.mode, by_alias=by_alias, shows_made=is_sent
    )


def _name(type_: Plain | Generic) -> str:
    return type_.name if isinstance(type_, Plain) else type_.origin


def _finish(outcome: Outcome, unwrap: str = "", raises: bool = False) -> Output:
    """`raises`: without a schema, making the model already failed, which the SDK does not catch."""
    if outcome.schema is None:
        return _raises("the return type has no JSON form") if raises else Output()
    issues = tuple(
        Issue(one.code, f"return type: {one.message}", "exact" if one.fidelity == "exact" else "approximate")
        for one in outcome.issues
    )
    if outcome.warned:
        doubts = tuple(one for one in issues if one.fidelity != "exact")  # whether it warns is not known then
        return Output(issues=doubts)  # `StrictJsonSchema` makes the warning an error, which is caught
    unknown = any(one.fidelity in ("unknown", "refused") for one in outcome.issues)
    return Output(issues=issues) if unknown else Output(_inline_root(outcome.schema), unwrap, issues)


def _inline_root(schema: JsonSchema) -> JsonSchema:
    """`_inline_root_ref`: a recursive model's root is the definition itself, `$defs` kept."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    if name not in schema.get("$defs", {}):
        return schema
    return {**schema["$defs"][name], **{key: value for key, value in schema.items() if key != "$ref"}}


def _unknown_output(what: str) -> Output:
    return Output(issues=(Issue("TC316", f"return type: {what} is not known, so no output schema is written"),))


def _raises(why: str) -> Output:
    return Output(issues=(Issue("TC308", f"return type: {why}", "refused"),))
