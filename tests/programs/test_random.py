"""Random programs as toolc reads them against the framework that runs them: nothing is wrong in silence."""

import os
from collections.abc import Iterator

import pytest

from effort import examples, long
from programs.hunting import hunt
from programs.known import known_failures
from programs.oracles import Oracle

PORTIONS, PROGRAMS = 4, examples(200)
FRAMEWORK = os.environ.get("TOOLC_FRAMEWORK", "mcp")


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle(FRAMEWORK) as started:
        yield started


@long
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_nothing_is_silent(oracle: Oracle, portion: int) -> None:
    count = PROGRAMS // PORTIONS
    cases = list(hunt(oracle, portion * count, count))
    seeds = {case.seed for case in cases}
    silent = {
        case.seed: [fault.what for fault in case.verdict.faults if not fault.said]
        for case in cases
        if case.verdict.kind == "silent"
    }
    known = seeds & set(known_failures(FRAMEWORK))
    new = {seed: what for seed, what in silent.items() if seed not in known}
    assert new == {}, "`python tests/programs/hunt.py --count 1 --seed …` shrinks one"
    assert known == known & silent.keys(), "no longer silent: take them off the list of known failures"
    assert sum(case.verdict.kind == "raises" for case in cases) < count / 3
