"""Changes of a contract as people and programs read them.

Takes `Change`s and how grave each is, gives text, Markdown or JSON.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from toolc.cli.visible import visible
from toolc.contract.change import Change, Place
from toolc.contract.rules import Severity
from toolc.contract.values import value
from toolc.encoders import markdown, markdown_code
from toolc.source import Span

_MARKS = {"error": "❌", "warning": "⚠️", "note": "ℹ️"}


class Judged(Struct, frozen=True):
    """A change and how grave it is for this run."""

    change: Change
    severity: Severity


def as_text(judged: Sequence[Judged]) -> Iterator[str]:
    """Tool by tool: what changed, where, an example, and both places."""
    for place, found in groupby(judged, key=lambda one: one.change.place):
        listed = list(found)
        yield f"{visible(_title(place))}{_spans(listed[0].change)}"
        for one in listed:
            rule = one.change.rule
            at = f"{visible(one.change.at)}: " if one.change.at else ""
            yield f"  {one.severity} {rule.number} {rule.slug}: {at}{visible(one.change.message)}"
            yield from (f"    for example {visible(value(example))}" for example in one.change.example)
            if one.change.help:
                yield f"    help: {visible(one.change.help)}"
        yield ""


def as_markdown(judged: Sequence[Judged], old: str, new: str, counted: Sequence[Judged]) -> Iterator[str]:
    """For a pull request: a table for each tool, what breaks first. `counted`: all changes, also those that are not shown."""
    yield f"### Tool contract: {markdown_code(old)} → {markdown_code(new)}"
    yield ""
    hidden = len(counted) - len(judged)
    yield f"{summary(counted)}{f'; {hidden} not shown here' if hidden else ''}."
    for place, found in groupby(judged, key=lambda one: one.change.place):
        listed = sorted(found, key=lambda one: list(_MARKS).index(one.severity) if one.severity in _MARKS else 3)
        yield ""
        yield f"**{markdown_code(_title(place))}**{_placed(listed[0].change)}"
        yield ""
        yield "| | change | where | what |"
        yield "| --- | --- | --- | --- |"
        for one in listed:
            change = one.change
            example = "".join(f"; for example {markdown(value(shown))}" for shown in change.example)
            rule = f"{change.code} {change.rule.slug}"
            what = markdown(change.message) + example + (f"; {markdown(change.help)}" if change.help else "")
            yield f"| {' | '.join((_MARKS.get(one.severity, ''), rule, markdown_code(change.at), what))} |"


def as_document(judged: Sequence[Judged], old: str, new: str) -> dict[str, Any]:
    """For programs."""
    return {
        "old": old,
        "new": new,
        "changes": [
            {
                "code": one.change.code,
                "slug": one.change.rule.slug,
                "breaks": one.change.rule.breaks,
                "severity": one.severity,
                "package": one.change.place.package,
                "server": one.change.place.server,
                "tool": one.change.place.tool,
                "at": one.change.at,
                "message": one.change.message,
                "examples": list(one.change.example),
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
    return f"{place.tool} ({home})" if home else place.tool


def _spans(change: Change) -> str:
    """The place before and the place now; one where they are the same, or where there is but one."""
    old, new = (None if span is None else f"{span.path}:{span.line}" for span in (change.old, change.new))
    if old is None or new is None:
        told = new if old is None else f"{old} → gone"
        return f"  {visible(told)}" if told else ""
    return f"  {visible(new if old == new else f'{old} → {new}')}"


def _placed(change: Change) -> str:
    """`_spans` as Markdown."""
    spans = _spans(change).strip()
    return f"  {markdown_code(spans)}" if spans else ""


def _span(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else {"path": span.path, "line": span.line}
