"""Tools that are sent under the name of the plugin they were added as: takes declarations and plugins, gives the declarations.

One that is added under several names is there once for each; one that is added under none, or one nobody knows, under its own.
"""

from collections.abc import Iterable, Iterator

from msgspec import structs

from toolc.bind.links import Links
from toolc.bind.mro import same
from toolc.bind.tools.mounts import name_of, prefix_name
from toolc.diagnostics import Diagnostic
from toolc.module import Class
from toolc.program import ConstantValue, Declaration, DefinitionValue
from toolc.server_effects import PluginPrefix


def add_plugin_names(found: Iterable[Declaration], plugins: Iterable[PluginPrefix], links: Links) -> Iterator[Declaration]:
    """The declarations under the names they are sent by."""
    several = list(plugins)
    for declaration in found:
        own = [one for one in several if one.system == declaration.system and _holds(one.of, declaration.target, links)]
        fronts = dict.fromkeys(one.before for one in own if isinstance(one.before, ConstantValue))
        for before in fronts:
            yield structs.replace(declaration, name=prefix_name(before, name_of(declaration)))
        doubts = tuple(_unnamed_plugin(one, links) for one in own if not isinstance(one.before, ConstantValue))[:1]
        if doubts or not fronts:
            yield structs.replace(declaration, diagnostics=(*declaration.diagnostics, *doubts))


def _holds(of: DefinitionValue, target: DefinitionValue | None, links: Links) -> bool:
    """Return `True` if a tool's target is this function, or the method of this class with that name."""
    if target is None:
        return False
    if not isinstance(of.stmt, Class):
        return same(of, target)
    for owner in (of, *links.ancestors(of)):
        method = links.class_attribute(owner, target.stmt.name) if isinstance(owner, DefinitionValue) else None
        if method is not None:
            return same(method, target)
    return False


def _unnamed_plugin(plugin: PluginPrefix, links: Links) -> Diagnostic:
    message = "the name of the plugin that this is added as is computed while the program runs: it stands in front of the name"
    return Diagnostic("TC201", message, links.span(plugin.scope, plugin.at, plugin.end))
