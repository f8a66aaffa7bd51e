"""JSON values for people: takes a value, gives it on one line, cut short."""

import json
from typing import Any

_LONGEST = 60


def value(given: Any) -> str:
    """The JSON text; of a long one, its beginning."""
    text = json.dumps(given, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
