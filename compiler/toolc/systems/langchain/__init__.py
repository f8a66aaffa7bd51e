"""langchain-core: `@tool`, `StructuredTool`, `Tool` and subclasses of `BaseTool`.

Takes signatures and models, gives `tool_call_schema`: a model named as the tool, of copies of the fields that the model fills
in (langchain-core 1.8.1, `tools/convert.py`, `structured.py`, `base.py`). `marks` reads registrations.
"""

import textwrap
from collections.abc import Mapping

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import Class, Constant, UnknownConstant
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.langchain.fields import NEWEST_CORE, SHOWS_INPUT, Model, as_given, infer_model
from toolc.systems.langchain.marks import MARKS
from toolc.systems.shared.parameters import method_findings, model_findings, refuse_tool, schema_unless_refused, tool_name
from toolc.systems.shared.spelling import NEWEST, spell_model
from toolc.systems.shared.versions import version

NAME = "langchain"
VERSIONS = {"langchain-core": NEWEST_CORE, "pydantic": NEWEST, "python": "3.14"}

_CONFIG: Mapping[str, Constant] = {"arbitrary_types_allowed": True}
_SIMPLE: JsonSchema = {
    "type": "object",
    "properties": {"__arg1": {"title": "__arg1", "type": "string"}},
    "required": ["__arg1"],
}
"""Schema sent to models for a tool without one of its own (1.8.1 `_format_tool_to_openai_function`)."""


def spell(subject: Subject) -> Spelled:
    """The schema that was given, else the one read off the function; an empty name counts as none, but in a class."""
    if subject.options.get("bound"):
        message = (
            f"`{subject.signature.name}` is bound as a function, of which langchain makes a form that toolc does not follow"
        )
        return refuse_tool(
            subject, [make_finding("TC380", message, subject.signature.span, "unknown", "decorate it with `@tool`")]
        )
    given = subject.options.get("args_schema")
    name = tool_name(subject) if subject.options.get("maker") == "class" else subject.name or subject.signature.name
    if isinstance(given, (dict, UnknownConstant)):
        return _literal(subject, name, given)
    if given is None and not _infers(subject):
        return _plumbing(subject, name)
    if not isinstance(given, Class | None):
        place = subject.signature.span
        return refuse_tool(subject, [make_finding("TC316", "`args_schema` is not a class toolc can read", place, "unknown")])
    parses = _flag(subject, "parse_docstring", False)
    if given is None and subject.signature.callable == "class":
        place = subject.signature.span
        reason = "the tool is made from a class, which toolc does not follow"
        return refuse_tool(subject, [make_finding("TC316", reason, place, "unknown")])
    if subject.options.get("runnable") and version(subject, "langchain-core", NEWEST_CORE) < SHOWS_INPUT:
        message = "what this version makes of a Runnable's model is not followed"
        return refuse_tool(subject, [make_finding("TC316", message, subject.signature.span, "unknown")])
    model = as_given(subject, given) if given is not None else infer_model(subject, parses, _strict(subject))
    description = _description(subject, model.doc)
    if description is None and not model.is_broken:
        return refuse_tool(subject, [_missing_docstring(subject)])
    findings = (*model.findings, *_unknown_facts(subject), *_bound_tool_findings(subject))
    if model.is_broken:
        return refuse_tool(subject, findings, description)
    return _spell_subset(subject, name, description or "", model, findings)


def _spell_subset(subject: Subject, name: str, description: str, model: Model, findings: tuple[Finding, ...]) -> Spelled:
    """`_create_subset_model(name, …, fn_description=description)`."""
    signature = subject.signature
    doc = textwrap.dedent(description or model.doc or "")
    outcome = spell_model(model.fields, signature.definitions, name, _CONFIG, subject.version("pydantic"), doc=doc)
    findings = (*findings, *model_findings(outcome.issues, name, signature))
    if outcome.schema is None and schema_unless_refused({}, findings) is not None:
        findings = (*findings, make_finding("TC308", f"`{name}`: a parameter has no JSON form", signature.span, "refused"))
    return Spelled(name, description, schema_unless_refused(outcome.schema, findings), closed=False, findings=findings)


# --- the description -------------------------------------------------------------------------------------------------


def _description(subject: Subject, doc: str | None) -> str | None:
    """`StructuredTool.from_function`: the argument, "" if it is not known, else the docstring or the model's; None: it raises.

    A class or an object is described by what it is given and nothing else.
    """
    given = "" if subject.untold else subject.description
    if _maker(subject) in ("class", "object"):
        return given or ""
    if given is not None:
        return given.strip()
    text: str | None = None
    if not _flag(subject, "parse_docstring", False):
        text = docstrings.of(subject.signature, version(subject, "python", VERSIONS["python"])) or None
    if text is None:
        text = doc or None
    return None if text is None else textwrap.dedent(text).strip()


def _missing_docstring(subject: Subject) -> Finding:
    message = f"`{tool_name(subject)}` has neither a docstring nor a description: langchain raises ValueError"
    return make_finding("TC306", message, subject.signature.span, "refused", "write a docstring")


# --- options ---------------------------------------------------------------------------------------------------------


def _maker(subject: Subject) -> Constant:
    """Return the way the tool is made: by `tool`, by `StructuredTool.from_function`, as an object or by a class."""
    return subject.options.get("maker", "tool")


def _infers(subject: Subject) -> bool:
    return _maker(subject) != "object" and _flag(subject, "infer_schema", True)


def _strict(subject: Subject) -> bool:
    return _flag(subject, "error_on_invalid_docstring", _maker(subject) == "tool")


def _flag(subject: Subject, name: str, default: bool) -> bool:
    value = subject.options.get(name)
    return default if value is None or isinstance(value, UnknownConstant) else bool(value)


def _unknown_facts(subject: Subject) -> tuple[Finding, ...]:
    names = ("parse_docstring", "infer_schema", "error_on_invalid_docstring")
    return tuple(
        make_finding("TC202", f"`{name}` is computed while the program runs", subject.signature.span, "approximate")
        for name in names
        if isinstance(subject.options.get(name), UnknownConstant)
    )


def _bound_tool_findings(subject: Subject) -> tuple[Finding, ...]:
    return () if _maker(subject) == "class" else method_findings(subject)


# --- tools without a model -------------------------------------------------------------------------------------------


def _literal(subject: Subject, name: str, given: Constant) -> Spelled:
    """`args_schema` is a JSON Schema: it stays as it is, but for the description."""
    place = subject.signature.span
    try:
        schema = json_value(given)
    except NotJsonError as reason:
        return refuse_tool(subject, [make_finding("TC203", f"the tool's parameters are not known: {reason}", place, "unknown")])
    if not isinstance(schema, dict):
        return refuse_tool(subject, [make_finding("TC203", "the tool's parameters are not a JSON object", place, "unknown")])
    about = schema.get("description")
    description = _description(subject, about if isinstance(about, str) else None)
    if description is None:
        return refuse_tool(subject, [_missing_docstring(subject)])
    whole = {**schema, "description": description} if description else schema
    return Spelled(name, description, whole, closed=False, findings=_unknown_facts(subject))


def _plumbing(subject: Subject, name: str) -> Spelled:
    """Without a schema `tool_call_schema` shows `_run` of langchain's own class; models are sent one text."""
    signature = subject.signature
    description = subject.description
    if description is None:
        description = docstrings.of(signature, version(subject, "python", VERSIONS["python"])) or None
    if description is None and not subject.untold:
        return refuse_tool(subject, [_missing_docstring(subject)])
    message = f"`{name}` has no schema of its own: models see one parameter, a text, whatever the function takes"
    finding = make_finding(
        "TC353", message, signature.span, "approximate", "use `@tool` or StructuredTool, or give it `args_schema`"
    )
    simple = _maker(subject) != "structured" and subject.options.get("class") != "StructuredTool"
    return Spelled(name, description, _SIMPLE if simple else None, closed=False, findings=(finding,))


SYSTEM = System(
    name=NAME,
    about="@tool, StructuredTool, Tool and BaseTool classes of langchain",
    types_from="annotations",
    fields=("name", "description", "args_schema", "_run"),
    decisive={
        f"langchain_core.tools.{name}": frozenset({"get_input_schema", "get_input_jsonschema", "tool_call_schema", "args"})
        for name in ("BaseTool", "StructuredTool", "Tool")
    },
    envelope="plain",
    marks=MARKS,
    spell=spell,
    package="langchain_core",
    versions=VERSIONS,
    distribution="langchain-core",
    unpublished=frozenset({"metadata"}),  # for tracing
    renames="schema",
)
