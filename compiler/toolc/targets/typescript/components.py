"""Prompts and resources as a client has them: what each takes, by its exact name or address.

Takes a package, gives the members of the interfaces `Prompts` and `Resources`, spelled.
"""

from collections.abc import Mapping, Sequence

from toolc.ir import UNNAMED, Package, Prompt, Resource
from toolc.targets.code import Code
from toolc.targets.offers import parameters
from toolc.targets.typescript.doc import block, words
from toolc.targets.typescript.encode import key

_NOTHING = "Record<string, never>"
_KINDS = {"str": '"text"', "bytes": '"blob"'}
"""Contents of a resource, by the annotation of its function."""


def prompts(package: Package) -> list[Code]:
    """Return a member for each prompt; those of one name on two servers are one, which takes what either does."""
    found: dict[str, list[Prompt]] = {}
    for server in package.servers:
        for prompt in server.prompts:
            if prompt.fidelity in ("exact", "approximate") and prompt.name != UNNAMED:
                found.setdefault(prompt.name, []).append(prompt)
    return [_prompt(name, alike) for name, alike in found.items()]


def _prompt(name: str, alike: Sequence[Prompt]) -> Code:
    takes = [{one.name: (bool(one.required), one.description) for one in prompt.arguments} for prompt in alike]
    return Code(f"{_doc(alike[0])}  {key(name)}: {_join_types([_object(one, 'string', 2) for one in takes])};\n")


def resources(package: Package) -> list[Code]:
    """Return a member for each resource and each template of resources."""
    found: dict[str, list[Resource]] = {}
    for server in package.servers:
        for resource in server.resources:
            if resource.fidelity in ("exact", "approximate") and resource.uri != UNNAMED:
                found.setdefault(resource.uri, []).append(resource)
    return [_resource(uri, alike) for uri, alike in found.items()]


def _resource(uri: str, alike: Sequence[Resource]) -> Code:
    template = any(one.template for one in alike)
    given: Mapping[str, tuple[bool, str | None]] = (
        {name: (needed, None) for name, needed in parameters(uri)} if template else {}
    )
    params = _object(given, "string | number | boolean", 4)
    kinds = {_KINDS.get(one.returns, "") for one in alike}
    kind = kinds.pop() if len(kinds) == 1 else ""
    contents = f"ResourceContents<{kind}>" if kind else "ResourceContents"
    return Code(f"{_doc(alike[0])}  {key(uri)}: {{\n    params: {params};\n    contents: {contents};\n  }};\n")


def _object(members: Mapping[str, tuple[bool, str | None]], type_: str, indent: int) -> str:
    """Return a type with a member for each name: whether it must be there, and what is said of it."""
    if not members:
        return _NOTHING
    margin = " " * (indent + 2)
    lines = [
        f"{block(words(told), indent + 2)}{margin}{key(name)}{'' if needed else '?'}: {type_};\n"
        for name, (needed, told) in members.items()
    ]
    return "{\n" + "".join(lines) + " " * indent + "}"


def _join_types(types: Sequence[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _doc(one: Prompt | Resource) -> str:
    return block(words(one.description), 2)
