"""Sources made to exhaust parsers: every form of nesting, chain and growth, in every place, costs itself and little else.

Each is a run of the command line in a process of its own, watched and bounded. In a worker, `make test` takes one in so many of
those that grow; TOOLC_ATTACKS=1 runs many times as many of all.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest
from attack_runs import EVERY_TARGET, MODES, OPTIONS, Runs, wrong
from many import KINDS, many
from nesting import chains, grown, nestings, patterns

from effort import ALL, heavy, long, some

pytestmark = heavy

EVERY = bool(os.environ.get("TOOLC_ATTACKS"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    found = Runs(tmp_path_factory.mktemp("nesting"))
    yield found
    found.close()


def failures(runs: Runs, attacks: Iterable[tuple[str, str]], *words: str) -> list[str]:
    found = []
    command = words if words[:1] and not words[0].startswith("-") else ("list", *words)
    for name, text in attacks:
        tree = runs.new()
        (tree / "bomb.py").write_bytes(text.encode("utf-8", "surrogatepass"))
        if said := wrong(runs.run(tree, command[0], "bomb.py", *command[1:])):
            found.append(f"{name}: {said}")
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("part", range(4))
def test_nesting(runs: Runs, part: int, mode: str) -> None:
    sparse = (5, 5) if EVERY else (97, 83) if mode == "here" else (211, 197)
    every = chain(nestings(sparse[0]), chains(sparse[1]))
    assert failures(runs, (one for number, one in enumerate(every) if number % 4 == part), *MODES[mode]) == []


@pytest.mark.parametrize("mode", MODES)
def test_case_patterns(runs: Runs, mode: str) -> None:
    assert failures(runs, (one for number, one in enumerate(patterns()) if EVERY or number % 7 == 0), *MODES[mode]) == []


SIZES = (30, 300, 3_000) if EVERY else (300,) if ALL else (30,)
"""Some cost more than in a line: 60 take half as long again altogether as 30, and 300 twice as long as 60."""


@long
@pytest.mark.parametrize("part", range(4))
def test_growth(runs: Runs, part: int) -> None:
    assert failures(runs, (one for number, one in enumerate(grown(SIZES)) if number % 4 == part)) == []


@long
def test_growth_in_a_worker(runs: Runs) -> None:
    every = list(grown(SIZES))
    assert failures(runs, every if EVERY else some(every), *MODES["in a worker"]) == []


COMMANDS = {
    "list": ("list",),
    "types": ("types",),
    "generate": ("generate", "--out", "../out", "--target", EVERY_TARGET, *OPTIONS["validators"]),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", COMMANDS)
def test_many_of_one_thing(runs: Runs, command: str, mode: str) -> None:
    """A few hundred of some kinds here; of every kind up to the size limit of a file with TOOLC_ATTACKS=1."""
    step = list(COMMANDS).index(command) * 2 + list(MODES).index(mode)
    chosen = (one for number, one in enumerate(many(300)) if number % 12 == step * 2)
    every = chain.from_iterable(many(count) for count in (1_000, 3_000, 10_000, 30_000, 100_000))
    assert failures(runs, every if EVERY else chosen, *COMMANDS[command], *MODES[mode]) == []


def test_a_file_beside_a_bomb_is_compiled(runs: Runs) -> None:
    tree = runs.new()
    good = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n"
    (tree / "good.py").write_text(good, "utf-8")
    for number, (_, text) in enumerate(nestings(211)):
        (tree / f"bomb{number}.py").write_text(text, "utf-8")
    done = runs.run(tree, "list", ".", "--format", "json")
    assert wrong(done) == "" and '"search"' in done.out


def test_the_generators_are_no_toys() -> None:
    assert len(list(nestings(1))) > 6_000 and len(list(chains(1))) > 3_000 and len(KINDS) > 150
