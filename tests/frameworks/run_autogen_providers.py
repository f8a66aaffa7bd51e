"""autogen's answers: what its clients send to providers for a `FunctionTool` around each function. See `asked`.

No network is used.
"""

import json
import sys

from asked import answer
from autogen_core.tools import FunctionTool
from autogen_ext.models.anthropic._anthropic_client import convert_tools as anthropic
from autogen_ext.models.ollama._ollama_client import convert_tools as ollama
from autogen_ext.models.openai._openai_client import convert_tools as openai


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = FunctionTool(function, description=function.__doc__ or "")
    sent = {
        "openai": openai([it])[0],
        "anthropic": anthropic([it])[0],
        "ollama": ollama([it])[0].model_dump(mode="json", exclude_none=True),
    }
    return it.name, it.description, sent


print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
