"""Report of `--check`: a finding for each package whose outputs are not up to date, and the changes for its callers.

Takes what would be written, the owners of files and the bundle, gives `Drift`s, findings and lines. The contract that callers
have is read from the outputs themselves.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from toolc.cli import changes, stages
from toolc.cli.changes import Judged
from toolc.cli.run import DRIFT, Run, count_noun
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Package

if TYPE_CHECKING:
    from toolc.write import Written

CONTRACTS = (("mcp", "*/*.json"), ("json-schema", "*/tools.json"), ("anthropic", "*/tools.json"))
"""The targets whose outputs say what callers are told, those first that say most."""


class Drift(Struct, frozen=True):
    """One package in one output folder. `changes`: None where the outputs do not say what callers were told."""

    out: str
    package: str
    counts: Mapping[str, int]
    changes: tuple[Judged, ...] | None


def drifts(run: Run, bundle: Bundle, out: str, written: "Written", owners: Mapping[str, str]) -> Iterator[Drift]:
    """The packages of a folder that are not up to date, by name. `owners`: the package of every file, by path."""
    found: dict[str, Counter[str]] = {}
    for path in written.written:
        state = "stale" if Path(out, path).exists() else "missing"
        found.setdefault(owners.get(path, ""), Counter())[state] += 1
    for path in written.removed:
        found.setdefault(owners.get(path, ""), Counter())["orphaned"] += 1
    for package, counts in sorted(found.items()):
        mine = [path for path, owner in owners.items() if owner == package]
        yield Drift(out, package, counts, _changes(run, bundle, package, out, mine))


def _changes(run: Run, bundle: Bundle, package: str, out: str, files: Sequence[str]) -> tuple[Judged, ...] | None:
    before = _written_tools(package, out, files)
    if before is None:
        return None
    after = structs.replace(bundle, packages=tuple(one for one in bundle.packages if one.name == package))
    options = run.config.diff
    found = stages.compare(before, after, options.renamed, True)
    judged = [Judged(one, one.severity(options.category, options.severity)) for one in found if one.code != "TD190"]
    return tuple(one for one in judged if one.severity != "off")


def _written_tools(package: str, out: str, files: Sequence[str]) -> Bundle | None:
    """The tools of a package as its outputs have them; None where those are not all there."""
    for target, pattern in CONTRACTS:
        documents = [Path(out, path) for path in sorted(files) if PurePosixPath(path).match(f"{target}/{pattern}")]
        if documents:
            there = [path for path in documents if path.is_file()]
            packages = stages.read_documents(there)
            if packages is None or not there or len(there) < len(documents):
                return None
            return Bundle((Package(package, tuple(server for one in packages for server in one.servers)),))
    return None


def drift_findings(found: Iterable[Drift]) -> Iterator[Diagnostic]:
    """One finding for each package."""
    for one in found:
        files = ", ".join(f"{one.counts[state]} {state}" for state in ("stale", "missing", "orphaned") if state in one.counts)
        total = count_noun(sum(one.counts.values()), "file")
        told = "" if one.changes is None else f"; for callers: {changes.summary(one.changes)}"
        whose = f"outputs of {one.package}" if one.package else "outputs"
        message = f"{whose} in {one.out} are not up to date: {total} ({files}){told}"
        yield Diagnostic(DRIFT, message, help="toolc generate (--diff shows the files)")


def lines(found: Iterable[Drift]) -> Iterator[str]:
    """Yield the changes for callers, tool by tool; of all packages at once, since one change may show in several."""
    yield from changes.as_text([judged for one in found for judged in one.changes or ()])
