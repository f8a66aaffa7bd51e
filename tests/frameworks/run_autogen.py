"""autogen's answers: the schema of a `FunctionTool` around each function, as an assistant makes it. See `asked`."""

from answering import main
from autogen_core.tools import FunctionTool


def made(function):
    said = FunctionTool(function, description=function.__doc__ or "").schema
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
