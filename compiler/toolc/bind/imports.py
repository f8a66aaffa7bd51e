"""Bindings of import statements: takes a statement and a name, gives the module or the attribute of it."""

from collections.abc import Iterable
from functools import cache

from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import absolute
from toolc.bind.star_exports import STARRED
from toolc.module import Import, ImportFrom
from toolc.program import ConstantValue, ExternalSymbol, ModuleValue, Unknown, Value
from toolc.qualified_names import canonical


def at_top(units: Iterable[SourceModule]) -> frozenset[str]:
    """Return the dotted names that modules import at top level: modules, and attributes of modules."""
    found: set[str] = set()
    for unit in units:
        for site in unit.top.sites:
            statement = unit.statement(site.node) if site.node.kind in ("import", "from") else None
            if isinstance(statement, Import):
                found.update(name for name, _ in statement.names)
            elif isinstance(statement, ImportFrom) and (module := absolute(unit.source, statement)):
                found.update((module, *(f"{module}.{name}" for name, _ in statement.names)))
    return frozenset(found)


def imported_module(statement: Import, name: str, unit: SourceModule, links: Links) -> Value:
    """Return the module that `import …` binds a name to."""
    for dotted, alias in statement.names:
        if alias == name:
            return module_value(links.library.resolve(dotted, unit.source.path), links)
        if alias is None and dotted.partition(".")[0] == name:
            return module_value(links.library.resolve(name, unit.source.path), links)
    return Unknown(f"`{name}` is not imported here")


def module_value(name: str, links: Links) -> Value:
    """A module as a value: by its name in tables, or to be followed."""
    return ExternalSymbol(name) if links.library.is_modelled(name) else ModuleValue(name)


def from_import_value(statement: ImportFrom, name: str, unit: SourceModule, links: Links) -> Value | None:
    """Return the value that `from … import …` binds a name to; `None` if a star import does not export it."""
    module = links.library.resolve(absolute(unit.source, statement), unit.source.path)
    if not module:
        return Unknown("the import climbs out of its package", "TC307")
    original = unit.imported_names(statement).get(name)
    if original is None:
        return _star_imported(module, name, links) if any(one == "*" for one, _ in statement.names) else None
    if module == unit.source.module and links.library.exists(f"{module}.{original}"):
        return module_value(f"{module}.{original}", links)  # a package that imports a module of its own
    return links.member(module, original)


def _star_imported(module: str, name: str, links: Links) -> Value | None:
    """Return the value that `from module import *` binds a name to; `None` if the module does not export it."""
    if name not in exports(module, links):
        return None
    return links.member(module, name)


def exports(module: str, links: Links, seen: set[str] | None = None) -> frozenset[str]:
    """The names a star import takes from a module: `__all__`, else all public names. `seen`: modules asked already."""
    seen = {module} if seen is None else seen
    unit = links.library.find(module)
    if unit is None:
        return _known_below(canonical(module), links.known) | STARRED.get(module, frozenset())
    declared = links.member(module, "__all__") if "__all__" in unit.top.by_name else None
    if isinstance(declared, ConstantValue) and isinstance(declared.value, (list, tuple)):
        return frozenset(name for name in declared.value if isinstance(name, str))
    public = {name for name in unit.top.by_name if not name.startswith("_")}
    for site in unit.top.stars:
        statement = unit.statement(site.node)
        if isinstance(statement, ImportFrom) and (inner := absolute(unit.source, statement)) not in {"", *seen}:
            seen.add(inner)
            public |= exports(inner, links, seen)
    return frozenset(public)


@cache
def _known_below(module: str, known: frozenset[str]) -> frozenset[str]:
    prefix = f"{module}."
    return frozenset(name[len(prefix) :] for name in known if name.startswith(prefix))


def has_postponed_annotations(unit: SourceModule) -> bool:
    """Return `True` if a module postpones the evaluation of its annotations (PEP 563)."""
    for site in unit.top.sites:  # nothing but the docstring stands before these imports
        statement = unit.statement(site.node) if site.node.kind == "from" else None
        if isinstance(statement, ImportFrom) and (statement.module, statement.level) == ("__future__", 0):
            if any(name == "annotations" for name, _ in statement.names):
                return True
        elif site.node.kind != "do":
            return False
    return False
