"""Facts other than tools that marks read: effects on servers as a whole, and on the tools they hold.

Systems give these beside `Declaration`s, `bind` applies them once all tools are known.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from toolc.program import ConstantValue, DefinitionValue, ProgramPoint, ServerKey, Value


class Mount(Struct, frozen=True):
    """A server whose tools are shown by another: a mark reads it off a registration, one pass over all tools applies it.

    `mounted` is the server whose tools are shown, `before` what stands in front of their names. `renamed` maps names to
    others, before that. `options` are those of the outer server, which count for what it lists.
    """

    server: ServerKey
    mounted: Value
    scope: ProgramPoint
    at: int
    end: int
    before: Value = ConstantValue("")
    renamed: Value | None = None
    options: Mapping[str, Value] = field(default_factory=dict)


class Unregister(Struct, frozen=True):
    """A server from which the tool of a name is taken; `of` says that it is a prompt, a resource by its URI, or anything."""

    server: ServerKey
    name: Value
    scope: ProgramPoint
    at: int
    end: int
    of: Literal["tool", "prompt", "resource", "any"] = "tool"


class UnmodelledChange(Struct, frozen=True):
    """A server whose tools are changed after they are registered, in a way that no rule follows."""

    server: ServerKey
    scope: ProgramPoint
    at: int
    end: int


class ListOverride(Struct, frozen=True):
    """A server whose `tools/list` a function of the program answers, maybe with other tools than those registered."""

    server: ServerKey
    handler: Value
    scope: ProgramPoint
    at: int
    end: int


class PluginPrefix(Struct, frozen=True):
    """A class or function of which tools are made, and what stands in front of their names where they are sent."""

    system: str
    of: DefinitionValue
    before: Value
    scope: ProgramPoint
    at: int
    end: int
