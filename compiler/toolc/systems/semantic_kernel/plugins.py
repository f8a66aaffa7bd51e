"""Plugins of semantic-kernel: takes a call that adds functions under a name, gives the prefix of their names.

What models are sent is `plugin-function` (1.45.0 `KernelFunctionMetadata.fully_qualified_name`). Sources:
`kernel_function_extension.py`, `kernel_plugin.py`, `agents/agent.py`.
"""

from collections.abc import Callable, Iterator

from toolc.module import Class, Expr
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.server_effects import PluginPrefix
from toolc.systems.base import Fact, Mark, argument, find_argument

_UNKNOWN = Unknown("it is computed while the program runs")
_SEPARATOR = "-"
DECORATORS = tuple(
    f"{module}.kernel_function"
    for module in ("semantic_kernel.functions", "semantic_kernel.functions.kernel_function_decorator")
)

Added = Iterator[tuple[Value, Value | None]]
"""Objects, classes or functions, each with the name it is given."""


def _mark(system: str, added: Callable[[RegistrationSite, Program], Added]) -> Mark:
    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
        if registration.form != "call":
            return ()
        place = (registration.scope, registration.at, registration.end)
        return tuple(
            PluginPrefix(system, of, before, *place)
            for value, name in added(registration, program)
            for of, before in _named_functions(value, name, program)
        )

    return mark


def _named_functions(value: Value, name: Value | None, program: Program) -> Iterator[tuple[DefinitionValue, Value]]:
    """Of an object its class, which names it where nothing else does; of a dict of functions those."""
    value = program.result(value)
    if isinstance(value, MappingValue):
        for _, one in value.items:
            yield from _named_functions(one, name, program)
        return
    value = _unwrap_decorator(value, program)
    of = value.callee if isinstance(value, CallResult) else value
    if isinstance(of, DefinitionValue):
        yield of, _front(_own_name(value, of, program) if name in (None, ConstantValue(None), ConstantValue("")) else name)


def _unwrap_decorator(value: Value, program: Program) -> Value:
    """Return the function in `kernel_function(f)` and `kernel_function(name=…)(f)`; any other value is returned as it is."""
    while isinstance(value, CallResult) and _decorates(value.callee):
        given = find_argument(value.args, "func", 0)
        value = _UNKNOWN if given is None else program.result(program.evaluate(given.value, value.scope))
    return value


def _decorates(callee: Value) -> bool:
    maker = callee.callee if isinstance(callee, CallResult) else callee
    return isinstance(maker, ExternalSymbol) and maker.name in DECORATORS


def _own_name(value: Value, of: DefinitionValue, program: Program) -> Value:
    """`getattr(plugin, "name", plugin.__class__.__name__)`."""
    if not isinstance(of.stmt, Class):
        return _UNKNOWN
    lineage = [one for one in (of, *program.ancestors(of)) if isinstance(one, DefinitionValue)]
    if len(lineage) < len(program.ancestors(of)) or any("name" in _names(one, program) for one in lineage):
        return program.attribute(value, "name")
    return ConstantValue(of.stmt.name)


def _names(cls: DefinitionValue, program: Program) -> frozenset[str]:
    init = program.class_attribute(cls, "__init__")
    own = program.class_attribute_names(cls)
    return own | program.attributes_written(init, "self") if isinstance(init, DefinitionValue) else own


def _front(name: Value | None) -> Value:
    told = isinstance(name, ConstantValue) and isinstance(name.value, str)
    return ConstantValue(f"{name.value}{_SEPARATOR}") if told and isinstance(name, ConstantValue) else _UNKNOWN


# --- calls -----------------------------------------------------------------------------------------------------------


def _one(function: tuple[str, int], name: tuple[str, int]) -> Callable[[RegistrationSite, Program], Added]:
    """A call that is given one object or function, by keyword or position, and a name."""

    def add(registration: RegistrationSite, program: Program) -> Added:
        value = argument(registration, program, *function)
        if value is not None:
            yield value, argument(registration, program, *name)

    return add


def _several(keyword: str, position: int | None, name: tuple[str, int] | None) -> Callable[[RegistrationSite, Program], Added]:
    """A call that is given a list or dict of them; without a name of their own the keys of the dict are the names."""

    def add(registration: RegistrationSite, program: Program) -> Added:
        given = find_argument(registration.args, keyword, position)
        if given is None:
            return
        one = argument(registration, program, *name) if name is not None else None
        value = program.evaluate(given.value, registration.scope)
        if isinstance(value, MappingValue):
            yield from ((item, one or ConstantValue(key)) for key, item in value.items)
        elif isinstance(value, DefinitionValue | CallResult):
            yield value, one
        else:
            yield from ((item, one) for item in _listed_functions(given.value, registration.scope, program))

    return add


def _listed_functions(of: Expr, scope: ProgramPoint, program: Program) -> Iterator[Value]:
    return (one.value for one in program.list_elements(of, scope) if one.single)


_KERNELS = ("semantic_kernel.Kernel", "semantic_kernel.kernel.Kernel")
_FUNCTIONS = "semantic_kernel.functions"
_PLUGINS = tuple(f"{module}.KernelPlugin" for module in (_FUNCTIONS, f"{_FUNCTIONS}.kernel_plugin"))
_AGENTS = (
    "AzureAIAgent", "AzureAssistantAgent", "AzureResponsesAgent", "BedrockAgent", "ChatCompletionAgent", "CopilotStudioAgent",
    "OpenAIAssistantAgent", "OpenAIResponsesAgent",
)  # fmt: skip


def marks(system: str) -> dict[str, Mark]:
    """Return the marks of calls that add functions under the name of a plugin."""
    plugin = _mark(system, _one(("plugin", 0), ("plugin_name", 1)))
    methods = {
        "add_plugin": plugin,
        "add_plugins": _mark(system, _several("plugins", 0, None)),
        "add_function": _mark(system, _one(("function", 1), ("plugin_name", 0))),
        "add_functions": _mark(system, _several("functions", 1, ("plugin_name", 0))),
    }
    made = _mark(system, _several("functions", 2, ("name", 0)))
    wrapped = _mark(system, _one(("plugin_instance", 1), ("plugin_name", 0)))
    method = _mark(system, _one(("method", 0), ("plugin_name", 1)))
    return {
        **{f"{kernel}.{name}": mark for kernel in _KERNELS for name, mark in methods.items()},
        **dict.fromkeys(_PLUGINS, made),
        **{f"{name}.from_object": wrapped for name in _PLUGINS},
        f"{_FUNCTIONS}.KernelFunctionFromMethod": method,
        f"{_FUNCTIONS}.KernelFunction.from_method": method,
        **{f"semantic_kernel.agents.{agent}": _mark(system, _several("plugins", None, None)) for agent in _AGENTS},
    }
