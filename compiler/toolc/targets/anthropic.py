"""Anthropic: the `tools` array of the Messages API, `{name, description, input_schema}`."""

from toolc.targets.documents import NameRule, documents

# The API's own error text names the pattern (github/copilot-cli#1879).
NAMES = NameRule(r"[a-zA-Z0-9_-]{1,128}", "1 to 128 characters out of A-Z, a-z, 0-9, _ and -")

TARGET = documents("anthropic", "the `tools` array of Anthropic's Messages API", names=NAMES)
