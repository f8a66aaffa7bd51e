"""From a file to its outline, through the gates: limits, then `ast`, and LibCST for syntax newer than the running Python.

Takes a `SourceFile`, gives a `Module`, or None and one diagnostic. `ast.parse` never executes anything.
"""

import ast
import warnings

from toolc.diagnostics import Diagnostic
from toolc.limits import CODES, Excess, words
from toolc.module import Module
from toolc.read import guard, lazy, outline
from toolc.read.code import prepare
from toolc.source import SourceFile, Span
from toolc.timings import counts

Answer = tuple[Module | None, tuple[Diagnostic, ...]]


def read(source: SourceFile, executed: bool = False) -> Answer:
    """The outline of a file, or None and the reason. `executed`: its `code` is made of the same tree."""
    counts["modules read"] += 1
    with guard.within(source.limits):
        return _read(source, executed)


def _read(source: SourceFile, executed: bool) -> Answer:
    for char, what in (("\0", "a NUL character"), ("\r", "a carriage return that is not a line end")):
        found = source.content.find(char)
        if found >= 0:
            return _syntax_answer(source.path, *source.position(found), what)
    over = guard.too_nested(source.content) or guard.too_many(source.content)
    if over is not None:
        return _deep(source, over)
    try:
        tree = _parse(source.content)
        module = outline.outline(source.content, tree)
    except SyntaxError as error:
        if str(error.msg).startswith("too many"):  # brackets, indentation levels
            return _deep(source, Excess(_offset(source, error), "brackets"))
        return _read_newer(source, error)
    except UnicodeEncodeError as error:
        return _syntax_answer(source.path, *source.position(error.start), "a lone surrogate")
    except ValueError as error:
        return _syntax_answer(source.path, 1, 1, str(error))
    except (RecursionError, MemoryError):
        return _deep(source, guard.too_long(source.content) or Excess(0, "brackets"))
    if executed:
        prepare(source, tree)
    return module, ()


def _parse(text: str) -> ast.Module:
    """Parses without letting the file's own warnings (`invalid escape sequence`) reach the user's terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _read_newer(source: SourceFile, error: SyntaxError) -> Answer:
    """Read a file that `ast` refuses: with LibCST if its syntax is newer than the running Python; else it is an error."""
    over = guard.too_many(source.content, newer=True) or guard.too_long(source.content)
    if over is not None:
        return _deep(source, over)
    if not guard.is_balanced(source.content):  # no parser reads it
        return _refuse(source, error)
    found = lazy.whole(source.content)
    if isinstance(found, Module):
        source.use.whole = True  # its definitions are read already
        return found, ()
    if found is not None and source.position(found)[0] > (error.lineno or 0):
        # LibCST reads what `ast` stumbled over, so its place is the true one.
        return _syntax_answer(source.path, *source.position(found), "invalid syntax")
    return _refuse(source, error)


def _refuse(source: SourceFile, error: SyntaxError) -> Answer:
    return _syntax_answer(source.path, max(error.lineno or 1, 1), max(error.offset or 1, 1), error.msg)


def _offset(source: SourceFile, error: SyntaxError) -> int:
    """The offset of an error's line; its column is of no use for nesting."""
    lines = source.content.split("\n")[: max((error.lineno or 1) - 1, 0)]
    return min(sum(map(len, lines)) + len(lines), len(source.content))


def _syntax_answer(path: str, line: int, column: int, what: str) -> Answer:
    span = Span(path, line, column, line, column + 1)
    help_ = "correct the file, or leave it out with `exclude`; nothing of it is known"
    return None, (Diagnostic("TC110", f"This is not Python: {what}.", span, help=help_),)


def _deep(source: SourceFile, over: Excess) -> Answer:
    message, help_ = words(over.limit, source.limits)
    span = source.span(over.at, min(over.at + 1, len(source.content)))
    return None, (Diagnostic(CODES[over.limit], message, span, help=help_),)
