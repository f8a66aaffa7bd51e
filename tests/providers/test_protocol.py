"""The rules of versions of MCP: `x-mcp-header` as the SDK judges it, result roots and dialects by version."""

import json
import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from effort import examples
from frameworks.environment import printed
from toolc.codes.protocol import CODES
from toolc.ir import Server, Tool
from toolc.providers.protocol import MAX_DEPTH, VERSIONS, Version, breaches, newest_spoken
from toolc.source import Span

JUDGE = """
import json, sys
from mcp.shared.inbound import find_invalid_x_mcp_header
print(json.dumps([find_invalid_x_mcp_header(one) is not None for one in json.load(sys.stdin)]))
"""
NAMES = ("Region", "REGION", "Place", "a", "Re gion", "", "Ä", "a:b", "X-1", 3, None, "with\nline")
TYPES = ("string", "integer", "boolean", "number", "array", "object", ["string", "null"], None)
DROPS = frozenset({"TC471", "TC472", "TC473", "TC474", "TC475"})


def tool(schema: dict[str, Any], output: dict[str, Any] | None = None) -> Tool:
    return Tool("t", "t:t", "mcp", Span("t.py"), input_schema=schema, output_schema=output)


class Schemas:
    """Writes schemas with headers in all kinds of places."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def schema(self, depth: int = 0) -> dict[str, Any]:
        made: dict[str, Any] = {}
        type_ = self.rng.choice(TYPES[:3] if self.rng.random() < 0.6 else TYPES)
        if type_ is not None:
            made["type"] = type_
        if self.rng.random() < (0.5 if depth == 1 else 0.15 if depth else 0.03):
            made["x-mcp-header"] = self.rng.choice(NAMES[:4] if self.rng.random() < 0.8 else NAMES)
        if depth == 0 or (depth < 3 and self.rng.random() < 0.2):
            made["properties"] = {f"p{at}": self.schema(depth + 1) for at in range(self.rng.randint(0, 3))}
        if depth < 3 and self.rng.random() < 0.1:
            made[self.rng.choice(["items", "additionalProperties", "not"])] = self.schema(depth + 2)
        if depth < 3 and self.rng.random() < 0.1:
            made[self.rng.choice(["anyOf", "allOf", "prefixItems"])] = [self.schema(depth + 2)]
        if depth < 3 and self.rng.random() < 0.05:
            made["$defs"] = {"D": self.schema(depth + 2)}
        if self.rng.random() < 0.05:
            made["default"] = {"x-mcp-header": "Region"}
        return made


def test_headers_are_judged_as_the_sdk_judges_them() -> None:
    schemas = [Schemas(Random(seed)).schema() for seed in range(examples(2000))]
    theirs: list[bool] = json.loads(printed("fastmcp4", "-c", JUDGE, given=json.dumps(schemas)))
    ours = [any(one.code in DROPS for one in breaches(tool(schema), "2026-07-28")) for schema in schemas]
    differing = [schema for schema, one, other in zip(schemas, ours, theirs, strict=True) if one != other]
    assert not differing, json.dumps(differing[0])
    assert 0.1 < sum(ours) / len(ours) < 0.9


RESULTS = {
    "an object": ({"type": "object"}, set()),
    "a reference": ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}, {"2025-06-18", "2025-11-25"}),
    "a union": ({"anyOf": [{"type": "object"}]}, {"2025-06-18", "2025-11-25"}),
    "a list": ({"type": "array"}, {"2025-06-18", "2025-11-25"}),
    "nothing": (None, set()),
}


@pytest.mark.parametrize("case", RESULTS)
def test_the_root_of_results(case: str) -> None:
    schema, versions = RESULTS[case]
    found = {version for version in VERSIONS for one in breaches(tool({"type": "object"}, schema), version)}
    assert found == versions


def test_dialects_count_since_they_were_agreed_on() -> None:
    other = tool({"type": "object", "$schema": "http://json-schema.org/draft-07/schema#"})
    assert [[one.code for one in breaches(other, version)] for version in VERSIONS] == [[], ["TC478"], ["TC478"]]
    same = tool({"type": "object", "$schema": "https://json-schema.org/draft/2020-12/schema#"})
    assert not any(one for version in VERSIONS for one in breaches(same, version))


def test_depth() -> None:
    schema: dict[str, Any] = {}
    for _ in range(MAX_DEPTH - 1):
        schema = {"type": "object", "items": schema}
    assert not list(breaches(tool(schema), "2025-11-25"))
    assert [one.code for one in breaches(tool({"type": "object", "items": schema}), "2025-11-25")] == ["TC479"]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_has_the_rules_of_names_and_arguments(version: Version) -> None:
    fine = tool({"type": "object", "anyOf": [{"required": ["a"]}]})
    names = {"a.b-C_9": set(), "a" * 128: set(), "a" * 129: {"TC482"}, "": {"TC482"}, "a b": {"TC482"}, "ä": {"TC482"}}
    for name, codes in names.items():
        assert {one.code for one in breaches(replace(fine, name=name), version)} == codes, name
    for schema in ({}, {"type": "string"}, {"anyOf": [{"type": "object"}]}, {"type": ["object", "null"]}):
        assert {one.code for one in breaches(tool(schema), version)} == {"TC483"}, schema


def test_every_rule_has_a_code_of_its_own_with_its_source_and_examples() -> None:
    for code in CODES:
        assert re.search(r"SEP-\d+|20\d\d-\d\d-\d\d|[Ss]pecification", code.why), code.number
        assert code.mended not in (None, code.example), code.number


@pytest.mark.parametrize(
    ("system", "sdk", "version"),
    [
        ("mcp", "2.3.0", "2026-07-28"), ("mcp", "1.30.0", "2025-11-25"), ("mcp", "1.12.4", "2025-06-18"), ("mcp-lowlevel", "1.30.0", "2025-11-25"),
        ("fastmcp", "4.1.6", "2026-07-28"), ("fastmcp", "3.4.10", "2025-11-25"), ("fastmcp", "2.11.3", "2025-06-18"), ("snapshot", "", "2026-07-28"),
    ],
)  # fmt: skip
def test_what_a_server_speaks(system: str, sdk: str, version: str) -> None:
    assert newest_spoken(Server("s", system, "mcp", sdk)) == version
