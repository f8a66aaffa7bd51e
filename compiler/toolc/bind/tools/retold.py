"""Functions of which a program tells something else than they say: `C.method.__doc__ = …`, `getattr(C, name).__doc__ = …`.

Takes declarations, gives them with the doubt that there is. What is set on a function by its own name is followed elsewhere;
here a look at the text says that something is set, on which functions it may be, and nothing of what it is.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct, structs

from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.diagnostics import Diagnostic
from toolc.module import Func
from toolc.program import Declaration, Definition, Scope, Value

_READ = r"__(?:annotations|defaults|doc|kwdefaults|name|signature|wrapped)__"
_SPACE = r"[ \t]*"
_OWNER = r"(?:[\w.]+(?:\([^()\n]*\))?(?:\.[\w.]+|\[[^\]\n]*\])?)"
_SETTING = re.compile(
    rf"^{_SPACE}(?:(?P<owner>{_OWNER})\.{_READ}(?:\[[^\]\n]*\])?{_SPACE}[-+|]?=(?!=)"
    rf"|setattr\({_SPACE}(?P<given>{_OWNER}){_SPACE},{_SPACE}[\"']{_READ}[\"'])",
    re.MULTILINE,
)
_GETATTR = re.compile(r"getattr\((\w+|type\(\w+\)),\s*(?:[\"'](\w+)[\"']|[^)]*)\)")
_METHOD = re.compile(r"(?:(\w+)|[\w.]+(?:\(\w*\))?)\.(\w+?)(?:\.__func__|\.fget)?")
_CALL = re.compile(r"(\w+)\((\w+)[,)]")
_OWN = frozenset({"def", "class", "import", "from"})


class Setting(Struct, frozen=True):
    """One statement. `cls` and `name` are those of the functions it may mean, "" where they may be any."""

    at: int
    end: int
    cls: str = ""
    name: str = ""

    def means(self, function: Definition) -> bool:
        """Whether the statement may set it on this function."""
        around = function.scope.within[-1] if function.scope.within else None
        inside = not self.cls or (around is not None and around.node.kind == "class" and around.stmt.name == self.cls)
        return inside and self.name in ("", function.stmt.name)


def retold(declarations: Iterable[Declaration], linker: Linker) -> list[Declaration]:
    """The declarations, in doubt where another statement may have changed what their function says."""
    known: dict[str, tuple[Setting, ...]] = {}
    return [_doubted(one, known, linker) for one in declarations]


def _doubted(declaration: Declaration, known: dict[str, tuple[Setting, ...]], linker: Linker) -> Declaration:
    function = declaration.target
    if function is None or not isinstance(function.stmt, Func):
        return declaration
    unit = linker.unit(function.scope)
    if unit.source.module not in known:
        known[unit.source.module] = (*_settings(unit), *_calls(unit, linker))
    meant = next((one for one in known[unit.source.module] if one.means(function)), None)
    if meant is None:
        return declaration
    message = f"the program sets what frameworks read off `{function.stmt.name}` by a statement that toolc does not follow"
    doubt = Diagnostic("TC231", message, unit.source.span(meant.at, meant.end), help="say it where the function is defined")
    return structs.replace(declaration, diagnostics=(*declaration.diagnostics, doubt))


def _settings(unit: Unit) -> Iterator[Setting]:
    """Assignments and `setattr`, those in functions too; there a plain name is what the function makes or is given."""
    text = unit.source.text
    if "__" not in text:
        return
    loops = {site.node.at for site in unit.top.sites}
    for match in _SETTING.finditer(text):
        owner = match["owner"] or match["given"]
        at = match.end() - len(match[0].lstrip())
        if found := _GETATTR.fullmatch(owner):
            yield Setting(at, match.end(), _class(found[1], unit), found[2] or "")
        elif owner.isidentifier():
            if at in loops and _kinds(owner, unit).isdisjoint(_OWN):
                yield Setting(at, match.end())
        elif found := _METHOD.fullmatch(owner):
            yield Setting(at, match.end(), _class(found[1] or "", unit), found[2])
        else:
            yield Setting(at, match.end())


def _calls(unit: Unit, linker: Linker) -> Iterator[Setting]:
    """Calls at the top of the file of functions that set it on what they are given first."""
    for site in unit.top.sites:
        match = _CALL.match(unit.text(site.node)) if site.node.kind == "do" else None
        if match is None or "def" not in _kinds(match[1], unit):
            continue
        callee = linker.lookup(match[1], Scope(unit.source.module, (), site.node.at))
        given = _kinds(match[2], unit)
        if not given & (_OWN - {"def"}) and _sets(callee, linker):
            yield Setting(site.node.at, site.node.end, "", match[2] if "def" in given else "")


def _sets(callee: Value, linker: Linker) -> bool:
    if not isinstance(callee, Definition) or not isinstance(callee.stmt, Func) or not callee.stmt.params:
        return False
    return linker.changed(callee, callee.stmt.params[0].name)


def _kinds(name: str, unit: Unit) -> set[str]:
    return {site.node.kind for site in unit.top.binding(name)}


def _class(name: str, unit: Unit) -> str:
    """The name where it is that of a class of the file; a method of `cls` may be one of any class."""
    return name if "class" in _kinds(name, unit) else ""
