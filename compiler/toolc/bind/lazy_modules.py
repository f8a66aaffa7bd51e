"""Names that a module makes when they are asked for: a `__getattr__` over a table of the modules they come from (PEP 562), or
an object that is made of such a table and stands for the module in `sys.modules`.

Takes a module and a name, gives the value. Followed are dicts the function mentions, `{"Name": ".module"}`, `{"Name":
("module", "Name")}` and `{"module": ["Name", …]}`, as long as the module they lead to binds the name; else what the function
gives back, if the interpreter can tell.
"""

from collections.abc import Iterator

from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.module import Assign, OutlineNode
from toolc.program import CallResult, ConstantValue, DefinitionValue, ExternalSymbol, ModuleValue, ProgramPoint, Unknown, Value
from toolc.text.regex import late

_STANDS_IN = "sys.modules[__name__]"
_WORD = late(r"[A-Za-z_]\w*")


def is_lazy(unit: SourceModule) -> bool:
    """Return `True` if a module may have attributes that no statement binds."""
    return "__getattr__" in unit.top.by_name or _stand_in(unit) is not None


def _stand_in(unit: SourceModule) -> OutlineNode | None:
    """The last statement that puts another object in the place of the module."""
    if not unit.contains(_STANDS_IN):
        return None
    sites = [site.node for site in unit.top.sites if site.node.kind == "assign"]
    return next((node for node in reversed(sites) if unit.text(node).startswith(_STANDS_IN)), None)


def lazy_attribute(name: str, unit: SourceModule, links: Links) -> Value | None:
    """Return the result of a module's `__getattr__` for a name; `None` if its lookup tables do not hold the name."""
    unread: Value | None = None  # `io.vasp` may be anybody's, and the first part of it a module of the standard library
    for table in _tables(unit, links):
        for module, attribute in _places(name, table, unit):
            if module == unit.source.module or not links.library.exists(module):
                continue
            value = links.member(module, attribute)
            if isinstance(value, ExternalSymbol):
                unread = unread or value
            elif not isinstance(value, Unknown):
                return value
            if module.rpartition(".")[2] == name:
                return ModuleValue(module)
    getter = links.lookup("__getattr__", ProgramPoint(unit.source.module)) if "__getattr__" in unit.top.by_name else None
    made = links.call_concretely(getter, (name,)) if isinstance(getter, DefinitionValue) else None
    return unread if isinstance(made, Unknown) or made is None or made == ConstantValue(None) else made


def _tables(unit: SourceModule, links: Links) -> Iterator[dict[object, object]]:
    """The constant dicts that the function, or the call that makes it, mentions or is given."""
    stand_in = _stand_in(unit)
    if stand_in is not None:
        yield from _attached_names(stand_in, unit, links)
    if "__getattr__" not in unit.top.by_name:
        return
    site = unit.top.by_name["__getattr__"][-1]
    scope = ProgramPoint(unit.source.module)
    for word in dict.fromkeys(_WORD.findall(unit.text(site.node))):
        value = links.lookup(word, scope) if word in unit.top.by_name and word != "__getattr__" else None
        if isinstance(value, ConstantValue) and isinstance(value.value, dict):
            yield value.value
    if site.node.kind == "assign":
        yield from _attached_names(site.node, unit, links)


def _attached_names(node: OutlineNode, unit: SourceModule, links: Links) -> Iterator[dict[object, object]]:
    """`__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, submod_attrs={…})`."""
    statement = unit.statement(node)
    made = links.evaluate(statement.value, ProgramPoint(unit.source.module)) if isinstance(statement, Assign) else None
    if not isinstance(made, CallResult):
        return
    for arg in made.args:
        value = links.evaluate(arg.value, made.scope)
        if isinstance(value, ConstantValue) and isinstance(value.value, dict):
            yield value.value


def _places(name: str, table: dict[object, object], unit: SourceModule) -> Iterator[tuple[str, str]]:
    """The modules, absolute, and attributes that a table may mean by a name."""
    package = unit.source.home
    match table.get(name):
        case str(module):
            yield from ((absolute, name) for absolute in _absolute(module, package))
        case (str(first), str(second)):
            if second.startswith("."):
                yield from ((absolute, name) for absolute in _absolute(second, first or package))
            else:
                yield from ((absolute, second) for absolute in _absolute(first, package))
    for key, names in table.items():
        if isinstance(key, str) and isinstance(names, (list, tuple, set)) and name in names:
            yield from ((absolute, name) for absolute in _absolute(key, package))


def _absolute(module: str, package: str) -> list[str]:
    """A dotted name with dots before it is relative; one without may be either."""
    if not module.startswith("."):
        return [f"{package}.{module}", module]
    dots = len(module) - len(module.lstrip("."))
    parts = package.split(".")[: len(package.split(".")) - dots + 1]
    return [".".join([*parts, module.lstrip(".")])] if parts else []
