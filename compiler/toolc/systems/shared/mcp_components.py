"""Prompts, resources and servers as all MCP frameworks report them.

Takes facts of a declaration, returns fields of `ir.Prompt`, `ir.Resource` and `ir.ServerInfo`, or why they are not decided.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolc.schema.constants import NotJsonError
from toolc.signature import Constant
from toolc.systems.base import Finding, SentComponent, Subject, make_finding
from toolc.systems.shared.mcp_objects import AUDIENCE, Sent, sent_icons, sent_meta, sent_model
from toolc.types.format import display

_SPECIAL = ("http", "https", "ws", "wss", "ftp", "file")
"""Schemes whose addresses the URL standard rewrites beyond what is done here."""

_HTTP = re.compile(r"(https?)://([a-z0-9.-]+)(:[0-9]+)?(/[A-Za-z0-9._~/?=&-]*)?", re.IGNORECASE)
_FILE = re.compile(r"file:///[A-Za-z0-9._~/-]*")
_OTHER = re.compile(r"([a-z][a-z0-9+.-]*)://[A-Za-z0-9._~/?=&:@-]*|([a-z][a-z0-9+.-]*):[A-Za-z0-9._~-][A-Za-z0-9._~/:-]*")


def texts(options: Mapping[str, Constant], names: Iterable[str]) -> Sent:
    """Return the options that are texts."""
    sent = Sent({}, ())
    undecided = []
    for name in names:
        value = options.get(name)
        if isinstance(value, str):
            sent.fields[name] = value
        elif value is not None:
            undecided.append(name)
    return Sent(sent.fields, tuple(undecided))


def beside(options: Mapping[str, Constant], major: int) -> Sent:
    """Return icons, annotations of resources and `_meta`. `major` is that of the MCP SDK."""
    fields: dict[str, Any] = {}
    undecided: list[str] = []
    for name in ("icons", "annotations", "meta"):
        if (value := options.get(name)) is None:
            continue
        try:
            if name == "icons":
                fields[name] = sent_icons(value, major)
            else:
                fields[name] = sent_model(value, AUDIENCE, major) if name == "annotations" else sent_meta(value, major)
        except NotJsonError:
            undecided.append(name)
    return Sent(fields, tuple(undecided))


def join_facts(*several: Sent) -> Sent:
    """Return the facts of several groups as one."""
    fields = {name: value for one in several for name, value in one.fields.items()}
    return Sent(fields, tuple(name for one in several for name in one.undecided))


def literal_text(options: Mapping[str, Constant]) -> dict[str, str]:
    """Return the text that a ready resource holds."""
    text = options.get("text")
    return {"text": text} if isinstance(text, str) else {}


def return_facts(subject: Subject) -> dict[str, str]:
    """Return the annotation of what a function gives."""
    return {"returns": display(subject.signature.returns)} if subject.signature.returns is not None else {}


def address(subject: Subject, key: str = "uri") -> tuple[str | None, tuple[Finding, ...]]:
    """Return the URI that a resource is registered under; a finding if it is not decided."""
    value = subject.options.get(key)
    if isinstance(value, str):
        return value, ()
    message = f"the URI of `{subject.name or subject.signature.name}` is computed while the program runs"
    return None, (make_finding("TC241", message, subject.signature.span, "unknown", "write it as a constant"),)


def normalize_uri(uri: str) -> str | None:
    """Return an address as pydantic's `AnyUrl` writes it; None where its rules are not known here (WHATWG URL).

    A path is added to a host, and schemes and hosts of the web are written small.
    """
    scheme = uri.partition(":")[0].lower()
    if scheme in ("http", "https") and (parts := _HTTP.fullmatch(uri)) and not _has_dot_segments(uri):
        default = {"http": ":80", "https": ":443"}[scheme]
        port = parts[3] or ""
        return f"{scheme}://{parts[2].lower()}{'' if port == default else port}{parts[4] or '/'}"
    if scheme == "file" and _FILE.fullmatch(uri) and not _has_dot_segments(uri):
        return uri
    if scheme not in _SPECIAL and _OTHER.fullmatch(uri) and not _has_dot_segments(uri):
        return uri
    return None


def _has_dot_segments(uri: str) -> bool:
    """Return `True` if a path has dot segments (`.` and `..`), which URLs normalise."""
    return any(step in (".", "..") for step in uri.partition("?")[0].split("/"))


def refuse_resource(subject: Subject, message: str, fields: Mapping[str, Any], help_: str = "") -> SentComponent:
    """Return a resource that the framework raises on."""
    return SentComponent(fields, (make_finding("TC357", message, subject.signature.span, "refused", help_),))


def server_info(subject: Subject, defaults: Mapping[str, str | None], major: int, offered: Sent) -> SentComponent:
    """Return what a server says of itself.

    `defaults`: name and version where none is given; None if they are not known. `offered` are its capabilities.
    """
    told = texts(subject.options, ("name", "title", "version", "description", "instructions", "website_url"))
    icons = beside({"icons": subject.options.get("icons")}, major)
    sent = join_facts(told, icons, offered)
    fields = {name: value for name, value in sent.fields.items() if value or name not in ("name", "version")}
    open_ = list(sent.undecided)
    for name, default in defaults.items():
        if name not in fields and name not in open_:
            fields |= {name: default} if default is not None else {}
            open_ += [name] if default is None else []
    findings = list(
        Sent({}, tuple(one for one in open_ if one != "name" or one in sent.undecided)).findings(subject.signature.span)
    )
    if "name" in open_ and "name" not in sent.undecided:
        message = "this server has no name, so it gets another one each time it is made"
        findings.append(make_finding("TC242", message, subject.signature.span, "approximate", "give it a name"))
    return SentComponent(fields, tuple(findings))
