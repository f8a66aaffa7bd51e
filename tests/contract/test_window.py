"""The window of deprecations: how long what is deprecated stays, by versions alone."""

import pytest

from small_bundles import bundle, server, tool
from toolc.contract.change import Place
from toolc.contract.compare import compare
from toolc.contract.deprecations import deprecated_parts
from toolc.contract.lock import deprecated_since, keep_deprecations, lock_bytes, lock_entries, read_entries
from toolc.contract.window import Since, Window, judge_deprecations, window
from toolc.ir import Bundle, Package, Project

OLD_LIMIT = {"type": "object", "properties": {"limit": {"type": "integer", "deprecated": True}}}
NEW_LIMIT = {"type": "object", "properties": {}}
GONE = bundle(server(tool(), tool("late", description="Be late.\n\nDeprecated: use find.", schema=OLD_LIMIT)))
LEFT = bundle(server(tool()))
LATE = Place("shop", "main", "late")


@pytest.mark.parametrize(
    ("text", "since", "earliest"),
    [
        ("1 minor", "1.4.2", (1, 5, 0)), ("2 minor", "v1.4", (1, 6, 0)), ("1 major", "1.4.2", (2, 0, 0)),
        ("3 patch", "1.4.2", (1, 4, 5)), ("1 minor", "0.9", (0, 10, 0)), ("1 major", "2.0.0rc1", (3, 0, 0)),
        ("1 minor", "soon", None),
    ],
)  # fmt: skip
def test_the_first_version_in_which_it_may_go(text: str, since: str, earliest: tuple[int, int, int] | None) -> None:
    found = window(text)
    assert found is not None and found.earliest(since) == earliest


def test_no_window_is_none() -> None:
    assert window("") is None


@pytest.mark.parametrize(
    ("description", "decorator", "since"),
    [
        ("Search.\n\n.. deprecated:: 1.4", None, "1.4"), ("Deprecated since 1.4.2: use find.", None, "1.4.2"),
        ("Deprecated since version 2.0.", None, "2.0"), ("Deprecated: use find.", None, ""), ("Search.", "Since 1.4.", "1.4"),
        ("Search.", "Use find.", ""), ("Search.", "", ""),
        ("Search.\n\nDeprecated: use find.\n\nArgs:\n    a: deprecated since 1.2.", None, ""),
    ],
)  # fmt: skip
def test_since_when_an_author_says(description: str, decorator: str | None, since: str) -> None:
    assert dict(deprecated_parts(tool(description=description, deprecated=decorator))) == {"": since}


def test_parameters_say_it_too() -> None:
    told = {"type": "integer", "deprecated": True, "description": "Deprecated since 1.3."}
    one = tool(schema={"type": "object", "properties": {"a": told, "b": {"type": "integer", "deprecated": True}, "c": {}}})
    assert dict(deprecated_parts(one)) == {"a": "1.3", "b": ""}


def codes(old: Bundle, new: Bundle, since: Since, before: str, after: str) -> list[tuple[str, str]]:
    made = judge_deprecations(compare(old, new, {}), Window(2, "minor"), old, since, {"shop": before}, {"shop": after})
    return [(one.code, one.message) for one in made]


@pytest.mark.parametrize(
    ("since", "before", "after", "code", "said"),
    [
        ("1.4.0", "1.5.0", "1.5.9", "TD107", "deprecated since 1.4.0, it stays until 1.6.0 (deprecation-window), and this is 1.5.9"),
        ("1.4.0", "1.5.0", "1.6.0", "TD106", "is gone, as it said: Deprecated: use find."),
        ("1.4.0", "1.5.0", "2.0.0", "TD106", "is gone, as it said"),
        ("", "1.4.0", "1.5.0", "TD107", "deprecated by 1.4.0, it stays until 1.6.0"),
        ("", "1.4.0", "1.6.0", "TD106", "is gone, as it said"),
        ("", "", "1.6.0", "TD107", "since which version it is deprecated is not known"),
        ("1.4.0", "1.5.0", "", "TD107", "the version of its package now is not known"),
    ],
)  # fmt: skip
def test_what_went_too_early_breaks(since: str, before: str, after: str, code: str, said: str) -> None:
    [(found, message)] = codes(GONE, LEFT, {(LATE, ""): since} if since else {}, before, after)
    assert found == code and said in message


def test_a_parameter_is_held_to_the_window_too() -> None:
    old = bundle(server(tool("late", schema=OLD_LIMIT)))
    new = bundle(server(tool("late", schema=NEW_LIMIT)))
    since = {(LATE, "limit"): "1.4.0"}
    assert [code for code, _ in codes(old, new, since, "1.5.0", "1.5.0")] == ["TD116"]
    assert [code for code, _ in codes(old, new, since, "1.5.0", "1.6.0")] == ["TD115"]


def test_too_early_is_an_error_and_in_time_is_a_warning() -> None:
    [early] = judge_deprecations(compare(GONE, LEFT, {}), Window(1, "major"), GONE, {(LATE, ""): "1.0"}, {}, {"shop": "1.9"})
    [late] = judge_deprecations(compare(GONE, LEFT, {}), Window(1, "major"), GONE, {(LATE, ""): "1.0"}, {}, {"shop": "2.0"})
    assert early.severity("call", {}) == "error" and late.severity("pin", {}) == "warning"


def versioned(version: str) -> Bundle:
    return Bundle(tuple(Package(one.name, one.servers, project=Project(version)) for one in GONE.packages))


def test_a_lock_remembers_the_first_version() -> None:
    first = lock_entries(versioned("1.4.0"))
    again = tuple(keep_deprecations(lock_entries(versioned("1.5.0")), read_entries(lock_bytes(first, "1"), "toolc.lock")))
    assert deprecated_since(again) == {(LATE, ""): "1.4.0", (LATE, "limit"): "1.4.0"}
    assert deprecated_since(keep_deprecations(lock_entries(LEFT), again)) == {}
    assert deprecated_since(lock_entries(GONE)) == {}  # nobody says the version


def test_a_decorator_is_a_deprecation() -> None:
    old, new = (bundle(server(tool("late", deprecated=words))) for words in (None, "Use find."))

    def changes_of(one: Bundle, other: Bundle) -> list[tuple[str, str]]:
        return [(change.code, change.message) for change in compare(one, other, {})]

    assert changes_of(old, new) == [("TD105", "is deprecated now: @deprecated: Use find.")]
    assert [code for code, _ in changes_of(new, old)] == ["TD151"]
    assert [one.code for one in compare(new, bundle(), {})] == ["TD106"]
