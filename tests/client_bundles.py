"""Bundles made from schemas, as `lower` would make them: what the tests of client generators begin with."""

from collections.abc import Sequence
from typing import Any

from toolc.ir import Anything, Bundle, Object, Package, Parameter, Prompt, PromptArgument, Resource, Server, Tool, Type
from toolc.schema.view import arguments, parameters, view
from toolc.schema.view.names import Names
from toolc.source import Span


def tool(name: str, schema: Any, names: Names, output: Any = None, **facts: Any) -> Tool:
    """A tool as `lower` would make it from these schemas."""
    whole = arguments(schema, names)
    return Tool(
        name,
        f"pkg.tools:{name}",
        "mcp",
        Span("tools.py", facts.pop("line", 1)),
        input_schema=schema,
        output_schema=output,
        parameters=tuple(Parameter(one) for one in parameters(whole, names)),
        arguments=None if _is_plain(whole) else whole,
        result=None if output is None else view(output, names),
        **facts,
    )


MEMBERS = {"HIGH": 3, "LOW": 1, "class": -2, "__proto__": 4, "two words": 5, "mro": 6, "None": 7, "__x": 8, "class_": 9}
"""An enum of a program, some of whose members have names that no language lets a constant have."""

PRIORITY = {
    "type": "object",
    "properties": {"priority": {"$ref": "#/$defs/Priority"}},
    "required": ["priority"],
    "additionalProperties": False,
    "$defs": {"Priority": {"enum": list(MEMBERS.values()), "type": "integer", "description": "How urgent."}},
}


def tell_priority(names: Names) -> None:
    """Say that the program of `PRIORITY` has `MEMBERS`."""
    names.tell_members("Priority", MEMBERS.items())


def _is_plain(whole: Type) -> bool:
    """Whether the parameters one by one tell it all."""
    return isinstance(whole, Object) and not whole.prefixed and whole.extra in (None, Anything())


def bundle(tools: Sequence[Tool], names: Names, package: str = "demo") -> Bundle:
    return Bundle((Package(package, (Server("demo", "mcp", "mcp", tools=tuple(tools)),), names.types()),))


def served(tools: Sequence[Tool], names: Names, prompts: bool = True, resources: bool = True, package: str = "demo") -> Bundle:
    """A package whose server has prompts, resources and a template of resources beside tools."""
    here = ("shop.server:here", "mcp", Span("tools.py", 1))
    who, tone = PromptArgument("who", "Whom to greet.", True), PromptArgument("tone")
    asked = (Prompt("greet", *here, description="Greets */ somebody.", arguments=(who, tone)), Prompt("plain words", *here))
    held = (
        Resource("shop://stock", "stock", *here, returns="str"),
        Resource("shop://items/{id}{?part}", "item", *here, template=True, parameters=("id", "part"), returns="bytes"),
    )
    server = Server(
        "demo", "mcp", "mcp", tools=tuple(tools), prompts=asked if prompts else (), resources=held if resources else ()
    )
    return Bundle((Package(package, (server,), names.types()),))
