"""Before and after: one pair of tools for every kind of change, and what it is called in each direction.

`PAIRS`: name → (old, new, codes, codes backwards), each side a tool as `tools/list` gives it; None where there is no tool.
"""

from typing import Any

Listed = dict[str, Any] | None


def listed(properties: dict[str, Any], *required: str, **facts: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required), **facts.pop("schema", {})}
    return {"name": "search", "description": "Search.", "inputSchema": schema, **facts}


def result(properties: dict[str, Any], *required: str, **rest: Any) -> dict[str, Any]:
    return listed({}, outputSchema={"type": "object", "properties": properties, "required": list(required), **rest})


TEXT, WHOLE, ANY = {"type": "string"}, {"type": "integer"}, {}
NULLABLE = {"anyOf": [TEXT, {"type": "null"}]}
NODE = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "value": TEXT}}
SAFE = {"readOnlyHint": True}

PAIRS: dict[str, tuple[Listed, Listed, set[str], set[str]]] = {
    "deprecated tool removed": (listed({}, description="Search.\n\nDeprecated: use find."), None, {"TD106"}, {"TD104"}),
    "tool deprecated": (
        listed({}), listed({}, description="Search.\n\n.. deprecated:: 1.4"), {"TD105", "TD150"}, {"TD150"},
    ),
    "parameter deprecated": (listed({"q": TEXT}), listed({"q": {**TEXT, "deprecated": True}}), {"TD105"}, {"TD151"}),
    "deprecated parameter removed": (listed({"q": {**TEXT, "deprecated": True}}), listed({}), {"TD115"}, {"TD120"}),
    "parameter removed of closed ones": (
        listed({"a": TEXT, "q": {"$ref": "#/$defs/Q"}}, schema={"additionalProperties": False, "$defs": {"Q": TEXT}}),
        listed({"a": TEXT}, schema={"additionalProperties": False}), {"TD111"}, {"TD120"},
    ),
    "parameter removed and another demanded": (
        listed({"a": TEXT, "q": TEXT}, schema={"additionalProperties": False}),
        listed({"a": TEXT}, schema={"additionalProperties": False, "minProperties": 1}), {"TD111", "TD112", "TD170"}, {"TD120", "TD121"},
    ),
    "tool removed": (listed({}), None, {"TD101"}, {"TD104"}),
    "required parameter added": (listed({}), listed({"q": TEXT}, "q"), {"TD110"}, {"TD111"}),
    "optional parameter added": (listed({}), listed({"q": TEXT}), {"TD120"}, {"TD111"}),
    "parameter demanded": (listed({"q": TEXT}), listed({"q": TEXT}, "q"), {"TD110"}, {"TD122"}),
    "parameter demanded that had a default": (listed({"q": {**TEXT, "default": "a"}}), listed({"q": TEXT}, "q"), {"TD110"}, {"TD122"}),
    "parameter renamed": (listed({"q": TEXT}, "q"), listed({"query": TEXT}, "query"), {"TD110", "TD111"}, {"TD110", "TD111"}),
    "type narrowed": (listed({"q": {"type": ["string", "integer"]}}), listed({"q": TEXT}), {"TD112"}, {"TD121"}),
    "type changed": (listed({"q": TEXT}), listed({"q": WHOLE}), {"TD112"}, {"TD112"}),
    "number to integer": (listed({"q": {"type": "number"}}), listed({"q": WHOLE}), {"TD112"}, {"TD121"}),
    "constant removed": (listed({"q": {"enum": ["a", "b"]}}), listed({"q": {"const": "a"}}), {"TD112"}, {"TD121"}),
    "bound tightened": (listed({"q": WHOLE}), listed({"q": {**WHOLE, "maximum": 9}}), {"TD112"}, {"TD121"}),
    "length tightened": (listed({"q": TEXT}), listed({"q": {**TEXT, "maxLength": 9}}), {"TD112"}, {"TD121"}),
    "pattern demanded": (listed({"q": TEXT}), listed({"q": {**TEXT, "pattern": "^a+$"}}), {"TD112"}, {"TD121"}),
    "pattern changed": (
        listed({"q": {**TEXT, "pattern": "^a+$"}}), listed({"q": {**TEXT, "pattern": "^b+$"}}), {"TD112"}, {"TD112"},
    ),
    "pattern written otherwise": (
        listed({"q": {**TEXT, "pattern": "^a+$"}}), listed({"q": {**TEXT, "pattern": "^a{1,}$"}}), {"TD199"}, {"TD199"},
    ),
    "format demanded": (listed({"q": TEXT}), listed({"q": {**TEXT, "format": "date"}}), {"TD112"}, {"TD121"}),
    "null refused": (listed({"q": NULLABLE}), listed({"q": TEXT}), {"TD112"}, {"TD121"}),
    "items narrowed": (
        listed({"q": {"type": "array", "items": ANY}}), listed({"q": {"type": "array", "items": TEXT}}), {"TD112"}, {"TD121", "TD170"},
    ),
    "deep parameter added": (
        listed({"q": {"type": "array", "items": {"type": "object", "properties": {"a": TEXT}}}}),
        listed({"q": {"type": "array", "items": {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["b"]}}}),
        {"TD110"}, {"TD111"},
    ),
    "keys closed": (listed({}), listed({}, schema={"additionalProperties": False}), {"TD113"}, {"TD121"}),
    "parameters swapped": (listed({"a": TEXT, "b": TEXT}), listed({"b": TEXT, "a": TEXT}), {"TD114"}, {"TD114"}),
    "default changed": (listed({"q": {**WHOLE, "default": 1}}), listed({"q": {**WHOLE, "default": 2}}), {"TD140"}, {"TD140"}),
    "default of another type": (
        listed({"q": {"default": 1}}), listed({"q": {"default": True}}), {"TD140"}, {"TD140"},
    ),
    "description changed": (listed({}), listed({}, description="Find."), {"TD150"}, {"TD150"}),
    "description changed, which the schema repeats": (
        listed({}, schema={"description": "Search."}), listed({}, description="Find.", schema={"description": "Find."}),
        {"TD150"}, {"TD150"},
    ),
    "parameter described": (listed({"q": TEXT}), listed({"q": {**TEXT, "description": "Q."}}), {"TD151"}, {"TD151"}),
    "tool grown": (listed({}), listed({}, description="Search. " * 90), {"TD150", "TD152"}, {"TD150"}),
    "text turned around": (listed({}), listed({}, description="Search\u202e."), {"TD150", "TD153"}, {"TD150"}),
    "free keys": (listed({"q": TEXT}), listed({"q": {"type": ["string", "object"]}}), {"TD121", "TD170"}, {"TD112"}),
    "title changed": (listed({}), listed({}, title="Search"), {"TD151"}, {"TD151"}),
    "hint taken back": (listed({}, annotations=SAFE), listed({}), {"TD160"}, {"TD161"}),
    "title in annotations": (listed({}, annotations={"title": "A"}), listed({}, annotations={"title": "B"}), {"TD151"}, {"TD151"}),
    "hint said": (listed({}), listed({}, annotations={"destructiveHint": True}), {"TD157"}, {"TD157"}),
    "key of one's own": (listed({}, annotations=SAFE), listed({}, annotations={**SAFE, "audited": 1}), {"TD157"}, {"TD157"}),
    "hint and key": (listed({}), listed({}, annotations={**SAFE, "audited": 1}), {"TD157", "TD161"}, {"TD157", "TD160"}),
    "task support said": (listed({}), listed({}, execution={"taskSupport": "forbidden"}), {"TD157"}, {"TD157"}),
    "icon": (listed({}, icons=[{"src": "https://a.example/a.png"}]), listed({}), {"TD155"}, {"TD155"}),
    "tag": (listed({}, _meta={"fastmcp": {"tags": ["a"]}}), listed({}, _meta={"fastmcp": {"tags": ["b"]}}), {"TD156"}, {"TD156"}),
    "task allowed": (listed({}), listed({}, execution={"taskSupport": "optional"}), {"TD162"}, {"TD163"}),
    "task demanded": (listed({}), listed({}, execution={"taskSupport": "required"}), {"TD163"}, {"TD163"}),
    "destructive by default": (listed({}, annotations={"destructiveHint": False}), listed({}), {"TD160"}, {"TD161"}),
    "definition inlined": (
        listed({"q": {"$ref": "#/$defs/Q"}}, schema={"$defs": {"Q": TEXT}}), listed({"q": TEXT}), {"TD180"}, {"TD180"},
    ),
    "recursive type renamed": (
        listed({"q": {"$ref": "#/$defs/Node"}}, schema={"$defs": {"Node": NODE}}),
        listed({"q": {"$ref": "#/$defs/N"}}, schema={"$defs": {"N": {**NODE, "properties": {"next": {"$ref": "#/$defs/N"}, "value": TEXT}}}}),
        {"TD180"}, {"TD180"},
    ),
    "union in another order": (listed({"q": NULLABLE}), listed({"q": {"type": ["null", "string"]}}), {"TD180"}, {"TD180"}),
    "result property removed": (result({"a": TEXT, "b": TEXT}, "a"), result({"a": TEXT}, "a"), {"TD130"}, {"TD131"}),
    "result property optional": (result({"a": TEXT}, "a"), result({"a": TEXT}), {"TD130"}, {"TD132"}),
    "result type widened": (result({"a": TEXT}), result({"a": NULLABLE}), {"TD130"}, {"TD132"}),
    "result constant added": (result({"a": {"enum": ["x"]}}), result({"a": {"enum": ["x", "y"]}}), {"TD130"}, {"TD132"}),
    "result schema dropped": (result({"a": TEXT}), listed({}), {"TD130"}, {"TD133"}),
    "result property added": (result({"a": TEXT}), result({"a": TEXT, "b": TEXT}), {"TD131"}, {"TD130"}),
    "result described": (result({"a": TEXT}), result({"a": {**TEXT, "description": "A."}}), {"TD151"}, {"TD151"}),
    "nothing": (listed({"q": TEXT}), listed({"q": {"type": "string"}}), set(), set()),
}  # fmt: skip
