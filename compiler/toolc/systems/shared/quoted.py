"""A `NewType` of a name in quotes, for frameworks that make a model of resolved annotations.

Takes a signature, gives findings: `typing.get_type_hints` reads quotes in annotations, but not those; pydantic then reads them
in the framework's module, where names of the program mean nothing (langchain-core 1.8.1, google-adk 2.13.0: an error).
"""

from collections.abc import Collection

from toolc.schema.classkeys import QUOTED
from toolc.signature import Class, Signature
from toolc.systems.base import Finding, found
from toolc.systems.shared.types import reached


def misread(signature: Signature, left_out: Collection[str] = ()) -> list[Finding]:
    """One finding for each parameter with such a type, which may still be found by chance."""
    made = []
    for one in signature.parameters:
        if one.name in left_out or one.type is None:
            continue
        inside = [each.qualname for each in reached(one.type, signature.definitions) if isinstance(each, Class)]
        if any(name in signature.definitions and QUOTED in signature.definitions[name].config for name in inside):
            message = f"parameter `{one.name}`: pydantic may not find the type in quotes behind a NewType"
            made.append(found("TC307", message, one.span, "unknown", "write the type without quotes"))
    return made
