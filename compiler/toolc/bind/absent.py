"""Names that an installed package certainly lacks: a module, or an attribute of a module.

Takes dotted names, gives `True` if they are certainly absent. Of a package that cannot be read, or whose version is assumed,
only the names that tell its major versions apart are known.
"""

from collections.abc import Iterable

from toolc.bind.links import Links
from toolc.text_questions import makes_names

_TYPES = """ConstrainedBytes ConstrainedDate ConstrainedDecimal ConstrainedFloat ConstrainedFrozenSet ConstrainedInt
    ConstrainedList ConstrainedSet ConstrainedStr JsonWrapper NoneBytes NoneStr NoneStrBytes StrBytes"""
_REMOVED = {
    "pydantic": f"""{_TYPES} BaseSettings Protocol Required compiled create_model_from_namedtuple create_model_from_typeddict
        parse_file_as parse_raw_as stricturl validate_model""",
    "pydantic.types": _TYPES,
    "pydantic.fields": "ModelField SHAPE_LIST SHAPE_SINGLETON Undefined UndefinedType",
    "pydantic.env_settings": "BaseSettings",
    "pydantic.main": "ModelMetaclass validate_model",
    "pydantic.parse": "load_str_bytes",
    "pydantic.schema": "field_schema get_model_name_map model_schema schema",
    "pydantic.networks": "stricturl",
    "pydantic.tools": "parse_file_as parse_raw_as",
    "pydantic.typing": """AnyCallable NoArgAnyCallable NoneType StrPath display_as_type evaluate_forwardref get_args get_origin
        is_callable_type is_literal_type is_namedtuple is_new_type is_none_type is_typeddict is_union
        update_field_forward_refs""",
    "pydantic.utils": "ValueItems get_model is_valid_identifier",
    "pydantic.error_wrappers": "ErrorWrapper",
}
_GONE = frozenset((module, name) for module, names in _REMOVED.items() for name in names.split())
"""Names that pydantic 2 has no longer, by module (`REMOVED_IN_V2` and `getattr_migration` of 2.14, and seen at run time)."""

_MAJORS = {
    "mcp.server.mcpserver": ("mcp", 2, 99),
    "mcp.server.MCPServer": ("mcp", 2, 99),
    "mcp.server.fastmcp": ("mcp", 1, 1),
    "mcp.server.FastMCP": ("mcp", 1, 1),
    "mcp.Client": ("mcp", 2, 99),
    "fastmcp.server.transforms": ("fastmcp", 3, 99),
    "fastmcp.server.providers": ("fastmcp", 3, 99),
    "fastmcp.tools.base": ("fastmcp", 3, 99),
    "fastmcp.tools.function_tool": ("fastmcp", 3, 99),
    "fastmcp.tools.tool_manager": ("fastmcp", 2, 2),
}
"""Modules and names by which programs tell the major versions of a distribution apart: the first and last version with them."""


def lacks(module: str, names: Iterable[str], links: Links) -> bool:
    """Return `True` if a readable module certainly lacks one of some names: no statement of it binds the name or may do so."""
    names = list(names)
    if any(_is_removed(module, name, links) for name in names):
        return True
    unit = links.library.open(module)
    if unit is None or unit.top.stars or "__getattr__" in unit.top.by_name:
        return False
    unbound = [name for name in names if name != "*" and name not in unit.top.by_name]
    if all(links.library.sources.find(f"{module}.{name}") is not None for name in unbound):
        return False
    return not unit.source.ask(makes_names)


def is_absent(module: str, links: Links) -> bool:
    """Return `True` if a module of a readable package does not exist, or raises whenever it is imported.

    mcp 2 keeps a module `mcp.server.fastmcp` that only raises ModuleNotFoundError. A module whose name begins with `_` may
    be a compiled one.
    """
    root, sources = module.partition(".")[0], links.library.sources
    package = sources.find(root)
    if package is None or sources.is_assumed(root):
        return False
    if sources.find(module) is None:
        around = links.library.open(module.rpartition(".")[0])
        if around is not None and around.contains("sys.modules"):  # a package may put one there under an old name
            return False
        return not (sources.is_installed(package.path) and module.rpartition(".")[2].startswith("_"))
    unit = links.library.open(module)
    return unit is not None and any(site.guard is None and site.node.kind == "raise" for site in unit.top.sites)


def is_of_another_version(name: str, links: Links) -> bool:
    """Return `True` if the version in use, where it is known, has not got a module or name: another major version has it."""
    distribution, first, last = _MAJORS.get(name, ("", 0, 0))
    major = (links.version(distribution) or "").partition(".")[0] if distribution else ""
    return major.isdigit() and not first <= int(major) <= last


def _is_removed(module: str, name: str, links: Links) -> bool:
    """Return `True` if the pydantic version in use has removed a name: importing it raises `PydanticImportError`."""
    return (module, name) in _GONE and not (links.version("pydantic") or "").startswith("1.")
