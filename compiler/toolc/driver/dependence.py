"""Dependence of a result on the text of each file, and whether a file that has changed gives the same result.

Most edits are inside functions that were never entered, or in comments. Nothing of those was looked at (`toolc.text_use`), so
the result is that of before, at other lines. Whatever cannot be told here is compiled anew.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, structs

from toolc import tracked_files
from toolc.code import NESTING, FunctionDef, Suite
from toolc.discover import Project
from toolc.discover.file_summaries import FileSummary
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.text_index import Search, holds
from toolc.interfaces import Reader
from toolc.module import OutlineNode, read_outlines
from toolc.source import SourceFile, Span
from toolc.text_questions import QUESTIONS
from toolc.text_use import Question, TextUse

_Value = TypeVar("_Value")

Argument = str | tuple[str, ...]
Asked = tuple[str, tuple[Argument, ...]]
"""A question by its name, and its arguments."""


class FileDependence(Struct, frozen=True, array_like=True):
    """Dependence of a result on one file.

    `searches`: the answers of the index of texts. `given`: see `Project.would_be_given`. `summary`: the digest of what the file
    imports. Of a file that was read: `digest`: of everything outside functions that were not read; `lines`: those on which the
    parts of it begin; `read`: the numbers of the functions that were read, and `whole` of those that count as a whole; `asked`:
    the numbers of the questions, and `answers` the digest of all answers to them.
    """

    searches: tuple[tuple[Search, bool], ...]
    given: int
    summary: str
    digest: str = ""
    lines: tuple[int, ...] = ()
    read: frozenset[int] = frozenset()
    whole: frozenset[int] = frozenset()
    asked: tuple[int, ...] = ()
    answers: str = ""

    def use_of(self, _: OutlineNode, number: int) -> "_Use":
        """The use that was made of a function."""
        return "read" if number in self.read else "whole" if number in self.whole else "unread"


class Dependence(Struct, frozen=True):
    """Dependence of the result of a part on the texts of its files, by path; those that are missing count as a whole.

    `of`: the digest of everything that the result was made of. `leading`: the last parts of the names that make a function
    relevant to the result by being mentioned in it. `words`: see `Project.search_words`.
    """

    of: str
    files: dict[str, FileDependence]
    questions: tuple[Asked, ...]
    leading: frozenset[str]
    words: tuple[frozenset[str], ...]


def digest_of_notes(noted: Mapping[str, str]) -> str:
    """Return the digest of everything that a part was made of."""
    return tracked_files.digest(repr(sorted(noted.items())).encode("utf-8", "surrogatepass"))


# --- noting -----------------------------------------------------------------------------------------------------------


def dependence_of(part: Project, reader: Reader, facts: Mapping[str, FileSummary], noted: Mapping[str, str]) -> Dependence:
    """Return what the result of a part, which was compiled just now, depends on."""
    questions: dict[tuple[Question, tuple[Any, ...]], int] = {}
    files: dict[str, FileDependence] = {}
    leading: set[str] = set()
    for one in part.texts_read():
        source, searches = one.source, tuple(sorted(one.searches.items()))
        files[one.path] = FileDependence(searches, one.given, _summary(facts.get(one.path)))
        if source is None or not (source.use.opened or source.use.answers or source.use.whole):
            continue
        use = source.use
        if use.whole or (outline := _outline(source, reader)) is None:
            del files[one.path]
            continue
        leading |= use.leading
        pieces = _Pieces(source, outline, partial(_use_of, use))
        answers = {questions.setdefault(key, len(questions)): answer for key, answer in use.answers.items()}
        asked = tuple(sorted(answers))
        files[one.path] = structs.replace(
            files[one.path],
            digest=pieces.digest,
            lines=pieces.lines,
            read=pieces.read,
            whole=pieces.whole,
            asked=asked,
            answers=_digest(answers[number] for number in asked),
        )
    named = tuple((question.__name__, arguments) for question, arguments in questions)
    return Dependence(digest_of_notes(noted), files, named, frozenset(leading), tuple(part.search_words()))


def _outline(source: SourceFile, reader: Reader) -> tuple[OutlineNode, ...] | None:
    """The outline of a file of which all is known; None for others."""
    if source.use.outline is None:
        module, said = reader.read(source)
        if module is None or said or module.whole:
            return None
        source.use.outline = module.outline
    return source.use.outline


_Use = Literal["unread", "read", "whole"]
"""Use of a function: nothing inside of it was looked at, its statements were, or anything may have been."""


def _use_of(use: TextUse, node: OutlineNode, _: int) -> _Use:
    if any(at <= node.at < end for at, end in use.parts):
        return "whole"
    if node.at in use.functions:
        return "read"
    if _is_leading(use.mentioned.get(node.at, frozenset()), use.leading):
        return "whole"  # what functions inside of it mention makes it relevant as well
    return "read" if id(node) in read_outlines else "unread"


def _is_leading(mentioned: Iterable[str], leading: frozenset[str]) -> bool:
    """Return `True` if one of some names ends in one that makes a function relevant, by its last part or its last two."""
    for name in mentioned:
        parts = re.split(r"[.:]", name)
        if parts[-1] in leading or ".".join(parts[-2:]) in leading:
            return True
    return False


def _digest(answers: Iterable[Any]) -> str:
    told = [sorted(one) if isinstance(one, frozenset) else one for one in answers]
    return tracked_files.digest(repr(told).encode("utf-8", "surrogatepass"))


def _summary(fact: FileSummary | None) -> str:
    return "" if fact is None else _digest([fact.mentions, sorted(fact.imports)])


class _Pieces:
    """The text of a file without the insides of functions that were not read, and without what stands between statements.

    `lines`: where each piece begins; `ends`: the line behind each. `read`: the numbers of the functions that were read, whose
    offsets are `entered`; `whole`: of those that count as a whole; `unread`: the outermost of all others.
    """

    def __init__(self, source: SourceFile, outline: Sequence[OutlineNode], use_of: Callable[[OutlineNode, int], _Use]) -> None:
        """`use_of`: the use that was made of a function, by its number."""
        self._texts: list[str] = []
        self._starts: list[int] = []
        self._functions = 0
        self.read: frozenset[int] = frozenset()
        self.whole: frozenset[int] = frozenset()
        self.unread: list[OutlineNode] = []
        self.entered: set[int] = set()
        self._collect(source.content, outline, use_of)
        places = [source.position(at) for at in self._starts]
        self.lines = tuple([line for line, _ in places])
        self.ends = tuple([line + text.count("\n") + 1 for line, text in zip(self.lines, self._texts, strict=True)])
        told = [f"{column} {text}" for (_, column), text in zip(places, self._texts, strict=True)]
        self.digest = tracked_files.digest("\0".join(told).encode("utf-8", "surrogatepass"))

    def _collect(self, text: str, nodes: Sequence[OutlineNode], use_of: Callable[[OutlineNode, int], _Use]) -> None:
        for node in nodes:
            if node.kind == "def":
                number, self._functions = self._functions, self._functions + 1
                use = use_of(node, number)
                if use == "unread":
                    self.unread.append(node)
                    self._add_header(text, node)
                elif use == "whole":
                    self.whole |= {number}
                    self._add("whole", text, node.at, node.end)
                else:
                    self.read |= {number}
                    self.entered.add(node.at)
                    self._add_compound(text, node, use_of)
            elif node.nested:
                self._add_compound(text, node, use_of)
            else:
                self._add(node.kind, text, node.at, node.end)

    def _add_compound(self, text: str, node: OutlineNode, use_of: Callable[[OutlineNode, int], _Use]) -> None:
        self._add(node.kind, text, node.at, node.head)
        behind = node.head
        for block in node.nested:
            if block.role != "body" and block.nodes:
                self._add(block.role, text, behind, block.nodes[0].at)  # `except E as name:` and the like
            self._mark(f"<{block.role}", node.at)
            self._collect(text, block.nodes, use_of)
            self._mark(">", node.at)
            behind = block.nodes[-1].end if block.nodes else behind

    def _add_header(self, text: str, node: OutlineNode) -> None:
        """Add a function without its inside; what may be a docstring is none of that."""
        self._add("unread", text, node.at, node.head)
        first = node.nested[0].nodes[0] if node.nested else None
        if first is not None and first.kind == "do" and text[first.at] in "\"'rRuUbBfF(":
            self._add("doc", text, first.at, first.end)

    def _add(self, kind: str, text: str, at: int, end: int) -> None:
        self._texts.append(f"{kind}:{text[at:end]}")
        self._starts.append(at)

    def _mark(self, mark: str, at: int) -> None:
        self._texts.append(mark)
        self._starts.append(at)


# --- asking again -------------------------------------------------------------------------------------------------------


class Changed(Struct, frozen=True):
    """A file that has changed without changing the result: its content's digest, and where its lines are now."""

    path: str
    shown: str
    digest: str
    lines: tuple[int, ...]
    places: "Places"


class Places:
    """Lines of a file that matter, by where they were before."""

    def __init__(self, before: Sequence[int], now: Sequence[int], ends: Sequence[int]) -> None:
        self.moved = tuple(before) != tuple(now)
        self._lines: dict[int, int] = {}
        for was, line, end in zip(before, now, ends, strict=True):
            for offset in range(end - line):
                if self._lines.setdefault(was + offset, line + offset) != line + offset:
                    self._lines[was + offset] = 0  # two statements of a line that are on two lines now

    def line(self, line: int) -> int:
        """The line now. Raises LookupError for one that nothing is known of."""
        found = self._lines.get(line, 0)
        if not found:
            raise LookupError(line)
        return found


def find_harmless_change(
    path: str, known: Dependence, project: Project, reader: Reader, facts: Mapping[str, FileSummary]
) -> Changed | None:
    """Return how a file has changed if the result depends on nothing that has; `None` if it may."""
    before = known.files.get(path)
    if before is None or not project.has(path) or _summary(facts.get(path)) != before.summary:
        return None
    try:
        data = read_bytes(path, project.max_file_size)
    except Refused:
        return None
    if project.would_be_given(path, data, known.words) != before.given:
        return None
    if any(holds(data, search) != found for search, found in before.searches):
        return None
    digest = tracked_files.digest(data)
    source = project.load(path)
    if source is None:
        return None
    if not before.digest:  # it was only searched
        return Changed(path, "", digest, (), Places((), (), ()))
    pieces = _same_pieces(source, before, known, reader)
    if pieces is None:
        return None
    return Changed(path, source.path, digest, pieces.lines, Places(before.lines, pieces.lines, pieces.ends))


def _same_pieces(source: SourceFile, before: FileDependence, known: Dependence, reader: Reader) -> _Pieces | None:
    """The pieces of a file that has changed; `None` if the result may depend on a change."""
    outline = _outline(source, reader)
    pieces = None if outline is None else _Pieces(source, outline, before.use_of)
    if pieces is None or pieces.digest != before.digest:
        return None
    if known.leading:
        _note_mentions(reader.code(source) or (), pieces.entered)
        mentioned = source.use.mentioned
        if any(node.at not in mentioned or _is_leading(mentioned[node.at], known.leading) for node in pieces.unread):
            return None
    asked = [known.questions[number] for number in before.asked]
    if _digest(QUESTIONS[name](source, *arguments) for name, arguments in asked) != before.answers or source.use.whole:
        return None
    return pieces


def _note_mentions(suite: Suite, entered: set[int]) -> None:
    """Read the functions at some offsets again, which notes what the functions inside of them mention."""
    todo: list[Any] = [suite]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(one for one in part if isinstance(one, (tuple, Struct)))
        elif isinstance(part, FunctionDef):
            todo.extend((part.body,) if part.at in entered else ())
        elif isinstance(part, NESTING):
            todo.extend(value for name in part.__struct_fields__ if isinstance(value := getattr(part, name), tuple))


# --- moving -------------------------------------------------------------------------------------------------------------


def move_places(value: _Value, files: Sequence[Changed]) -> _Value | None:
    """Return a result with its places where they are now; `None` where one of them cannot be told."""
    places = {one.shown: one.places for one in files if one.shown}
    moving = [shown.rpartition("/")[2] for shown, place in places.items() if place.moved]
    if moving:
        named = re.compile("(?:" + "|".join(map(re.escape, moving)) + r"):\d")
        if named.search(msgspec.msgpack.encode(value).decode("utf-8", "replace")):
            return None  # a message says a line
    try:
        found: _Value = _move(value, places)
        return found
    except LookupError:
        return None


def _move(value: Any, places: Mapping[str, Places]) -> Any:
    if isinstance(value, Span):
        return _move_span(value, places)
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        found = {name: _move(one, places) for name, one in fields.items()}
        other = {name: one for name, one in found.items() if one is not fields[name]}
        return structs.replace(value, **other) if other else value
    if isinstance(value, tuple):
        items = [_move(one, places) for one in value]
        return value if all(one is two for one, two in zip(items, value, strict=True)) else tuple(items)
    if isinstance(value, dict):
        held = {key: _move(one, places) for key, one in value.items()}
        return value if all(one is value[key] for key, one in held.items()) else held
    return value


def _move_span(span: Span, places: Mapping[str, Places]) -> Span:
    place = places.get(span.path)
    if place is None or span == Span(span.path):
        return span
    line, end = place.line(span.line), place.line(span.end_line)
    return span if (line, end) == (span.line, span.end_line) else structs.replace(span, line=line, end_line=end)


def follow_changes(known: Dependence, files: Sequence[Changed], noted: Mapping[str, str]) -> Dependence:
    """Return the dependence of a result that was moved."""
    changed = {one.path: structs.replace(known.files[one.path], lines=one.lines) for one in files}
    return structs.replace(known, of=digest_of_notes(noted), files={**known.files, **changed})
