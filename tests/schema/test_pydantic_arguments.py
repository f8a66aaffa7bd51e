"""The arguments of a function: `TypeAdapter(function)` says what the speller must say."""

import json
import warnings
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from effort import examples, long
from harness import LIVE, signatures
from oracle import running
from pydantic_oracle import ERRORS
from toolc.schema.pydantic import spell_arguments
from toolc.signature import Signature
from written import HEAD, Writer

EXAMPLES = examples(100)
FUNCTIONS = {
    "nothing": "def f(): ...",
    "no annotation": "def f(a, b=1): ...",
    "defaults": "def f(a: int = 1, b: Optional[str] = None, c: list[int] = Field(default_factory=list)): ...",
    "fields": "def f(a: Annotated[int, Field(ge=1, description='A')], b: str = Field('x', max_length=3, title='B')): ...",
    "aliases": "def f(a: int = Field(alias='x'), b: int = Field(1, validation_alias=AliasChoices('y', 'z'))): ...",
    "keyword only": "def f(a: int, *, b: str): ...",
    "positional only": "def f(a: int, b: str = '', /): ...",
    "positional only and more": "def f(a: int, /, b: str): ...",
    "star": "def f(a: int, *args: int): ...",
    "star and bare": "def f(*args): ...",
    "double star": "def f(a: int, **kwargs: str): ...",
    "double star and bare": "def f(**kwargs): ...",
    "keys of a typed dict": "from typing_extensions import Unpack\nclass D(TypedDict, total=False):\n    k: int\ndef f(a: int, *, b: str = '', **kwargs: Unpack[D]): ...",
    "a key that is a parameter": "from typing_extensions import Unpack\nclass D(TypedDict):\n    a: int\ndef f(a: int, **kwargs: Unpack[D]): ...",
    "keys of what has none": "from typing_extensions import Unpack\ndef f(**kwargs: Unpack[dict[str, int]]): ...",
    "no common form": "def f(a: int, /, *, b: str): ...",
    "stars of both kinds": "def f(*args, **kwargs): ...",
    "one definition twice": "class M(BaseModel):\n    a: int\ndef f(a: M, b: M = M(a=1), c: M = Field(M(a=2), description='C')): ...",
    "one definition": "class M(BaseModel):\n    'Doc.'\n    a: int\ndef f(a: M): ...",
    "recursion": "class M(BaseModel):\n    a: Optional['M'] = None\ndef f(a: M): ...",
    "out of order": "def f(a: int = 1, b: int = Field(description='B')): ...",
    "in any order": "def f(a: int = 1, *, c: int = 2, b: int = Field(description='B')): ...",
    "no schema": "def f(a: Callable): ...",
    "unknown class": "class C: ...\ndef f(a: C): ...",
}  # fmt: skip


REFUSED = {FUNCTIONS[name] for name in ("no common form", "stars of both kinds", "out of order", "no schema", "unknown class")}
REFUSED |= {FUNCTIONS[name] for name in ("a key that is a parameter", "keys of what has none")}


def compare(source: str) -> set[str]:
    """The fidelities. toolc reads the functions from source; pydantic is given the same functions live."""
    read = signatures(source)
    with running(source) as module, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {_same(signature, getattr(module, name)) for name, signature in read.items()}


def _same(signature: Signature, function: object) -> str:
    spelling = spell_arguments(signature.parameters, signature.definitions, pydantic_version=LIVE["pydantic"])
    try:
        reported = TypeAdapter(function).json_schema()
    except (*ERRORS, NameError):
        assert spelling.fidelity != "exact", (signature.name, spelling.schema)
    else:
        if spelling.fidelity == "exact":
            assert json.dumps(spelling.schema) == json.dumps(reported), signature.name
    return spelling.fidelity


@pytest.mark.parametrize("source", FUNCTIONS.values(), ids=FUNCTIONS)
def test_each_kind_of_parameter(source: str) -> None:
    assert compare(f"{HEAD}\n{source}\n") == {"refused" if source in REFUSED else "exact"}


class Functions(Writer):
    """Writes functions of any kinds of parameters."""

    def function(self, name: str) -> None:
        made: list[str] = []
        before, after = self.rng.choice([(0, 9), (0, 9), (0, 9), (1, 9), (0, 1), (1, 2)])
        for number in range(self.rng.randint(0, 4)):
            made += (["/"] if number == before and number else []) + (["*"] if number == after else [])
            defaulted = any("=" in one.rpartition("]")[2] for one in made)
            given = f" = {self.default()}" if defaulted or self.chance(0.3) else self.assigned()
            made.append(f"some_name{number}: {self.annotation()}{given or (' = 1' if defaulted else '')}")
        self.lines.append(f"def {name}({', '.join(made)}): ...")


@long
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(min_value=0, max_value=2**32))
def test_random_functions(seed: int) -> None:
    writer = Functions(Random(seed))
    writer.module(3)
    for number in range(3):
        writer.function(f"f{number}")
    source = writer.text()
    try:
        with running(source):
            pass
    except Exception:
        return  # a class that Python or pydantic refuse to make
    compare(source)
