"""Names: inherited members, reserved words, numbers, quotes, definitions called like built-in types."""

from nasty.case import FLAG, NULL, TEXT, WHOLE, Case, any_of, arr, closed, obj, ref

GLOBALS = ("Array", "Record", "Promise", "string", "Partial", "object", "List", "Dict", "Any", "Optional", "str", "None")

CASES = {
    "inherited_names": Case(
        closed({"toString": FLAG, "constructor": TEXT, "hasOwnProperty": WHOLE, "valueOf": TEXT, "isPrototypeOf": FLAG}),
        [{}, {"toString": True}, {"constructor": "x"}, {"hasOwnProperty": 1, "valueOf": "", "isPrototypeOf": False}],
        [{"toString": "x"}, {"constructor": 1}, {"valueOf": 1}, {"isPrototypeOf": 3}],
    ),
    "inherited_required": Case(
        closed({"toString": TEXT, "constructor": WHOLE}, "toString", "constructor"),
        [{"toString": "", "constructor": 1}],
        [{}, {"toString": ""}, {"constructor": 1}, {"toString": 1, "constructor": 1}],
    ),
    "inherited_in_an_open_object": Case(
        obj({"valueOf": WHOLE, "name": TEXT}, "name"),
        [{"name": ""}, {"name": "", "valueOf": 3}, {"name": "x", "toString": None}],
        [{}, {"name": "x", "valueOf": "y"}, {"name": 1}],
    ),
    "inherited_in_a_map": Case(
        obj({}, additionalProperties=TEXT), [{"constructor": "x"}, {"toString": "y"}, {}], [{"constructor": 1}, {"a": None}]
    ),
    "the_prototype": Case(
        closed({"__proto__": WHOLE, "prototype": TEXT}), [{}, {"__proto__": 1}, {"prototype": ""}],
        [{"prototype": 1}, {"__proto__": "x"}],
    ),
    "language_words": Case(
        closed(dict.fromkeys(("class", "def", "import", "await", "None", "new", "in", "self", "type", "match", "lambda"), WHOLE), "class"),
        [{"class": 1}, {"class": 1, "def": 2, "import": 3, "None": 0}, {"class": 0, "self": 1, "lambda": 1, "await": 1}],
        [{}, {"class": "x"}, {"class": 1, "None": "x"}, {"class": 1, "klass": 1}, {"def": 1}],
    ),
    "words_of_pydantic": Case(
        closed({"model_config": TEXT, "model_fields": WHOLE, "copy": FLAG, "json": TEXT, "schema": TEXT, "_private": WHOLE, "dict": TEXT}),
        [{}, {"model_config": "x", "copy": True}, {"json": "{}", "_private": 1, "schema": "s", "dict": ""}],
        [{"model_config": 1}, {"copy": "yes"}, {"_private": "x"}, {"fields": 1}],
    ),
    "numbers_as_keys": Case(
        closed({"1": TEXT, "01": WHOLE, "1e3": FLAG, "0x10": TEXT, "-1": TEXT, "1.0": WHOLE}, "1"),
        [{"1": "a"}, {"1": "", "01": 1, "1e3": True, "0x10": "", "-1": "", "1.0": 1}],
        [{}, {"1": 1}, {"1": "", "01": "1"}, {"1": "", "1000": True}, {"1": "", "16": ""}],
    ),
    "punctuation_in_keys": Case(
        closed({"a b": WHOLE, "a-b": WHOLE, "a.b": WHOLE, "a/b": WHOLE, "a~b": WHOLE, "$a": WHOLE, "@a": WHOLE, "a\"b": WHOLE, "a'b": WHOLE, "a\\b": WHOLE}, "a-b"),
        [{"a-b": 1}, {"a-b": 1, "a b": 2, "a.b": 3, "a/b": 4, "a~b": 5}, {"a-b": 0, "$a": 1, "@a": 1, "a\"b": 1, "a'b": 1, "a\\b": 1}],
        [{}, {"a-b": "x"}, {"a_b": 1}, {"a-b": 1, "a/b": "x"}, {"a-b": 1, "a\\b": None}],
    ),
    "unicode_in_keys": Case(
        closed({"größe": WHOLE, "名": TEXT, "\U0001f600": FLAG, "\u2028": TEXT, "é": WHOLE, "e\u0301": TEXT}, "größe"),
        [{"größe": 1}, {"größe": 1, "名": "", "\U0001f600": True}, {"größe": 1, "é": 1, "e\u0301": "x", "\u2028": ""}],
        [{}, {"größe": "1"}, {"größe": 1, "名": 1}, {"größe": 1, "é": "x"}],
    ),
    "nearly_the_same_keys": Case(
        closed({"userId": WHOLE, "user_id": TEXT, "UserID": FLAG, "user-id": WHOLE}, "user_id"),
        [{"user_id": "x"}, {"user_id": "", "userId": 1, "UserID": True, "user-id": 2}],
        [{}, {"userId": 1}, {"user_id": 1}, {"user_id": "", "UserID": 1}, {"user_id": "", "userid": 1}],
    ),
    "empty_key": Case(closed({"": WHOLE, "a": TEXT}), [{}, {"": 1}, {"": 1, "a": "x"}], [{"a": 1}, {"": "x"}, {"b": 1}]),
    "definitions_like_globals": Case(
        {"$defs": {name: closed({"v": WHOLE}, "v") for name in GLOBALS}, **closed({name: ref(name) for name in GLOBALS})},
        [{}, {"Array": {"v": 1}, "string": {"v": 2}}, {"None": {"v": 1}, "Dict": {"v": 0}}],
        [{"Array": []}, {"string": "x"}, {"Record": {}}, {"Promise": {"v": "1"}}, {"List": [1]}, {"Any": 1}],
    ),
    "definitions_that_collide": Case(
        {"$defs": {"user": closed({"a": WHOLE}, "a"), "User": closed({"b": TEXT}, "b"), "User2": closed({"c": FLAG}, "c"), "USER": TEXT},
         **closed({"w": ref("user"), "x": ref("User"), "y": ref("User2"), "z": ref("USER")})},
        [{}, {"w": {"a": 1}, "x": {"b": ""}}, {"y": {"c": True}, "z": "s"}],
        [{"w": {"b": ""}}, {"x": {"a": 1}}, {"y": {"b": ""}}, {"z": {"a": 1}}, {"w": {"a": "1"}}],
    ),
    "definitions_odd": Case(
        {"$defs": {"a/b": WHOLE, "c~d": TEXT, "e f": FLAG, "1st": WHOLE, "ü": TEXT, "pkg.mod.Type[int]": WHOLE},
         **closed({"p": {"$ref": "#/$defs/a~1b"}, "q": {"$ref": "#/$defs/c~0d"}, "r": {"$ref": "#/$defs/e%20f"}, "s": ref("1st"),
                   "t": {"$ref": "#/$defs/%C3%BC"}, "u": {"$ref": "#/$defs/pkg.mod.Type%5Bint%5D"}})},
        [{}, {"p": 1, "q": "", "r": True}, {"s": 1, "t": "x", "u": 3}],
        [{"p": ""}, {"q": 1}, {"r": "x"}, {"s": "1"}, {"t": 1}, {"u": "x"}],
    ),
    "reference_into_a_property": Case(
        closed({"first": closed({"lat": {"type": "number", "maximum": 90}}, "lat"), "second": {"$ref": "#/properties/first"},
                "third": arr({"$ref": "#/properties/first/properties/lat"})}, "first"),
        [{"first": {"lat": 1}}, {"first": {"lat": 1}, "second": {"lat": 2.5}, "third": [1, 2]}],
        [{}, {"first": {}}, {"first": {"lat": 1}, "second": {"lat": "x"}}, {"first": {"lat": 1}, "third": ["x"]}],
        [{"first": {"lat": 91}}, {"first": {"lat": 0}, "third": [1, 100]}],
    ),
    "old_definitions": Case(
        {"definitions": {"Pt": closed({"x": WHOLE}, "x")}, **closed({"p": {"$ref": "#/definitions/Pt"}}, "p")},
        [{"p": {"x": 1}}], [{}, {"p": {}}, {"p": {"x": "1"}}, {"p": {"x": 1, "y": 1}}, {"p": None}],
    ),
    "titles_everywhere": Case(
        closed({"query": {"title": "Query", "type": "string"}, "limit": {"title": "Limit", "default": 5, "type": "integer"},
                "inner": {"title": "Query", "type": "object", "properties": {"q": {"title": "Query", "type": "null"}}}}, "query", title="Query"),
        [{"query": "x"}, {"query": "", "limit": 1, "inner": {"q": None}}, {"query": "", "inner": {"z": 1}}],
        [{}, {"query": 1}, {"query": "", "limit": "1"}, {"query": "", "inner": {"q": 1}}, {"query": "", "lmit": 1}],
    ),
    "comments_that_end": Case(
        closed({"a": {**TEXT, "description": "a */ b \"\"\" c ''' \\ {{x}} {% y %} </script> // \u202e"}, "*/": {**WHOLE, "title": "*/"}}, "a",
               description="*/ export const x = 1; /*\n'''\n\"\"\""),
        [{"a": ""}, {"a": "x", "*/": 1}], [{}, {"a": 1}, {"a": "", "*/": "x"}, {"a": "", "b": 1}],
    ),
    "type_as_a_property": Case(
        closed({"type": {"enum": ["object", "string"]}, "properties": any_of(WHOLE, NULL), "$ref": TEXT, "enum": arr(TEXT), "required": FLAG, "items": WHOLE}, "type"),
        [{"type": "object"}, {"type": "string", "properties": None, "$ref": "#", "enum": [], "required": True, "items": 1}],
        [{}, {"type": "x"}, {"type": "object", "enum": [1]}, {"type": "object", "$ref": 1}, {"type": "object", "items": []}],
    ),
}  # fmt: skip
