"""Constraints that typed clients leave to the check at run time: reported, and written in a comment.

Takes a tool, gives a TC506 for each of its schemas with more constraints than its type, and the same in words.
"""

from toolc.diagnostics import Diagnostic
from toolc.ir import JsonSchema, Tool
from toolc.schema.view import inexpressible
from toolc.targets.documents import keyword_at

MOST_SHOWN = 4


Places = tuple[list[str], list[str]]
"""Constraints of arguments and of the result, each by its place in the schema."""


def places_beyond_types(tool: Tool) -> Places:
    return inexpressible(tool.input_schema), inexpressible(tool.output_schema)


def beyond_types(tool: Tool, found: Places | None = None) -> list[Diagnostic]:
    """One note for each schema; the words are the same for every target, so a run says them once."""
    return [
        Diagnostic(
            "TC506",
            f"generated types cannot express {_list_places(places)} in the {side} of `{tool.name}`",
            tool.span,
            help="clients check it at run time",
        )
        for side, places in zip(("arguments", "result"), found or places_beyond_types(tool), strict=True)
        if places
    ]


def remark(schema: JsonSchema | None) -> str:
    """The same in a sentence for a comment; "" when types tell it all."""
    return in_words(inexpressible(schema) if schema is not None else [])


def in_words(places: list[str]) -> str:
    return f"Only the check at run time asks: {_list_places(places)}." if places else ""


def _list_places(places: list[str]) -> str:
    """The keywords with where they stand, the first few."""
    shown = [keyword_at(place) for place in places[:MOST_SHOWN]]
    return ", ".join(shown) + (f" and {len(places) - MOST_SHOWN} more" if len(places) > MOST_SHOWN else "")
