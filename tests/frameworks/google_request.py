"""The tool in the request that Google's library would make: takes a configuration, sends nothing."""

from unittest.mock import patch

from google.genai import Client
from google.genai.types import FunctionDeclaration

CLIENT = Client(api_key="none")
"""Of the Gemini API."""


class _Made(Exception):
    """Raised in place of sending a request, with its body."""


def declared(config):
    """Return the only function declaration in the request of a configuration, its keys as the API documents them.

    Google's library writes `min_items`, which the API takes for `minItems`. None where that library refuses the configuration.
    """

    def stop(method, path, body, *_):
        raise _Made(body)

    with patch.object(CLIENT._api_client, "request", stop):
        try:
            CLIENT.models.generate_content(model="gemini-2.5-flash", contents="hi", config=config)
        except _Made as made:
            [tool] = made.args[0]["tools"]
            [one] = tool["functionDeclarations"]
            return FunctionDeclaration.model_validate(one).model_dump(mode="json", by_alias=True, exclude_none=True)
        except ValueError:
            return None
    raise AssertionError("no request was made")
