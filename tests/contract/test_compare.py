"""Changes between two contracts: every row of the table in both directions, and what is taken for the same tool."""

from typing import Any

import pytest

from contract.pairs import PAIRS, Listed, listed
from small_bundles import bundle, server, tool
from toolc.contract.change import Change, Place
from toolc.contract.compare import compare
from toolc.contract.rules import CATEGORIES, RULES
from toolc.ir import Bundle, Tool


def changes_of(*given: Listed) -> Bundle:
    return bundle(server(*(made(one) for one in given if one is not None)))


def made(given: dict[str, Any]) -> Tool:
    return tool(
        given["name"],
        schema=given["inputSchema"],
        description=given["description"],
        output_schema=given.get("outputSchema"),
        annotations=given.get("annotations"),
        title=given.get("title"),
        icons=given.get("icons"),
        meta=given.get("_meta"),
        execution=given.get("execution"),
    )


def codes(changes: tuple[Change, ...]) -> set[str]:
    return {change.code for change in changes}


@pytest.mark.parametrize("name", PAIRS)
def test_a_change_has_its_code(name: str) -> None:
    old, new, there, back = PAIRS[name]
    assert codes(compare(changes_of(old), changes_of(new), {})) == there
    assert codes(compare(changes_of(new), changes_of(old), {})) == back


def test_every_rule_is_shown() -> None:
    shown = {code for *_, there, back in PAIRS.values() for code in there | back}
    tools = {number for number in RULES if not number.startswith("TD2")}  # the others are in test_components.py
    early = {"TD107", "TD116"}  # in test_window.py
    assert tools - shown - early == {"TD102", "TD103", "TD154", "TD190"}  # of two tools, below, or of what `check` finds


def test_what_breaks_a_category_is_an_error_for_it() -> None:
    (change,) = compare(changes_of(PAIRS["description changed"][0]), changes_of(PAIRS["description changed"][1]), {})
    assert [change.severity(category, {}) for category in CATEGORIES] == ["warning", "warning", "error", "error"]
    assert change.severity("pin", {"TD150": "off"}) == "off"


def test_an_example_shows_the_break() -> None:
    old, new, *_ = PAIRS["bound tightened"]
    (change,) = compare(changes_of(old), changes_of(new), {})
    (example,) = change.example
    assert change.at == "q" and isinstance(example, int) and example > 9


# --- which tool is which ---------------------------------------------------------------------------------------------

FIND = tool("find")


def test_a_renamed_tool_is_told_as_one() -> None:
    (gone,) = (one for one in compare(bundle(server(tool())), bundle(server(FIND)), {}) if one.code != "TD104")
    assert gone.code == "TD102" and "`find`" in gone.message and '"find" = "search"' in gone.help


def test_a_tool_renamed_on_purpose_is_compared() -> None:
    new = tool("find", description="Find.")
    assert codes(compare(bundle(server(tool())), bundle(server(new)), {"find": "search"})) == {"TD103", "TD150", "TD190"}


def test_another_schema_is_no_renaming() -> None:
    other = tool("find", schema={"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]})
    assert codes(compare(bundle(server(tool())), bundle(server(other)), {})) == {"TD101", "TD104"}


def test_a_candidate_is_named_though_it_takes_other_arguments() -> None:
    query, limit, page = {"type": "string"}, {"type": "integer"}, {"type": "integer"}
    old = listed({"query": query, "limit": limit}, "query") | {"name": "search_products"}
    new = listed({"query": query, "limit": limit, "page": page}, "query") | {"name": "find_products"}
    other = listed({"id": query}, "id", description="Delete an order.") | {"name": "delete_order"}
    found = compare(changes_of(old), changes_of(other, new), {})
    [renamed] = [one for one in found if one.code == "TD102"]
    assert "`find_products` is new and is much like it" in renamed.message
    assert renamed.severity("call", {}) == "error"  # callers say the old name
    assert [one.code for one in compare(changes_of(old), changes_of(other), {})] == ["TD104", "TD101"]


def test_two_that_are_gone_are_not_both_one_new_tool() -> None:
    one, two, new = (listed({"q": {"type": "string"}}) | {"name": name} for name in ("search_a", "search_b", "search_c"))
    found = [change.code for change in compare(changes_of(one, two), changes_of(new), {})]
    assert sorted(found) == ["TD101", "TD102", "TD104"]


def test_a_tool_on_another_server_is_another_tool() -> None:
    old = bundle(server(tool(), name="a"), server(FIND, name="b"))
    new = bundle(server(name="a"), server(FIND, tool(), name="b"))
    assert codes(compare(old, new, {})) == {"TD101", "TD104"}


def test_names_of_packages_and_servers_may_differ_as_a_whole() -> None:
    assert compare(bundle(server(tool())), bundle(server(tool(), name="tools"), package="snapshot"), {}) == ()


def test_two_tools_of_one_name_are_told_apart_by_their_server() -> None:
    old = bundle(server(tool(), name="a"), server(tool(description="Other."), name="b"))
    assert compare(old, old, {}) == ()


def test_a_schema_that_cannot_be_told_is_not_safe() -> None:
    vague = Tool("search", "shop.tools:search", "mcp", tool().span, "Search.", fidelity="unknown")
    for old, new in ((tool(), vague), (vague, tool()), (vague, vague)):
        assert codes(compare(bundle(server(old)), bundle(server(new)), {})) == {"TD199"}


def test_moved_source_is_reported() -> None:
    moved = Tool("search", "shop.other:search", "mcp", tool().span, "Search.", input_schema=tool().input_schema)
    assert codes(compare(bundle(server(tool())), bundle(server(moved)), {})) == {"TD190"}


AMOUNT: dict[str, Any] = {"anyOf": [{"type": "number"}, {"type": "string"}]}


def results(sent: dict[str, Any] | None, reported: dict[str, Any] = AMOUNT) -> Bundle:
    """One tool that reports a field `amount` and, unless `sent` is None, sends it in another form."""
    wrapped = {"type": "object", "properties": {"amount": reported}, "required": ["amount"]}
    result = None if sent is None else {**wrapped, "properties": {"amount": sent}}
    return bundle(server(tool(output_schema=wrapped, result_schema=result)))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (results({"type": "string"}), results(AMOUNT), "TD130"),
        (results(AMOUNT), results({"type": "string"}), "TD132"),
        (results({"type": "string"}), results(None), "TD130"),
        (results(None), results({"type": "string"}), "TD132"),
        (results({"type": "string"}), results({"type": "string", "title": "Amount"}), ""),
        (results({"type": "string"}), results({"type": "integer"}), "TD130"),
        (results({"type": "string"}), results({"type": "integer"}, {"type": "integer"}), "TD130"),
        (results({"type": "string"}), results({"type": "string"}, {"type": "string"}), "TD132"),
    ],
)
def test_a_result_changes_where_the_schema_that_is_reported_does_not(old: Bundle, new: Bundle, code: str) -> None:
    changes = compare(old, new, {})
    assert [one.code for one in changes if one.code != "TD132" or code == "TD132"] == ([code] if code else [])
    assert {one.at for one in changes} <= {"result.amount"}


def test_results_are_not_compared_with_what_does_not_tell_them() -> None:
    """Recorded schemas are those that servers report; a lock of toolc 0.9.0 has no others either."""
    old, new = results(None), results({"type": "integer"})
    assert codes(compare(old, new, {})) == {"TD132"}
    assert codes(compare(old, new, {}, sent=True)) == set()
    assert codes(compare(old, new, {}, unknown_results={Place("shop", "main", "search")})) == set()
