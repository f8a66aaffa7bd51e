"""Mends a file where that is mechanical: takes its text and what was found in it, gives the text mended and what that was for.

What a program does stays the same: docstrings and comments change, and names of parameters that a framework refuses. Every fix
is taken back that would change anything else. Formatting stays, and a text that was mended has nothing left to mend.
"""

import ast
from collections.abc import Sequence

import libcst as cst
from libcst.metadata import MetadataWrapper
from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.fixes.comments import Comments
from toolc.fixes.functions import FIXABLE, Functions
from toolc.fixes.meaning import meaning
from toolc.source import SourceFile
from toolc.suppressions import Suppression

__all__ = ["FIXABLE", "Fixed", "fix_source"]

Idle = tuple[Suppression, str]
"""A comment, and a code in it that nothing was found of."""


class Fixed(Struct, frozen=True):
    """The text, and the diagnostics that it is rid of."""

    text: str
    mended: tuple[Diagnostic, ...] = ()
    comments: tuple[Idle, ...] = ()


def fix_source(source: SourceFile, diagnostics: Sequence[Diagnostic], idle: Sequence[Idle] = ()) -> Fixed:
    """The text with all that can be mended. `diagnostics` and `idle` are about this file."""
    try:
        spoken = {node.arg for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.keyword) and node.arg}
        module = MetadataWrapper(cst.parse_module(source.text), unsafe_skip_copy=True)
    except (SyntaxError, ValueError, cst.ParserSyntaxError, RecursionError):
        return Fixed(source.text)
    functions = Functions([one for one in diagnostics if one.code in FIXABLE], spoken)
    text = module.visit(functions).code
    if not functions.mended or not _alike(source.text, text, functions.renamed):
        functions.mended, text = [], source.text
    if not idle:
        return Fixed(text, tuple(functions.mended))
    comments = Comments([pair for pair in idle if _still_there(source, text, pair)])
    cleaned = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True).visit(comments).code
    if not _alike(text, cleaned, frozenset()):
        return Fixed(text, tuple(functions.mended))
    return Fixed(cleaned, tuple(functions.mended), tuple(comments.mended))


def _still_there(source: SourceFile, text: str, pair: Idle) -> bool:
    """Return `True` if a comment has not moved: lines above it may have been added. The next run finds a moved one."""
    line = pair[0].span.line
    return SourceFile(source.path, "", text).line(line) == source.line(line)


def _alike(before: str, after: str, renamed: frozenset[tuple[str, str]]) -> bool:
    """Return `True` if two texts are the same program, apart from docstrings and names of parameters."""
    try:
        return meaning(ast.parse(before), renamed) == meaning(ast.parse(after), renamed)
    except (SyntaxError, ValueError, RecursionError):
        return False
