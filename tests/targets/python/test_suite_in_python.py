"""The public test suite of JSON Schema 2020-12: every schema gives a module that imports and that checkers accept, and its
check says what the suite says.

How the suite is fetched, and what is left out of it, is in tests/json_schema_suite.py.
"""

import json
from pathlib import Path

import jsonschema_rs
import pytest
from generated import imported, mypy, write

from effort import long, some
from json_schema_suite import groups
from toolc.cli import main
from toolc.targets.unsupported_patterns import in_jsonschema_rs


@long
def test_the_suite(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = dict(some(list(groups().items())))
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "outputSchema": group["schema"]} for name, group in found.items()
    ] + [
        {"name": f"in_{name}", "inputSchema": group["schema"]} for name, group in found.items()
    ]  # fmt: skip
    write({"suite.json": json.dumps({"tools": tools})}, here)
    # One schema has a NUL among its constants, which is reported (TC432) and changes no output.
    done = main(["generate", "suite.json", "--target", "python", "--out", "out", "--fail-on", "never"])
    assert done == 0, capsys.readouterr().err
    module = imported((here / "out/python/suite_client.py").read_text("utf-8"), here)
    schemas = {tool.name: tool.output_schema for tool in module.TOOLS}
    wrong = [
        (name, test["description"])
        for name, group in found.items()
        for test in group["tests"]
        if (not module.check(schemas[name], test["data"])) is not test["valid"]
    ]
    assert wrong == []
    assert mypy(here / "out/python", "suite_client.py") == []


@pytest.mark.parametrize(
    "pattern",
    [r"\Aa\Z", r"(?<a>x)\k<a>", r"(?#c)a", r"(?>a)", r"a{,3}", "{", "[]", r"\h", r"(?P<a>x)", r"(?i)a", r"(?<!a)b(?=c)", r"(a)\1", r"\p{Lu}",
     r"\u{41}", r"[{]", r"\0", r"\ud83d\ude00", r"[\b]", r"^[\w.-]+@\w{2,}$", r"a{3}\/\-"],
)  # fmt: skip
def test_patterns_that_the_library_does_not_read_are_known(pattern: str) -> None:
    try:
        jsonschema_rs.validator_for({"pattern": pattern})
    except jsonschema_rs.ValidationError:
        assert not in_jsonschema_rs(pattern)
    else:
        assert in_jsonschema_rs(pattern)


@pytest.mark.parametrize("pattern", [r"[a]\b", r"\Bx", r"a\z"])
def test_patterns_that_the_library_reads_otherwise_are_known(pattern: str) -> None:
    jsonschema_rs.validator_for({"pattern": pattern})
    assert not in_jsonschema_rs(pattern)
