"""OpenAI: the `tools` array of chat completions, `{type: function, function: {…}}`; schemas as the framework reports them."""

from toolc.targets.documents import NameRule, documents

# https://platform.openai.com/docs/api-reference/chat/create, `tools[].function.name`, read 2026-02.
NAMES = NameRule(r"[A-Za-z0-9_-]{1,64}", "1 to 64 characters out of A-Z, a-z, 0-9, _ and -")

TARGET = documents("openai", "the `tools` array of OpenAI chat completions", names=NAMES)
