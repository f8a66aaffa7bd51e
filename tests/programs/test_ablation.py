"""Without the model of a function, programs that call it are in doubt: nothing that is not followed is silent.

Each model is taken away in turn, and the programs of the pages that name its function are judged by what the live framework lists.
"""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from effort import long, some
from programs.collecting import Kept, collect
from programs.hunting import verdict_on
from programs.known import known_failures
from programs.oracles import Oracle
from toolc.analysis.models import ON_DEMAND
from toolc.analysis.models.table import METHODS, MODELS

HERE = Path(__file__).resolve().parent
FOLDERS = ("exact", "harmless", "odd")
for module in ON_DEMAND.values():
    importlib.import_module(f"toolc.analysis.models.{module}")
PROGRAMS = [kept for folder in FOLDERS for kept in collect(HERE / folder) if kept.title not in known_failures(folder)]
NAMES = [*sorted(MODELS), *sorted(METHODS)]
BELIEVED = {
    "builtins.int": "that it keeps, changes and calls nothing is a fact of its own (`harmless.py`)",
    "builtins.isinstance": "so is this",
    "builtins.type": "a class, which is constructed",
    "collections.defaultdict": "what a function gives back to code that is not followed stays as it is",
    "functools.update_wrapper": "a function that is handed over keeps its name and docstring, as those under decorators do",
}
"""Why the lack of a model may be silent: what the analysis takes for granted of code that it does not follow."""

MOST = 4
"""How many programs are asked about one model."""


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle("mcp") as started:
        yield started


def _calls() -> dict[str, list[Kept]]:
    """Of each name that is called in a program, the programs that call it."""
    found: dict[str, list[Kept]] = {}
    for kept in PROGRAMS:
        named = {word for text in kept.files.values() for word in re.findall(r"(?<!def )\b(\w+)\(", text)}
        for word in named:
            found.setdefault(word, []).append(kept)
    return found


CALLS = _calls()


def naming(word: str) -> list[Kept]:
    """The first programs that name a function."""
    return CALLS.get(word, [])[:MOST]


def word_of(name: str | tuple[str, str]) -> str:
    return name[1] if isinstance(name, tuple) else name.rpartition(".")[2]


@long
@pytest.mark.parametrize("name", some([name for name in NAMES if name not in BELIEVED and naming(word_of(name))]), ids=str)
def test_nothing_is_silent_without(name: str | tuple[str, str], oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    table = METHODS if isinstance(name, tuple) else MODELS
    monkeypatch.delitem(table, name)
    silent = {}
    for kept in naming(word_of(name)):
        verdict = verdict_on(kept.files, oracle)
        if verdict.kind == "silent":
            silent[kept.title] = [fault.what for fault in verdict.faults]
    assert silent == {}


def test_what_is_believed_has_a_model() -> None:
    assert BELIEVED.keys() <= MODELS.keys()
