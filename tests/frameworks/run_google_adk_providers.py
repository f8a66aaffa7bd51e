"""google-adk's answers: what its models send to providers for a `FunctionTool` around each function. See `asked`.

`LiteLlm` reaches OpenAI, Bedrock, Mistral and Ollama; litellm hands OpenAI what it is handed. No network is used.
"""

import asyncio
import json
import logging
import sys

from answering import answer
from google.adk.models.anthropic_llm import function_declaration_to_tool_param
from google.adk.models.lite_llm import LiteLlm, _function_declaration_to_tool_param
from google.adk.models.llm_request import LlmRequest
from google.adk.tools import FunctionTool
from google.genai.types import Content, Part
from litellm_request import requested

logging.disable()
ASKED = [Content(role="user", parts=[Part(text="hi")])]


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    request = LlmRequest(contents=ASKED)
    request.append_tools([FunctionTool(function)])
    it = request.config.tools[0].function_declarations[0]
    sent = {
        "gemini": it.model_dump(mode="json", by_alias=True, exclude_none=True),
        "anthropic": function_declaration_to_tool_param(it),
        "openai": _function_declaration_to_tool_param(it),
    }
    sent |= {target: requested(lambda model: asyncio.run(ask(model, request)), target) for target in THROUGH}
    return it.name, it.description, sent


async def ask(model, request):
    async for _ in LiteLlm(model, api_key="none").generate_content_async(request):
        pass


THROUGH = ("bedrock", "mistral", "ollama")
if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
