"""Texts of comments: of a property, and of the two types of a tool.

Takes properties and tools, gives plain text; each language puts it in its comments.
"""

import json

from toolc.ir import NamedType, Property, Tool
from toolc.targets import tool_types
from toolc.targets.constraints import constraints
from toolc.targets.runtime_checks import remark

_LONGEST = 60


def of_property(property_: Property) -> str:
    """Return the description of a property, with the constraints that its type cannot express."""
    limits = constraints(property_.type)
    said = ["" if limits == "Integer." else limits]
    if property_.has_default:
        said.append(f"Default: {_short(property_.default)}.")
    about = property_.doc.strip()
    parts = [about, " ".join(one for one in said if one)]
    if property_.deprecated:
        parts.append("Deprecated: as its server says.")
    return "\n\n".join(one for one in parts if one)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def both_sides(tool: Tool, args: str, result: str) -> list[NamedType]:
    """The types of arguments and result, under these names; "" where the result has a name already."""
    wire = f"`{tool.name}`"
    sides = (
        (args, tool_types.args(tool), f"{args} are the arguments of {wire}.", tool.input_schema),
        (result, tool_types.result(tool), f"{result} is the result of {wire}.", tool.output_schema),
    )
    return [
        NamedType(name, type_, f"{about}\n\n{more}" if (more := remark(schema)) else about)
        for name, type_, about, schema in sides
        if name
    ]
