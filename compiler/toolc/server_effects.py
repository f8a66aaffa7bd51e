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
    """A server from which the tool of a name is taken; `of` says that it is a prompt, or a resource by its URI."""

    server: ServerKey
    name: Value
    scope: ProgramPoint
    at: int
    end: int
    of: Literal["tool", "prompt", "resource"] = "tool"


class VisibilityRule(Struct, frozen=True):
    """A rule by which a server shows or hides what it lists, whenever that is registered; a later rule overrides earlier ones.

    It concerns what matches each of the criteria that are given: `names` (or addresses), `keys` such as `tool:find@1`, `tags`
    (one of them is enough) and `kinds` (`tool`, `prompt`, `resource`, `template`), all sets of texts. `every`: it concerns all.
    `unread` says that there is a further criterion, which no rule follows.
    """

    server: ServerKey
    shows: bool
    scope: ProgramPoint
    at: int
    end: int
    names: Value | None = None
    keys: Value | None = None
    tags: Value | None = None
    kinds: Value | None = None
    every: bool = False
    unread: bool = False


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
