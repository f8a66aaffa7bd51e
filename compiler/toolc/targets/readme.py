"""The README of a generated package: how it is installed, a quickstart of its own tools, and all of them in a table.

Takes lines that a target has spelled, gives a `Page`. It spells no call itself.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from toolc.emit import Page
from toolc.encoders import Encoder, escape_char, markdown, markdown_code
from toolc.ir import Package, Tool
from toolc.targets.code import Code, code
from toolc.targets.examples import example
from toolc.targets.nominal.shapes import Field, Real, Record, Text, Truth, Whole

SHOWN = 3
_CONSIDERED = 12

ENCODERS: Mapping[str, Encoder] = {"md_text": markdown, "md_name": markdown_code, "spelled": code}
"""Encoders that the templates of this package need, for a target that has them."""


class _HasTool(Protocol):
    @property
    def tool(self) -> Tool: ...


_Entry = TypeVar("_Entry", bound=_HasTool)


class Quickstart(Struct, frozen=True):
    """`install`: what to type, or to put into which file (`kind`: its language); `start`: the lines before the calls."""

    language: str
    kind: str
    install: str
    start: str
    calls: Sequence[str]
    end: str = ""


def readme(
    folder: str,
    name: str,
    package: Package,
    quickstart: Quickstart,
    tools: Sequence[tuple[Tool, str]],
    components: bool = False,
) -> Page:
    """The page. `tools`: each with its method. `components`: prompts and resources are among them."""
    listed = [
        {"wire": tool.name, "method": method, "about": next(iter((tool.description or "").strip().splitlines()), "")}
        for tool, method in tools
    ]
    context: dict[str, Any] = {
        "name": name,
        "about": f"Client of the tools of {package.name}.",
        "language": Code(quickstart.language),
        "kind": Code(quickstart.kind),
        "install": Code(quickstart.install),
        "start": Code(quickstart.start),
        "calls": Code("".join(f"{call}\n" for call in quickstart.calls)),
        "end": Code(quickstart.end),
        "tools": listed,
        "listed": Code("tool, prompt or resource" if components else "tool"),
    }
    return Page(f"{folder}/README.md", "readme.md.jinja", context)


def shown_entries(entries: Iterable[_Entry], is_plain: Callable[[_Entry], bool] = lambda one: True) -> list[_Entry]:
    """The first tools that an example is found for, those before the others whose arguments are plain."""
    found = list(islice((one for one in entries if example_args(one.tool) is not None), _CONSIDERED))
    return sorted(found, key=lambda one: not is_plain(one))[:SHOWN]


def example_args(tool: Tool) -> dict[str, Any] | None:
    """Arguments that fit a tool; None where none are found."""
    args = example(tool.input_schema)
    return args if isinstance(args, dict) else None


def plain_arguments(record: object, tool: Tool) -> list[tuple[Field, str | int | float | bool]] | None:
    """Example values of the fields that a tool needs, in their order; None where one of them is no text, number or boolean."""
    args = example_args(tool)
    if args is None or not isinstance(record, Record):
        return None
    found: list[tuple[Field, str | int | float | bool]] = []
    for field in (one for one in record.fields if one.is_required and not one.is_fixed):
        value = args.get(field.key)
        match field.shape:
            case Text(format="") if isinstance(value, str):
                found.append((field, value))
            case Truth() if isinstance(value, bool):
                found.append((field, value))
            case Whole(wide=False) if isinstance(value, int) and not isinstance(value, bool):
                found.append((field, value))
            case Real() if isinstance(value, int | float) and not isinstance(value, bool):
                found.append((field, float(value)))
            case _:
                return None
    return found


def json_arguments(tool: Tool) -> str:
    """The JSON of arguments of a tool, as far as they are found; nothing in it ends a string of any kind."""
    text = json.dumps(example_args(tool) or {}, allow_nan=False)
    return _ENDING.sub(lambda found: escape_char(found[0]), text)


_ENDING = re.compile(r"[`<$#\x7f]")
