"""langchain's answers: what its clients send to providers for `@tool` on each function. See `asked`; no network is used."""

import json
import sys

from answering import answer
from langchain_anthropic import ChatAnthropic
from langchain_aws.chat_models.bedrock_converse import _format_tools
from langchain_core.tools import tool
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_google_genai._function_utils import convert_to_genai_function_declarations
from langchain_mistralai import ChatMistralAI
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI

MODELS = {
    "openai": ChatOpenAI(api_key="none", model="any"),
    "anthropic": ChatAnthropic(api_key="none", model="any"),
    "mistral": ChatMistralAI(api_key="none"),
    "ollama": ChatOllama(model="any"),
}
GEMINI = ChatGoogleGenerativeAI(model="gemini-2.5-flash", api_key="none")
RESPONSES = ChatOpenAI(api_key="none", model="any", use_responses_api=True)


def to_gemini(it):
    """What `ChatGoogleGenerativeAI` sends; nothing where it raises."""
    bound = GEMINI.bind_tools([it]).kwargs["tools"]
    try:
        [declaration] = convert_to_genai_function_declarations(bound)[0].function_declarations
    except (ValueError, LookupError, AttributeError, TypeError):
        return None
    return declaration.model_dump(mode="json", by_alias=True, exclude_none=True)


def made(function):
    """As `asked` wants it, the documents in the place of a schema."""
    it = tool(function)
    sent = {name: model.bind_tools([it]).kwargs["tools"][0] for name, model in MODELS.items()}
    bound = RESPONSES.bind_tools([it])
    sent["openai-responses"] = bound.bound._get_request_payload("hi", **bound.kwargs)["tools"][0]
    sent["bedrock"] = _format_tools([it])[0]
    if (gemini := to_gemini(it)) is not None:
        sent["gemini"] = gemini
    return it.name, it.description, sent


if __name__ == "__main__":
    print(json.dumps([answer(text, "app", made) for text in json.load(sys.stdin)]))
