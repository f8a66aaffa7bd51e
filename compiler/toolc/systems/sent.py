"""What frameworks send to providers: the register by framework and target, by hand.

Takes a tool as its framework reports it, gives it as the framework's own client for the provider sends it. Pairs that are not
here are sent as they are reported, or are not known.
"""

from collections.abc import Callable, Mapping

from toolc.ir import Tool
from toolc.systems.langchain_sent import langchain, langchain_bedrock

_LANGCHAIN = ("openai", "openai-responses", "anthropic", "mistral", "ollama")

SENT: Mapping[tuple[str, str], Callable[[Tool], Tool]] = {
    **{("langchain", target): langchain for target in _LANGCHAIN},
    ("langchain", "bedrock"): langchain_bedrock,
}
_SINCE = {"langchain": "1."}
"""The versions that the rules are of, by how they begin."""


def sent(tool: Tool, version: str, target: str) -> Tool:
    """Return the tool as its framework sends it to the provider of a target. `version`: of the framework."""
    rule = SENT.get((tool.system, target))
    return tool if rule is None or not version.startswith(_SINCE[tool.system]) else rule(tool)
