"""Unions: with a tag and without, of closed objects, of unlike kinds, with exclusions."""

from nasty.case import FLAG, NULL, NUMBER, TEXT, WHOLE, Case, all_of, any_of, arr, closed, obj, one_of, ref

CIRCLE = closed({"kind": {"const": "circle"}, "r": NUMBER}, "kind", "r")
RECT = closed({"kind": {"const": "rect"}, "w": NUMBER, "h": NUMBER}, "kind", "w", "h")
TAGGED = {"propertyName": "kind", "mapping": {"circle": "#/$defs/Circle", "rect": "#/$defs/Rect"}}
MANY = [closed({f"key_{i}_{j}": WHOLE for j in range(3)}, f"key_{i}_0") for i in range(6)]

CASES = {
    "kinds_apart": Case(
        closed({"v": any_of(WHOLE, TEXT, arr(TEXT), NULL)}, "v"),
        [{"v": 1}, {"v": "x"}, {"v": ["x"]}, {"v": None}], [{}, {"v": {}}, {"v": [1]}, {"v": [None]}],
    ),
    "number_or_text": Case({"type": ["number", "string"]}, [1, 1.5, "x"], [None, [], {}]),
    "true_or_text": Case(closed({"v": any_of({"const": True}, TEXT)}, "v"), [{"v": True}, {"v": "x"}], [{"v": False}, {"v": 1}, {}]),
    "text_or_its_constants": Case(closed({"v": any_of({"enum": ["a", "b"]}, TEXT)}, "v"), [{"v": "a"}, {"v": "zz"}], [{"v": 1}, {"v": None}]),
    "tagged": Case(
        {"$defs": {"Circle": CIRCLE, "Rect": RECT}, **closed({"shape": one_of(ref("Circle"), ref("Rect"), discriminator=TAGGED)}, "shape")},
        [{"shape": {"kind": "circle", "r": 1}}, {"shape": {"kind": "rect", "w": 1, "h": 2.5}}],
        [{"shape": {"kind": "circle", "w": 1, "h": 1}}, {"shape": {"kind": "rect", "w": 1}}, {"shape": {"kind": "tri"}}, {"shape": {"r": 1}},
         {"shape": {"kind": "circle", "r": 1, "w": 1}}, {}],
    ),
    "tagged_or_null": Case(
        {"$defs": {"Circle": CIRCLE, "Rect": RECT}, **closed({"shape": any_of(ref("Circle"), ref("Rect"), NULL)})},
        [{}, {"shape": None}, {"shape": {"kind": "circle", "r": 1}}], [{"shape": {"kind": "circle"}}, {"shape": {}}, {"shape": []}],
    ),
    "tagged_by_many": Case(
        any_of(closed({"op": {"enum": ["add", "sub"]}, "by": WHOLE}, "op", "by"), closed({"op": {"enum": ["neg"]}}, "op"),
               closed({"op": {"const": "set"}, "to": TEXT}, "op", "to")),
        [{"op": "add", "by": 1}, {"op": "neg"}, {"op": "set", "to": "x"}],
        [{"op": "neg", "by": 1}, {"op": "set", "by": 1}, {"op": "add"}, {"op": "mul"}, {}],
    ),
    "tagged_by_number": Case(
        any_of(closed({"v": {"const": 1}, "a": TEXT}, "v", "a"), closed({"v": {"const": 2}, "b": TEXT}, "v", "b")),
        [{"v": 1, "a": ""}, {"v": 2, "b": ""}], [{"v": 1, "b": ""}, {"v": 2, "a": ""}, {"v": 3}, {"a": ""}, {"v": "1", "a": ""}],
    ),
    "tagged_by_boolean": Case(
        one_of(closed({"ok": {"const": True}, "value": WHOLE}, "ok", "value"), closed({"ok": {"const": False}, "error": TEXT}, "ok", "error")),
        [{"ok": True, "value": 1}, {"ok": False, "error": ""}], [{"ok": True, "error": ""}, {"ok": False, "value": 1}, {"ok": True}, {"ok": 1, "value": 1}],
    ),
    "tagged_optionally": Case(
        {"$defs": {"Cat": closed({"pet": {"const": "cat", "default": "cat"}, "lives": WHOLE}, "lives"),
                   "Dog": closed({"pet": {"const": "dog", "default": "dog"}, "tricks": arr(TEXT)}, "tricks")},
         **arr(any_of(ref("Cat"), ref("Dog")))},
        [[], [{"lives": 9}], [{"pet": "dog", "tricks": []}, {"pet": "cat", "lives": 1}]],
        [[{"pet": "dog", "lives": 9}], [{"lives": "9"}], [{}], [{"pet": "cow", "lives": 1}], [{"lives": 1, "tricks": []}]],
    ),
    "tagged_twice": Case(
        any_of(closed({"a": {"const": "x"}, "b": {"const": "p"}, "n": WHOLE}, "a", "b"),
               closed({"a": {"const": "x"}, "b": {"const": "q"}, "s": TEXT}, "a", "b"), closed({"a": {"const": "y"}}, "a")),
        [{"a": "x", "b": "p"}, {"a": "x", "b": "q", "s": ""}, {"a": "y"}, {"a": "x", "b": "p", "n": 1}],
        [{"a": "x"}, {"a": "x", "b": "p", "s": ""}, {"a": "y", "b": "p"}, {"b": "p"}, {"a": "x", "b": "q", "n": 1}],
    ),
    "tagged_by_an_odd_key": Case(
        {"$defs": {"Cat": closed({"@type": {"const": "cat"}, "lives": WHOLE}, "@type"),
                   "Class": closed({"@type": {"const": "class"}, "class": TEXT}, "@type", "class")},
         **closed({"pet": one_of(ref("Cat"), ref("Class"), discriminator={"propertyName": "@type"})}, "pet")},
        [{"pet": {"@type": "cat", "lives": 9}}, {"pet": {"@type": "class", "class": ""}}],
        [{"pet": {"@type": "class"}}, {"pet": {"@type": "cow"}}, {"pet": {"lives": 9}}, {"pet": {"@type": "cat", "class": ""}}],
    ),
    "tagged_by_equals_in_python": Case(
        one_of(closed({"v": {"const": 1}, "a": TEXT}, "v", "a"), closed({"v": {"const": True}, "b": TEXT}, "v", "b"),
               closed({"v": {"const": None}, "c": TEXT}, "v", "c")),
        [{"v": 1, "a": ""}, {"v": True, "b": ""}, {"v": None, "c": ""}], [{"v": 1, "b": ""}, {"v": True, "a": ""}, {"v": 0}, {"a": ""}],
    ),
    "union_of_itself": Case(
        {"$defs": {"Expr": one_of(ref("Literal"), ref("Sum"), discriminator={"propertyName": "op"}),
                   "Literal": closed({"op": {"const": "literal"}, "value": NUMBER}, "op", "value"),
                   "Sum": closed({"op": {"enum": ["add", "sub"]}, "left": ref("Expr"), "right": ref("Expr")}, "op", "left", "right")},
         "$ref": "#/$defs/Expr"},
        [{"op": "literal", "value": 1}, {"op": "sub", "left": {"op": "literal", "value": 1}, "right": {"op": "add", "left": {"op": "literal", "value": 1},
         "right": {"op": "literal", "value": 2.5}}}],
        [{"op": "add", "left": {"op": "literal", "value": 1}}, {"op": "mul"}, {"op": "add", "left": {"op": "literal"}, "right": {"op": "literal", "value": 1}}],
    ),
    "closed_without_tag": Case(
        any_of(closed({"path": TEXT}, "path"), closed({"url": TEXT, "auth": TEXT}, "url"), closed({"text": TEXT}, "text")),
        [{"path": ""}, {"url": ""}, {"url": "", "auth": ""}, {"text": "x"}],
        [{}, {"path": "", "url": ""}, {"auth": ""}, {"text": 1}, {"path": "", "auth": ""}, {"other": 1}],
    ),
    "closed_with_many_keys": Case(
        any_of(*MANY), [{"key_0_0": 1}, {"key_5_0": 1, "key_5_1": 2, "key_5_2": 3}, {"key_3_0": 0, "key_3_2": 0}],
        [{}, {"key_0_0": 1, "key_1_0": 2}, {"key_0_1": 1}, {"key_5_0": 1, "key_4_1": 1}, {"key_2_0": "x"}, {"key_9_0": 1}],
    ),
    "open_without_tag": Case(
        any_of(obj({"a": TEXT}, "a"), obj({"b": WHOLE}, "b")),
        [{"a": ""}, {"b": 1}, {"a": "", "b": 1}, {"a": "x", "c": None}, {"a": "", "b": "open"}], [{}, {"a": 1}, {"b": "x"}, {"c": 1}, "x"],
    ),
    "subset_of_the_other": Case(
        any_of(closed({"a": WHOLE}, "a"), closed({"a": WHOLE, "b": TEXT}, "a", "b")),
        [{"a": 1}, {"a": 1, "b": ""}], [{}, {"b": ""}, {"a": 1, "b": 2}, {"a": "x"}, {"a": 1, "c": 1}],
    ),
    "exactly_one_number": Case(one_of({"type": "integer", "multipleOf": 3}, {"type": "integer", "multipleOf": 5}), [3, 5, 9], ["x", None], [15, 1, 0]),
    "exactly_one_object": Case(
        one_of(obj({"a": TEXT}, "a"), obj({"b": TEXT}, "b")), [{"a": ""}, {"b": ""}, {"a": "", "b": 1}], [{}, {"c": 1}, None], [{"a": "", "b": ""}]
    ),
    "one_of_keys": Case(
        closed({"id": WHOLE, "name": TEXT, "email": TEXT, "verbose": FLAG}, oneOf=[{"required": ["id"]}, {"required": ["name"]}, {"required": ["email"]}]),
        [{"id": 1}, {"name": "", "verbose": True}, {"email": ""}],
        [{}, {"verbose": True}, {"id": 1, "name": ""}, {"name": "", "email": ""}, {"id": "1"}],
    ),
    "any_of_keys": Case(
        closed({"id": WHOLE, "name": TEXT}, anyOf=[{"required": ["id"]}, {"required": ["name"]}]),
        [{"id": 1}, {"name": ""}, {"id": 1, "name": ""}], [{}, {"id": ""}, {"other": 1}],
    ),
    "both_or_neither": Case(
        closed({"lat": NUMBER, "lon": NUMBER, "n": TEXT}, oneOf=[{"required": ["lat", "lon"]}, {"properties": {"lat": False, "lon": False}}]),
        [{}, {"n": ""}, {"lat": 1, "lon": 2}], [{"lat": 1}, {"lon": 1, "n": ""}, {"lat": "1", "lon": 1}],
    ),
    "union_inside_a_union": Case(
        any_of(any_of(TEXT, closed({"a": WHOLE}, "a")), any_of(NULL, closed({"b": WHOLE}, "b"))),
        ["x", None, {"a": 1}, {"b": 1}], [{}, {"a": 1, "b": 1}, 1, [], {"a": "x"}],
    ),
    "union_beside_properties": Case(
        obj({"id": WHOLE}, "id", anyOf=[obj({"x": TEXT}, "x"), obj({"y": NUMBER}, "y")]),
        [{"id": 1, "x": ""}, {"id": 1, "y": 1.5}, {"id": 1, "x": "", "z": 0}], [{}, {"id": 1}, {"x": ""}, {"id": "1", "x": ""}, {"id": 1, "y": "x"}],
    ),
    "all_of_unions": Case(
        all_of(any_of(obj({"a": TEXT}, "a"), obj({"b": TEXT}, "b")), any_of(obj({"c": WHOLE}, "c"), obj({"d": WHOLE}, "d"))),
        [{"a": "", "c": 1}, {"b": "", "d": 1}, {"a": "", "d": 2}], [{}, {"a": ""}, {"c": 1}, {"a": "", "b": ""}, {"a": 1, "c": 1}],
    ),
    "recursive_union": Case(
        {"$defs": {"Expr": any_of(NUMBER, closed({"op": {"enum": ["+", "*"]}, "args": arr(ref("Expr"), minItems=2)}, "op", "args"),
                                  closed({"neg": ref("Expr")}, "neg"))}, **closed({"expr": ref("Expr")}, "expr")},
        [{"expr": 1}, {"expr": {"op": "+", "args": [1, {"neg": 2}]}}, {"expr": {"neg": {"neg": 0}}}],
        [{}, {"expr": "1"}, {"expr": {"op": "-", "args": [1, 2]}}, {"expr": {"neg": 1, "op": "+"}}], [{"expr": {"op": "+", "args": [1]}}],
    ),
    "not_text": Case({"not": TEXT}, [1, None, [], {}], ["x", ""]),
    "not_some_constants": Case({"type": "string", "not": {"enum": ["a", "b"]}}, ["c", ""], [1, None], ["a", "b"]),
    "not_an_object_with": Case(obj({"a": WHOLE, "b": WHOLE}, **{"not": {"required": ["a", "b"]}}), [{}, {"a": 1}, {"b": 1}], [{"a": 1, "b": 2}, {"a": "x"}]),
    "enum_without_one": Case({"enum": ["a", "b", "c"], "not": {"const": "b"}}, ["a", "c"], ["b", "d", 1]),
    "enum_within_a_type": Case({"type": ["string", "null"], "enum": ["a", 1, None]}, ["a", None], [1, "b"]),
    "null_or_constants": Case(closed({"v": {"enum": ["x", "y", None]}}), [{}, {"v": "x"}, {"v": None}], [{"v": "z"}, {"v": 0}]),
    "any_of_with_true": Case(closed({"v": any_of(TEXT, True)}), [{}, {"v": 1}, {"v": []}], [{"w": 1}, "x"]),
    "any_of_with_false": Case(closed({"v": any_of(TEXT, False)}), [{}, {"v": ""}], [{"v": 1}, {"v": None}]),
    "single_alternative": Case(closed({"v": one_of(all_of(any_of(WHOLE)))}, "v"), [{"v": 1}], [{}, {"v": "x"}, {"v": None}]),
}  # fmt: skip
