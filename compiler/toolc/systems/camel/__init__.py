"""camel: `FunctionTool`, functions of a `ChatAgent`, and what `get_tools` of a `BaseToolkit` class gives.

Takes signatures, gives `get_openai_tool_schema(f)["function"]`: a model of the parameters, without titles, every parameter
required and nullable where it had a default (camel-ai 0.2.80 `toolkits/function_tool.py`, docstring_parser 0.17).
"""

import re
from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import ANY, Constant, Factory, Field, Parameter
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.camel.marks import CONSUMERS, MARKS, NAME, OBJECTS
from toolc.systems.shared.created import unfit_names, unread_names
from toolc.systems.shared.model_names import is_field
from toolc.systems.shared.parameters import (
    description_or,
    docstring_findings,
    method_findings,
    model_findings,
    refuse_tool,
    schema_unless_refused,
    tool_name,
)
from toolc.systems.shared.spelling import NEWEST, spell_model

VERSIONS = {"camel-ai": "0.2.80", "pydantic": NEWEST, "python": "3.14"}

_IMPORTED = frozenset("Any Callable Dict Mapping Optional Tuple Type ThreadPoolExecutor Parameter BaseModel".split())
"""Types that `camel.toolkits.function_tool` imports, where pydantic looks names in quotes up."""

_KEPT = ("properties", "$defs", "items", "allOf", "oneOf", "anyOf")
_COMBINED = ("items", "allOf", "oneOf", "anyOf")


def spell(subject: Subject) -> Spelled:
    """`FunctionTool(f)`; a schema that is given takes the place of all that the function says."""
    signature = subject.signature
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it takes only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")])
    if subject.options.get("synthesize_schema"):
        message = f"a language model writes the schema of `{signature.name}` while the program runs"
        help_ = "write the docstring, and leave `synthesize_schema` away"
        return refuse_tool(subject, [make_finding("TC396", message, signature.span, "unknown", help_)])
    if (given := subject.options.get("openai_tool_schema")) is not None:
        return _spell_given(subject, given)
    doc = docstrings.detect_parts(signature.doc or "")
    findings = [*docstring_findings(signature, doc is not None, NAME), *method_findings(subject)]
    doc = doc or docstrings.Detected()
    schema = _created_schema(subject, doc, findings)
    description = f"{doc.short}\n{doc.long}" if doc.long else doc.short
    text = description_or(subject, description)
    return Spelled(tool_name(subject), text, schema_unless_refused(schema, findings), strict=True, findings=tuple(findings))


def _spell_given(subject: Subject, given: Constant) -> Spelled:
    """`openai_tool_schema`, as it stands."""
    try:
        schema_unless_refused = json_value(given)
    except NotJsonError as reason:
        message = f"the tool's schema is not known: {reason}"
        return refuse_tool(subject, [make_finding("TC203", message, subject.signature.span, "unknown")])
    function = schema_unless_refused.get("function") if isinstance(schema_unless_refused, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("parameters"), dict):
        message = "the tool's schema is none of a function of OpenAI"
        return refuse_tool(subject, [make_finding("TC203", message, subject.signature.span, "unknown")])
    strict = function.get("strict")
    asked = strict if isinstance(strict, bool) else None
    return Spelled(str(function.get("name")), function.get("description"), function["parameters"], strict=asked)


# --- the schema ------------------------------------------------------------------------------------------------------


def _created_schema(subject: Subject, doc: docstrings.Detected, findings: list[Finding]) -> JsonSchema | None:
    """`create_model` of all parameters but stars; annotations are taken as they stand, quotes included."""
    signature = subject.signature
    plain = [one for one in signature.parameters if one.kind not in ("var_positional", "var_keyword")]
    plain = [one for one in plain if one.name not in subject.hidden]
    findings += [*unfit_names(plain), *unread_names(plain, signature, NAME, _IMPORTED)]
    title = _pascal(signature.name)
    outcome = spell_model([_field(one) for one in plain], signature.definitions, title, version=subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None:
        if schema_unless_refused({}, findings) is not None:
            findings.append(
                make_finding("TC308", f"`{signature.name}`: a parameter has no JSON form", signature.span, "refused")
            )
        return None
    return _sent_schema(_remove_titles(outcome.schema, None), doc)


def _field(parameter: Parameter) -> Field:
    """`FieldInfo(default=…)`: a default of `Field(…)` is a value like any other, which JSON cannot hold."""
    default = Factory() if is_field(parameter.default) else parameter.default
    return Field(parameter.name, parameter.type or ANY, default, span=parameter.span)


def _pascal(name: str) -> str:
    """`to_pascal`."""
    if re.match(r"^[A-Z][a-zA-Z0-9]*([A-Z][a-zA-Z0-9]*)*$", name):
        return name
    return re.sub("_([0-9A-Za-z])", lambda found: found[1].upper(), re.sub("_+", "_", name.strip("_")).title())


def _remove_titles(value: Any, key: str | None) -> Any:
    """`_remove_title_recursively`: a title right inside one of some keywords is taken for a name, and stays."""
    if isinstance(value, list):
        return [_remove_titles(one, key) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _remove_titles(one, name) for name, one in value.items() if name != "title" or key in _KEPT}


def _sent_schema(schema: JsonSchema, doc: docstrings.Detected) -> JsonSchema:
    """Texts of the docstring beside what is no reference, and `sanitize_and_enforce_required`."""
    texts = {one.name: one.text for one in doc.entries if one.text}
    properties = {}
    for name, shown in schema["properties"].items():
        described = {**shown, "description": texts[name]} if name in texts and "$ref" not in shown else shown
        properties[name] = _nullable(described) if "default" in described else described
    made = {**schema, "properties": properties, "additionalProperties": False, "required": list(properties)}
    closed: JsonSchema = _close(made)
    return closed


def _nullable(shown: JsonSchema) -> JsonSchema:
    """A parameter with a default loses it and may be null, but for a reference."""
    made = {key: value for key, value in shown.items() if key != "default"}
    kind = made.get("type")
    if "$ref" in made:
        return made
    if "anyOf" in made:
        nullable = any(one.get("type") == "null" for one in made["anyOf"])
        made["anyOf"] = made["anyOf"] if nullable else [*made["anyOf"], {"type": "null"}]
        return {key: value for key, value in made.items() if key != "type"}
    types = [kind] if isinstance(kind, str) else kind or []
    return {**made, "type": types if "null" in types and not isinstance(kind, str) else [*types, "null"]}


def _close(value: Any) -> Any:
    """`additionalProperties` of False for every object within properties, definitions, items and combinations."""
    if not isinstance(value, dict):
        return value
    made = dict(value)
    if made.get("type") == "object":
        made.setdefault("additionalProperties", False)
    for key, inner in value.items():
        if key in ("properties", "$defs") and isinstance(inner, dict):
            made[key] = {name: _close(one) for name, one in inner.items()}
        elif key in _COMBINED:
            made[key] = [_close(one) for one in inner] if isinstance(inner, list) else _close(inner)
    return made


SYSTEM = System(
    name=NAME,
    about="FunctionTool, functions of agents and BaseToolkit classes of camel",
    decisive={
        "camel.toolkits.FunctionTool": frozenset({"get_openai_tool_schema", "get_openai_function_schema"}),
        "camel.toolkits.BaseToolkit": frozenset({"get_mcp_tools"}),
    },
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="camel",
    versions=VERSIONS,
    distribution="camel-ai",
    shows=True,
    objects=OBJECTS,
    consumers=frozenset(CONSUMERS),
)
