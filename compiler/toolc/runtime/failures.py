"""Exceptions as replies to a model: takes the exception and the policy of a registry, gives the words of the reply.

A `ToolError` is written for models and goes out as it is, and so do the errors that frameworks keep for that purpose. Any other
exception may hold secrets: its words stay in the log, unless the policy says otherwise.
"""

import logging
from collections.abc import Callable
from typing import Literal

from toolc.runtime.errors import ToolError

Errors = Literal["mask", "show"] | Callable[[Exception], str]
"""`mask`: the model is told that the tool failed, the log says why. `show`: the kind and words of the exception. Or a function
that gives the words."""

LOG = logging.getLogger("toolc")

_FOR_MODELS = frozenset({
    "langchain_core.tools.base.ToolException",
    "fastmcp.exceptions.ToolError",
    "fastmcp.exceptions.ValidationError",
    "mcp.server.fastmcp.exceptions.ToolError",
    "mcp.server.mcpserver.exceptions.ToolError",
    "pydantic_ai.exceptions.ModelRetry",
    "anthropic.lib.tools._beta_functions.ToolError",
})  # fmt: skip
"""Exceptions whose words their frameworks send to the model."""

_WRAPPERS = frozenset({
    "mcp.server.fastmcp.exceptions.ToolError",
    "mcp.server.mcpserver.exceptions.ToolError",
    "mcp.server.mcpserver.exceptions.UnexpectedToolError",
})  # fmt: skip
"""The MCP SDK raises one of these from whatever a function raises (`Tool.run`, mcp 1.30 and 2.3)."""


def describe_failure(error: Exception, name: str, errors: Errors) -> str:
    """Return the words of an exception for the model that called tool `name`."""
    error = _own_exception(error)
    if isinstance(error, ToolError):
        return str(error)
    if _kind(error) in _FOR_MODELS:
        return str(error) or f"`{name}` failed."
    if errors == "show":
        return error_text(error)
    if not callable(errors):
        LOG.error("tool `%s` failed", name, exc_info=error)
        return f"`{name}` failed."
    return errors(error)


def error_text(error: Exception) -> str:
    """Return the words of a `ToolError` as they are, those of others with their kind."""
    if isinstance(error, ToolError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _own_exception(error: Exception) -> Exception:
    """Return the exception of the function itself where a framework has wrapped it."""
    while _kind(error) in _WRAPPERS and isinstance(error.__cause__, Exception):
        error = error.__cause__
    return error


def _kind(error: Exception) -> str:
    return f"{type(error).__module__}.{type(error).__qualname__}"
