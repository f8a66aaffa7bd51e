"""Results other than data: takes a return annotation, gives whether fastmcp omits the output schema for it.

Source: `ParsedFunction.from_function` and `replace_type` of fastmcp 2.11.3 to 4.1.6.
"""

from collections.abc import Mapping

from toolc.signature import ANY, ELLIPSIS, Alias, Annotated, Class, Definition, Generic, Plain, Signature, Type, Union
from toolc.systems.shared.types import bare, parts

_CONTENT = ("TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource")
_OWN = ("Image", "Audio", "File", "ToolResult")
_FRAMEWORKS = ("fastmcp", "mcp", "mcp_types", "prefab_ui")
_SEQUENCES = ("builtins.list", "builtins.tuple", "collections.abc.Sequence")


def unserializable(returns: Type, version: tuple[int, ...], table: Mapping[str, Definition]) -> bool:
    """Content and results that fastmcp sends as they are, wherever in the annotation; bytes; since 4.1 lists of anything."""
    if any(_name(one).rpartition(".")[2] in (*_OWN, *_CONTENT) and _from_framework(_name(one)) for one in parts(returns)):
        return True
    alone = list(_members(returns))
    if version >= (3, 2, 4) and Plain("builtins.bytes") in alone:
        return True
    if version >= (3, 2) and any(_is_a(one, "ToolResult", table) for one in alone):
        return True
    if any(_name(one).startswith("prefab_ui.") for one in alone):
        return True
    if version >= (4,) and (_is_a(returns, "CallToolResult", table) or _is_a(returns, "InputRequiredResult", table)):
        return True
    return version >= (4, 1) and _is_unconstrained(_expand_alias(returns, table))


def is_raising(returns: Type) -> bool:
    """Return `True` if `replace_type` raises: the list in `Callable[[int], str]` has no hash; `Callable[..., str]` has none."""
    callables = [one.args for one in parts(returns) if isinstance(one, Generic) and one.origin == "collections.abc.Callable"]
    return any(args[:1] != (ELLIPSIS,) for args in callables)


_REBUILT = ("builtins.tuple", "re.Pattern", "collections.abc.Callable")
"""Types that become another one, or none, if their `typing` alias has no arguments or a list of them."""


def rebuilt_name(signature: Signature) -> str:
    """A name in the return annotation of which only its own spelling tells what `replace_type` makes of it; "" if none."""
    returns = bare(signature.returns) if signature.returns is not None else ANY
    written = [one.name for one in parts(returns) if isinstance(one, Plain) and one.name in _REBUILT]
    alone = isinstance(returns, Plain) and not signature.returns_typing
    return written[0].rpartition(".")[2] if written and not alone else ""


def _is_unconstrained(returns: Type) -> bool:
    """`list`, `list[Any]` and the like say nothing of their items."""
    match bare(returns):
        case Plain(name):
            return name in _SEQUENCES
        case Generic("builtins.tuple", args):
            return args in ((), (ANY, ELLIPSIS))
        case Generic(origin, args):
            return origin in _SEQUENCES and all(arg == ANY for arg in args)
        case _:
            return False


def without_requests(returns: Type, table: Mapping[str, Definition]) -> Type | None:
    """fastmcp 4: `InputRequiredResult` in a union is a signal, not data; None where nothing has to go."""
    match _expand_alias(returns, table):
        case Annotated(inner, metadata):
            rest = without_requests(inner, table)
            return None if rest is None else Annotated(rest, metadata)
        case Union(members):
            kept = tuple(one for one in members if not _is_a(one, "InputRequiredResult", table))
            if not kept or len(kept) == len(members):
                return None
            return kept[0] if len(kept) == 1 else Union(kept)
        case _:
            return None


def _expand_alias(type_: Type, table: Mapping[str, Definition]) -> Type:
    for _ in range(len(table) + 1):
        definition = table.get(type_.qualname) if isinstance(type_, Alias) else None
        if definition is None or definition.value is None:
            break
        type_ = definition.value
    return type_


def _members(type_: Type) -> tuple[Type, ...]:
    """Return the members of a union, through `Annotated` and nested unions."""
    match type_:
        case Annotated(inner):
            return _members(inner)
        case Union(members):
            return tuple(inner for member in members for inner in _members(member))
        case other:
            return (other,)


def _is_a(type_: Type, name: str, table: Mapping[str, Definition]) -> bool:
    """A class of fastmcp or mcp by its bare name, or a subclass."""
    definition = table.get(type_.qualname) if isinstance(type_, Class) else None
    names = (_name(type_), *(definition.ancestors if definition is not None else ()))
    return any(one.replace(":", ".").rpartition(".")[2] == name and _from_framework(one) for one in names)


def of_framework(type_: Type) -> bool:
    """Return `True` if a type is one of fastmcp's or mcp's own, known by its name alone."""
    return not isinstance(type_, Class) and _from_framework(_name(type_))


def _from_framework(name: str) -> bool:
    return name.replace(":", ".").partition(".")[0] in _FRAMEWORKS


def _name(type_: Type) -> str:
    match type_:
        case Plain(name) | Generic(name):
            return name
        case Class(qualname):
            return qualname.replace(":", ".")
        case _:
            return ""
