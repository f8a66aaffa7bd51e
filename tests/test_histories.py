"""Nothing that worked is ever lost, and a part is compiled as the whole's part: random histories, random repositories.

There are 300 of each in the long form; TOOLC_HISTORIES says how many else, and `make histories` plays 5,000.
"""

import os
from pathlib import Path

import pytest

from effort import examples, long
from histories import alike, play

MANY = int(os.environ.get("TOOLC_HISTORIES") or examples(300))
PARTS = 20
"""So that the processes of a test run share them."""


@long
@pytest.mark.parametrize("part", range(PARTS))
def test_no_run_touches_what_it_did_not_compile_whole(part: int, tmp_path: Path) -> None:
    for number in range(part, MANY, PARTS):
        play(tmp_path / str(number), number)


@long
@pytest.mark.parametrize("part", range(PARTS))
def test_packages_come_out_alike_however_they_are_reached(part: int, tmp_path: Path) -> None:
    for number in range(part, MANY, PARTS):
        alike(tmp_path / str(number), number)
