"""Words in the bytes of a file: few or many, the same answer."""

import pytest

from toolc.discover.byte_matcher import ByteMatcher

MANY = [f"name_{number}" for number in range(200)]


@pytest.mark.parametrize(
    "words", [["name_7"], [*MANY], ["import *", *MANY], ["été", *MANY]], ids=["one", "many", "star", "accents"]
)
def test_a_word_is_found(words: list[str]) -> None:
    mentions = ByteMatcher(words)
    assert mentions.within(b"from shop import name_7\n")
    assert not mentions.within(b"from shop import other\n")


def test_a_word_is_the_first_part_of_a_name() -> None:
    mentions = ByteMatcher(["agno", "mcp"])
    assert mentions.within(b"from mcp_types import Tool\n")
    assert mentions.within(b"import agno.tools\n")
    assert not mentions.within(b"diagnostic = 'agnostic' + my_mcp\n")


def test_what_is_no_name_is_found_among_many() -> None:
    mentions = ByteMatcher(["import *", "été", *MANY])
    assert mentions.within(b"from shop import *\n")
    assert mentions.within("été = 1\n".encode())
    assert not mentions.within(b"name_ 7 name_700\n")
