"""Ollama: the `tools` array of its chat API, which has the form of OpenAI's; schemas as the framework reports them."""

from toolc.targets.documents import documents

TARGET = documents("ollama", "the `tools` array of Ollama's chat API")
