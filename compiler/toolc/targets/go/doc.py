"""Comments: descriptions, and constraints that a type cannot express.

Takes properties, gives lines behind `//`.
"""

from toolc.ir import Property
from toolc.targets.code import Code
from toolc.targets.go.encode import comment
from toolc.targets.nominal import comments


def of_property(property_: Property) -> Code:
    """Return the comment above a field."""
    return comment(comments.of_property(property_), "\t")
