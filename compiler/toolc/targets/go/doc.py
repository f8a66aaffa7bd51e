"""Comments: what a description says, and what a type cannot.

Takes properties, gives lines behind `//`.
"""

from toolc.ir import Property
from toolc.targets.code import Code
from toolc.targets.go.encode import comment
from toolc.targets.nominal import told


def of_property(property_: Property) -> Code:
    """What stands above a field."""
    return comment(told.of_property(property_), "\t")
