"""Comments that speak to toolc: takes a file, gives its `Suppression`s. Strings are told from comments without a parser."""

import re

from toolc.read.scan import TOKEN, skip, tokens
from toolc.source import SourceFile
from toolc.suppressions import Suppression
from toolc.text.regex import late

_SPOKEN = late(r"#\s*toolc\s*:\s*(?P<words>[^\n]*)")
_IGNORE = late(r"ignore\s*\[(?P<codes>[^\]\n]*)\]\s*(?P<reason>.*)")


def find_suppressions(source: SourceFile) -> tuple[Suppression, ...]:
    """All of them, in order. One that says anything else than `ignore[CODE, …]` has no codes."""
    text = source.content
    if _SPOKEN.search(text) is None:  # as good as every file
        return ()
    return tuple(
        _remark(source, at, found)
        for kind, at in tokens(text, TOKEN)
        if kind == "comment" and (found := _SPOKEN.match(text, at)) is not None
    )


def _remark(source: SourceFile, at: int, found: re.Match[str]) -> Suppression:
    line, column = source.position(at)
    alone = not source.line(line)[: column - 1].strip()
    covers = source.position(skip(source.content, at))[0] if alone else line
    said = _IGNORE.fullmatch(found["words"].rstrip())
    codes = tuple(code.strip() for code in said["codes"].split(",") if code.strip()) if said else ()
    return Suppression(source.span(at, at + len(found[0].rstrip())), covers, codes, said["reason"] if said else "")
