"""Mistral: the `tools` array of chat completions, which has the form of OpenAI's; schemas as the framework reports them."""

from toolc.targets.documents import documents

TARGET = documents("mistral", "the `tools` array of Mistral's chat completions")
