"""Docstrings of classes as they are when a schema is asked for, against pydantic itself: the compiler and decorators write them."""

import pytest

from harness import LIVE, types
from live_types import check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
from dataclasses import dataclass
from enum import Enum
from pydantic import BaseModel, Field
import inspect

def note(cls, text):
    if cls.__doc__:
        cls.__doc__ += f"\\n\\n{text}"
    else:
        cls.__doc__ = text

def stage(status="beta", version=None):
    def decorator(obj):
        kind = "class" if isinstance(obj, type) and inspect.isclass(obj) else "function"
        note(obj, f"This {kind} {obj.__name__} is {status}" + (f" since {version}." if version else "."))
        setattr(obj, "status", status)
        return obj
    return decorator

def beta(obj):
    made = stage(status="beta")(obj)
    made.is_beta = True
    return made

def maybe(obj=None, *, version="1"):
    if callable(obj):
        return stage("rc", version)(obj)
    def wrap(obj):
        return stage("rc", version)(obj)
    return wrap
"""

EXACT = {
    "blank": 'class M(BaseModel):\n    """ """\n    a: int\nclass E(str, Enum):\n    """ """\n    a = "a"',
    "lines of blanks": 'class M(BaseModel):\n    """\n    """\n    a: int\nclass E(str, Enum):\n    """\n    """\n    a = "a"',
    "read by a field": 'class E(str, Enum):\n    """\n    Words.\n\n        More.\n    """\n    a = "a"\n'
    "class M(BaseModel):\n    e: E = Field(description=E.__doc__)",
    "none is inherited": 'class A(BaseModel):\n    """Words."""\n    a: int\nclass B(A):\n    b: int = Field(description=A.__doc__)',
    "a decorator adds to it": '@beta\nclass M(BaseModel):\n    """\n    Words.\n    """\n    a: int',
    "a decorator writes it": "@beta\nclass M(BaseModel):\n    a: int\n@beta\nclass E(Enum):\n    a = 1",
    "a factory of decorators": '@stage("old", version="2")\nclass M(BaseModel):\n    """Words."""\n    a: int',
    "with and without parentheses": "@maybe\nclass M(BaseModel):\n    a: int\n@maybe(version='3')\nclass N(BaseModel):\n    a: int",
    "one above the other": '@maybe\n@beta\nclass M(BaseModel):\n    """Words."""\n    a: int\nclass N(M):\n    b: int',
    "below and above a dataclass": '@beta\n@dataclass\nclass D:\n    """Words."""\n    a: int\n@dataclass\n@beta\nclass F:\n    a: int',
    "a function makes dataclasses with keywords that it computes": """
import dataclasses
def record(cls=None, **given):
    keywords = {"frozen": True, "repr": False}
    keywords.update(given)
    def wrap(one):
        made = dataclasses.dataclass(**keywords)(one)
        if not keywords["repr"]:
            setattr(made, "shown", None)
        return made
    return wrap if cls is None else wrap(cls)
@record
class A:
    'Words.'
    a: int
@record(kw_only=True)
class B(A):
    b: str = ''
""",
    "read where it is decorated": '@beta\nclass A(BaseModel):\n    """Words."""\n    a: int\n'
    "class B(BaseModel):\n    a: A = Field(description=A.__doc__)",
}

DECLINED = {
    "above a dataclass that has none": "@beta\n@dataclass\nclass M:\n    a: int",
    "what it sets is a field": "@beta\nclass M(BaseModel):\n    a: int\n    status: str = ''",
    "it is given another name": "def named(cls):\n    cls.__name__ = cls.__name__ + 'X'\n    return beta(cls)\n@named\nclass M(BaseModel):\n    a: int",
    "another class comes back": "def other(cls):\n    return beta(type(cls.__name__, (cls,), {}))\n@other\nclass M(BaseModel):\n    a: int",
    "a library is given it": "import other_library\ndef told(cls):\n    beta(cls)\n    other_library.take(cls)\n    return cls\n@told\nclass M(BaseModel):\n    a: int",
}


@pytest.mark.parametrize("source", EXACT.values(), ids=EXACT.keys())
def test_it_is_what_pydantic_describes_the_class_with(source: str) -> None:
    reports = types(HEAD + source, versions=LIVE)
    assert {name: one.diagnostics for name, one in reports.items() if one.fidelity != "exact"} == {}
    assert check(HEAD + source) == 2 * len(reports)


@pytest.mark.parametrize("source", DECLINED.values(), ids=DECLINED.keys())
def test_what_decorators_make_more_of_is_declined(source: str) -> None:
    assert types(HEAD + source)["M"].fidelity != "exact"


@pytest.mark.parametrize(("python", "description"), [("3.12", ""), ("3.13", None)])
def test_since_3_13_the_compiler_takes_the_margin_off(python: str, description: str | None) -> None:
    source = 'from enum import Enum\nfrom pydantic import BaseModel\nclass M(BaseModel):\n    """ """\nclass E(Enum):\n    """ """\n    a = 1\n'
    for report in types(source, versions={"python": python, "pydantic": "2.14.3"}).values():
        assert (report.schema or {}).get("description") == description
