"""Types of which something elsewhere in the program decides, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import check, model
from surface import EXTRA_HEAD
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

ALIASED = "\n".join(
    [HEAD, model("a: Optional['R'] = None", head="class R(BaseModel):"), "A = TypeAliasType('A', R)", model("a: A"), ""]
)
CIRCLE = "\n".join([
    HEAD, model("b: Optional['B'] = None", head="class A(BaseModel):"), model("a: list[A]", head="class B(BaseModel):"), "A.model_rebuild()",
    "C = TypeAliasType('C', A)", model("a: SkipValidation[A]"), "",
])  # fmt: skip


@pytest.mark.parametrize(("source", "doubted"), [(ALIASED, {"A", "M"}), (CIRCLE, {"C", "M"})])
def test_where_what_is_built_before_counts_nothing_is_exact(source: str, doubted: set[str]) -> None:
    assert {name for name, report in types(source, versions=LIVE).items() if report.fidelity != "exact"} == doubted
    check(source)


QUOTING = f"{HEAD}\nclass X(BaseModel):\n    a: int\nN = NewType('N', list['X'])\n"


def test_quotes_in_a_new_type_are_read_where_a_class_of_its_own_holds_it() -> None:
    """A TypedDict lends no module: what it holds is read where the adapter is made, or in the module of the model around it."""
    here = QUOTING + model("a: N") + "\nclass D(TypedDict):\n    a: N\n"
    there = f"{HEAD}\nfrom other import N, X\n" + model("a: N")
    reports = types({"app.py": there, "other.py": here}, versions=LIVE)
    inexact = {name: report.diagnostics[0].code for name, report in reports.items() if report.fidelity != "exact"}
    assert inexact == dict.fromkeys(("M", "other:D", "other:N"), "TC322")
    assert check(there, here)


def test_texts_among_literals_and_metadata_are_no_names() -> None:
    """A field of a base that could be read there is not read again where another module inherits it."""
    fields = ("a: Literal['accept', 'pass']", "b: Annotated[int, 'count']", "c: Annotated[Literal['x'], 'd']")
    base = f"from __future__ import annotations\n{HEAD}\n" + model(*fields, head="class Base(BaseModel):")
    source = "from other import Base\n" + model("z: int", head="class M(Base):")
    assert types({"app.py": source, "other.py": base}, versions=LIVE)["M"].fidelity == "exact"
    check(source, base)


def test_a_variable_of_the_same_name_is_another_one() -> None:
    other = f"{HEAD}\nT = TypeVar('T')\nclass G(BaseModel, Generic[T]):\n    'Told.'\n    a: T\n"
    source = f"{HEAD}\nfrom other import G\nT = TypeVar('T')\n" + model("a: G[T]", head="class M(BaseModel, Generic[T]):")
    assert types({"app.py": source, "other.py": other}, versions=LIVE)["M"].fidelity == "exact"
    assert check(source, other)


def test_a_union_that_another_module_writes_in_another_order_is_said() -> None:
    one, two = (f"{HEAD}\nclass M(BaseModel):\n    a: List[Union[{members}]]\n" for members in ("int, str", "str, int"))
    reports = types({"app.py": one, "other.py": two}, versions=LIVE)
    told = {name: [one.code for one in report.diagnostics] for name, report in reports.items() if name.endswith("M")}
    assert told == {"M": ["TC328"], "other:M": ["TC328"]}
    assert {report.fidelity for report in reports.values()} == {"exact"}  # as sets, the members are known


def test_a_union_that_waits_until_it_is_asked_for_has_the_order_of_who_asks_first() -> None:
    """A TypedDict keeps postponed annotations as texts: alone, each is as it is written. A model has read its own by then."""
    classes = [
        f"class {name}(%s):\n    a: List[Union[{members}]]\n" for name, members in (("A", "int, str"), ("B", "str, int"))
    ]
    late = f"from __future__ import annotations\n{HEAD}\n"
    for base, expected in (("TypedDict", "exact"), ("BaseModel", "approximate")):
        source = late + "".join(one % base for one in classes)
        reports = types(source, versions=LIVE)
        told = {name: (reports[name].fidelity, [one.code for one in reports[name].diagnostics]) for name in "AB"}
        assert told == dict.fromkeys("AB", (expected, ["TC328"]))
        assert check(source)


def test_an_alias_of_a_variable_whose_bound_is_in_quotes_is_read_where_it_is_asked_for() -> None:
    source = f"{HEAD}\nB = TypeVar('B', bound='P')\nC = TypeVar('C', 'P', int)\nL = List[B]\nN = Dict[str, C]\nclass P(BaseModel):\n    x: int\n"
    source += "class G(BaseModel, Generic[B]):\n    a: B\n"
    told = types(source, versions=LIVE)
    assert {name for name in "LNPGBC" if told[name].fidelity != "exact"} == set("LNBC")
    assert check(source)


def test_keywords_that_a_function_changes_before_it_hands_them_on_are_not_those_it_was_given() -> None:
    body = "KNOWN = list(inspect.signature(Field).parameters)\ndef described(text, **more):\n    if [k for k in more if k not in KNOWN]: more.clear()\n    more['description'] = text\n    return Field(**more)\n"
    source = f"{HEAD}\nimport inspect\n{body}" + model("a: Annotated[int, described('x', title='y')]")
    assert types(source, versions=LIVE)["M"].fidelity != "exact"
    check(source)


def test_a_star_import_of_pydantic_1_is_none_of_pydantic_2() -> None:
    source = (
        f"{HEAD}\nimport os\nif os.environ.get('OLD', '1'):\n    from pydantic.v1 import *\nelse:\n    from pydantic import *\n"
        "from pydantic.v1 import Field as Old, BaseModel as Older\nA = Annotated[int, Field(description='x')]\n"
        "B = Annotated[int, Old(description='x')]\nclass O(Older):\n    a: int\nC = Union[O, str]\n"
    )
    told = types(source, versions=LIVE)
    assert {name: told[name].fidelity for name in "ABC"} == {"A": "approximate", "B": "exact", "C": "exact"}
    check(source)


def test_a_name_in_quotes_in_a_constrained_list_is_read_where_the_alias_is_used() -> None:
    """2.14 `conlist`: `Annotated[list[item_type], …]`."""
    head = HEAD + EXTRA_HEAD
    other = f"{head}\nclass X(BaseModel):\n    a: int\nITEM: TypeAlias = 'list[X]'\n"
    names = "N = NewType('N', Set[conset(other.ITEM, max_length=3)])\nA = conlist('list[X]')\n"
    source = f"{head}\nimport other\nfrom other import X\n{names}"
    for text in (source, source.replace("other.ITEM", "'other.X'")):
        reports = types({"app.py": text, "other.py": other}, versions=LIVE)
        told = {name: one.diagnostics[0].code for name, one in reports.items() if one.diagnostics}
        assert told == dict.fromkeys("NA", "TC322")
        check(text, other)
