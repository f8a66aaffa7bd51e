"""Members of enums of the program as constants: an object beside the type of the same name.

Takes named types and their identifiers, gives each object as TypeScript, as JavaScript and as a declaration.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.ir import NamedType
from toolc.targets import enums
from toolc.targets.code import Code
from toolc.targets.typescript.encode import comment, identifier, key
from toolc.targets.typescript.literal import WIDTH, literal


class EnumMembers(Struct, frozen=True):
    """`typed` stands in a module of TypeScript, `ready` in one of JavaScript, `declared` in its declarations."""

    name: str
    typed: Code
    ready: Code
    declared: Code


def enum_members(types: Sequence[NamedType], names: Mapping[str, str]) -> dict[str, EnumMembers]:
    """The constants of each type whose values have names, by `NamedType.name`. `names` are the identifiers."""
    found = {named.name: enums.members(named) for named in types}
    return {name: _constants(names[name], members) for name, members in found.items() if members}


def _constants(name: str, members: Mapping[str, Any]) -> EnumMembers:
    values = literal(dict(members), 0, WIDTH)
    types = "".join(f"  readonly {key(own)}: {literal(value)};\n" for own, value in members.items())
    own = identifier(name)
    about = f"/** The values of `{comment(own)}`, by their names in the program. */\n"
    return EnumMembers(
        own,
        Code(f"{about}export const {own} = {values} as const;\n"),
        Code(f"{about}export const {own} = {values};\n"),
        Code(f"{about}export declare const {own}: {{\n{types}}};\n"),
    )
