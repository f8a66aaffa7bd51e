"""Core schemas of programs that write a text or number unchanged (pydantic-core 2.50).

Takes the tree of such a schema, says whether a default that it concerns is written as it stands.
"""

from collections.abc import Sequence

from toolc.signature import ANY, HANDLER, CallConstant, Constant, Plain, UnknownConstant

_HOME = "pydantic_core.core_schema."
_KEEPS = frozenset({"chain", "nullable", "union", "json_or_python", "lax_or_strict", "any", "is_instance", "str"})
"""Core schemas whose serializers take over what is inside, or write any text as it is."""


def written_as_is(core: Constant, bases: Sequence[str]) -> bool:
    """Return `True` if a core schema writes a text or number unchanged; `bases` are the names of the value's types."""
    if isinstance(core, list | tuple):
        return all(written_as_is(one, bases) for one in core)
    if not isinstance(core, CallConstant):
        return not isinstance(core, UnknownConstant)
    if core.of == HANDLER:
        return core.args[0] in (ANY, *map(Plain, bases))
    kind = core.of.removeprefix(_HOME).removesuffix("_schema")
    kept = kind in _KEEPS or kind.endswith("_validator_function") or f"builtins.{kind}" in bases
    return (
        kept
        and not core.kwargs.keys() & {"serialization", "strict", "metadata"}
        and all(written_as_is(one, bases) for one in (*core.args, *core.kwargs.values()))
    )
