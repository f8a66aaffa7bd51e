"""Arrays: tuples of both drafts, sizes, items that may be null, recursion."""

from nasty.case import FLAG, NULL, NUMBER, TEXT, WHOLE, Case, any_of, arr, closed, obj, ref

CASES = {
    "items_or_null": Case(
        closed({"a": arr(any_of(TEXT, NULL)), "b": any_of(arr(TEXT), NULL)}),
        [{"a": ["x", None]}, {"b": None}, {"a": [], "b": ["x"]}],
        [{"a": None}, {"a": [1]}, {"b": [None]}, {"b": "x"}],
    ),
    "any_items": Case({"type": "array"}, [[], [1, "x", None, [], {}]], [{}, "x", None, 1]),
    "no_items_at_all": Case(arr(False), [[]], [[1], [None], {}, None]),
    "empty_by_size": Case(arr(TEXT, maxItems=0), [[]], [["x"], [1], None]),
    "closed_tuple": Case(
        {"type": "array", "prefixItems": [TEXT, NUMBER, FLAG], "items": False, "minItems": 3},
        [["a", 1.5, True], ["", 0, False]],
        [[], ["a", 1], ["a", 1, True, None], [1, "a", True], ["a", "b", True]],
    ),
    "tuple_by_sizes": Case(
        {"type": "array", "prefixItems": [TEXT, WHOLE], "minItems": 2, "maxItems": 2},
        [["a", 1]], [["a"], ["a", 1, 1], ["a", "b"], [1, 1], []],
    ),
    "tuple_without_least": Case(
        {"type": "array", "prefixItems": [TEXT, WHOLE], "items": False}, [[], ["a"], ["a", 1]], [["a", 1, 2], [1], ["a", "b"]]
    ),
    "tuple_with_rest": Case(
        {"type": "array", "prefixItems": [{"const": "sum"}], "items": NUMBER, "minItems": 1},
        [["sum"], ["sum", 1], ["sum", 1, 2.5, 3]], [[], ["max"], ["sum", "1"], [1]],
    ),
    "tuple_of_an_old_draft": Case(
        {"type": "array", "prefixItems": [WHOLE, {"type": ["string", "null"]}], "items": FLAG, "maxItems": 4, "minItems": 1},
        [[1], [1, None, True], [1, "x", True, False]], [[], ["x"], [1, 2], [1, None, 3]], [[1, None, True, True, True]],
    ),
    "tuple_of_models": Case(
        {"$defs": {"P": closed({"x": WHOLE}, "x")}, "type": "array", "prefixItems": [ref("P"), ref("P")], "items": False, "minItems": 2},
        [[{"x": 1}, {"x": 2}]], [[{"x": 1}], [{"x": 1}, {}], [{"x": 1}, {"x": "2"}], [{"x": 1}, {"x": 2}, {"x": 3}]],
    ),
    "list_of_tuples": Case(
        arr({"type": "array", "prefixItems": [TEXT, any_of(WHOLE, NULL)], "items": False, "minItems": 2}),
        [[], [["a", 1]], [["a", None], ["b", 2]]], [[["a"]], [["a", "b"]], ["a", 1], [["a", 1, 2]]],
    ),
    "some_items": Case(arr(TEXT, minItems=1, maxItems=3), [["a"], ["a", "b", "c"]], [[1], "a"], [[], ["a"] * 4]),
    "just_two": Case(arr(NUMBER, minItems=2, maxItems=2), [[1, 2.5]], [[1], [1, 2, 3], ["1", 2], []]),
    "many_items": Case(arr(WHOLE, minItems=50), [list(range(50))], [["x"], "x"], [[], [1, 2]]),
    "at_most_many": Case(arr(WHOLE, maxItems=40), [[], [1], list(range(40))], [["x"]], [list(range(41))]),
    "different_items": Case(arr(TEXT, uniqueItems=True), [[], ["a", "b"]], [[1]], [["a", "a"]]),
    "contains_one": Case(
        {"type": "array", "items": WHOLE, "contains": {"minimum": 10}}, [[10], [1, 11]], [["x"], [None]], [[], [1, 2]]
    ),
    "contains_some": Case(
        {"type": "array", "contains": TEXT, "minContains": 2, "maxContains": 3}, [["a", "b"], ["a", 1, "b", "c"]], ["ab"],
        [[], ["a"], ["a", "b", "c", "d"]],
    ),
    "matrix": Case(
        arr(arr(NUMBER, minItems=2, maxItems=2), minItems=2, maxItems=2), [[[1, 2], [3, 4]]],
        [[[1, 2]], [[1], [2]], [1, 2], [[1, 2], [3, "4"]], [[1, 2], [3, 4], [5, 6]]],
    ),
    "enum_of_lists": Case({"enum": [[], ["a"], ["a", "b"], [1, None]]}, [[], ["a"], ["a", "b"], [1, None]], [["b"], [1], [None, 1], "a"]),
    "tree": Case(
        {"$defs": {"Tree": closed({"v": WHOLE, "kids": arr(ref("Tree"))}, "v")}, "$ref": "#/$defs/Tree"},
        [{"v": 1}, {"v": 1, "kids": [{"v": 2}, {"v": 3, "kids": []}]}],
        [{}, {"v": 1, "kids": [{}]}, {"v": 1, "kids": [{"v": 1, "kids": [{"v": "x"}]}]}, {"v": 1, "kids": None}],
    ),
    "linked_list": Case(
        {"$defs": {"Link": closed({"v": TEXT, "next": any_of(ref("Link"), NULL)}, "v", "next")}, "$ref": "#/$defs/Link"},
        [{"v": "", "next": None}, {"v": "", "next": {"v": "x", "next": None}}],
        [{"v": ""}, {"v": "", "next": {}}, {"v": "", "next": {"v": 1, "next": None}}, None],
    ),
    "mutual": Case(
        {"$defs": {"A": closed({"b": ref("B"), "n": WHOLE}), "B": closed({"a": arr(ref("A")), "s": TEXT}, "s")}, **closed({"a": ref("A")}, "a")},
        [{"a": {}}, {"a": {"b": {"s": "x", "a": [{"n": 1}]}}}],
        [{}, {"a": {"b": {}}}, {"a": {"b": {"s": "", "a": [{"n": "1"}]}}}, {"a": {"c": 1}}],
    ),
    "any_json": Case(
        {"$defs": {"Json": any_of({"type": ["string", "number", "boolean", "null"]}, arr(ref("Json")), obj({}, additionalProperties=ref("Json")))},
         **closed({"data": ref("Json")}, "data")},
        [{"data": 1}, {"data": [None, {"a": ["b", {"c": True}]}]}, {"data": {}}], [{}, {"dta": 1}],
    ),
    "list_of_lists": Case(
        {"$defs": {"L": arr(any_of(WHOLE, ref("L")))}, "$ref": "#/$defs/L"}, [[], [1, [2, [3, []]]]], [["x"], [[["x"]]], 1]
    ),
    "map_of_itself": Case(
        {"$defs": {"M": obj({}, additionalProperties=ref("M"))}, "$ref": "#/$defs/M"}, [{}, {"a": {"b": {}}}], [{"a": 1}, {"a": {"b": []}}, []]
    ),
    "root_of_itself": Case(
        closed({"name": TEXT, "parent": {"$ref": "#"}, "kin": arr({"$ref": "#"})}, "name"),
        [{"name": ""}, {"name": "", "parent": {"name": ""}}, {"name": "", "kin": [{"name": "x"}]}],
        [{}, {"name": "", "parent": {}}, {"name": "", "kin": [{}]}, {"name": "", "parent": {"name": "", "kin": [{"name": 1}]}}],
    ),
}  # fmt: skip
