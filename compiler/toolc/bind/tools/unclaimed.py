"""Functions that decorate with a method of a parameter as servers have it, of which no reading came.

Takes the claims of a program, says each such function of a package that makes a server: what it registers is missing. A look at
the text is enough; a function that any claim lies in was followed.
"""

import re
from collections.abc import Iterator

from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.bind.tools.claims import Claim, Entrances
from toolc.bind.tools.marks import Marks
from toolc.diagnostics import Diagnostic
from toolc.module import Node
from toolc.program import Received


def unclaimed(claims: list[Claim], marks: Marks, linker: Linker, calls: Entrances) -> Iterator[Diagnostic]:
    """One diagnostic for each function, by file and place."""
    serving = [one for one in claims if one.system.servers and not isinstance(one.registration.receiver, Received)]
    places: dict[str, list[int]] = {}
    for claim in claims:
        places.setdefault(claim.registration.scope.module, []).append(claim.registration.at)
    for root in sorted({one.registration.scope.module.partition(".")[0] for one in serving}):
        decorated = re.compile(rf"^[ \t]+@(\w+)(?:\.\w+)*\.(?:{'|'.join(marks.methods)})\b", re.MULTILINE)
        found = [*linker.library.mentioning(root, [f".{method}" for method in marks.methods]), *linker.candidates]
        own = {unit.source.path: unit for unit in found if unit.source.module.partition(".")[0] == root}
        for _, unit in sorted(own.items()):
            for node, name in _registrars(unit, decorated):
                module = unit.source.module
                followed = calls.hand(module, node.at, name) or any(node.at <= at < node.end for at in places.get(module, ()))
                if not followed:
                    yield _lost(unit, node, name)


def _registrars(unit: Unit, decorated: re.Pattern[str]) -> Iterator[tuple[Node, str]]:
    """The functions and methods of a file that decorate with a method of a parameter, or of what it holds, each with that."""
    for node in _functions(unit):
        if (match := decorated.search(unit.text(node))) and match[1] not in ("self", "cls"):
            name = match[1]
            if re.search(rf"\(\s*(?:[^)]*[,(]\s*)?{name}\s*[,:=)]", unit.header(node)):
                yield node, name


def _functions(unit: Unit) -> Iterator[Node]:
    for site in unit.top.sites:
        if site.node.kind == "def":
            yield site.node
        elif site.node.kind == "class" and "@" in unit.text(site.node):
            yield from (one.node for one in unit.block(site.node).sites if one.node.kind == "def")


def _lost(unit: Unit, node: Node, name: str) -> Diagnostic:
    function = node.names[0] if node.names else "?"
    message = f"`{function}` decorates with `{name}`, and no call was found that passes a server: its tools are missing"
    help_ = f"annotate `{name}` with the class of the server"
    return Diagnostic("TC221", message, unit.source.span(node.at, node.head), help=help_)
