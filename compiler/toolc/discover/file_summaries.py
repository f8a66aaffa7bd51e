"""Summaries of all files of a run, made without parsing: whether a file can hold tools, and the modules it imports.

Takes files and words, gives a `FileSummary` for each, from its bytes or, where it looks as it did, from what an earlier run
found.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from toolc import tracked_files
from toolc.diagnostics import Diagnostic
from toolc.discover.byte_matcher import ByteMatcher
from toolc.discover.decode import Undecodable, codec
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.walk import Found
from toolc.text.regex import late

_LINE = late(rb"[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(.*)|import[ \t]+(.*))")
_NAME = late(rb"[^\W\d][\w.]*")


class FileSummary(Struct, frozen=True, array_like=True):
    """One file. `looks` and `digest` are of its bytes; `mentions`: it holds one of the words. `imports` are dotted names as
    they are written; one that ends in `.*` stands for whatever is directly in a module."""

    looks: str
    digest: str
    mentions: bool = False
    imports: tuple[str, ...] = ()


class Scan:
    """The facts of one run."""

    def __init__(self, words: Iterable[str], limit: int, known: Mapping[str, FileSummary]) -> None:
        self._mentions, self._limit, self._known = ByteMatcher(words), limit, known
        self.diagnostics: list[Diagnostic] = []

    def fact(self, found: Found) -> FileSummary | None:
        """The fact of a file; None when it cannot be read, which is then among the diagnostics."""
        looks = tracked_files.signature(found.path)
        known = self._known.get(found.path)
        if known is not None and known.looks == looks:
            tracked_files.record(tracked_files.FILE, found.path, known.digest, looks)
            return known
        try:
            data = read_bytes(found.path, self._limit)
            codec(data)
        except Refused as refused:
            self.diagnostics.append(refused.diagnostic(found.shown))
            return None
        except Undecodable as error:
            self.diagnostics.append(Refused("TC105", str(error), "save the file as UTF-8").diagnostic(found.shown))
            return None
        return FileSummary(looks, tracked_files.digest(data), self._mentions.within(data), imports(data))


def imports(data: bytes) -> tuple[str, ...]:
    """The modules that a file may import, and the names it takes from them as if they were modules, in order."""
    found: dict[str, None] = {}
    at = data.find(b"import")
    while at >= 0:
        start = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at), data.rfind(b";", 0, at), data.rfind(b":", 0, at)) + 1
        while data[start - 2 : start] == b"\\\n":  # the line goes on from the one above
            start = data.rfind(b"\n", 0, start - 2) + 1
        end = data.find(b"\n", at)
        line = data[start : end if end >= 0 else len(data)]
        if match := _LINE.match(line.replace(b"\\\n", b" ")):
            found.update(dict.fromkeys(_matched_names(match)))
        at = data.find(b"import", at + 6)
    return tuple(found)


def _matched_names(match: "re.Match[bytes]") -> "list[str]":
    if match[1] is None:
        return [name.group().decode("utf-8", "replace") for name in _NAME.finditer(match[3])]
    module = match[1].decode("utf-8", "replace")
    inner = f"{module}*" if module.endswith(".") else f"{module}.*"
    if not match[2].strip() or match[2].lstrip().startswith((b"(", b"*", b"\\")):
        return [module, inner]
    join = module if module.endswith(".") else f"{module}."
    return [module, *(join + name.group().decode("utf-8", "replace") for name in _NAME.finditer(match[2]))]


def absolute(name: str, module: str, package: bool) -> str:
    """A name as it is written in a module, without leading dots; "" where it leaves the top."""
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    parts = module.split(".")
    above = len(parts) - level + package
    rest = name[level:]
    return ".".join([*parts[:above], *([rest] if rest else [])]) if above >= 0 else ""


def reliable_summaries(facts: Mapping[str, FileSummary], limit: int) -> dict[str, FileSummary]:
    """The facts that a later run may believe by the looks of files: not of those that changed at `limit` or later."""
    return {path: fact for path, fact in facts.items() if not tracked_files.changed_since(fact.looks, limit)}
