"""agno's answers: `Function.from_callable` on each function, as an agent does it. See `asked`."""

from agno.tools import Function
from agno.utils.log import logger
from answering import main

logger.disabled = True


def made(function):
    tool = Function.from_callable(function)
    return tool.name, tool.description, tool.parameters


if __name__ == "__main__":
    main(made)
