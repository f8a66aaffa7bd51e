"""Prompts, resources and servers of the MCP SDK: takes subjects, returns them as `prompts/list` and its like report them.

Sources: `Prompt.from_function`, `FastMCP.resource`, `FunctionResource`, `ResourceTemplate`, `Server` of mcp 1.30.0 and 2.3.0.
"""

import re
from collections.abc import Callable
from typing import Any

from toolc import docstrings
from toolc.ir import JsonSchema, PromptArgument
from toolc.signature import Signature
from toolc.systems.base import Finding, SentComponent, Subject, make_finding
from toolc.systems.mcp.types import hidden_parameters
from toolc.systems.shared.mcp_capabilities import DECORATED, LISTS, sdk
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
from toolc.systems.shared.versions import numbers, version

Arguments = Callable[[Subject, int], tuple[JsonSchema | None, tuple[Finding, ...]]]
"""The schema of what a caller passes."""

VERSIONS = {"mcp": "2.3.0", "python": "3.14"}
LAST_1 = "1.30.0"
_VARIABLE = re.compile(r"{(\w+)}")
_EXPRESSION = re.compile(r"{[+#./;?&]?([^}]*)}")


def prompt(arguments: Arguments) -> Callable[[Subject], SentComponent]:
    """`Prompt.from_function`: an empty name or description counts as none."""

    def send_prompt(subject: Subject) -> SentComponent:
        mcp, python = (version(subject, name, VERSIONS[name]) for name in ("mcp", "python"))
        schema, findings = arguments(subject, mcp[0])
        sent = join_facts(texts(subject.options, ("title",)), beside({"icons": subject.options.get("icons")}, mcp[0]))
        fields: dict[str, Any] = {"name": subject.name or subject.signature.name, **sent.fields}
        fields["description"] = subject.description or docstrings.of(subject.signature, python) or ""
        required = (schema or {}).get("required", ())
        fields["arguments"] = tuple(
            PromptArgument(name, one.get("description"), name in required)
            for name, one in (schema or {}).get("properties", {}).items()
        )
        return SentComponent(fields, (*findings, *sent.findings(subject.signature.span)))

    return send_prompt


def resource(subject: Subject) -> SentComponent:
    """`@server.resource(uri)`: a template where the address has parameters, with mcp 1 also where the function has."""
    mcp, python = (version(subject, name, VERSIONS[name]) for name in ("mcp", "python"))
    uri, findings = address(subject)
    if uri is None:
        return SentComponent({"name": subject.name or subject.signature.name}, findings)
    if "ready" in subject.options:
        return _ready(subject, uri, mcp[0])
    signature = subject.signature
    variables = _variables(uri, mcp[0])
    context = hidden_parameters(signature, mcp[0])
    parameters = {one.name for one in signature.parameters} - context
    template = bool(variables) or ("{" in uri and "}" in uri and mcp[0] < 2) or (mcp[0] < 2 and bool(signature.parameters))
    sent = join_facts(texts(subject.options, ("title", "mime_type")), beside(subject.options, mcp[0]))
    fields: dict[str, Any] = {"uri": uri, "name": subject.name or signature.name, **sent.fields, **return_facts(subject)}
    fields |= {"mime_type": sent.fields.get("mime_type") or "text/plain", "template": template}
    fields["description"] = subject.description or docstrings.of(signature, python) or ""
    if set(variables) != parameters and (template or parameters):
        message = f"`{uri}` has other parameters than `{signature.name}`: the SDK raises ValueError"
        return refuse_resource(subject, message, fields, "name the same in both")
    problems = sent.findings(signature.span)
    if template:
        return SentComponent({**fields, "parameters": variables}, problems)
    return SentComponent(*_add_address(fields, uri, mcp[0], signature, problems))


def _ready(subject: Subject, uri: str, major: int) -> SentComponent:
    """A resource object: without a name it has its address as one."""
    sent = join_facts(texts(subject.options, ("title", "mime_type", "ready")), beside(subject.options, major))
    default = sent.fields.pop("ready", None)
    fields: dict[str, Any] = {"uri": uri, "mime_type": default, **sent.fields, **literal_text(subject.options)}
    fields |= {"description": subject.description} if subject.description is not None else {}
    fields, findings = _add_address(fields, uri, major, subject.signature, sent.findings(subject.signature.span))
    return SentComponent({**fields, "name": subject.name or fields["uri"]}, findings)


def _add_address(
    fields: dict[str, Any], uri: str, major: int, signature: Signature, findings: tuple[Finding, ...]
) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """mcp 1 writes an address as pydantic's `AnyUrl` does, mcp 2 leaves it as it is."""
    if major >= 2:
        return fields, findings
    sent = normalize_uri(uri)
    if sent is None:
        message = f"how pydantic writes the address `{uri}` is not known"
        return fields, (*findings, make_finding("TC241", message, signature.span, "approximate"))
    return {**fields, "uri": sent}, findings


def _variables(uri: str, major: int) -> tuple[str, ...]:
    """The parameters of a template in order, each once: mcp 1 knows `{name}`, mcp 2 RFC 6570."""
    if major < 2:
        return tuple(dict.fromkeys(_VARIABLE.findall(uri)))
    listed = [one.partition(":")[0].rstrip("*") for found in _EXPRESSION.findall(uri) for one in found.split(",")]
    return tuple(dict.fromkeys(listed))


def info(subject: Subject) -> SentComponent:
    """`initialize`: mcp 1 sends its own version where none was given, mcp 2 an empty one."""
    mcp = version(subject, "mcp", VERSIONS["mcp"])
    offered = sdk(subject.options, mcp, LISTS, listens=True)
    if mcp[0] >= 2:
        return server_info(subject, {"name": "mcp-server", "version": ""}, mcp[0], offered)
    return server_info(subject, {"name": "FastMCP", "version": subject.version("mcp")}, mcp[0], offered)


def low_level_info(subject: Subject) -> SentComponent:
    """The same of a low-level server, which can do what it has handlers for."""
    told = subject.version("mcp") or VERSIONS["mcp"]
    names = subject.options.get("capabilities", ())
    added = [one for one in names if isinstance(one, str)] if isinstance(names, tuple) else []
    if DECORATED in added and numbers(told) >= (2,):
        told = LAST_1
    mcp = numbers(told)
    offered = sdk(subject.options, mcp, [one for one in LISTS if one in added], "listen" in added)
    return server_info(subject, {"name": "", "version": "" if mcp[0] >= 2 else told}, mcp[0], offered)
