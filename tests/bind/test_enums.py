"""Members of enums and their values, against Python's own `enum`."""

import enum
import time

import pytest

from harness import program, tools, value
from toolc.program import ConstantValue, DefinitionValue, EnumMember, Unknown

ENUMS = {
    "values": "class E(Enum):\n    A = 1\n    B = 'b'\n    C = (1, 2)",
    "auto": "class E(Enum):\n    A = auto()\n    B = 7\n    C = auto()",
    "aliases": "class E(Enum):\n    A = 1\n    B = 1\n    C = A",
    "StrEnum": "class E(StrEnum):\n    ONE = auto()\n    TWO = 'x'",
    "IntEnum": "class E(IntEnum):\n    A = 1\n    B = auto()\n    C = '5'",
    "Flag": "class E(Flag):\n    A = auto()\n    B = auto()\n    C = auto()",
    "IntFlag": "class E(IntFlag):\n    A = 4\n    B = auto()",
    "mixed": "class E(str, Enum):\n    A = 1\n    B = 'b'",
    "mixed with int": "class E(int, Enum):\n    A = '7'",
    "several in one": "class E(Enum):\n    A, B = 1, 2\n    C = D = 3",
    "computed": "N = 3\nclass E(Enum):\n    A = N * 2\n    B = f'{N}'\n    C = 'x' + 'y'",
    "what is no member": "class E(Enum):\n    A = 1\n    _p = 2\n    __d__ = 3\n    def f(self): ...\n    @property\n    def g(self): ...",
    "ignored": "class E(Enum):\n    _ignore_ = 'T'\n    T = 9\n    A = T + 1",
    "annotated": "class E(Enum):\n    A: int = 1\n    B: int",
    "inherits methods": "class Base(Enum):\n    def f(self): ...\nclass E(Base):\n    A = 1",
    "inherits a mixin": "class Base(str, Enum): ...\nclass E(Base):\n    A = 5",
    "booleans": "class E(Enum):\n    A = True\n    B = 1\n    C = 0",
}


@pytest.mark.parametrize("name", ENUMS)
def test_equals_python(name: str) -> None:
    source = "from enum import *\n" + ENUMS[name]
    linked = program(source.replace("import *", "import Enum, StrEnum, IntEnum, Flag, IntFlag, auto"))
    made = value(linked, "E")
    assert isinstance(made, DefinitionValue)
    found = {one: linked.attribute(EnumMember(made, one), "value") for one in linked.enum_members(made)}
    namespace: dict[str, type[enum.Enum]] = {"__name__": "app"}  # type: ignore[dict-item]
    exec(source, namespace)
    expected = {one: ConstantValue(member.value) for one, member in namespace["E"].__members__.items()}
    assert {one: repr(told) for one, told in found.items()} == {one: repr(told) for one, told in expected.items()}


UNRESOLVED = {
    "class E(Enum):\n    A = f()\n    B = auto()": "auto() follows a value only the running program knows",
    "class E(Enum):\n    def _generate_next_value_(*a): return input()\n    B = auto()": "what a user types is known only at run time",
    "class E(Enum):\n    B = 1\n    def __new__(cls, x): ...": "`E` makes its values in __new__",
    "class E(Enum):\n    B = f()\n    def __new__(cls, x): ...": "`E` makes its values in __new__",
    "class E(Exception, Enum):\n    B = 1": "the values are instances of `builtins.Exception`",
    "class E(int, Enum):\n    B = 'x'": "the value does not fit the enum's data type",
    "class E(str, Enum):\n    B = 'a', 'b'": "the value is made from several arguments",
}


@pytest.mark.parametrize("source", UNRESOLVED)
def test_what_only_running_tells(source: str) -> None:
    linked = program(f"from enum import Enum, auto\ndef f(): return input()\n{source}", systems={})
    made = value(linked, "E")
    assert isinstance(made, DefinitionValue)
    told = linked.attribute(EnumMember(made, "B"), "value")
    assert isinstance(told, Unknown)
    assert told.reason == UNRESOLVED[source]


def test_a_large_enum_takes_time_in_proportion() -> None:
    lines = "".join(f"    M{i} = 'v{i}'\n" for i in range(1500))
    start = time.process_time()
    found = tools(
        "from enum import Enum\nfrom mcp.server.fastmcp import FastMCP\nm = FastMCP('m')\n"
        f"class E(Enum):\n{lines}\n@m.tool()\ndef f(e: E): ...\n"
    )
    assert found["f"].fidelity == "exact"
    assert time.process_time() - start < 10
