"""The register of systems, written by hand: takes nothing, gives every tool framework toolc knows, by name."""

from toolc.systems import basic_agent, function_to_tool, mcp, mcp_lowlevel, orbiter, pba, tinyagent, toolc
from toolc.systems.base import System

SYSTEMS: dict[str, System] = {
    "basic_agent": basic_agent.SYSTEM,
    "function_to_tool": function_to_tool.SYSTEM,
    "mcp": mcp.SYSTEM,
    "mcp-lowlevel": mcp_lowlevel.SYSTEM,
    "orbiter": orbiter.SYSTEM,
    "pba": pba.SYSTEM,
    "tinyagent": tinyagent.SYSTEM,
    "toolc": toolc.SYSTEM,
}
