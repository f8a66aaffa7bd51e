"""Judge random programs one after the other, and shrink those that are wrong in silence."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from programs.judging import Verdict, judge
from programs.oracles import Oracle
from programs.pruning import is_pruned
from programs.reading import Reader, read_with_toolc
from programs.shrinking import shrink
from programs.writing import write_program


class Case(Struct, frozen=True):
    """A program, its seed, and the verdict on it."""

    seed: int
    files: Mapping[str, str]
    verdict: Verdict


def verdict_on(files: Mapping[str, str], oracle: Oracle, reader: Reader = read_with_toolc) -> Verdict:
    """Run and read one program; toolc is not asked about programs that raise whatever their conditions are."""
    outcomes = oracle.outcomes(files)
    if all(outcome.error for outcome in outcomes):
        return Verdict("raises")
    return judge(reader(files, oracle), outcomes)


def hunt(oracle: Oracle, first: int, count: int, reader: Reader = read_with_toolc) -> Iterator[Case]:
    """Judge the programs of `count` seeds from `first`."""
    for seed in range(first, first + count):
        files = write_program(seed, oracle.framework.name)
        yield Case(seed, files, verdict_on(files, oracle, reader))


def shrunk(case: Case, oracle: Oracle, reader: Reader = read_with_toolc) -> Mapping[str, str]:
    """Return the smallest files found that are still wrong in silence."""
    return shrink(case.files, lambda files: is_pruned(files) and verdict_on(files, oracle, reader).kind == "silent")
