"""Which definitions are tools: asks every system about every registration of the project's candidate files.

Takes the linker and the systems, gives `Declaration`s, file by file in source order.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import structs

from toolc.bind.identity import identity
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.tools.alterations import altered
from toolc.bind.tools.candidates import candidates
from toolc.bind.tools.claims import Claim, settled
from toolc.bind.tools.doubts import in_doubt, registered_again
from toolc.bind.tools.events import ALTERED, UNDECIDED, Events
from toolc.bind.tools.executed import EXECUTED
from toolc.bind.tools.handlers import handler_tools
from toolc.bind.tools.marks import Marks
from toolc.bind.tools.nameless import named_once
from toolc.bind.tools.reach import Reach
from toolc.bind.tools.retold import retold
from toolc.bind.tools.servers import Servers
from toolc.bind.tools.standing import by_default
from toolc.bind.tools.toolfiles import declared_tools, loaded_files
from toolc.bind.tools.touched import touched
from toolc.bind.tools.twins import once
from toolc.bind.tools.unclaimed import unclaimed
from toolc.bind.tools.undefined_decorators import undefined_decorators, without_consequences
from toolc.bind.tools.walk import Walk
from toolc.bind.tools.words import Words
from toolc.diagnostics import Diagnostic, internal
from toolc.limits import Overrun, words
from toolc.program import Declaration, Definition, Known, ServerKey, Unknown
from toolc.source import SourceFile, Span
from toolc.systems.base import System

if TYPE_CHECKING:
    from toolc.bind.tools.collect import Collector


def declarations(linker: Linker, systems: Mapping[str, System]) -> tuple[Declaration, ...]:
    """Every tool of the project."""
    marks = Marks(systems, linker)
    mentioned = Words(linker, marks)
    walk, servers = Walk(linker, marks, mentioned), Servers(linker)
    library = linker.library
    claims: list[Claim] = []
    for unit in candidates(linker, marks, mentioned):
        linker.candidates.append(unit)
        if library.sources.declared_system(unit.source.path) is None:
            claims.extend(_in_unit(unit, walk, linker))
    collector = _collector(linker, systems, marks)
    if collector is not None:
        claims = [one for one in claims if not collector.executes(one.registration.callee)]
    executed = _executed(collector, linker)
    told = [claim for claim in settled(claims, walk.calls) if not _only_made(claim, linker)]
    happening = list(_happening(told, linker))
    standing = list(Reach(linker, happening).happening(happening))
    library.diagnostics.extend(unclaimed([*told, *executed], marks, linker, walk.calls))
    objects = [claim for claim in standing if claim.registration.callee in claim.system.listed]
    found: list[Declaration] = []
    events = Events(linker, marks, servers)
    for claim in standing:
        if claim.registration.callee not in claim.system.listed:
            found.extend(_declared(claim, objects, linker, events))
    for source, system in library.sources.declared():
        if (opened := library.add(source)) is not None:
            found.extend(_whole_file(opened, systems[system], linker, library.sources.package(source.path)))
    shown = events.shown(_without_repeats(_doubted(found, events.reshaper.followed, linker, systems), linker))
    known = touched(retold(shown, linker), linker, systems)
    executed_too = EXECUTED if collector is not None else frozenset[str]()
    walk_alone = Marks({name: system for name, system in systems.items() if name not in executed_too}, linker)
    walked = once(in_doubt(known, claims, linker, walk_alone), servers.objects)
    if collector is None:
        return tuple(_raising(walked, linker))
    owned = {_target_key(one.made_of) for one in walked if systems[one.system].owned and one.made_of is not None}
    found = collector.declarations(objects)
    found = [one for one in found if one.made_of is None or _target_key(one.made_of) not in owned]
    return tuple(_raising([*walked, *found], linker))


def _raising(found: list[Declaration], linker: Linker) -> Iterator[Declaration]:
    """The tools, those that an undefined decorator keeps from being registered with the error, which is also said."""
    undefined, library = undefined_decorators(linker.candidates, linker), linker.library
    library.diagnostics[:] = [*without_consequences(library.diagnostics, undefined.values()), *undefined.values()]
    for one in found:
        made = one.made_of
        error = undefined.get((made.module, made.node.at)) if made is not None else None
        yield one if error is None else structs.replace(one, diagnostics=(error,))


def _collector(linker: Linker, systems: Mapping[str, System], marks: Marks) -> "Collector | None":
    """What executes the program, where a system is to be that is executed, and every candidate file can be: Python's own
    parser, which an older Python may run, takes no syntax that is newer than itself."""
    sources = _executable(linker)
    if not EXECUTED & systems.keys() or not any("mcp" in source.text for source in sources):
        return None
    from toolc.bind.tools.collect import Collector  # most programs have no such system, and the interpreter is large

    collector = Collector(linker, linker.reader, systems, marks)
    return collector if collector.reads(sources) else None


def _executable(linker: Linker) -> list[SourceFile]:
    """The candidate files whose system is not declared in the settings."""
    declared = linker.library.sources.declared_system
    return [unit.source for unit in linker.candidates if declared(unit.source.path) is None]


def _executed(collector: "Collector | None", linker: Linker) -> list[Claim]:
    """What the candidate files register when they are executed."""
    if collector is None:
        return []
    sources = _executable(linker)
    try:
        return collector.execute(sources)
    except (Exception, Overrun) as error:
        linker.library.diagnostics.append(internal(error, Span(sources[0].path)))
        return []


def _only_made(claim: Claim, linker: Linker) -> bool:
    """Whether a server or a class of servers is made, with no tool and nothing else to tell."""
    if claim.registration.callee not in claim.system.servers:
        return False
    try:
        return not claim.mark(claim.registration, linker, ServerKey("", claim.system.name, claim.system.name))
    except (Exception, Overrun):
        return False  # said where the claim is read


def _happening(claims: list[Claim], linker: Linker) -> Iterator[Claim]:
    """The claims that are not absent; why the others are is said once for each condition."""
    for claim in claims:
        if claim.absent is None:
            yield claim
        elif claim.absent not in linker.library.diagnostics:
            linker.library.diagnostics.append(claim.absent)


def _doubted(
    found: list[Declaration], followed: Mapping[tuple[str, int], bool], linker: Linker, systems: Mapping[str, System]
) -> list[Declaration]:
    """The tools of a package that changes tools in place, by statements that are not followed, say so."""
    doubts: dict[str, Diagnostic] = {}
    for unit in linker.candidates:
        for start, end in altered(unit):
            if not followed.get((unit.source.module, start)):
                place = unit.source.span(start, end)
                doubts.setdefault(linker.library.sources.package(unit.source.path), Diagnostic("TC215", ALTERED, place))
    return [
        structs.replace(one, diagnostics=(*one.diagnostics, doubts[one.server.package]))
        if one.server.package in doubts and systems[one.system].servers
        else one
        for one in found
    ]


def _in_unit(unit: Unit, walk: Walk, linker: Linker) -> list[Claim]:
    """The claims of one file, up to its limit; should toolc itself fail on it, the other files are not affected."""
    most = unit.source.limits.tools
    try:
        with linker.clock.charging(unit.source.path, unit.source.limits):
            found = list(islice(walk.claims(unit), most + 1))
        if len(found) > most:
            last = found.pop().registration
            linker.library.diagnostics.append(_too_many(unit, linker.span(last.scope, last.at, last.end)))
        return found
    except (Exception, Overrun) as error:
        linker.library.diagnostics.append(internal(error, Span(unit.source.path)))
        return []


def _whole_file(unit: Unit, system: System, linker: Linker, package: str) -> list[Declaration]:
    """The tools of a file that is declared to be of one system, up to its limit."""
    most = unit.source.limits.tools
    found = list(islice(declared_tools(unit, system, linker, package), most + 1))
    if len(found) > most:
        last = found.pop()
        linker.library.diagnostics.append(_too_many(unit, linker.span(last.scope, last.at, last.end)))
    return found


def _too_many(unit: Unit, place: Span) -> Diagnostic:
    message, help_ = words("tools", unit.source.limits)
    return Diagnostic("TC106", message, place, help=help_)


def _declared(claim: Claim, objects: list[Claim], linker: Linker, events: Events) -> list[Declaration]:
    linker.renew()  # what was read of all files, or of other registrations, must not use up the calls
    try:
        with linker.charging(claim.registration.scope.module):
            return list(_declarations(claim, objects, linker, events))
    except (Exception, Overrun) as error:
        span = linker.span(claim.registration.scope, claim.registration.at, claim.registration.end)
        linker.library.diagnostics.append(internal(error, span))
        return []


def _declarations(claim: Claim, objects: list[Claim], linker: Linker, events: Events) -> Iterator[Declaration]:
    """What one claim declares; what is no tool of its own is said instead, or kept for when all tools are known."""
    server, registration = events.servers.key(claim.system, claim.registration), claim.registration
    if not claim.open:
        registration = structs.replace(registration, scope=by_default(registration.scope, linker))
    made = claim.mark(registration, linker, server)
    for fact in made if isinstance(made, tuple) else (made,) if made is not None else ():
        if isinstance(fact, Declaration):
            yield from _stated(claim, events.reshaper.reshaped(claim.registration, fact), objects, linker)
        else:
            events.add(fact, claim)


def _stated(claim: Claim, declaration: Declaration, objects: list[Claim], linker: Linker) -> Iterator[Declaration]:
    if claim.under is not None:
        doubt = Diagnostic("TC214", UNDECIDED, claim.under)
        declaration = structs.replace(declaration, diagnostics=(*declaration.diagnostics, doubt))
    if claim.open and any(one.code == "TC204" for one in declaration.diagnostics):
        linker.library.diagnostics.append(_uncalled(claim, linker))
        return
    if claim.dropped and declaration.server.apart:
        linker.library.diagnostics.append(_dropped(claim, linker))
        return
    loads = "files" in declaration.options
    nameless = declaration.owner is not None and isinstance(declaration.name, Unknown)  # of each object another
    if claim.repeated and (declaration.target is None or nameless) and not loads and not isinstance(declaration.schema, Known):
        linker.library.diagnostics.append(_made_in_a_loop(claim, linker))
        return
    if claim.system.listed:
        yield from handler_tools(declaration, claim.system, objects, linker)
        return
    if "files" not in declaration.options:
        yield declaration
        return
    for source in loaded_files(declaration, linker):
        if (unit := linker.library.add(source)) is not None:
            yield from _whole_file(unit, claim.system, linker, declaration.server.package)


def _uncalled(claim: Claim, linker: Linker) -> Diagnostic:
    """A helper of the program that nobody calls is no tool."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC213", "what is registered here is a parameter, and no call was found that passes a function", span)


def _made_in_a_loop(claim: Claim, linker: Linker) -> Diagnostic:
    """How many tools a loop makes, and of what, is no list of tools."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC212", "which tools are made here is not known: the loop goes through what the program has", span)


def _dropped(claim: Claim, linker: Linker) -> Diagnostic:
    """A tool that nobody keeps is offered to no model."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC250", "this tool is made and dropped: only an attribute of it is read", span)


def _name_key(declaration: Declaration) -> tuple[object, ...]:
    """A name as something to look for: it may be any value, a list among them."""
    return () if declaration.name is None else identity(declaration.name)


def _without_repeats(found: list[Declaration], linker: Linker) -> tuple[Declaration, ...]:
    """A function that is decorated and then put into a registry of the same system is one tool, the registry's."""
    held = {(d.system, *_target_key(d.made_of), *_name_key(d)) for d in found if d.made_of is not None and not d.server.apart}
    seen: dict[tuple[object, ...], Declaration] = {}
    again: dict[int, list[Declaration]] = {}
    kept: list[Declaration] = []
    for declaration in named_once(found, linker):
        if declaration.made_of is not None:
            own = (declaration.system, *_target_key(declaration.made_of))
            if declaration.server.apart and (*own, *_name_key(declaration)) in held:
                continue
            key: tuple[object, ...] = (*own, declaration.server, *_name_key(declaration))
        else:  # a function that is called twice makes its tool objects at one place
            named = () if _untold(declaration) else _name_key(declaration)
            key = (declaration.server, declaration.scope.module, declaration.at, declaration.end, *named)
        if key in seen:
            again.setdefault(id(seen[key]), []).append(declaration)
            continue
        seen[key] = declaration
        kept.append(declaration)
    return tuple(registered_again(one, again.get(id(one), ()), linker) for one in kept)


def _untold(declaration: Declaration) -> bool:
    """Whether nothing tells such a tool from others that are made at the same place."""
    return not any(isinstance(fact, Known) for fact in (declaration.name, declaration.schema))


def _target_key(target: Definition) -> tuple[str, int]:
    return target.module, target.node.at
