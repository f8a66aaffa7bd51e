"""Summary of a scan: takes the lines of results, gives a table for a terminal and a page of HTML.

The page holds no times and no places of this machine: it changes only when a result does.
"""

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from toolc import __version__
from toolc.cli import stages
from toolc.cli.run import count_noun
from toolc.cli.scanning.records import KINDS, SEVERITIES
from toolc.encoders import html

_SIGNS = ("TC43", "TC46")
"""Hidden text and signs of poisoning: what is shown of notes, which are counted otherwise."""

_NAMES = 12
"""Names of one kind that the page shows."""


def summary(lines: Iterable[bytes], with_cost: bool) -> str:
    """Return a few lines: what was read, failed and was found; `with_cost`: and what it took, which no two runs share."""
    totals: Counter[str] = Counter()
    status: Counter[str] = Counter()
    reaching: Counter[str] = Counter()
    having, seconds, most = 0, 0.0, 0
    for record in map(json.loads, lines):
        status[record["status"]] += 1
        totals.update(record.get("counts") or {})
        reaching.update(_reached_kinds(record))
        having += bool((record.get("counts") or {}).get("tools"))
        seconds += record["timings"]["cpu_seconds"]
        most = max(most, record["timings"]["megabytes"])
    read = sum(status.values())
    found = ", ".join(f"{totals[kind]:,} {kind}" for kind in KINDS if totals[kind])
    said = ", ".join(count_noun(totals[f"{kind}s"], kind) for kind in SEVERITIES)
    reach = ", ".join(f"{kind} {number:,}" for kind, number in sorted(reaching.items()))
    rate = f", {round(read * 3600 / seconds):,} archives for each core and hour" if seconds else ""
    return "".join(
        f"{line}\n"
        for line in (
            f"{count_noun(read, 'archive')}: {status['ok']:,} read, {status['failed']:,} failed",
            f"{count_noun(totals['tools'], 'tool')} of {count_noun(totals['servers'], 'server')} "
            f"in {count_noun(having, 'archive')}" + (f": {found}" if found else ""),
            f"code that may reach {reach}" if reach else "",
            said,
            f"{seconds:,.1f} CPU seconds, at most {most:,} MB{rate}" if with_cost else "",
        )
        if line
    )


def index_page(title: str, lines: Iterable[bytes]) -> str:
    """Return the page: a row for each item, and behind it its tools and what was found."""
    style, script = (stages.template_text(f"report/{name}") for name in ("style.css", "script.js"))
    items, brief = list[dict[str, Any]](), list[dict[str, Any]]()
    for number, line in enumerate(lines, 1):  # one at a time: schemas are most of it, and the page has none
        record = json.loads(line)
        items.append(_item(number, record))
        brief.append({key: record.get(key) for key in ("status", "counts")})
    context = {
        "title": title,
        "style": style,
        "script": script,
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "counts": [(f"{number:,}", noun) for number, noun in _counts(brief)],
        "groups": [
            {"title": name, "items": group}
            for name, group in (
                ("Not read", [one for one in items if one["reason"]]),
                ("With tools", [one for one in items if not one["reason"] and one["tools"]]),
                ("Without tools", [one for one in items if not one["reason"] and not one["tools"]]),
            )
            if group
        ],
        "version": __version__,
    }
    return stages.rendered_page("report/scan.html.jinja", context, {"html": html, "code": str})


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _counts(records: list[dict[str, Any]]) -> Iterator[tuple[int, str]]:
    totals: Counter[str] = Counter()
    for record in records:
        totals.update(record.get("counts") or {})
    failed = sum(record["status"] != "ok" for record in records)
    yield len(records), count_noun(len(records), "archive").partition(" ")[2]
    if failed:
        yield failed, "not read"
    yield totals["tools"], count_noun(totals["tools"], "tool").partition(" ")[2]
    yield from ((totals[kind], kind) for kind in KINDS if totals[kind])
    yield from (
        (totals[f"{kind}s"], count_noun(totals[f"{kind}s"], kind).partition(" ")[2])
        for kind in SEVERITIES
        if totals[f"{kind}s"]
    )


def _item(number: int, record: dict[str, Any]) -> dict[str, Any]:
    counts = record.get("counts") or {}
    distribution = " ".join(filter(None, (record.get("distribution") or {}).values()))
    notable = [one for one in record["findings"] if one["severity"] != "note" or one["code"].startswith(_SIGNS)]
    return {
        "id": f"item-{number}",
        "name": record["item"],
        "distribution": distribution,
        "reason": record["reason"] or "",
        "sha256": record["sha256"] or "",
        "line": _counts_of(counts),
        "reaches": _reached_kinds(record),
        "reached": [
            {"kind": kind if kind != "unread" else "not read", "names": _few(names, record["item"])}
            for kind, names in (record.get("reaches") or {}).items()
        ],
        "kinds": [(kind, f"{counts[kind]} {kind}") for kind in KINDS if counts.get(kind)],
        "tools": [
            {
                "name": tool["name"],
                "server": tool["server"],
                "system": tool["system"],
                "fidelity": tool["fidelity"],
                "reaches": ", ".join(tool.get("reaches") or ()),
                "text": (tool.get("description") or "").strip().partition("\n")[0],
            }
            for tool in record.get("tools") or ()
        ],
        "findings": [
            {
                **{key: one[key] for key in ("severity", "code", "message")},
                "place": f"{one['path']}:{one['line']}" if one["path"] else "",
            }
            for one in notable
        ],
        "hidden": count_noun(len(record["findings"]) - len(notable), "further note")
        if len(record["findings"]) > len(notable)
        else "",
        "signs": sum(one["code"].startswith(_SIGNS) for one in notable),
    }


def _reached_kinds(record: dict[str, Any]) -> list[str]:
    """The kinds of what the code of an item may reach."""
    return [kind for kind in record.get("reaches") or {} if kind != "unread"]


def _few(places: list[str], item: str) -> str:
    """Return names, each with its first place within the item."""
    first: dict[str, str] = {}
    for place in places:
        first.setdefault(place.partition(" (")[0], place.replace(f"({item}/", "(", 1))
    more = f" and {count_noun(len(first) - _NAMES, 'further name')}" if len(first) > _NAMES else ""
    return ", ".join([*first.values()][:_NAMES]) + more


def _counts_of(counts: dict[str, int]) -> str:
    """Return the counts of an item in a line."""
    if not counts:
        return ""
    found = [count_noun(counts["files"], "file"), count_noun(counts["tools"], "tool")]
    found += [count_noun(counts[f"{kind}s"], kind) for kind in SEVERITIES[:2] if counts[f"{kind}s"]]
    return ", ".join(found)
