"""The configuration in force: where it can stand, and which one wins."""

import pytest

from harness import types
from written import HEAD

TITLES = {
    "none": ("class X(BaseModel): ...", "X"),
    "model_config": ("class X(BaseModel):\n    model_config = ConfigDict(title='a')", "a"),
    "a plain dict": ("class X(BaseModel):\n    model_config = {'title': 'a'}", "a"),
    "a constant": ("C = ConfigDict(title='a')\nclass X(BaseModel):\n    model_config = C", "a"),
    "merged": ("class A(BaseModel):\n    model_config = ConfigDict(title='a')\nclass X(A):\n    model_config = ConfigDict(extra='allow')", "a"),
    "overridden": ("class A(BaseModel):\n    model_config = ConfigDict(title='a')\nclass X(A):\n    model_config = ConfigDict(title='b')", "b"),
    "header wins": ("class X(BaseModel, title='h'):\n    model_config = ConfigDict(title='a')", "h"),
    "class Config": ("class X(BaseModel):\n    class Config:\n        title = 'c'", "c"),
    "dataclass": ("@pydantic.dataclasses.dataclass(config=ConfigDict(title='d'))\nclass X: ...", "d"),
    "__pydantic_config__": ("class X(TypedDict):\n    __pydantic_config__ = ConfigDict(title='t')\n    a: int", "t"),
}  # fmt: skip


@pytest.mark.parametrize("name", TITLES)
def test_title(name: str) -> None:
    source, expected = TITLES[name]
    report = types(f"{HEAD}\n{source}\n")["X"]
    assert (report.fidelity, (report.schema or {}).get("title")) == ("exact", expected)


def test_a_configuration_that_is_computed_is_not_exact() -> None:
    source = f"{HEAD}\ndef make(): return input()\nclass X(BaseModel):\n    model_config = make()\n    a: int\n"
    assert types(source)["X"].fidelity != "exact"
