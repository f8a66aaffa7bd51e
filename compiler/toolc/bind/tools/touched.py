"""Tools of which a program sets something once they are made: `summary = Tool(f)`, then `summary.description = …`, and those it
makes other tools of under the same name: `tool = Tool.from_tool(tool, …)`.

Takes declarations, gives them with the doubt that there is. A look at the text says that a fact of an object is set; the name
that is written there is followed where the statement is one of the module's own, else it is a name of the same file.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec import Struct, structs

from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.diagnostics import Diagnostic, internal
from toolc.limits import Overrun
from toolc.program import Called, Declaration, Definition, Scope
from toolc.source import Span
from toolc.systems.base import System

_FACT = (
    r"(?:name|description|(?:params_)?json_schema|parameters|params_json_schema|args_schema|inputs|input_?schema|inputSchema"
    r"|output_?schema|outputSchema|tool_spec|metadata|fn_schema|function_schema|openai_tool_schema)"
)
_SETS = re.compile(
    rf"^(?P<inner>[ \t]*)(?:(?P<name>\w+)\.(?:\w+\.)?(?P<fact>{_FACT})(?:\[[^\n]*?\])*[ \t]*[-+|]?=(?!=)"
    rf"|setattr\((?P<given>\w+),[ \t]*[\"']{_FACT}[\"'])",
    re.MULTILINE,
)
_BOUND = re.compile(r"(\w+)[ \t]*(?::[^\n=]*)?=[ \t]*$")

_GIVEN = re.compile(r"[\w.]+\((\w+)[,)]")

TOUCHED = "the program changes this tool here once it is made, which toolc does not follow"

_Key = tuple[str, int, int]


class Touch(Struct, frozen=True):
    """One statement: the module it stands in, the name it changes, where it is, and what it sets, "" if by `setattr`; `key` is
    what the name is followed to."""

    module: str
    name: str
    place: Span
    fact: str = ""
    key: _Key | None = None

    def means(self, declaration: Declaration, bound: Iterable[str], unsent: Container[str]) -> bool:
        """Whether it may be that tool which is changed, in what is sent; `bound` are the names that it has in its file."""
        if self.fact in unsent:
            return False
        return self.key in set(_keys(declaration)) or (declaration.scope.module == self.module and self.name in bound)


def touched(declarations: Iterable[Declaration], linker: Linker, systems: Mapping[str, System]) -> list[Declaration]:
    """The declarations, in doubt where a statement may change the tool."""
    touches: list[Touch] = []
    for unit in linker.candidates:
        try:
            with linker.charging(unit.source.module):
                touches.extend(_touches(unit, linker))
        except (Exception, Overrun) as error:
            linker.library.diagnostics.append(internal(error, Span(unit.source.path)))
    return [_doubted(one, touches, linker, systems[one.system].unsent) for one in declarations]


def _doubted(declaration: Declaration, touches: list[Touch], linker: Linker, unsent: Container[str]) -> Declaration:
    bound = list(_names(declaration, linker)) if touches else []
    meant = (touch.place for touch in touches if touch.means(declaration, bound, unsent))
    place = next(meant, None) or _remade(declaration, linker)
    if place is None:
        return declaration
    doubt = Diagnostic("TC215", TOUCHED, place, help="say it where the tool is made")
    return structs.replace(declaration, diagnostics=(*declaration.diagnostics, doubt))


def _remade(declaration: Declaration, linker: Linker) -> Span | None:
    """Where the variable that the tool is put into is bound again, further down, to something that is made of it."""
    name, scope = _variable(declaration, linker), declaration.scope
    unit = linker.unit(scope)
    sites = unit.index(scope.within[-1] if scope.within else None).by_name.get(name, []) if name else []
    for site in sites:
        later = site.node.kind in ("assign", "ann") and site.node.at > declaration.at
        if later and re.search(rf"=.*\b{name}\b", unit.text(site.node), re.DOTALL):
            return unit.source.span(site.node.at, site.node.end)
    return None


def _touches(unit: Unit, linker: Linker) -> Iterator[Touch]:
    for match in _SETS.finditer(unit.source.text):
        name, at = match["name"] or match["given"], match.end("inner")
        if name in ("self", "cls"):
            continue
        place, fact = unit.source.span(at, match.end()), match["fact"] or ""
        value = None if match["inner"] else linker.lookup(name, Scope(unit.source.module, (), at))
        match value:
            case Definition(module, _, node):
                yield Touch(unit.source.module, name, place, fact, (module, node.at, node.end))
            case Called(_, _, scope, start, end):
                yield Touch(unit.source.module, name, place, fact, (scope.module, start, end))
            case _:
                yield Touch(unit.source.module, name, place, fact)


def _keys(declaration: Declaration) -> Iterator[_Key]:
    """Where the tool is made, and the function that a decorator made it of."""
    yield declaration.scope.module, declaration.at, declaration.end
    for one in (declaration.target, declaration.made_of):
        if one is not None and one.stmt.decorators:
            yield one.module, one.node.at, one.node.end


def _names(declaration: Declaration, linker: Linker) -> Iterator[str]:
    """What the tool is called in its file: the variable it is put into, what is registered, or a function that is decorated."""
    text = linker.unit(declaration.scope).source.text
    if found := _GIVEN.match(text, declaration.at, declaration.end):
        yield found[1]
    if name := _variable(declaration, linker):
        yield name
    if declaration.target is not None and declaration.target.stmt.decorators:
        yield declaration.target.stmt.name


def _variable(declaration: Declaration, linker: Linker) -> str:
    """The variable that a tool is put into where it is made, "" for none."""
    text = linker.unit(declaration.scope).source.text
    line = text.rfind("\n", 0, declaration.at) + 1
    found = _BOUND.search(text[line : declaration.at])
    return found[1] if found else ""
