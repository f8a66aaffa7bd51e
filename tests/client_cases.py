"""Schemas that generators stumble over, with instances.

Each case: a schema; instances that are valid; instances that are invalid and that a TypeScript type can refuse; instances that
only a check at run time can refuse.
"""

from typing import Any, NamedTuple


class Case(NamedTuple):
    schema: Any
    valid: list[Any]
    invalid: list[Any] = []  # noqa: RUF012 - never changed
    late: list[Any] = []  # noqa: RUF012 - never changed


def _object(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **more}


TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
CIRCLE = _object({"kind": {"const": "circle"}, "r": {"type": "number"}}, "kind", "r")
RECT = _object({"kind": {"const": "rect"}, "w": {"type": "number"}}, "kind", "w")
NODE = _object({"name": TEXT, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "default": []}}, "name")
ANY_JSON = {
    "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/Json"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Json"}},
    ]
}

CASES: dict[str, Case] = {
    "text": Case(TEXT, ["", "a"], [1, None, ["a"]]),
    "whole": Case(WHOLE, [0, -3, 2.0], ["1", True]),
    "true": Case(True, [1, None, {"a": []}]),
    "false": Case(False, [], [1, None]),
    "empty": Case({}, [1, None, {"a": []}]),
    "nullable": Case({"anyOf": [TEXT, {"type": "null"}]}, ["a", None], [1]),
    "type_list": Case({"type": ["string", "null", "integer"]}, ["a", None, 3], [True, []]),
    "nullable_items": Case({"type": "array", "items": {"type": ["number", "null"]}}, [[1, None]], [None, ["a"]]),
    "enum_mixed": Case({"enum": ["a", 1, True, None, 1.5]}, ["a", 1, True, None, 1.5], ["b", 2, False]),
    "enum_deep": Case({"enum": [["a", 1], {"k": [True]}, [], {}]}, [["a", 1], {"k": [True]}, [], {}], [["b", 1], {"k": [1]}]),
    "enum_typed": Case({"type": "string", "enum": ["a", 1, "b"]}, ["a", "b"], [1, "c"]),
    "enum_large": Case({"enum": [f"value {i}" for i in range(300)]}, ["value 0", "value 299"], ["value 300"]),
    "optional": Case(_object({"a": TEXT, "b": WHOLE}, "a"), [{"a": ""}, {"a": "", "b": 1}], [{}, {"a": "", "b": None}]),
    "closed": Case(_object({"a": TEXT}, additionalProperties=False), [{}, {"a": "x"}], [{"b": 1}, {"a": 1}]),
    "closed_empty": Case(_object({}, additionalProperties=False), [{}], [{"a": 1}]),
    "open_empty": Case({"type": "object"}, [{}, {"a": 1}], [1, "a", None]),
    "extra": Case(_object({"id": WHOLE}, additionalProperties=TEXT), [{}, {"id": 1, "x": "y"}], [{"x": True}]),
    "extra_required": Case(_object({"id": WHOLE}, "id", additionalProperties=TEXT), [{"id": 1, "x": "y"}], [{"x": "y"}]),
    "ghost": Case({"type": "object", "required": ["ghost"]}, [{"ghost": 1}, {"ghost": None, "x": 1}], [{}]),
    "forbidden": Case(_object({"a": False, "b": True}), [{}, {"b": 1}], [{"a": 1}]),
    "prototype": Case(
        _object({"toString": {"type": "boolean"}, "constructor": WHOLE, "__proto__": TEXT, "valueOf": TEXT}, "valueOf"),
        [{"valueOf": "a"}, {"valueOf": "a", "toString": True, "constructor": 1, "__proto__": "x"}],
        [{}, {"valueOf": "a", "toString": 1}],
    ),
    "prototype_map": Case({"type": "object", "additionalProperties": WHOLE}, [{"constructor": 1, "toString": 2}], [{"a": "b"}]),
    "odd_keys": Case(
        _object({"": TEXT, "01": TEXT, "0x10": TEXT, "a-b": TEXT, "\u2028": TEXT, "class": TEXT, "*/": TEXT,
                 "`${x}": TEXT}, "01"),
        [{"01": "", "0x10": "", "a-b": "", "\u2028": "", "class": "", "": "", "*/": "", "`${x}": ""}],
        [{}, {"01": "", "a-b": 1}, {"01": "", "*/": 1}],
    ),
    "tuple": Case(
        {"type": "array", "prefixItems": [TEXT, WHOLE], "items": False, "minItems": 1},
        [["a"], ["a", 1]],
        [[], ["a", 1, 2], [1]],
    ),
    "tuple_open": Case({"type": "array", "prefixItems": [TEXT]}, [[], ["a"], ["a", 1, None]], [[1]]),
    "tuple_rest": Case({"type": "array", "prefixItems": [TEXT], "items": WHOLE}, [[], ["a", 1, 2]], [["a", "b"]]),
    "tuple_draft7": Case(
        {"type": "array", "items": [TEXT, WHOLE], "additionalItems": False, "minItems": 2}, [["a", 1]], [["a"], ["a", 1, 1]]
    ),
    "sizes": Case({"type": "array", "items": TEXT, "minItems": 1, "maxItems": 3}, [["a"], ["a", "b", "c"]], [[1]], [[], ["a"] * 4]),
    "sizes_large": Case({"type": "array", "items": TEXT, "minItems": 20}, [["a"] * 20], [[1] * 20]),
    "sizes_of_unions": Case({"type": "array", "items": {"enum": [1, "a"]}, "minItems": 2}, [[1, "a", 1]], [[1, 2]], [[1]]),
    "no_items": Case({"type": "array", "maxItems": 0}, [[]], [[1]]),
    "recursive": Case(
        {"$defs": {"Node": NODE}, "$ref": "#/$defs/Node"},
        [{"name": "a"}, {"name": "a", "children": [{"name": "b", "children": []}]}],
        [{}, {"name": "a", "children": [{}]}],
    ),
    "recursive_json": Case({"$defs": {"Json": ANY_JSON}, "$ref": "#/$defs/Json"}, [1, [None, {"a": ["b"]}]]),
    "recursive_root": Case(
        _object({"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, "v": WHOLE}, "v"),
        [{"v": 1}, {"v": 1, "next": {"v": 2, "next": None}}],
        [{"v": 1, "next": {"v": "2"}}],
    ),
    "recursive_bare": Case(
        {
            "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]}, "B": {"anyOf": [TEXT, {"$ref": "#/$defs/A"}]}},
            "$ref": "#/$defs/A",
        },
        ["a", None],
    ),
    "reference_encoded": Case(
        {"$defs": {"a b/c~d%": TEXT}, "type": "array", "items": {"$ref": "#/$defs/a%20b~1c~0d%25"}}, [["x"]], [[1]]
    ),
    "reference_inside": Case(
        _object({"a": _object({"n": WHOLE}), "b": {"$ref": "#/properties/a/properties/n"}}), [{"b": 1}], [{"b": "1"}]
    ),
    "reference_nowhere": Case(_object({"a": TEXT}, "a"), [{"a": "b"}]),
    "global_names": Case(
        {
            "$defs": {"Array": TEXT, "string": WHOLE, "Record": {"type": "null"}, "Client": TEXT, "Object": TEXT},
            **_object({name: {"$ref": f"#/$defs/{name}"} for name in ("Array", "string", "Record", "Client", "Object")}),
        },
        [{"Array": "a", "string": 1, "Record": None, "Client": "", "Object": ""}],
        [{"Array": 1}, {"string": "a"}],
    ),
    "titles": Case(_object({"a": {"title": "Query", "type": "string"}}, title="Args"), [{"a": "b"}], [{"a": 1}]),
    "discriminated": Case(
        {
            "$defs": {"Circle": CIRCLE, "Rect": RECT},
            "discriminator": {"propertyName": "kind"},
            "oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Rect"}],
        },
        [{"kind": "circle", "r": 1}, {"kind": "rect", "w": 1}],
        [{"kind": "circle"}, {"kind": "tri"}, {"r": 1}],
    ),
    "untagged": Case(
        {
            "anyOf": [
                _object({"a": TEXT}, "a", additionalProperties=False),
                _object({"b": WHOLE}, "b", additionalProperties=False),
            ]
        },
        [{"a": ""}, {"b": 1}],
        [{}, {"a": "", "b": 1}, {"c": 1}],
    ),
    "all_of": Case(
        {"allOf": [_object({"a": TEXT}, "a"), {"type": "object", "properties": {"b": WHOLE}, "required": ["b"]}]},
        [{"a": "", "b": 1}],
        [{"a": ""}, {"b": 1}, {"a": 1, "b": 1}],
    ),
    "all_of_narrowing": Case(
        {"allOf": [{"type": ["string", "null", "integer"]}, {"enum": ["a", 1, True]}, {"not": {"const": 1}}]},
        ["a"],
        [1, None, True],
    ),
    "one_required": Case(
        _object({"a": TEXT, "b": TEXT}, anyOf=[{"required": ["a"]}, {"required": ["b"]}]),
        [{"a": ""}, {"b": ""}, {"a": "", "b": ""}],
        [{}, {"a": 1}],
    ),
    "conditional": Case(
        _object(
            {"mode": {"enum": ["file", "text"]}, "path": TEXT},
            "mode",
            **{"if": {"properties": {"mode": {"const": "file"}}}, "then": {"required": ["path"]}},
        ),
        [{"mode": "text"}, {"mode": "file", "path": "p"}],
        [{"mode": "file"}, {"mode": "x"}],
    ),
    "dependent": Case(
        _object({"a": TEXT, "b": TEXT}, dependentRequired={"a": ["b"]}), [{}, {"b": ""}, {"a": "", "b": ""}], [{"a": ""}]
    ),
    "excluded_key": Case(_object({"a": TEXT}, **{"not": {"required": ["b"]}}), [{}, {"a": ""}], [{"b": 1}]),
    "unevaluated": Case(
        {"allOf": [_object({"a": TEXT}, "a")], "properties": {"b": WHOLE}, "unevaluatedProperties": False},
        [{"a": ""}, {"a": "", "b": 1}],
        [{"a": "", "c": 1}, {}],
    ),
    "unevaluated_one_of": Case(
        {"type": "object", "oneOf": [CIRCLE, RECT], "properties": {"id": WHOLE}, "unevaluatedProperties": False},
        [{"kind": "rect", "w": 1, "id": 1}, {"kind": "circle", "r": 1}],
        [{"kind": "rect", "w": 1, "r": 1}, {"kind": "rect", "w": 1, "x": 1}],
    ),
    "prefixed": Case(
        {"type": "object", "patternProperties": {"^x-": WHOLE}, "properties": {"x-a": {"minimum": 1}, "b": TEXT},
         "additionalProperties": False},
        [{}, {"x-a": 2, "x-b": 3, "b": ""}],
        [{"x-b": "a"}, {"c": 1}],
    ),
    "patterns": Case(
        {"type": "object", "patternProperties": {"[0-9]+$": WHOLE}, "additionalProperties": {"type": "boolean"}},
        [{"a1": 1, "b": True}],
        [{"a1": "x"}],
    ),
    "listed_names": Case(
        {"$defs": {"Color": {"enum": ["red", "blue"]}}, "type": "object", "propertyNames": {"$ref": "#/$defs/Color"},
         "additionalProperties": WHOLE},
        [{}, {"red": 1, "blue": 2}],
        [{"green": 1}, {"red": "1"}],
    ),
    "untyped_properties": Case(
        {"properties": {"a": TEXT}}, [{}, {"a": "b"}, "text", 3, None, [1]], [{"a": 1}]
    ),
    "wide_anonymous": Case(
        {"type": "array", "items": {"anyOf": [_object({f"first_property_{i}": TEXT for i in range(4)},
                                                       additionalProperties=False),
                                              {"type": "array", "items": {"enum": ["a" * 40, "b" * 40]}}]}},
        [[{"first_property_1": "x"}, ["a" * 40]]],
        [[{"first_property_9": "x"}], [["c"]]],
    ),
    "documented": Case(
        _object({"a": {**TEXT, "description": "Ends */ here.\u2028@deprecated\n@ts-ignore", "default": "*/", "pattern": "*/"}}),
        [{}],
        [{"a": 1}],
    ),
    "huge_numbers": Case({"enum": [1e30, 12345678901234567890, -0.5, 1e-7]}, [1e30, -0.5, 1e-7], [3]),
    "anchor": Case(
        _object({"a": {"$ref": "#text"}}, "a", **{"$defs": {"A": {"$anchor": "text", **TEXT}}}), [{"a": "x"}], [{"a": 1}, {}]
    ),
    "address": Case(
        {"$id": "https://x.test/root", "$defs": {"A": {"$id": "a", **_object({"b": {"$ref": "#/$defs/B"}}), "$defs": {"B": WHOLE}}},
         **_object({"v": {"$ref": "a"}, "w": {"$ref": "https://x.test/a#/$defs/B"}, "r": {"$ref": "root"}})},
        [{"v": {"b": 1}, "r": {"w": 2}}],
        [{"v": {"b": "x"}}, {"w": "x"}, {"r": {"w": "x"}}],
    ),
    "dynamic": Case(
        {"$id": "https://x.test/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": False,
         "$defs": {"T": {"$id": "tree", "$dynamicAnchor": "node",
                         **_object({"n": True, "kids": {"type": "array", "items": {"$dynamicRef": "#node"}}})}}},
        [{"kids": [{"n": 1}]}],
        [{"kids": [1]}],
    ),
    "unevaluated_items": Case(
        {"type": "array", "allOf": [{"prefixItems": [TEXT, WHOLE]}], "unevaluatedItems": False}, [[], ["a", 1]], [["a", 1, 2], [1]]
    ),
    "excluded_keys": Case(
        _object({"a": TEXT, "b": TEXT, "c": TEXT}, additionalProperties=False, **{"not": {"required": ["a", "b"]}}),
        [{}, {"a": "", "c": ""}, {"b": ""}],
        [{"a": "", "b": ""}],
    ),
    "excluded_kind": Case({"not": {"type": ["string", "null"]}}, [1, [], {}], ["a", None]),
    "exactly_one_key": Case(
        _object({"a": TEXT, "b": WHOLE}, additionalProperties=False, oneOf=[{"required": ["a"]}, {"required": ["b"]}]),
        [{"a": ""}, {"b": 1}],
        [{}, {"a": "", "b": 1}],
    ),
    "conditional_key": Case(
        _object({"a": TEXT, "b": TEXT}, **{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"properties": {"b": False}}}),
        [{}, {"a": "", "b": ""}],
        [{"a": ""}, {"b": ""}],
    ),
    "conditional_kind": Case(
        {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "integer"}}, ["a", 1], [True, None, []]
    ),
    "whole_numbers": Case(_object({"a": {"const": 1}, "b": {"enum": [2**80]}}), [{"a": 1.0}, {"b": 2**80}], [{"a": 2}]),
    "emoji": Case({"enum": ["\U0001f600", "\U00020000"]}, ["\U0001f600", "\U00020000"], ["\U0001f601"]),
    "defaults_of_other_types": Case(
        _object({"a": {**WHOLE, "default": None}, "b": {"$ref": "#/$defs/D", "default": {"e": 1}}},
                **{"$defs": {"D": _object({"e": WHOLE}, "e")}}),
        [{}, {"a": 1, "b": {"e": 2}}],
        [], [{"a": None}],  # a result has null where that is the default
    ),
    "circle_of_aliases": Case(
        {"$defs": {"E": _object({"of": {"type": "array", "items": {"$ref": "#/$defs/V"}}}, "of"),
                   "V": {"anyOf": [{"$ref": "#/$defs/E"}, WHOLE, {"type": "array", "items": {"$ref": "#/$defs/V"}}]}},
         "$ref": "#/$defs/V"},
        [1, {"of": [1, {"of": []}]}, [[1]]],
        ["x", {"of": ["x"]}],
    ),
}  # fmt: skip
