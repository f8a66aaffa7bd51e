"""Templates refuse what no encoder has seen."""

import re
import subprocess
import sys
from importlib.resources import files

import pytest

import toolc.emit
from small_bundles import bundle, server, tool
from toolc.emit import Options, OutputFile, Page, Plan, Target, emit, single
from toolc.ir import Bundle, Package


def target(template_text, monkeypatch, path="a/b.txt", context=None, encoders=None, name="made"):
    """A target whose only template is the text given."""
    monkeypatch.setattr(toolc.emit, "_source", lambda _: template_text)
    toolc.emit._base_environment.cache_clear()
    pages = [Page(step, "t", context or {}) for step in ([path] if isinstance(path, str) else path)]
    return Target(name, "", lambda package, place, options: Plan(tuple(pages)), tuple, encoders=encoders or {})


ONE = Bundle((Package("one"),))


@pytest.fixture(autouse=True)
def fresh_environment():
    yield
    toolc.emit._base_environment.cache_clear()


def test_a_value_that_no_encoder_has_seen_is_an_error(monkeypatch):
    with pytest.raises(TypeError, match="no encoder has seen"):
        emit(ONE, [target("{{ name }}", monkeypatch, context={"name": "x"})], Options())


@pytest.mark.parametrize("value", [True, None, 1.5, ["x"]])
def test_only_whole_numbers_need_no_encoder(monkeypatch, value):
    with pytest.raises(TypeError):
        emit(ONE, [target("{{ name }}", monkeypatch, context={"name": value})], Options())


def test_a_missing_value_is_an_error(monkeypatch):
    with pytest.raises(Exception, match=r"Undefined|undefined"):
        emit(ONE, [target("{{ nam | json }}", monkeypatch, context={"name": "x"})], Options())


def test_encoded_values_and_numbers_are_printed_and_the_end_is_one_line_end(monkeypatch):
    made, _ = emit(ONE, [target("{{ n }} {{ s | json }}\r\n\n\n", monkeypatch, context={"n": 1, "s": "<é>"})], Options())
    assert made == (OutputFile("made/a/b.txt", '1 "<é>"\n'),)


def test_moving_text_right_does_not_make_it_safe(monkeypatch):
    with pytest.raises(TypeError, match="no encoder has seen"):
        emit(ONE, [target("{{ s | inset(2) }}", monkeypatch, context={"s": "x"})], Options())


def test_a_target_brings_its_own_encoders(monkeypatch):
    made, _ = emit(ONE, [target("{{ 'x' | loud }}", monkeypatch, encoders={"loud": str.upper})], Options())
    assert made[0].text == "X\n"


def test_text_from_source_is_never_template_source(monkeypatch):
    made, _ = emit(ONE, [target("{{ s | json }}", monkeypatch, context={"s": "{{ 7*7 }}"})], Options())
    assert made[0].text == '"{{ 7*7 }}"\n'


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/.hidden", "a/b.", "a b", "a\\b", "a/é", "", "-a", "a/\n"])
def test_a_path_outside_the_plain_ones_is_a_bug_of_the_target(monkeypatch, path):
    with pytest.raises(ValueError, match="not a plain relative path"):
        emit(ONE, [target("", monkeypatch, path=path)], Options())


def test_two_outputs_that_differ_in_case_only_are_a_bug_of_the_target(monkeypatch):
    with pytest.raises(ValueError, match="two outputs at one path"):
        emit(ONE, [target("", monkeypatch, path=["a/x", "a/X"])], Options())


def test_files_are_sorted_by_path(monkeypatch):
    made, _ = emit(ONE, [target("", monkeypatch, path=["b", "a", "a.b/c"])], Options())
    assert [file.path for file in made] == ["made/a", "made/a.b/c", "made/b"]


def test_a_target_without_documents_of_one_tool_gives_none(monkeypatch):
    only = tool()
    assert single(server(only), only, target("", monkeypatch)) == (None, ())


def test_importing_emit_costs_no_jinja():
    code = "import sys, toolc.emit, toolc.targets; print('jinja2' in sys.modules, 'jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_templates_join_no_text_with_operators():
    """`~` and `+` escape for HTML under autoescape: types and names are put together in Python."""
    found = [
        path.name
        for folder in files("toolc.templates").iterdir()
        if folder.is_dir()
        for path in folder.iterdir()
        if path.name.endswith(".jinja") and re.search(r"\{[{%](?:(?![}%]\}).)*[~+]", path.read_text("utf-8"), re.DOTALL)
    ]
    assert found == []


def test_the_empty_bundle_gives_nothing():
    from toolc.targets.register import TARGETS

    assert emit(Bundle(), list(TARGETS.values()), Options(per_tool=True)) == ((), ())
    assert emit(bundle(server()), list(TARGETS.values()), Options(per_tool=True)) == ((), ())
