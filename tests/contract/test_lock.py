"""The lock: stable bytes, everything comes back, and fingerprints that other programs compute."""

import pytest
from msgspec import structs

from small_bundles import HOSTILE, bundle, server, tool
from toolc.contract.change import Place
from toolc.contract.compare import compare
from toolc.contract.hashes import digest, pins
from toolc.contract.lock import DamagedError, lock_bytes, lock_entries, read_entries, read_lock, unknown_results
from toolc.ir import Wire

PINNED = [
    # Recorded from mcpseal 0.1.4 `hash_tool` and mcp-pin 0.1.8 `tool_digest` over the same tools.
    (
        tool(
            description="Search the web.",
            schema={
                "type": "object",
                "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 10}},
                "required": ["query"],
            },
        ),
        "sha256:d764ad78449b3a72dac3228234cd45cda459979dab71e1acac9920dd9fc666d7",
        "1d8d85746879fbd799e674a02fc44794a6e644892725128bddc323c433df8e6b",
    ),
    (
        tool(
            "été",
            description="",
            title="T",
            annotations={"readOnlyHint": True},
            schema={
                "type": "object",
                "properties": {
                    "ratio": {"type": "number", "maximum": 0.5, "minimum": 1e-7},
                    "😀": {"type": "string"},
                    "\ufb33": {"type": "string"},
                },
            },
            output_schema={"type": "object"},
        ),
        "sha256:3b5a7e5917b32f539d3b35c942d874c09f5f6cbad530c26ae6646becb13ad3d7",
        "dd0b64a13727fb8b91c477c59a37aecd56607715df16e54130a02e4e0f5d6bdf",
    ),
]


@pytest.mark.parametrize(("one", "seal", "pin"), PINNED)
def test_scanners_compute_the_same(one, seal: str, pin: str) -> None:
    assert pins(one) == {"mcpseal": seal, "mcp-pin": pin}


def test_pins_are_of_what_is_sent() -> None:
    sent = {"type": "object", "properties": {}}
    assert pins(tool(wire=Wire(sent))) == pins(tool(schema=sent))


def test_order_of_keys_changes_no_fingerprint() -> None:
    assert digest({"a": 1, "b": [1.0, 2]}) == digest({"b": [1, 2], "a": 1}) != digest({"a": True, "b": [1, 2]})
    assert digest({"a": 2**70}) != digest({"a": 2**70 + 1})


def test_what_was_locked_comes_back() -> None:
    whole = bundle(
        server(tool(), tool("find", title="Find", output_schema={"type": "string"}, annotations={"readOnlyHint": True})),
        server(tool("odd", fidelity="unknown", input_schema=None), name="other"),
    )
    data = lock_bytes(lock_entries(whole), "1")
    assert data == lock_bytes(lock_entries(whole), "1")
    again = read_lock(data, "toolc.lock")
    assert [change.code for change in compare(whole, again, {})] == ["TD199"]  # of the tool that is not known
    assert b"tools.py" not in data


def test_results_as_they_are_sent_come_back_and_a_lock_without_them_says_so() -> None:
    reported, sent = {"type": "object"}, {"type": "object", "required": ["amount"]}
    whole = bundle(server(tool(output_schema=reported, result_schema=sent)))
    data = lock_bytes(lock_entries(whole), "1")
    assert compare(whole, read_lock(data, "toolc.lock"), {}) == ()
    assert unknown_results(read_entries(data, "toolc.lock")) == frozenset()
    older = lock_bytes([structs.replace(one, result_schema=None) for one in lock_entries(whole)], "0.9.0")
    entries = read_entries(older.replace(b'"toolc_lock": 4', b'"toolc_lock": 3'), "toolc.lock")
    assert unknown_results(entries) == {Place("shop", "main", "search")}
    assert unknown_results(read_entries(lock_bytes(entries, "1"), "toolc.lock")) == {Place("shop", "main", "search")}


def test_hostile_text_stays_text() -> None:
    data = lock_bytes(lock_entries(bundle(server(tool(HOSTILE, description=HOSTILE)))), "1")
    assert read_lock(data, "toolc.lock").packages[0].servers[0].tools[0].name == HOSTILE.replace("\ud800", "\ufffd")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"toolc_lock": 1, "toolc": "9", "servers": []}', b"[" * 100_000, b"\xff"])
def test_a_damaged_lock_is_said(data: bytes) -> None:
    with pytest.raises(DamagedError):
        read_lock(data, "toolc.lock")
