"""A `NewType` of a name in quotes, for frameworks that make a model of resolved annotations.

Takes a signature, gives findings: `typing.get_type_hints` reads quotes in annotations, but not those; pydantic then reads them
in the framework's module, where names of the program mean nothing (langchain-core 1.8.1, google-adk 2.13.0: an error).
"""

from collections.abc import Collection, Mapping

from toolc.schema.class_fact_keys import QUOTED
from toolc.signature import Alias, Class, Definition, Signature, Type
from toolc.systems.base import Finding, make_finding
from toolc.systems.shared.types import parts

_READ_IN_THEIRS = frozenset({"model", "root_model", "dataclass", "alias"})
"""The kinds in whose own module pydantic reads what is in quotes inside a `NewType` (2.14 `NsResolver.push`)."""


def misread_findings(signature: Signature, left_out: Collection[str] = ()) -> list[Finding]:
    """One finding for each parameter with such a type, which may still be found by chance."""
    made = []
    for one in signature.parameters:
        if one.name not in left_out and out_of_reach(one.type, signature.definitions):
            message = f"parameter `{one.name}`: pydantic may not find the type in quotes behind a NewType"
            made.append(make_finding("TC307", message, one.span, "unknown", "write the type without quotes"))
    return made


def out_of_reach(type_: Type | None, definitions: Mapping[str, Definition]) -> bool:
    """Return `True` if a type contains such a `NewType` whose name is resolved in another module than its own."""
    seen: set[tuple[str, str]] = set()
    pending = [] if type_ is None else [(type_, "")]
    while pending:
        whole, home = pending.pop()
        for one in parts(whole):
            name = one.qualname if isinstance(one, Class | Alias) else ""
            definition = definitions.get(name)
            if definition is None or (name, home) in seen:
                continue
            seen.add((name, home))
            own = name.partition(":")[0]
            if QUOTED in definition.config and home != own:
                return True
            inside = own if definition.kind in _READ_IN_THEIRS else home
            pending += [(field.type, inside) for field in definition.fields]
            pending += [(definition.value, inside)] if definition.value is not None else []
    return False
