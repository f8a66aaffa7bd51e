"""pba (Proxy Base Agent): `Tool` objects around a callable or a schema, and tool files.

Takes callables, schemas, files and tools of MCP servers, gives tools whose callable is handed its caller first. Loading a tool
file runs it. `ToolCall` is a pydantic model, made when it is first asked for.
"""

import functools
import importlib.util
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from toolc.docstrings import clean
from toolc.runtime import envelopes, lower
from toolc.runtime.callables import facts
from toolc.runtime.errors import ToolDefinitionError, ToolError, ToolWarning, UnknownToolError
from toolc.runtime.tool import FunctionTool
from toolc.runtime.tool_holder import Holder

if TYPE_CHECKING:
    from pydantic import BaseModel

    class ToolCall(BaseModel):
        """A request from a model to invoke a tool."""

        intention: str
        name: str
        arguments: dict[str, Any] | None = None


NAME = "pba"
DEFAULT_FOLDER = "agent/tools"


class Tool:
    """A capability of an agent: something to call here, or the schema of something that an MCP server runs."""

    def __init__(
        self,
        name: str,
        description: str | None = None,
        callable: Callable[..., Any] | None = None,
        schema: dict[str, Any] | None = None,
        mcp_server: str | None = None,
    ) -> None:
        if callable is None and schema is None:
            raise ToolDefinitionError(f"`{name}` has neither a callable nor a schema: pba needs one of them")
        if schema is None:
            assert callable is not None
            spec = lower.lower_callable(callable, NAME, name=name, description=description)
        else:
            text = clean(getattr(callable, "__doc__", None) or "") if callable is not None and description is None else ""
            spec = lower.tool_of_schema(schema, NAME, name, description or text or None, callable)
        self._spec = spec
        self._core = None if callable is None else FunctionTool.of_spec(callable, spec)
        self.name = spec.name
        self.description = spec.description
        self.callable = callable
        self.schema = spec.input_schema or {}
        self.mcp_server = mcp_server

    async def call(self, caller: Any, **kwargs: Any) -> Any:
        """Calls the callable with the caller as its first argument, and awaits what is to be awaited.

        The arguments go on as they are: in the document PSE has held the model to the schema before. `checked_call` checks.
        """
        if self.callable is None:
            where = f"on the MCP server `{self.mcp_server}`" if self.mcp_server else "elsewhere"
            raise ToolError(f"`{self.name}` runs {where}: it has nothing to call here")
        made = self.callable(caller, **kwargs)
        return await made if inspect.isawaitable(made) else made

    async def checked_call(self, caller: Any, arguments: Any = None) -> Any:
        """`call` with arguments as a model sent them: checked first."""
        return await (self.call(caller) if self._core is None else self._core.acall(arguments, caller))

    def to_dict(self) -> dict[str, Any]:
        """The schema of a whole call: the arguments, and the intention behind them."""
        return envelopes.pba(self._spec)

    @staticmethod
    def from_file(filepath: str) -> "Tool | None":
        """The tool of a Python file, which is run: the function named as the file, else its only public one."""
        path = Path(filepath)
        function = choose_function(_module(path), path.stem)
        return None if function is None else Tool(function.__name__, callable=function)

    @staticmethod
    def load(filepath: str | None = None, file_name: str | list[str] | None = None) -> "list[Tool]":
        """The tools of the files in a folder (`agent/tools` when none is named), or of those files that are named."""
        folder = Path(filepath or DEFAULT_FOLDER)
        names = [file_name] if isinstance(file_name, str) else file_name
        if folder.with_suffix(".py").is_file() and not folder.is_dir():
            paths = [folder.with_suffix(".py")]
        elif names is None:
            if not folder.is_dir():
                raise FileNotFoundError(f"there is no folder {folder}")
            paths = sorted(path for path in folder.glob("*.py") if not path.name.startswith("__"))
        else:
            paths = [folder / f"{name.removesuffix('.py')}.py" for name in names]
        return [tool for path in paths if (tool := Tool.from_file(str(path))) is not None]

    @staticmethod
    def from_mcp_tool(mcp_tool: Any, server_id: str) -> "Tool":
        """A tool as an MCP server lists it: the JSON, or any object with `name`, `description` and `inputSchema`.

        mcp 1 has `inputSchema`, mcp 2 `input_schema`.
        """

        def read(*keys: str) -> Any:
            get = mcp_tool.get if isinstance(mcp_tool, Mapping) else functools.partial(getattr, mcp_tool)
            return next((value for key in keys if (value := get(key, None)) is not None), None)

        name, schema = read("name"), read("inputSchema", "input_schema")
        if not isinstance(name, str) or not isinstance(schema, Mapping):
            missing = "name" if not isinstance(name, str) else "inputSchema"
            raise ToolDefinitionError(f"a tool of an MCP server has a `{missing}`: `{type(mcp_tool).__name__}` has none")
        return Tool(name, read("description"), schema=dict(schema), mcp_server=server_id)

    def __repr__(self) -> str:
        return f"Tool(name={self.name!r})"


def callable_to_schema(callable: Callable[..., Any]) -> dict[str, Any]:
    """The schema of what a model fills in: every parameter but the first, which the caller takes."""
    return Tool(facts(callable).name or "callable", callable=callable).schema


class Agent(Holder):
    """Holds tools, is their caller, and runs calls of them; the loop with the model is not part of this library."""

    def __init__(self, tools: Iterable[Tool] = (), **options: Any) -> None:
        self.tools: dict[str, Tool] = {}
        for one in tools:
            if not isinstance(one, Tool):
                raise TypeError(f"Expected a Tool, not {type(one).__name__}")
            self.tools[one.name] = one
        super().__init__({}, options)

    async def use_tool(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        """Runs one call with this agent as the caller; arguments that do not fit are a `ToolError`."""
        if name not in self.tools:
            raise UnknownToolError(name, self.tools)
        return await self.tools[name].checked_call(self, arguments)

    async def _run(self, name: str, arguments: Any) -> Any:
        return await self.use_tool(name, arguments)


def _module(path: Path) -> ModuleType:
    """The module of a file, run anew under a name of its own."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"toolc_pba_tools.{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # annotations are looked up there
    spec.loader.exec_module(module)
    return module


def choose_function(module: ModuleType, stem: str) -> Callable[..., Any] | None:
    """The function of a tool file; None where there is none, or several and none of them has the file's name."""
    functions = [
        value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    fitting = [one for one in functions if one.__name__ == stem] or functions
    if len(fitting) > 1:
        names = ", ".join(f"`{one.__name__}`" for one in fitting)
        message = (
            f"which of {names} is this file's tool? Name it `{stem}` as the file is, or begin the others with an underscore"
        )
        warnings.warn(ToolWarning(message), stacklevel=3)
        return None
    return fitting[0] if fitting else None


def __getattr__(name: str) -> Any:
    """`ToolCall` needs pydantic, which nothing else here does."""
    if name != "ToolCall":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import pydantic

    fields: dict[str, Any] = {"intention": (str, ...), "name": (str, ...), "arguments": (dict[str, Any] | None, None)}
    doc = "A request from a model to invoke a tool."
    globals()[name] = made = pydantic.create_model(name, __module__=__name__, __doc__=doc, **fields)
    return made


__all__ = ["Agent", "Tool", "ToolCall", "callable_to_schema"]
