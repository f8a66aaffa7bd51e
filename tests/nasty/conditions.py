"""Conditions: if, then, else, keys that need other keys, references with words beside them."""

from nasty.case import FLAG, NULL, NUMBER, TEXT, WHOLE, Case, all_of, any_of, arr, closed, obj, ref

CASES = {
    "then_required": Case(
        closed({"mode": {"enum": ["file", "text"]}, "path": TEXT, "body": TEXT}, "mode",
               **{"if": {"properties": {"mode": {"const": "file"}}, "required": ["mode"]}, "then": {"required": ["path"]}, "else": {"required": ["body"]}}),
        [{"mode": "file", "path": ""}, {"mode": "text", "body": ""}, {"mode": "file", "path": "", "body": ""}],
        [{}, {"mode": "file"}, {"mode": "text", "path": ""}, {"mode": "file", "body": ""}, {"mode": "x", "path": ""}],
    ),
    "then_forbidden": Case(
        closed({"all": FLAG, "ids": arr(WHOLE)}, "all", **{"if": {"properties": {"all": {"const": True}}}, "then": {"properties": {"ids": False}},
                                                         "else": {"required": ["ids"]}}),
        [{"all": True}, {"all": False, "ids": []}], [{"all": False}, {"all": True, "ids": [1]}, {}, {"all": "yes"}],
    ),
    "then_another_type": Case(
        obj({"unit": {"enum": ["n", "s"]}, "value": True}, "unit", "value",
            **{"if": {"properties": {"unit": {"const": "n"}}}, "then": {"properties": {"value": NUMBER}}, "else": {"properties": {"value": TEXT}}}),
        [{"unit": "n", "value": 1}, {"unit": "s", "value": "x"}], [{"unit": "n", "value": "x"}, {"unit": "s", "value": 1}, {"unit": "n"}, {}],
    ),
    "several_conditions": Case(
        closed({"t": {"enum": ["a", "b", "c"]}, "x": WHOLE, "y": WHOLE}, "t", allOf=[
            {"if": {"properties": {"t": {"const": "a"}}}, "then": {"required": ["x"]}},
            {"if": {"properties": {"t": {"const": "b"}}}, "then": {"required": ["y"]}}]),
        [{"t": "a", "x": 1}, {"t": "b", "y": 1}, {"t": "c"}, {"t": "c", "x": 1}], [{"t": "a"}, {"t": "b"}, {"t": "a", "y": 1}, {}, {"t": "d"}],
    ),
    "condition_on_a_number": Case(
        closed({"n": WHOLE, "why": TEXT}, "n", **{"if": {"properties": {"n": {"minimum": 100}}}, "then": {"required": ["why"]}}),
        [{"n": 1}, {"n": 100, "why": ""}], [{}, {"n": "1"}, {"n": 1, "why": 1}], [{"n": 100}],
    ),
    "condition_alone": Case({"if": TEXT}, [1, "x", None]),
    "condition_that_always_holds": Case({"type": "object", "if": True, "then": {"required": ["a"]}, "else": {"required": ["b"]}}, [{"a": 1}], [{}, {"b": 1}]),
    "needs_another": Case(
        closed({"card": TEXT, "address": TEXT, "cvc": TEXT}, dependentRequired={"card": ["address", "cvc"]}),
        [{}, {"address": ""}, {"card": "", "address": "", "cvc": ""}, {"cvc": ""}], [{"card": ""}, {"card": "", "cvc": ""}, {"card": 1}],
    ),
    "need_each_other": Case(
        closed({"from": TEXT, "to": TEXT}, dependentRequired={"from": ["to"], "to": ["from"]}),
        [{}, {"from": "", "to": ""}], [{"from": ""}, {"to": ""}, {"from": "", "to": 1}],
    ),
    "needs_a_schema": Case(
        obj({"a": TEXT, "n": True}, dependentSchemas={"a": {"properties": {"n": WHOLE}, "required": ["n"]}}),
        [{}, {"n": "x"}, {"a": "", "n": 1}], [{"a": ""}, {"a": "", "n": "x"}, {"a": 1, "n": 1}],
    ),
    "old_dependencies": Case(
        closed({"a": TEXT, "b": TEXT}, dependencies={"a": ["b"]}), [{}, {"b": ""}, {"a": "", "b": ""}], [{"c": 1}, {"a": 1, "b": ""}],
    ),
    "words_beside_a_reference": Case(
        {"$defs": {"Name": {"type": "string", "maxLength": 5}}, **closed({"n": {**ref("Name"), "minLength": 2, "description": "A name.", "default": "ab"}})},
        [{}, {"n": "ab"}, {"n": "abcde"}], [{"n": 1}, {"n": None}], [{"n": "a"}, {"n": "abcdef"}],
    ),
    "words_beside_an_old_reference": Case(
        {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"N": {"type": "integer", "minimum": 0}},
         **closed({"n": {"$ref": "#/definitions/N", "description": "Counted.", "default": 3, "maximum": 5, "enum": [1, 2]}}, "n")},
        [{"n": 1}, {"n": 7}], [{}, {"n": "1"}, {"m": 1}], [{"n": -1}],
    ),
    "old_reference_at_the_root": Case(
        {"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/Args",
         "definitions": {"Args": closed({"a": TEXT, "pair": {"type": "array", "items": [TEXT, WHOLE], "additionalItems": False, "minItems": 2}}, "a")}},
        [{"a": ""}, {"a": "", "pair": ["x", 1]}], [{}, {"a": 1}, {"a": "", "b": 1}, {"a": "", "pair": ["x"]}, {"a": "", "pair": ["x", "y"]}],
    ),
    "narrowed_reference": Case(
        {"$defs": {"P": obj({"x": WHOLE, "y": WHOLE}, "x")}, **closed({"p": {**ref("P"), "required": ["y"], "additionalProperties": True}}, "p")},
        [{"p": {"x": 1, "y": 2}}, {"p": {"x": 1, "y": 2, "z": 3}}], [{"p": {"x": 1}}, {"p": {"y": 1}}, {"p": {"x": 1, "y": "2"}}, {}],
    ),
    "reference_in_all_of": Case(
        {"$defs": {"P": closed({"x": WHOLE}, "x")}, **closed({"p": {"allOf": [ref("P")], "description": "d", "default": {"x": 1}}})},
        [{}, {"p": {"x": 1}}], [{"p": {}}, {"p": {"x": "1"}}, {"p": {"x": 1, "y": 1}}, {"p": None}],
    ),
    "reference_to_a_reference": Case(
        {"$defs": {"A": ref("B"), "B": ref("C"), "C": {"type": "integer", "minimum": 0}}, **closed({"a": ref("A"), "l": arr(ref("B"))}, "a")},
        [{"a": 1}, {"a": 0, "l": [1]}], [{}, {"a": "x"}, {"a": 1, "l": ["x"]}], [{"a": -1}, {"a": 1, "l": [-1]}],
    ),
    "reference_or_null": Case(
        {"$defs": {"Level": {"enum": ["low", "high"]}}, **closed({"level": any_of(ref("Level"), NULL, default=None), "levels": arr(ref("Level"))})},
        [{}, {"level": None}, {"level": "low", "levels": ["high"]}], [{"level": "mid"}, {"level": 1}, {"levels": [None]}, {"levels": "low"}],
    ),
    "address_of_its_own": Case(
        {"$id": "https://x.test/a.json", "$defs": {"I": {"$id": "i.json", "type": "integer"}}, **closed({"n": {"$ref": "i.json"}, "m": {"$ref": "https://x.test/i.json"}}, "n")},
        [{"n": 1}, {"n": 1, "m": 2}], [{}, {"n": "x"}, {"n": 1, "m": "x"}, {"k": 1}],
    ),
    "anchored": Case(
        {"$defs": {"T": {"$anchor": "t", **closed({"s": TEXT, "t": {"$ref": "#t"}}, "s")}}, **closed({"t": {"$ref": "#t"}}, "t")},
        [{"t": {"s": ""}}, {"t": {"s": "", "t": {"s": "x"}}}], [{}, {"t": {}}, {"t": {"s": "", "t": {}}}, {"t": {"s": 1}}],
    ),
    "merged_contradiction": Case(all_of(closed({"v": all_of(TEXT, WHOLE)})), [{}], [{"v": 1}, {"v": ""}, {"w": 1}]),
    "merged_enums": Case(closed({"v": all_of({"enum": ["a", "b", "c"]}, {"enum": ["b", "c", "d"]})}, "v"), [{"v": "b"}, {"v": "c"}], [{"v": "a"}, {"v": "d"}, {}]),
    "merged_numbers": Case(
        closed({"v": all_of({"type": "number", "minimum": 1}, {"type": "integer"}, {"maximum": 5})}, "v"), [{"v": 1}, {"v": 5}], [{"v": "1"}, {}], [{"v": 0}, {"v": 1.5}, {"v": 6}]
    ),
    "merged_arrays": Case(
        closed({"v": all_of({"type": "array", "items": TEXT}, {"minItems": 1}, {"maxItems": 2})}, "v"), [{"v": ["a"]}, {"v": ["a", "b"]}],
        [{"v": [1]}, {}], [{"v": []}, {"v": ["a", "b", "c"]}],
    ),
    "more_variants_than_fit": Case(
        closed({f"k{i}": WHOLE for i in range(8)}, allOf=[any_of({"required": [f"k{i}"]}, {"required": [f"k{i + 1}"]}) for i in range(0, 8, 2)] + [
            any_of({"required": ["k0"]}, {"required": ["k7"]})]),
        [{"k0": 1, "k2": 1, "k4": 1, "k6": 1}, {"k1": 1, "k3": 1, "k5": 1, "k7": 1}], [{"k9": 1}, {"k0": "x", "k2": 1, "k4": 1, "k6": 1}],
        [{"k1": 1, "k2": 1, "k4": 1, "k6": 1}],
    ),
}  # fmt: skip
