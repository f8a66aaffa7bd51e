"""basic_agent: `@tool` leaves a plain function with a `ToolDefinition` on it, and registries hold such functions.

Takes functions, gives definitions and the forms of Anthropic and OpenAI. The loop with a model is not here.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from toolc.ir import Tool as Spec
from toolc.runtime import envelopes, lower
from toolc.runtime.errors import ToolDefinitionError
from toolc.runtime.tool import FunctionTool
from toolc.runtime.tool_holder import Holder

NAME = "basic_agent"

F = TypeVar("F", bound=Callable[..., Any])


class ToolDefinition:
    """One tool: its metadata, and the function that does the work."""

    def __init__(self, name: str, description: str, parameters: dict[str, Any], func: Callable[..., Any]) -> None:
        self.name = name
        self.description = description
        self.parameters = parameters
        self.func = func
        self._core: FunctionTool | None = None

    def execute(self, **kwargs: Any) -> Any:
        """Calls the function with these arguments as they are, as the document has it; `core.call` checks them first."""
        return self.func(**kwargs)

    def to_schema(self) -> dict[str, Any]:
        """The schema of no provider: `{name, description, parameters}`."""
        return {"name": self.name, "description": self.description, "parameters": self.parameters}

    @property
    def core(self) -> FunctionTool:
        """The same tool with checked arguments."""
        if self._core is None:
            spec = lower.tool_of_schema(self.parameters, NAME, self.name, self.description, self.func)
            self._core = FunctionTool.of_spec(self.func, spec)
        return self._core

    def __repr__(self) -> str:
        return f"ToolDefinition(name={self.name!r}, description={self.description!r})"


def tool(func: F) -> F:
    """Hangs a `ToolDefinition` on a function, which stays a plain function."""
    definition = define(func)
    carrier: Any = func.__func__ if isinstance(func, staticmethod) else func
    try:
        carrier._tool_definition = definition
    except (AttributeError, TypeError) as error:
        message = f"`{definition.name}` cannot carry `_tool_definition`: put it into a ToolRegistry, or wrap it in a function"
        raise ToolDefinitionError(message) from error
    return func


def define(func: Callable[..., Any]) -> ToolDefinition:
    """The definition of a function, the one it carries if it does."""
    carried = getattr(func, "_tool_definition", None)
    if isinstance(carried, ToolDefinition):
        return carried
    core = FunctionTool.of_spec(func, lower.lower_callable(func, NAME))
    made = ToolDefinition(core.name, core.description, core.parameters, core.fn)
    made._core = core
    return made


class ToolRegistry:
    """All tools of an agent."""

    def __init__(self) -> None:
        self._tools: dict[str, ToolDefinition] = {}

    def register(self, func: Callable[..., Any]) -> None:
        """Takes a function in; a later one of the same name replaces it."""
        definition = define(func)
        self._tools[definition.name] = definition

    def get(self, name: str) -> ToolDefinition | None:
        return self._tools.get(name)

    def list_tools(self) -> list[ToolDefinition]:
        return list(self._tools.values())

    def schemas(self) -> list[dict[str, Any]]:
        """Schemas of no provider, in order of registration."""
        return [definition.to_schema() for definition in self._tools.values()]


def to_anthropic(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of no provider in Anthropic's form."""
    return envelopes.anthropic(_spec(schema))


def to_openai(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of no provider in OpenAI's form."""
    return envelopes.openai(_spec(schema))


def _spec(schema: dict[str, Any]) -> Spec:
    return lower.tool_of_schema(schema["parameters"], NAME, schema["name"], schema["description"])


_TRANSLATIONS = {"anthropic": to_anthropic, "openai": to_openai}


class Agent(Holder):
    """Holds tools and runs the calls a model makes; the loop with the model is not part of this library."""

    def __init__(self, tools: Iterable[Callable[..., Any]] = (), **options: Any) -> None:
        self.registry = ToolRegistry()
        for one in tools:
            if not callable(one):
                raise TypeError(f"Expected a function, not {type(one).__name__}")
            self.registry.register(one)
        super().__init__({one.name: one.core for one in self.registry.list_tools()}, options)

    def schemas(self, provider: str | None = None) -> list[dict[str, Any]]:
        """The schemas for `anthropic` or `openai`, or those of no provider."""
        neutral = self.registry.schemas()
        return neutral if provider is None else [_TRANSLATIONS[provider](schema) for schema in neutral]


__all__ = ["Agent", "ToolDefinition", "ToolRegistry", "to_anthropic", "to_openai", "tool"]
