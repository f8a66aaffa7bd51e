"""Anthropic: the `tools` array of the Messages API, `{name, description, input_schema}`."""

from toolc.providers.anthropic import NAMES
from toolc.targets.documents import documents

TARGET = documents("anthropic", "the `tools` array of Anthropic's Messages API", names=NAMES)
