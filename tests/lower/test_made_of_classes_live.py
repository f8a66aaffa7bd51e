"""What code makes of a class: its bases, its decorators, statements behind it, and hooks, against pydantic itself."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
import functools
import warnings
from enum import Enum, IntEnum
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
    "a docstring that is set on what a function gives": """
def newest(): return M
class M(BaseModel):
    x: int
found = newest()
found.__doc__ = "Told."
""",
    "a docstring that is set on an item of a dict": """
class M(BaseModel):
    x: int
KNOWN = {"m": M}
KNOWN["m"].__doc__ = "Told."
""",
    "a docstring that a function sets in a comprehension": """
def describe(kind): kind.__doc__ = "Told."
class M(BaseModel):
    x: int
[describe(kind) for kind in (M,)]
""",
    "fields that a function changes before it rebuilds a class": """
def describe(kind):
    kind.model_fields["x"].description = "Told."
    kind.model_rebuild(force=True)
class M(BaseModel):
    x: int
describe(M)
""",
    "fields that a class method changes": """
class M(BaseModel):
    x: int
    @classmethod
    def describe(cls):
        cls.model_fields["x"].title = "Told"
        cls.model_rebuild(force=True)
M.describe()
""",
    "a field that is changed before a class below takes it over": """
class A(BaseModel):
    x: int
A.model_fields["x"].description = "Told."
class M(A):
    y: int
""",
    "a configuration that is changed through another name": """
def newest(): return M
class M(BaseModel):
    model_config = {"extra": "allow"}
    x: int
newest().model_config["extra"] = "forbid"
""",
    "fields that a decorator changes one after the other": """
def titled(kind):
    for name, field in kind.model_fields.items():
        field.title = name.upper()
    kind.model_rebuild(force=True)
    return kind
@titled
class M(BaseModel):
    x: int
""",
    "a field that a function of a decorator reaches by another name": """
def title(target):
    field = getattr(target, "model_fields")["x"]
    setattr(field, "title", "U")
def titled(kind):
    title(kind)
    return kind
@titled
class M(BaseModel):
    x: int
M.model_rebuild(force=True)
""",
    "what a decorator finds in the dict of a class": """
def titled(kind):
    vars(kind)["__pydantic_fields__"]["x"].title = "K"
    return kind
@titled
class M(BaseModel):
    x: int
M.model_rebuild(force=True)
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
    "a decorator that notes its feature, and replaces `__init__`": """
class Feature(str, Enum):
    SEARCH = "search"
NOTED: dict[Feature, str] = {}
def experimental(feature):
    if not isinstance(feature, str): raise TypeError("no feature")
    if feature not in NOTED: NOTED[feature] = "experimental"
    if NOTED[feature] != "experimental": raise ValueError("noted otherwise")
    def decorate(kind):
        if isinstance(kind, type):
            made = getattr(kind, "__init__")
            @functools.wraps(made)
            def new(*args, **kwargs):
                warnings.warn(NOTED[feature])
                made(*args, **kwargs)
            setattr(kind, "__init__", new)
            return kind
        raise TypeError("no class")
    return decorate
@experimental(Feature.SEARCH)
class A(BaseModel):
    "Looks."
    x: int
class M(A):
    y: A
""",
    "a configuration that is changed where no schema reads it": """
class A(BaseModel):
    prefix: ClassVar[str] = ""
    model_config = {"extra": "ignore"}
    x: int = 1
    def model_post_init(self, context): self.__class__.model_config["env_prefix"] = self.prefix
class M(A):
    y: int = 1
M()
""",
    "classes that a loop rebuilds": """
class M(BaseModel):
    later: "Later"
class Later(BaseModel):
    x: int
for kind in [M, Later]: kind.model_rebuild(force=True)
""",
    "a decorator that notes a class by name, and describes it": """
NOTED: dict[str, str] = {}
def described(text):
    def decorate(kind):
        NOTED[kind.__name__] = text
        kind.__doc__ = text
        return kind
    return decorate
@described("Told.")
class M(BaseModel):
    x: int
""",
    "dicts whose keys are members of enums": """
class Kind(str, Enum):
    A = "a"
    B = "b"
class Number(IntEnum):
    ONE = 1
class Plain(Enum):
    P = "p"
NAMES = {kind: kind.value for kind in Kind}
COPY = dict(NAMES)
PAIRS = {(kind, 1): 1 for kind in Kind}
class M(BaseModel):
    a: dict = NAMES
    b: list = [kind for kind in NAMES]
    c: tuple = tuple(NAMES)
    d: dict = COPY
    e: dict = {number: 1 for number in Number}
    f: dict = {plain: 1 for plain in Plain}
    g: list = list(NAMES.items())
    h: dict = PAIRS
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
