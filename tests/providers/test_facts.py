"""The table of facts about providers has a source and a date for each, and one for whatever a provider does to a schema."""

import re

import pytest

from frameworks.environment import locked
from providers.test_tables import ROWS
from toolc.providers.facts import FACTS, Fact
from toolc.providers.hosts import HOSTS
from toolc.providers.register import PROVIDERS
from toolc.systems.sent.absent import PROVIDERS as TARGETS
from toolc.targets.register import TARGETS as ALL

OWN = {name for name in PROVIDERS if not name.startswith("mcp")} - {host.name for host in HOSTS}
EFFECTS = {name: {one.effect for one in FACTS if one.subject == name} for name in (*OWN, *TARGETS)}


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.subject}: {fact.about[:40]}")
def test_each_has_a_source_and_a_date(fact: Fact) -> None:
    assert fact.subject in OWN or fact.subject in ALL
    assert re.fullmatch(r"202[56]-(0[1-9]|1[0-2])(-[0-3]\d)?", fact.date)
    if not re.fullmatch(r"https://\S+|[\w.-]+/[\w.-]+#\d+", fact.source):
        distribution, version = fact.source.split(" ")
        assert locked("providers", distribution) == version


def test_every_form_of_a_provider_is_there() -> None:
    assert {name for name in TARGETS if "form" in EFFECTS[name]} == {*TARGETS}


@pytest.mark.parametrize("name", sorted(OWN))
def test_whatever_a_provider_does_has_a_fact(name: str) -> None:
    done = set().union(*(effects.get(name, set()) for _, effects in ROWS.values()))
    limited = {"limit"} if PROVIDERS[name].request else set()
    named = {"refused"} if PROVIDERS[name].names or PROVIDERS[name].keys else set()
    assert done | limited | named <= EFFECTS[name]
