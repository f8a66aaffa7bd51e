"""Prompts and resources as clients outside TypeScript have them: calls like those of tools, typed by their arguments.

Takes a package, returns it with the types of their results, and a call for each prompt, resource and template of resources. Its
`name` is what methods are named by; `Offer` tells the request. Sources: `GetPromptRequest`, `ReadResourceRequest` and their
results, MCP 2025-06-18 to 2026-07-28; addresses: RFC 6570.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from toolc.ir import (
    UNNAMED,
    Anything,
    Array,
    Constants,
    JsonSchema,
    NamedType,
    Object,
    Package,
    Parameter,
    Prompt,
    Property,
    Ref,
    Resource,
    String,
    Tool,
    Type,
)
from toolc.text.unique_names import first_free

Request = Literal["prompts/get", "resources/read"]

_EXPRESSION = re.compile(r"\{([+#./;?&]?)([^{}]*)\}")
"""An expression of RFC 6570."""
_NAMED = ";?&"
"""The operators under which a parameter may be missing."""


class Offer(Struct, frozen=True):
    """A prompt or a resource as a call. `key`: the name of the prompt, or the address of the resource, which may have
    parameters; `wire`: the same, or another text where a tool of the package has it as its name."""

    tool: Tool
    request: Request
    key: str
    wire: str


def offers(package: Package) -> tuple[Package, tuple[Offer, ...]]:
    """Return the calls, and the package with the types that they give back; the package as it is where there is nothing."""
    prompts, resources = _alike(package, Prompt), _alike(package, Resource)
    if not prompts and not resources:
        return package, ()
    taken = {one.name for one in package.types}
    tools = {tool.name for server in package.servers for tool in server.tools}
    made: list[NamedType] = []
    found: list[Offer] = []
    for kind, group in (("prompt", prompts), ("resource", resources)):
        if group:
            result, types = (_prompt_types if kind == "prompt" else _resource_types)(taken)
            made += types
            found += [_offer(kind, key, alike, result, types, tools) for key, alike in group.items()]
    return replace(package, types=(*package.types, *made)), tuple(found)


def parameters(uri: str) -> Iterator[tuple[str, bool]]:
    """Yield what the address of a template is filled with, and whether that must be there."""
    for operator, names in _EXPRESSION.findall(uri):
        for listed in names.split(","):
            yield re.sub(r"(\*|:\d+)$", "", listed), operator == "" or operator not in _NAMED


def _alike(package: Package, type_: type[Prompt] | type[Resource]) -> dict[str, list[Any]]:
    """The prompts or resources of all servers by name or address; two of one key are one call."""
    found: dict[str, list[Any]] = {}
    for server in package.servers:
        for one in server.components:
            if isinstance(one, Prompt | Resource) and isinstance(one, type_) and one.fidelity in ("exact", "approximate"):
                key = one.uri if isinstance(one, Resource) else one.name
                if key != UNNAMED:
                    found.setdefault(key, []).append(one)
    return found


def _offer(kind: str, key: str, alike: Sequence[Any], result: str, types: Iterable[NamedType], tools: set[str]) -> Offer:
    first = alike[0]
    takes = _join_arguments([dict(_taken_arguments(one)) for one in alike])
    properties = tuple(Property(name, String(), needed, doc=about or "") for name, (needed, about) in takes.items())
    required = [one.name for one in properties if one.required]
    schema: JsonSchema = {
        "type": "object",
        "properties": {one.name: {"type": "string", **({"description": one.doc} if one.doc else {})} for one in properties},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }
    name = f"{first.name}_{kind}"
    tool = Tool(name, first.qualname, first.system, first.span, first.description, first.title, schema)
    tool = replace(
        tool,
        parameters=tuple(map(Parameter, properties)),
        output_schema=_schema(Ref(result), {one.name: one.type for one in types}),
        result=Ref(result),
    )
    return Offer(tool, "prompts/get" if kind == "prompt" else "resources/read", key, f"{key} ({kind})" if key in tools else key)


def _taken_arguments(one: Prompt | Resource) -> Iterator[tuple[str, tuple[bool, str | None]]]:
    """The arguments of one: whether each must be there, and what is said of it."""
    if isinstance(one, Prompt):
        for argument in one.arguments:
            yield argument.name, (bool(argument.required), argument.description)
    elif one.template:
        for name, needed in parameters(one.uri):
            yield name, (needed, None)


def _join_arguments(several: Sequence[Mapping[str, tuple[bool, str | None]]]) -> dict[str, tuple[bool, str | None]]:
    """Merge several argument lists; an argument is required if all of them require it."""
    names = dict.fromkeys(name for one in several for name in one)
    return {
        name: (
            all(one.get(name, (False, None))[0] for one in several),
            next((one[name][1] for one in several if name in one), None),
        )
        for name in names
    }


def _prompt_types(taken: set[str]) -> tuple[str, list[NamedType]]:
    result, message, content = (_claim_name(name, taken) for name in ("PromptResult", "PromptMessage", "PromptContent"))
    types = [
        NamedType(content, _open(type=String(), text="", data="", mimeType=""), "What a message says: a text, or data."),
        NamedType(message, _open(role=Constants(("user", "assistant")), content=Ref(content)), "One message of a prompt."),
        NamedType(result, _open(description="", messages=Array(Ref(message))), "What a prompt gives."),
    ]
    return result, types


def _resource_types(taken: set[str]) -> tuple[str, list[NamedType]]:
    result, contents = (_claim_name(name, taken) for name in ("ResourceResult", "HeldContents"))
    about = "What a resource holds: a text, or bytes in base 64 (`blob`)."
    types = [
        NamedType(contents, _open(uri=String(), mimeType="", text="", blob=""), about),
        NamedType(result, _open(contents=Array(Ref(contents))), "What is read of a resource."),
    ]
    return result, types


def _claim_name(name: str, taken: set[str]) -> str:
    own = first_free(name, taken)
    taken.add(own)
    return own


def _open(**members: Type | Literal[""]) -> Object:
    """An object with further keys; a member of "" is a text that may be missing."""
    properties = tuple(Property(name, String() if one == "" else one, required=one != "") for name, one in members.items())
    return Object(properties, Anything(), open_by_default=True)


def _schema(type_: Type, named: Mapping[str, Type]) -> JsonSchema:
    """The JSON Schema of one of the types above."""
    match type_:
        case Ref(name=name):
            return _schema(named[name], named)
        case Array(rest=rest) if rest is not None:
            return {"type": "array", "items": _schema(rest, named)}
        case Constants(values=values):
            return {"enum": list(values)}
        case Object(properties=properties):
            members = {one.name: _schema(one.type, named) for one in properties}
            return {"type": "object", "properties": members, "required": [one.name for one in properties if one.required]}
        case _:
            return {"type": "string"}
