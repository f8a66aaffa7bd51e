"""Odd statements are read exactly or with a doubt; harmless programs, and those of the idioms, are read exactly."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from programs.collecting import collect
from programs.hunting import verdict_on
from programs.judging import covers
from programs.known import known_failures
from programs.oracles import Oracle
from programs.reading import read_with_toolc

HERE = Path(__file__).resolve().parent
PAGES = {folder: list(collect(HERE / folder)) for folder in ("odd", "harmless", "exact")}
LEAST = {"odd": 300, "harmless": 100, "exact": 30}
WRONG = {"odd": {"silent"}, "harmless": {"silent", "said"}, "exact": {"silent", "said"}}


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle("mcp") as started:
        yield started


def pages() -> list[tuple[str, str]]:
    return sorted({(folder, kept.title.partition(":")[0]) for folder, programs in PAGES.items() for kept in programs})


@pytest.mark.parametrize(("folder", "page"), pages())
def test_page(oracle: Oracle, folder: str, page: str) -> None:
    known = set(known_failures(folder))
    wrong: dict[str, list[str]] = {}
    mended = set()
    for kept in PAGES[folder]:
        if kept.title.partition(":")[0] != page:
            continue
        verdict = verdict_on(kept.files, oracle)
        assert verdict.kind != "raises", f"{kept.title}: {oracle.outcomes(kept.files)}"
        if folder == "harmless":  # not a word about such programs, on whatever tool
            reading = read_with_toolc(kept.files, oracle)
            said = [*reading.findings, *(finding for tool in reading.tools for finding in tool.findings)]
            assert [finding.message for finding in said if covers(finding)] == [], kept.title
        if verdict.kind not in WRONG[folder]:
            mended |= {kept.title} & known
        elif kept.title not in known:
            wrong[kept.title] = [fault.what for fault in verdict.faults]
    assert wrong == {}
    assert mended == set(), "they pass now: take them off the list of known failures"


@pytest.mark.parametrize("folder", PAGES)
def test_titles(folder: str) -> None:
    titles = [kept.title for kept in PAGES[folder]]
    assert len(titles) == len(set(titles)) >= LEAST[folder]
    assert set(known_failures(folder)) <= set(titles)


def test_why() -> None:
    """Each odd statement says why it is odd."""
    assert [kept.title for kept in PAGES["odd"] if not kept.why.endswith(".")] == []
