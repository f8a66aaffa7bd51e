"""No value that is valid for a schema is refused by its view."""

from typing import Any

import jsonschema
from accepts import accepts
from hypothesis import given, settings
from hypothesis import strategies as st
from schemas import VALUES, documents

from toolc.schema.view import view
from toolc.schema.view.names import Names


@settings(max_examples=120, deadline=None)
@given(documents(), st.lists(VALUES, min_size=1, max_size=12))
def test_view_takes_every_valid_value(schema: Any, values: list[Any]) -> None:
    names = Names()
    type_ = view(schema, names)
    types = {named.name: named for named in names.types()}
    validator = jsonschema.Draft202012Validator(schema)
    for value in values:
        if validator.is_valid(value):
            assert accepts(type_, value, types), (schema, value, type_)
