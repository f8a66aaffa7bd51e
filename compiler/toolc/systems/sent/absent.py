"""Pairs of a framework and a provider of which it is not known how tools are sent, each with the reason. For people to read."""

from collections.abc import Mapping

from toolc.systems.sent import SENT

PROVIDERS = ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "ollama")
"""The targets that providers have, but the strict ones, whose rules are toolc's own."""

_NONE = "it has no client of its own for this provider"
_LITELLM = "it reaches this provider through LiteLLM, which makes the request"
_LIKE_OPENAI = "it sends this provider what it sends to OpenAI, in OpenAI's form: use `openai`"
_PROMPT = "it describes tools in the prompt, and sends none"

ABSENT: Mapping[str, Mapping[str, str]] = {
    "autogen": {
        "openai-responses": _NONE, "gemini": _LIKE_OPENAI, "bedrock": _NONE, "mistral": _LIKE_OPENAI,
    },
    "camel": {
        "openai-responses": _NONE, "anthropic": _LIKE_OPENAI, "gemini": _LIKE_OPENAI, "bedrock": _LIKE_OPENAI,
    },
    "crewai": {"mistral": _LITELLM},
    "google-adk": {"openai-responses": _NONE, "bedrock": _LITELLM},
    "openai-agents": {
        "anthropic": _LITELLM, "gemini": _LITELLM, "bedrock": _LITELLM, "mistral": _LITELLM, "ollama": _LIKE_OPENAI,
    },
    "smolagents": {
        "openai-responses": _NONE, "anthropic": _LITELLM, "gemini": _LITELLM, "bedrock": _PROMPT, "mistral": _LITELLM,
        "ollama": _LIKE_OPENAI,
    },
}  # fmt: skip
"""Pairs that are not in `SENT`: their tools are written as the framework reports them."""


def why(system: str, target: str) -> str | None:
    """Return the reason why it is not known what a framework sends to a provider. Returns `None` if it is known."""
    return None if target in SENT[system] else ABSENT[system][target]
