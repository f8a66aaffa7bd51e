"""`models = "pydantic"`: models that give back the schema they came from, refuse no valid value, and pass every checker."""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from generated import ROOT, imported, mypy, pyright, result_type, ruff, text, texts, write
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

import newer_results
from client_bundles import MEMBERS, PRIORITY, bundle, tell_priority, tool
from client_cases import CASES
from effort import heavy
from json_schema_suite import groups
from toolc.cli import main
from toolc.config import PythonOptions, TargetOptions
from toolc.emit import Options
from toolc.ir import Bundle
from toolc.schema.view.names import Names

pytestmark = heavy

OPTIONS = Options(own=TargetOptions(PythonOptions("pydantic")))
KEEPING = Options(own=TargetOptions(PythonOptions("pydantic", open_objects="extra")))
ANYTHING = {"type": "object", "properties": {}}


def _module(folder: Path, result: Any) -> Any:
    names = Names()
    return imported(text(bundle([tool("t", ANYTHING, names, result)], names), OPTIONS), folder)


def _all() -> Bundle:
    names = Names()
    tell_priority(names)
    tools = [tool(name, ANYTHING, names, case.schema) for name, case in CASES.items()]
    objects = [tool(f"to_{name}", case.schema, names) for name, case in CASES.items() if isinstance(case.schema, dict)]
    return bundle([*tools, *objects, tool("raise_to", PRIORITY, names)], names)


def test_checkers_and_ruff_are_content(tmp_path: Path) -> None:
    write(texts(_all(), OPTIONS), tmp_path)
    assert ruff(tmp_path) == ""
    assert mypy(tmp_path, "demo.py") == []
    assert pyright(tmp_path, "demo.py") == []


def test_no_valid_value_is_refused(tmp_path: Path) -> None:
    source = text(_all(), KEEPING)
    module = imported(source, tmp_path)
    assert [value for name, value in vars(module.PriorityValues).items() if name[:2] != "__"] == [*MEMBERS.values()]
    assert module.RaiseToArgs(priority=module.PriorityValues.HIGH).priority == 3
    for name, case in CASES.items():
        adapter = TypeAdapter(getattr(module, result_type(source, name)))
        for value in case.valid:
            read = adapter.validate_python(value)
            assert adapter.dump_python(read, mode="json", by_alias=True, exclude_unset=True) == value, name


@pytest.mark.parametrize(("further", "kept"), [({}, False), ({"additionalProperties": True}, True)])
def test_keys_of_which_a_schema_is_silent_are_not_kept(further: dict[str, Any], kept: bool, tmp_path: Path) -> None:
    names = Names()
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], **further}
    given = bundle([tool("t", ANYTHING, names, schema)], names)
    module = imported(text(given, OPTIONS), tmp_path)
    result = module.Client(module.LocalTransport({"t": lambda args: {"a": 1, "b": 2}})).call("t", {})
    assert result.model_dump(exclude_unset=True) == ({"a": 1, "b": 2} if kept else {"a": 1})


def test_the_suite(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = groups()
    tools = [{"name": name, "inputSchema": ANYTHING, "outputSchema": group["schema"]} for name, group in found.items()]
    config = '[options.python]\nmodels = "pydantic"\n'
    write({"suite.json": json.dumps({"tools": tools}), "toolc.toml": config}, here)
    # One schema has a NUL among its constants, which is reported (TC432) and changes no output.
    done = main(["generate", "suite.json", "--target", "python", "--out", "out", "--fail-on", "never"])
    assert done == 0, capsys.readouterr().err
    module = imported((here / "out/python/suite_client.py").read_text("utf-8"), here)
    refused = []
    for name, group in found.items():
        adapter = module._spec(name).adapters[1]
        for test in group["tests"]:
            try:
                adapter.validate_python(test["data"])
            except ValidationError as error:
                if test["valid"]:
                    refused.append((name, test["description"], str(error)))
    assert refused == []


# --- the round trip ---------------------------------------------------------------------------------------------------


def _expanded(schema: Any, root: Any, above: tuple[str, ...] = ()) -> Any:
    """A schema without titles, names of definitions and what says nothing, references followed once."""
    if not isinstance(schema, dict):
        return schema
    reference = schema.get("$ref")
    if reference in above:
        return {"recursive": len(above) - above.index(reference)}
    if reference is not None:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        target = root["$defs"][reference.removeprefix("#/$defs/")]
        return _expanded({**target, **beside}, root, (*above, reference))
    result = {key: value for key, value in schema.items() if key not in ("title", "$defs", "discriminator")}
    for key in ("anyOf", "oneOf", "prefixItems"):
        if key in result:
            result[key] = [_expanded(one, root, above) for one in result[key]]
    for key in ("items", "additionalProperties"):
        if key in result:
            result[key] = _expanded(result[key], root, above)
    if "properties" in result:
        result["properties"] = {key: _expanded(one, root, above) for key, one in result["properties"].items()}
    if result.get("additionalProperties") in (True, {}):
        del result["additionalProperties"]
    if result.get("properties") == {}:
        del result["properties"]
    if "required" in result:
        result["required"] = sorted(result["required"])
    return result


def _back(folder: Path, schema: Any) -> Any:
    own = TypeAdapter(_module(folder, schema).TResult).json_schema()
    expanded = _expanded(own, own)
    expanded.pop("description", None)
    return expanded


KEYS = st.sampled_from(["a", "kind_of", "class", "odd key", "json", "model_name", "_x", "list", "Any", "größe", "2d", "self"])
COUNT = st.integers(0, 5)


def _with(base: dict[str, Any], **optional: Any) -> Any:
    return st.fixed_dictionaries({key: st.just(value) for key, value in base.items()}, optional=optional)


SIMPLE = st.one_of(
    _with({"type": "string"}, minLength=COUNT, maxLength=st.integers(5, 9), format=st.just("date"), pattern=st.just("^a+$")),
    _with({"type": "integer"}, minimum=st.integers(-5, 5), exclusiveMaximum=st.integers(6, 9), multipleOf=st.just(2)),
    _with({"type": "number"}, exclusiveMinimum=st.floats(-5, 5), maximum=st.floats(6, 9)),
    st.just({"type": "boolean"}),
    st.just({}),
    st.lists(st.text(max_size=5), min_size=2, max_size=4, unique=True).map(lambda listed: {"type": "string", "enum": listed}),
    st.text(max_size=5).map(lambda one: {"type": "string", "const": one}),
    st.just({"$ref": "#/$defs/Node"}),
    st.just({"$ref": "#/$defs/Level"}),
    st.just({"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "discriminator": {"propertyName": "kind"}}),
)
DEFS = {
    "Node": {"type": "object", "description": "A node.", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}],
             "default": None}}, "additionalProperties": False},
    "Level": {"type": "string", "enum": ["low", "high"]},
    "Cat": {"type": "object", "properties": {"kind": {"type": "string", "const": "cat"}}, "required": ["kind"]},
    "Dog": {"type": "object", "properties": {"kind": {"type": "string", "const": "dog"}, "n": {"type": "integer"}},
            "required": ["kind"]},
}  # fmt: skip


def _containers(inner: Any) -> Any:
    items = inner.map(lambda one: {"type": "array", "items": one})
    sized = inner.map(lambda one: {"type": "array", "items": one, "minItems": 1, "maxItems": 3, "uniqueItems": True})
    pairs = st.lists(inner, min_size=1, max_size=3).map(
        lambda several: {"type": "array", "prefixItems": several, "minItems": len(several), "maxItems": len(several)}
    )
    named = inner.map(lambda one: {"type": "object", "additionalProperties": one})
    nullable = inner.filter(lambda one: one and "anyOf" not in one).map(lambda one: {"anyOf": [one, {"type": "null"}]})
    return items | sized | pairs | named | nullable | _objects(inner)


def _property(schema: Any) -> Any:
    beside = st.fixed_dictionaries(
        {}, optional={"description": st.just("Outcome."), "default": st.sampled_from([None, 1, "x", []])}
    )
    return beside.map(lambda more: {**schema, **more} if "default" not in schema else schema)


def _objects(inner: Any) -> Any:
    properties = st.dictionaries(KEYS, inner.flatmap(_property), min_size=1, max_size=4)
    return st.tuples(properties, st.booleans(), st.integers(0, 15)).map(_object)


def _object(drawn: Any) -> dict[str, Any]:
    properties, closed, mask = drawn
    required = [key for at, (key, one) in enumerate(properties.items()) if mask >> at & 1 and "default" not in one]
    result: dict[str, Any] = {"type": "object", "properties": properties}
    return {**result, **({"required": required} if required else {}), **({"additionalProperties": False} if closed else {})}


SCHEMAS = _objects(st.recursive(SIMPLE, _containers, max_leaves=6))


@settings(max_examples=30, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(SCHEMAS)
def test_models_give_back_their_schema(schema: Any) -> None:
    whole = {**schema, "$defs": DEFS}
    with tempfile.TemporaryDirectory() as folder:
        assert _back(Path(folder), whole) == _expanded(whole, whole)


RICH = json.loads((ROOT / "fixtures/targets/rich/expected/mcp/input/warehouse.json").read_text("utf-8"))["tools"]
SPOKEN = [(one["name"], one[key]) for one in RICH for key in ("inputSchema", "outputSchema")]


@pytest.mark.parametrize(("name", "schema"), SPOKEN)
def test_so_do_those_of_a_fixture(name: str, schema: Any, tmp_path: Path) -> None:
    wanted = _expanded(schema, schema)
    wanted.pop("description", None)
    assert _back(tmp_path, schema) == wanted


ORDER = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "odd key": {"type": "integer", "default": 3},
        "pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "discriminator": {"propertyName": "kind"}},
        "note": {"type": "string"},
    },
    "required": ["sku"],
    "additionalProperties": False,
    "$defs": DEFS,
}


@pytest.fixture
def demo(tmp_path: Path) -> Any:
    names = Names()
    return imported(text(bundle([tool("order", ORDER, names, ORDER), tool("ping", ANYTHING, names)], names), OPTIONS), tmp_path)


def test_models_go_out_and_come_in(demo: Any) -> None:
    sent = []

    class Echo:
        def call(self, tool: Any, args: Any) -> Any:
            sent.append(args)
            return {"structuredContent": {**args, "pet": {"kind": "dog", "n": 1}}}

    client = demo.Client(Echo())
    result = client.order(demo.OrderArgs(sku="x", odd_key=4))
    assert sent == [{"sku": "x", "odd key": 4}]
    assert (type(result), result.odd_key, result.pet, result.note) == (demo.OrderResult, 4, demo.Dog(kind="dog", n=1), None)
    with pytest.raises(demo.ToolError, match="unknown key"):
        client.call("order", {"sku": "x", "skew": 1})
    with pytest.raises(ValidationError):
        demo.OrderArgs(sku="x", skew=1)


def test_handlers_receive_models_and_give_them(demo: Any) -> None:
    def order(args: Any) -> Any:
        assert isinstance(args, demo.OrderArgs)
        return demo.OrderResult(sku=args.sku, odd_key=args.odd_key + 1)

    raw = {"name": "order", "input": {"sku": "x"}}
    call = demo.parse_tool_call(raw)
    assert (call.args.odd_key, call.args.note) == (3, None)
    assert demo.dispatch(raw, {"order": order, "ping": print}).result.odd_key == 4
    local = demo.Client(demo.LocalTransport({"order": order}))
    assert local.order(demo.OrderArgs(sku="x")).odd_key == 4

    async def later(args: Any) -> Any:
        return order(args)

    client = demo.AsyncClient(demo.AsyncLocalTransport({"order": later}))
    assert asyncio.run(client.call("order", {"sku": "x"})).odd_key == 4


def test_a_newer_server_loses_no_result(tmp_path: Path) -> None:
    module = _module(tmp_path, newer_results.SCHEMA)
    assert ruff(tmp_path) == ""

    def read(value: Any, check: str) -> Any:
        class Answers:
            def call(self, tool: Any, args: Any) -> Any:
                return {"structuredContent": value}

        return module.Client(Answers(), check=check).t(module.TArgs())

    for name, value, by_types, in_full in newer_results.CASES:
        reads_texts = name == "a known tag without a discriminator"  # whose number pydantic reads from a text
        for check, fits in [(one, by_types or reads_texts) for one in ("types", "args", "off")] + [("full", in_full)]:
            if fits:
                assert isinstance(read(value, check), module.TResult), name
            else:
                with pytest.raises(module.ToolError, match="result of t do not fit") as refused:
                    read(value, check)
                assert refused.value.code == "invalid_result" and refused.value.issues, name

    part = {"id": "o2", "state": "lost", "colour": "red", "paid": {"kind": "coupon", "code": 7}, "refund": {"kind": "coupon"}}
    answer = {"id": "1", "parts": [part, {"id": "o3", "paid": {"kind": "cash", "note": 1}}]}
    newer, known = read(answer, "types").parts
    assert (type(newer), newer.state, newer.paid.kind, newer.paid.code, newer.refund.kind) == (
        module.Order, "lost", "coupon", 7, "coupon"
    )  # fmt: skip
    assert known.paid == module.Cash(kind="cash", note=1)
    dumped = read(answer, "types").model_dump(exclude_unset=True, warnings=False)
    assert dumped == {**answer, "parts": [{key: one for key, one in part.items() if key != "colour"}, answer["parts"][1]]}


USE = """\
import demo
def right(client: demo.Client, pet: demo.Cat | demo.Dog) -> None:
    result: demo.OrderResult = client.order(demo.OrderArgs(sku="x", odd_key=4, pet=pet))
    key: int = result.odd_key
    note: str | None = client.call("order", demo.OrderArgs(sku="x")).note
def wrong(client: demo.Client) -> None:
    demo.OrderArgs()
    demo.OrderArgs(sku=1)
    demo.OrderArgs(sku="x", skew="y")
    demo.Dog(kind="cat")
    client.order(demo.PingArgs())
    client.call("orders", demo.OrderArgs(sku="x"))
"""


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_mistakes_are_errors_and_nothing_else_is(checker: Any, demo: Any, tmp_path: Path) -> None:
    write({"demo.py": Path(demo.__file__).read_text("utf-8"), "use.py": USE}, tmp_path)
    assert {line for file, line, _ in checker(tmp_path, "use.py") if file == "use.py"} == set(range(7, 13))
