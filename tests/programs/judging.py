"""Judge a reading of a program by what its servers list when it runs.

`exact`: each tool is found, is called exact, and agrees in name, description and input schema, and there is no further one.
`said`: not so, but each tool that is wrong, extra or doubted has another fidelity than `exact` or a diagnostic; for a tool that is
missing any diagnostic of the program will do. Tools of servers that stand apart may be listed or not. `silent`: something is wrong and no diagnostic covers it.
A program with undecided conditions has several outcomes, and is judged by the worst.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from programs.oracles import Outcome, ServedTool
from programs.reading import Finding, Reading, ReadTool

Kind = Literal["exact", "said", "silent", "raises"]
STYLE = frozenset("TC120 TC305 TC306 TC344 TC350 TC351 TC352 TC353 TC362 TC363 TC372 TC373 TC374 TC385 TC391 TC394".split())
"""Codes about documentation, strictness and size: they do not say that a tool is uncertain."""
BEYOND_STYLE = frozenset("TC401 TC402 TC403 TC415 TC416".split())
"""The only codes of TC4xx that do."""


class Fault(Struct, frozen=True):
    """A difference between a reading and an outcome; `said`: a diagnostic or fidelity covers it."""

    what: str
    said: bool


class Verdict(Struct, frozen=True):
    """The verdict on one program; `needless`: doubted, although the tools are the same in every outcome."""

    kind: Kind
    faults: tuple[Fault, ...] = ()
    needless: bool = False


def covers(finding: Finding) -> bool:
    """Whether a finding says that something about the tools is uncertain."""
    return finding.code not in STYLE and (not finding.code.startswith("TC4") or finding.code in BEYOND_STYLE)


def judge(reading: Reading, outcomes: Sequence[Outcome]) -> Verdict:
    """Judge a reading by all outcomes of a program; those that raised do not count."""
    ran = [outcome for outcome in outcomes if not outcome.error]
    if not ran:
        return Verdict("raises")
    each = [list(faults(reading, outcome)) for outcome in ran]
    everything = tuple(dict.fromkeys(fault for found in each for fault in found))
    if any(not fault.said for fault in everything):
        return Verdict("silent", everything)
    if not everything:
        return Verdict("exact")
    same = len({_key(outcome) for outcome in ran}) == 1
    return Verdict("said", everything, needless=same)


def faults(reading: Reading, outcome: Outcome) -> Iterator[Fault]:
    """Compare a reading with one outcome."""
    spoken = any(map(covers, reading.findings)) or any(covers(one) for tool in reading.tools for one in tool.findings)
    for tool, served in _pairs(reading.tools, sorted(outcome.tools, key=lambda one: one.apart)):
        if tool is None:
            assert served is not None
            if served.apart:
                continue
            yield Fault(f"missing {served.server}.{served.name}", spoken)
            continue
        doubted = tool.fidelity != "exact" or any(map(covers, tool.findings))
        if served is None:
            at = any(covers(one) and (one.path, one.line) == tool.place for one in reading.findings)
            yield Fault(f"extra {tool.server}.{tool.name}", doubted or at)
        elif not _agree(tool, served):
            yield Fault(f"wrong {tool.server}.{tool.name} ({tool.fidelity}): {_difference(tool, served)}", doubted)
        elif tool.server in outcome.servers and tool.server != served.server:
            yield Fault(f"{tool.name} is on {served.server}, not on {tool.server}", doubted)
        elif tool.fidelity != "exact":
            yield Fault(f"doubted {tool.server}.{tool.name} ({tool.fidelity})", True)


def _agree(tool: ReadTool, served: ServedTool) -> bool:
    return (tool.description or None) == (served.description or None) and served.input_schema in tool.schemas


def _difference(tool: ReadTool, served: ServedTool) -> str:
    if (tool.description or None) != (served.description or None):
        return f"description {tool.description!r}, is {served.description!r}"
    return f"schema {tool.schemas!r}, is {served.input_schema!r}"


def _pairs(tools: Sequence[ReadTool], served: Sequence[ServedTool]) -> Iterator[tuple[ReadTool | None, ServedTool | None]]:
    """Pair tools of one name, the best fitting first; what is left stands alone."""
    left, rest = list(tools), list(served)
    for server, agreeing in ((True, True), (False, True), (True, False), (False, False)):
        for one in list(rest):
            fitting = (
                tool
                for tool in left
                if tool.name == one.name and (not server or tool.server == one.server) and (not agreeing or _agree(tool, one))
            )
            if (tool := next(fitting, None)) is not None:
                left.remove(tool)
                rest.remove(one)
                yield tool, one
    yield from ((tool, None) for tool in left)
    yield from ((None, one) for one in rest)


def _key(outcome: Outcome) -> str:
    return repr(
        sorted((one.server, one.name, one.description or "", repr(one.input_schema)) for one in outcome.tools if not one.apart)
    )
