"""Effects on servers other than a registration: mounts, removals of tools, and parts that are not known.

Takes such facts with their claims while registrations are read, gives the tools as the servers show them in the end.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec import structs

from toolc.bind.identity import identity
from toolc.bind.linker import Linker
from toolc.bind.tools.list_overrides import ListOverrides
from toolc.bind.tools.mounts import AppliedRule, Mounted, Taken, mounted_declarations
from toolc.bind.tools.plugins import add_plugin_names
from toolc.bind.tools.registration_table import RegistrationTable
from toolc.bind.tools.registrations import Claim
from toolc.bind.tools.servers import Servers
from toolc.bind.tools.ways_out import UNTAKEN
from toolc.diagnostics import Diagnostic
from toolc.program import ConstantValue, Declaration, ParameterValue, ServerKey, Unknown, Value
from toolc.server_effects import ListOverride, Mount, PluginPrefix, UnmodelledChange, Unregister, VisibilityRule

Effect = Mount | Unregister | VisibilityRule | ListOverride | UnmodelledChange | PluginPrefix | Diagnostic

UNDECIDED = "whether this tool is registered only the running program decides"
ALTERED = "the program changes registered tools here, which toolc does not follow"


class ServerEffects:
    """Effects on the servers of a program."""

    def __init__(self, linker: Linker, marks: RegistrationTable, servers: Servers) -> None:
        self.servers = servers
        self._linker = linker
        self._marks = marks
        self._mounts: list[Mounted] = []
        self._taken: list[Taken] = []
        self._rules: list[AppliedRule] = []
        self._plugins: list[PluginPrefix] = []
        self._altered: dict[ServerKey, tuple[Diagnostic, ...]] = {}
        self._list_overrides = ListOverrides(linker, marks)
        self._unknown: dict[ServerKey, Diagnostic] = {}  # by the server that mounts one
        self._seen: set[tuple[object, ...]] = set()

    def add(self, fact: Effect, claim: Claim) -> None:
        """Keep one fact."""
        match fact:
            case Diagnostic():
                self._say(fact)
            case Mount():
                self._mount(fact, claim)
            case Unregister():
                place = self._linker.span(fact.scope, fact.at, fact.end)
                self._taken.append(Taken(fact, _happens(claim), Diagnostic("TC214", UNTAKEN, place)))
            case VisibilityRule():
                place = self._linker.span(fact.scope, fact.at, fact.end)
                self._rules.append(AppliedRule(fact, _happens(claim), Diagnostic("TC214", UNTAKEN, place)))
            case ListOverride():
                self._list_overrides.add(fact, claim)
            case UnmodelledChange():
                place = self._linker.span(fact.scope, fact.at, fact.end)
                self._altered[fact.server] = (Diagnostic("TC215", ALTERED, place),)
            case PluginPrefix():
                self._plugins.append(fact)
            case _:
                assert_never(fact)

    def shown_tools(self, found: Iterable[Declaration]) -> list[Declaration]:
        """The tools as the servers show them; those of a server that may be the unknown one that another mounts say so."""
        self._list_overrides.note_overrides(self.servers.objects)
        altered = {**self._list_overrides.doubts, **self._altered}
        told = mounted_declarations(
            self._list_overrides.without_hidden(found), self._mounts, self._taken, self._rules, altered, self._linker
        )
        return [
            structs.replace(one, diagnostics=(*one.diagnostics, doubt))
            if (doubt := self._mounted_somewhere(one.server))
            else one
            for one in add_plugin_names(told, self._plugins, self._linker)
        ]

    def _mounted_somewhere(self, server: ServerKey) -> Diagnostic | None:
        parents = [parent for parent in self._unknown if (parent.package, parent.system) == (server.package, server.system)]
        return None if not parents or server in parents else self._unknown[parents[0]]

    def _mount(self, mount: Mount, claim: Claim) -> None:
        child = self._linker.result(mount.mounted)
        if isinstance(child, ParameterValue) or not self._marks.serves(child, self._linker):
            place = self._linker.span(mount.scope, mount.at, mount.end)
            why = "" if not isinstance(child, Unknown) else f": {child.reason}"
            self._say(Diagnostic("TC219", f"the server that is mounted here is not known, its tools are missing{why}", place))
            doubt = "which server is mounted here is not known: this tool may be on it, under another name"
            self._unknown.setdefault(mount.server, Diagnostic("TC219", doubt, place))
            return
        open_ = (Diagnostic("TC214", UNDECIDED, claim.under),) if claim.under is not None else ()
        mounted = Mounted(mount, self._key(child, claim), open_)
        key = (mount.server, mounted.child, mount.before, identity(mount.renamed or ConstantValue(None)))
        if key not in self._seen:  # a function that is called twice mounts once on each server it makes
            self._seen.add(key)
            self._mounts.append(mounted)

    def _key(self, server: Value, claim: Claim) -> ServerKey:
        return self.servers.key(claim.system, structs.replace(claim.registration, receiver=server))

    def _say(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self._linker.library.diagnostics:
            self._linker.library.diagnostics.append(diagnostic)


def _happens(claim: Claim) -> bool:
    """Return `True` if a claim's event certainly happens, once."""
    return claim.under is None and not claim.repeated
