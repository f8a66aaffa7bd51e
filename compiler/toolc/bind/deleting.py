"""Names that the body of a class takes back: `del name`.

Takes the body and a name, gives the statements that do. What a module or a function deletes nobody asks for again.
"""

import re

from toolc.bind.flow import Site
from toolc.bind.library import Unit
from toolc.module import Class
from toolc.program import Definition

_DEL = re.compile(r"del\b([^\[\].]*)$")
_NAME = re.compile(r"\w+")


def deleting(name: str, owner: Definition | None, unit: Unit) -> list[Site]:
    """The statements of the body of a class that delete a name, in source order."""
    if owner is None or not isinstance(owner.stmt, Class):
        return []
    key = owner.node.at
    if key not in unit.deleting:
        found = unit.deleting[key] = {}
        if "del" in unit.text(owner.node):
            for site in unit.index(owner).sites:
                match = _DEL.match(unit.text(site.node)) if site.node.kind == "other" else None
                for word in _NAME.findall(match[1]) if match is not None else ():
                    found.setdefault(word, []).append(site)
    return unit.deleting[key].get(name, [])
