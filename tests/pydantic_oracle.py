"""The oracle of the pydantic speller: what pydantic itself reports for a live type, and what the speller makes of it."""

import json
from typing import Any

import pydantic
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, PydanticUserError
from pydantic_core import PydanticOmit, SchemaError

from toolc.runtime.live import Live
from toolc.schema.pydantic import Spelling, spell_type

ERRORS = (
    PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, PydanticUserError, PydanticOmit, SchemaError, TypeError,
    RuntimeError,
)  # fmt: skip


MODES = ("validation", "serialization")


def reported(tp: Any, mode: Any = "validation") -> dict[str, Any] | None:
    """pydantic's schema of a type, None when it raises."""
    try:
        if isinstance(tp, type) and issubclass(tp, pydantic.BaseModel):
            return tp.model_json_schema(mode=mode)
        return pydantic.TypeAdapter(tp).json_schema(mode=mode)
    except ERRORS:
        return None


def spelled(tp: Any, mode: str = "validation") -> Spelling:
    """The speller's schema of the same type, read live."""
    live = Live()
    return spell_type(live.type(tp), live.definitions, mode=mode)


def assert_same(tp: Any) -> None:
    """The speller agrees with pydantic to the byte, the order of keys included, in both modes."""
    for mode in MODES:
        spelling = spelled(tp, mode)
        assert json.dumps(spelling.schema) == json.dumps(reported(tp, mode)), (mode, spelling.issues)
        assert spelling.fidelity == ("refused" if spelling.schema is None else "exact"), (mode, spelling.issues)
