"""The register of providers and hosts, by hand and in the order people are shown them. Takes nothing, gives `PROVIDERS`."""

from toolc.providers import anthropic, bedrock, gemini, hosts, mcp, ollama, openai
from toolc.providers.base import Provider

_ALL = (
    mcp.MCP, *mcp.PROFILES, openai.OPENAI, openai.STRICT, anthropic.ANTHROPIC, anthropic.STRICT, gemini.GEMINI,
    bedrock.BEDROCK, ollama.OLLAMA, *hosts.HOSTS,
)  # fmt: skip

PROVIDERS: dict[str, Provider] = {provider.name: provider for provider in _ALL}
