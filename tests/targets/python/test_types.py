"""Type checkers are content with every module, take every valid instance, and refuse what a type can refuse."""

from pathlib import Path
from typing import Any

import pytest
from generated import mypy, pyright, result_type, ruff, texts, write

from client_bundles import PRIORITY, bundle, tell_priority, tool
from client_cases import CASES
from filling import filled
from toolc.ir import Bundle
from toolc.schema.view.names import Names

NOT_TOLD = {
    "whole": "a bool is an int; 2.0 is a float",
    "type_list": "a bool is an int",
    "enum_mixed": "there are no literals of floats, and a float takes an int or a bool",
    "huge_numbers": "there are no literals of floats",
    "false": "checkers take a function that gives `Never` for one that raises, so nobody's result is anybody's",
    "ghost": "a display of a record has its keys alone; a value of the type may have more",
    "extra": "a record has no typed further keys, so it is a dict",
    "extra_required": "the same",
    "prefixed": "the same",
    "odd_keys": "pyright refuses an empty key, so it is a dict",
    "tuple": "what json.loads gives is a list; its items have one type together",
    "tuple_open": "the same",
    "tuple_rest": "the same",
    "tuple_draft7": "the same",
    "unevaluated_items": "the same",
    "whole_numbers": "json.loads gives a float for 1.0",
    "conditional_kind": "a boolean is a whole number in Python",
}
"""Cases in which a type of Python is wider, or a display narrower, than the schema, and why; `check` tells."""


def _all() -> Bundle:
    names = Names()
    tell_priority(names)
    tools = [tool(name, {"type": "object", "properties": {}}, names, case.schema) for name, case in CASES.items()]
    objects = [tool(f"to_{name}", case.schema, names) for name, case in CASES.items() if isinstance(case.schema, dict)]
    return bundle([*tools, *objects, tool("raise_to", PRIORITY, names)], names)


def _instances(module: str) -> tuple[str, dict[int, tuple[str, Any, bool]]]:
    """A module that assigns every instance to the type of its case, and which line is about what."""
    lines, about = ["import demo as t"], {}
    for name, case in CASES.items():
        own = result_type(module, name)
        for right, values in ((True, case.valid), (False, case.invalid)):
            for at, value in enumerate(values):
                lines.append(f"{name}_{right}_{at}: t.{own} = {filled(case.schema, value)!r}")
                about[len(lines)] = (name, value, right)
    return "\n".join(lines) + "\n", about


def test_checkers_and_ruff_are_content(tmp_path: Path) -> None:
    write(texts(_all()), tmp_path)
    assert mypy(tmp_path, "demo.py") == []
    assert ruff(tmp_path) == ""
    assert pyright(tmp_path, "demo.py") == []


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_types_agree_with_instances(checker: Any, tmp_path: Path) -> None:
    files = texts(_all())
    source, about = _instances(files["demo.py"])
    write({**files, "instances.py": source}, tmp_path)
    refused = {line for file, line, _ in checker(tmp_path, "instances.py") if file == "instances.py"}
    wrong = [one for line, one in about.items() if one[2] is (line in refused)]
    assert [one for one in wrong if one[0] not in NOT_TOLD] == []
    assert {one[0] for one in wrong} == set(NOT_TOLD)
