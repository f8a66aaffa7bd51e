"""Code of clients for one tool: an overload of `call`, and a method.

Takes an `Entry`, gives `Code` laid out as ruff would leave it.
"""

from collections.abc import Sequence

from msgspec import Struct

from toolc.ir import Anything, JsonSchema, NamedType, Nothing, Tool, Type
from toolc.targets import tool_types
from toolc.targets.code import Code
from toolc.targets.complete import Types
from toolc.targets.identifiers import ToolNames
from toolc.targets.python.encode import WIDTH, docstring, identifier, prose, string
from toolc.targets.python.hoist import Hoist, is_record
from toolc.targets.python.layout import Generic, lay_out, name
from toolc.targets.runtime_checks import remark

OUTPUT = "ToolOutput"
"""The type of the support code that a tool without an output schema gives back."""


class Entry(Struct, frozen=True):
    """One tool; `args`, `input` and `result` are names of types. `keywords`: arguments are given one by one.

    `optional`: a call without any argument is right.
    """

    tool: Tool
    method: str
    args: str
    input: str
    result: str
    keywords: bool
    optional: bool
    declared: tuple[NamedType, ...]


def entry(hoist: Hoist, tool: Tool, names: ToolNames, known: Types, models: bool) -> Entry:
    """Gives the types of a tool their names; a result that is a model has one. `models`: types are pydantic models, which fill
    in defaults themselves."""
    args = tool_types.args(tool)
    filled, wire = args if models else tool_types.with_defaults_present(args, known), f"`{tool.name}`"
    types: dict[str, tuple[Type, str]] = {
        "Args": (args, _about(f"Arguments of {wire}: what a caller may send.", tool.input_schema))
    }
    if filled != args:
        types["Input"] = (filled, f"Arguments of {wire} with defaults filled in: what a handler receives.")
    result = tool_types.result(tool)
    if isinstance(result, Nothing):
        # No value fits. Checkers take a function that gives `Never` for one that always raises.
        result = Anything(because="no value fits")
    back = OUTPUT if tool.output_schema is None else names.result
    if not names.model and back != OUTPUT:
        types["Result"] = (result, _about(f"Result of {wire}.", tool.output_schema))
    own = {ending: names.stem + ending for ending in types}
    declared = tuple(NamedType(own[end], hoist.inside(type_, own[end]), about) for end, (type_, about) in types.items())
    input_name = own.get("Input", own["Args"])
    keywords = is_record(args) and not models
    optional = tool_types.nothing_needed(args)
    return Entry(tool, names.method, own["Args"], input_name, back, keywords, optional, declared)


def _about(words: str, schema: JsonSchema | None) -> str:
    more = remark(schema)
    return f"{words}\n\n{more}" if more else words


class Flavour(Struct, frozen=True):
    """Keywords in which the asynchronous client differs from the other."""

    define: str
    give: str


FLAVOURS = {"sync": Flavour("def", "return"), "async": Flavour("async def", "return await")}


def overload(one: Entry, flavour: Flavour) -> Code:
    """`call` for one tool by its exact name."""
    args = f"args: {one.args}{' = ...' if one.optional else ''}"
    wire = lay_out(Generic("Literal", (name(string(one.tool.name)),)), 8, 14, 1)
    head = _define(flavour.define, "call", ["self", f"name: {wire}", args], one.result)
    return Code(f"    @overload\n{head} ...\n")


def method(one: Entry, flavour: Flavour) -> Code:
    """A method that forwards to `call`."""
    body = _call_with(f"        {flavour.give} self.call(", string(one.tool.name))
    return _method(one, flavour, f"Calls `{one.tool.name}`.", body)


def asking_method(one: Entry, flavour: Flavour) -> Code:
    """A method that asks for a prompt or a resource."""
    wait = flavour.give.removeprefix("return").lstrip()
    body = _call_with(f"        found: {one.result} = {wait}{' ' if wait else ''}self._ask(", string(one.method))
    return _method(one, flavour, f"Asks for `{one.tool.name}`.", f"{body}        return found\n")


def _call_with(head: str, key: Code) -> str:
    """A call with a key and the arguments of the method."""
    if len(head) + len(key) + len(", args)") <= WIDTH:
        return f"{head}{key}, args)\n"
    given = f"{key}, args"
    given = given if len(given) + 12 <= WIDTH else f"{key},\n            args,"
    return f"{head}\n            {given}\n        )\n"


def _method(one: Entry, flavour: Flavour, about: str, body: str) -> Code:
    if one.keywords:
        head = _define(flavour.define, one.method, ["self", "/", f"**args: Unpack[{one.args}]"], one.result)
    else:
        head = _define(flavour.define, one.method, ["self", f"args: {one.args}", "/"], one.result)
    told = prose((one.tool.description or "").strip()) or prose(about)
    return Code(f"{head}\n{docstring(told, 8)}{body}")


def _define(define: str, own: str, parameters: Sequence[str], result: str) -> str:
    head = f"    {define} {identifier(own)}("
    flat = f"{head}{', '.join(parameters)}) -> {result}:"
    if "\n" not in flat and len(flat) + 4 <= WIDTH:
        return flat
    return f"{head}\n" + "".join(f"        {one},\n" for one in parameters) + f"    ) -> {result}:"
