"""Tools whose name only the running program knows, beside calls of the same function that name theirs."""

from msgspec import structs

from toolc.bind.linker import Linker
from toolc.diagnostics import Diagnostic
from toolc.program import Declaration, Unknown


def without_nameless(found: list[Declaration], linker: Linker) -> list[Declaration]:
    """Of a function that makes tools and is called twice: what is without a name in one call is the tool that has one."""
    calls: dict[tuple[object, ...], list[Declaration]] = {}
    for one in found:
        calls.setdefault((one.server, one.scope.module, one.at, one.end), []).append(one)
    nameless = {
        key: next((one for one in several if isinstance(one.name, Unknown)), None)
        for key, several in calls.items()
        if any(not isinstance(one.name, Unknown) for one in several)
    }
    kept = []
    for one in found:
        other = nameless.get((one.server, one.scope.module, one.at, one.end))
        if other is not None and not isinstance(one.name, Unknown):
            message = "another call registers this tool under a name that only the running program knows"
            note = Diagnostic("TC218", message, linker.span(other.scope, other.at, other.end))
            one = structs.replace(one, diagnostics=(*one.diagnostics, note))
        if other is None or not isinstance(one.name, Unknown):
            kept.append(one)
    return kept
