"""What live functions and classes say: the facts behind schemas, read without any framework's help."""

# ruff: noqa: PIE796, UP007, UP045 -- the old spellings are meant

import dataclasses
import enum
from collections.abc import Callable
from typing import Annotated, Literal, Optional, TypeVar, Union

from typing_extensions import TypeAliasType, TypedDict

from toolc.runtime.live import Live
from toolc.signature import (
    NO_DEFAULT,
    NONE,
    Alias,
    CallConstant,
    Class,
    Generic,
    Given,
    Member,
    Plain,
    Unresolved,
)
from toolc.signature import (
    Annotated as Noted,
)
from toolc.signature import (
    Literal as Values,
)
from toolc.signature import (
    Union as Either,
)

INT, STR = Plain("builtins.int"), Plain("builtins.str")
T = TypeVar("T", bound=int)


class Level(enum.Enum):
    """How loud."""

    LOW = 1
    HIGH = 2
    TOP = 2


@dataclasses.dataclass
class Node:
    name: str
    children: "list[Node]" = dataclasses.field(default_factory=list)


class Keys(TypedDict, total=False):
    a: int


Ints = TypeAliasType("Ints", list[int])


def test_types() -> None:
    live = Live()
    assert live.type(int) == INT
    assert live.type(None) == NONE
    assert live.type(Optional[int]) == live.type(int | None) == Either((INT, NONE))
    assert live.type(Union[int, str, int]) == Either((INT, STR))
    assert live.type(dict[str, list[int]]) == Generic("builtins.dict", (STR, Generic("builtins.list", (INT,))))
    assert live.type(list) == Plain("builtins.list")
    assert live.type(tuple[()]) == Generic("builtins.tuple", ())
    assert live.type(Callable[[int], str]) == Generic("collections.abc.Callable", (INT, STR))
    assert live.type(Literal["a", Level.LOW]) == Values(("a", Member(f"{__name__}:Level", "LOW", 1)))
    assert live.type(Annotated[int, 3]) == Noted(INT, (3,))
    assert live.type(Ints) == Alias(f"{__name__}:Ints")
    assert isinstance(live.type("Nowhere"), Unresolved)


def test_definitions() -> None:
    live = Live()
    assert live.type(Node) == Class(f"{__name__}:Node")
    live.type(Keys)
    live.type(Level)
    node, keys, level = (live.definitions[f"{__name__}:{name}"] for name in ("Node", "Keys", "Level"))
    assert (node.kind, node.doc, [field.name for field in node.fields]) == ("dataclass", None, ["name", "children"])
    assert node.fields[1].type == Generic("builtins.list", (Class(f"{__name__}:Node"),))
    assert (keys.kind, [field.required for field in keys.fields]) == ("typed_dict", [False])
    assert (level.kind, level.doc, level.members) == ("enum", "How loud.", (("LOW", 1), ("HIGH", 2), ("TOP", 2)))


def test_two_classes_of_one_name_stay_apart() -> None:
    def make() -> type:
        @dataclasses.dataclass
        class Same:
            x: int

        return Same

    live = Live()
    first, second = live.type(make()), live.type(make())
    assert isinstance(first, Class)
    assert isinstance(second, Class)
    assert second.qualname == f"{first.qualname}#2"


def test_a_function() -> None:
    async def act(a: int, /, b: "str" = "x", *rest: T, level: Level = Level.LOW, bare=None) -> list[int]:  # type: ignore[no-untyped-def]
        """Do it."""
        return [a]

    live = Live()
    signature = live.signature(act)
    assert (signature.name, signature.doc, signature.is_async) == ("act", "Do it.", True)
    assert [one.kind for one in signature.parameters] == [
        "positional_only", "positional_or_keyword", "var_positional", "keyword_only", "keyword_only",
    ]  # fmt: skip
    assert [one.default for one in signature.parameters][:2] == [NO_DEFAULT, Given("x")]
    assert signature.parameters[3].default == Given(Member(f"{__name__}:Level", "LOW", 1))
    assert signature.parameters[4].type is None
    assert signature.returns == Generic("builtins.list", (INT,))
    assert not signature.returns_typing


def test_values() -> None:
    constant = Live().constants.constant
    assert constant([1, ("a", {2})]) == [1, ("a", {2})]
    assert constant(len) == Plain("builtins.len")
    assert constant(Node("x")) == CallConstant(f"{__name__}:Node", ("x", []))
    assert isinstance(constant(object()), CallConstant)
