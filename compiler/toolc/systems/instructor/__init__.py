"""instructor: response models, by `response_model=`, `OpenAISchema` classes and `@openai_schema`.

Takes models, gives `generate_openai_schema(Model)`: the schema of the model without its title and description, with the texts
of its docstring (instructor 1.17.0 `v2/providers/openai/schema.py`, docstring_parser 0.18).
"""

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.reshape import root_resolved
from toolc.signature import Class, Definition
from toolc.systems.base import Spelled, Subject, System, make_finding
from toolc.systems.instructor.marks import MARKS, NAME, WRAPPED
from toolc.systems.shared.parameters import as_findings, docstring_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.spelling import NEWEST, spell_type

VERSIONS = {"instructor": "1.17.0", "pydantic": NEWEST, "python": "3.14"}

_MODELS = ("model", "root_model")


def spell(subject: Subject) -> Spelled:
    """The tool is named by the title of the model's schema."""
    signature, given = subject.signature, subject.options.get("model")
    definition = signature.definitions.get(given.qualname) if isinstance(given, Class) else None
    if not isinstance(given, Class) or definition is None or definition.kind not in _MODELS:
        message = f"`{signature.name}` is not a pydantic model: what instructor makes of it is not followed"
        return refuse_tool(
            subject, [make_finding("TC397", message, signature.span, "unknown", "ask for a subclass of BaseModel")]
        )
    outcome = spell_type(given, signature.definitions, subject.version("pydantic"))
    findings = list(as_findings(outcome.issues, f"`{definition.name}`", signature.span))
    if outcome.schema is None:
        return refuse_tool(subject, findings)
    wrapped = bool(subject.options.get(WRAPPED))
    if wrapped and definition.kind == "root_model":
        message = f"`{definition.name}` is a root model, and instructor puts a subclass in its place that is none"
        return refuse_tool(subject, [*findings, make_finding("TC397", message, signature.span, "unknown", "use a plain model")])
    schema = root_resolved(outcome.schema) if wrapped else outcome.schema
    doc = docstrings.detect_parts(definition.doc or "")
    findings += docstring_findings(signature, doc is not None, NAME)
    doc = doc or docstrings.Detected()
    if "title" not in schema or (doc.entries and "properties" not in schema):
        message = f"the schema of `{definition.name}` refers to itself or has no properties: instructor raises KeyError"
        return refuse_tool(
            subject, [*findings, make_finding("TC398", message, signature.span, "refused", "ask for a plain model")]
        )
    description = schema.get("description", doc.short or _correctly(definition))
    return Spelled(
        schema["title"], description, schema_unless_refused(_parameters(schema, doc), findings), findings=tuple(findings)
    )


def _correctly(definition: Definition) -> str:
    return f"Correctly extracted `{definition.name}` with all the required parameters with correct types"


def _parameters(schema: JsonSchema, doc: docstrings.Detected) -> JsonSchema:
    """A text of the docstring goes where no description stands; the first text for a name counts."""
    made = {key: value for key, value in schema.items() if key not in ("title", "description")}
    made["required"] = sorted(schema.get("required", []))
    if "properties" not in schema:
        return made
    properties = {
        name: {**shown, "description": doc.parameters[name]} if name in doc.parameters and "description" not in shown else shown
        for name, shown in schema["properties"].items()
    }
    return {**made, "properties": properties}


SYSTEM = System(
    name=NAME,
    about="response models of instructor",
    decisive={
        f"instructor.{name}": frozenset({"openai_schema", "anthropic_schema", "gemini_schema"})
        for name in ("OpenAISchema", "ResponseSchema")
    },
    envelope="openai",
    marks=MARKS,
    spell=spell,
    versions=VERSIONS,
    distribution="instructor",
    models=True,
)
