"""google-adk's answers: the declaration of a `FunctionTool` around each function. See `asked`."""

import logging

from answering import main
from google.adk.tools import FunctionTool

logging.disable()


def made(function):
    it = FunctionTool(function)._get_declaration()
    return it.name, it.description, it.parameters_json_schema or {}


if __name__ == "__main__":
    main(made)
