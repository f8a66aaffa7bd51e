"""One table per provider: what it refuses, ignores or changes. Takes nothing, gives `PROVIDERS`, in the order people see."""

from toolc.providers import anthropic, bedrock, gemini, hosts, mcp, ollama, openai
from toolc.providers.base import Effect, Finding, NameRule, Provider

__all__ = ["PROVIDERS", "Effect", "Finding", "NameRule", "Provider"]

_ALL = (
    mcp.MCP, *mcp.PROFILES, openai.OPENAI, openai.STRICT, anthropic.ANTHROPIC, anthropic.STRICT, gemini.GEMINI,
    bedrock.BEDROCK, ollama.OLLAMA, *hosts.HOSTS,
)  # fmt: skip

PROVIDERS: dict[str, Provider] = {provider.name: provider for provider in _ALL}
