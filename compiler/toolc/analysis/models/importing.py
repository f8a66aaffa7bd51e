"""Modules that are found while the program runs: `importlib`, `pkgutil`. Source: the library reference of CPython 3.11."""

from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, Class, Instance, LibraryObject, Maybe, Module, Native, Symbol, Unknown, Value

_INFO = Class("ModuleInfo", library="pkgutil.ModuleInfo")


def symbol(vm: Machine, dotted: str) -> Value:
    return MISSING


@model("importlib.import_module")
def _import_module(call: Call) -> Value:
    vm = call.vm
    name, package = vm.plain(call.get("name", 0)), vm.plain(call.get("package", 1))
    if isinstance(name, str) and name.startswith("."):
        if not isinstance(package, str):
            return Unknown(vm.doubt("TC205", "which module is imported is not known"))
        level = len(name) - len(name.lstrip("."))
        parts = package.split(".")
        base = ".".join(parts[: len(parts) - level + 1])
        name = f"{base}.{name.lstrip('.')}" if name.lstrip(".") else base
    if not isinstance(name, str):
        doubt = vm.doubt("TC218", "a module is imported whose name is computed while the program runs")
        vm.notes.append(doubt)
        return Unknown(doubt)
    return vm.modules.import_module(vm, name, vm.frame)


@model("importlib.reload")
def _reload(call: Call) -> Value:
    vm = call.vm
    loaded = vm.plain(call.args[0])
    if isinstance(loaded, Module):
        loaded.state = "new"
        vm.execute(loaded)
    return loaded


@model("pkgutil.iter_modules", "pkgutil.walk_packages")
def _iter_modules(call: Call) -> Value:
    """The modules of a package of the program, in the order of their names."""
    vm = call.vm
    package = _package(vm, vm.plain(call.get("path", 0)))
    prefix = vm.plain(call.get("prefix", 1, ""))
    if package is None or not isinstance(prefix, str):
        return Unknown(vm.doubt("TC212", "which modules a folder holds is known only at run time"))
    found = []
    todo = [(package, prefix)]
    while todo:
        name, before = todo.pop(0)
        for short, is_package in vm.modules.submodules(name):
            made = Instance(_INFO)
            values = (Symbol("pkgutil.finder"), before + short, is_package)
            made.native = values
            made.cells.update(zip(("module_finder", "name", "ispkg"), values, strict=True))
            found.append(made)
            if is_package and call.callee.name.endswith("walk_packages"):
                todo.append((f"{name}.{short}", f"{before}{short}."))
    return vm.new_list(found)


_SPEC = Class("ModuleSpec", library="importlib.machinery.ModuleSpec")
_LOADER = Class("SourceFileLoader", library="importlib.machinery.SourceFileLoader")
_LOADER.cells["exec_module"] = Native("importlib.machinery.SourceFileLoader.exec_module", lambda call: _execute(call))


@model("importlib.util.spec_from_file_location")
def _spec(call: Call) -> Value:
    """The specification of a module of the program, by the path of its file."""
    vm = call.vm
    name, path = vm.plain(call.get("name", 0)), vm.plain(call.get("location", 1))
    known = isinstance(path, Instance) and path.cls is vm.written.part("pathlib", "ProgramPath")
    if not known or not isinstance(name, str) or call.kwargs.keys() - {"name", "location"}:
        return LibraryObject(call.callee, call.site)
    made = Instance(_SPEC)
    made.cells.update({"name": name, "origin": path, "loader": Instance(_LOADER)})
    return made


@model("importlib.util.module_from_spec")
def _module_of_spec(call: Call) -> Value:
    """The module of such a file, not yet executed. One that is imported besides would be another object."""
    vm, spec = call.vm, call.vm.plain(call.get("spec", 0))
    if not isinstance(spec, Instance) or spec.cls is not _SPEC:
        return LibraryObject(call.callee, call.site)
    path = spec.cells["origin"]
    source = vm.modules.at_path(path.cells["_module"], path.cells["_parts"])
    loaded = None if source is None else vm.modules.load(source)
    if loaded is None or loaded.state != "new":
        return Unknown(vm.doubt("TC218", "a file of the program is run as two modules"))
    loaded.cells["__name__"] = spec.cells["name"]
    return loaded


def _execute(call: Call) -> None:
    """`spec.loader.exec_module(module)`."""
    vm, loaded = call.vm, call.vm.plain(call.args[1]) if len(call.args) > 1 else None
    if isinstance(loaded, Module):
        vm.execute(loaded)


def _package(vm: Machine, path: Value) -> str | None:
    """The package whose `__path__` is gone through."""
    found = vm.elements(path) if not isinstance(path, Unknown) else path
    if isinstance(found, Unknown) or len(found) != 1:
        return None
    one = found[0].value if isinstance(found[0], Maybe) else found[0]
    if isinstance(one, Symbol) and one.name.startswith("path of "):
        return one.name.removeprefix("path of ")
    return None
