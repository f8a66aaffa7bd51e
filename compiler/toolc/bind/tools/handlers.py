"""Tools declared by a handler of `tools/list`: takes its declaration, gives one for each tool object that it lists.

Where a part of the list is not known, every tool object that the program makes may be in it; each of them is declared with
that doubt (TC216). Where there is none, the server has no tool in the output (TC219).
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from toolc.analysis.doubts import Guard
from toolc.analysis.events import Event
from toolc.analysis.values import Obj
from toolc.bind.linker import Linker
from toolc.bind.links import Links
from toolc.bind.tools.registrations import Claim
from toolc.diagnostics import Diagnostic
from toolc.program import (
    OWN,
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    RegistrationSite,
    Unknown,
    Value,
)
from toolc.source import Span
from toolc.systems.base import System
from toolc.systems.mcp.listed import COMPONENTS, listed_component, without_tools

Part = tuple[CallResult | Unknown, Span | None]
"""A tool object, or why a part of the list is not told; the place of a condition that only the running program decides."""

UNREPLACED = "whether another handler takes the place of this one only the running program decides"
UNDECIDED = "whether this tool is listed only the running program decides"


def replaced_handlers(claims: Mapping[Event, Claim]) -> dict[Event, Guard | None]:
    """Return the handlers that a later one of the same server replaces (`Server.list_tools` of mcp 1.30.0), each with the
    condition under which; `None` if there is none."""
    standing: dict[tuple[object, str], list[Event]] = {}
    found: dict[Event, Guard | None] = {}
    for event, claim in claims.items():
        if claim.system.listed_by_handler and event.form == "called" and isinstance(event.receiver, Obj):
            earlier = standing.setdefault((event.receiver, event.callee), [])
            found.update(dict.fromkeys(earlier, event.guards[0] if event.guards else None))
            if not event.guards:
                earlier.clear()
            earlier.append(event)
    return found


def handler_tools(handler: Declaration, system: System, objects: list[Claim], linker: Linker) -> Iterator[Declaration]:
    """The tools of one handler, or what else it lists."""
    if handler.component in OWN:
        yield handler
        return
    assert handler.target is not None
    if handler.component is not None:
        yield from _components(handler, linker)
        return
    parts = listed_tools(handler.target, system.listed_by_handler, linker)
    seen: set[tuple[str, int]] = set()
    for part, under in parts:
        if isinstance(part, CallResult) and isinstance(part.callee, ExternalSymbol):
            seen.add((part.scope.module, part.at))
            made = RegistrationSite(part.callee.name, "call", part.scope, part.at, part.end, None, part.args)
            for declaration in _declare(made, handler, system, linker):
                open_ = () if under is None else (Diagnostic("TC214", UNDECIDED, under),)
                yield structs.replace(declaration, diagnostics=(*declaration.diagnostics, *handler.diagnostics, *open_))
    unknown = next((part for part, _ in parts if isinstance(part, Unknown)), None)
    if unknown is None:
        return
    span = linker.span(handler.target.scope, handler.target.stmt.name_at, handler.target.name_end)
    doubt = Diagnostic("TC216", f"which tools `{handler.target.stmt.name}` lists is not known: {unknown.reason}", span)
    others = [
        structs.replace(declaration, diagnostics=(*declaration.diagnostics, *claim.doubts))
        for claim in objects
        if (claim.registration.scope.module, claim.registration.at) not in seen
        for declaration in _declare(claim.registration, handler, system, linker)
    ]
    if not others:
        linker.library.diagnostics.append(doubt if seen else without_tools(doubt.message, span))
    for declaration in others:
        yield structs.replace(declaration, diagnostics=(*declaration.diagnostics, *handler.diagnostics, doubt))


def _components(handler: Declaration, linker: Linker) -> Iterator[Declaration]:
    """The prompts or resources that a handler lists, as objects of the SDK."""
    assert handler.target is not None
    for one in linker.list_elements(handler.target, handler.target.scope):
        value = one.value
        if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol) and value.callee.name in COMPONENTS:
            open_ = () if one.under is None else (Diagnostic("TC214", UNDECIDED.replace("tool", "one"), one.under),)
            made = RegistrationSite(value.callee.name, "call", value.scope, value.at, value.end, None, value.args)
            yield structs.replace(listed_component(made, linker, handler), diagnostics=open_)
        else:
            span = linker.span(handler.target.scope, handler.target.stmt.name_at, handler.target.name_end)
            message = f"which {handler.component}s `{handler.target.stmt.name}` lists is not known"
            doubt = Diagnostic("TC240", message, span)
            linker.library.diagnostics.append(doubt)
            # What the server has is not all known, which is said where it tells of itself.
            yield structs.replace(handler, component="capability", target=None, name=ConstantValue(""), diagnostics=(doubt,))


def _declare(made: RegistrationSite, handler: Declaration, system: System, linker: Linker) -> Iterator[Declaration]:
    declared = system.marks[made.callee](made, linker, handler.server)
    facts = declared if isinstance(declared, tuple) else (declared,)
    yield from (fact for fact in facts if isinstance(fact, Declaration))


def listed_tools(handler: DefinitionValue, tools: frozenset[str], links: Links) -> list[Part]:
    """The tool objects, in order; `tools` are the qualified names of what they are made by."""
    return [(_tool(one.value, tools), one.under) for one in links.list_elements(handler, handler.scope)]


def _tool(value: Value, tools: frozenset[str]) -> CallResult | Unknown:
    if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol) and value.callee.name in tools:
        return value
    return value if isinstance(value, Unknown) else Unknown("one of them is not a tool object that toolc can follow")
