"""`FunctionTool`: a callable with the schema that a system spells for it, and safe ways to call it.

Takes callables, gives tools. Calling the tool itself is calling the function; `call` and `acall` take what a model sent, check
it first and speak to the model where something is wrong. The faces of the five systems are made of this.
"""

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property
from typing import Any, overload

from toolc.ir import JsonSchema, Tool
from toolc.runtime import checking, lower
from toolc.runtime.arguments import Arguments, plain
from toolc.runtime.callables import by_keyword
from toolc.runtime.envelopes import envelope_of
from toolc.runtime.errors import ToolTimeoutError
from toolc.runtime.making import notice


class FunctionTool:
    """A function as a tool of a system.

    `spec` is the `ir.Tool` that the compiler would make of its source. `timeout` in seconds holds for `call` and `acall`; a
    thread cannot be stopped, so a synchronous function that is late goes on behind the scenes.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        *,
        name: str | None = None,
        description: str | None = None,
        timeout: float | None = None,
    ) -> None:
        self._init(fn, lower.lower_callable(fn, "toolc", name=name, description=description), timeout)

    def _init(self, fn: Callable[..., Any], spec: Tool, timeout: float | None) -> None:
        self.fn = fn
        self.spec = spec
        self.timeout = timeout
        self.__name__ = spec.name
        self.__doc__ = getattr(fn, "__doc__", None)
        self.__wrapped__ = fn
        notice(self)

    @classmethod
    def of_spec(cls, fn: Callable[..., Any], spec: Tool, timeout: float | None = None) -> "FunctionTool":
        """A function under a tool that is known already: one of another system, or with a literal schema."""
        made = cls.__new__(cls)
        made._init(fn, spec, timeout)
        return made

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def description(self) -> str:
        return self.spec.description or ""

    @property
    def parameters(self) -> JsonSchema:
        """The JSON Schema of the arguments."""
        return self.spec.input_schema or {"type": "object", "properties": {}}

    @property
    def is_async(self) -> bool:
        return self.spec.is_async

    def schema(self, target: str = "openai") -> JsonSchema:
        """The tool in the form of a provider."""
        return envelope_of(self.spec, target)

    def answers_to(self, name: str) -> bool:
        """Return `True` if a call of that name is for this tool."""
        return name == self.name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function itself, nothing checked."""
        return self.fn(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    # --- calls with what a model sent --------------------------------------------------------------------------------

    @cached_property
    def _check(self) -> checking.Check:
        """Compiled when the tool is called for the first time: many tools are only listed."""
        if self.spec.closed:
            return checking.by_signature(self.fn, self.name, self.parameters, skip=1 if self.spec.system == "pba" else 0)
        return checking.by_schema(self.parameters, self.name)

    @cached_property
    def _run(self) -> Callable[..., Any]:
        """The function as the checked arguments call it, all by keyword."""
        return by_keyword(self.fn) if self.spec.closed else self.fn

    def validate(self, arguments: Arguments = None) -> dict[str, Any]:
        """The arguments as the function wants them, by name; an `ArgumentError` in words for the model."""
        return self._check(arguments if type(arguments) is dict else plain(arguments, self.name))

    def call(self, arguments: Arguments = None, *leading: Any) -> Any:
        """Checks the arguments and calls; an async function is run to its end. `leading` come before them."""
        keywords = self.validate(arguments)
        if self.timeout is not None:
            return _limit_time(lambda: _finish(self._run(*leading, **keywords)), self.timeout, self.name)
        return _finish(self._run(*leading, **keywords))

    async def acall(self, arguments: Arguments = None, *leading: Any) -> Any:
        """Checks the arguments and calls; a synchronous function runs in a thread, so that nothing else waits for it."""
        keywords = self.validate(arguments)
        if self.timeout is None:  # no limit is set up, for that takes longer than the check
            return await await_result(self._run, self.is_async, *leading, **keywords)
        try:
            async with asyncio.timeout(self.timeout) as limit:
                return await await_result(self._run, self.is_async, *leading, **keywords)
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise _late(self.name, self.timeout) from error


@overload
def tool(fn: Callable[..., Any], /) -> FunctionTool: ...


@overload
def tool(
    fn: None = None, /, *, name: str | None = None, description: str | None = None, timeout: float | None = None
) -> Callable[[Callable[..., Any]], FunctionTool]: ...


def tool(
    fn: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float | None = None,
) -> FunctionTool | Callable[[Callable[..., Any]], FunctionTool]:
    """Makes a `FunctionTool` of a function: `@tool`, `@tool()`, `@tool(name="…")` or `tool(f)`."""
    if fn is not None:
        return FunctionTool(fn, name=name, description=description, timeout=timeout)
    return lambda function: FunctionTool(function, name=name, description=description, timeout=timeout)


async def await_result(function: Callable[..., Any], is_async: bool, *args: Any, **kwargs: Any) -> Any:
    """The result of either kind of function; what a synchronous one gives to be awaited is awaited."""
    made = function(*args, **kwargs) if is_async else await asyncio.to_thread(_outside, function, *args, **kwargs)
    return await made if is_async or hasattr(type(made), "__await__") else made


def _outside(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A call for a loop elsewhere. Before Python 3.12 no future takes a `StopIteration`: the loop would wait for ever."""
    try:
        return function(*args, **kwargs)
    except StopIteration as error:
        raise RuntimeError("the function raised StopIteration") from error


def _finish(made: Any) -> Any:
    """A result; of something to be awaited, what comes of it in a loop of its own."""
    return run(_wait(made)) if hasattr(type(made), "__await__") else made


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end, also where a loop runs already: then in a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    return _in_thread(lambda: asyncio.run(coroutine), None)


async def _wait(made: Awaitable[Any]) -> Any:
    return await made


def _limit_time(work: Callable[[], Any], seconds: float, name: str) -> Any:
    try:
        return _in_thread(work, seconds)
    except _Late as error:
        raise _late(name, seconds) from error


class _Late(Exception):
    """The thread has not ended in time."""


def _in_thread(work: Callable[[], Any], seconds: float | None) -> Any:
    """Call a function in a daemon thread, and return or raise its outcome; raises `_Late` after `seconds`."""
    outcome: list[tuple[Any, BaseException | None]] = []
    context = contextvars.copy_context()

    def target() -> None:
        try:
            outcome.append((context.run(work), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        raise _Late
    value, error = outcome[0]
    if error is not None:
        raise error
    return value


def _late(name: str, seconds: float | None) -> ToolTimeoutError:
    return ToolTimeoutError(f"`{name}` did not finish within {seconds:g} seconds")
