"""transformers: functions given to `get_json_schema`, as chat templates take them.

Takes signatures, gives `function.parameters` (transformers 5.23.0 `utils/chat_template_utils.py`): types by a table, a text for
each parameter from Google's `Args:`, no defaults.
"""

from collections.abc import Mapping, Sequence

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_type
from toolc.schema.mapping import Mapper
from toolc.signature import ANY, NO_DEFAULT, Class, Constant, Definition, Member, Parameter, Type, Unresolved
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.shared.callables import registers
from toolc.systems.shared.hints import hint
from toolc.systems.shared.huggingface import (
    SCALARS,
    Refusal,
    Rules,
    UnknownPart,
    describe,
    missing_docstring,
    missing_text,
    missing_type,
    parse_hint,
    refused_hint,
    too_long,
)
from toolc.systems.shared.parameters import description_or, refuse_tool, schema_unless_refused, tool_name
from toolc.systems.shared.versions import version
from toolc.types.format import display

NAME = "transformers"
VERSIONS = {"transformers": "5.23.0", "python": "3.14"}


def spell(subject: Subject) -> Spelled:
    """`get_json_schema(f)`."""
    signature = subject.signature
    text = docstrings.clean(signature.doc or "")
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it gives only the running program knows"
        return refuse_tool(subject, [make_finding("TC204", message, signature.span, "unknown", "give it a function")])
    if not text:
        return refuse_tool(subject, [missing_docstring(subject, NAME)])
    doc = docstrings.transformers(text)
    if doc is None:
        return refuse_tool(subject, [too_long(subject)])
    properties: dict[str, JsonSchema] = {}
    findings = _result(subject)
    shown = _shown_parameters(subject)
    for parameter in shown:
        if parameter.type is None:
            findings.append(missing_type(parameter, signature, NAME))
        elif parameter.name not in doc.parameters:
            findings.append(missing_text(parameter, signature, NAME))
        else:
            try:
                schema = parse_hint(
                    hint(parameter, version(subject, "python", VERSIONS["python"])), signature.definitions, RULES
                )
                properties[parameter.name] = describe(schema, doc.parameters[parameter.name], only_texts=False)
            except (Refusal, UnknownPart) as problem:
                findings.append(refused_hint(problem, parameter, signature))
    made: JsonSchema = {"type": "object", "properties": properties}
    if required := [one.name for one in shown if one.default == NO_DEFAULT]:
        made["required"] = required
    return Spelled(
        tool_name(subject), description_or(subject, doc.about), schema_unless_refused(made, findings), findings=tuple(findings)
    )


def _shown_parameters(subject: Subject) -> list[Parameter]:
    """A first parameter `self` or `cls` without a type is skipped; `*args` are like any other."""
    parameters = [one for one in subject.signature.parameters if one.name not in subject.hidden]
    implicit = bool(parameters) and parameters[0].name in ("self", "cls") and parameters[0].type is None
    return parameters[1:] if implicit else parameters


def _result(subject: Subject) -> list[Finding]:
    """A result of any type will do, if its name can be found."""
    returns = subject.signature.returns
    if not isinstance(returns, Unresolved):
        return []
    return [make_finding(returns.code or "TC307", f"the result: {returns.reason}", subject.signature.span, "approximate")]


# --- types -----------------------------------------------------------------------------------------------------------


def _leaf(type_: Type, definitions: Mapping[str, Definition]) -> JsonSchema:
    """An enum is its values; any other class raises, but those of images and tensors."""
    definition = definitions.get(type_.qualname) if isinstance(type_, Class) else None
    if definition is None or definition.kind != "enum":
        if definition is not None and definition.qualname.startswith(("PIL.", "torch.")):
            raise UnknownPart("transformers may know this class")
        raise Refusal(f"`{display(type_)}` is not a known type")
    if definition.reason:
        raise UnknownPart(definition.reason)
    if any(isinstance(value, Member | tuple | list | dict) for _, value in definition.members):
        raise Refusal(f"`{definition.name}` has a value that is not text, number or None")
    try:
        return _literal(Mapper(definitions).values(definition))
    except NotJsonError as reason:
        raise UnknownPart(str(reason)) from None


def _join_types(schemas: Sequence[JsonSchema]) -> JsonSchema:
    """The types alone, where nothing else is said."""
    if all(one.keys() == {"type"} and isinstance(one["type"], str) for one in schemas):
        names = sorted({one["type"] for one in schemas})
        return {"type": names[0] if len(names) == 1 else names}
    return {"anyOf": list(schemas)}


def _literal(values: Sequence[Constant]) -> JsonSchema:
    """Types in the order in which they first appear."""
    if not values or not all(one is None or isinstance(one, bool | int | float | str) for one in values):
        raise Refusal("a value that is not text, number or None, or no value at all")
    types = list(dict.fromkeys(json_type(one) for one in values))
    return {"type": types[0] if len(types) == 1 else types, "enum": list(values)}


RULES = Rules({**SCALARS, "builtins.tuple": {"type": "array"}, ANY.name: {}}, _leaf, _join_types, _literal)

_MODULES = ("transformers.utils", "transformers.utils.chat_template_utils")

SYSTEM = System(
    name=NAME,
    about="functions given to get_json_schema of transformers",
    envelope="openai",
    marks={f"{module}.get_json_schema": registers(NAME, "func") for module in _MODULES},
    spell=spell,
    versions=VERSIONS,
    distribution="transformers",
)
