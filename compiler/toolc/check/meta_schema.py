"""The full check of a schema against the 2020-12 meta-schema, as `Draft202012Validator.check_schema` does it.

Takes a schema, gives the most telling error or None. `format` stays an annotation: which formats jsonschema knows depends on
what else is installed, and a `pattern` may be in another dialect of regular expressions than Python's.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from toolc.schema.keywords import pointer

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


def first_error(schema: Any) -> tuple[str, str] | None:
    """(JSON pointer, words) of what is wrong; None when nothing is, or when jsonschema's own recursion gives up."""
    from jsonschema.exceptions import best_match  # 77 ms: only a strict run pays for it

    try:
        error = best_match(_metavalidator().iter_errors(schema))
    except RecursionError:
        return None
    return None if error is None else (pointer(tuple(error.absolute_path)), error.message)


@cache
def _metavalidator() -> "Validator":
    from jsonschema import Draft202012Validator
    from referencing import Registry

    # An empty registry of our own: with the default one jsonschema fetches what it does not know.
    return Draft202012Validator(Draft202012Validator.META_SCHEMA, registry=Registry())
