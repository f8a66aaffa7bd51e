"""anthropic's answers: `beta_tool` on each function. See `asked`."""

from anthropic import beta_tool
from answering import main


def made(function):
    it = beta_tool(function).to_dict()
    return it["name"], it["description"], it["input_schema"]


main(made)
