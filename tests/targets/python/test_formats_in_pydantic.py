"""`formats = "native"`: models in which a UUID is a `UUID` and a date a `date`, and what is sent stays the same."""

import datetime as dt
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from generated import imported, mypy, pyright, ruff, text, write
from pydantic import TypeAdapter

from client_bundles import bundle, tool
from client_cases import CASES
from toolc.config import PythonOptions, TargetOptions
from toolc.emit import Options
from toolc.ir import Bundle
from toolc.schema.view.names import Names

OPTIONS = Options(own=TargetOptions(PythonOptions("pydantic", formats="native")))
ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6"


def _of(format_: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "format": format_, **more}


VISIT = {
    "type": "object",
    "properties": {
        "id": _of("uuid"),
        "day": _of("date"),
        "at": _of("date-time"),
        "hour": {"anyOf": [_of("time"), {"type": "null"}], "default": None},
        "days": {"type": "array", "items": _of("date"), "default": ["2026-01-02"]},
        "since": _of("date", default="2026-01-02"),
        "until": _of("date", default="today"),
        "dt": _of("email", default="a@b.c"),
        "UUID": _of("date", minLength=3, default="2026-01-02"),
        "either": {"anyOf": [_of("uuid"), {"type": "integer"}], "default": 1},
        "pair": {"type": "array", "prefixItems": [_of("uuid"), _of("time")], "minItems": 2, "maxItems": 2},
        "by_day": {"type": "object", "additionalProperties": _of("uuid")},
        "wait": _of("duration", default="PT1H"),
    },
    "required": ["id", "day", "at"],
    "additionalProperties": False,
}
SENT = {"id": ID, "day": "2026-02-03", "at": "2026-01-02T03:04:05Z"}


def _bundle() -> Bundle:
    names = Names()
    return bundle([tool("visit", VISIT, names, VISIT)], names)


@pytest.fixture
def demo(tmp_path: Path) -> Any:
    return imported(text(_bundle(), OPTIONS), tmp_path)


class Echo:
    def __init__(self) -> None:
        self.sent: list[Any] = []

    def call(self, tool: Any, args: Any) -> Any:
        self.sent.append(args)
        return {"structuredContent": args}


def test_values_are_instances_and_what_is_sent_is_json(demo: Any) -> None:
    echo = Echo()
    at = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
    result = demo.Client(echo).visit(demo.VisitArgs(id=UUID(ID), day=dt.date(2026, 2, 3), at=at))
    assert echo.sent == [SENT]
    assert (result.id, result.day, result.at) == (UUID(ID), dt.date(2026, 2, 3), at)


def test_defaults_are_instances_where_they_can_be_read(demo: Any) -> None:
    result = demo.Client(Echo()).call("visit", SENT)
    assert (result.hour, result.days, result.since) == (None, [dt.date(2026, 1, 2)], dt.date(2026, 1, 2))
    assert (result.until, result.either, result.wait) == ("today", 1, dt.timedelta(hours=1))


def test_a_duration_is_what_pydantic_says_of_it(demo: Any) -> None:
    told = TypeAdapter(dt.timedelta).dump_python(dt.timedelta(days=400), mode="json")
    echo = Echo()
    result = demo.Client(echo).call("visit", {**SENT, "wait": told})
    assert result.wait == dt.timedelta(days=400)
    demo.Client(echo).visit(demo.VisitArgs.model_validate({**SENT, "wait": result.wait}))
    assert told == "P1Y35D" and echo.sent[1] == {**SENT, "wait": told}


def test_texts_with_limits_and_other_formats_stay_texts(demo: Any) -> None:
    fields = demo.VisitResult.model_fields
    assert {one.alias: one.default for one in fields.values() if one.alias} == {"dt": "a@b.c", "UUID": "2026-01-02"}


def test_parts_of_lists_and_mappings_have_classes_too(demo: Any) -> None:
    more = {**SENT, "pair": [ID, "10:11:12"], "by_day": {"x": ID}, "either": ID}
    echo = Echo()
    result = demo.Client(echo).call("visit", more)
    assert (result.pair, result.by_day, result.either) == ((UUID(ID), dt.time(10, 11, 12)), {"x": UUID(ID)}, UUID(ID))
    again = demo.Client(echo).visit(demo.VisitArgs.model_validate(result.model_dump(exclude_unset=True, by_alias=True)))
    assert (again.pair, echo.sent) == (result.pair, [more, more])


def test_what_is_no_such_text_is_refused(demo: Any) -> None:
    with pytest.raises(ValueError, match="day"):
        demo.VisitArgs.model_validate({**SENT, "day": "2026-02-30"})


def test_a_module_of_typed_dicts_has_what_json_has() -> None:
    own = Options(own=TargetOptions(PythonOptions("typed-dict", formats="native")))
    assert text(_bundle(), own) == text(_bundle(), Options(own=TargetOptions(PythonOptions("typed-dict"))))


def test_types_of_the_program_do_not_hide_the_classes(tmp_path: Path) -> None:
    names = Names()
    schema = {"type": "object", "properties": {"id": _of("uuid"), "own": {"$ref": "#/$defs/UUID"}}, "$defs": {"UUID": VISIT}}
    module = imported(text(bundle([tool("t", schema, names)], names), OPTIONS), tmp_path)
    args = module.TArgs.model_validate({"id": ID, "own": SENT})
    assert (args.id, args.own.id) == (UUID(ID), UUID(ID))


USE = """\
import datetime as dt
from uuid import UUID
import demo
def right(client: demo.Client, at: dt.datetime) -> None:
    result: demo.VisitResult = client.visit(demo.VisitArgs(id=UUID("x"), day=at.date(), at=at))
    year: int = result.since.year
    id: UUID = result.id
def wrong(at: dt.datetime) -> None:
    demo.VisitArgs(id="x", day=at.date(), at=at)
    demo.VisitArgs(id=UUID("x"), day="2026-01-01", at=at)
"""


def test_checkers_and_ruff_are_content(tmp_path: Path) -> None:
    write({"demo.py": text(_bundle(), OPTIONS)}, tmp_path)
    assert ruff(tmp_path) == ""
    write({"use.py": USE}, tmp_path)
    for checker in (mypy, pyright):
        assert {(file, line) for file, line, _ in checker(tmp_path, "use.py")} == {("use.py", 9), ("use.py", 10)}


def test_schemas_without_formats_are_the_same_models() -> None:
    names = Names()
    given = bundle([tool(name, {"type": "object"}, names, case.schema) for name, case in CASES.items()], names)
    assert text(given, OPTIONS) == text(given, Options(own=TargetOptions(PythonOptions("pydantic"))))


def test_the_schema_comes_back(demo: Any) -> None:
    found = TypeAdapter(demo.VisitResult).json_schema()["properties"]
    assert found["since"] == {**_of("date", default="2026-01-02"), "title": "Since"}
    assert (found["at"]["format"], found["id"]["format"]) == ("date-time", "uuid")
