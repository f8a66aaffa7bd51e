"""Comments: what a description says, and what a type cannot.

Takes properties, gives lines behind `//`.
"""

import json

from toolc.ir import Property
from toolc.targets.constraints import constraints
from toolc.targets.go.encode import Code, comment

_LONGEST = 60


def of_property(property_: Property) -> Code:
    """What stands above a field."""
    limits = constraints(property_.type)
    said = ["" if limits == "Integer." else limits]
    if property_.has_default:
        said.append(f"Default: {_short(property_.default)}.")
    about = property_.doc.strip()
    parts = [about, " ".join(one for one in said if one)]
    if property_.deprecated:
        parts.append("Deprecated: as its server says.")
    return comment("\n\n".join(one for one in parts if one), "\t")


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
