"""google-genai's answers: what it sends for each function in the `tools` of a configuration. See `asked`."""

from answering import main
from google_request import declared


def made(function):
    it = declared({"tools": [function]})
    return it["name"], it["description"], {"gemini": it}


if __name__ == "__main__":
    main(made)
