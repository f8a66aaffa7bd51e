"""The register of systems, written by hand: takes nothing, gives every tool framework toolc knows, by name."""

from toolc.systems import (
    agent_framework,
    anthropic,
    autogen,
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
    semantic_kernel,
    smolagents,
    tinyagent,
    toolc,
    transformers,
)
from toolc.systems.base import System

SYSTEMS: dict[str, System] = {
    "agent-framework": agent_framework.SYSTEM,
    "anthropic": anthropic.SYSTEM,
    "autogen": autogen.SYSTEM,
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
    "semantic-kernel": semantic_kernel.SYSTEM,
    "smolagents": smolagents.SYSTEM,
    "tinyagent": tinyagent.SYSTEM,
    "toolc": toolc.SYSTEM,
    "transformers": transformers.SYSTEM,
}
