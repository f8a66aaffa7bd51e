"""What decorators and metaclasses of programs leave as it is, as toolc reads it and as pydantic reports it."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, model
from surface import EXTRA_HEAD
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = (
    HEAD + "from abc import ABCMeta, abstractmethod\nfrom functools import partial\nfrom typing import NamedTuple\nSEEN = {}\n"
)
SHOWN = """def shown(cls=None, *, angular=None):
    def do(cls, angular=None):
        def written(self): return "x"
        written.__doc__ = "Written."
        cls.__repr__ = written
        if angular is not None:
            cls.__repr__.angular = angular
        return cls
    if cls is None:
        return partial(do, angular=angular)
    else:
        return do(cls, angular=angular)
"""
STRICT = """class Strict(ABCMeta):
    def __new__(mcs, name, bases, namespace, /, **more):
        made = super().__new__(mcs, name, bases, namespace, **more)
        if any(isinstance(one, Strict) for one in made.__mro__[1:]) and made.__abstractmethods__:
            own = frozenset(one for one in made.__abstractmethods__ if one in namespace)
            if made.__abstractmethods__ - own:
                raise TypeError(f"{name} is abstract")
        SEEN[name] = made
        return made
"""
KEPT = """class Kept(type):
    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        SEEN[name] = cls
"""
OLD = "def old(cls):\n    cls.__deprecated__ = 'use another one'\n    return cls\n"

RETIRED = """def retired(since, *, instead=""):
    def retire(obj, *, _instead=instead):
        told = False
        async def later(*args, **more): return await obj(*args, **more)
        def warned(*args, **more):
            nonlocal told
            told = True
        if isinstance(obj, type):
            before, old = obj.__init__, obj.__doc__
            def finish(wrapper, doc, /):
                with contextlib.suppress(AttributeError):
                    obj.__doc__ = doc
                def init(self, *args, **more):
                    nonlocal told
                    told = True
                    return before(self, *args, **more)
                obj.__init__ = functools.wraps(obj.__init__)(init)
                obj.__deprecated__ = f"Use {_instead}."
                return obj
        else:
            class Other(property):
                def __get__(self, *args):
                    nonlocal told
                    told = True
            def finish(wrapper, doc, /): return Other(obj)
        doc = inspect.cleandoc(old or "").strip()
        text = f"Gone since {since}" + (f", use {_instead}" if _instead else "") + f" ({obj.__module__.partition('.')[2]})\\n\\n{doc}"
        return finish(later if inspect.iscoroutinefunction(obj) else warned, text)
    return retire
"""

SOURCES = {
    "a decorator that wraps and describes": "import contextlib, functools, inspect\n" + RETIRED + "@retired('1.0', instead='N')\n" + model("'Words.\\n\\n    More.'", "a: int")
    + "\n@retired('2.0')\nclass E(Enum):\n    A = 1\n" + model("b: E", "c: 'O | None' = None", head="class N(M):") + "\n@retired('3')\n" + model("a: int", "def __init__(self, **more): super().__init__(**more)", head="class O(BaseModel):") + "\nN.model_rebuild()\n",
    "a decorator of two forms": SHOWN + "@shown\nclass P(NamedTuple):\n    x: int\n    y: int = 1\n@shown(angular=True)\n@dataclass\nclass D:\n    p: P\n",
    "a metaclass that looks at the class": STRICT + "@dataclass\nclass B(metaclass=Strict):\n    a: int\n    @abstractmethod\n    def f(self): ...\n@dataclass\nclass C(B):\n    b: str = 'x'\n    def f(self): ...\n",
    "a metaclass of enums that looks at their names": "class Upper(enum.EnumMeta):\n    def __new__(cls, *args, **more):\n        made = super().__new__(cls, *args, **more)\n        if small := [one.name for one in made if not one.name.isupper()]:\n            raise TypeError(f'{small} should be upper')\n        return made\nclass E(StrEnum, metaclass=Upper): ...\nclass F(E):\n    A = 'x'\n    B = auto()\nclass G(Enum, metaclass=Upper):\n    A = 1\n" + model("f: F = F.A", "g: G"),
    "a metaclass that collects methods": "from pydantic._internal._model_construction import ModelMetaclass\nclass Meta(ModelMetaclass):\n    @typing.no_type_check\n    def __new__(cls, name, bases, namespace, **more):\n        found = {}\n        for base in reversed(bases):\n            found.update(getattr(base, '_found', None) or {})\n        for key, value in namespace.items():\n            if not key.startswith('resolve_') or not callable(value):\n                continue\n            found[key[8:]] = value\n        made = super().__new__(cls, name, bases, namespace, **more)\n        made._found = found\n        return made\nclass S(BaseModel, metaclass=Meta):\n    a: int\n" + model("b: int", "def resolve_b(self): return 1", head="class U(S):"),
    "a partial of a decorator": "frozen = partial(dataclass, frozen=True, kw_only=True)\n@frozen\nclass B:\n    a: int = 1\n    b: str\nclosed = partial(pydantic.dataclasses.dataclass, config=ConfigDict(extra='forbid'))\n@closed\nclass C:\n    a: B\n",
    "a metaclass that hands on": "from pydantic._internal._model_construction import ModelMetaclass\nclass Meta(ModelMetaclass):\n    def __new__(mcs, name, bases, names, **more):\n        made = typing.cast(type, super().__new__(mcs, name, bases, names, **more))\n        if name == 'M':\n            return made\n        SEEN[name] = made\n        return made\n" + model("a: int", head="class M(BaseModel, metaclass=Meta):"),
    "a metaclass that keeps the class": KEPT + "@dataclass\nclass D(metaclass=Kept):\n    a: int\n",
    "attribute of deprecation": model("a: int", "__deprecated__ = 'no'") + "\n" + model("b: int", head="class N(M):"),
    "attribute of deprecation, set later": model("a: int") + "\nM.__deprecated__ = 'no'\n",
    "attribute of deprecation, set by a decorator": OLD + "@old\n" + model("a: int") + "\n@old\n@dataclass\nclass D:\n    a: int\n",
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEADER}\n{SOURCES[name]}\n")


DOUBTED = {
    "before the class is made": "class Meta(type):\n    def __new__(mcs, name, bases, names):\n        names['__annotations__'] = {'z': int}\n        cls = super().__new__(mcs, name, bases, names)\n        return cls\n",
    "under another name": "class Meta(type):\n    def __new__(mcs, name, bases, names):\n        mine = names\n        mine['a'] = 4\n        cls = super().__new__(mcs, name, bases, names)\n        return cls\n",
    "of another class": "class Meta(type):\n    def __new__(mcs, name, bases, names):\n        return super().__new__(mcs, name, bases, {'__annotations__': {'a': str}, '__module__': __name__})\n",
    "by a method": "class Meta(type):\n    def __new__(mcs, name, bases, names):\n        names.update(a=4)\n        cls = super().__new__(mcs, name, bases, names)\n        return cls\n",
    "behind it": "class Meta(type):\n    def __init__(cls, name, bases, names):\n        super().__init__(name, bases, names)\n        cls.a = 5\n",
}  # fmt: skip


@pytest.mark.parametrize("name", DOUBTED)
def test_a_metaclass_that_changes_fields_is_not_followed(name: str) -> None:
    source = f"{HEADER}\n{DOUBTED[name]}@dataclass\nclass D(metaclass=Meta):\n    a: int\n"
    assert types(source, versions=LIVE)["D"].fidelity != "exact"
    check(source)


ATTRS = """import attr, attrs
@attrs.define
class A:
    a: int
@attr.s(auto_attribs=True)
class B:
    a: int = attr.ib(default=3)
@attrs.frozen(kw_only=True)
class P:
    name: Any = None
"""


def test_classes_of_attrs_are_classes_that_pydantic_does_not_know() -> None:
    pytest.importorskip("attrs")
    uses = model(
        "model_config = ConfigDict(arbitrary_types_allowed=True)",
        "a: int | A | None",
        "b: Optional[B | str] = None",
        "c: Annotated[int, P(name='x')]",
    )
    assert_all_exact(f"{HEADER}\n{ATTRS}{uses}\n")
    source = f"{HEADER}\n{ATTRS}@dataclass\nclass D:\n    a: A\n"
    assert types(source, versions=LIVE)["D"].fidelity == "refused"
    check(source)


RENAMED = ["one._value_ = one._value_ + '!'", "setattr(one, '_value_', 'x')", "made._member_map_[one.name + '1'] = one"]


@pytest.mark.parametrize("line", RENAMED)
def test_a_metaclass_that_changes_members_is_not_followed(line: str) -> None:
    meta = f"class Meta(enum.EnumMeta):\n    def __new__(cls, *args, **more):\n        made = super().__new__(cls, *args, **more)\n        for one in list(made):\n            {line}\n        return made\n"
    source = f"{HEADER}\n{meta}class E(Enum, metaclass=Meta):\n    A = 'a'\n"
    assert types(source, versions=LIVE)["E"].fidelity != "exact"
    check(source)


def test_what_only_a_property_gives_is_judged_if_a_serializer_stands_beside_it() -> None:
    """A reference with a serializer stays one, and pydantic-core builds a validator of every definition."""
    source = f"""{HEAD}{EXTRA_HEAD}
class A(BaseModel):
    x: int
class T(TypedDict):
    k: InstanceOf[Union[A, None]]
class D(BaseModel):
    @computed_field
    @property
    def made(self) -> T: return None
@dataclass
class S:
    @computed_field
    @property
    def made(self) -> T: return None
    @field_serializer('made')
    def dump(self, v) -> str: return str(v)
"""
    for mode in ("validation", "serialization"):
        reports = types(source, mode, versions=LIVE)
        assert {name for name, one in reports.items() if one.fidelity != "exact"} == {"S", "T"}
    check(source)
