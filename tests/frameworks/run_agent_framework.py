"""agent-framework's answers: the tool that `tool` makes of each function. See `asked`."""

from agent_framework import tool
from answering import main


def made(function):
    it = tool(function)
    return it.name, it.description, it.parameters()


if __name__ == "__main__":
    main(made)
