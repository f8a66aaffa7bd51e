"""Functions that were once read wrongly, as one module: they go before the random ones, to every framework."""

TEXT = '''\
import functools
from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, List, NamedTuple, NewType, Optional, Tuple, Union

from annotated_types import Gt
from pydantic import BaseModel, Field, SerializeAsAny, SkipValidation
from typing_extensions import TypedDict


class Pair(NamedTuple):
    left: int
    right: int = 3


class Colour(Enum):
    RED = "red"


class Row(TypedDict):
    key: str


class Tree(BaseModel):
    children: list["Tree"] = []


Forest = NewType("Forest", Tree)


def traced(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


@traced
def keyword_only_behind_a_wrapper(a: list['int'], *, b: int = 3) -> None:
    """Find it.

    Args:
        a: The a.
        b: The b.
    """


def bare_alias_behind_names_of_pydantic() -> SerializeAsAny[SkipValidation[Tuple]]:
    """Find it."""


def noted_named_tuple() -> Annotated[Pair, Field(exclude=True, le=7)]:
    """Find it."""


def noted_enum() -> Annotated[Colour, Field(description="Which")]:
    """Find it."""


def noted_typed_dict() -> Annotated[Row, Field(description="The row", title="A row")]:
    """Find it."""


def bounded_typed_dict() -> Annotated[Row, Gt(3)]:
    """Find it."""


def new_type_of_what_holds_itself(a: int) -> Forest:
    """Find it.

    Args:
        a: The a.
    """


def quotes_inside(a: list['int'], *, b: int = 3) -> None:
    """Find it.

    Args:
        a: The a.
        b: The b.
    """


def quotes_in_the_result(a: int, *, b: int = 3) -> List["str"]:
    """Find it.

    Args:
        a: The a.
        b: The b.
    """


def noted_union(a: Union[Optional[int], dict[str, Decimal]] = Field(("a", 2), lt=10)) -> None:
    """Find it.

    Args:
        a: The a.
    """
'''
