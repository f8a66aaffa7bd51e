"""Foreign text stays text: whatever stands in names, descriptions and values, the module is the module."""

import ast
import doctest
import re
import tempfile
import tokenize
from io import StringIO
from pathlib import Path
from typing import Any

from generated import imported, mypy, ruff, text, texts, write
from hypothesis import given, settings
from hypothesis import strategies as st

from client_bundles import bundle, tool
from toolc.schema.view.names import Names
from toolc.targets.python.encode import docstring, prose, string
from toolc.targets.python.reserved import OWN, OWN_FUNCTIONS, TYPES

NASTY = st.text(st.sampled_from("\"'\\#:@{}%>\r\n\t\x00\x1b\x0c\x85\u2028\u202e\u200b\ufeff\ud800abn x\U000e0041"), max_size=30)
TEXT = st.text(max_size=40) | NASTY
WORST = '"""\n>>> open("x", "w")\n\\"""\' # type: ignore\u2028# noqa\r\n\x00 __import__("os") {x} \\N{BULLET} \\'
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e0fff]")


@given(TEXT)
def test_a_string_reads_back(one: str) -> None:
    encoded = string(one)
    rest = re.sub("[\U0001f300-\U0001faff\U00020000-\U000323af]", "", encoded)
    assert rest.isascii() and rest.isprintable()
    assert ast.literal_eval(encoded) == one


@given(TEXT)
def test_a_docstring_ends_where_it_should_and_hides_nothing(one: str) -> None:
    said = docstring(prose(one), 4)
    assert not HIDDEN.search(said)
    assert doctest.DocTestParser().get_examples(ast.literal_eval(said.strip()) if said else "") == []
    module = ast.parse(f"class A:\n{said}    x = 1\n")
    (body,) = module.body
    assert isinstance(body, ast.ClassDef) and len(body.body) == 1 + bool(said)


def _everywhere(one: str) -> dict[str, str]:
    schema = {
        "type": "object",
        "description": one,
        "title": one,
        "properties": {
            one: {"type": "string", "description": one, "default": one, "pattern": one, "format": one},
            "m": {"$ref": "#/$defs/M"},
            "n": {"$ref": f"#/$defs/{one.replace('~', '~0').replace('/', '~1').replace('%', '%25')}"},
            "u": {"anyOf": [{"type": "object", "properties": {"k": {"const": one}, one: {"type": "integer"}}, "required": ["k"]},
                            {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}]},
        },
        "$defs": {"M": {"type": "object", "description": one, "properties": {one: {"enum": [one, 1]}}}, one: {"type": "string"}},
    }  # fmt: skip
    names = Names()
    return texts(bundle([tool(one, schema, names, {"const": one}, description=one), tool("b", schema, names)], names, one))


def _defined(source: str) -> set[str]:
    names = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(one.id for one in targets if isinstance(one, ast.Name))
        else:
            assert isinstance(node, ast.Import | ast.ImportFrom) or isinstance(getattr(node, "value", None), ast.Constant)
    return names


def _comments(source: str) -> set[str]:
    return {token.string for token in tokenize.generate_tokens(StringIO(source).readline) if token.type == tokenize.COMMENT}


NAMES = Names()
PLAIN = text(bundle([tool("a", {"type": "object"}, NAMES), tool("b", {"type": "object"}, NAMES)], NAMES))


@settings(max_examples=25, deadline=None)
@given(TEXT)
def test_the_module_defines_the_known_names_and_what_is_called_after_the_tools(one: str) -> None:
    ((path, source),) = _everywhere(one).items()
    assert re.fullmatch(r"[a-z][a-z0-9_]*\.py", path)
    own = _defined(source) - _defined(PLAIN)
    assert all(re.fullmatch(r"[A-Z][A-Za-z0-9_]*|_[A-Z][A-Z0-9_]*_SCHEMA", name) for name in own)
    assert _comments(source) == _comments(PLAIN)
    assert not HIDDEN.search(source)
    with tempfile.TemporaryDirectory() as folder:
        module = imported(source, Path(folder))
    assert module.TOOLS[0].name == one
    assert module.TOOLS[0].description == one
    assert module.check_args(one, {one: 1})[0].keyword == "type"


def test_checkers_and_ruff_do_not_mind(tmp_path: Path) -> None:
    ((_, source),) = _everywhere(WORST).items()
    write({"demo.py": source}, tmp_path)
    assert ruff(tmp_path) == ""
    assert mypy(tmp_path, "demo.py") == []


def test_no_type_of_a_package_can_hide_what_the_module_uses() -> None:
    """Every name that a module defines, imports or takes from Python and that a type could be called."""
    tree = ast.parse(PLAIN)
    imported_names = {one.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | imported_names | _defined(PLAIN)
    own = {name for tool_ in "AB" for name in (f"{tool_}Args", f"{tool_}Input", f"{tool_}Result")}
    assert {name for name in used - own if name[0].isupper()} <= TYPES
    exported: Any = next(
        node.value for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
    )
    assert set(ast.literal_eval(exported)) == (OWN | OWN_FUNCTIONS | own) & _defined(PLAIN)
    assert _defined(PLAIN) >= OWN | OWN_FUNCTIONS


FIELDS = ("class", "__x", "list", "Any", "Place", "self", "keys", "odd key", "None", "größe", "_x", "str", "match", "print")


def test_keys_that_python_reads_in_its_own_way(tmp_path: Path) -> None:
    names = Names()
    place = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    tools = []
    for at, key in enumerate(FIELDS):
        schema = {"type": "object", "properties": {key: {"type": "integer"}, "more": {"type": "array"},
                                                   "p": {"$ref": "#/$defs/Place"}}, "required": [key],
                  "$defs": {"Place": place}}  # fmt: skip
        tools.append(tool(key if at % 2 else f"t{at}", schema, names))
    source = text(bundle(tools, names))
    uses = [
        f"x{at}: demo.{name} = {{{key!r}: 1, 'more': [], 'p': {{'x': ''}}}}" for at, (key, name) in enumerate(_args(source))
    ]
    write({"demo.py": source}, tmp_path)
    assert ruff(tmp_path) == ""
    write({"use.py": "import demo\n" + "\n".join(uses) + "\n"}, tmp_path)
    assert mypy(tmp_path, "use.py", "demo.py") == []
    module = imported(source, tmp_path)
    for key, name in _args(source):
        assert getattr(module, name).__required_keys__ == {key}


def _args(source: str) -> list[tuple[str, str]]:
    found = re.findall(r"args: (\w+Args)\) ->|args: (\w+Args),\n", source)
    return list(zip(FIELDS, dict.fromkeys(a or b for a, b in found), strict=True))
