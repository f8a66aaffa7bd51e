"""anthropic's answers: what its library sends for `beta_tool` on each function. See `asked`."""

from answering import main
from anthropic import beta_tool


def made(function):
    it = beta_tool(function).to_dict()
    return it["name"], it["description"], {"anthropic": it}


if __name__ == "__main__":
    main(made)
