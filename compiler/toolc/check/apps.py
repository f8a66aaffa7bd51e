"""MCP Apps: the user interface that a tool names is a resource of its server.

Takes a package, returns diagnostics. Source: the extension MCP Apps (SEP-1865): `_meta.ui.resourceUri` is a `ui://` address
that the server serves.
"""

from collections.abc import Iterator

from toolc.diagnostics import Diagnostic
from toolc.ir import UNNAMED, Package, Server, Tool

SCHEME = "ui://"


def apps(package: Package) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each tool whose user interface no host can open."""
    for server in package.servers:
        for tool in server.tools:
            uri = _interface(tool)
            if uri is None:
                continue
            if not uri.startswith(SCHEME):
                message = f"`{tool.name}` names `{uri}` as its user interface, which is not a `{SCHEME}` address"
                yield Diagnostic("TC480", message, tool.span, help="register the page as a resource under `ui://…`")
            elif _knows_resources(server) and uri not in {one.uri for one in server.resources}:
                message = f"`{tool.name}` names `{uri}` as its user interface, and `{server.name}` has no such resource"
                yield Diagnostic("TC480", message, tool.span, help="register it, or correct the address")


def _interface(tool: Tool) -> str | None:
    """The address in `_meta.ui.resourceUri`, or in the older key `ui/resourceUri`."""
    meta = tool.meta or {}
    ui = meta.get("ui")
    uri = ui.get("resourceUri") if isinstance(ui, dict) else meta.get("ui/resourceUri")
    return uri if isinstance(uri, str) else None


def _knows_resources(server: Server) -> bool:
    """Return `True` if every resource of a server is known: it was read whole, and all addresses are known and plain."""
    certain = all(one.uri != UNNAMED and not one.template for one in server.resources)
    return server.info is not None and server.info.fidelity == "exact" and certain
