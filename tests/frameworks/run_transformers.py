"""transformers' answers: what a chat template is given for each function. See `asked`."""

from answering import main
from transformers.utils import get_json_schema


def made(function):
    said = get_json_schema(function)["function"]
    return said["name"], said["description"], said["parameters"]


if __name__ == "__main__":
    main(made)
