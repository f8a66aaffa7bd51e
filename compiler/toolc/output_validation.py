"""Syntax check of finished outputs: JSON, Python, TypeScript. The last gate before anything is written.

Takes `OutputFile`s, gives a diagnostic for each that no program could read. Python is parsed, never run; of TypeScript, which
has no parser here, only strings, comments and brackets are followed, which is where foreign text could break out.
"""

import json
import re
import symtable
import warnings
from collections.abc import Iterable
from functools import lru_cache

from toolc.diagnostics import Diagnostic
from toolc.emit import OutputFile
from toolc.text.regex import late

BROKEN = "TC615"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_INSIDE = r"""(?:[^"'`/()\[\]{}]++|"(?:[^"\\\n\r]|\\.)*+")*+"""
"""Text between brackets that have no others between them."""
_PLAIN = late(
    r"""(?:/\*.*?\*/|//[^\n\r\u2028\u2029]*"""  # comments
    r"""|"(?:[^"\\\n\r]|\\.)*+"|'(?:[^'\\\n\r]|\\.)*+'"""  # strings
    r"""|(?<=[(,=:\[!&|?{};]\s)/(?![*/\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*|(?<=[(\[!])/(?![*/\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*"""
    rf"""|\{{{_INSIDE}\}}|\({_INSIDE}\)|\[{_INSIDE}\]"""
    r"""|[^"'`/()\[\]{}]++|/)*+""",
    re.S,
)
"""All up to the next bracket that has others inside, template literal, or quote that ends nowhere."""
_TEMPLATE = late(r"(?:[^`\\$]|\\.|\$(?!\{))*+(?P<end>`|\$\{)", re.S)


def validate(files: Iterable[OutputFile]) -> tuple[Diagnostic, ...]:
    """Return the faults of finished outputs; there are none unless toolc itself made a mistake."""
    found = ((file, syntax_error(file)) for file in files)
    help_ = "please report this with the source it came from; nothing was written"
    return tuple(Diagnostic(BROKEN, f"{file.path} is broken: {said}", help=help_) for file, said in found if said)


def syntax_error(file: OutputFile) -> str:
    """Why a file is not what its ending says; "" when it is."""
    return _syntax_error(file.path.rpartition(".")[2], file.text)


@lru_cache(maxsize=64)  # packages have files in common, the longest ones
def _syntax_error(ending: str, text: str) -> str:
    try:
        if ending == "json":
            json.loads(text, parse_constant=_no_constant, object_pairs_hook=_without_repeats)
        elif ending == "py":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                symtable.symtable(text, "<unknown>", "exec")  # as `ast.parse`, without a tree of objects that nobody reads
        elif ending in ("ts", "js", "mjs") and not _is_closed(text):
            return "a string, a comment or a bracket does not end"
    except (ValueError, SyntaxError) as error:
        return str(error)
    except (RecursionError, MemoryError):
        return ""  # too deep for these parsers, which is no proof of anything
    return ""


def _is_closed(text: str) -> bool:
    """Return `True` if all strings and brackets of TypeScript end, as far as it takes to tell code from text."""
    stack: list[str] = []  # open brackets; "`" is a field of a template literal
    plain, literal, at = _PLAIN.match, _TEMPLATE.match, 0
    while True:
        if (skipped := plain(text, at)) is not None:
            at = skipped.end()
        if at == len(text):
            return not stack
        char, at = text[at], at + 1
        if char in "([{":
            stack.append(char)
            continue
        if char in ")]}":
            top = stack.pop() if stack else ""
            if top == _PAIRS[char]:
                continue
            if top != "`" or char != "}":
                return False
        elif char != "`":
            return False
        found = literal(text, at)
        if found is None:
            return False
        at = found.end()
        if found["end"] == "${":
            stack.append("`")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a key twice")
    return found
