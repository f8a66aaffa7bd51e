"""One tool as a framework sends it to a provider: what the rules of frameworks give, and what targets and registries write."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from toolc.ir import JsonSchema, Tool


class Sent(Struct, frozen=True):
    """The facts of one tool in a request; what is None is left out.

    `strict`: whether the provider's strict mode is asked for. `beside`: further keys of the document, as the provider names
    them.
    """

    name: str
    description: str | None
    schema: JsonSchema | None
    strict: bool | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)


Rule = Callable[[Tool], Sent | None]
"""Reads a tool as its framework reports it. None where the framework raises, or what it sends is not known."""


def verbatim(tool: Tool) -> Sent:
    """Return a tool that is sent as it is reported."""
    return Sent(tool.name, tool.description, tool.input_schema)


def send_described(tool: Tool) -> Sent:
    """Return a tool that is sent as it is reported, with an empty description where it has none."""
    return Sent(tool.name, tool.description or "", tool.input_schema)


def full_schema(tool: Tool) -> JsonSchema:
    """Return the input schema with what the framework leaves out of it for other providers."""
    return {**(tool.input_schema or {}), **(tool.unabridged or {})}


def with_strict(tool: Tool) -> Sent:
    """Return a tool that is sent as it is reported, with what the framework says of strict mode."""
    return Sent(tool.name, tool.description, tool.input_schema, strict=tool.strict)
