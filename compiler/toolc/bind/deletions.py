"""Names that the body of a class takes back: `del name`.

Takes a scope and a name, says since where it is gone. What a module or a function deletes nobody asks for again.
"""

from toolc.bind.guards import GuardedStatement
from toolc.bind.links import Links
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import reachability
from toolc.module import Class
from toolc.program import DefinitionValue, ProgramPoint
from toolc.text.regex import late

_DEL = late(r"del\b([^\[\].]*)$")
_NAME = late(r"\w+")


def deletion_place(name: str, scope: ProgramPoint, unit: SourceModule, links: Links) -> int | None:
    """The place of the last statement that deletes the name, 0 if nothing does; None where one may or may not."""
    last = 0
    for site in _deleting_statements(name, scope.within[-1] if scope.within else None, unit):
        if scope.at is None or site.node.at < scope.at:
            verdict = reachability(site.guard, scope, links, site.node.at)
            if verdict is None:
                return None
            last = site.node.at if verdict else last
    return last


def _deleting_statements(name: str, owner: DefinitionValue | None, unit: SourceModule) -> list[GuardedStatement]:
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
