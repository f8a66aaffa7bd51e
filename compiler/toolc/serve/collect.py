"""Tools that a module offers: takes the module and the tools it made while it ran, gives each once, in order of source.

Those are: what the module itself makes, what its registries, agents and lists of tools hold, and with a system's name all its
public functions. A tool that is only imported under a name is left to the module that makes it.
"""

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from toolc.diagnostics import Diagnostic, Label
from toolc.discover.paths import display_path
from toolc.runtime import lower, pba, tinyagent
from toolc.runtime.errors import ToolDefinitionError
from toolc.runtime.tool import FunctionTool
from toolc.serve.values import classes_of_tools, is_a, public_functions, tool_of, values_of
from toolc.source import Span


def collect(
    module: ModuleType, made: Iterable[FunctionTool], system: str | None = None
) -> tuple[list[FunctionTool], list[Diagnostic]]:
    """The tools, and what was left out and why."""
    found = _Found(module, made)
    for value, meant in values_of(module):
        found.take(value, meant)
    for cls in classes_of_tools(module):
        found.take_instance(cls)
    if system is not None:
        found.declare(system)
    tools, clashes = _distinct(found.tools.values())
    return tools, [*found.diagnostics, *clashes]


class _Found:
    """Tools by the identity of the `ir.Tool` they were made with. `kinds` are the classes of orbiter's tools among them."""

    def __init__(self, module: ModuleType, made: Iterable[FunctionTool]) -> None:
        self._module = module
        self.tools = {id(tool.spec): tool for tool in made}
        self.kinds: set[type] = set()
        self.diagnostics: list[Diagnostic] = []

    def take(self, value: Any, meant: bool) -> None:
        """Takes a value in if it is a tool of this module, or one that the module put into something: then it is `meant`."""
        try:
            original, tool = tool_of(value)
        except Exception as error:  # an object that lacks a fact which its class promises
            self._leave_out(f"a `{type(value).__name__}` is not a whole tool: {error}")
            return
        if tool is None:
            if is_a(value, pba.Tool):
                self._leave_out(f"`{value.name}` has no callable: it runs {_where(value)}")
            return
        own = id(original) in self.tools if original is not None else not self._is_imported(value)
        if own or meant:
            self.kinds.add(type(value))
            self.tools.pop(id(original), None)
            self.tools[id(tool.spec)] = tool

    def take_instance(self, cls: type) -> None:
        """Makes the instance of a class of tools, unless the module has one or only the module knows how."""
        if cls in self.kinds:
            return
        try:
            made = cls()
        except Exception as error:
            self._leave_out(f"there is no instance of `{cls.__name__}`, and none can be made here: {error}")
            return
        self.take(made, meant=True)

    def declare(self, system: str) -> None:
        """Makes tools of the public functions, as the compiler does for files of a declared system."""
        for function in public_functions(self._module, system):
            try:
                tool = FunctionTool.of_spec(function, lower.lower_callable(function, system))
            except ToolDefinitionError as error:
                code = function.__code__
                place = _place(code.co_filename, code.co_firstlineno)
                self._leave_out(f"`{function.__name__}` is not a tool of {system}: {error}", place)
            else:
                self.tools[id(tool.spec)] = tool

    def _is_imported(self, value: Any) -> bool:
        home = getattr(value.func, "__module__", None) if is_a(value, tinyagent.Tool) else type(value).__module__
        if home in (None, self._module.__name__) or home not in sys.modules:
            return False
        return any(one is value for one in list(vars(sys.modules[home]).values()))

    def _leave_out(self, message: str, place: Span | None = None) -> None:
        self.diagnostics.append(Diagnostic("TC613", message, place))


def _where(tool: pba.Tool) -> str:
    return f"on the MCP server `{tool.mcp_server}`" if tool.mcp_server else "elsewhere"


def _distinct(found: Iterable[FunctionTool]) -> tuple[list[FunctionTool], list[Diagnostic]]:
    """Each tool once, in order of source as the compiler has them; two that only share a name are an error."""
    first: dict[str, FunctionTool] = {}
    clashes = []
    for tool in found:
        other = first.setdefault(tool.name, tool)
        if (other.fn, other.description, other.parameters) != (tool.fn, tool.description, tool.parameters):
            label = Label(_place_of(other), "the other one")
            message = f"two tools are named `{tool.name}`, one of {other.spec.system} and one of {tool.spec.system}"
            clashes.append(Diagnostic("TC611", message, _place_of(tool), (label,), "give one of the two another name"))
    return sorted(first.values(), key=lambda tool: (tool.spec.span, tool.name)), clashes


def _place_of(tool: FunctionTool) -> Span:
    return _place(tool.spec.span.path, tool.spec.span.line)


def _place(path: str, line: int) -> Span:
    return Span(display_path(path), line, 1, line, 1)
