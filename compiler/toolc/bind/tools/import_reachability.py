"""Modules that a package never imports: a server of another module never sees their registrations.

Takes a registration, says whether its module may be imported. A look at the text decides: any mention of the module's name
counts, and where modules are imported by names that the program computes, any module may be.
"""

from collections.abc import Iterable, Iterator

from toolc.bind.identity import identity
from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.program import CallResult, RegistrationSite
from toolc.text_questions import mentions_module, runs_itself

WORDS = ("import_module", "pkgutil", "__import__", "spec_from_file", "globals()", "entry_points")


class ImportReachability:
    """Import reachability, computed once for each module. `registrations` are all of the program.

    A server of which no module that is imported has a tool is one whose program is not seen here: all may be imported.
    """

    def __init__(self, linker: Linker, registrations: Iterable[RegistrationSite]) -> None:
        self._linker = linker
        self._known: dict[str, bool] = {}
        self._serving = {identity(one.receiver) for one in registrations if one.receiver is not None and self._is_imported(one)}

    def happens(self, registration: RegistrationSite) -> bool:
        """Return `True` if the module of a registration may be imported."""
        served = registration.receiver is not None and identity(registration.receiver) in self._serving
        return not served or self._is_imported(registration)

    def _is_imported(self, registration: RegistrationSite) -> bool:
        """It is if it makes the server itself, is a program, or a name for it stands elsewhere."""
        module, server = registration.scope.module, registration.receiver
        top, _, rest = module.partition(".")
        if not isinstance(server, CallResult) or server.scope.module == module or server.scope.module.partition(".")[0] != top:
            return True
        unit = self._linker.library.unit(module)
        if not rest or unit.source.package or unit.source.ask(runs_itself):
            return True
        if module not in self._known:
            name = module.rpartition(".")[2]
            others = (one for one in files_that_name(name, top, self._linker) if one.source.path != unit.source.path)
            self._known[module] = any(one.source.ask(mentions_module, name) for one in others)
        return self._known[module]


def files_that_name(name: str, package: str, linker: Linker) -> Iterator[SourceModule]:
    """The files that may name something of a package, or import by computed names: those of the package, and all candidates."""
    found = {unit.source.path: unit for unit in linker.library.modules_with_words(package, (name, *WORDS))}
    found |= {unit.source.path: unit for unit in linker.candidates}
    yield from found.values()
