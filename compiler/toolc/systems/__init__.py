"""The register of systems, written by hand: takes nothing, gives every tool framework toolc knows, by name."""

from toolc.systems import (
    anthropic,
    basic_agent,
    fastmcp,
    function_to_tool,
    google_adk,
    google_genai,
    langchain,
    mcp,
    mcp_lowlevel,
    orbiter,
    pba,
    smolagents,
    tinyagent,
    toolc,
    transformers,
)
from toolc.systems.base import System

SYSTEMS: dict[str, System] = {
    "anthropic": anthropic.SYSTEM,
    "basic_agent": basic_agent.SYSTEM,
    "fastmcp": fastmcp.SYSTEM,
    "function_to_tool": function_to_tool.SYSTEM,
    "google-adk": google_adk.SYSTEM,
    "google-genai": google_genai.SYSTEM,
    "langchain": langchain.SYSTEM,
    "mcp": mcp.SYSTEM,
    "mcp-lowlevel": mcp_lowlevel.SYSTEM,
    "orbiter": orbiter.SYSTEM,
    "pba": pba.SYSTEM,
    "smolagents": smolagents.SYSTEM,
    "tinyagent": tinyagent.SYSTEM,
    "toolc": toolc.SYSTEM,
    "transformers": transformers.SYSTEM,
}
