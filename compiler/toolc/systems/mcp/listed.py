"""Prompts and resources that a low-level server lists: takes objects of the SDK, returns them as they are sent.

Sources: `Prompt`, `PromptArgument`, `Resource` and `ResourceTemplate` of mcp 1.30.0 `types` and of mcp 2.3.0.
"""

import re
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.ir import PromptArgument
from toolc.program import ConstantValue, Declaration, Program, RegistrationSite
from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import CallConstant, Constant
from toolc.source import Span
from toolc.systems.base import SentComponent, Subject, argument, declare_at, make_finding
from toolc.systems.shared.mcp_components import beside, join_facts, normalize_uri, texts
from toolc.systems.shared.mcp_objects import Sent
from toolc.systems.shared.versions import version

COMPONENTS = frozenset(
    f"{module}.{name}"
    for module in ("mcp", "mcp.types", "mcp_types")
    for name in ("Prompt", "Resource", "ResourceTemplate", "types.Prompt", "types.Resource", "types.ResourceTemplate")
)
_NEWEST = "2.3.0"
_FACTS = {
    "arguments": ("arguments",),
    "uri": ("uri",),
    "uri_template": ("uriTemplate", "uri_template"),
    "title": ("title",),
    "mime_type": ("mimeType", "mime_type"),
    "size": ("size",),
    "icons": ("icons",),
    "annotations": ("annotations",),
    "meta": ("_meta",),
}
_ARGUMENT = {"name": str, "title": str, "description": str, "required": bool}
_EXPRESSION = re.compile(r"{[+#./;?&]?([^}]*)}")


def without_tools(message: str, span: Span | None) -> Diagnostic:
    """Return the diagnostic for a handler none of whose tools is known."""
    help_ = "return tool objects that the program makes, or give toolc a recorded `tools/list` of the running server"
    return Diagnostic("TC219", f"{message}; all its tools are missing", span, help=help_)


def listed_component(made: RegistrationSite, program: Program, handler: Declaration) -> Declaration:
    """Return the declaration of one object that a handler lists."""
    given = {
        fact: next((one for key in keys if (one := argument(made, program, key)) is not None), None)
        for fact, keys in _FACTS.items()
    }
    options = {fact: value for fact, value in given.items() if value not in (None, ConstantValue(None))}
    name, description = argument(made, program, "name"), argument(made, program, "description")
    facts = {"name": name, "description": description, "options": options, "component": handler.component}
    return declare_at(made, handler.system, handler.server, **facts)


def listed_prompt(subject: Subject) -> SentComponent:
    """A `Prompt` as it stands."""
    major = version(subject, "mcp", _NEWEST)[0]
    sent = join_facts(texts(subject.options, ("title",)), beside({**subject.options, "annotations": None}, major))
    fields: dict[str, Any] = {"name": subject.name or "", "description": subject.description, **sent.fields}
    undecided = list(sent.undecided)
    given = subject.options.get("arguments")
    arguments = []
    for one in given if isinstance(given, (list, tuple)) else ():
        facts = one.kwargs if isinstance(one, CallConstant) and not one.args else one if isinstance(one, dict) else {}
        try:
            told = {key: json_value(value) for key, value in facts.items()}
        except NotJsonError:
            told = {}
        if set(told) - _ARGUMENT.keys() or not isinstance(told.get("name"), str) or told.get("title") is not None:
            undecided.append("arguments")
            continue
        arguments.append(PromptArgument(told["name"], told.get("description"), told.get("required")))
    if given is not None and not isinstance(given, (list, tuple)):
        undecided.append("arguments")
    span = subject.signature.span
    return SentComponent({**fields, "arguments": tuple(arguments)}, Sent({}, tuple(dict.fromkeys(undecided))).findings(span))


def listed_resource(subject: Subject) -> SentComponent:
    """A `Resource` or `ResourceTemplate` as it stands; mcp 1 writes an address as pydantic's `AnyUrl` does."""
    major = version(subject, "mcp", _NEWEST)[0]
    template = "uri_template" in subject.options
    uri = _address(subject.options.get("uri_template" if template else "uri"))
    span = subject.signature.span
    name = {"name": subject.name or ""}
    if uri is None:
        return SentComponent(name, (make_finding("TC241", f"the URI of `{subject.name}` is computed", span, "unknown"),))
    sent = join_facts(texts(subject.options, ("title", "mime_type")), beside(subject.options, major))
    fields: dict[str, Any] = {"uri": uri, **name, "description": subject.description, **sent.fields, "template": template}
    findings = sent.findings(span)
    size = subject.options.get("size")
    if isinstance(size, int) and not isinstance(size, bool):
        fields["size"] = size
    elif size is not None:
        findings = (*findings, make_finding("TC202", "`size` is computed while the program runs", span, "approximate"))
    if template:
        listed = [one.partition(":")[0].rstrip("*") for group in _EXPRESSION.findall(uri) for one in group.split(",")]
        return SentComponent({**fields, "parameters": tuple(dict.fromkeys(listed))}, findings)
    if major < 2:
        fields["uri"] = normalize_uri(uri) or uri
        if normalize_uri(uri) is None:
            message = f"how pydantic writes the address `{uri}` is not known"
            findings = (*findings, make_finding("TC241", message, span, "approximate"))
    return SentComponent(fields, findings)


def _address(value: Constant) -> str | None:
    """The text of an address, be it a text or `AnyUrl("…")`."""
    if isinstance(value, CallConstant) and value.of == "pydantic.AnyUrl" and len(value.args) == 1:
        value = value.args[0]
    return value if isinstance(value, str) else None
