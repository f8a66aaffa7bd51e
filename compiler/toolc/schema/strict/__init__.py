"""OpenAI's strict mode: takes a schema, gives it rewritten into the subset that the API then accepts, or why it cannot be.

Arguments that are valid under the rewritten schema are valid under the tool's own one, once the nulls of optional keys are
dropped.
"""

from typing import Any

from toolc.schema.strict.limits import beyond_limits
from toolc.schema.strict.transform import Problem, definitions, strict_schema
from toolc.schema.strict.unions import Schemas, members_of

__all__ = ["Problem", "Schemas", "definitions", "members_of", "strict"]


def strict(schema: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The schema for strict mode. With problems, what comes back beside them is of no use."""
    rewritten, problems = strict_schema(schema)
    return rewritten, problems or [Problem("TC503", "", words) for words in beyond_limits(rewritten)]
