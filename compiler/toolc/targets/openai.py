"""OpenAI: the `tools` array of chat completions, `{type: function, function: {…}}`; schemas as the framework reports them."""

from toolc.providers.openai import NAMES
from toolc.targets.documents import documents

TARGET = documents("openai", "the `tools` array of OpenAI chat completions", names=NAMES)
