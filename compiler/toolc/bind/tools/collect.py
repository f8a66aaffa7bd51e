"""The tools that executing a program leaves on its servers, as declarations.

Takes the linker and the systems whose registrations are executed; gives declarations, each with what is doubtful about it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from toolc.analysis.doubts import Doubt, Guard, Place, Uncalled
from toolc.analysis.drivers import run
from toolc.analysis.events import Event
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.lattice import same
from toolc.analysis.models.claimed import GIVEN_LATER, HOLDS_TOOLS
from toolc.analysis.models.noting import dotted_class
from toolc.analysis.models.server_interface import tools_of
from toolc.analysis.models.servers import symbolic_origin
from toolc.analysis.models.tool_facts import COPIED
from toolc.analysis.models.tool_schemas import edited_schemas
from toolc.analysis.modules import Modules
from toolc.analysis.values import MISSING, Choice, Class, Dict, Instance, LibraryObject, List, Maybe, Missed
from toolc.bind.linker import Linker
from toolc.bind.tools.answers import Answers
from toolc.bind.tools.components import UNORDERED, Components
from toolc.bind.tools.convert import UNREAD, Converter
from toolc.bind.tools.entry_reachability import EntryReachability
from toolc.bind.tools.executed import Executed
from toolc.bind.tools.framework_names import FrameworkNames
from toolc.bind.tools.handlers import UNREPLACED, handler_tools, replaced_handlers
from toolc.bind.tools.held_tools import (
    alternatives,
    class_of,
    definition_place,
    function_of,
    instead,
    once,
    override_doubts,
    without_nameless,
)
from toolc.bind.tools.list_overrides import ListOverrides
from toolc.bind.tools.mounts import AppliedRule, Mounted, Taken, mounted_declarations
from toolc.bind.tools.ownership import Ownership
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.registrations import Claim, Registrations
from toolc.bind.tools.schemas import Schemas
from toolc.bind.tools.ways_out import TOUCHED, UNDECIDED, UNMADE, UNTAKEN, because, causes, with_way_out
from toolc.deep_calls import run_deep
from toolc.diagnostics import Diagnostic, internal
from toolc.interfaces import Reader
from toolc.limits import words
from toolc.program import Declaration, ServerKey, Unknown, Value
from toolc.server_effects import ListOverride, Mount, UnmodelledChange, Unregister, VisibilityRule
from toolc.source import SourceFile, Span
from toolc.systems.base import System, server_distributions
from toolc.text.unique_names import first_free

SERVED = frozenset({"mcp", "fastmcp"})
"""Systems whose servers are objects of the heap, with the tools that they hold."""

_CLASSES = ("FastMCP", "MCPServer", "LocalProvider")


_MISSING_REGISTRATIONS = frozenset({"TC217", "TC227", "TC233", "TC334"})
"""Codes that say why registrations may be missing: they are said of a program without any tool as well."""


class Collector:
    """Executes a program, and reads what it did."""

    def __init__(self, linker: Linker, reader: Reader, systems: Mapping[str, System], marks: RegistrationTable) -> None:
        self._linker = linker
        self.vm = Interpreter(Modules(linker.library.sources, reader, marks.roots, server_distributions(systems.values())))
        self._marks = marks.table
        self._ownership = Ownership(self.vm, linker.library)
        self._names = FrameworkNames(self.vm.frameworks, linker, marks)
        self._convert = Converter(linker)
        self._registrations = Registrations(self._convert, self._names, self.vm.attribute)
        self._schemas = Schemas(linker, self._names, self._marks)
        self.vm.frameworks.json_schema, self.vm.frameworks.tool_fact = self._schemas.of_call, self._schemas.of_tool
        self._answered = Answers(self.vm, self._convert)
        self._keys: dict[Instance, ServerKey] = {}
        self._list_overrides = ListOverrides(linker, marks)
        self._claims: dict[Event, Claim] = {}
        self._free: list[Claim] = []
        self._unknown_mounts: list[tuple[ServerKey, Any]] = []
        self.components: list[Declaration] = []

    def _of_program(self) -> Iterator[Event]:
        """The events without those by which a framework itself fills servers, in uncalled functions, and without those
        of servers that installed packages make for themselves."""
        for index, event in enumerate(self.vm.events):
            driven = self.vm.driven.since is not None and index >= self.vm.driven.since
            if not self._ownership.is_foreign(event) and not (
                driven and self._is_served(event) and self._names.is_home(event.place.module)
            ):
                yield event

    def _limit(self) -> None:
        """Of a file that registers more tools than its limit allows the first are kept; one that is made often counts once."""
        kept: dict[str, set[Any]] = {}
        for event in list(self._claims):
            if (
                event.applied
                or event.callee.endswith(_CLASSES)
                or (unit := self._linker.library.open(event.place.module)) is None
            ):
                continue
            most, tools = unit.source.limits.tools, kept.setdefault(event.place.module, set())
            tool = event.place, event.target, event.site.kwargs.get("name")
            if tool in tools or len(tools) < most:
                tools.add(tool)
                continue
            del self._claims[event]
            if len(tools) == most:
                tools.add(None)
                message, help_ = words("tools", unit.source.limits)
                self._say(Diagnostic("TC106", message, self._span(event.place), help=help_))

    def _free_claims(self) -> list[Claim]:
        self._say_unmade()
        apart = self._classes_without_tools()
        replaced = replaced_handlers(self._claims)
        return [
            told
            for event, claim in self._claims.items()
            if replaced.get(event, event) is not None
            if not self._is_served(event) and not event.applied and claim.system.name not in SERVED
            if not (event.form == "subclass" and event.target in apart)
            if (told := self._qualify_claim(event, claim, replaced.get(event))) is not None
        ]

    def _classes_without_tools(self) -> set[Any]:
        """The classes of tools that are none themselves: those of which the program makes objects with a name or text of their
        own, and those of which it makes none, but of classes below them."""
        own: dict[Any, bool] = {}
        for event in self._claims:
            if event.callee.endswith(".__init__") and isinstance(event.receiver, Instance) and not self._is_served(event):
                cls = event.receiver.cls
                own[cls] = own.get(cls, True) and any(isinstance(fact, Declaration) for fact in self._facts(event))
        since = len(self.vm.events) if self.vm.driven.since is None else self.vm.driven.since
        made = {event.receiver.cls for event in self.vm.events[:since] if isinstance(event.receiver, Instance)}
        above = {base for cls in made for base in cls.mro if isinstance(base, Class)}
        return {cls for cls, every in own.items() if every} | (above - made)

    def _is_served(self, event: Event) -> bool:
        return isinstance(event.receiver, Instance) and bool(dotted_class(event.receiver))

    def _qualify_claim(self, event: Event, claim: Claim, replaced: Guard | None) -> Claim | None:
        """A claim with what is not certain of it; None for what a framework itself makes, for agents of other programs, and
        for a function that could not be read, of which its file has said why."""
        target = claim.registration.target
        if isinstance(target, Unknown) and target.reason.endswith(UNREAD):
            return None
        uncalled = [one for one in event.guards if isinstance(one, Uncalled)]
        if uncalled and self._is_machinery(event, uncalled[0]):
            return None
        open_ = [one for one in event.guards if not isinstance(one, Uncalled) and not self.vm.is_made_in(event.receiver, one)]
        under = self._guard_span(open_[0], event) if open_ else None
        first = event.site.args[0] if event.site.args else None
        missed = event.target if event.form != "call" else first
        doubts = [Diagnostic("TC214", UNREPLACED, self._span(replaced.place))] if replaced is not None else []
        if event.inputs:
            message = f"what this tool is given depends on {' and '.join(sorted(event.inputs))}; the default is taken"
            doubts.append(with_way_out("TC222", message, self._span(event.place)))
        if event.made is not None and event.made.taint is not None:
            doubts.append(self._diagnostic(event.made.taint))
        fact, place = self.vm.touched.get(event.made, ("", None)) if event.made is not None else ("", None)
        if not fact and isinstance(event.receiver, LibraryObject) and event.receiver in self.vm.touched:
            fact, place = self.vm.touched[event.receiver]
            fact = fact if fact in HOLDS_TOOLS else ""
        if fact and fact not in claim.system.unpublished:
            doubts.append(Diagnostic("TC215", TOUCHED, self._span(place), help="say it where the tool is made"))
        doubts += [self._diagnostic(one) for one in override_doubts(self.vm, event, claim.system.decisive)]
        if either := instead(event, self.vm.left_out):
            names = " and ".join(sorted(either))
            doubts.append(Diagnostic("TC205", f"which of two tools is made here depends on {names}", self._span(event.place)))
        if outer := [one for one in event.varied if not one.startswith("the parameter")]:
            names = " and ".join(sorted(outer))
            message = f"which tools are given here depends on {names}; those of the default are taken"
            self._say(with_way_out("TC222", message, self._span(event.place)))
        renamed: dict[str, Value] = {}
        if event.made is not None:
            cells = event.made.cells
            renamed = {fact: self._convert.value(cells[cell]) for fact, cell in GIVEN_LATER.items() if cell in cells}
        return structs.replace(
            claim,
            renamed=renamed,
            under=claim.under or under,
            open=isinstance(self.vm.plain(missed), Missed),
            repeated=event.repeated,
            dropped=event.dropped,
            doubts=tuple(doubts),
        )

    def _is_machinery(self, event: Event, guard: Uncalled) -> bool:
        """Return `True` if the event happens in a framework's own function that only the framework calls."""
        function = event.stack[0][0] if event.stack else None
        home = self._names.home(function.module) if function is not None else None
        if home is None or function is None or not guard.needs_arguments:
            return False
        message = f"`{home}` itself makes tools in `{function.name}`, for agents of other programs"
        self._say(Diagnostic("TC225", message, self._span(guard.place)))
        return True

    def _is_frameworks(self, note: Doubt) -> bool:
        """Return `True` if a doubt is that a framework's own code, which serves other programs, exceeded the budget."""
        module = note.place.module if note.place is not None else ""
        return note.code == "TC217" and self._names.is_home(module)

    def _say_unmade(self) -> None:
        """The toolkits of which no object can be made without arguments."""
        for cls, place in self.vm.driven.unmade.items():
            message = f"an object of `{cls.name}` that is made without arguments raises here: its tools are left out"
            help_ = "make one in the program, or name its variables with `--env NAME=VALUE`"
            self._say(Diagnostic("TC224", message, self._span(place), help=help_))

    def execute(self, sources: Sequence[SourceFile]) -> list[Claim]:
        """Execute the program of these files, and give what it registers with systems whose servers are not of the heap."""
        return run_deep(lambda: self._execute(sources))

    def _execute(self, sources: Sequence[SourceFile]) -> list[Claim]:
        run(self.vm, sources)
        self._ownership = Ownership(self.vm, self._linker.library)
        self._schemas.forget()
        self._linker.executed = Executed(self.vm, self._convert, self._linker, has_run=True)
        self._linker.answers = self._answered.of
        for fault, place in self.vm.faults:
            self._say(internal(fault, self._span(place) or Span(sources[0].path)))
        for event in self._of_program():
            if (known := self._marks.get(event.callee)) is not None:
                self._claims[event] = Claim(
                    *known, self._registrations.of(event, known[0].types_from, known[0].fields), repeated=event.repeated
                )
        self._limit()
        self._free = self._free_claims()
        return self._free

    def declarations(self, objects: list[Claim]) -> list[Declaration]:
        """The tools of the servers; `objects` are tool objects that handlers may list."""
        return run_deep(lambda: self._declarations(objects))

    def _declarations(self, objects: list[Claim]) -> list[Declaration]:
        self._claims = {
            event: one for event, one in self._claims.items() if self._is_served(event) or one.system.name in SERVED
        }
        claims = [one for event, one in self._claims.items() if not event.callee.endswith(_CLASSES)]
        kept = {id(one.registration): one for one in EntryReachability(self._linker, claims).reachable_claims(claims)}
        self._claims = {
            event: kept.get(id(one.registration), one)
            for event, one in self._claims.items()
            if id(one.registration) in kept or event.callee.endswith(_CLASSES)
        }
        return self._offered_tools(objects)

    # --- servers -----------------------------------------------------------------------------------------------------------

    def _servers(self) -> list[Instance]:
        """The servers of the program, in the order in which something happens to them. Entry points often make the same one
        for another transport: of those that functions make with the same class, name and tools, the first counts."""
        events = [event for event in self.vm.events if not self._ownership.is_foreign(event)]
        made = dict.fromkeys(event.receiver for event in events if self._is_served(event))
        inside = {event.receiver for event in self.vm.events if event.stack and event.callee.endswith(_CLASSES)}
        first: dict[object, Instance] = {}
        return [
            one
            for one in made
            if one not in inside or symbolic_origin(one) is not None or first.setdefault(self._shape(one), one) is one
        ]

    def _shape(self, server: Instance) -> object:
        """Return a key for servers created by functions: the class, the name, the tools with their functions."""
        name, tools = self.vm.plain(server.cells.get("name")), tools_of(server)
        own = [(key if isinstance(key, str) else "", function_of(tool)) for key, tool in tools.items.items()] if tools else []
        return server.cls, name if isinstance(name, str) else id(server), frozenset(own)

    def key(self, server: Instance) -> ServerKey:
        """The name that tells a server apart."""
        known = self._keys.get(server)
        if known is None:
            dotted = dotted_class(server)
            system = self._marks[f"{dotted}.tool"][0].name
            site = server.site
            package = self._ownership.package(self._ownership.home(server))
            name = self.vm.plain(server.cells.get("name"))
            own = name if isinstance(name, str) and name else (site.name if site is not None and site.name else "server")
            taken = {key.name for key in self._keys.values() if key.package == package}
            known = self._keys[server] = ServerKey(package, system, first_free(own, taken))
        return known

    # --- tools -------------------------------------------------------------------------------------------------------------

    def _offered_tools(self, objects: list[Claim]) -> list[Declaration]:
        mounts: list[Mounted] = []
        taken: list[Taken] = []
        rules: list[AppliedRule] = []
        altered: dict[ServerKey, tuple[Diagnostic, ...]] = {}
        loose: list[Declaration] = []
        components = Components(self._convert, self._span)
        for event, claim in self._claims.items():
            for fact in self._facts(event):
                server = event.receiver
                match fact:
                    case Declaration() if fact.component is not None:
                        components.add(event, fact)
                    case Declaration() if claim.system.listed_by_handler:
                        loose.extend(handler_tools(fact, claim.system, objects, self._linker))
                    case Declaration() if event.added:
                        pass
                    case Declaration() if event.tool is None:
                        loose.append(self._with_doubts(fact, self._event_doubts(event)))
                    case Declaration() if event.tool is not None and not self._is_served(event):
                        loose.extend(self._of_tool(event, event.tool, self._event_doubts(event)))
                    case Mount() if isinstance(server, Instance):
                        self._mount(fact, event, mounts)
                    case Unregister():
                        doubt = Diagnostic("TC214", UNTAKEN, self._span(event.place))
                        taken.append(Taken(fact, not self._event_doubts(event) and not event.repeated, doubt))
                    case VisibilityRule():
                        certain = not self._event_doubts(event) and not event.repeated
                        rules.append(AppliedRule(fact, certain, Diagnostic("TC214", UNTAKEN, self._span(event.place))))
                    case ListOverride():
                        under = self._guard_span(event.guards[0], event) if event.guards else None
                        self._list_overrides.add(fact, structs.replace(claim, under=under))
                    case UnmodelledChange() if isinstance(server, Instance):
                        message = "the program changes registered tools here, which toolc does not follow"
                        altered[self.key(server)] = (Diagnostic("TC215", message, self._span(event.place)),)
                    case Diagnostic():
                        self._say(fact)
                        components.miss(server, fact)
        servers = self._servers()
        altered |= self._changed_in_parts(servers)
        found = once([one for server in servers for one in self._of_server(server)])
        self._list_overrides.note_overrides({self.key(one): self._convert.value(one) for one in servers})
        for note in self.vm.notes:
            if (servers or self._free or note.code in _MISSING_REGISTRATIONS) and not self._is_frameworks(note):
                self._say(self._diagnostic(note))
        for kept, other in self.vm.shadowed:
            self._say_shadowed(kept, other)
        self._say_left_out()
        registered = {_target(one) for one in (*found, *loose) if not one.server.standalone}
        free_tools = [one for one in loose if not (one.server.standalone and _target(one) in registered)]
        changes = {**self._list_overrides.doubts, **altered}
        standing = self._with_machinery(
            list(self._list_overrides.without_hidden([*without_nameless(found, self._linker), *free_tools]))
        )
        beside = components.components_of(servers, lambda one, event: [*self._around(one), *self._event_doubts(event)])
        own = self._with_machinery(beside)
        self.components = self._perhaps_mounted(mounted_declarations(own, mounts, taken, rules, altered, self._linker))
        return self._perhaps_mounted(mounted_declarations(standing, mounts, taken, rules, changes, self._linker))

    def _changed_in_parts(self, servers: Iterable[Instance]) -> dict[ServerKey, tuple[Diagnostic, ...]]:
        """The servers that are changed otherwise than by registrations: further tools that they show are in doubt too."""
        taints = {self.key(one): tools.taint for one in servers if (tools := tools_of(one)) is not None}
        return {key: (self._diagnostic(one),) for key, one in taints.items() if one is not None and one.code == "TC215"}

    def _with_machinery(self, found: list[Declaration]) -> list[Declaration]:
        """Add a doubt to every declaration if the program replaces parts of Python or of a framework."""
        doubt = [] if self.vm.machinery is None else [self._diagnostic(self.vm.machinery)]
        return [self._with_doubts(one, doubt) for one in found] if doubt else found

    def _around(self, server: Instance) -> list[Diagnostic]:
        """Return the doubts that apply to every tool of a server."""
        around = [] if server.taint is None else [self._diagnostic(server.taint)]
        if symbolic_origin(server) is not None:
            message = "what is registered here is on a parameter, and no call was found that passes a server"
            around.append(with_way_out("TC213", message, self._span(server.site.place if server.site else None)))
        if open_ := [one for one in self.vm.born_where.get(server, ()) if not isinstance(one, Uncalled)]:
            around.append(Diagnostic("TC214", because(UNMADE, open_[0]), self._span(open_[0].place)))
        return around

    def _perhaps_mounted(self, found: list[Declaration]) -> list[Declaration]:
        """Add a doubt to the tools of all other servers if an unknown server is mounted, which may be any of them."""
        if not self._unknown_mounts:
            return found
        parent, place = self._unknown_mounts[0]
        doubt = Diagnostic(
            "TC219", "which server is mounted here is not known: this tool may be on it, under another name", place
        )
        return [one if one.server == parent else self._with_doubts(one, [doubt]) for one in found]

    def _of_server(self, server: Instance) -> Iterator[Declaration]:
        """The tools in a server's dict at the end, in its order."""
        tools = tools_of(server)
        if tools is None:
            return
        around = self._around(server)
        if tools.taint is not None:
            around = [self._diagnostic(tools.taint), *(around if server.taint is None else around[1:])]
        if not tools.items and (tools.taint is not None or server.taint is not None):
            self._say(around[0])
        for held, tool in alternatives(tools.items.values()):
            if not isinstance(tool, Instance) or not isinstance(event := tool.native, Event):
                place = server.site.place if server.site is not None else None
                self._say(
                    Diagnostic(
                        "TC215", "the program puts a tool on this server in a way toolc does not follow", self._span(place)
                    )
                )
                continue
            claim = self._claims.get(event)
            if claim is None:
                continue  # nothing in the package leads there
            doubts = list(around)
            if claim.under is not None:
                doubts.append(Diagnostic("TC214", UNDECIDED, claim.under))
            if event.unimported:
                message = (
                    f"`{event.place.module}` registers this on a server of another module, and nothing is seen to import it"
                )
                doubts.append(Diagnostic("TC220", message, self._span(event.place)))
            if isinstance(held, (Maybe, Choice)):
                said = because(UNDECIDED, held.guard) if held.guard.code == "TC214" else held.guard.reason
                doubts.append(Diagnostic(held.guard.code, said, self._guard_span(held.guard, event)))
            elsewhere = self._is_served(event) and tools_of(event.receiver) is not tools
            for fact in self._of_tool(event, tool, doubts):
                yield structs.replace(fact, server=self.key(server)) if elsewhere else fact

    def _of_tool(self, event: Event, tool: Instance, doubts: list[Diagnostic]) -> Iterator[Declaration]:
        if isinstance(self.vm.plain(event.target), Missed):
            message = "what is registered here is a parameter, and no call was found that passes a function"
            self._say(with_way_out("TC213", message, self._span(event.place)))
            return
        enabled = tool.cells.get("enabled")
        if enabled is False:
            return
        if enabled not in (None, True):
            doubts = [*doubts, Diagnostic("TC214", "whether this tool is enabled is not known", self._span(event.place))]
        for fact in self._facts(event):
            if not isinstance(fact, Declaration):
                continue
            if event.repeated and (fact.target is None or isinstance(fact.name, Unknown)):
                message = "which tools are made here is not known: the loop goes through values of the running program"
                self._say(Diagnostic("TC212", message, self._span(event.place), causes(event.guards, self._span)))
                if event.unordered:
                    self._say(with_way_out("TC243", UNORDERED, self._span(event.place)))
                continue
            if event.repeated:
                often = "how often this tool is registered is not known"
                doubts = [*doubts, Diagnostic("TC212", often, self._span(event.place), causes(event.guards, self._span))]
            if event.unordered:
                doubts = [*doubts, with_way_out("TC243", UNORDERED, self._span(event.place))]
            taint = tool.taint or (event.tool.taint if event.tool is not None else None)
            if taint is not None:
                doubts = [*doubts, self._diagnostic(taint)]
            yield self._with_doubts(self._apply_edit(fact, event, tool), doubts)

    def _apply_edit(self, fact: Declaration, event: Event, tool: Instance) -> Declaration:
        """Return the declaration with the changes that the program made to the tool object after creating it."""
        if schemas := {name: self._convert.value(held) for name, held in edited_schemas(tool)}:
            fact = structs.replace(fact, edited=schemas)
        made = event.cells.get(" tool", {})
        inputs = self.vm.inputs_of(tool.cells.get("name")) | self.vm.inputs_of(tool.cells.get("description"))
        defaults = event.cells.get("__defaults__"), event.cells.get("__kwdefaults__")
        positional, named = map(self.vm.plain, defaults)
        kept = [
            *(positional if isinstance(positional, tuple) else ()),
            *(named.items.values() if isinstance(named, Dict) else ()),
        ]
        given = event.inputs.union(*map(self.vm.inputs_of, kept))
        if given:
            message = f"what this tool is given depends on {' and '.join(sorted(given))}; the default is taken"
            fact = self._with_doubts(fact, [Diagnostic("TC222", message, self._span(event.place))])
        if inputs - given:
            message = f"the name or description of this tool depends on {' and '.join(sorted(inputs))}; the default is taken"
            fact = self._with_doubts(fact, [Diagnostic("TC222", message, self._span(event.place))])
        for name in (*COPIED, "versions"):
            if name in tool.cells:
                fact = structs.replace(fact, options={**fact.options, name: self._convert.value(tool.cells[name])})
        for name, now in tool.cells.items():
            if same(made.get(name), now):
                continue
            if name in ("name", "description"):
                fact = structs.replace(fact, **{name: self._convert.value(now)})
            elif name in ("title", "annotations", "enabled"):
                fact = structs.replace(fact, options={**fact.options, name: self._convert.value(now)})
            elif not name.startswith(" ") and name not in (*COPIED, "versions", "fn", "run", "is_async"):
                message = f"the program sets `{name}` of this tool after it is registered"
                fact = self._with_doubts(fact, [Diagnostic("TC215", message, self._span(event.place))])
        return fact

    def _event_doubts(self, event: Event) -> list[Diagnostic]:
        """A condition that an event stands under, and the server it happens to does not."""
        open_ = [one for one in event.guards if not self.vm.is_made_in(event.receiver, one)]
        return [Diagnostic("TC214", because(UNDECIDED, one), self._guard_span(one, event)) for one in open_[:1]]

    def _with_doubts(self, fact: Declaration, doubts: list[Diagnostic]) -> Declaration:
        kept = tuple(dict.fromkeys((*fact.diagnostics, *doubts)))
        return structs.replace(fact, diagnostics=kept)

    def _say_left_out(self) -> None:
        """Report registrations that happen only if variables, options or parameters differ from their defaults."""
        listed = {(event.place, class_of(event)) for event in self.vm.events}
        for event, inputs in self.vm.left_out:
            if (
                event.applied
                or (event.place, class_of(event)) in listed
                or event.callee not in self._marks
                or event.callee.endswith(("FastMCP", "MCPServer"))
            ):
                continue
            names = " and ".join(sorted(inputs))
            code = "TC223" if all(one.startswith("the parameter") for one in inputs) else "TC222"
            message = f"whether this is registered depends on {names}: by default it is not, so it is left out"
            self._say(with_way_out(code, message, self._span(event.place)))

    def _say_shadowed(self, kept: Instance, other: Instance) -> None:
        """Of two tools of one name a server has one. Each `__main__` block is a program of its own, which may make the same."""
        event, first = other.native, kept.native
        several = isinstance(event, Event) and isinstance(first, Event) and 0 < first.entry < event.entry
        if several and first.place == event.place:
            return
        name = self.vm.plain(kept.cells.get("name"))
        if isinstance(event, Event) and isinstance(event.receiver, Instance) and event in self._claims:
            message = f"server `{self.key(event.receiver).name}` already has a tool named `{name}`"
            self._say(with_way_out("TC401", message, self._span(definition_place(event))))

    # --- events to facts -----------------------------------------------------------------------------------------------------

    def _facts(self, event: Event) -> tuple[Any, ...]:
        """Return the facts that a system reads off an event."""
        claim = self._claims.get(event)
        if claim is None:
            return ()
        receiver = event.receiver
        if isinstance(receiver, Instance) and self._is_served(event):
            server = self.key(receiver)
        else:
            package = self._ownership.package(self._ownership.module(event) or event.place.module)
            server = ServerKey(package, claim.system.name, claim.system.name, standalone=True)
        made = claim.mark(claim.registration, self._linker, server)
        return made if isinstance(made, tuple) else () if made is None else (made,)

    def _children(self, event: Event) -> list[Any]:
        """Return the servers among the arguments of an event, and among those of a provider passed to it."""
        found: list[Any] = []
        for value in [*event.site.args, *event.site.kwargs.values()]:
            value = self.vm.plain(value)
            if isinstance(value, LibraryObject):
                found += [self.vm.plain(one) for one in value.site.values]
            elif isinstance(value, List):
                for one in value.items:
                    found += [self.vm.plain(inner) for inner in one.site.values] if isinstance(one, LibraryObject) else [one]
            found.append(value)
        return [one for one in found if isinstance(one, Instance) and tools_of(one) is not None]

    def _mount(self, fact: Mount, event: Event, mounts: list[Mounted]) -> None:
        children = self._children(event)
        child = children.pop(event.mounted) if event.mounted < len(children) else None
        event.mounted += 1
        if child is None:
            message = "the server that is mounted here is not known, its tools are missing"
            self._say(Diagnostic("TC219", message, self._span(event.place)))
            self._unknown_mounts.append((fact.server, self._span(event.place)))
            return
        if any(
            one.mount.server == fact.server and one.child == self.key(child) and one.mount.before == fact.before
            for one in mounts
        ):
            return
        mounts.append(Mounted(fact, self.key(child), tuple(self._event_doubts(event)), event.copied))

    def with_unmodelled_writes(self, declaration: Declaration) -> Declaration:
        """A tool that is read off the statement of a function, of which the program sets something else."""
        target = declaration.target
        if target is None or not self.vm.retold or self._convert.origin(target) is not MISSING:
            return declaration
        place = next(
            (place for node, (module, place) in self.vm.retold.items() if (module, node.at) == (target.module, target.node.at)),
            None,
        )
        if place is None:
            return declaration
        message = f"a statement that toolc does not follow sets the docstring, annotations or name of `{target.stmt.name}`"
        doubt = Diagnostic("TC231", message, self._span(place), help="say it where the function is defined")
        return self._with_doubts(declaration, [doubt])

    # --- words ----------------------------------------------------------------------------------------------------------------

    def _diagnostic(self, doubt: Doubt) -> Diagnostic:
        return with_way_out(doubt.code, doubt.reason, self._span(doubt.place))

    def _guard_span(self, guard: Guard, event: Event) -> Any:
        return self._span(guard.place) or self._span(event.place)

    def _span(self, place: Place | None) -> Any:
        if place is None or not place.module:
            return None
        unit = self._linker.library.open(place.module)
        return None if unit is None else unit.source.span(place.at, place.end)

    def _say(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self._linker.library.diagnostics:
            self._linker.library.diagnostics.append(diagnostic)


def _target(declaration: Declaration) -> tuple[object, ...]:
    target = declaration.definition
    return () if target is None else (target.module, target.node.at)
