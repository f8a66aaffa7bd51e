"""Which codes selectors leave: the longer beginning wins, then what leaves out."""

import pytest

from toolc.codes import CODES
from toolc.selection import meant, selected, unknown

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
    codes = selected(select, extend, ignore)
    assert set(kept) <= codes
    assert not set(gone) & codes


def test_what_was_not_read_is_never_left_out() -> None:
    codes = selected((), (), EVERY)
    assert {"TC103", "TC110", "TC605", "TC701", "TC901"} <= codes
    assert {code for code in codes if CODES[code].severity != "error"} == set()
    assert "TC120" not in codes  # a warning


def test_unknown_selectors() -> None:
    assert list(unknown(("TC3", "ALL", "tc418", "duplicate-tool-name", "TC999", "E501", ""))) == ["TC999", "E501", ""]
    assert meant("TC") == meant("ALL")
