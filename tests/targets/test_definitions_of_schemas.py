"""Definitions that several schemas have in common: each schema is the same text, whatever stands in it."""

import json
from typing import Any

from toolc.encoders import json_lines
from toolc.targets.definitions import Definition, Definitions

ITEM = {"type": "object", "properties": {"sku": {"type": "string"}}}


def _schema(**more: Any) -> dict[str, Any]:
    return {**more, "$defs": {"Item": ITEM, "Own": {"const": [*more]}}, "$ref": "#/$defs/Item"}


def test_a_schema_is_put_together_from_its_parts() -> None:
    schemas = [_schema(), _schema(description="toolc0 toolcx1", title="toolcxx0"), _schema(const='"toolc0"')]
    known = Definitions([*schemas, None, {"$defs": 1}])
    assert [one.name for one in known.all] == ["Item"]
    for schema in schemas:
        parts = known.parts(schema, json_lines)
        assert [one for one in parts if isinstance(one, Definition)] == list(known.all)
        text = "".join(json.dumps(one.schema) if isinstance(one, Definition) else one for one in parts)
        assert list(json.loads(text).items()) == list(schema.items())
    assert known.parts({"type": "string"}, json_lines) == ['{"type":"string"}']


def test_definitions_whose_names_differ_in_case_alone_have_names_of_their_own() -> None:
    one, other = ({"$defs": {name: {"const": name}}} for name in ("http_get", "HTTPGet"))
    names = [each.name for each in Definitions([one, other, one, other]).all]
    assert len({name.lower() for name in names}) == 2
