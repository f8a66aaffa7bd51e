"""Models that look different as they are sent and as they come back: each side has one name."""

from typing import Any

from client_bundles import tool
from toolc.ir import Ref, Server
from toolc.schema.view import Names, package_with_sides


def _object(defs: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"type": "object", "properties": keys, "required": list(keys), "$defs": defs}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _model(**keys: str) -> dict[str, Any]:
    return {"type": "object", "properties": {key: {"type": type_} for key, type_ in keys.items()}, "required": list(keys)}


def _names(*sides: tuple[dict[str, Any], dict[str, Any]]) -> list[str]:
    names = Names()
    tools = tuple(tool(f"f{number}", arguments, names, result) for number, (arguments, result) in enumerate(sides))
    return [one.name for one in package_with_sides("p", (Server("s", "mcp", "mcp", "", tools),), names).types]


SENT, BACK, THIRD = _model(amount="number"), _model(amount="string"), _model(amount="boolean")


def _args(model: dict[str, Any], name: str = "Money") -> dict[str, Any]:
    return _object({name: model}, price=_ref(name))


def test_what_comes_back_has_the_name_of_the_model() -> None:
    assert _names((_args(SENT), _args(BACK))) == ["MoneyInput", "Money"]


def test_what_refers_to_them_has_their_names() -> None:
    names = Names()
    tools = (tool("f", _args(SENT), names, _args(BACK)),)
    (server,) = package_with_sides("p", (Server("s", "mcp", "mcp", "", tools),), names).servers
    assert server.tools[0].parameters[0].property.type == Ref("MoneyInput")
    assert "Ref(name='Money')" in repr(server.tools[0].result)


def test_a_type_of_both_sides_keeps_its_name() -> None:
    assert _names((_args(SENT), _args(SENT)), (_args(BACK), _args(SENT))) == ["Money", "Money2"]


def test_several_forms_of_one_side_are_counted() -> None:
    assert _names((_args(SENT), _args(BACK)), (_args(THIRD), _args(BACK))) == ["MoneyInput", "Money", "MoneyInput2"]


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    taken = _args(THIRD, "MoneyInput")
    assert _names((taken, _args(BACK)), (_args(SENT), taken)) == ["MoneyInput", "Money", "MoneyInput2"]
