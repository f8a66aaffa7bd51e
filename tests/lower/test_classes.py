"""What kind a class is, and why one is not told exactly."""

import pytest

from harness import types
from written import HEAD

KINDS = {
    "class X(BaseModel): ...": "model",
    "class X(RootModel[int]): ...": "root_model",
    "@dataclass\nclass X: ...": "dataclass",
    "@pydantic.dataclasses.dataclass\nclass X: ...": "dataclass",
    "class X(TypedDict): ...": "typed_dict",
    "class X(NamedTuple):\n    a: int": "named_tuple",
    "class X(Enum):\n    A = 1": "enum",
    "X = NewType('X', int)": "new_type",
    "X = list[int]": "alias",
    "X = TypeAliasType('X', int)": "alias",
    "X = TypedDict('X', {'a': int})": "typed_dict",
    "X = Enum('X', 'A')": "enum",
}


@pytest.mark.parametrize("source", KINDS)
def test_kinds(source: str) -> None:
    assert types(f"{HEAD}\n{source}\n")["X"].kind == KINDS[source]


@pytest.mark.parametrize("source", ["class X: ...", "X = 3", "def X(): ...", "X = nowhere"])
def test_no_type(source: str) -> None:
    assert "X" not in types(f"{HEAD}\n{source}\n")


UNRESOLVED = {
    "hook": (
        "class X(BaseModel):\n    a: int\n    @classmethod\n    def __get_pydantic_core_schema__(cls, s, h): ...",
        "unknown",
    ),
    "metaclass": ("class X(BaseModel, metaclass=make()):\n    a: int", "unknown"),
    "decorator": ("@make\nclass X(BaseModel):\n    a: int", "unknown"),
    "unknown base": ("class X(nowhere, BaseModel):\n    a: int", "unknown"),
    "unknown member": ("class X(Enum):\n    A = make()", "unknown"),
    "unknown type": ("class X(BaseModel):\n    a: nowhere", "unknown"),
    "unknown default": ("class X(BaseModel):\n    a: int = make()", "approximate"),
    "unknown description": ("class X(BaseModel):\n    a: int = Field(description=make())", "approximate"),
    "unknown alias": ("class X(BaseModel):\n    a: int = Field(alias=make())", "unknown"),
    "class without a schema": ("class C: ...\nclass X(BaseModel):\n    a: C", "refused"),
    "class with a hook of its own": (
        "class C:\n    def __get_pydantic_core_schema__(s, h): ...\nclass X(BaseModel):\n    a: int | C",
        "unknown",
    ),
    "enum of the standard library": (
        "import http\nclass X(BaseModel, arbitrary_types_allowed=True):\n    a: http.HTTPStatus | str",
        "unknown",
    ),
    "base made by an unknown call": ("class X(make('X'), BaseModel):\n    a: int", "unknown"),
    "number that JSON has not": ("class X(BaseModel):\n    a: float = float('nan')", "approximate"),
    "bound that JSON has not": ("class X(BaseModel):\n    a: list[int] = Field(ge=float('-inf'))", "approximate"),
    "field without annotation": ("class X(BaseModel):\n    a = 3", "unknown"),
    "dataclass out of order": ("@dataclass\nclass X:\n    a: int = 1\n    b: int", "unknown"),
    "inherited property": ("class B:\n    @property\n    def a(self): ...\nclass X(B, BaseModel):\n    a: int", "approximate"),
    "value of the standard library": ("import errno\nclass X(BaseModel):\n    a: int = Field(ge=errno.ENOENT)", "approximate"),
    "value of another package": (
        "import settings\nclass X(BaseModel):\n    a: int = Field(title=settings.NAME)",
        "approximate",
    ),
    "default of another package": ("import settings\nclass X(BaseModel):\n    a: int = settings.DEFAULT", "approximate"),
    "default made by another package": ("import settings\nclass X(BaseModel):\n    a: int = settings.make()", "approximate"),
    "metadata of another package": (
        "import settings\nclass X(BaseModel):\n    a: Annotated[int, settings.Mark()]",
        "approximate",
    ),
    "configuration of another package": (
        "import settings\nclass X(BaseModel):\n    model_config = ConfigDict(extra=settings.E)",
        "unknown",
    ),
    "instance of a string class": (
        "class S(str):\n    def __new__(cls, v): return make(v)\nclass X(BaseModel):\n    a: str = S('x')",
        "approximate",
    ),
    "bound under a condition": ("class X(BaseModel):\n    a: int = 1\n    if make():\n        a = 2", "approximate"),
}


@pytest.mark.parametrize("name", UNRESOLVED)
def test_what_is_not_told_says_so(name: str) -> None:
    source, fidelity = UNRESOLVED[name]
    report = types(f"{HEAD}\ndef make(*a): return input()\n{source}\n")["X"]
    assert report.fidelity == fidelity
    assert report.diagnostics


BOMBS = {
    "circle of classes": "class A(BaseModel):\n    b: 'B'\nclass B(BaseModel):\n    a: A | None = None",
    "its own base": "class X(X): ...",
    "bases in a circle": "class A(B): ...\nclass B(A): ...",
    "alias of itself": "X = list['X']",
    "wide": "class X(BaseModel):\n" + "".join(f"    a{i}: int = {i}\n" for i in range(2_000)),
    "deep": "class X(BaseModel):\n    a: " + "list[" * 30 + "int" + "]" * 30,
    "chain of bases": "class X0(BaseModel): ...\n" + "".join(f"class X{i + 1}(X{i}): ...\n" for i in range(150)),
    "chain of fields": "class X0(BaseModel): ...\n" + "".join(f"class X{i + 1}(BaseModel):\n    x: X{i}\n" for i in range(150)),
    "a growing generic": "class X(BaseModel, Generic[T]):\n    x: 'X[list[T]] | None' = None",
    "long union": "X = " + " | ".join(f"list[{'int' if i % 2 else 'str'}]" for i in range(300)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_answered(name: str) -> None:
    assert isinstance(types(f"{HEAD}\n{BOMBS[name]}\n"), dict)
