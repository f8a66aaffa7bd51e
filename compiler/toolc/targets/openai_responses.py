"""OpenAI responses: the `tools` array, flat, with a schema of the result where the framework has one.

`output_schema` describes the JSON in the text that answers a call: the result itself, without the key under which frameworks
wrap it. Texts are sent as they are, which is no JSON, so that they have none. Options add what the API has for many tools
(`FunctionToolParam` and `NamespaceToolParam` of openai 3.54.0): namespaces, tools that a search loads, calls by programs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from toolc.config import TargetOptions
from toolc.ir import JsonSchema, Server, Tool
from toolc.providers.openai import NAMES
from toolc.schema.reshape import result_alone
from toolc.systems.sent import Sent
from toolc.targets.documents import Entry, as_framework_sends, as_reported, documents
from toolc.targets.effects import reads_only
from toolc.targets.naming import slug, unique


def _entry(tool: Tool) -> Entry:
    facts, diagnostics = as_reported(tool)
    return {**(facts or {}), "result_schema": _answer(tool), "strict": False}, diagnostics


def _sent_entry(tool: Tool, found: Sent) -> Entry:
    """Frameworks send no schema of the result; what says nothing of strict leaves it to the API."""
    facts, diagnostics = as_framework_sends(tool, found)
    return {**(facts or {}), "result_schema": None}, diagnostics


def _answer(tool: Tool) -> JsonSchema | None:
    schema = None if tool.output_schema is None else result_alone(tool.output_schema, tool.unwrap)
    return None if schema is None or schema.get("type") == "string" else schema


def _more(tool: Tool, options: TargetOptions) -> Entry:
    own = options.openai_responses
    more: dict[str, Any] = {"defer_loading": True} if own.defer_loading else {}
    if own.allowed_callers == "hints":
        more["allowed_callers"] = ["direct", "programmatic"] if reads_only(tool) else ["direct"]
    return {"more": more}, ()


def _group_entries(entries: Sequence[tuple[Server, Mapping[str, Any]]], options: TargetOptions) -> Sequence[Mapping[str, Any]]:
    """The tools, or the namespaces that they are in: one for each server, with its instructions, else its description."""
    if not options.openai_responses.namespaces:
        return [entry for _, entry in entries]
    servers: list[Server] = []
    for server, _ in entries:
        if not any(one is server for one in servers):
            servers.append(server)
    names = unique([slug(server.name) for server in servers])
    return [
        {"namespace": name, "about": _about(server), "tools": [entry for owner, entry in entries if owner is server]}
        for server, name in zip(servers, names, strict=True)
    ]


def _about(server: Server) -> str:
    info = server.info
    said = (info.instructions or info.description or info.title) if info is not None else None
    return said or f"Tools of {server.name}."


TARGET = documents(
    "openai-responses",
    "the `tools` array of OpenAI responses",
    names=NAMES,
    entry=_entry,
    sent=_sent_entry,
    more=_more,
    grouped=_group_entries,
)
