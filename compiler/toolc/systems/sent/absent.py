"""Pairs of a framework and a provider of which it is not known how tools are sent, each with the reason. For people to read."""

from collections.abc import Mapping

from toolc.systems.sent import SENT

PROVIDERS = ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "ollama")
"""The targets that providers have, but the strict ones, whose rules are toolc's own."""

_NONE = "it has no client of its own for this provider"
LIKE_OPENAI = "it sends this provider what it sends to OpenAI, in OpenAI's form: use `openai`"
LIKE_ANTHROPIC = "it sends this provider what it sends to Anthropic, in Anthropic's form: use `anthropic`"
_ANOTHER = "it is the library of another provider"
_REWRITTEN = "it sends Gemini a tool in OpenAI's form without unions, a form that no target writes"

ABSENT: Mapping[str, Mapping[str, str]] = {
    "anthropic": {target: _ANOTHER for target in PROVIDERS if target != "anthropic"},
    "autogen": {
        "openai-responses": _NONE, "gemini": LIKE_OPENAI, "bedrock": LIKE_ANTHROPIC, "mistral": LIKE_OPENAI,
    },
    "camel": {
        "openai-responses": _NONE, "anthropic": LIKE_OPENAI, "gemini": _REWRITTEN, "bedrock": LIKE_OPENAI,
    },
    "google-adk": {"openai-responses": _NONE},
    "google-genai": {target: _ANOTHER for target in PROVIDERS if target != "gemini"},
    "openai": {target: _ANOTHER for target in PROVIDERS if not target.startswith("openai")},
    "smolagents": {"openai-responses": _NONE},
}  # fmt: skip
"""Pairs that are not in `SENT`: their tools are written as the framework reports them."""


LIKE = {LIKE_OPENAI: "openai", LIKE_ANTHROPIC: "anthropic"}
"""For some reasons the target whose documents are sent."""


def why(system: str, target: str) -> str | None:
    """Return the reason why it is not known what a framework sends to a provider. Returns `None` if it is known."""
    return None if target in SENT[system] else ABSENT[system][target]
