"""What is said of methods of a tool spec that are not known."""

from harness import bundle

SPEC = """
from llama_index.core.tools.tool_spec.base import BaseToolSpec


class Board(BaseToolSpec):
    spec_functions = ["read", "write"]

    def read(self, axis: str) -> str: ...

    read.__doc__ = "Read it."
"""


def test_a_method_that_is_changed_is_not_said_to_be_missing() -> None:
    tools = [tool for package in bundle(SPEC).packages for server in package.servers for tool in server.tools]
    said = {tool.name: [one.message for one in tool.diagnostics] for tool in tools}
    assert "is not known" in said["read"][0] and "does not define" in said["write"][0]
