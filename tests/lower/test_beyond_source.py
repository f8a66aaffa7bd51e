"""What no reader of source can know of a type, each with the reason; whatever else pydantic reports is expected to be told."""

from harness import types

HEAD = "from typing import List\nfrom pydantic import BaseModel\n"


def test_a_name_for_none_is_a_value_until_an_annotation_takes_it() -> None:
    """`cache = None` stands in most modules; that somebody asks pydantic for the type `None` by that name is in no source."""
    assert "T" not in types(HEAD + "T = None\n")
    told = types(HEAD + "T = None\nclass M(BaseModel):\n    a: T\n")["M"]
    assert (told.fidelity, told.schema["properties"]) == ("exact", {"a": {"title": "A", "type": "null"}})


def test_json_has_no_number_for_what_is_none() -> None:
    """pydantic hands out a Python float here, which no JSON document can hold."""
    for text in ("inf", "nan"):
        told = types(f"{HEAD}class M(BaseModel):\n    a: float = float('{text}')\n")["M"]
        assert (told.fidelity, [one.code for one in told.diagnostics]) == ("approximate", ["TC309"])


def test_typing_keeps_the_order_of_a_union_that_ran_first() -> None:
    """Of one module that is the one written first, unless another module of the process wrote it before: which, the process knows.

    Within a module both orders are in doubt. Of modules that need not meet, each has its own order, and is told of the other.
    """
    one = types(f"{HEAD}class M(BaseModel):\n    a: List[int | str]\n    b: List[str | int]\n")["M"]
    assert (one.fidelity, [told.code for told in one.diagnostics]) == ("approximate", ["TC328"])
    files = {
        f"{name}.py": f"{HEAD}class M(BaseModel):\n    a: List[{order}]\n"
        for name, order in (("p", "int | str"), ("q", "str | int"))
    }
    for told in types(files).values():
        assert (told.fidelity, [one.code for one in told.diagnostics]) == ("exact", ["TC328"])
