"""Arguments of generics that nobody writes, and names made of arguments, as toolc reads them and as pydantic reports them."""

import pytest

from live_types import assert_all_exact
from surface import EXTRA_HEAD
from surfeit import WIDEST_HEAD
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

SOURCES = {
    "defaults of variables are arguments": """
        class Both(BaseModel, Generic[T, V]):
            one: T
            two: list[V] = []
        class Lists(BaseModel, Generic[X]):
            one: X
        class Keys(TypedDict, Generic[T, V]):
            one: T
            two: V
        @dataclass
        class Data(Generic[V, X]):
            one: V
            two: X
        class Holder(BaseModel, Generic[T]):
            a: Both[str]
            b: Both[Both[bool], T]
            c: Both[T]
            d: Keys[str]
            e: Data[bool]
            f: Lists[int]
            g: Both[Keys[int], Data[str]]
        class Given(Holder[int]): pass
    """,
    "bare models among the arguments bring their variables": """
        class Page(BaseModel, Generic[T]):
            a: T
        class Pages(Page[Page]):
            x: int
        class Lists(Page[list[Page]]): pass
        class Itself(Page['Itself']):
            y: Optional['Itself'] = None
        class Outer(BaseModel, Generic[T]):
            r: Pages
            l: Lists
            t: T
        class Given(Outer[int]): pass
        class Use(BaseModel):
            o: Outer[str]
            q: Pages[int]
            s: Itself
        class Root(RootModel[Page], Generic[T]): pass
        class Texts(Root[str]): pass
    """,
    "of two of one name the inner one is the first": """
        class A(BaseModel):
            v: tuple['A', ...] = ()
        First = A
        class A(BaseModel):
            only: First
        class Use(BaseModel):
            held: A
            again: Annotated[A, Field(description='Outcome.')]
        class Both(BaseModel):
            first: First
            b: A
            c: A
    """,
    "an enum whose members are what they hold": """
        class E(int, enum.ReprEnum):
            A = 1
            B = 5
        class M(BaseModel):
            x: E = E.A
            y: list[E] = [E.B]
    """,
}


@pytest.mark.parametrize("name", SOURCES)
def test_as_pydantic(name: str) -> None:
    lines = SOURCES[name].replace("\n        ", "\n").rstrip()
    body = lines.partition("class ")
    assert_all_exact(f"{HEAD}{EXTRA_HEAD}{WIDEST_HEAD}\n" + "".join(body) + "\n")
