"""Members of enums of the program as constants, in a class beside the literal type.

Takes the values by their names, gives the class. The constants are final, so type checkers take them where the literals are
asked for; `PriorityValues.HIGH` is the value itself, as JSON has it.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from toolc.targets.casing import add_number
from toolc.targets.code import Code
from toolc.targets.python.encode import docstring, plain
from toolc.targets.python.layout import Atom, lay_out
from toolc.targets.python.literal import literal

ENDING = "Values"
"""Suffix of the name of the class, behind that of the type."""

_WORD = "Final"


def enum_members(own: str, type_name: str, members: Mapping[str, Any]) -> Code:
    """The class `own` with the values of a type."""
    lines = [f"class {own}:\n", docstring([f"The values of `{type_name}`, by their names in the program."], 4), "\n"]
    for name, value in zip(attributes(members), members.values(), strict=True):
        head = f"    {name}: {_WORD} = "
        lines.append(f"{head}{lay_out(Atom(literal(value)), 4, len(head))}\n")
    return Code("".join(lines))


def attributes(names: Iterable[str]) -> list[str]:
    """Names that a class body can have, in order. One that can stay as it is stays, before one that has to change."""
    wanted = list(names)
    found = {name: name for name in wanted if _is_usable(name)}
    taken = set(found.values())
    for name in wanted:
        if name not in found:
            left = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "value"
            left = f"value_{left}" if left[0].isdigit() else left
            found[name] = add_number(left if _is_usable(left) else f"{left}_", taken)
            taken.add(found[name])
    return [found[name] for name in wanted]


def _is_usable(name: str) -> bool:
    """Return `True` if a name can stand in a class body: one that begins with two underscores would be another there."""
    return plain(name) and not name.startswith("__") and name != _WORD
