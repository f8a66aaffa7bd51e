"""Programs with servers of fastmcp, each read as the versions of fastmcp have it that can run it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from programs.collecting import collect
from programs.hunting import verdict_on
from programs.oracles import Oracle

KEPT = list(collect(Path(__file__).resolve().parents[1] / "programs" / "fastmcp"))
VERSIONS = ("fastmcp2", "fastmcp3", "fastmcp4")
MAY_BE = {"exact": {"exact"}, "said": {"exact", "said"}}


@pytest.fixture(scope="module")
def oracles() -> Iterator[list[Oracle]]:
    started = [Oracle(name).__enter__() for name in VERSIONS]
    yield started
    for one in started:
        one.__exit__(None, None, None)


@pytest.mark.parametrize("title", [one.title for one in KEPT])
def test_program(oracles: list[Oracle], title: str) -> None:
    kept = next(one for one in KEPT if one.title == title)
    kinds = {one.framework.name: verdict_on(kept.files, one) for one in oracles}
    told = {name: (found.kind, found.faults) for name, found in kinds.items() if found.kind != "raises"}
    assert told, "no version runs it"
    assert {name: one for name, one in told.items() if one[0] not in MAY_BE[title.partition(":")[0]]} == {}
    if title.startswith("said"):
        assert "said" in {kind for kind, _ in told.values()}
