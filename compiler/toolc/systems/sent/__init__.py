"""Tools as frameworks send them to providers: the register by framework and target, by hand.

Takes a tool as its framework reports it, gives it as the framework's own client for the provider sends it. Pairs that are not
here are not known, or the framework has no client for that provider.
"""

from collections.abc import Mapping

from toolc.ir import Tool
from toolc.systems.sent import (
    agent_framework,
    agno,
    autogen,
    crewai,
    google,
    google_adk,
    langchain,
    llama_index,
    pydantic_ai,
    semantic_kernel,
)
from toolc.systems.sent.base import Rule, Sent, send_described, verbatim, with_strict
from toolc.systems.sent.langchain_gemini import langchain_gemini
from toolc.systems.sent.litellm import LITELLM, through_litellm

__all__ = ["SENT", "SINCE", "Sent", "sent_form"]

SENT: Mapping[str, Mapping[str, Rule]] = {
    "agent-framework": {
        "openai": send_described,
        "openai-responses": agent_framework.openai_responses,
        "anthropic": agent_framework.anthropic,
        **dict.fromkeys(("gemini", "bedrock", "mistral", "ollama"), send_described),
    },
    "agno": {
        **dict.fromkeys(("openai", "mistral", "ollama"), with_strict),
        "openai-responses": agno.openai_responses,
        "anthropic": agno.anthropic,
        "gemini": agno.gemini,
        "bedrock": agno.bedrock,
    },
    "anthropic": {"anthropic": verbatim},
    "autogen": {"openai": autogen.openai, "anthropic": autogen.anthropic, "ollama": autogen.ollama},
    "camel": dict.fromkeys(("openai", "mistral", "ollama"), with_strict),
    "crewai": {
        **dict.fromkeys(("openai", "ollama"), crewai.openai),
        "anthropic": crewai.anthropic,
        **dict.fromkeys(("openai-responses", "gemini", "bedrock"), crewai.plain),
        "mistral": through_litellm(crewai.hand_to_litellm, "mistral"),
    },
    "google-adk": {
        "gemini": google_adk.gemini,
        **dict.fromkeys(("openai", "anthropic"), google_adk.others),
        **{target: through_litellm(google_adk.others, target) for target in ("bedrock", "mistral", "ollama")},
    },
    "google-genai": {"gemini": google.declare},
    "langchain": {
        **dict.fromkeys(("openai", "openai-responses", "anthropic", "mistral", "ollama"), langchain.langchain),
        "gemini": langchain_gemini,
        "bedrock": langchain.langchain_bedrock,
    },
    "llama-index": {
        "openai": llama_index.openai,
        **dict.fromkeys(("openai-responses", "anthropic", "bedrock", "mistral", "ollama"), verbatim),
        "gemini": llama_index.gemini,
    },
    "openai": dict.fromkeys(("openai", "openai-responses"), with_strict),
    "openai-agents": {
        **dict.fromkeys(("openai", "openai-responses"), with_strict),
        **{target: through_litellm(with_strict, target) for target in LITELLM},
    },
    "pydantic-ai": {
        "openai": pydantic_ai.openai,
        "openai-responses": pydantic_ai.openai_responses,
        "anthropic": pydantic_ai.anthropic,
        "gemini": pydantic_ai.gemini,
        "bedrock": pydantic_ai.bedrock,
        "mistral": send_described,
        "ollama": pydantic_ai.ollama,
    },
    "semantic-kernel": {
        **dict.fromkeys(("openai", "openai-responses", "mistral", "ollama"), send_described),
        **dict.fromkeys(("anthropic", "bedrock"), semantic_kernel.whole),
        "gemini": semantic_kernel.gemini,
    },
    "smolagents": {"openai": verbatim, **{target: through_litellm(verbatim, target) for target in LITELLM}},
    "strands": dict.fromkeys(
        ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mistral", "ollama"), send_described
    ),
}
SINCE = {
    "agent-framework": ("agent-framework-core", "1."),
    "agno": ("agno", "3."),
    "anthropic": ("anthropic", "2."),
    "autogen": ("autogen-core", "0.7."),
    "camel": ("camel-ai", "0.2."),
    "crewai": ("crewai", "1."),
    "google-adk": ("google-adk", "2."),
    "google-genai": ("google-genai", "3."),
    "langchain": ("langchain-core", "1."),
    "llama-index": ("llama-index-core", "0.14."),
    "openai": ("openai", "3."),
    "openai-agents": ("openai-agents", "0."),
    "pydantic-ai": ("pydantic-ai-slim", "2."),
    "semantic-kernel": ("semantic-kernel", "1."),
    "smolagents": ("smolagents", "1."),
    "strands": ("strands-agents", "1."),
}
"""For each framework its distribution, and how the versions begin that the rules are of."""


def sent_form(tool: Tool, version: str, target: str) -> Sent | None:
    """Return the tool as its framework sends it to the provider of a target. `version`: of the framework.

    Returns `None` if that is not known.
    """
    rule = SENT.get(tool.system, {}).get(target)
    if rule is None or tool.input_schema is None or not version.startswith(SINCE[tool.system][1]):
        return None
    try:
        return rule(tool)
    except RecursionError:
        return None
