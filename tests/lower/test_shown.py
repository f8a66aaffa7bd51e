"""Signatures as toolc writes them, against `inspect.signature` of the very same functions."""

import inspect
import re
import sys
import types
import typing
from typing import Any

import pytest

from harness import LIVE, VERSIONS, tools
from toolc.docstrings import MAX_TEXT
from toolc.ir import Tool
from toolc.systems.llama_index.docs import parameter_texts

HEAD = """
import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Dict, FrozenSet, List, Literal, NewType, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

from pydantic import BaseModel, Field, SecretStr


class Colour(Enum):
    RED = "red"
    TWO = 2


class Box(BaseModel):
    class Lid(BaseModel):
        size: int = 1


@dataclass
class Point:
    x: float


UserId = NewType("UserId", int)
Names = List[str]
T = TypeVar("T")
"""

TYPES = """
BaseModel; List[BaseModel]; Optional[Dict[str, BaseModel]]; Type[BaseModel]; BaseModel | None; Optional[SecretStr]
int; None; Any; object; list; List; Dict; Colour; Box.Lid; Point; Names; "int"; "Box | None"; datetime.datetime; Decimal
re.Pattern[str]; list[int]; list[None]; List[None]; list["Box"]; List["Box"]; dict[str, Any]; Dict[str, List[Any]]
Tuple[int, ...]; tuple[int, ...]; tuple[()]; T; list[T]; Optional[T]; dict[str, T] | None; Mapping[str, Colour]; Sequence[Colour]; Iterable[list[Point]]; Set[int]; FrozenSet[str]
Type[Box]; type[Box]; Optional[int]; Optional[Colour]; Optional["Box"]; Optional[list[Any]]; Union[int, str]; Union[int, int]
Union[int, None, str]; Union[None, Point]; Optional[Union[int, str]]; Union[int | str, None]; Optional[Literal["a", None]]
Union[list[int], List[int]]; int | None; None | int; Any | None; Colour | Box | None; list[int] | None; List[int] | None
list[int | None]; int | Optional[str]; Names | None; Literal["a"] | None; (int | str) | None; UserId | None; int | int
dict[str, int | None] | list[Any]; Literal["a", 1, True, None]; Literal[Colour.RED, "x"]; UserId; list[UserId]; Optional[UserId]
Annotated[int, "deep"]; Annotated[Optional[int], "deep"]; Annotated[Colour | None, "a", "b"]; list[Annotated[int, "deep"]]
Annotated[List[int], Field(description="many")]; Annotated[int, Field(ge=1, lt=9, title="T")]; Optional[Annotated[Box, "one"]]
Annotated[str, Field(min_length=1, max_length=3, description="it's")]
"""
DEFAULTS = [
    "None",
    "1",
    "-2.5",
    "'it\\'s'",
    "b'x'",
    "[1, 'a']",
    "(1,)",
    "{'a': [None]}",
    "{1}",
    "Colour.RED",
    "Colour.TWO",
    "1e-3",
    "()",
    "datetime.datetime(2024, 1, 2)",
    "datetime.date(2024, 1, 2)",
    "datetime.time(hour=3)",
    "datetime.timedelta(days=1, seconds=4)",
]


FUNCTIONS = [f"def f(a: {type_}, *, b: {type_} = None) -> {type_}: ..." for type_ in re.split(r"; |\n", TYPES.strip())]
FUNCTIONS += [f"def f(a={default}, b: Any = {default}): ..." for default in DEFAULTS]
FUNCTIONS += ["def f(a, b, /): ...", "def f(a, /, b, *c: int, d, **e: str): ...", "def f(*, a): ...", "def f(): ..."]


@pytest.mark.parametrize("source", FUNCTIONS)
@pytest.mark.parametrize("future", [False, True])
def test_as_this_python_writes_it(source: str, future: bool) -> None:
    text = f"{'from __future__ import annotations' if future else ''}\n{HEAD}\n{source}\n"
    module = types.ModuleType("demo")
    sys.modules["demo"] = module
    try:
        exec(compile(text, "demo.py", "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules["demo"]
        for forget in typing._cleanups:  # type: ignore[attr-defined]  # other tests must not meet the unions made here
            forget()
    assert _description(text, LIVE) == f"f{inspect.signature(module.f)}"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("python", "shown"),
    [
        ("3.10", "f(a: Optional[int], b: int | None, c: typing.Annotated[int, 'x'], d: pathlib.Path)"),
        ("3.12", "f(a: Optional[int], b: int | None, c: Annotated[int, 'x'], d: pathlib.Path)"),
        ("3.13", "f(a: Optional[int], b: int | None, c: Annotated[int, 'x'], d: pathlib._local.Path)"),
        ("3.14", "f(a: int | None, b: int | None, c: Annotated[int, 'x'], d: pathlib.Path)"),
    ],
)
def test_other_versions(python: str, shown: str) -> None:
    source = "from pathlib import Path\nfrom typing import Annotated, Optional\n"
    source += 'def f(a: Optional[int], b: int | None, c: Annotated[int, "x"], d: Path): ...\n'
    assert _description(source, {**VERSIONS, "python": python}) == shown


@pytest.mark.parametrize(
    "source",
    [
        "def f(a=object()): ...",
        "def f(a={1, 2}): ...",
        "from elsewhere import Thing\ndef f(a: Thing): ...",
        "from typing import Callable\ndef f(a: Callable[[int], str]): ...",
        "from enum import Enum\nclass E(Enum):\n    A = 1\n    def __repr__(self): return 'x'\ndef f(a: E = E.A): ...",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: int\ndef f(a=P(1)): ...",
        "def renamed(c): return c\n@renamed\nclass C: ...\ndef f(a: C): ...",
    ],
)
def test_what_only_the_program_tells(source: str) -> None:
    tool = _made(source, VERSIONS)
    assert tool.description is None
    assert "TC371" in [diagnostic.code for diagnostic in tool.diagnostics]


@pytest.mark.parametrize(
    ("doc", "texts"),
    [
        (":param a: First.\n:param b: Second.", {"a": "First."}),
        ("a (int): One\n    more.\nb (str): Two.", {"a": "One"}),
        ("@param a  It.\n:param a: Other.", {"a": "Other."}),
        ("a: No type.", {}),
        ("x" * (MAX_TEXT + 1), None),
        (" \n" * 600, None),
    ],
)
def test_texts_of_parameters(doc: str, texts: Any) -> None:
    assert parameter_texts(doc, {"a"}) == texts


def _description(source: str, versions: dict[str, str]) -> str | None:
    return _made(source, versions).description


def _made(source: str, versions: dict[str, str]) -> Tool:
    registered = f"{source}\nfrom llama_index.core.tools import FunctionTool\nFunctionTool.from_defaults(f)\n"
    return tools({"demo.py": registered}, versions=versions)["f"]
