"""Nasty schemas in Python: checkers are content, the check has no error either way; pydantic models take what is valid and
nothing else; TypedDicts differ from the schemas in the ways that are listed here, and in no other."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from generated import imported, mypy, pyright, result_type, ruff, text, texts, write
from msgspec.structs import replace
from pydantic import TypeAdapter, ValidationError

from client_bundles import bundle, tool
from effort import heavy
from filling import filled
from nasty import NASTY, instances
from toolc.config import Layout, PythonOptions, TargetOptions
from toolc.emit import Options
from toolc.ir import Bundle
from toolc.schema.view.names import Names

pytestmark = heavy

ROWS = list(instances())
MODELS = Options(own=TargetOptions(PythonOptions("pydantic", open_objects="extra")))

OPEN = "open_with_known_keys required_undeclared forbidden_property merged_models inherited_in_an_open_object titles_everywhere"
OPEN += " open_without_tag exactly_one_object union_beside_properties narrowed_reference"
NARROWER = {
    **dict.fromkeys(OPEN.split(), "a display of a record has its keys alone; a value of the type may have more"),
    **dict.fromkeys(("bounds", "numbers_are_not_text"), "2.0 is a float"),
}
"""Cases in which a checker refuses a display of a valid value."""

TUPLES = "closed_tuple tuple_by_sizes tuple_without_least tuple_with_rest tuple_of_an_old_draft tuple_of_models list_of_tuples"
TUPLES += " old_reference_at_the_root"
SIZES = "just_two matrix"
KEYS = "map_with_one_known prefix_keys overlapping_prefixes pattern_in_the_middle pattern_and_property required_typed_extra"
WIDER = {
    **dict.fromkeys(TUPLES.split(), "what json.loads gives is a list; its items have one type together"),
    **dict.fromkeys(SIZES.split(), "a list has any length"),
    **dict.fromkeys([*KEYS.split(), "typed_unevaluated"], "a record has no typed further keys, so it is a dict"),
    "default_is_optional": "a result may have null where that is the default",
    **dict.fromkeys(("default_but_required", "words_beside_an_old_reference"), "a key that is missing is filled in"),
    "empty_key": "pyright refuses an empty key, so it is a dict",
    **dict.fromkeys(("enum_of_lists", "constants_of_all_kinds", "constant_object"), "there are no literals of lists and dicts"),
    **dict.fromkeys(("numbers_listed", "large_numbers"), "there are no literals of floats"),
    **dict.fromkeys(("empty_type_list", "integer_and_number"), "a bool is an int"),
    **dict.fromkeys(("beyond_64_bits", "ends_of_64_bits"), "mypy reads no literal beyond 64 bits, nor of the least of them"),
}
"""Cases in which a type takes a wrong value, or one with its defaults filled in; the check refuses it."""


def _bundle(part: int = 0, parts: int = 1) -> Bundle:
    """Some of the tools: of every `parts` the one at `part`."""
    cases = list(NASTY.items())[part::parts]
    names = Names()
    results = [tool(name, {"type": "object"}, names, case.schema) for name, case in cases]
    inputs = [tool(f"to_{name}", case.schema, names) for name, case in cases if isinstance(case.schema, dict)]
    return bundle([*results, *inputs], names)


PARTS = 8
"""Checkers hold every overload against every other: eight modules of an eighth of the tools take them half as long as one."""


def _modules(layout: Layout, models: Literal["typed-dict", "pydantic"]) -> dict[str, str]:
    """All tools in `PARTS` modules, `demo0.py` and so on; in layout `shared`, with one more that has their support code."""
    bundles = [_bundle(part, PARTS) for part in range(PARTS)]
    packages = tuple(replace(one.packages[0], name=f"demo{part}") for part, one in enumerate(bundles))
    return texts(Bundle(packages), Options(own=TargetOptions(PythonOptions(models, layout))))


def test_the_check_has_no_error_either_way(tmp_path: Path) -> None:
    module = imported(text(_bundle()), tmp_path)
    wrong = [(name, value) for name, value, kind in ROWS if (not module.check(NASTY[name].schema, value)) is (kind != "valid")]
    assert wrong == []


CHECKERS = pytest.mark.parametrize(("checker", "layout"), [(mypy, "package"), (pyright, "shared")])
"""In one layout each: pyright takes as long for the support code of a module as for its tools, and modules of both layouts are told
to it in `test_types.py` and `test_pydantic.py`."""


@CHECKERS
def test_records_agree_with_instances(checker: Any, layout: Layout, tmp_path: Path) -> None:
    imports = "; ".join(f"import demo{part}" for part in range(PARTS))
    demos = _modules(layout, "typed-dict")
    home = {name: f"demo{at % PARTS}.{result_type(demos[f'demo{at % PARTS}.py'], name)}" for at, name in enumerate(NASTY)}
    values = [(name, filled(NASTY[name].schema, value)) for name, value, _ in ROWS]
    lines = [imports, *(f"_{at}: {home[name]} = {value!r}" for at, (name, value) in enumerate(values))]
    write({**demos, "instances.py": "\n".join(lines) + "\n"}, tmp_path)
    said = checker(tmp_path, *demos, "instances.py")
    assert [one for one in said if one[0] != "instances.py"] == []
    refused = {line - 2 for _, line, _ in said}
    assert {row[0] for at, row in enumerate(ROWS) if row[2] == "valid" and at in refused} == set(NARROWER)
    assert {row[0] for at, row in enumerate(ROWS) if row[2] == "wrong" and at not in refused} == set(WIDER)


@CHECKERS
def test_models_pass_checkers_and_ruff(checker: Any, layout: Layout, tmp_path: Path) -> None:
    demos = _modules(layout, "pydantic")
    write(demos, tmp_path)
    assert checker(tmp_path, *demos) == []
    assert ruff(tmp_path) == ""


@pytest.mark.parametrize("strict", [False, True])
def test_models_take_what_is_valid_and_nothing_else(strict: bool, tmp_path: Path) -> None:
    source = text(_bundle(), MODELS)
    module = imported(source, tmp_path)
    adapters = {name: TypeAdapter(getattr(module, result_type(source, name))) for name in NASTY}
    for name, value, kind in ROWS:
        read = adapters[name].validate_json
        try:
            taken = read(json.dumps(value), strict=True) if strict else adapters[name].validate_python(value)
        except ValidationError:
            assert kind != "valid", (name, value)
        else:
            assert kind == "valid", (name, value)
            assert adapters[name].dump_python(taken, mode="json", by_alias=True, exclude_unset=True) == value
