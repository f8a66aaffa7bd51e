"""crewai's answers: the `args_schema` of `@tool` on each function. See `asked`."""

from answering import main
from crewai.tools import tool


def made(function):
    it = tool(function)
    return it.name, it.description, it.args_schema.model_json_schema()


if __name__ == "__main__":
    main(made)
