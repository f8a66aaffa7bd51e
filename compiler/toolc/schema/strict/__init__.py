"""OpenAI's strict mode: schemas rewritten into the subset that the API then accepts, and what is sent under them.

Arguments that are valid under the rewritten schema are valid under the tool's own one, once the nulls of optional keys are
dropped. `strict` rewrites, `without_nulls` drops them.
"""

from typing import Any

from toolc.schema.strict.absent import without_nulls
from toolc.schema.strict.limits import beyond_limits
from toolc.schema.strict.transform import Problem, strict_schema

__all__ = ["Problem", "strict", "without_nulls"]


def strict(schema: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """The schema for strict mode. With problems, what comes back beside them is of no use."""
    rewritten, problems = strict_schema(schema)
    return rewritten, problems or [Problem("TC503", "", words) for words in beyond_limits(rewritten)]
