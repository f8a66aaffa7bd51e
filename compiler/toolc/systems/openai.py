"""openai: `pydantic_function_tool(Model)` and `pydantic_responses_function_tool(Model)`.

Takes models, gives their parameters: the schema of the model, closed, every key required (openai 3.54.0 `lib/_tools.py`).
"""

from collections.abc import Iterator
from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.program import Declaration, DefinitionValue, Program, RegistrationSite, ServerKey
from toolc.schema import reshape
from toolc.schema.keywords import subschemas
from toolc.signature import Class
from toolc.systems.base import Finding, Mark, Spelled, Subject, System, argument, stated_argument
from toolc.systems.base import make_finding as finding
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.parameters import as_findings, refuse_tool, schema_unless_refused
from toolc.systems.shared.spelling import NEWEST, spell_type
from toolc.systems.shared.versions import version

NAME = "openai"
VERSIONS = {"openai": "3.54.0", "pydantic": NEWEST, "python": "3.14"}


def spell(subject: Subject) -> Spelled:
    """An empty name counts as none, an empty description does not; a model without a docstring has no description."""
    signature, given = subject.signature, subject.options.get("model")
    definition = signature.definitions.get(given.qualname) if isinstance(given, Class) else None
    if not isinstance(given, Class) or definition is None or definition.kind not in ("model", "root_model"):
        message = f"`{signature.name}` is not a pydantic model: openai raises TypeError"
        return refuse_tool(subject, [finding("TC308", message, signature.span, "refused", "give it a subclass of BaseModel")])
    outcome = spell_type(given, signature.definitions, subject.version("pydantic"))
    findings = as_findings(outcome.issues, f"`{definition.name}`", signature.span)
    schema = outcome.schema
    if schema is not None and schema_unless_refused({}, findings) is not None:
        schema, more = _close(subject, schema)
        findings = (*findings, *more)
    doc = None if definition.doc is None else docstrings.raw(definition.doc, version(subject, "python", VERSIONS["python"]))
    description = doc if subject.description is None else subject.description
    schema = schema_unless_refused(schema, findings)
    return Spelled(subject.name or definition.name, description, schema, strict=True, findings=findings)


def _close(subject: Subject, schema: JsonSchema) -> tuple[JsonSchema | None, tuple[Finding, ...]]:
    """The library closes what it can; what stays open is sent all the same, and the API refuses it."""
    place = subject.signature.span
    try:
        closed = reshape.closed_by_openai(schema)
    except reshape.Unstrict as refusal:
        return None, (finding("TC360", f"{refusal}: openai raises RecursionError", place, "refused"),)
    if not any(map(_open, _inside(closed))):
        return closed, ()
    message = f"`{subject.signature.name}` has an object that takes keys it does not name, which strict mode refuses"
    return closed, (finding("TC363", message, place, help="name the keys in a model"),)


def _inside(schema: Any) -> Iterator[dict[str, Any]]:
    pending = [schema]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            yield one
            pending.extend(inner for _, inner in subschemas(one))


def _open(schema: dict[str, Any]) -> bool:
    return schema.get("additionalProperties", False) is not False


# --- registrations ---------------------------------------------------------------------------------------------------


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    if registration.form != "call":
        return None
    model = argument(registration, program, "model", 0)
    facts = {fact: stated_argument(registration, program, fact) for fact in ("name", "description")}
    options = {"model": model} if isinstance(model, DefinitionValue) else {}
    return declaration(registration, program, server, NAME, model, {**facts, **options})


_NAMES = ("pydantic_function_tool", "pydantic_responses_function_tool")
_MARKS: dict[str, Mark] = {f"{module}.{name}": _tool for module in ("openai", "openai.lib") for name in _NAMES}

SYSTEM = System(
    name=NAME,
    about="pydantic_function_tool of openai",
    envelope="openai",
    marks=_MARKS,
    spell=spell,
    versions=VERSIONS,
    distribution="openai",
)
