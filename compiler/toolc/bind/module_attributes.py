"""Attributes of a module as importers see them: takes a module and a name, gives a value; `Unknown` if it has no such name."""

from toolc.bind.external_symbols import external_value
from toolc.bind.lazy_modules import is_lazy, lazy_attribute
from toolc.bind.links import Links
from toolc.bind.lookup import CIRCULAR, resolve_binding
from toolc.program import ModuleValue, ProgramPoint, Unknown, Value


def module_attribute(module: str, name: str, links: Links) -> Value:
    """One of its names, or a module inside it; what its `__getattr__` makes, where it has neither."""
    full = f"{module}.{name}"
    unit = links.library.find(module)
    if unit is None:
        return (
            ModuleValue(full)
            if not links.library.is_modelled(module) and links.library.exists(full)
            else external_value(full, links)
        )
    value = resolve_binding(name, ProgramPoint(module), links)
    if value is not None and value != CIRCULAR:
        return value
    if links.library.exists(full):
        return ModuleValue(full)
    if value is not None:
        return value
    if is_lazy(unit):
        made = lazy_attribute(name, unit, links)
        return Unknown(f"`{full}` is made on access, and `{module}` does not say how") if made is None else made
    return Unknown(f"the module `{module}` has no `{name}`", "TC307")
