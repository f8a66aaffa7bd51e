"""Registrations that no server ever sees: those on a parameter of a function that nothing in its package mentions, and those
in modules that nothing imports.

Takes claims, gives those that can happen, with what is doubtful. It asks for a package that makes a server itself, and gives up
where modules are imported by names that the program computes: there anything may be called.
"""

import re
from collections.abc import Iterator

from msgspec import structs

from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.tools.import_reachability import ImportReachability, files_that_name
from toolc.bind.tools.registrations import Claim
from toolc.diagnostics import Diagnostic
from toolc.module import Class
from toolc.program import DefinitionValue, ParameterValue, ProgramPoint, Unknown
from toolc.source import Span
from toolc.text_questions import COMPUTED

_IMPORTED = re.compile(
    r"^[ \t]*from[ \t]+[\w.]+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n]*)|^__all__[^\n=]*=[ \t]*[\[(][^\])]*", re.MULTILINE
)


class EntryReachability:
    """Reachability of registrations, computed once for each function."""

    def __init__(self, linker: Linker, claims: list[Claim]) -> None:
        self._linker = linker
        self._serving = {(self._package(one), one.system.name) for one in claims if self._registrar(one) is None}
        self._known: dict[tuple[str, int], bool] = {}
        self._importing = ImportReachability(linker, [one.registration for one in claims])

    def reachable_claims(self, claims: list[Claim]) -> Iterator[Claim]:
        """The claims that can happen; of the others each function and module is said once."""
        said: set[tuple[str, int]] = set()
        for claim in claims:
            registrar, module = self._registrar(claim), claim.registration.scope.module
            if not self._importing.happens(claim.registration):
                if (module, 0) not in said:
                    said.add((module, 0))
                    self._linker.library.diagnostics.append(self._unimported_module(claim))
            elif registrar is None or (self._package(claim), claim.system.name) not in self._serving:
                yield claim
            elif self._is_reached(registrar):  # by a call that is not followed: maybe never, maybe on another server
                yield structs.replace(claim, under=claim.under or self._place(registrar))
            elif (registrar.module, registrar.node.at) not in said:
                said.add((registrar.module, registrar.node.at))
                self._linker.library.diagnostics.append(self._unreached_registrar(registrar))

    def _registrar(self, claim: Claim) -> DefinitionValue | None:
        """The function whose parameter the server is, or the class that is given it when it is made.

        What a class hands to the `__init__` of its base makes its objects tools, on whatever server.
        """
        server = claim.registration.receiver
        if claim.registration.callee.endswith(".__init__"):
            return None
        if not isinstance(server, ParameterValue) or server.function.frame is not None:
            return None
        around = server.function.scope.within
        named = around[-1] if around and isinstance(around[-1].stmt, Class) else server.function
        return None if named.scope.within else named

    def _package(self, claim: Claim) -> str:
        library = self._linker.library
        return library.sources.package(library.unit(claim.registration.scope.module).source.path)

    def _is_reached(self, registrar: DefinitionValue) -> bool:
        key = registrar.module, registrar.node.at
        if key not in self._known:
            handed_on = bool(registrar.stmt.decorators)
            self._known[key] = handed_on or any(self._mentions(unit, registrar) for unit in self._units(registrar))
        return self._known[key]

    def _units(self, registrar: DefinitionValue) -> Iterator[SourceModule]:
        return files_that_name(registrar.stmt.name, registrar.module.partition(".")[0], self._linker)

    def _mentions(self, unit: SourceModule, registrar: DefinitionValue) -> bool:
        """Return `True` if a file may use the function other than to define, import or export it."""
        text, name = unit.source.text, registrar.stmt.name
        if COMPUTED.search(text):
            return True
        if name not in text:
            return False
        passing_on = [match.span() for match in _IMPORTED.finditer(text) if f"{name} as " not in match[0]]
        if unit.source.module == registrar.module:
            passing_on.append((registrar.node.at, registrar.node.end))
        for match in re.finditer(rf"(?<![\w.])(def\s+|class\s+|#[^\n]*)?((?:\w+\.)*){re.escape(name)}\b", text):
            inside = any(start <= match.start() < end for start, end in passing_on)
            if not inside and match[1] is None and self._means(unit, match[2], registrar):
                return True
        return False

    def _means(self, unit: SourceModule, path: str, registrar: DefinitionValue) -> bool:
        """Return `True` if a dotted name may resolve to the function; one that is not resolved may."""
        first, *rest = (*path.split(".")[:-1], registrar.stmt.name)
        value = self._linker.lookup(first, ProgramPoint(unit.source.module))
        for part in rest:
            value = self._linker.attribute(value, part)
        if isinstance(value, DefinitionValue):
            return (value.module, value.node.at) == (registrar.module, registrar.node.at)
        return isinstance(value, Unknown) or not rest

    def _unreached_registrar(self, registrar: DefinitionValue) -> Diagnostic:
        what = "makes one" if isinstance(registrar.stmt, Class) else "calls it"
        message = f"`{registrar.stmt.name}` registers tools on a server that it is given, but nothing in the package {what}"
        return Diagnostic("TC220", message, self._place(registrar), help="call it with the server, or take it away")

    def _unimported_module(self, claim: Claim) -> Diagnostic:
        name, made = claim.registration.scope.module, claim.registration
        message = f"`{name}` registers tools on a server of another module, but nothing in the package imports it"
        place = self._linker.span(made.scope, made.at, made.end)
        return Diagnostic("TC220", message, place, help="import it where the server is made, or take it away")

    def _place(self, registrar: DefinitionValue) -> Span:
        return self._linker.span(registrar.scope, registrar.stmt.name_at, registrar.name_end)
