"""langchain's own types in annotations: takes types, says which parameters langchain fills in itself.

Source: langchain-core 1.8.1 `_is_injected_arg_type`, `_is_directly_injected_arg_type`, `_get_runnable_config_param`.
"""

from collections.abc import Iterator, Mapping

from toolc.signature import Annotated, CallConstant, Class, Constant, Definition, Generic, Plain, Type
from toolc.systems.shared.types import bare, reached_types

FILTERED = ("run_manager", "callbacks")
"""Names that never show."""

RUNNABLE_CONFIG = Plain("langchain_core.runnables.RunnableConfig")
_MARKERS = frozenset({"InjectedToolArg", "InjectedToolCallId", "InjectedState", "InjectedStore"})
_DIRECT = frozenset({"ToolRuntime", "_DirectlyInjectedToolArg"})
_PACKAGES = frozenset({"langchain_core", "langchain", "langgraph"})


def is_injected(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """`ToolRuntime`, or `Annotated` with `InjectedToolArg` or a subclass of it, as class or as object, at the top level."""
    if any(_ours(name, _DIRECT) for name in _names(bare(type_), definitions)):
        return True
    metadata = type_.metadata if isinstance(type_, Annotated) else ()
    return any(_ours(name, _MARKERS) for item in metadata for name in _names(item, definitions))


def unread_class(type_: Type, definitions: Mapping[str, Definition]) -> str:
    """A class of langchain inside a type, which toolc knows by name only, or ""."""
    for one in reached_types(type_, definitions):
        name = one.name if isinstance(one, Plain) else one.origin if isinstance(one, Generic) else ""
        if name.partition(".")[0] in _PACKAGES:
            return name.rpartition(".")[2]
    return ""


def _ours(name: str, names: frozenset[str]) -> bool:
    return name.partition(".")[0] in _PACKAGES and name.rpartition(".")[2] in names


def _names(item: Constant, definitions: Mapping[str, Definition]) -> Iterator[str]:
    """The dotted names of what an item is made of, and of its bases."""
    match item:
        case Plain(name) | Generic(name):
            yield name
        case CallConstant(of=name) | Class(qualname=name):
            yield name.replace(":", ".")
            if (definition := definitions.get(name)) is not None:
                yield from (ancestor.replace(":", ".") for ancestor in definition.ancestors)
