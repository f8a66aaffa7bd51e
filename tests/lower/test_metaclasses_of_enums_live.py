"""Enums whose metaclass has methods of its own, against pydantic itself; and the versions that metadata tell."""

import pytest

from harness import LIVE, types
from live_types import check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
from enum import Enum, EnumMeta
from importlib.metadata import PackageNotFoundError, version
from pydantic import BaseModel, Field

class ByName(EnumMeta):
    def __init__(cls, *args, **kwargs):
        super().__init__(*args, **kwargs)
        cls._names = {item.value.lower(): item.name for item in cls}
    def __getitem__(cls, name):
        return super().__getitem__(name.upper())

class Color(str, Enum, metaclass=ByName):
    '''Colors.'''
    RED = "Red"
    red = "Other"

class Shorter(EnumMeta):
    def __iter__(cls):
        return (one for one in super().__iter__() if one.value != "T")

class Element(Enum, metaclass=Shorter):
    H = "H"
    T = "T"

class Called(EnumMeta):
    def __call__(cls, value, *args, **kwargs):
        return cls.A

class Any(Enum, metaclass=Called):
    A = "a"
    B = "b"
"""

EXACT = {
    "a loop": "class M(BaseModel):\n    a: list[str] = [one.value for one in Element]",
    "a list of them": "class M(BaseModel):\n    a: list[Element] = list(Element)",
    "all members count": "class M(BaseModel):\n    a: Color\n    b: Element = Element.T\n    c: Any",
}

DECLINED = {
    "a member by its name": "class M(BaseModel):\n    a: Color = Color['red']",
    "a member by its value": "class M(BaseModel):\n    a: Any = Any('b')",
    "a metaclass that describes": "class Told(EnumMeta):\n    def __init__(cls, *args):\n        cls.__doc__ = 'x'\nclass M(Enum, metaclass=Told):\n    A = 1",
    "a package that is not installed": "class M(BaseModel):\n    a: str = version('absent')",
}


@pytest.mark.parametrize("source", EXACT.values(), ids=EXACT.keys())
def test_it_is_what_pydantic_reports(source: str) -> None:
    reports = types(HEAD + source, versions=LIVE)
    assert {name: one.diagnostics for name, one in reports.items() if one.fidelity != "exact"} == {}
    assert check(HEAD + source) == 2 * len(reports)


@pytest.mark.parametrize("source", DECLINED.values(), ids=DECLINED.keys())
def test_what_methods_of_metaclasses_give_is_not_known(source: str) -> None:
    assert types(HEAD + source, versions=LIVE)["M"].fidelity != "exact"


def test_a_version_is_what_the_metadata_of_the_search_path_say() -> None:
    source = """
try:
    VERSION = version("pydantic")
except PackageNotFoundError:
    VERSION = "0"
def found(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return "0"
class M(BaseModel):
    a: str = VERSION
    b: str = Field(f"app/{version('pydantic')}", description=found("pydantic"))
"""
    report = types(HEAD + source, versions=LIVE)["M"]
    made = (report.schema or {})["properties"]
    assert report.fidelity == "exact"
    assert made["a"]["default"] == LIVE["pydantic"]
    assert (made["b"]["default"], made["b"]["description"]) == (f"app/{LIVE['pydantic']}", LIVE["pydantic"])
