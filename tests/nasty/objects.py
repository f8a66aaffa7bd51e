"""Objects: absent, null, open, closed, typed further keys, keys that are no names."""

from nasty.case import FLAG, NULL, NUMBER, TEXT, WHOLE, Case, all_of, any_of, arr, closed, obj, ref

CASES = {
    "absent_or_null": Case(
        closed({"a": any_of(TEXT, NULL), "b": TEXT, "c": any_of(WHOLE, NULL)}, "a"),
        [{"a": None}, {"a": "x", "b": "y"}, {"a": "x", "c": None}, {"a": None, "c": 3}],
        [{}, {"b": "x"}, {"a": "x", "b": None}, {"a": 1}, {"a": "x", "d": 1}],
    ),
    "default_is_optional": Case(
        closed({"n": {**WHOLE, "default": 3}, "s": {**TEXT, "default": None}, "l": {**arr(TEXT), "default": []}}),
        [{}, {"n": 1}, {"l": ["a"]}, {"n": 0, "s": "", "l": []}],
        [{"n": None}, {"s": None}, {"l": "a"}, {"l": [1]}, {"n": "1"}],
    ),
    "default_but_required": Case(
        closed({"n": {**WHOLE, "default": 3}}, "n"), [{"n": 3}, {"n": -1}], [{}, {"n": "3"}, {"m": 1}]
    ),
    "open_with_known_keys": Case(
        obj({"a": WHOLE, "b": FLAG}, "a"),
        [{"a": 1}, {"a": 1, "b": True}, {"a": 1, "zz": None}, {"a": 2, "q": {"r": []}}],
        [{}, {"a": "1"}, {"a": 1, "b": 0}, {"b": True}, "a", [1]],
    ),
    "map_of_lists": Case(
        obj({}, additionalProperties=arr(WHOLE)),
        [{}, {"a": []}, {"a": [1], "b": [2, 3]}],
        [{"a": 1}, {"a": ["1"]}, {"a": None}, []],
    ),
    "map_with_one_known": Case(
        obj({"total": NUMBER, "unit": TEXT}, "total", additionalProperties=FLAG),
        [{"total": 1.5}, {"total": 1, "x": True}, {"total": 0, "unit": "kg", "y": False}],
        [{}, {"total": "1"}, {"unit": "kg"}, {"total": 1, "x": []}, {"total": 1, "unit": 3}],
        [{"total": 1, "x": 5}, {"total": 1, "x": "kg"}],
    ),
    "map_of_maps": Case(
        obj({}, additionalProperties=obj({}, additionalProperties=any_of(TEXT, NULL))),
        [{}, {"a": {}}, {"a": {"b": None, "c": "x"}}],
        [{"a": 1}, {"a": {"b": 1}}, {"a": {"b": {}}}],
    ),
    "closed_without_keys": Case(closed({}), [{}], [{"a": 1}, {"toString": 1}, [], None, "x"]),
    "object_only": Case({"type": "object"}, [{}, {"a": 1}, {"constructor": []}], [None, 1, "x", [1]]),
    "keys_listed_as_enum": Case(
        {"type": "object", "propertyNames": {"enum": ["x", "y-z", "0"]}, "additionalProperties": NUMBER},
        [{}, {"x": 1}, {"y-z": 0.5, "0": 2}],
        [{"w": 1}, {"x": "1"}, {"y-z": None}],
    ),
    "keys_by_pattern_name": Case(
        {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "additionalProperties": WHOLE},
        [{}, {"abc": 1}],
        [{"abc": "x"}, {"a": None}],
        [{"ABC": 1}, {"a1": 2}, {"": 1}],
    ),
    "keys_with_lengths": Case(
        {"type": "object", "propertyNames": {"minLength": 2, "maxLength": 3}}, [{}, {"ab": 1}, {"abc": None}], ["ab"],
        [{"a": 1}, {"abcd": 1}],
    ),
    "prefix_keys": Case(
        obj({"name": TEXT}, "name", patternProperties={"^x-": TEXT, "^data\\.": WHOLE}, additionalProperties=False),
        [{"name": "a"}, {"name": "a", "x-one": "1"}, {"name": "a", "data.n": 3}],
        [{}, {"name": "a", "x-one": 1}, {"name": "a", "data.n": "3"}, {"name": "a", "other": 1}],
    ),
    "overlapping_prefixes": Case(
        {"type": "object", "patternProperties": {"^a": {"type": ["integer", "string"]}, "^ab": WHOLE}, "additionalProperties": False},
        [{}, {"a": "x"}, {"ab": 1, "ac": "y"}],
        [{"a": True}, {"b": 1}, {"ab": []}],
        [{"ab": "x"}, {"abc": "y"}],
    ),
    "pattern_in_the_middle": Case(
        {"type": "object", "patternProperties": {"_id$": WHOLE}, "additionalProperties": TEXT},
        [{}, {"user_id": 3}, {"name": "x", "user_id": 1}],
        [{"a": True}, {"user_id": []}],
        [{"user_id": "x"}, {"name": 3}],
    ),
    "pattern_and_property": Case(
        {"type": "object", "properties": {"s_a": {"minLength": 1}}, "patternProperties": {"^s_": TEXT}, "additionalProperties": False},
        [{}, {"s_a": "x"}, {"s_b": ""}],
        [{"s_a": 1}, {"s_b": 2}, {"t": ""}],
        [{"s_a": ""}],
    ),
    "required_undeclared": Case(
        {"type": "object", "properties": {"a": TEXT}, "required": ["a", "b"]},
        [{"a": "x", "b": 1}, {"a": "", "b": None, "c": []}],
        [{"a": "x"}, {"b": 1}, {}, {"a": 1, "b": 1}],
    ),
    "required_typed_extra": Case(
        {"type": "object", "required": ["b"], "additionalProperties": WHOLE},
        [{"b": 1}, {"b": 1, "c": 2}],
        [{}, {"c": 1}, {"b": "x"}],
    ),
    "forbidden_property": Case(
        obj({"old": False, "new": TEXT}), [{}, {"new": "x"}, {"other": 1}], [{"old": 1}, {"old": None}, {"new": 1}]
    ),
    "impossible_required": Case(
        closed({"a": False, "b": TEXT}, "a"), [], [{}, {"a": 1}, {"b": "x"}]
    ),
    "any_property": Case(
        closed({"a": True, "b": {}, "c": {"description": "anything"}}, "a"),
        [{"a": None}, {"a": 1, "b": [], "c": {}}],
        [{}, {"b": 1}, {"a": 1, "d": 1}],
    ),
    "count_of_keys": Case(
        obj({}, additionalProperties=WHOLE, minProperties=1, maxProperties=2),
        [{"a": 1}, {"a": 1, "b": 2}],
        [{"a": "x"}, "x"],
        [{}, {"a": 1, "b": 2, "c": 3}],
    ),
    "deep_nesting": Case(
        closed({"a": closed({"b": closed({"c": closed({"d": arr(closed({"e": WHOLE}, "e"))}, "d")}, "c")}, "b")}, "a"),
        [{"a": {"b": {"c": {"d": []}}}}, {"a": {"b": {"c": {"d": [{"e": 1}]}}}}],
        [{"a": {}}, {"a": {"b": {"c": {"d": [{}]}}}}, {"a": {"b": {"c": {"d": [{"e": "1"}]}}}}, {"a": {"b": {"c": {"d": [], "x": 1}}}}],
    ),
    "nullable_object": Case(
        closed({"where": {"type": ["object", "null"], "properties": {"x": NUMBER}, "required": ["x"], "additionalProperties": False}}, "where"),
        [{"where": None}, {"where": {"x": 1.5}}],
        [{}, {"where": {}}, {"where": {"x": "1"}}, {"where": {"x": 1, "y": 2}}, {"where": []}],
    ),
    "merged_models": Case(
        {
            "$defs": {"Base": obj({"id": WHOLE, "note": TEXT}, "id"), "Stamp": obj({"at": TEXT}, "at")},
            **all_of(ref("Base"), ref("Stamp"), obj({"note": {"minLength": 1}, "extra": FLAG})),
        },
        [{"id": 1, "at": "now"}, {"id": 1, "at": "", "note": "n", "extra": True}, {"id": 2, "at": "x", "more": 1}],
        [{"id": 1}, {"at": "x"}, {"id": 1, "at": 2}, {"id": 1, "at": "x", "note": 3}, {"id": 1, "at": "", "extra": "no"}],
        [{"id": 1, "at": "x", "note": ""}],
    ),
    "merged_required_only": Case(
        all_of(obj({"a": TEXT, "b": TEXT, "c": TEXT}), {"required": ["a"]}, {"required": ["c"]}),
        [{"a": "", "c": ""}, {"a": "", "b": "", "c": ""}],
        [{}, {"a": ""}, {"c": ""}, {"a": "", "b": ""}, {"a": "", "c": 1}],
    ),
    "sealed_by_unevaluated": Case(
        {**all_of(obj({"a": TEXT}, "a"), obj({"b": WHOLE})), "properties": {"c": FLAG}, "unevaluatedProperties": False},
        [{"a": ""}, {"a": "", "b": 1, "c": True}],
        [{}, {"a": "", "d": 1}, {"a": "", "b": "1"}, {"a": "", "c": 0}],
    ),
    "typed_unevaluated": Case(
        {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "unevaluatedProperties": WHOLE},
        [{"a": ""}, {"a": "", "n": 1}],
        [{}, {"a": 1}, {"a": "", "n": []}, {"n": 1}],
        [{"a": "", "n": "x"}],
    ),
}  # fmt: skip
