"""Errors of tools at run time: when one is defined, and when one is called.

`ToolDefinitionError` is for the programmer; a `ToolError` carries words that a model may be shown.
"""

from collections.abc import Iterable


class ToolDefinitionError(Exception):
    """Raised when tool definition violates requirements."""


class ToolWarning(UserWarning):
    """A tool that works, but not as well as its author may think."""


class ToolError(Exception):
    """A failure of a tool that the model should see and may recover from."""


class ArgumentError(ToolError):
    """Arguments that do not fit a tool's parameters; the function was not called."""


class UnknownToolError(ToolError):
    """A call of a tool that is not there."""

    def __init__(self, name: str, there: Iterable[str]) -> None:
        known = ", ".join(f"`{one}`" for one in there) or "none"
        super().__init__(f"There is no tool `{name}`; there are: {known}.")


class ToolTimeoutError(ToolError):
    """A tool that took longer than it may."""
