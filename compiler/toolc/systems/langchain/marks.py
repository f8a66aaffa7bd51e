"""Registrations of langchain tools: `@tool`, `StructuredTool.from_function`, `StructuredTool(…)`, `Tool(…)`.

Takes one registration, gives its declaration. Signatures: langchain-core 1.8.1. `classes` reads subclasses.
"""

from typing import Any

from msgspec.structs import replace

from toolc.module import Func
from toolc.program import ConstantValue, Declaration, DefinitionValue, Program, RegistrationSite, ServerKey, Unknown, Value
from toolc.systems.base import Mark, argument, stated_argument
from toolc.systems.langchain.classes import made, subclass
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.listed import functions, is_made_before

NAME = "langchain"

_SCHEMA = ("args_schema", "infer_schema", "parse_docstring", "error_on_invalid_docstring")


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@tool`, `@tool("name", …)`, `tool(f)`, `tool("name", runnable)`."""
    first = argument(registration, program, "name_or_callable", 0)
    given = _given_arguments(registration, program, description=None, **dict.fromkeys(_SCHEMA))
    if registration.form == "call":
        if not isinstance(first, ConstantValue):
            return declaration(registration, program, server, NAME, first, given)
        runnable = argument(registration, program, "runnable", 1)  # without one the decorator is kept for later
        return declaration(registration, program, server, NAME, runnable, {**given, "name": first})
    named = {"name": first} if registration.form == "called" and first != ConstantValue(None) else {}
    return declaration(registration, program, server, NAME, registration.target, {**given, **named})


def _from_function(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`StructuredTool.from_function(func, coroutine, name, description, return_direct, args_schema, infer_schema, …)`."""
    places = {"name": 2, "description": 3, "args_schema": 5, "infer_schema": 6}
    given = _given_arguments(registration, program, **places, parse_docstring=None, error_on_invalid_docstring=None)
    return _declare_function(registration, program, server, {**given, "maker": ConstantValue("structured")}, 0, 1)


def _declare_structured(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`StructuredTool(name=…, description=…, args_schema=…, func=…)`."""
    given = _given_arguments(registration, program, name=None, description=None, args_schema=None)
    return _declare_function(registration, program, server, {**given, **_object("StructuredTool")})


def _simple(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool(name, func, description, …)`."""
    given = _given_arguments(registration, program, name=0, description=2, args_schema=None)
    return _declare_function(registration, program, server, {**given, **_object("Tool")}, 1)


def _simple_from(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool.from_function(func, name, description, return_direct, args_schema, coroutine)`."""
    given = _given_arguments(registration, program, name=1, description=2, args_schema=4)
    return _declare_function(registration, program, server, {**given, **_object("Tool")}, 0, 5)


def _object(class_: str) -> dict[str, Value | None]:
    return {"maker": ConstantValue("object"), "class": ConstantValue(class_)}


def _given_arguments(registration: RegistrationSite, program: Program, **places: int | None) -> dict[str, Value | None]:
    """Return the arguments passed by keyword or position; an explicit `None` counts as absent."""
    return {name: stated_argument(registration, program, name, place) for name, place in places.items()}


def _declare_function(
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    given: dict[str, Any],
    func: int | None = None,
    coroutine: int | None = None,
) -> Declaration | None:
    """The function, else the coroutine."""
    if registration.form == "subclass":
        return subclass(registration, program, server)
    if registration.form != "call":
        return None
    function = argument(registration, program, "func", func)
    if function in (None, ConstantValue(None)):
        function = argument(registration, program, "coroutine", coroutine)
    made = declaration(registration, program, server, NAME, function, given)
    needed = [given.get(fact) for fact in ("name", "description", "args_schema")]
    return replace(made, diagnostics=()) if made is not None and None not in needed else made  # the function adds nothing


def _runnable(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`runnable.as_tool(…)`, `convert_runnable_to_tool(runnable, …)`: what a Runnable takes only a given model tells."""
    if registration.form != "call":
        return None
    place = 0 if registration.callee.endswith(".as_tool") else 1
    given = _given_arguments(registration, program, name=None, description=None, args_schema=place, arg_types=None)
    untold = given.pop("arg_types") is not None or None in given.values()
    if untold:
        del given["args_schema"]
    made = declaration(
        registration, program, server, NAME, Unknown("what a Runnable takes is not followed"),
        given if untold else {**given, "maker": ConstantValue("structured"), "runnable": ConstantValue(True)},
    )  # fmt: skip
    return made if untold or made is None else replace(made, diagnostics=())


def _agent(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """An agent makes `tool(f)` of each function in its `tools` (langgraph 1.0 `ToolNode`)."""
    place = 0 if registration.callee.endswith("ToolNode") else 1
    return tuple(functions(registration, program, server, NAME, "tools", place, made=_DECORATORS))


def _declare_bound(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`model.bind_tools([f])` converts a function by rules of its own (`convert_to_openai_tool`)."""
    options: dict[str, Value | None] = {"bound": ConstantValue(True)}
    return tuple(functions(registration, program, server, NAME, "tools", 0, made=_DECORATORS, options=options))


def _declare_converted(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`convert_to_openai_tool(f)`; a tool or a model is made elsewhere."""
    first = argument(registration, program, registration.callee.rpartition("_")[2], 0)
    if registration.form != "call" or not isinstance(first, DefinitionValue) or not isinstance(first.stmt, Func):
        return None
    if is_made_before(first, program, _DECORATORS):
        return None
    return declaration(registration, program, server, NAME, first, {"bound": ConstantValue(True)})


_CORE = "langchain_core.tools"
_DECORATORS = (f"{_CORE}.tool", "langchain.agents.tool")
_CONVERTERS = "langchain_core.utils.function_calling.convert_to_openai"
_RUNNABLES = ("Runnable", "RunnableBranch", "RunnableLambda", "RunnableParallel", "RunnablePassthrough", "RunnableSequence")
_AGENTS = (
    "langchain.agents.create_agent",
    "langchain.agents.factory.create_agent",
    "langgraph.prebuilt.create_react_agent",
    "langgraph.prebuilt.chat_agent_executor.create_react_agent",
    "langgraph.prebuilt.ToolNode",
    "langgraph.prebuilt.tool_node.ToolNode",
)
_MODELS = (
    "langchain.chat_models.init_chat_model",
    "langchain_anthropic.ChatAnthropic",
    "langchain_aws.ChatBedrock",
    "langchain_aws.ChatBedrockConverse",
    "langchain_core.language_models.BaseChatModel",
    "langchain_core.language_models.chat_models.BaseChatModel",
    "langchain_google_genai.ChatGoogleGenerativeAI",
    "langchain_groq.ChatGroq",
    "langchain_mistralai.ChatMistralAI",
    "langchain_ollama.ChatOllama",
    "langchain_openai.AzureChatOpenAI",
    "langchain_openai.ChatOpenAI",
)
"""Chat models, whose `bind_tools` takes functions as they are."""

MARKS: dict[str, Mark] = {
    f"{_CORE}.tool": _tool,
    "langchain.agents.tool": _tool,
    f"{_CORE}.StructuredTool": _declare_structured,
    f"{_CORE}.StructuredTool.from_function": _from_function,
    f"{_CORE}.Tool": _simple,
    f"{_CORE}.Tool.from_function": _simple_from,
    "langchain.agents.Tool": _simple,
    f"{_CORE}.BaseTool": subclass,
    f"{_CORE}.BaseTool.__init__": made,
    f"{_CORE}.convert_runnable_to_tool": _runnable,
    **{f"langchain_core.runnables.{name}.as_tool": _runnable for name in _RUNNABLES},
    **dict.fromkeys(_AGENTS, _agent),
    **{f"{model}.bind_tools": _declare_bound for model in _MODELS},
    f"{_CONVERTERS}_tool": _declare_converted,
    f"{_CONVERTERS}_function": _declare_converted,
}
