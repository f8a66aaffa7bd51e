"""The tools of a package that outputs contain: takes an `ir.Package`, gives its written tools with their servers.

No two of them have one name where a target holds them together: `emit.servers_apart` sees to that.
"""

from toolc.ir import Package, Server, Tool

Found = tuple[Server, Tool]


def written_tools(package: Package) -> list[Found]:
    """Every tool that outputs contain, with its server, in the order of the bundle."""
    return [(server, tool) for server in package.servers for tool in server.tools if tool.is_written]
