"""The parameter schema of the systems that map types row by row: takes a `Subject`, gives the object schema and findings.

One rule holds for all of them: `*args`, `**kwargs` and hidden parameters are no properties, a parameter without a default
is required, no default is written, and a description stands last in its property.
"""

from collections.abc import Callable, Iterable, Sequence

from toolc.diagnostics import Diagnostic
from toolc.ir import JsonSchema
from toolc.missing_packages import MISSING
from toolc.schema.mapping import FALLBACK, Issue, Mapper
from toolc.signature import Annotated, Constant, NoDefault, Parameter, Signature
from toolc.source import Span
from toolc.systems.base import Finding, Spelled, Subject, make_finding

Texts = Callable[[Parameter], str | None]
"""The description of a parameter, or None when it has none."""

Spell = Callable[[Parameter], JsonSchema]
"""The schema of a parameter without its description."""


def visible(subject: Subject) -> tuple[Parameter, ...]:
    """The parameters that a model fills in."""
    return tuple(
        parameter
        for parameter in subject.signature.parameters
        if parameter.kind not in ("var_positional", "var_keyword") and parameter.name not in subject.hidden
    )


def object_schema(parameters: Iterable[Parameter], spell: Spell, text: Texts) -> JsonSchema:
    """`required` is always there, as in the documents' examples; it may be empty."""
    properties: dict[str, JsonSchema] = {}
    required: list[str] = []
    for parameter in parameters:
        schema = spell(parameter)
        if (description := text(parameter)) is not None:
            schema.pop("description", None)
            schema["description"] = description
        properties[parameter.name] = schema
        if isinstance(parameter.default, NoDefault):
            required.append(parameter.name)
    return {"type": "object", "properties": properties, "required": required}


def map_parameters(
    parameters: Sequence[Parameter], mapper: Mapper, text: Texts, signature: Signature
) -> tuple[JsonSchema, tuple[Finding, ...]]:
    """The object schema by way of a mapper; a parameter without annotation is a string."""
    findings: list[Finding] = []

    def spell(parameter: Parameter) -> JsonSchema:
        if parameter.type is None:
            return dict(FALLBACK)
        before = len(mapper.issues)
        schema = mapper.schema(parameter.type)
        place = parameter.span or signature.span
        findings.extend(as_findings(mapper.issues[before:], f"parameter `{parameter.name}`", place))
        return schema

    return object_schema(parameters, spell, text), tuple(findings)


def as_findings(issues: Iterable[Issue], what: str, place: Span | None) -> tuple[Finding, ...]:
    """Issues of a schema as findings about the part of the tool they belong to."""
    return tuple(_finding(one, what, one.where, place) for one in issues)


def model_findings(issues: Iterable[Issue], title: str, signature: Signature) -> tuple[Finding, ...]:
    """Issues of a model of all parameters, each at the parameter it belongs to.

    `title` is the model's own name, "" where the parameters are no model.
    """
    by_name = {parameter.name: parameter for parameter in signature.parameters}
    prefix = f"{title}." if title else ""
    made = []
    for issue in issues:
        path = issue.where.removeprefix(prefix) if issue.where.startswith(prefix) else ""
        name, _, inside = path.partition(".")
        if name in by_name:
            made.append(_finding(issue, f"parameter `{name}`", inside, by_name[name].span or signature.span))
        else:
            made.append(_finding(issue, f"`{signature.name}`", issue.where, signature.span))
    return tuple(made)


def _finding(issue: Issue, what: str, where: str, place: Span | None) -> Finding:
    words = f"{what}: {where}: {issue.message}" if where else f"{what}: {issue.message}"
    return Finding(Diagnostic(issue.code, words, place, help=_HELP.get(issue.code, "")), issue.fidelity)


_HELP = {
    "TC230": "import it outside of `if TYPE_CHECKING`",
    "TC307": "import the name, or pass the folder (--search-path) or environment (--python) of its package",
    "TC332": "import or define it",
    MISSING: "pass its folder with --search-path, or an environment with --python",
    "TC309": "give a constant, or take None and compute the value in the body",
    "TC310": "give the parameter a type without hooks, or add WithJsonSchema to it",
    "TC316": "write that part as a constant",
}


def unknown_type(code: str, message: str, place: Span | None) -> Finding:
    """A type of which something is not known; `code` is that of an annotation that was not followed, "" for anything else."""
    return make_finding(code or "TC307", message, place, "unknown", _HELP.get(code, ""))


def method_findings(subject: Subject) -> tuple[Finding, ...]:
    """A function registered inside its class is not bound yet: inspection shows its first parameter like any other."""
    signature = subject.signature
    first = next(iter(signature.parameters), None)
    if signature.callable != "method" or first is None or first.name in subject.hidden:
        return ()
    message = f"`{signature.name}` is registered before it is bound to an object: a call needs `{first.name}` like any argument"
    return (make_finding("TC321", message, signature.span, help="register the bound method of an object, or a function"),)


def docstring_findings(signature: Signature, known: bool, framework: str) -> tuple[Finding, ...]:
    """A docstring that is not given to the parser that the framework gives it to."""
    message = f"`{signature.name}`: the docstring is too long to be read as {framework} reads it"
    return () if known else (make_finding("TC344", message, signature.span, "approximate", "write a shorter one"),)


def undecided_default(parameter: Parameter, place: Span | None) -> Finding:
    """A default that only the running program knows; the schema goes without it."""
    message = f"the default of parameter `{parameter.name}` is computed while the program runs"
    return make_finding("TC309", message, parameter.span or place, "approximate", _HELP["TC309"])


def metadata(parameter: Parameter) -> tuple[Constant, ...]:
    """Return the metadata of a parameter's annotation."""
    return parameter.type.metadata if isinstance(parameter.type, Annotated) else ()


def schema_unless_refused(schema: JsonSchema | None, findings: Iterable[Finding]) -> JsonSchema | None:
    """The schema as it may be told: None when a finding says that it is not known or that the framework refuses it."""
    return None if any(finding.fidelity in ("unknown", "refused") for finding in findings) else schema


def refuse_tool(subject: Subject, findings: Iterable[Finding], description: str | None = None) -> Spelled:
    """A tool that its framework does not accept: it has a name, but no schema."""
    return Spelled(tool_name(subject), description, findings=tuple(findings))


def tool_name(subject: Subject) -> str:
    """The name given where the tool is declared, else the callable's own."""
    return subject.signature.name if subject.name is None else subject.name


def description_or(subject: Subject, derived: str) -> str:
    """The description given where the tool is declared, else what the system derives."""
    return derived if subject.description is None else subject.description
