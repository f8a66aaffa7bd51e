"""The same pairs through programs that compare recorded lists of tools: what they call breaking, toolc does too.

Where toolc disagrees the reason is in `THEIRS`: the peer asks that nothing becomes more lenient, or sees spelling for meaning.
"""

from typing import Any

import pytest

from contract.pairs import PAIRS, Listed
from contract.test_compare import changes_of
from toolc.contract.compare import compare

mcp_compat = pytest.importorskip("mcp_compat.compat", reason="a peer")
mcp_diff = pytest.importorskip("mcp_diff.diff", reason="a peer")
mcpdrift = pytest.importorskip("mcpdrift.canon", reason="a peer")

# Breaks that a peer sees in mcp-compat 0.1.0 and mcp-diff 0.1.0, and that are none: every call that worked still works.
THEIRS = {
    "mcp-compat": {
        ("deprecated tool removed", "there"),  # a break that callers were told of
        ("parameter demanded", "back"), ("parameter demanded that had a default", "back"),  # a demand is dropped: "removes validation guarantee"
        # The type is widened.
        ("type narrowed", "back"), ("number to integer", "back"), ("null refused", "back"), ("free keys", "there"),
        ("definition inlined", "there"), ("definition inlined", "back"),
        ("union in another order", "there"), ("union in another order", "back"),
    },
    "mcp-diff": {
        ("deprecated tool removed", "there"), ("deprecated parameter removed", "there"),
        ("type narrowed", "back"), ("number to integer", "back"), ("null refused", "back"), ("free keys", "there"),
        ("definition inlined", "there"),
        ("definition inlined", "back"), ("union in another order", "there"), ("union in another order", "back"),
    },
}  # fmt: skip


def listing(given: Listed) -> list[dict[str, Any]]:
    return [] if given is None else [given]


def breaks(old: Listed, new: Listed) -> dict[str, bool]:
    before, after = listing(old), listing(new)
    return {
        "toolc": any(one.severity("call", {}) == "error" for one in compare(changes_of(old), changes_of(new), {})),
        "mcp-compat": mcp_compat.compare_schemas(before, after).has_breaking(),
        "mcp-diff": mcp_diff.has_breaking(mcp_diff.classify_changes(before, after)),
    }


def table() -> dict[tuple[str, str], dict[str, bool]]:
    return {
        (name, way): breaks(*sides)
        for name, (old, new, *_) in PAIRS.items()
        for way, sides in (("there", (old, new)), ("back", (new, old)))
    }


def test_every_break_that_a_peer_finds_is_found() -> None:
    rows = table()
    for peer, known in THEIRS.items():
        assert {key for key, row in rows.items() if row[peer] and not row["toolc"]} == known, peer


def test_what_peers_miss() -> None:
    rows = table()
    missed = {peer: sum(row["toolc"] and not row[peer] for row in rows.values()) for peer in THEIRS}
    found = sum(row["toolc"] for row in rows.values())
    assert all(count > found / 3 for count in missed.values()), missed


def test_drift_of_any_kind_is_a_change() -> None:
    """mcpdrift 0.1.0 knows no grades: whatever it reports, toolc has a change for."""
    for name, (old, new, *_) in PAIRS.items():
        before, after = (mcpdrift.build_surface(None, listing(one)) for one in (old, new))
        if mcpdrift.diff_surfaces(before, after):
            assert compare(changes_of(old), changes_of(new), {}), name
