"""fastmcp's own types, recognised in annotations and defaults: takes parameters, says which ones a caller never fills in.

Sources: `transform_context_annotations` and `without_injected_parameters` of fastmcp 2.14.7, 3.4.10 and 4.1.6, and
`get_dependency_parameters` of uncalled-for 0.6.1.
"""

from collections.abc import Iterator, Mapping

from toolc.signature import (
    Annotated,
    CallConstant,
    Class,
    Constant,
    Definition,
    Generic,
    Given,
    Parameter,
    Plain,
    Signature,
    Type,
    Union,
)

_CONTEXTS = frozenset(f"fastmcp.{module}Context" for module in ("", "server.", "server.context."))
_SESSIONS = frozenset({"fastmcp.server.sessions.UserSession", "fastmcp.UserSession"})
_INJECTORS = (
    "fastmcp.dependencies.",
    "fastmcp.server.dependencies.",
    "fastmcp_tasks.dependencies.",
    "docket.",
    "uncalled_for.",
)
_PROVIDERS = ("Depends", "Shared")


def hidden_parameters(signature: Signature, version: tuple[int, ...]) -> frozenset[str]:
    """Contexts (before 3 only the first one), injected sessions (since 4) and parameters that a dependency fills."""
    names = [one.name for one in signature.parameters if _is_a(one.type, _CONTEXTS, signature.definitions)]
    found = set(names if version >= (3,) else names[:1])
    if version >= (4,):
        found |= {one.name for one in signature.parameters if _is_a(one.type, _SESSIONS, signature.definitions)}
    if version >= (2, 14):
        found |= {one.name for one in signature.parameters if _is_dependency(one, signature.definitions)}
    return frozenset(found)


def _is_dependency(parameter: Parameter, definitions: Mapping[str, Definition]) -> bool:
    """A default made by one of the injectors, or a provider in the annotation."""
    default = parameter.default.value if isinstance(parameter.default, Given) else None
    if _injects(default, definitions):
        return True
    metadata = parameter.type.metadata if isinstance(parameter.type, Annotated) else ()
    return any(_injects(one, definitions) and _dependency_name(one).rpartition(".")[2] in _PROVIDERS for one in metadata)


def _injects(value: Constant, definitions: Mapping[str, Definition]) -> bool:
    made = _dependency_name(value)
    lines = (made, *definitions[made].ancestors) if made in definitions else (made,)
    return any(name.replace(":", ".").startswith(_INJECTORS) for name in lines)


def _dependency_name(value: Constant) -> str:
    return value.of if isinstance(value, CallConstant) else ""


def _is_a(type_: Type | None, classes: frozenset[str], definitions: Mapping[str, Definition]) -> bool:
    """The class itself or a subclass, alone, annotated or as a member of a union (`is_class_member_of_type`)."""
    match type_:
        case Annotated(inner):
            return _is_a(inner, classes, definitions)
        case Union(members):
            return any(_is_a(member, classes, definitions) for member in members)
        case None:
            return False
        case other:
            return any(name in classes for name in _names(other, definitions))


def _names(type_: Type, definitions: Mapping[str, Definition]) -> Iterator[str]:
    match type_:
        case Plain(name) | Generic(name):
            yield name
        case Class(qualname):
            yield qualname.replace(":", ".")
            if qualname in definitions:
                yield from (one.replace(":", ".") for one in definitions[qualname].ancestors)
