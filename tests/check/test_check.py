"""The check of a whole bundle: names taken twice, schemas nobody can rely on."""

import sys

import pytest
from msgspec.structs import replace

from small_bundles import bundle, server, tool
from toolc.check import check, nothing_found
from toolc.diagnostics import Diagnostic, Label


def names(checked):
    return [tool.name for tool in checked.packages[0].servers[0].tools if tool.is_written]


def test_a_good_bundle_comes_back_as_it_was():
    good = bundle(server(tool("a"), tool("b", 2)))
    for strict in (False, True):
        assert check(good, strict=strict) == (good, ())


def test_the_second_tool_of_a_name_is_refused():
    first, second = tool("search", 3), tool("search", 9, description="Later.")
    checked, diagnostics = check(bundle(server(second, first)))
    [diagnostic] = diagnostics
    assert (diagnostic.code, diagnostic.span) == ("TC401", second.span)
    assert diagnostic.labels == (Label(first.span, "the first one, which is kept"),)
    later, kept = checked.packages[0].servers[0].tools
    assert kept == first
    assert (later.fidelity, later.input_schema, later.parameters, later.diagnostics) == ("refused", None, (), (diagnostic,))


def test_the_same_name_on_two_servers_is_fine():
    assert check(bundle(server(tool("a")), server(tool("a"), name="other")))[1] == ()


def test_a_refused_tool_takes_no_name():
    gone = tool("a", 1, fidelity="refused", input_schema=None)
    assert check(bundle(server(gone, tool("a", 2))))[1] == ()


def test_a_tool_whose_name_is_not_told_takes_none():
    nameless = [tool("?", line, fidelity="unknown", input_schema=None) for line in (1, 2)]
    computed = tool("a", 3, fidelity="unknown", input_schema=None, diagnostics=(Diagnostic("TC201", "computed"),))
    assert check(bundle(server(*nameless, computed, tool("a", 4))))[1] == ()


def test_that_nothing_was_found_is_said_once_and_after_no_error():
    empty, error, warning = bundle(), Diagnostic("TC110", "syntax"), Diagnostic("TC201", "computed")
    [said] = nothing_found(empty, 2, 0, [warning])
    assert said.message == "no tool was found in 2 files"
    assert nothing_found(empty, 1, 0, [error]) == nothing_found(bundle(server(tool("a"))), 1, 0, []) == ()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("schema", "code", "words"),
    [
        ({"type": "objekt"}, "TC402", "at /type: 'objekt' is not a type"),
        ({"type": "object", "properties": []}, "TC402", "at /properties"),
        ({"properties": {"q": {"$ref": "#/$defs/Q"}}}, "TC403", "refers to `#/$defs/Q`"),
        ({"$ref": "https://example.com/x"}, "TC403", "refers to `https://example.com/x`"),
        ({"default": float("inf")}, "TC402", "JSON cannot write inf"),
    ],
)
def test_a_bad_schema_refuses_its_tool_alone(schema, code, words, strict):
    checked, [diagnostic] = check(bundle(server(tool("bad", schema=schema), tool("good", 2))), strict=strict)
    assert diagnostic.code == code
    assert words in diagnostic.message
    assert names(checked) == ["good"]


@pytest.mark.parametrize("schema", [{"type": "audio"}, {"properties": {"q": {"$ref": "#/$defs/Q"}}}])
def test_what_the_framework_reports_is_told_although_it_is_broken(schema):
    [told] = [found for _, _, found in check(bundle(server(tool("bad", schema=schema))))[0].tools]
    assert (told.input_schema, told.fidelity, told.broken, told.is_written) == (schema, "exact", True, False)


def test_what_json_cannot_write_is_not_known():
    [told] = [found for _, _, found in check(bundle(server(tool("bad", schema={"default": float("nan")}))))[0].tools]
    assert (told.input_schema, told.fidelity) == (None, "refused")


def test_a_tool_that_falls_out_for_its_schema_takes_no_name():
    checked, [diagnostic] = check(bundle(server(tool("a", 1, schema={"type": 1}), tool("a", 2))))
    assert diagnostic.code == "TC402"
    assert names(checked) == ["a"]


def test_output_schemas_and_annotations_are_checked_too():
    bad = [tool("a", output_schema={"type": 1}), tool("b", 2, annotations={"x": float("nan")})]
    _, diagnostics = check(bundle(server(*bad)))
    assert [diagnostic.code for diagnostic in diagnostics] == ["TC402", "TC402"]
    assert "output schema" in diagnostics[0].message
    assert "annotations" in diagnostics[1].message


def test_strict_finds_what_the_meta_schema_finds_and_fetches_nothing(monkeypatch):
    import socket

    def refuse(*args, **kwargs):
        raise AssertionError("a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    schema = {"type": "object", "$schema": "http://example.com/unknown", "properties": {"a": {"pattern": r"^\p{L}+$"}}}
    assert check(bundle(server(tool(schema=schema))), strict=True)[1] == ()


def test_a_deep_schema_is_a_diagnostic():
    schema = {"type": "string"}
    for _ in range(3000):
        schema = {"items": schema}
    for strict in (False, True):
        _, [diagnostic] = check(bundle(server(tool(schema=schema))), strict=strict)
        assert "deeper than" in diagnostic.message


def test_a_schema_as_deep_as_allowed_passes_strict_as_well():
    schema = {"type": "string"}
    for _ in range(100):
        schema = {"type": "array", "items": schema}
    assert check(bundle(server(tool(schema=schema))), strict=True)[1] == ()


def test_a_plain_run_imports_no_jsonschema():
    import subprocess

    code = (
        "import sys; sys.path.insert(0, 'tests'); from small_bundles import *; from toolc.check import check\n"
        "check(bundle(server(tool()))); print('jsonschema' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def conditional(name, line, **more):
    return tool(name, line, diagnostics=(Diagnostic("TC214", "who knows"),), **more)


def test_alternatives_that_agree_are_one_tool():
    first, later = conditional("a", 1), conditional("a", 9)
    checked, diagnostics = check(bundle(server(first, later)))
    assert (checked.packages[0].servers[0].tools, diagnostics) == ((first,), ())


def test_alternatives_that_differ_are_one_tool_that_says_so():
    first, later = conditional("a", 1), tool("a", 9, description="Another.")
    checked, (said,) = check(bundle(server(first, later)))
    (kept,) = checked.packages[0].servers[0].tools
    assert (said.code, said.labels[0].span) == ("TC415", later.span)
    assert (kept.fidelity, kept.input_schema, kept.diagnostics[-1]) == ("approximate", first.input_schema, said)


def test_an_unknown_alternative_stays_unknown():
    first = conditional("a", 1, fidelity="unknown", input_schema=None)
    checked, _ = check(bundle(server(first, tool("a", 9))))
    assert [one.fidelity for one in checked.packages[0].servers[0].tools] == ["unknown"]


def test_tools_on_no_object_are_held_apart():
    tools = [tool("a", 1), tool("b", 2), tool("a", 3), tool("a", 4)]
    checked, diagnostics = check(bundle(replace(server(*tools), standalone=True), server(name="main-2")))
    found = {one.name: [tool.name for tool in one.tools] for one in checked.packages[0].servers}
    assert found == {"main": ["a", "b"], "main-2": [], "main-3": ["a"], "main-4": ["a"]}
    assert [one.code for one in diagnostics] == ["TC416", "TC416"]
