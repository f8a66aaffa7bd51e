"""The tool in the request that LiteLLM would make: takes something that asks through it, sends nothing."""

import json
import os
from contextvars import copy_context
from unittest.mock import patch

import httpx
from openai import OpenAIError

os.environ |= {
    **dict.fromkeys(("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"), "none"),
    "AWS_REGION_NAME": "eu-west-1",
}

MODELS = {
    "anthropic": "anthropic/claude-sonnet-4-5",
    "gemini": "gemini/gemini-2.5-flash",
    "bedrock": "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0",
    "mistral": "mistral/mistral-large-latest",
    "ollama": "ollama_chat/any",
}


class _Made(BaseException):
    """Raised in place of sending a request, with its body; no library takes it for a failure that it should tell otherwise."""


def requested(ask, target):
    """Return the only tool in the request that `ask` makes to the provider of a target. None where LiteLLM raises."""

    def stop(client, request, **_):
        if request.method == "GET" or request.url.path == "/api/show":  # a list of models, what Ollama knows of one
            return httpx.Response(404, request=request)
        raise _Made(json.loads(request.content))

    async def stop_later(client, request, **_):
        return stop(client, request)

    with patch.object(httpx.Client, "send", stop), patch.object(httpx.AsyncClient, "send", stop_later):
        try:
            copy_context().run(ask, MODELS[target])  # what a framework keeps of a call that never ends goes with it
        except _Made as made:
            return _tool(made.args[0])
        except OpenAIError:  # of which those of LiteLLM are made
            return None
    raise AssertionError("no request was made")


def _tool(body):
    [tool] = body["tools"] if "tools" in body else body["toolConfig"]["tools"]
    if "function_declarations" in tool:
        [tool] = tool["function_declarations"]
    return tool
