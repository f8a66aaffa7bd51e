"""Prompts, resources and servers of fastmcp: takes subjects, returns them as `prompts/list` and its like report them.

Sources: `FunctionPrompt`, `FunctionResource`, `FunctionResourceTemplate`, `Namespace` and `FastMCP` of fastmcp 2.14.7, 3.4.10,
4.1.6.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from toolc import docstrings
from toolc.ir import PromptArgument
from toolc.signature import Constant, NoDefault, Parameter, Plain
from toolc.systems.base import Finding, SentComponent, Subject, make_finding
from toolc.systems.fastmcp.components import sent_component
from toolc.systems.fastmcp.docs import describe_parts
from toolc.systems.fastmcp.input import Case, input_schema
from toolc.systems.fastmcp.types import hidden_parameters
from toolc.systems.shared.mcp_capabilities import fastmcp
from toolc.systems.shared.mcp_components import (
    address,
    beside,
    join_facts,
    literal_text,
    normalize_uri,
    refuse_resource,
    return_facts,
    server_info,
    texts,
)
from toolc.systems.shared.mcp_objects import Sent
from toolc.systems.shared.spelling import spell_type
from toolc.systems.shared.versions import version

NEWEST = "4.2.3"
UI_MIME_TYPE = "text/html;profile=mcp-app"
_ADDRESS = re.compile(r"^([^:]+://)(.*?)$")
_VARIABLE = re.compile(r"{([\w-]+)(?:\*)?}")
_QUERY = re.compile(r"\{\?([^}]+)\}")


def prompt(subject: Subject) -> SentComponent:
    """`FunctionPrompt.from_function`: arguments are texts, so the schema of any other type is said in words."""
    signature, at = subject.signature, version(subject, "fastmcp", NEWEST)
    doc = describe_parts(signature.doc, at)
    left_out = frozenset({*subject.hidden, *hidden_parameters(signature, at)})
    made = input_schema(Case(signature, at, subject.version("pydantic"), left_out, (), doc.parameters, inlined=False))
    sent = _sent_fields(subject, at, ("title",))
    given = subject.description
    fields: dict[str, Any] = {"name": subject.name or signature.name, **sent.fields}
    fields["description"] = doc.text if given is None or (not given and at < (3,)) else given
    findings: list[Finding] = [*made.findings, *sent.findings(signature.span)]
    by_name = {one.name: one for one in signature.parameters}
    arguments = []
    for name, one in (made.schema or {}).get("properties", {}).items():
        text = one.get("description")
        if name in by_name:
            text, said = _with_schema(text, by_name[name], subject, at)
            findings += said
        arguments.append(PromptArgument(name, text, name in (made.schema or {}).get("required", ())))
    return SentComponent({**fields, "arguments": tuple(arguments)}, tuple(findings))


def _with_schema(
    text: str | None, parameter: Parameter, subject: Subject, at: tuple[int, ...]
) -> tuple[str | None, list[Finding]]:
    """Return the description of an argument: with the schema of its type, unless that is written as `str`."""
    signature, type_ = subject.signature, parameter.type
    quoted = parameter.name in signature.doubly_quoted
    if type_ is None or (type_ == Plain("builtins.str") and not quoted):
        return text, []
    if quoted and not (isinstance(type_, Plain) and type_.name.startswith("builtins.")):
        message = f"argument `{parameter.name}`: fastmcp may not know the names in quotes in its annotation"
        return text, [make_finding("TC346", message, parameter.span or signature.span, "approximate", "take the quotes away")]
    outcome = spell_type(type_, signature.definitions, subject.version("pydantic"))
    if outcome.schema is None:
        return text, []  # an error that fastmcp catches
    compact = json.dumps(outcome.schema, separators=(",", ":"))
    note = f"Provide as a JSON string matching the following schema: {compact}"
    if at >= (4,):
        note = f"Provide a value matching the following JSON schema: {compact}. Encode non-string values as JSON."
    return (f"{text}\n\n{note}" if text else note), []


def resource(subject: Subject) -> SentComponent:
    """`@server.resource(uri)`: a template where the address has parameters or the function has."""
    signature, at = subject.signature, version(subject, "fastmcp", NEWEST)
    uri, findings = address(subject, "uri" if "uri" in subject.options else "uri_template")
    if uri is None:
        return SentComponent({"name": subject.name or signature.name}, findings)
    sent = _sent_fields(subject, at, ("title", "mime_type", "ready"))
    ready = sent.fields.pop("ready", None)
    shown = ready is None and at >= (3,) and uri.lower().startswith("ui://")
    mime = sent.fields.get("mime_type") or (UI_MIME_TYPE if shown else ready)
    description = subject.description
    if ready is None and (description is None or (not description and at < (3,))):
        description = None if signature.doc is None else docstrings.clean(signature.doc)
    fields: dict[str, Any] = {"uri": uri, **sent.fields, "mime_type": mime or "text/plain", **literal_text(subject.options)}
    fields |= {"description": description, **return_facts(subject)}
    problems = sent.findings(signature.span)
    if ready is None:
        left_out = {*subject.hidden, *hidden_parameters(signature, at)}
        seen = [one for one in signature.parameters if one.name not in left_out]
        fields["name"] = subject.name or signature.name
        if ("{" in uri and "}" in uri) or seen:
            return _template(subject, uri, fields, seen, problems, at)
    normal = normalize_uri(uri)
    fields["uri"] = normal or uri
    fields.setdefault("name", subject.name or fields["uri"])
    fields = _mount_fields(fields, subject.options, at)
    if normal is not None and at < (4,):  # read again when it is sent
        normal = normalize_uri(fields["uri"])
        fields["uri"] = normal or fields["uri"]
    if normal is None:
        message = f"how pydantic writes the address `{fields['uri']}` is not known"
        problems = (*problems, make_finding("TC241", message, signature.span, "approximate"))
    return SentComponent(fields, problems)


def _template(
    subject: Subject,
    uri: str,
    fields: dict[str, Any],
    seen: list[Parameter],
    problems: tuple[Finding, ...],
    at: tuple[int, ...],
) -> SentComponent:
    """`FunctionResourceTemplate.from_function`: which names must be in the address, and which may."""
    path = [one.replace("-", "_") for one in _VARIABLE.findall(uri)]
    query = [one.strip().rstrip("*").replace("-", "_") for group in _QUERY.findall(uri) for one in group.split(",")]
    listed = tuple(dict.fromkeys((*path, *query)))
    fields = _mount_fields({**fields, "template": True, "parameters": listed}, subject.options, at)
    named = [one for one in seen if one.kind != "var_keyword"]
    required = {one.name for one in named if isinstance(one.default, NoDefault)}
    unknown = set(listed) - {one.name for one in named} if len(named) == len(seen) else set()
    if not listed or not required <= set(path) or unknown or set(query) & required:
        message = f"`{uri}` has other parameters than `{subject.signature.name}`: fastmcp raises ValueError"
        return refuse_resource(subject, message, fields, "name the same in both, those of a query with a default")
    return SentComponent(fields, problems)


def _mount_fields(fields: dict[str, Any], options: Mapping[str, Constant], at: tuple[int, ...]) -> dict[str, Any]:
    """A resource of a server that is mounted on others: the prefix is the first step of the path; before 3 in the name too."""
    for prefix in options.get("prefixes", ()):
        if not isinstance(prefix, str):
            return fields
        if (parts := _ADDRESS.match(fields["uri"])) is not None:
            fields = {**fields, "uri": f"{parts[1]}{prefix.removesuffix('_')}/{parts[2]}"}
        if at < (3,):
            fields["name"] = f"{prefix}{fields['name']}"
    return fields


def _sent_fields(subject: Subject, at: tuple[int, ...], names: tuple[str, ...]) -> Sent:
    """Texts, icons, `_meta` with tags and version, and the annotations of resources."""
    told = sent_component({**subject.options, "annotations": None, "task": False}, at)
    hints = beside({"annotations": subject.options.get("annotations")}, 2 if at >= (4,) else 1)
    prefixes = subject.options.get("prefixes", ())
    unknown = () if all(isinstance(one, str) for one in prefixes) else ("prefix",)
    return join_facts(texts(subject.options, names), told, hints, Sent({}, unknown))


def info(subject: Subject) -> SentComponent:
    """`initialize`: without a name a random one is made, without a version fastmcp sends its own."""
    at = version(subject, "fastmcp", NEWEST)
    options = dict(subject.options)
    if isinstance(options.get("version"), (int, float)) and not isinstance(options["version"], bool):
        options["version"] = str(options["version"])
    told = Subject(subject.signature, subject.name, subject.description, subject.hidden, options, subject.version)
    offered = fastmcp(options, at, subject.version("pydocket") is not None)
    return server_info(told, {"name": None, "version": subject.version("fastmcp")}, 2 if at >= (4,) else 1, offered)
