"""Modules of the program: found, read and imported as Python does, each once.

What is part of an environment, or comes from tables, is not executed: its names are `Symbol`s. A package that is built on a
framework with servers is executed where the program imports it, for it may make servers and register tools.
Source: the reference's *The import system*; a module that is still running gives what it has bound so far.
"""

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from toolc import docstrings
from toolc.analysis.frame import Frame
from toolc.analysis.harmless import CONTRIBUTED
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Absent, Raised
from toolc.analysis.values import MISSING, List, Maybe, Module, Scope, Symbol, Unknown, Value
from toolc.code import ClassDef, FunctionDef, Suite
from toolc.interfaces import Reader, Sources
from toolc.module import Const, ExprStmt, ImportFrom
from toolc.python_versions import lacks
from toolc.qualified_names import is_modelled
from toolc.source import SourceFile
from toolc.text_questions import imported_modules


def absolute(level: int, name: str, importer: Module) -> str:
    """Return the dotted name of a module that another imports: `level` is the number of dots in front of its name."""
    if not level:
        return name
    parts = importer.name.split(".")
    kept = len(parts) - level + (1 if importer.is_package else 0)
    return ".".join([*parts[: max(kept, 0)], *([name] if name else [])])


_CORE_SCHEMAS = frozenset(
    f"pydantic_core.core_schema.with_info_{kind}_validator_function" for kind in ("after", "before", "plain", "wrap")
)
"""Functions of a compiled package that pydantic has since 2.1; programs ask for them to tell it from 2.0."""

FILE_OF = "builtins.__file__:"
"""Prefix of the symbol that stands for `__file__`; the module follows."""


class Modules:
    """The modules that were loaded, by name. `frameworks`: the packages that are known by their names alone. `extended`: the
    distributions whose users may register tools.
    """

    def __init__(
        self,
        sources: Sources,
        reader: Reader,
        frameworks: frozenset[str] = frozenset(),
        extended: frozenset[str] = frozenset(),
    ) -> None:
        self._sources, self._reader, self._frameworks, self._extended = sources, reader, frameworks, extended
        self.loaded: dict[str, Module] = {}
        self._opened: set[str] = set()  # installed packages whose modules are executed
        self._found: dict[tuple[str, str], SourceFile | None] = {}
        self.aside: list[tuple[int, int]] = []  # the events of installed packages while they are imported: from, to

    def is_framework(self, name: str) -> bool:
        """Return `True` if a module belongs to a framework, which is executed only if it is the program itself."""
        return name.partition(".")[0] in self._frameworks and not name.startswith(CONTRIBUTED)

    def is_executed(self, source: SourceFile) -> bool:
        """Return `True` if a file is executed: one of the program, or of an installed package that may register tools.

        So is a module of a package that was opened, but not the packages around it, which import much that nobody asks for.
        """
        opened = not source.package and source.module.partition(".")[0] in self._opened
        if opened or self.is_own(source) or source.module.startswith(CONTRIBUTED):
            return True
        return self._sources.requires(source.module, self._extended)

    def open_package(self, source: SourceFile) -> None:
        """Execute modules of an installed package from here on when one of them imports another."""
        self._opened.add(source.module.partition(".")[0])

    def is_own(self, source: SourceFile) -> bool:
        """Return `True` if a file is part of the program."""
        return self._sources.owns(source.path) or not self._sources.is_installed(source.path)

    def load(self, source: SourceFile) -> Module | None:
        """The module of a file, not yet executed; None where it cannot be read."""
        known = self.loaded.get(source.module)
        if known is not None:
            return known
        body: Suite | None = self._reader.code(source) if source.content else ()
        if body is None:
            return None
        made = Module(source.module, source, body, source.package)
        home = source.module if source.package else source.module.rpartition(".")[0]
        if source.package:
            made.cells["__path__"] = List([Symbol(f"path of {source.module}")])
        made.cells.update(
            {
                "__name__": source.module,
                "__file__": Symbol(f"{FILE_OF}{source.module}"),
                "__package__": home,
                "__spec__": Symbol("builtins.__spec__"),
            }
        )
        first = body[0] if body else None
        written = first.value.value if isinstance(first, ExprStmt) and isinstance(first.value, Const) else None
        made.cells["__doc__"] = self.docstring(written if isinstance(written, str) else None)
        self.loaded[source.module] = made
        return made

    def parse_source(self, source: SourceFile) -> Suite:
        """The statements of a file that is no part of the program."""
        return self._reader.code(source) or ()

    def file_name(self, module: str) -> str | None:
        """The name of the file of a module, without its folder; None where it is no file of the program."""
        source = self.find(module)
        return None if source is None or not source.path.endswith(".py") else source.path.replace("\\", "/").rpartition("/")[2]

    def data(self, module: str, parts: tuple[str, ...]) -> str | None:
        """The text of a file beside a module, or below or above its folder; None where it cannot be read."""
        return self._sources.data(module, parts)

    def has_folder(self, module: str, parts: tuple[str, ...]) -> bool:
        """Return `True` if there is a folder at a path from that of a module."""
        return self._sources.has_folder(module, parts)

    def docstring(self, written: str | None) -> str | None:
        """Return `__doc__` for a docstring as written, under the Python version of the program."""
        return None if written is None else docstrings.held_docstring(written, self.version("python"))

    def with_importers(self, sources: list[SourceFile]) -> list[SourceFile]:
        """Files, and those of the program that import them, be it through others or what their packages hand on."""
        chosen = {source.path: source for source in sources}
        others = {source.path: source for source in self._sources.members() if source.path not in chosen}
        imports = {path: source.ask(imported_modules) for path, source in others.items()}
        names = {source.module for source in sources}
        while True:
            packages = {".".join(name.split(".")[:length]) for name in names for length in range(1, name.count(".") + 2)}
            more = [path for path, imported in imports.items() if path not in chosen and imported & (names | packages)]
            if not more:
                return list(chosen.values())
            chosen |= {path: others[path] for path in more}
            names |= {others[path].module for path in more}

    def find(self, name: str, near: str = "") -> SourceFile | None:
        key = name, near
        if key not in self._found:
            self._found[key] = self._sources.find(name, near)
        return self._found[key]

    def version(self, distribution: str) -> str | None:
        """The version of a distribution, where configuration or search path tell it."""
        return self._sources.version(distribution)

    def python_lacks(self, dotted: str) -> bool | None:
        """Return `True` if the Python of the program lacks a module or name of its library; `None` if that is not known."""
        return lacks(dotted, self.version("python"))

    def has(self, module: str, name: str) -> bool:
        """Return `True` if a module that is not executed certainly has a name: a top-level statement defines it."""
        if f"{module}.{name}" in _CORE_SCHEMAS:
            return not (self.version("pydantic") or "1").startswith(("1", "2.0"))
        source = self.find(module)
        body = self.parse_source(source) if source is not None else ()
        return any(isinstance(one, (FunctionDef, ClassDef)) and one.header.name == name for one in body)

    def scripts(self, modules: Iterable[Module]) -> tuple[str, ...]:
        """The functions that the projects of some modules declare as commands, as `module:function`."""
        return self._sources.scripts([module.source.path for module in modules])

    def environment(self) -> Mapping[str, str]:
        """The environment variables that the program is started with."""
        return self._sources.environment()

    def import_module(self, vm: Machine, dotted: str, frame: "Frame | None") -> Value:
        """`import a.b.c` as the value of its last part, every package on the way executed."""
        near = frame.module.source.path if frame is not None else ""
        parts = dotted.split(".")
        value: Value = MISSING
        for length in range(1, len(parts) + 1):
            name = ".".join(parts[:length])
            known = self.loaded.get(name)
            fresh = known is None or known.state == "new"
            found = self._one(vm, name, near, last=length == len(parts))
            parent = value
            value = found
            if isinstance(parent, Module) and isinstance(found, Module) and parent is not found and fresh:
                vm.store.touch(parent)
                parent.cells[parts[length - 1]] = found
        return value

    def _one(self, vm: Machine, name: str, near: str, last: bool) -> Value:
        if (is_modelled(name) or self.is_framework(name)) and not name.startswith(CONTRIBUTED):
            source = self.find(name, near)
            if source is None or not self._sources.owns(source.path):
                return self._installed_module(vm, name)
        source = self.find(name, near)
        if source is None:
            return self._absent(vm, name)
        if not self.is_executed(source):
            return self._installed_module(vm, name)
        loaded = self.load(source)
        if loaded is None:
            return Symbol(name)
        if loaded.state == "new" and not self.is_own(source):
            start = len(vm.events)
            vm.execute(loaded)
            self.aside.append((start, len(vm.events)))
        vm.execute(loaded)
        if loaded.failed:
            raise Absent(loaded.failed, detail=f"`{name}` cannot be imported")
        return loaded

    def _installed_module(self, vm: Machine, name: str) -> Value:
        """A module that is not executed: one of an environment, or known from tables."""
        if (vm.is_caught or self.is_framework(name)) and vm.frameworks.is_absent(name):
            raise Absent("ModuleNotFoundError", detail=f"{self._package(name)} has no module `{name}`")
        self._of_python(vm, name, "ModuleNotFoundError")
        return vm.library.module(name)

    def _of_python(self, vm: Machine, dotted: str, error: str) -> None:
        """Raise where a failure is caught and Python lacks a module or name of its library; note where its version decides."""
        missing = self.python_lacks(dotted) if vm.is_caught else False
        if missing:
            raise Raised(error)
        if missing is None:
            vm.import_may_fail(dotted)

    def _package(self, name: str) -> str:
        """The package of a module with its version, as it is installed."""
        root = name.partition(".")[0]
        return f"{root} {self.version(root) or ''}".rstrip()

    def _absent(self, vm: Machine, name: str) -> Value:
        """A package that is nowhere to be read: where a failure is caught, whether it is there is not known."""
        root = name.partition(".")[0]
        self._of_python(vm, name, "ModuleNotFoundError")
        if vm.is_caught and "." in name and any(module.partition(".")[0] == root for module in self.loaded):
            raise Raised("ModuleNotFoundError")
        if vm.is_caught:
            vm.library.missing_package(name)
            vm.import_may_fail(name)
        return vm.library.module(name)

    def names_of(self, vm: Machine, statement: ImportFrom, frame: "Frame") -> Iterator[tuple[str, Value]]:
        """The names that `from module import …` binds, each with its value."""
        dotted = absolute(statement.level, statement.module, frame.module)
        if dotted == "__future__":
            return
        value = self.import_module(vm, dotted, frame)
        for name, alias in statement.names:
            if name == "*":
                yield from self._star(vm, value, frame.scope)
            else:
                yield alias or name, self._member(vm, value, dotted, name, frame)

    def _member(self, vm: Machine, value: Value, dotted: str, name: str, frame: "Frame") -> Value:
        if isinstance(value, Module):
            try:
                found = vm.attribute(value, name, MISSING)
            except Raised as raised:  # by a `__getattr__` of the module: then it is a submodule
                if raised.name != "AttributeError":
                    raise
                found = MISSING
            if isinstance(found, Maybe):
                return found.value
            if found is not MISSING:
                return found
            near = frame.module.source.path
            if self.find(f"{dotted}.{name}", near) is not None:
                return self.import_module(vm, f"{dotted}.{name}", frame)
            if vm.is_caught:
                raise Raised("ImportError")
            return Unknown(vm.doubt("TC307", f"`{dotted}` has no `{name}`"))
        if isinstance(value, Symbol):
            if (vm.is_caught or self.is_framework(dotted)) and vm.frameworks.lacks(dotted, name):
                raise Absent("ImportError", detail=f"{self._package(dotted)} has no `{dotted}.{name}`")
            self._of_python(vm, f"{dotted}.{name}", "ImportError")
            if f"{dotted}." == CONTRIBUTED:
                return self.import_module(vm, f"{dotted}.{name}", frame)
            return vm.library.member(value, name)
        return Unknown(vm.doubt("TC205", f"`{dotted}` is not followed"))

    def _star(self, vm: Machine, value: Value, scope: Scope) -> Iterator[tuple[str, Value]]:
        if not isinstance(value, Module):
            vm.store.taint(scope, vm.doubt("TC205", "which names `import *` gives is not known"))
            return
        listed = value.cells.get("__all__")
        names = vm.elements(listed, any_order=True) if listed is not None else None
        if isinstance(names, list) and all(isinstance(one, str) for one in names):
            for name in names:
                found = vm.attribute(value, name, MISSING)
                if found is MISSING and self.find(f"{value.name}.{name}") is not None:
                    found = self.import_module(vm, f"{value.name}.{name}", None)
                if found is not MISSING:
                    yield name, found
            return
        for name, found in list(value.cells.items()):
            if not name.startswith("_"):
                yield name, found

    def submodule(self, owner: Module, name: str) -> Value:
        """Bind an imported submodule as an attribute of its package."""
        found = self.loaded.get(f"{owner.name}.{name}")
        return found if found is not None and found.state != "new" else MISSING

    def at_path(self, module: str, parts: tuple[str, ...]) -> SourceFile | None:
        """The file of the program at a path, as seen from the folder of a module; None where it has none there."""
        source = self.find(module)
        if source is None or not all(isinstance(one, str) for one in parts):
            return None
        folder = posixpath.dirname(source.path.replace("\\", "/"))
        wanted = posixpath.normpath(posixpath.join(folder, *parts))
        return next((one for one in self._sources.everything() if one.path.replace("\\", "/") == wanted), None)

    def files_below(self, folder: str) -> list[tuple[str, ...]]:
        """The paths of the program's modules in a folder, and in those below, as seen from it; sorted."""
        prefix = "" if folder in (".", "") else f"{folder}/"
        paths = (source.path.replace("\\", "/") for source in self._sources.everything())
        return sorted(
            tuple(path[len(prefix) :].split("/")) for path in paths if path.startswith(prefix) and path.endswith(".py")
        )

    def submodules(self, package: str) -> list[tuple[str, bool]]:
        """The names of the modules directly inside a package, sorted as `pkgutil` has them; the flag: it is a package."""
        prefix = f"{package}."
        found: dict[str, bool] = {}
        for source in self._sources.everything():
            if source.module.startswith(prefix):
                name, dot, _ = source.module[len(prefix) :].partition(".")
                found[name] = found.get(name, False) or bool(dot) or source.package
        return sorted(found.items())
