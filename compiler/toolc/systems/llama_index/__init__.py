"""llama-index: `FunctionTool`, functions of agents, and `BaseToolSpec` classes.

Takes signatures, gives the parameters of `ToolMetadata.to_openai_tool` and a description that begins with the signature as
Python writes it (llama-index-core 0.14.25, `tools/function_tool.py`, `tools/utils.py`, `tools/types.py`).
"""

import re

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.pydantic import describe_field
from toolc.signature import Annotated, CallConstant, Constant, Field, Given, NoDefault, Parameter
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.llama_index.docs import parameter_texts, signature_text
from toolc.systems.llama_index.marks import MARKS, NAME, is_context
from toolc.systems.shared.created import given_model, unfit_names, unread_names, without_annotations
from toolc.systems.shared.model_names import is_field, made_by_field
from toolc.systems.shared.parameters import model_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.versions import version

VERSIONS = {"llama-index-core": "0.14.25", "pydantic": NEWEST, "python": "3.14"}

_KEPT = ("type", "properties", "required", "definitions", "$defs")
_UNNAMED: JsonSchema = {
    "type": "object",
    "properties": {"input": {"title": "input query string", "type": "string"}},
    "required": ["input"],
}
"""Schema of `ToolMetadata(fn_schema=None)`."""
_INPUT: JsonSchema = {
    "type": "object",
    "properties": {"input": {"title": "Input", "type": "string"}},
    "required": ["input"],
    "title": "DefaultToolFnSchema",
    "description": "Default tool function Schema.",
}
"""`DefaultToolFnSchema`, the schema of metadata that is given none."""
_IMPORTED = frozenset("Any Awaitable Callable Dict List Optional Tuple Type Union BaseModel datetime typing".split())
"""Types that `llama_index.core.tools.utils` imports, where pydantic looks names in quotes up."""

MAX_DESCRIPTION = 1024


def spell(subject: Subject) -> Spelled:
    """`FunctionTool.from_defaults`; with metadata of its own the function is not looked at."""
    signature = subject.signature
    name = subject.name or signature.name
    if subject.options.get("metadata"):
        return _of_metadata(subject, name)
    if signature.callable == "class":
        message = "the tool is made from a class, which toolc does not follow"
        return refuse_tool(subject, [make_finding("TC316", message, signature.span, "unknown")])
    shown = _shown_parameters(subject)
    findings = list(_check_order(shown))
    description = subject.description
    if description is None:
        description, further = _describe_tool(subject, name, shown)
        findings += further
    given = subject.options.get("fn_schema")
    what = subject.signature.name
    schema, further = _created_schema(subject, name, shown) if given is None else given_model(subject, "fn_schema", given, what)
    findings += [*further, *_long(subject, description)]
    return _spell_sent(name, description, schema, findings)


def _spell_sent(name: str, description: str | None, schema: JsonSchema | None, findings: list[Finding]) -> Spelled:
    """Names are sent with `_` for what OpenAI refuses, and of the schema's root only what is in `_KEPT`; but to Gemini as they
    are."""
    kept = None if schema is None else {key: value for key, value in schema.items() if key in _KEPT}
    sent = re.sub(r"[^a-zA-Z0-9_-]", "_", name)
    rest = {key: value for key, value in (schema or {}).items() if key not in _KEPT}
    return Spelled(
        sent,
        description,
        schema_unless_refused(kept, findings),
        closed=False,
        unabridged=rest if rest and sent == name else None,
        findings=tuple(findings),
    )


def _shown_parameters(subject: Subject) -> list[Parameter]:
    """Contexts, `self` and what `partial_params` fills in are hidden."""
    signature = subject.signature
    partial = subject.options.get("partial_params")
    left_out = {*subject.hidden, "self", *(partial if isinstance(partial, dict) else ())}
    return [
        one
        for one in signature.parameters
        if one.name not in left_out and (one.name in signature.string_annotations or not is_context(one.type))
    ]


# --- the description -------------------------------------------------------------------------------------------------


def _describe_tool(subject: Subject, name: str, shown: list[Parameter]) -> tuple[str | None, list[Finding]]:
    """A specification that names a schema itself has the whole signature told, and the docstring with its margins."""
    signature = subject.signature
    whole = subject.options.get("spec") is True
    text = signature_text(
        signature, [one for one in signature.parameters if one.name not in subject.hidden] if whole else shown
    )
    if text is None:
        message = f"the description of `{name}` begins with its signature, and how Python writes a part of it is not known"
        return None, [make_finding("TC371", message, signature.span, "approximate", "give the tool a `description`")]
    doc = docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    schema_unless_refused = f"{name}{text}\n{doc or ''}"
    return schema_unless_refused if whole else schema_unless_refused.strip(), []


def _long(subject: Subject, description: str | None) -> list[Finding]:
    if description is None or len(description) <= MAX_DESCRIPTION:
        return []
    message = (
        f"the description has {len(description)} characters; `to_openai_tool` takes {MAX_DESCRIPTION} unless told otherwise"
    )
    return [make_finding("TC372", message, subject.signature.span, help="write a shorter docstring, or give a `description`")]


def _check_order(shown: list[Parameter]) -> list[Finding]:
    """`Field(…)` as a default is taken off before the signature is put together again."""
    filled = False
    for one in shown:
        if one.kind not in ("positional_only", "positional_or_keyword"):
            continue
        bare = isinstance(one.default, NoDefault) or is_field(one.default)
        if bare and filled:
            message = f"parameter `{one.name}` counts as one without a default behind others: llama-index raises ValueError"
            return [
                make_finding("TC373", message, one.span, "refused", "put it before the parameters that have plain defaults")
            ]
        filled = filled or not bare
    return []


# --- the schema ------------------------------------------------------------------------------------------------------


def _created_schema(subject: Subject, name: str, shown: list[Parameter]) -> tuple[JsonSchema | None, list[Finding]]:
    """`create_schema_from_function`."""
    signature = subject.signature
    plain = [one for one in shown if one.kind not in ("var_positional", "var_keyword")]
    findings = [*unfit_names(plain), *unread_names(plain, signature, "llama-index", _IMPORTED)]
    texts = parameter_texts(signature.doc or "", {one.name for one in signature.parameters})
    if texts is None:
        texts = {}
        findings.append(
            make_finding("TC344", "the docstring is too long to look for parameters in", signature.span, "approximate")
        )
    fields = [_field(one, texts.get(one.name)) for one in plain]
    outcome = spell_model(fields, signature.definitions, name, version=subject.version("pydantic"))
    findings += model_findings(outcome.issues, name, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{name}`: a parameter has no JSON form", signature.span, "refused"))
    return outcome.schema, findings


def _field(parameter: Parameter, text: str | None) -> Field:
    """Of `Annotated` only the type is kept, and what its first item says: a description, extra keys."""
    said = parameter.type.metadata if isinstance(parameter.type, Annotated) else ()
    first = said[0] if said else None
    extra: Constant = None
    if isinstance(first, str):
        text = first
    elif made_by_field(first):
        own = first.kwargs.get("description")
        text, extra = own if own is not None else text, first.kwargs.get("json_schema_extra")
    field = Field(parameter.name, without_annotations(parameter.type), parameter.default, span=parameter.span)
    default = parameter.default.value if isinstance(parameter.default, Given) else None
    if made_by_field(default):
        return field if default.kwargs.get("description") is not None else describe_field(field, text)
    if isinstance(extra, dict) and extra:
        field = Field(field.name, Annotated(field.type, (_extra(extra),)), field.default, span=field.span)
    return describe_field(field, text)


def _extra(extra: Constant) -> CallConstant:
    return CallConstant("pydantic.Field", (), {"json_schema_extra": extra})


def _of_metadata(subject: Subject, name: str) -> Spelled:
    """`ToolMetadata(description, name, fn_schema)`."""
    findings: list[Finding] = []
    schema: JsonSchema | None = _INPUT
    if "fn_schema" in subject.options:
        given = subject.options["fn_schema"]
        schema, findings = (_UNNAMED, []) if given is None else given_model(subject, "fn_schema", given, subject.signature.name)
    return _spell_sent(name, subject.description, schema, [*findings, *_long(subject, subject.description)])


SYSTEM = System(
    name=NAME,
    about="FunctionTool, functions of agents and BaseToolSpec classes of llama-index",
    decisive={"llama_index.core.tools.BaseToolSpec": frozenset({"to_tool_list"})},
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="llama_index.core",
    versions=VERSIONS,
    distribution="llama-index-core",
    shows=True,
)
