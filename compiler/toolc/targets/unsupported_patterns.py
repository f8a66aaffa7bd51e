"""Patterns that a language's regular expressions do not support: reported, and not checked by its client.

Takes a tool, gives a TC508 for each of its schemas with such patterns. Engines of linear time (Go's and Rust's) have no
look-around, no back-references, and no more than a thousand repetitions; jsonschema-rs, which checks in Python, has them.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.schema.keywords import Path, pointer, subschemas

MOST_SHOWN = 4
_DEEPEST = 100
_WORDS = re.compile(r"\\(?P<back>[1-9]|k<)|\\.|\[(?:\\.|[^\]\\])*\]|(?P<look>\(\?<?[=!])|\{\d*,?(?P<times>\d+)\}", re.DOTALL)


def in_linear_time(pattern: str) -> bool:
    """Return `True` if an engine of linear time supports everything in a pattern of ECMAScript."""
    for word in _WORDS.finditer(pattern):
        if word["back"] or word["look"] or (word["times"] and (len(word["times"]) > 4 or int(word["times"]) > 1000)):
            return False
    return True


FOREIGN = (
    r"(?P<foreign>\[(?:\\[^b]|[^\]\\])*\\b",
    r"|\\(?:[ABEGHKNQRXZbhkz0]|u[dD][89A-Fa-f])|\(\?[#>]|\[\^?\]",
    r"|(?<!\\[pPu])\{(?!\d+(?:,\d*)?\}))",
    r"|\\.|\[(?:\\.|[^\]\\])*\]",
)
"""Parts of the expression that finds what jsonschema-rs reads otherwise than ECMA-262, or not at all: its client has it too."""

_FOREIGN = re.compile("".join(FOREIGN), re.DOTALL)


def in_jsonschema_rs(pattern: str) -> bool:
    r"""Return `True` if jsonschema-rs, which checks values in Python, reads a pattern as ECMA-262 does; `\b` it does not."""
    return not any(word["foreign"] for word in _FOREIGN.finditer(pattern))


Reads = Callable[[str], bool]
"""Predicate: a language's client supports a pattern with the meaning of ECMA-262."""


def unsupported_patterns(tool: Tool, language: str, reads: Reads = in_linear_time) -> list[Diagnostic]:
    """One note for each schema of a tool with patterns that its client lets pass."""
    sides = (("arguments", tool.input_schema), ("result", tool.output_schema))
    return [
        Diagnostic(
            "TC508",
            f"{language} cannot read all patterns of the {side} of `{tool.name}`: {_list_places(places)}",
            tool.span,
            help="write them without look-around, back-references and large repetitions, or leave them to the server",
        )
        for side, schema in sides
        if (places := sorted(set(_places(schema, reads))))
    ]


def _places(schema: Any, reads: Reads) -> Iterator[str]:
    stack: list[tuple[Path, Any]] = [((), schema)]
    while stack:
        path, here = stack.pop()
        if not isinstance(here, dict) or len(path) > _DEEPEST:
            continue
        pattern, keys = here.get("pattern"), here.get("patternProperties")
        if isinstance(pattern, str) and not reads(pattern):
            yield pointer((*path, "pattern"))
        if isinstance(keys, dict) and not all(map(reads, keys)):
            yield pointer((*path, "patternProperties"))
        stack.extend(((*path, *inner), member) for inner, member in subschemas(here))


def _list_places(places: list[str]) -> str:
    more = len(places) - MOST_SHOWN
    return ", ".join(places[:MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
