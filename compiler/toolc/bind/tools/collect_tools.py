"""Collection of tools: executes the program, and lets every system read the calls that it makes.

Takes the linker and the systems, gives `Declaration`s.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import structs

from toolc.bind.identity import identity
from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.tools.candidate_files import candidate_files
from toolc.bind.tools.collect import Collector
from toolc.bind.tools.entry_reachability import EntryReachability
from toolc.bind.tools.handlers import handler_tools
from toolc.bind.tools.held_tools import without_nameless
from toolc.bind.tools.parts import key_of
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.registrations import Claim
from toolc.bind.tools.relevance import RelevantNames
from toolc.bind.tools.server_effects import UNDECIDED, ServerEffects
from toolc.bind.tools.servers import Servers
from toolc.bind.tools.toolfiles import declared_tools, loaded_files
from toolc.bind.tools.undefined_decorators import undefined_decorators, without_consequences
from toolc.diagnostics import Diagnostic, internal
from toolc.limits import CpuBudgetExceeded, words
from toolc.program import ConstantValue, Declaration, DefinitionValue, ProgramPoint, RegistrationSite, Unknown
from toolc.source import SourceFile, Span
from toolc.systems.base import System


def declarations(linker: Linker, systems: Mapping[str, System]) -> tuple[Declaration, ...]:
    """Every tool of the project."""
    marks = RegistrationTable(systems, linker)
    library = linker.library
    linker.candidates.extend(candidate_files(linker, marks, RelevantNames(linker, marks)))
    collector = Collector(linker, linker.reader, systems, marks)
    sources = [one.source for one in linker.candidates if library.sources.declared_system(one.source.path) is None]
    sources += _decorating_sources(linker, marks, sources)
    claims = [*_assignment_claims(linker, marks), *_execute_sources(collector, sources, linker)]
    standing = list(EntryReachability(linker, claims).reachable_claims(claims))
    objects = [claim for claim in standing if claim.registration.callee in claim.system.listed_by_handler]
    events = ServerEffects(linker, marks, Servers(linker))
    found: list[Declaration] = []
    for claim in standing:
        if claim.registration.callee not in claim.system.listed_by_handler:
            found.extend(_declare(claim, objects, linker, events))
    for source, system in library.sources.declared_files():
        if (opened := library.add(source)) is not None:
            found.extend(_whole_file(opened, systems[system], linker, library.sources.package(source.path)))
    shown = events.shown_tools(_without_repeats(list(map(collector.with_unmodelled_writes, found)), linker))
    owned = {_target_key(one.definition) for one in shown if systems[one.system].user_defined and one.definition is not None}
    held = collector.declarations(objects)
    known = (one for one in held if one.definition is None or _target_key(one.definition) not in owned)
    every = tuple(_add_raising([*shown, *known, *collector.components], linker))
    linker.found_components.extend(one for one in every if one.component is not None)
    return tuple(one for one in every if one.component is None)


def _add_raising(found: list[Declaration], linker: Linker) -> Iterator[Declaration]:
    """The tools, those that an undefined decorator keeps from being registered with the error, which is also said."""
    undefined, library = undefined_decorators(linker.candidates, linker), linker.library
    library.diagnostics[:] = [*without_consequences(library.diagnostics, undefined.values()), *undefined.values()]
    for one in found:
        made = one.definition
        error = undefined.get((made.module, made.node.at)) if made is not None else None
        yield one if error is None else structs.replace(one, diagnostics=(error,))


def _execute_sources(collector: Collector, sources: list[SourceFile], linker: Linker) -> list[Claim]:
    """Execute files and return their registrations; an internal error becomes a diagnostic."""
    try:
        return collector.execute(sources)
    except (Exception, CpuBudgetExceeded) as error:
        linker.library.diagnostics.append(internal(error, Span(sources[0].path)))
        return []


def _decorating_sources(linker: Linker, marks: RegistrationTable, sources: list[SourceFile]) -> list[SourceFile]:
    """Further files of the same packages that decorate as servers do: code that loads them may pass them a server."""
    known = {one.path for one in sources}
    name = r"[\w\x80-\xff]+"
    decorates = rf"^[ \t]+@{name}(?:\.{name})*\.(?:{'|'.join(sorted(marks.methods))})\b"
    words = [f".{method}" for method in marks.methods]
    found: list[SourceFile] = []
    for root in sorted({one.module.partition(".")[0] for one in sources}) if words else ():
        for source in linker.library.texts(root, words, decorates):
            if source.path in known:
                continue
            known.add(source.path)
            if linker.library.find(source.module) is not None:
                found.append(source)
    return found


def _assignment_claims(linker: Linker, marks: RegistrationTable) -> Iterator[Claim]:
    """Variables at the top of a module whose assignment declares a tool."""
    for unit in linker.candidates if marks.assigned else ():
        for site in unit.top.sites:
            named = site.names[0] if len(site.names) == 1 and site.node.kind in ("assign", "ann") else ""
            if (known := marks.assigned.get(named)) is not None:
                here = ProgramPoint(unit.source.module, (), site.node.at)
                yield Claim(*known, RegistrationSite(named, "assigned", here, site.node.at, site.node.end))


def _whole_file(unit: SourceModule, system: System, linker: Linker, package: str) -> list[Declaration]:
    """The tools of a file that is declared to be of one system, up to its limit."""
    most = unit.source.limits.tools
    found = list(islice(declared_tools(unit, system, linker, package), most + 1))
    if len(found) > most:
        last = found.pop()
        linker.library.diagnostics.append(_too_many(unit, linker.span(last.scope, last.at, last.end)))
    return found


def _too_many(unit: SourceModule, place: Span) -> Diagnostic:
    message, help_ = words("tools", unit.source.limits)
    return Diagnostic("TC106", message, place, help=help_)


def _declare(claim: Claim, objects: list[Claim], linker: Linker, events: ServerEffects) -> list[Declaration]:
    linker.reset()  # what was read of all files, or of other registrations, must not use up the calls
    try:
        with linker.charge_file(claim.registration.scope.module):
            return list(_declarations(claim, objects, linker, events))
    except (Exception, CpuBudgetExceeded) as error:
        span = linker.span(claim.registration.scope, claim.registration.at, claim.registration.end)
        linker.library.diagnostics.append(internal(error, span))
        return []


def _declarations(claim: Claim, objects: list[Claim], linker: Linker, events: ServerEffects) -> Iterator[Declaration]:
    """Yield the declarations of one claim; other facts go to `events` until all tools are known."""
    server, registration = events.servers.key(claim.system, claim.registration), claim.registration
    made = claim.mark(registration, linker, server)
    for fact in made if isinstance(made, tuple) else (made,) if made is not None else ():
        if isinstance(fact, Declaration):
            yield from _declare_stated(claim, fact, objects, linker)
        else:
            events.add(fact, claim)


def _declare_stated(claim: Claim, declaration: Declaration, objects: list[Claim], linker: Linker) -> Iterator[Declaration]:
    if claim.under is not None:
        doubt = Diagnostic("TC214", UNDECIDED, claim.under)
        declaration = structs.replace(declaration, diagnostics=(*declaration.diagnostics, doubt))
    if claim.renamed and claim.system.renames == "schema":
        declaration = structs.replace(declaration, **claim.renamed)
    elif claim.renamed:
        declaration = structs.replace(declaration, renamed=claim.renamed)
    if claim.doubts:
        declaration = structs.replace(declaration, diagnostics=(*declaration.diagnostics, *claim.doubts))
    if claim.open and any(one.code == "TC204" for one in declaration.diagnostics):
        linker.library.diagnostics.append(_uncalled_helper(claim, linker))
        return
    if claim.dropped and declaration.server.standalone:
        linker.library.diagnostics.append(_dropped_tool(claim, linker))
        return
    loads = "files" in declaration.options
    nameless = declaration.owner is not None and isinstance(declaration.name, Unknown)  # of each object another
    if (
        claim.repeated
        and (declaration.target is None or nameless)
        and not loads
        and not isinstance(declaration.schema, ConstantValue)
    ):
        linker.library.diagnostics.append(_made_in_a_loop(claim, linker))
        return
    if claim.system.listed_by_handler:
        yield from handler_tools(declaration, claim.system, objects, linker)
        return
    if "files" not in declaration.options:
        yield declaration
        return
    for source in loaded_files(declaration, linker):
        if (unit := linker.library.add(source)) is not None:
            yield from _whole_file(unit, claim.system, linker, declaration.server.package)


def _uncalled_helper(claim: Claim, linker: Linker) -> Diagnostic:
    """A helper of the program without a caller is not a tool."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC213", "what is registered here is a parameter, and no call was found that passes a function", span)


def _made_in_a_loop(claim: Claim, linker: Linker) -> Diagnostic:
    """How many tools a loop makes, and of what, is no list of tools."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic(
        "TC212",
        "which tools are made here is not known: the loop goes through values of the running program",
        span,
    )


def _dropped_tool(claim: Claim, linker: Linker) -> Diagnostic:
    """A tool that is not stored is offered to no model."""
    registration = claim.registration
    span = linker.span(registration.scope, registration.at, registration.end)
    return Diagnostic("TC250", "this tool is made and dropped: only an attribute of it is read", span)


def _name_key(declaration: Declaration) -> tuple[object, ...]:
    """A name as something to look for: it may be any value, a list among them."""
    name = declaration.renamed.get("name", declaration.name)
    return () if name is None else identity(name)


def _text_key(declaration: Declaration) -> tuple[object, ...]:
    """A description that is given as something to look for."""
    text = declaration.renamed.get("description", declaration.description)
    return ("text", *identity(text)) if isinstance(text, ConstantValue) else ()


def _own_texts(definition: DefinitionValue) -> tuple[object, ...]:
    """The name and docstring that a definition has by now: each call of a function around it may have given others."""
    return definition.stmt.name, definition.stmt.doc


def _without_repeats(found: list[Declaration], linker: Linker) -> tuple[Declaration, ...]:
    """A function that is decorated and then put into a registry of the same system is one tool, the registry's."""
    held = {
        (d.system, *key_of(d.definition), *_name_key(d)) for d in found if d.definition is not None and not d.server.standalone
    }
    seen: set[tuple[object, ...]] = set()
    kept: list[Declaration] = []
    for declaration in without_nameless(found, linker):
        if declaration.definition is not None:
            own = (declaration.system, *_target_key(declaration.definition))
            made = key_of(declaration.definition)
            if declaration.server.standalone and (declaration.system, *made, *_name_key(declaration)) in held:
                continue
            key: tuple[object, ...] = (*own, declaration.server, *_name_key(declaration), *_text_key(declaration))
            key += made if declaration.server.standalone else _own_texts(declaration.definition)
        else:  # a function that is called twice makes its tool objects at one place
            named = () if _is_indistinguishable(declaration) else _name_key(declaration)
            key = (declaration.server, declaration.scope.module, declaration.at, declaration.end, *named)
        if key not in seen:
            seen.add(key)
            kept.append(declaration)
    return tuple(kept)


def _is_indistinguishable(declaration: Declaration) -> bool:
    """Return `True` if neither the name nor the schema distinguishes a tool from others made at the same place."""
    return not any(isinstance(fact, ConstantValue) for fact in (declaration.name, declaration.schema))


def _target_key(target: DefinitionValue) -> tuple[str, int]:
    return target.module, target.node.at
