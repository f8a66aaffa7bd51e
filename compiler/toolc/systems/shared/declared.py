"""The schema of what a function is annotated to return, where its framework reports none.

Takes a signature, returns the schema as pydantic writes values of that type. No framework checks a result against it.
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.signature import Alias, Annotated, Class, Generic, Plain, Signature, Type, Unresolved
from toolc.systems.shared.spelling import spell_type
from toolc.systems.shared.types import parts, reached_types

_FRAMEWORKS = frozenset(
    "agent_framework agents agno anthropic autogen_core camel crewai fastmcp google instructor langchain_core langgraph "
    "llama_index mcp mcp_types openai pydantic_ai semantic_kernel smolagents strands transformers".split()
)
"""Packages whose own classes are messages to the framework (content blocks, commands, results with metadata), and no data."""

_STREAMS = frozenset(
    f"{module}.{name}"
    for module in ("collections.abc", "typing")
    for name in ("AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable Coroutine Generator Iterable Iterator".split())
)


def declared_result(signature: Signature | None) -> JsonSchema | None:
    """Return the schema. Returns `None` unless the annotation can be read, is data, and says anything of it."""
    returns = signature.returns if signature is not None else None
    if signature is None or returns is None or any(map(_is_stream, parts(returns))):
        return None
    for one in reached_types(returns, signature.definitions):
        if isinstance(one, Unresolved) or not _FRAMEWORKS.isdisjoint(_packages(one, signature)):
            return None
    outcome = spell_type(returns, signature.definitions, mode="serialization")
    if outcome.unsupported or outcome.warned or any(issue.fidelity != "exact" for issue in outcome.issues):
        return None
    return outcome.schema or None


def _is_stream(type_: Type) -> bool:
    name = type_.name if isinstance(type_, Plain) else type_.origin if isinstance(type_, Generic) else ""
    return name in _STREAMS


def _packages(type_: Type, signature: Signature) -> Iterator[str]:
    """The packages that a class, and those above it, are of."""
    match type_:
        case Plain(name):
            yield name.partition(".")[0]
        case Class(name) | Alias(name):
            definition = signature.definitions.get(name)
            for one in (name, *(definition.ancestors if definition is not None else ())):
                yield one.partition(":")[0].partition(".")[0]
        case Annotated():
            return
