"""strands: `@strands.tool`, and modules with a `TOOL_SPEC`.

Takes signatures, gives `inputSchema.json`: a model of the parameters, cleaned of titles and more (strands-agents 1.62.0
`tools/decorator.py`, `FunctionToolMetadata`; docstring_parser 0.18).
"""

from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.schema.pydantic import describe_field
from toolc.signature import Annotated, Constant, Field, Parameter
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.created import unfit_names, without_annotations
from toolc.systems.shared.hints import add_none
from toolc.systems.shared.model_names import made_by_field
from toolc.systems.shared.parameters import model_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.versions import version
from toolc.systems.strands.marks import ASSIGNED, MARKS, NAME, is_context

VERSIONS = {"strands-agents": "1.62.0", "pydantic": NEWEST, "python": "3.14"}

_OWN = ("self", "cls", "agent")
_ARGUMENTS = ("args:", "arguments:", "parameters:", "param:", "params:")
_OTHERS = tuple(
    """returns: return: yields: yield: raises: raise: except: exceptions: examples: example: note: notes: seealso: references:
    ref:""".split()
)


def spell(subject: Subject) -> Spelled:
    """`tool(f)`: the model is made even where `inputSchema` takes the place of its schema."""
    signature = subject.signature
    name = signature.name if subject.name is None else subject.name
    if signature.callable == "class":
        message = "the tool is made from a class, which toolc does not follow"
        return refuse_tool(subject, [make_finding("TC316", message, signature.span, "unknown")])
    context, findings = _context(subject)
    doc = docstrings.detect_parts(docstrings.clean(signature.doc or ""))  # cleaned by `inspect.getdoc` and by the library
    if doc is None:
        message = f"`{signature.name}`: the docstring is too long to be read as strands reads it"
        findings.append(make_finding("TC344", message, signature.span, "approximate", "write a shorter one"))
    shown = [one for one in signature.parameters if one.name not in (*_OWN, context, *subject.hidden)]
    schema, further = _created_schema(subject, shown, doc or docstrings.Detected())
    findings += further
    if (given := subject.options.get("inputSchema")) is not None:
        schema, further = _given_schema(subject, given)
        findings += further
    description = _description(subject) if subject.description is None else subject.description
    return Spelled(name, description, schema_unless_refused(schema, findings), closed=False, findings=tuple(findings))


def _context(subject: Subject) -> tuple[str, list[Finding]]:
    """The parameter that `context=` names; one of type `ToolContext` must be it."""
    given = subject.options.get("context")
    if given is not None and not isinstance(given, bool | str):
        place = subject.signature.span
        return "", [make_finding("TC202", "`context` is computed while the program runs", place, "unknown")]
    name = ("tool_context" if given else "") if not isinstance(given, str) else given.strip()
    if isinstance(given, str) and not name:
        return "", [make_finding("TC374", "`context` is empty: strands raises ValueError", subject.signature.span, "refused")]
    for one in subject.signature.parameters:
        if is_context(one.type):
            if one.name == name:
                break
            message = f"parameter `{one.name}` is a ToolContext, and `context` does not name it: strands raises ValueError"
            return name, [make_finding("TC374", message, one.span, "refused", f'write `@tool(context="{one.name}")`')]
    return name, []


# --- the description -------------------------------------------------------------------------------------------------


def _description(subject: Subject) -> str:
    """The docstring without the lines from `Args:` to the next title that strands knows; else the function's name."""
    kept: list[str] = []
    inside = False
    for line in docstrings.clean(subject.signature.doc or "").strip().split("\n"):
        title = line.strip().lower()
        if title.startswith(_ARGUMENTS):
            inside = True
            continue
        inside = inside and not title.startswith((*_OTHERS, "see also:"))
        if not inside:
            kept.append(line)
    return "\n".join(kept).strip() or subject.signature.name


# --- the schema ------------------------------------------------------------------------------------------------------


def _created_schema(
    subject: Subject, shown: list[Parameter], doc: docstrings.Detected
) -> tuple[JsonSchema | None, list[Finding]]:
    """Every parameter is a field with a description, stars too; annotations in quotes are resolved where the function is."""
    signature = subject.signature
    title = f"{signature.name.capitalize()}Tool"
    findings = list(unfit_names(shown))
    for one in shown:
        unread = (
            one.name in signature.unresolved_names and one.name not in signature.string_annotations
        )  # `get_type_hints` reads these
        if unread or out_of_reach(one.type, signature.definitions):
            message = f"parameter `{one.name}`: strands leaves quotes inside an annotation, pydantic raises PydanticUserError"
            findings.append(make_finding("TC370", message, one.span, "refused", "write the annotation without quotes"))
        elif isinstance(one.type, Annotated) and any(map(made_by_field, one.type.metadata)):
            message = f"parameter `{one.name}`: strands raises NotImplementedError for `Field` in `Annotated`"
            findings.append(make_finding("TC375", message, one.span, "refused", "write the text alone, or in the docstring"))
    fields = [_field(one, doc, subject) for one in shown]
    outcome = spell_model(fields, signature.definitions, title, version=subject.version("pydantic"))
    findings += model_findings(outcome.issues, title, signature)
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings.append(make_finding("TC308", f"`{signature.name}`: a parameter has no JSON form", signature.span, "refused"))
    return None if outcome.schema is None else _clean(outcome.schema), findings


def _field(parameter: Parameter, doc: docstrings.Detected, subject: Subject) -> Field:
    """Of `Annotated` the type is left, and the last text in it; of the docstring, the last text about a name.

    Only annotations in quotes are asked `typing.get_type_hints` for.
    """
    said = parameter.type.metadata if isinstance(parameter.type, Annotated) else ()
    texts = [item for item in said if isinstance(item, str)]
    text = texts[-1] if texts else doc.last.get(parameter.name) or f"Parameter {parameter.name}"
    type_ = without_annotations(parameter.type)
    if parameter.name in subject.signature.string_annotations:
        type_ = add_none(type_, parameter.default, version(subject, "python", VERSIONS["python"]))
    field = Field(parameter.name, type_, parameter.default, span=parameter.span)
    default = getattr(parameter.default, "value", None)
    own = default.kwargs.get("description") if made_by_field(default) else None
    return field if own is not None else describe_field(field, text)


def _clean(schema: JsonSchema) -> JsonSchema:
    """`_clean_pydantic_schema`: the root and its properties lose `title` and `additionalProperties`; definitions do not."""
    cleaned = {key: value for key, value in schema.items() if key not in ("title", "additionalProperties")}
    required = cleaned.get("required", [])
    if "properties" in cleaned:
        cleaned["properties"] = {name: _property(shown, name in required) for name, shown in cleaned["properties"].items()}
    return cleaned


def _property(shown: dict[str, Any], required: bool) -> dict[str, Any]:
    """A nullable one that need not be given is told without its null; a union behind that is lost with it."""
    arms = shown.get("anyOf", [])
    rest = [arm for arm in arms if arm.get("type") != "null"]
    if not required and len(arms) == 2 and len(rest) == 1:
        shown = {key: value for key, value in {**shown, **rest[0]}.items() if key != "anyOf"}
    if "properties" in shown:
        shown = _clean(shown)
    return {key: value for key, value in shown.items() if key not in ("title", "additionalProperties")}


def _given_schema(subject: Subject, given: Constant) -> tuple[JsonSchema | None, list[Finding]]:
    """`inputSchema`: a JSON Schema, alone or under `json`."""
    place = subject.signature.span
    try:
        schema = json_value(given)
    except NotJsonError as reason:
        return None, [make_finding("TC203", f"the tool's parameters are not known: {reason}", place, "unknown")]
    inner = schema.get("json", schema) if isinstance(schema, dict) else None
    if not isinstance(inner, dict):
        return None, [make_finding("TC203", "the tool's parameters are not a JSON object", place, "unknown")]
    return inner, []


SYSTEM = System(
    name=NAME,
    about="@tool functions and TOOL_SPEC modules of strands",
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="strands",
    versions=VERSIONS,
    distribution="strands-agents",
    declared_by_assignment=ASSIGNED,
)
