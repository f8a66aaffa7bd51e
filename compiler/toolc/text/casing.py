"""Names in another case: pydantic 2.14 `alias_generators`.

Takes a name, gives it as the function of that name in pydantic does. `CASES` has them by their qualified names.
"""

import re
from collections.abc import Callable


def to_pascal(snake: str) -> str:
    """`pydantic.alias_generators.to_pascal`."""
    return re.sub("([0-9A-Za-z])_(?=[0-9A-Z])", lambda m: m.group(1), snake.title())


def to_camel(snake: str) -> str:
    """`pydantic.alias_generators.to_camel`."""
    if re.match("^[a-z]+[A-Za-z0-9]*$", snake) and not re.search(r"\d[a-z]", snake):
        return snake
    return re.sub("(^_*[A-Z])", lambda m: m.group(1).lower(), to_pascal(snake))


def to_snake(camel: str) -> str:
    """`pydantic.alias_generators.to_snake`."""
    snake = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", camel)
    snake = re.sub(r"([a-z])([A-Z])", r"\1_\2", snake)
    snake = re.sub(r"([0-9])([A-Z])", r"\1_\2", snake)
    snake = re.sub(r"([a-z])([0-9])", r"\1_\2", snake)
    return snake.replace("-", "_").lower()


CASES: dict[str, Callable[[str], str]] = {
    f"pydantic.alias_generators.{function.__name__}": function for function in (to_pascal, to_camel, to_snake)
}
