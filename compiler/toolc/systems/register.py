"""The register of systems, written by hand: takes nothing, gives every tool framework toolc knows, by name."""

from toolc.systems import (
    anthropic,
    basic_agent,
    crewai,
    fastmcp,
    function_to_tool,
    google_adk,
    langchain,
    llama_index,
    mcp,
    mcp_lowlevel,
    openai,
    openai_agents,
    orbiter,
    pba,
    pydantic_ai,
    strands,
    tinyagent,
    toolc,
)
from toolc.systems.base import System

SYSTEMS: dict[str, System] = {
    "anthropic": anthropic.SYSTEM,
    "basic_agent": basic_agent.SYSTEM,
    "crewai": crewai.SYSTEM,
    "fastmcp": fastmcp.SYSTEM,
    "function_to_tool": function_to_tool.SYSTEM,
    "google-adk": google_adk.SYSTEM,
    "langchain": langchain.SYSTEM,
    "llama-index": llama_index.SYSTEM,
    "mcp": mcp.SYSTEM,
    "mcp-lowlevel": mcp_lowlevel.SYSTEM,
    "openai": openai.SYSTEM,
    "openai-agents": openai_agents.SYSTEM,
    "orbiter": orbiter.SYSTEM,
    "pba": pba.SYSTEM,
    "pydantic-ai": pydantic_ai.SYSTEM,
    "strands": strands.SYSTEM,
    "tinyagent": tinyagent.SYSTEM,
    "toolc": toolc.SYSTEM,
}
