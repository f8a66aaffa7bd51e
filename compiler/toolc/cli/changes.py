"""Changes of a contract as people and programs read them.

Takes `Change`s and how grave each is, gives text, Markdown, a changelog, JSON or findings. What changed is shown whole: a text
that was cut could hide what was put into it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import UNSET, Struct

from toolc.cli.terminal_text import visible
from toolc.contract.change import Change, Place
from toolc.contract.rules import Severity
from toolc.contract.texts import word_changes
from toolc.contract.values import value
from toolc.diagnostics import Label
from toolc.encoders import markdown, markdown_block, markdown_code
from toolc.source import Span

_MARKS = {"error": "❌", "warning": "⚠️", "note": "ℹ️"}


class Judged(Struct, frozen=True):
    """A change and how grave it is for this run."""

    change: Change
    severity: Severity


def as_text(judged: Sequence[Judged]) -> Iterator[str]:
    """Tool by tool: what changed, where, an example, and both places; what changed alike in several is told once."""
    for alike in _alike(judged):
        yield from (f"{visible(_title(listed[0].change.place))}{_spans(listed[0].change)}" for listed in alike)
        for one in alike[0]:
            rule = one.change.rule
            at = f"{visible(one.change.at)}: " if one.change.at else ""
            yield f"  {one.severity} {rule.number} {rule.slug}: {at}{_whole(one.change.message)}"
            yield from (f"    for example {visible(value(example))}" for example in one.change.example)
            yield from (f"    | {_whole(line)}" for line in _description(one.change).splitlines())
            if one.change.help:
                yield f"    help: {visible(one.change.help)}"
        yield ""


def _alike(judged: Sequence[Judged]) -> list[list[list[Judged]]]:
    """Return the changes of each tool, those of tools that changed alike beside each other.

    One enum that many tools take is one thing to read.
    """
    groups: dict[Any, list[list[Judged]]] = {}
    for _, found in groupby(judged, key=lambda one: one.change.place):
        listed = list(found)
        told = tuple(
            (
                *(one.severity, one.change.code, one.change.at, one.change.message, _texts(one.change), one.change.help),
                *map(value, one.change.example),
            )
            for one in listed
        )
        groups.setdefault(told, []).append(listed)
    return list(groups.values())


def _whole(text: str) -> str:
    """`visible`, of a text that nothing may be cut from."""
    return visible(text, limit=sys.maxsize)


def _description(change: Change) -> str:
    """Return the text of a tool that is new, for people who have not seen it before."""
    told = change.after.get("description") if change.code == "TD104" and isinstance(change.after, dict) else None
    return told if isinstance(told, str) else ""


def as_markdown(judged: Sequence[Judged], old: str, new: str, counted: Sequence[Judged]) -> Iterator[str]:
    """For a pull request: a table for each tool, or for tools that changed alike: what breaks first, and whole texts behind it.

    `counted`: all changes, also those that are not shown.
    """
    yield f"### Tool contract: {markdown_code(old)} → {markdown_code(new)}"
    yield ""
    hidden = len(counted) - len(judged)
    yield f"{summary(counted)}{f'; {hidden} not shown here' if hidden else ''}."
    for alike in _alike(judged):
        listed = sorted(alike[0], key=lambda one: list(_MARKS).index(one.severity) if one.severity in _MARKS else 3)
        yield ""
        heads = [f"**{markdown_code(_title(one[0].change.place))}**{_markdown_spans(one[0].change)}" for one in alike]
        yield from heads if len(heads) == 1 else (f"- {head}" for head in heads)
        yield ""
        yield "| | change | where | what |"
        yield "| --- | --- | --- | --- |"
        for one in listed:
            change = one.change
            example = "".join(f"; for example {markdown(value(shown))}" for shown in change.example)
            rule = f"{change.code} {change.rule.slug}"
            told = change.message if len(change.message) <= _CELL or not _texts(change) else "another text, below"
            what = _as_markdown(told, change.code) + example + (f"; {markdown(change.help)}" if change.help else "")
            yield f"| {' | '.join((_MARKS.get(one.severity, ''), rule, markdown_code(change.at), what))} |"
        for one in listed:
            yield from _details(one.change)


def _as_markdown(message: str, code: str) -> str:
    """A message as Markdown; a signature in it is code, and readable where it is not rendered."""
    head, mark, signature = message.partition({"TD101": "it was ", "TD104": "is new: "}.get(code, "\0"))
    return f"{markdown(head)}{mark}{markdown_code(signature)}" if mark else markdown(message)


def _texts(change: Change) -> tuple[str, str] | None:
    """Return both texts of a change; `None` where it is about something else. A tool that is new had none."""
    if change.code == "TD104":
        return "", _description(change)
    if isinstance(change.before, str | None) and isinstance(change.after, str | None):
        return change.before or "", change.after or ""
    return None


def _details(change: Change) -> Iterator[str]:
    """Both texts of a change in one, every word of them."""
    texts = _texts(change)
    if texts is None or not any(texts):
        return
    what = change.at or change.message.partition(":")[0]
    title = "its text" if change.code == "TD104" else f"{what}, word by word"
    text = texts[1] if not texts[0] else word_changes(*texts, context=None)
    yield ""
    yield f"<details><summary>{markdown(title)}</summary>"
    yield ""
    yield markdown_block(text)
    yield ""
    yield "</details>"


def as_changelog(judged: Sequence[Judged]) -> Iterator[str]:
    """The sections of Keep a Changelog 1.1.0, a line for each change."""
    for title, codes in _SECTIONS.items():
        found = [one.change for one in judged if one.change.code in codes]
        if title == "Changed":
            known = {code for several in _SECTIONS.values() for code in several}
            found = [one.change for one in judged if one.change.code not in known and one.change.code not in _UNLISTED]
        if found:
            yield f"### {title}"
            yield ""
            for change in found:
                at = f" {markdown_code(change.at)}" if change.at else ""
                yield f"- {markdown_code(change.place.tool)}{at}: {_as_markdown(change.message, change.code)}"
            yield ""


_SECTIONS = {
    "Added": ("TD104", "TD120", "TD202", "TD205", "TD212"),
    "Changed": (),
    "Deprecated": ("TD105",),
    "Removed": ("TD101", "TD102", "TD106", "TD107", "TD111", "TD115", "TD116", "TD201", "TD204", "TD211"),
}
_UNLISTED = frozenset({"TD152", "TD180", "TD190"})  # what users of the tools do not see
_CELL = 200
"""Characters of a text that are shown in a table; a longer one stands below it, whole."""


class Reported(Struct, frozen=True):
    """A change in the form of a finding (`formats.Finding`)."""

    code: str
    slug: str
    severity: Severity
    message: str
    span: Span | None
    why: str
    help: str
    labels: tuple[Label, ...] = ()


def as_findings(judged: Sequence[Judged]) -> tuple[Reported, ...]:
    """The changes at the places they are now, else at those they were."""
    found = []
    for one in judged:
        change = one.change
        at = f"{change.at}: " if change.at else ""
        example = "".join(f"; for example {value(shown)}" for shown in change.example)
        message = f"{_title(change.place)}: {at}{change.message}{example}"
        span, rule = change.new or change.old, change.rule
        found.append(Reported(rule.number, rule.slug, one.severity, message, span, rule.why, change.help))
    return tuple(found)


def release_lines(releases: Mapping[str, tuple[str, str, str]]) -> list[str]:
    """A line for each package: what must go up, and its least next version."""
    return [
        f"{visible(name)}: {by}" + (f", at least {least} (was {visible(was)})" if least else "")
        for name, (by, was, least) in releases.items()
    ]


def as_document(judged: Sequence[Judged], old: str, new: str, releases: Mapping[str, tuple[str, str, str]]) -> dict[str, Any]:
    """For programs. `releases`: by package what must go up, the version before and the least next; none were asked for."""
    semver = {name: {"bump": by, "version": was or None, "least": least or None} for name, (by, was, least) in releases.items()}
    return {
        "old": old,
        "new": new,
        **({"semver": semver} if releases else {}),
        "changes": [
            {
                "code": one.change.code,
                "slug": one.change.rule.slug,
                "breaks": one.change.rule.breaks,
                "severity": one.severity,
                "package": one.change.place.package,
                "server": one.change.place.server,
                "tool": one.change.place.tool,
                "kind": one.change.place.kind,
                "at": one.change.at,
                "message": one.change.message,
                "examples": list(one.change.example),
                "before": None if one.change.before is UNSET else one.change.before,
                "after": None if one.change.after is UNSET else one.change.after,
                "old": _span(one.change.old),
                "new": _span(one.change.new),
                "help": one.change.help,
            }
            for one in judged
        ],
    }


def summary(judged: Sequence[Judged]) -> str:
    """How many changes there are, by what they break."""
    if not judged:
        return "no changes"
    counts: Mapping[str, int] = {
        what: sum(one.change.rule.breaks == what and one.change.code != "TD199" for one in judged)
        for what in ("call", "stubs", "prompt", "pin")
    }
    undecided = sum(one.change.code == "TD199" for one in judged)
    words = {"call": "break{} calls", "stubs": "break{} typed code", "prompt": "show{} in prompts", "pin": "show{} in pins"}
    told = [f"{count} {words[what].format('s' if count == 1 else '')}" for what, count in counts.items() if count]
    told += [f"{undecided} undecided"] if undecided else []
    return ", ".join([f"{len(judged)} change{'' if len(judged) == 1 else 's'}", *told])


def _title(place: Place) -> str:
    home = "/".join(dict.fromkeys(part for part in (place.package, place.server) if part))
    name = place.tool if place.kind == "tool" else f"{place.kind} {place.tool}"
    return f"{name} ({home})" if home else name


def _spans(change: Change) -> str:
    """The place before and the place now; one where they are the same, or where there is but one."""
    old, new = (None if span is None else f"{span.path}:{span.line}" for span in (change.old, change.new))
    if old is None or new is None:
        told = new if old is None else f"{old} → gone"
        return f"  {visible(told)}" if told else ""
    return f"  {visible(new if old == new else f'{old} → {new}')}"


def _markdown_spans(change: Change) -> str:
    """`_spans` as Markdown."""
    spans = _spans(change).strip()
    return f"  {markdown_code(spans)}" if spans else ""


def _span(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else {"path": span.path, "line": span.line}
