"""What all JSON targets share: layout, names, hostile text, the same bytes."""

import json

import pytest
from jsonschema import Draft202012Validator

from json_outputs import EVERY, REFERRING, TARGETS, made, schemas_of, text_of
from small_bundles import HOSTILE, QUERY, bundle, server, tool
from toolc.check import check
from toolc.emit import Options, emit, single
from toolc.encoders import HIDDEN
from toolc.ir import Bundle, Package


def test_layout():
    two = bundle(server(tool("a")), server(tool("b"), name="other"))
    named = ("anthropic", "gemini", "json-schema", "mcp", "native", "openai", "openai-strict")
    assert set(made(two, *named)[0]) == {
        "anthropic/shop/tools.json",
        "gemini/shop/tools.json",
        "json-schema/shop/tools.json",
        "mcp/shop/main.json",
        "mcp/shop/other.json",
        "native/shop/main.json",
        "native/shop/other.json",
        "openai-strict/shop/tools.json",
        "openai/shop/tools.json",
    }
    assert set(made(two, "openai", "mcp", per_tool=True)[0]) == {
        "mcp/shop/main.json",
        "mcp/shop/other.json",
        "mcp/shop/tools/a.json",
        "mcp/shop/tools/b.json",
        "openai/shop/tools.json",
        "openai/shop/tools/a.json",
        "openai/shop/tools/b.json",
    }


def test_one_tool_has_the_entry_of_the_list():
    both = made(bundle(server(tool("a"))), "openai", "mcp", per_tool=True)[0]
    assert both["openai/shop/tools.json"] == [both["openai/shop/tools/a.json"]]
    assert both["mcp/shop/main.json"] == {"tools": [both["mcp/shop/tools/a.json"]]}


def test_names_in_paths_are_slugs_and_never_meet():
    packages = tuple(Package(name, (server(tool("A"), tool("a", 2)),)) for name in ("../up", "Shop", "shop", "con"))
    files, _ = emit(Bundle(packages), [TARGETS["mcp"]], Options(per_tool=True))
    paths = [file.path for file in files]
    assert len({path.casefold() for path in paths}) == len(paths) == 12
    assert {"mcp/Shop/main.json", "mcp/_con/main.json", "mcp/up/tools/A.json"} <= set(paths)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("search", {"openai", "openai-strict", "anthropic", "gemini"}),
        ("web search", set()),
        ("a.b", {"gemini"}),
        ("a:b", {"gemini"}),
        ("1st", {"openai", "openai-strict", "anthropic"}),
        ("x" * 65, {"anthropic", "gemini"}),
        ("x" * 129, set()),
        ("", set()),
        ("search\n", set()),
        ("größe", set()),
    ],
)
def test_names_a_provider_refuses(name, kept):
    found = bundle(server(tool(name), tool("other", 2)))
    for target in ("openai", "openai-strict", "anthropic", "gemini", "mcp", "json-schema", "native"):
        files, diagnostics = emit(found, [TARGETS[target]], Options())
        stays = target in kept or target in ("mcp", "json-schema", "native")
        assert [diagnostic.code for diagnostic in diagnostics] == ([] if stays else ["TC501"])
        left_out = [one.path for one in files if one.path.endswith("left-out.json")]
        assert (len(files) - len(left_out), len(left_out)) == (1, 0 if stays else 1)


def test_servers_that_share_the_name_of_a_tool_have_files_of_their_own():
    found = bundle(server(tool(description="first")), server(tool(line=2, description="second"), name="other"))
    files, codes = made(found, *TARGETS)
    assert codes == ["TC504"]  # said once, though five targets say it
    assert files["openai/shop-main/tools.json"][0]["function"]["description"] == "first"
    assert files["openai/shop-other/tools.json"][0]["function"]["description"] == "second"
    assert "openai/shop/tools.json" not in files
    assert files["mcp/shop/other.json"]["tools"][0]["description"] == "second"


def test_tools_that_are_not_written_are_nowhere():
    gone = [tool(f"{fidelity}", fidelity=fidelity, input_schema=None) for fidelity in ("unknown", "refused")]
    assert made(bundle(server(*gone)), *TARGETS, per_tool=True) == ({}, [])


@pytest.mark.parametrize("target", EVERY, ids=lambda target: target.name)
def test_no_description_is_no_key(target):
    _, text = text_of(target.name, tool(description=None))
    assert "null" not in text
    assert '"description"' not in text


# --- one tool --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", EVERY, ids=lambda target: target.name)
def test_single_is_the_file_of_the_tool(target):
    only = tool(schema=REFERRING)
    owner = server(only)
    text, diagnostics = single(owner, only, target)
    files, _ = emit(bundle(owner), [target], Options(per_tool=True))
    assert diagnostics == ()
    assert text == next(file.text for file in files if "/tools/" in file.path)


def test_single_of_a_refused_name_and_of_a_tool_that_is_not_written():
    bad, unknown = tool("web search"), tool(fidelity="unknown", input_schema=None)
    text, [diagnostic] = single(server(bad), bad, TARGETS["anthropic"])
    assert (text, diagnostic.code) == (None, "TC501")
    assert single(server(unknown), unknown, TARGETS["mcp"]) == (None, ())


def test_json_schema_of_one_tool_stands_alone():
    only = tool(schema=REFERRING)
    text, _ = single(server(only), only, TARGETS["json-schema"])
    assert json.loads(text) == {"$schema": "https://json-schema.org/draft/2020-12/schema", **REFERRING}


# --- hostile text, sameness ------------------------------------------------------------------------------------------

HOSTILE_SCHEMA = {
    "type": "object",
    "description": HOSTILE,
    "properties": {HOSTILE.replace("\ud800", ""): {"type": "string", "default": HOSTILE, "enum": [HOSTILE]}},
    "$defs": {"__proto__": {"const": "</script>"}},
}


@pytest.mark.parametrize("envelope", ["anthropic", "mcp", "openai", "pba", "plain"])
def test_hostile_text_stays_data(envelope):
    hostile = tool(HOSTILE, schema=HOSTILE_SCHEMA, description=HOSTILE, title=HOSTILE, annotations={"x": HOSTILE})
    checked, diagnostics = check(bundle(server(hostile, tool("fine", 2), name=HOSTILE, envelope=envelope), package=HOSTILE))
    assert {one.code[:4] for one in diagnostics} == {"TC43"}  # what hides in it is reported, and it is written all the same
    files, _ = emit(checked, EVERY, Options(per_tool=True))
    assert len(files) > 10
    for file in files:
        file.text.encode()
        assert not HIDDEN.search(file.text.replace("\n", ""))
        document = json.loads(file.text)
        for schema in schemas_of(document):
            Draft202012Validator.check_schema(schema)
    entry = json.loads(next(file.text for file in files if file.path.startswith("mcp/")))["tools"][0]
    assert entry["name"] == entry["title"] == HOSTILE.replace("\ud800", "\ufffd")


def test_every_schema_written_is_a_schema_and_its_references_resolve():
    found = bundle(*(server(tool(schema=REFERRING), name=name, envelope=name) for name in ("openai", "pba", "plain", "mcp")))
    for text in made(found, *TARGETS, per_tool=True)[0].values():
        for schema in schemas_of(text):
            Draft202012Validator.check_schema(schema)
            list(Draft202012Validator(schema).iter_errors({"user": {"name": 1}, "arguments": {"user": {}}}))


def test_schemas_are_written_as_they_were_reported():
    schema = {"zeta": 1, "type": "object", "properties": {"b": {"x-extra": [1.0, 1e30]}, "a": True}, "required": ["b"]}
    _, text = text_of("mcp", tool(schema=schema))
    written = json.loads(text)["tools"][0]["inputSchema"]
    assert written == schema
    assert [list(written), list(written["properties"])] == [list(schema), ["b", "a"]]


def test_the_same_bundle_gives_the_same_bytes():
    found = bundle(server(tool("a", schema=REFERRING), tool("A b", 2)), server(tool("a", 3), name="other"))
    assert emit(found, EVERY, Options(per_tool=True)) == emit(found, EVERY[::-1], Options(per_tool=True))


def test_the_register_holds_each_target_under_its_name():
    assert all(name == target.name and target.about for name, target in TARGETS.items())
    assert QUERY["type"] == "object"


def test_the_deepest_schema_that_passes_the_check_is_written_everywhere():
    schema = {"type": "string"}
    for _ in range(49):
        schema = {"type": "object", "properties": {"p": {"type": "array", "items": schema, "default": [[[]]]}}}
    found, diagnostics = check(bundle(server(tool(schema=schema), envelope="pba")), strict=True)
    assert diagnostics == ()
    files, diagnostics = emit(found, EVERY, Options())
    assert [diagnostic.code for diagnostic in diagnostics] == ["TC503"]  # too deep for strict mode's own limit
    assert [one.path for one in files if one.path.endswith("left-out.json")] == ["openai-strict/shop/left-out.json"]
    assert len(files) == len(EVERY)  # and not the tools of strict mode
