"""The fields that langchain shows a model: takes a signature or a model, gives copies of its fields.

Sources: langchain-core 1.8.1 `create_schema_from_function` and `tool_call_schema`, pydantic 2.14 `ValidatedFunction`.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from toolc import docstrings
from toolc.schema.pydantic import describe_field, is_own_default, reduce_field
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NO_DEFAULT,
    Annotated,
    CallConstant,
    Class,
    Factory,
    Field,
    Generic,
    Given,
    Parameter,
    Plain,
    Type,
)
from toolc.systems.base import Finding, Subject, make_finding
from toolc.systems.langchain.types import FILTERED, RUNNABLE_CONFIG, is_injected, unread_class
from toolc.systems.shared.hints import hint
from toolc.systems.shared.model_names import (
    CONFIG,
    PROTECTED,
    configuration,
    hides_model_fields,
    is_field,
    no_configuration,
    own_default,
    private,
    protected_name,
    sayings,
    swallowed_name,
)
from toolc.systems.shared.parameters import model_findings
from toolc.systems.shared.quoted import misread_findings
from toolc.systems.shared.spelling import as_issues, spell_model
from toolc.systems.shared.types import bare, parts
from toolc.systems.shared.versions import version
from toolc.types.operations import substitute, variable_key

NEWEST_CORE = "1.8.1"
KEEPS_FACTORIES = (1, 2, 18)
"""The first version whose copies of fields keep a `default_factory`; before, such a field must be given (1.2.17
`_create_subset_model_v2` copies `default` alone)."""

SHOWS_INPUT = (1, 5, 4)
"""The first version that takes the model of a Runnable's input as it is; before, all its fields must be given (1.5.3
`convert_runnable_to_tool`)."""

_INTERNAL = frozenset({"v__args", "v__kwargs", "v__positional_only", "v__duplicate_kwargs"})
_POSITIONAL = "v__positional_only"
_TEXT = Plain("builtins.str")
_STARS = {"var_positional": ("*", "args"), "var_keyword": ("**", "kwargs")}


class Model(Struct, frozen=True):
    """The fields that show, the docstring of the model they come from, and what was found. `is_broken`: langchain raises."""

    fields: tuple[Field, ...] = ()
    doc: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def is_broken(self) -> bool:
        return any(finding.fidelity in ("refused", "unknown") for finding in self.findings)


# --- a model that is given -------------------------------------------------------------------------------------------


def as_given(subject: Subject, given: Class) -> Model:
    """The fields of `args_schema` by their own names; aliases, titles and examples get lost."""
    signature = subject.signature
    definition = signature.definitions.get(given.qualname)
    if definition is None or definition.kind != "model" or definition.doubt:
        why = definition.doubt if definition is not None and definition.doubt else "it is not a model"
        return Model((), None, (make_finding("TC316", f"`args_schema` is not known: {why}", signature.span, "unknown"),))
    bound = {variable_key(var): arg for var, arg in zip(definition.parameters, given.args, strict=False)}
    documented = definition.config.get("use_attribute_docstrings") is True
    fields: list[Field] = []
    findings: list[Finding] = []
    for field in definition.fields:
        left = reduce_field(structs.replace(field, type=substitute(field.type, bound)), documented)
        if is_injected(left.field.type, signature.definitions):
            continue
        findings += model_findings(as_issues(left.issues), "", signature)
        if left.alias is None and isinstance(left.validation_alias, str) and left.validation_alias.isidentifier():
            findings.append(_vanishes(field, f"field `{field.name}` of `{definition.name}` has only a validation alias"))
            continue
        findings += _unread_names(left.field, subject)
        fields.append(describe_field(_copy_field(left.field, subject), left.description))
    return Model(tuple(fields), definition.doc, tuple(findings))


# --- a model made of a signature -------------------------------------------------------------------------------------


def infer_model(subject: Subject, parses: bool, strict: bool) -> Model:
    """The parameters as `validate_arguments` makes fields of them, and the docstring if it is to be parsed."""
    signature = subject.signature
    parameters = [one for one in signature.parameters if one.name not in subject.hidden]
    findings = [*_refused_names(parameters), *_unpacked_parameters(parameters), *misread_findings(signature, subject.hidden)]
    about = docstrings.clean(signature.doc or "")
    texts: Mapping[str, str] = {}
    if parses:
        hinted = [one.name for one in parameters if one.type is not None]
        needed = [name for name in hinted if name not in (*FILTERED, "runtime")]
        parsed = docstrings.blocks(about, needed, strict)
        about, texts = parsed.description, parsed.parameters
        findings += _misdocumented_parameters(
            parsed, {*hinted, *(("return",) if signature.returns is not None else ())}, subject
        )
    fields: list[Field] = []
    left_out = {*FILTERED, *_config(subject)}
    validated = _validated_fields(parameters, version(subject, "python", "3.14"))
    findings += _check_full_model(validated, subject)
    hints = {one.name: one.type for one in parameters if one.type is not None}  # of `*args` not the tuple, but its items
    for field in validated:
        if field.name not in left_out:
            said = texts.get(field.name, _annotated_text(hints.get(field.name, field.type)) or None)
            fields += _shown_fields(field, said, subject, findings)
    findings += _swallowed_parameters(parameters)
    return Model(tuple(fields), about, tuple(findings))


def _shown_fields(field: Field, said: str | None, subject: Subject, findings: list[Finding]) -> list[Field]:
    left = reduce_field(field)
    if is_injected(field.type, subject.signature.definitions):
        return []
    findings += model_findings(as_issues(left.issues), "", subject.signature)
    findings += _unread_names(left.field, subject)
    return [describe_field(_copy_field(left.field, subject), left.description if said is None else said)]


def _copy_field(field: Field, subject: Subject) -> Field:
    """Return a field with the default that langchain's copy of it has."""
    kept = version(subject, "langchain-core", NEWEST_CORE) >= KEEPS_FACTORIES
    return field if kept or not isinstance(field.default, Factory) else structs.replace(field, default=NO_DEFAULT)


def _validated_fields(parameters: Iterable[Parameter], python: tuple[int, ...]) -> list[Field]:
    """`ValidatedFunction`: one field each; what stands for stars, and what names them once they are taken."""
    fields: dict[str, Field] = {}
    kinds = {parameter.kind for parameter in parameters}
    for parameter in parameters:
        type_ = ANY if parameter.type is None else parameter.type
        if parameter.kind == "var_positional":
            fields[parameter.name] = _internal(parameter.name, Generic("builtins.tuple", (type_, ELLIPSIS)), parameter)
        elif parameter.kind == "var_keyword":
            fields[parameter.name] = _internal(
                parameter.name, Generic("builtins.dict", (Plain("builtins.str"), type_)), parameter
            )
        else:
            fields[parameter.name] = Field(parameter.name, hint(parameter, python), parameter.default, span=parameter.span)
        if parameter.kind == "positional_only":
            texts = Generic("builtins.list", (Plain("builtins.str"),))
            fields.setdefault("v__positional_only", _internal("v__positional_only", texts, parameter))
    for kind, (_, usual) in _STARS.items():
        if kind not in kinds and usual in fields:
            many: Type = Generic("builtins.list", (ANY,)) if usual == "args" else Generic("builtins.dict", (ANY, ANY))
            del fields[usual]
            fields[f"v__{usual}"] = _internal(f"v__{usual}", many, None)
    return [field for field in fields.values() if field.name != CONFIG and not field.name.startswith("_")]


def _check_full_model(fields: list[Field], subject: Subject) -> tuple[Finding, ...]:
    """The model of all parameters is made before they are copied; a discriminator, which the copies lose, can fail there."""
    if not any(isinstance(one, CallConstant) and "discriminator" in one.kwargs for field in fields for one in sayings(field)):
        return ()
    signature = subject.signature
    outcome = spell_model(fields, signature.definitions, "", {"arbitrary_types_allowed": True}, subject.version("pydantic"))
    refusals = [issue for issue in outcome.issues if issue.fidelity in ("refused", "unknown")]
    return model_findings(refusals, "", signature)


def _internal(name: str, type_: Type, parameter: Parameter | None) -> Field:
    return Field(name, type_, Given(None), span=parameter.span if parameter is not None else None)


def _config(subject: Subject) -> tuple[str, ...]:
    """The first parameter that is a `RunnableConfig`; a class's `_run` shows it."""
    if subject.options.get("maker") == "class":
        return ()
    hints = (one.name for one in subject.signature.parameters if one.type is not None and bare(one.type) == RUNNABLE_CONFIG)
    return tuple(hints)[:1]


def _annotated_text(type_: Type) -> str:
    """`_get_annotation_description`: the first text or described `Field` in `Annotated`."""
    for item in type_.metadata if isinstance(type_, Annotated) else ():
        text = item.kwargs.get("description") if isinstance(item, CallConstant) and item.of == "pydantic.Field" else item
        if isinstance(item, str) or (isinstance(text, str) and text):
            return str(text)
    return ""


# --- findings --------------------------------------------------------------------------------------------------------


def _misdocumented_parameters(parsed: docstrings.Blocks, hinted: set[str], subject: Subject) -> list[Finding]:
    place = subject.signature.span
    if parsed.refused:
        message = f"`parse_docstring` raises ValueError: {parsed.refused}"
        return [make_finding("TC351", message, place, "refused", "write `Args:` after an empty line")]
    wrong = [name for name in parsed.parameters if name not in hinted]
    return [
        make_finding("TC350", f"the docstring describes `{name}`, which is not an annotated parameter", place, "refused")
        for name in wrong[:1]
    ]


def _refused_names(parameters: Iterable[Parameter]) -> Iterable[Finding]:
    for one in parameters:
        if one.name in PROTECTED or one.name in _INTERNAL:
            yield protected_name(one.name, one.span)
        elif one.name == CONFIG and configuration(one) is None:
            yield no_configuration(one.span)
        elif one.name.startswith("_") and is_field(one.default):
            yield private(one.name, one.span)
        elif not one.name.startswith("_") and is_own_default(one.type, one.default):
            yield own_default(one.name, one.span)
        elif (hiding := hides_model_fields(one, "langchain")) is not None:
            yield hiding


def _swallowed_parameters(parameters: list[Parameter]) -> list[Finding]:
    """Parameters that vanish without a word, and internals that show."""
    findings: list[Finding] = []
    kinds = {parameter.kind for parameter in parameters}
    usual = {name for kind, (_, name) in _STARS.items() if kind not in kinds}
    for one in parameters:
        if one.name == CONFIG or one.name.startswith("_"):
            findings.append(swallowed_name(one.name, one.span))
        elif one.name in usual:
            message = f"parameter `{one.name}`: langchain takes it for its own, and shows `v__{one.name}` in its place"
            findings.append(_vanishes(one, message))
        elif one.kind in _STARS:
            message = f"`{_STARS[one.kind][0]}{one.name}` shows as a parameter `{one.name}` whose default is null"
            findings.append(make_finding("TC352", message, one.span, help="name the arguments one by one"))
        elif one.kind == "positional_only" and not any(finding.diagnostic.code == "TC355" for finding in findings):
            message = f"`{one.name}` is positional-only: models are shown a parameter `v__positional_only` as well"
            findings.append(make_finding("TC355", message, one.span, help="drop the `/`"))
    return findings


def _unpacked_parameters(parameters: list[Parameter]) -> Iterator[Finding]:
    """`_replace_type_vars` gives `Unpack` its argument in a tuple again, and Python takes none."""
    for one in parameters:
        if one.type is not None and any(map(_is_unpack, parts(one.type))):
            message = f"parameter `{one.name}`: langchain takes `Unpack[…]` apart and Python raises TypeError"
            yield make_finding("TC308", message, one.span, "refused", "name the arguments one by one")


def _is_unpack(type_: Type) -> bool:
    return isinstance(type_, Generic) and type_.origin == "typing.Unpack"


def _vanishes(one: Parameter | Field, message: str) -> Finding:
    return make_finding("TC314", message, one.span, help="give it another name" if isinstance(one, Parameter) else "")


def _unread_names(field: Field, subject: Subject) -> list[Finding]:
    name = unread_class(field.type, subject.signature.definitions)
    if not name:
        return []
    return [
        make_finding("TC307", f"parameter `{field.name}`: toolc does not know the schema of `{name}`", field.span, "unknown")
    ]
