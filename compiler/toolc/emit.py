"""Fills templates: the only module that knows Jinja.

Takes an `ir.Bundle` and the targets asked for, gives `OutputFile` values and diagnostics; writes nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle


class Page(Struct, frozen=True):
    """One file a target plans: where it goes (relative to the target's folder), from which template, with what in it."""

    path: str
    template: str
    context: Mapping[str, Any]


class Options(Struct, frozen=True):
    """What a user may ask of every target. `per_tool`: also one file for each tool, in a `tools` folder."""

    per_tool: bool = False


class Plan(Struct, frozen=True):
    """What one target makes of a bundle."""

    pages: tuple[Page, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


class Target(Struct, frozen=True):
    """One output. `plan` says which files to write; it opens none.

    `encoders` are filters by name for the contexts of this target's language; what they give is written as it is.
    """

    name: str
    about: str
    plan: Callable[[Bundle, Options], Plan]
    encoders: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


class OutputFile(Struct, frozen=True):
    """A finished output: its path under the output folder (with `/`) and its text."""

    path: str
    text: str
