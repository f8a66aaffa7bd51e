"""Types of random modules as toolc reads them against pydantic itself."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import examples, long
from live_types import check
from oracle import running
from wide import modules
from wider import modules as odder_modules
from widest import modules as oddest_modules
from written import Writer

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

EXAMPLES = examples(150)


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_modules_of_more_of_pydantic(seed: int) -> None:
    """Two modules, one of which imports from the other, without the definitions that raise."""
    rng = Random(seed)
    source, *other = modules(rng, rng.randint(1, 4))
    if _runs(source, *other):
        check(source, *other)


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES // 2, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_modules_of_odder_kinds(seed: int) -> None:
    """Names that collide over modules, functional forms, instances as defaults, three generations of generics."""
    rng = Random(seed)
    source, other = odder_modules(rng, rng.randint(1, 4))
    if _runs(source, other):
        check(source, other)


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES // 2, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_modules_of_the_oddest_kinds(seed: int) -> None:
    """Variables with defaults, configured typed dicts, serializers of whole classes, properties of generics, mixed enums."""
    rng = Random(seed)
    source, other = oddest_modules(rng, rng.randint(1, 4))
    if _runs(source, other):
        check(source, other)


@long
@given(st.integers(0, 2**32))
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_random_modules(seed: int) -> None:
    rng = Random(seed)
    source = Writer(rng).module(rng.randint(1, 3))
    if _runs(source):
        check(source)


def _runs(source: str, other: str = "") -> bool:
    """Whether a module can be imported at all: which of its classes is to blame, the error does not say."""
    try:
        with running(other, "other"), running(source):
            return True
    except Exception:
        return False
