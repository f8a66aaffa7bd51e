"""What code makes of a class: its bases, its decorators, statements behind it, and hooks, against pydantic itself."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
from typing import Annotated, ClassVar, NamedTuple, Union, cast

from pydantic import AfterValidator, BaseModel, Discriminator, Tag
from pydantic_core import core_schema
"""

UNRESOLVED = {
    "a decorator that makes another class of a plain one": """
def record(cls): return NamedTuple(cls.__name__, [("a", int)])
@record
class Row:
    a: int
class M(BaseModel):
    row: Row
""",
    "fields that a base changes once the class is complete": """
class A(BaseModel):
    kind: str = "a"
    @classmethod
    def __pydantic_init_subclass__(cls, **more):
        cls.model_fields["kind"].default = cls.__name__
        cls.model_rebuild(force=True)
class M(A): ...
""",
    "a name that is set on a class in a loop": """
class M(BaseModel):
    x: int
for kind in M.__mro__[:1]:
    kind.__name__ = f"My {kind.__name__}"
""",
    "a docstring that is set on a class in a loop": """
class M(BaseModel):
    class Inner(BaseModel):
        x: int
    inner: Inner
for kind in (M.Inner,):
    setattr(kind, "__doc__", "Told.")
""",
}


@pytest.mark.parametrize("name", UNRESOLVED)
def test_what_code_makes_of_a_class_later_is_not_known(name: str) -> None:
    assert types(HEAD + UNRESOLVED[name], versions=LIVE)["M"].fidelity == "unknown"


TOLD = {
    "hooks of pydantic 1 beside those of pydantic 2": """
class Kept:
    @classmethod
    def __get_validators__(cls): yield cls
    @classmethod
    def __modify_schema__(cls, schema): schema.update(type="string")
    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler): return core_schema.any_schema()
    @classmethod
    def _said(cls): return {"type": "object", "title": f"{cls.__module__}.{cls.__qualname__}"}
    @classmethod
    def __get_pydantic_json_schema__(cls, core, handler): return cls._said()
class M(BaseModel):
    kept: Kept
""",
    "decorators that keep the class": """
class Registry:
    def register_object(self, name, kind): ...
REGISTRY = Registry()
def public(obj):
    type.__setattr__(obj, "_is_public", True)
    return cast("T", obj)
def known(kind):
    REGISTRY.register_object(kind.__name__, kind)
    return kind
@public
@known
class M(BaseModel):
    x: int
""",
    "a registry of complete subclasses": """
class A(BaseModel):
    known: ClassVar[dict[str, type]] = {}
    @classmethod
    def __pydantic_init_subclass__(cls, **more):
        super().__pydantic_init_subclass__(**more)
        A.known[cls.__name__] = cls
class M(A):
    x: int
""",
    "annotations that a base only looks at": """
class A(BaseModel):
    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        if cls.__annotations__.get("x") is None and cls.__module__.startswith("none"): raise TypeError(cls.__name__)
class M(A):
    x: int
""",
    "names of functions": """
def f(): ...
f.__name__ = "g"
f.__doc__ = "Told."
class M(BaseModel):
    x: int
""",
    "metadata that a function gives back": """
def tagged(key: str, *kinds: type) -> Discriminator:
    known = {kind.__name__ for kind in kinds}
    def choose(value): return "a"
    return Discriminator(choose)
def checked(low: int):
    def check(value): return value
    return AfterValidator(check)
class A(BaseModel):
    k: int
class B(BaseModel):
    k: str
U = Annotated[Union[Annotated[A, Tag("a")], Annotated[B, Tag("b")]], tagged("k", A, B)]
class M(BaseModel):
    u: U
    v: Annotated[int, checked(3)]
""",
}


def test_what_a_model_reports_of_itself_does_not_concern_others() -> None:
    source = HEAD + "\n".join([
        "class A(BaseModel):",
        "    x: int",
        "    @classmethod",
        "    def model_json_schema(cls, *args, **more): return {**super().model_json_schema(*args, **more), 'y': 1}",
        "class M(BaseModel):",
        "    a: A",
        "    b: list[A] = []",
        "As = list[A]",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"A"}
    check(source)


@pytest.mark.parametrize("name", TOLD)
def test_what_code_leaves_of_a_class(name: str) -> None:
    assert_all_exact(HEAD + TOLD[name])
