"""The MCP SDK's own types in annotations: takes types, gives the parameters that a server fills in itself.

Sources: mcp 1.30.0 `server/fastmcp/utilities/context_injection.py`, mcp 2.3.0 `server/mcpserver/…` and `resolve.py`.
"""

from collections.abc import Iterable, Iterator, Mapping

from toolc.signature import Annotated, CallConstant, Class, Definition, Generic, Parameter, Plain, Signature, Type, Union
from toolc.systems.shared.types import bare

_CONTEXTS = frozenset(
    f"mcp.server.{module}.Context"
    for module in ("fastmcp", "fastmcp.server", "mcpserver", "mcpserver.server", "mcpserver.context")
)
_RESOLVE = ("mcp.server.mcpserver.Resolve", "mcp.server.mcpserver.resolve.Resolve")
_CONTENT = ("TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource", "Image", "Audio")
_SEQUENCES = ("builtins.list", "builtins.tuple", "collections.abc.Sequence")


def hidden_parameters(signature: Signature, major: int) -> frozenset[str]:
    """Parameters no caller sees: the first that is a context, and with mcp 2 those filled by resolvers."""
    names = {one.name for one in signature.parameters if major >= 2 and _has_resolver(one)}
    for parameter in signature.parameters:
        if parameter.type is not None and _takes_context(parameter.type, signature.definitions):
            return frozenset({*names, parameter.name})
    return frozenset(names)


def of_mcp(type_: Type, definitions: Mapping[str, Definition], classes: Iterable[str]) -> bool:
    """Return `True` if a type is one of the SDK's classes, by bare name, or a subclass."""
    return any(
        name.partition(".")[0] in ("mcp", "mcp_types") and name.rpartition(".")[2] in classes
        for name in _names(type_, definitions)
    )


def is_content(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """mcp 2 (`_returns_content`): content blocks, bare, in a list or tuple, or as an arm of a union."""
    match bare(type_):
        case Union(members):
            return any(is_content(member, definitions) for member in members)
        case Generic(origin, args) if origin in _SEQUENCES:
            return any(is_content(arg, definitions) for arg in args)
        case other:
            return of_mcp(other, definitions, _CONTENT)


def _takes_context(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """A context, or a generic type or union with one as direct argument, even `list[Context]`."""
    whole = bare(type_)
    inside = whole.members if isinstance(whole, Union) else whole.args if isinstance(whole, Generic) else ()
    return any(_CONTEXTS & set(_names(bare(one), definitions)) for one in (whole, *inside))


def _has_resolver(parameter: Parameter) -> bool:
    """`Annotated[T, Resolve(f)]`, honoured at the top level only."""
    metadata = parameter.type.metadata if isinstance(parameter.type, Annotated) else ()
    return any(isinstance(item, CallConstant) and item.of in _RESOLVE for item in metadata)


def _names(type_: Type, definitions: Mapping[str, Definition]) -> Iterator[str]:
    """The dotted names of a class and its bases."""
    match type_:
        case Plain(name) | Generic(name):
            yield name
        case Class(qualname):
            yield qualname.replace(":", ".")
            if (definition := definitions.get(qualname)) is not None:
                yield from (ancestor.replace(":", ".") for ancestor in definition.ancestors)
