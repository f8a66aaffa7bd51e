"""Sources made to exhaust parsers: every form of nesting, chain and growth, in every place, costs itself and little else.

Each is a run of the command line in a process of its own, watched and bounded. TOOLC_ATTACKS=1 runs many times as many.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest
from attack_runs import Runs, wrong
from nesting import chains, grown, nestings, patterns

EVERY = bool(os.environ.get("TOOLC_ATTACKS"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    found = Runs(tmp_path_factory.mktemp("nesting"))
    yield found
    found.close()


def failures(runs: Runs, attacks: Iterable[tuple[str, str]]) -> list[str]:
    found = []
    for name, text in attacks:
        tree = runs.new()
        (tree / "bomb.py").write_bytes(text.encode("utf-8", "surrogatepass"))
        if said := wrong(runs.run(tree, "list", "bomb.py")):
            found.append(f"{name}: {said}")
    return found


@pytest.mark.parametrize("part", range(4))
def test_nesting(runs: Runs, part: int) -> None:
    every = chain(nestings(5 if EVERY else 97), chains(5 if EVERY else 83))
    assert failures(runs, (one for number, one in enumerate(every) if number % 4 == part)) == []


def test_case_patterns(runs: Runs) -> None:
    assert failures(runs, (one for number, one in enumerate(patterns()) if EVERY or number % 7 == 0)) == []


def test_growth(runs: Runs) -> None:
    assert failures(runs, grown((30, 300, 3_000) if EVERY else (300,))) == []


def test_a_file_beside_a_bomb_is_compiled(runs: Runs) -> None:
    tree = runs.new()
    good = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n"
    (tree / "good.py").write_text(good, "utf-8")
    for number, (_, text) in enumerate(nestings(211)):
        (tree / f"bomb{number}.py").write_text(text, "utf-8")
    done = runs.run(tree, "list", ".", "--format", "json")
    assert wrong(done) == "" and '"search"' in done.out


def test_the_generators_are_no_toys() -> None:
    assert len(list(nestings(1))) > 6_000 and len(list(chains(1))) > 3_000
