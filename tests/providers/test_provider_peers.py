"""The schemas of all fixtures through schemafit 0.5.1: what it refuses for a provider, toolc refuses or mends, and the reverse.

Where the two differ, the reason stands in `THEIRS` and `OURS`: rules of the peer that the provider does not have (any more), and
rules of the provider that the peer does not have. docs/comparison.md has the same for schemalint 1.1.0, which is no Python package.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from toolc.providers.register import PROVIDERS
from toolc.schema.wellformed import problems

schemafit = pytest.importorskip("schemafit", reason="a peer")

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
PEERS = {"openai-strict": "openai", "anthropic-strict": "anthropic", "gemini": "gemini"}

# Rules of the peer alone.
THEIRS = {
    "anthropic-no-pattern": "the guide allows patterns but for what looks around and refers back",
    "anthropic-no-format": "the guide allows ten formats",
    "anthropic-no-minItems": "the guide allows 0 and 1",
    "gemini-anyof-version-sensitive": "of models before Gemini 2.5",
    "gemini-ref-recursion-risk": "of `parameters`, not of `parametersJsonSchema`",
    "gemini-open-dict-version-sensitive": "of SDKs before the field `parametersJsonSchema`",
}


def recorded() -> list[dict[str, Any]]:
    """Every input schema that a fixture expects, once."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(FIXTURES.glob("*/*/expected/ir.json")):
        for package in json.loads(path.read_text("utf-8"))["packages"]:
            for tool in (tool for server in package.get("servers", ()) for tool in server.get("tools", ())):
                schema = tool.get("input_schema")
                if isinstance(schema, dict) and not problems(schema):
                    found[json.dumps(schema, sort_keys=True)] = schema
    return list(found.values())


@pytest.mark.parametrize("provider", PEERS)
def test_what_a_peer_refuses_is_found(provider: str) -> None:
    missed: Counter[str] = Counter()
    found = 0
    for schema in recorded():
        rules = {one.rule_id for one in schemafit.lint(schema, PEERS[provider])} - set(THEIRS)
        mine = list(PROVIDERS[provider].judge(schema))
        found += bool(rules and mine)
        if rules and not mine:
            missed.update(rules)
    assert missed == {}
    assert found > 10


@pytest.mark.parametrize("provider", PEERS)
def test_what_a_peer_refuses_alone_is_known(provider: str) -> None:
    """Each rule in `THEIRS` is one that this peer really has, so that the table holds no more than it must."""
    said = {one.rule_id for schema in recorded() for one in schemafit.lint(schema, PEERS[provider])}
    prefix = PEERS[provider]
    assert {rule for rule in THEIRS if rule.startswith(prefix)} <= said | {"anthropic-no-minItems"}


def test_what_toolc_finds_alone() -> None:
    """The peer has no rule for open objects at Anthropic, for what Gemini does not read, for roots and for arrays."""
    alone: Counter[str] = Counter()
    for schema in recorded():
        for provider, peer in PEERS.items():
            if not schemafit.lint(schema, peer):
                alone.update((provider, one.effect) for one in PROVIDERS[provider].judge(schema))
    assert alone["anthropic-strict", "refused"] > 100
    assert alone["gemini", "ignored"] > 10
    assert alone["openai-strict", "refused"] < 60
