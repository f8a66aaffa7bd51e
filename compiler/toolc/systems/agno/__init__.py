"""agno: `@tool`, `Toolkit` classes, `Function` objects, and functions in the `tools` of an agent or team.

Takes signatures, gives `Function.parameters` as an agent sends them: types by agno's own table, texts from the docstring in any
style (agno 3.1.10 `tools/function.py` `from_callable` and `process_entrypoint`, docstring_parser 0.18).
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.program import UNDEFINED
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import NO_DEFAULT, Class, Given, Parameter, Plain, Type, Unresolved
from toolc.systems.agno.hidden import INJECTED, is_hidden
from toolc.systems.agno.marks import AGAIN, CONSUMERS, DECORATED, MADE, MARKS, NAME, OBJECTS, SKIPPED
from toolc.systems.agno.types import CONTAINERS, Dropped, Speller, UnknownPart, optional, strict
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.hints import hint, unreadable
from toolc.systems.shared.parameters import (
    as_findings,
    docstring_findings,
    refuse_tool,
    schema_unless_refused,
    tool_name,
    unknown_type,
)
from toolc.systems.shared.spelling import NEWEST, spell_call, spell_type
from toolc.systems.shared.types import parts
from toolc.systems.shared.versions import version

VERSIONS = {"agno": "3.1.10", "pydantic": NEWEST, "python": "3.14"}

_EMPTY: JsonSchema = {"type": "object", "properties": {}, "required": []}
_CLOSED: JsonSchema = {"type": "object", "properties": {}, "additionalProperties": False}


def spell(subject: Subject) -> Spelled:
    """A function alone goes through `from_callable`, any other through `process_entrypoint`."""
    signature = subject.signature
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it takes only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")])
    inherited = subject.options.get("doc")
    doc = docstrings.detect_parts(docstrings.clean(signature.doc or (inherited if isinstance(inherited, str) else "")))
    findings = [*docstring_findings(signature, doc is not None, NAME), *unreadable(signature)]
    doc = doc or docstrings.Detected()
    schema = _schema(subject, doc, findings)
    if MADE not in subject.options:
        findings += _check_validate_call(subject)
    derived = "\n".join(text for text in (doc.short, doc.long) if text and subject.options.get(SKIPPED) is not True)
    asked = subject.options.get("strict")
    strictly = asked if isinstance(asked, bool) else None
    description = subject.description or derived
    return Spelled(
        tool_name(subject), description, schema_unless_refused(schema, findings), strict=strictly, findings=tuple(findings)
    )


def _check_validate_call(subject: Subject) -> list[Finding]:
    """A function alone is put under `validate_call`; where pydantic raises it is no tool. Not where an agent is asked for."""
    signature = subject.signature
    if any(one.name in ("agent", "team") for one in signature.parameters):
        return []
    shown = [one for one in signature.parameters if not is_hidden(one.type, signature.definitions, media=False)]
    outcome = spell_call(shown, signature.definitions, subject.version("pydantic"))
    problem = next((one.message for one in outcome.issues if one.fidelity == "refused"), None)
    if problem is None and not outcome.unsupported:
        return []
    why = problem or "a type has no validator"
    message = f"`{signature.name}` is not a tool where pydantic cannot check its arguments: {why}"
    return [make_finding("TC399", message, signature.span, "approximate", "put it under `@tool`, or give it plain types")]


# --- the schema ------------------------------------------------------------------------------------------------------


def _schema(subject: Subject, doc: docstrings.Detected, findings: list[Finding]) -> JsonSchema:
    """An agent processes what `@tool` has made once more, and takes its parameters for given ones then."""
    place = subject.signature.span
    asked, made = subject.options.get("strict"), subject.options.get(MADE)
    if asked is not None and not isinstance(asked, bool):
        findings.append(make_finding("TC202", "`strict` is computed while the program runs", place, "unknown"))
    if subject.options.get(SKIPPED) is True:
        given = _given_schema(subject, findings)
        return strict(given) if asked is True else given
    shown = _shown_parameters(subject, findings)
    properties = {
        one.name: schema_unless_refused
        for one in shown
        if (schema_unless_refused := _property(one, subject, doc, findings)) is not None
    }
    required = [one.name for one in shown if one.default == NO_DEFAULT]
    schema: JsonSchema = {**_EMPTY, "properties": properties}
    given = _given_schema(subject, findings)
    if given != _EMPTY:
        schema = {**given, "additionalProperties": False}
    elif (made == DECORATED.value or AGAIN in subject.options) and properties:
        schema["additionalProperties"] = False
    schema["required"] = [name for name in required if name in (schema.get("properties") or {})]
    return strict(schema) if asked is True else schema


def _given_schema(subject: Subject, findings: list[Finding]) -> JsonSchema:
    """The parameters that a `Function` is made with."""
    given, reason = subject.options.get("parameters", _EMPTY), "they are not a JSON object"
    try:
        schema_unless_refused = json_value(given)
    except NotJsonError as problem:
        schema_unless_refused, reason = None, str(problem)
    if isinstance(schema_unless_refused, dict):
        return schema_unless_refused
    findings.append(make_finding("TC203", f"the tool's parameters are not known: {reason}", subject.signature.span, "unknown"))
    return _EMPTY


def _shown_parameters(subject: Subject, findings: list[Finding]) -> list[Parameter]:
    """Without what the framework fills in, by name or by type, and what a user is asked for."""
    signature = subject.signature
    asked = subject.options.get("user_input_fields") or ()
    if not isinstance(asked, list | tuple):
        place = signature.span
        findings.append(make_finding("TC202", "`user_input_fields` is computed while the program runs", place, "unknown"))
        asked = ()
    alone = MADE not in subject.options
    shown: list[Parameter] = []
    for one in signature.parameters:
        if one.name in subject.hidden:
            continue
        if one.name not in (*INJECTED, *asked) and not is_hidden(one.type, signature.definitions, media=not alone):
            shown.append(one)
        elif (lost := _undefined_name(one.type)) is not None:  # `typing.get_type_hints` reads it all the same
            findings.append(unknown_type(lost.code, f"parameter `{one.name}`: {lost.reason}", one.span))
    return shown


def _undefined_name(type_: Type | None) -> Unresolved | None:
    inside = parts(type_) if type_ is not None else ()
    return next((one for one in inside if isinstance(one, Unresolved) and one.reason.endswith(UNDEFINED)), None)


def _property(parameter: Parameter, subject: Subject, doc: docstrings.Detected, findings: list[Finding]) -> JsonSchema | None:
    """Stars are parameters like any other; one without an annotation may be anything."""
    place = parameter.span or subject.signature.span
    if parameter.kind in ("var_positional", "var_keyword"):
        message = f"models are shown `{parameter.name}` as a parameter of that name"
        findings.append(make_finding("TC352", message, place, help="take a list or a dict instead"))
    try:
        schema = _parameter_schema(parameter, subject, findings)
    except UnknownPart as reason:
        findings.append(unknown_type(reason.code, f"parameter `{parameter.name}`: {reason}", place))
        return None
    except Dropped as reason:
        message = f"parameter `{parameter.name}` is not shown to models: {reason}"
        findings.append(make_finding("TC393", message, place, help="give it a type that agno knows, or a default"))
        return None
    if schema == _CLOSED:
        message = f"parameter `{parameter.name}`: models are told of an object that can only be empty"
        findings.append(make_finding("TC394", message, place, help="use a model, a dict or a plain type"))
    text = _text(parameter.name, doc, alone=MADE not in subject.options)
    return {**schema, "description": text} if text else schema


def _text(name: str, doc: docstrings.Detected, alone: bool) -> str | None:
    """The last that the docstring says, with the type; `from_callable` writes None where no text is."""
    entry = next((one for one in reversed(doc.entries) if one.name == name), None)
    if entry is None:
        return None
    text = entry.text if alone else entry.text or ""
    return text if not entry.type else f"({entry.type}) {text}"


def _parameter_schema(parameter: Parameter, subject: Subject, findings: list[Finding]) -> JsonSchema:
    signature = subject.signature
    if parameter.type is None:
        return {}
    python = version(subject, "python", VERSIONS["python"])
    implicit = python < (3, 11) and parameter.default == Given(None)

    def model(type_: Class) -> JsonSchema:
        outcome = spell_type(type_, signature.definitions, subject.version("pydantic"))
        issues = [
            one for one in outcome.issues if outcome.schema is not None or outcome.unsupported or one.fidelity == "unknown"
        ]
        findings.extend(as_findings(issues, f"parameter `{parameter.name}`", parameter.span or signature.span))
        if outcome.schema is None:
            raise Dropped("pydantic has no JSON Schema for its type")
        return outcome.schema

    style = "typing" if implicit else signature.union_syntax.get(parameter.name)
    type_ = optional(hint(parameter, python), style, python)
    aliased = _is_typing_alias(type_) if parameter.name in signature.bare_typing_aliases else False
    schema = Speller(signature.definitions, model, aliased).schema(type_)
    if schema is None:
        raise Dropped("no member of its union has a schema")
    return schema


def _is_typing_alias(type_: Type) -> bool | None:
    """Return `True` if the single bare container is the annotation's `typing` alias; `None` if there are several."""
    bare = [one for one in parts(type_) if isinstance(one, Plain) and one.name in CONTAINERS]
    return True if len(bare) < 2 else None


SYSTEM = System(
    name=NAME,
    about="@tool functions, Toolkit classes and functions of agents of agno",
    decisive={
        "agno.tools.Toolkit": frozenset({"register", "_register_tools", "get_functions", "get_async_functions"}),
        "agno.tools.Function": frozenset({"process_entrypoint", "to_dict"}),
    },
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="agno",
    versions=VERSIONS,
    distribution="agno",
    objects=OBJECTS,
    consumers=frozenset(CONSUMERS),
)
