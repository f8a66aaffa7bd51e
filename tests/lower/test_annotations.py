"""Annotations as types: spelled back, and the codes of those that cannot be followed."""

import pytest

from harness import program, tools
from toolc.lower.annotations.resolve import Annotations
from toolc.lower.definitions import Definitions
from toolc.lower.functions import Functions
from toolc.program import DefinitionValue, ProgramPoint
from toolc.signature import Signature, Unresolved
from toolc.types.format import display

HEAD = """
from __future__ import annotations
import typing as t, datetime, missing
from enum import Enum
from typing import Annotated, Any, Callable, Dict, List, Literal, NewType, Optional, Tuple, TypeVar, Union
from pydantic import BaseModel, Field, conint, conlist
T = TypeVar("T")
class M(BaseModel): ...
class C:
    class D: ...
class E(Enum):
    A = 1
Ids = List[int]
Pair = Dict[str, T]
Old = Union[int, "M"]
Num = NewType("Num", int)
"""


def signature(source: str, name: str = "f") -> Signature:
    linked = program(source)
    assert linked.library.find("app") is not None
    target = linked.lookup(name, ProgramPoint("app"))
    assert isinstance(target, DefinitionValue)
    annotations = Annotations(linked)
    return Functions(annotations, Definitions(annotations)).signature(target)


RESOLVED = {
    "int": "int", "None": "None", "'int'": "int", "'M | None'": "M | None", "t.Any": "Any", "object": "object", "datetime.date": "date",
    "List[int]": "list[int]", "t.Dict[str, Any]": "dict[str, Any]", "list": "list", "List": "list", "dict[str, list[M]]": "dict[str, list[M]]",
    "Optional[int]": "int | None", "int | None | int": "int | None", "Union[int, Union[str, None]]": "int | str | None", "Union[int]": "int",
    "Optional[None]": "None", "None | int": "None | int", "tuple[int, ...]": "tuple[int, ...]", "Tuple[()]": "tuple[()]", "tuple[(int, str)]": "tuple[int, str]",
    "Literal['a', 1]": "Literal['a', 1]", "Literal[Literal['a'], 'a', 'b']": "Literal['a', 'b']", "Literal[E.A]": "Literal[E.A]", "Literal[True, 1]": "Literal[True, 1]",
    "Annotated[int, 'note']": "int", "Annotated[Annotated[int, 1], 2]": "int", "Callable[[int], str]": "Callable[[int], str]", "M": "M", "C.D": "D", "E": "E", "Ids": "list[int]",
    "Pair[int]": "dict[str, int]", "Pair": "dict[str, T]", "Old": "int | M", "Num": "Num", "conint(ge=1)": "int", "conlist(int)": "list[int]", "type[M]": "type[M]",
}  # fmt: skip


@pytest.mark.parametrize("annotation", RESOLVED)
def test_resolved(annotation: str) -> None:
    made = signature(f"{HEAD}def f(a: {annotation}): ...")
    assert display(made.parameters[0].type) == RESOLVED[annotation]


UNRESOLVED = {
    "nowhere": "`nowhere` is not defined here",
    "missing.Thing": "the package `missing` is not on the search path",
    "'not a type'": "`not a type` is not a type",
    "f()": "is not a type toolc can follow",
    "1 + 1": "it is not a type",
    "lambda: 1": "it is not a type",
    "(" * 0 + "list[" * 45 + "int" + "]" * 45: "the annotation is nested too deeply",
}


@pytest.mark.parametrize("annotation", UNRESOLVED, ids=lambda text: text[:20])
def test_unresolved(annotation: str) -> None:
    inner = signature(f"{HEAD}def f(a: {annotation}): ...").parameters[0].type
    while inner is not None and not isinstance(inner, Unresolved):
        inner = inner.args[0]  # type: ignore[union-attr]
    assert inner is not None
    assert UNRESOLVED[annotation] in inner.reason
    assert inner.code in ("TC307", "TC316", "TC332", "TC333")


SEEN = {
    "builtin": ("-> dict[str, int]", False, ""),
    "typing": ("-> Dict[str, int]", True, ""),
    "typing, bare": ("-> List", True, ""),
    "typing, in Annotated": ("-> Annotated[Dict[str, int], 1]", True, ""),
    "typing, by an alias": ("-> Ids", True, ""),
    "typing, quoted": ("-> 'Dict[str, int]'", True, "return"),
    "no alias of a class": ("-> Optional[int]", False, ""),
}


@pytest.mark.parametrize("name", SEEN)
def test_how_a_return_is_written(name: str) -> None:
    returns, typing, unread = SEEN[name]
    made = signature(f"{HEAD}def f() {returns}: ...")
    assert (made.returns_typing, " ".join(made.unresolved_names)) == (typing, unread)


QUOTED = {"list['M']": True, "'list[M]'": False, "'M'": False, "list['int']": False, "Literal['M']": False, "Annotated[int, 'M']": False, "Optional['M']": True, "Old": True}  # fmt: skip


@pytest.mark.parametrize("annotation", QUOTED)
def test_what_stays_a_string(annotation: str) -> None:
    source = HEAD.replace("from __future__ import annotations\n", "")
    assert ("a" in signature(f"{source}def f(a: {annotation}): ...").unresolved_names) is QUOTED[annotation]


def test_aliases_that_double_end() -> None:
    aliases = "".join(f"A{i} = tuple[A{i - 1}, A{i - 1}]\n" for i in range(1, 38))
    source = f"from mcp.server.fastmcp import FastMCP\nm = FastMCP('m')\nA0 = int\n{aliases}@m.tool()\ndef f(a: A37): ...\n"
    assert tools(source)["f"].fidelity == "unknown"


def test_a_long_literal_takes_time_in_proportion() -> None:
    values = ", ".join(map(repr, range(20_000)))
    head = "from typing import Literal\nfrom mcp.server.fastmcp import FastMCP\nm = FastMCP('m')\n"
    schema = tools(f"{head}@m.tool()\ndef f(a: Literal[{values}]): ...\n")["f"].input_schema
    assert schema is not None and len(schema["properties"]["a"]["enum"]) == 20_000


@pytest.mark.parametrize("annotation", ["None | None", "'int' | None", "None | 'int'"])
def test_what_python_does_not_join(annotation: str) -> None:
    """`|` between constants raises TypeError, whenever the annotation is evaluated."""
    made = signature(f"from __future__ import annotations\ndef f(a: list[{annotation}]): ...")
    assert "Unresolved" in repr(made.parameters[0].type)
