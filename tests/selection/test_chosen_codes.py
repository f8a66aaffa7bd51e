"""Which codes selectors leave: the longer beginning wins, then what leaves out."""

import pytest

from toolc.codes import CODES
from toolc.selection import codes_of, select_codes, unknown_selectors

EVERY = ("ALL",)


@pytest.mark.parametrize(
    ("select", "extend", "ignore", "kept", "gone"),
    [
        (EVERY, (), (), ("TC307", "TC418"), ()),
        (EVERY, (), ("TC418",), ("TC417",), ("TC418",)),
        (EVERY, (), ("TC4",), ("TC307",), ("TC418", "TC401")),
        (EVERY, ("TC418",), ("TC4",), ("TC418",), ("TC417",)),  # the longer one wins
        (("TC4",), (), (), ("TC418",), ("TC307",)),
        (("TC4",), ("TC307",), (), ("TC418", "TC307"), ("TC308",)),
        (("TC418",), (), ("TC418",), (), ("TC418",)),  # of two as long, the one that leaves out
        (("undescribed-argument",), (), (), ("TC418",), ("TC417",)),
        (EVERY, (), ("undescribed-argument",), ("TC417",), ("TC418",)),
        ((), (), (), (), ("TC307",)),
    ],
)
def test_selectors(select, extend, ignore, kept, gone) -> None:
    codes = select_codes(select, extend, ignore)
    assert set(kept) <= codes
    assert not set(gone) & codes


def test_what_was_not_read_is_never_left_out() -> None:
    codes = select_codes((), (), EVERY)
    assert {"TC103", "TC110", "TC605", "TC701", "TC901"} <= codes
    assert {code for code in codes if CODES[code].severity != "error"} == set()
    assert "TC120" not in codes  # a warning


def test_unknown_selectors() -> None:
    assert list(unknown_selectors(("TC3", "ALL", "tc418", "duplicate-tool-name", "TC999", "E501", ""))) == ["TC999", "E501", ""]
    assert codes_of("TC") == codes_of("ALL")
