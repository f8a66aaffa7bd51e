"""Names that lead from the tools of a package to what they may come to.

Takes scanned files and the tools, gives `Reach`. A name of an attribute stands for every method and value that has it, so that
a tool is said to reach rather more than it does; where its code cannot be told, it has the reach of its whole package.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from toolc.interfaces import Reader
from toolc.ir import Package, Tool
from toolc.python_versions import library_modules
from toolc.reach.components import Masks
from toolc.reach.names import BUILTINS, CODE, FILES, KINDS, is_plain, kinds_of_name
from toolc.reach.places import Mention, Scanned, Use
from toolc.source import SourceFile

_ALIASES = 20  # imports of imports that are followed
_MOST = 5_000  # names that are told apart; further ones are those of their modules
_UNTOLD = frozenset({"mcp-lowlevel"})
"""Systems whose tools have no function of their own: one handler serves all."""

_LIFESPAN = {"lifespan_context": "lifespan"}
"""Attributes by which frameworks hand on what an argument of another name made."""

Key = tuple[str, str, str]
"""A node (`""`, its module, its qualified name), or what stands for several: what has an attribute (`.`, "", its name), also of
one class (`.`, the class, its name), or what calls of a name are given (`(`, "", the name)."""

Fact = tuple[str, str, str]
"""A kind, a name and the path of a file; or "", a package that nothing is known of, and ""."""


class Reached(Struct, frozen=True):
    """Reach of some code. `uses` are in the order of `KINDS`; `unread`: the packages it mentions that were not read and may do
    anything; `whole`: it is that of the whole package, since which code runs is not known."""

    uses: tuple[Use, ...] = ()
    unread: tuple[str, ...] = ()
    whole: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of uses, in the order of `KINDS`."""
        found = {use.kind for use in self.uses}
        return tuple(kind for kind in KINDS if kind in found)

    def of_kind(self, kind: str) -> tuple[Use, ...]:
        return tuple(use for use in self.uses if use.kind == kind)


class Reach(Struct, frozen=True):
    """Reach of packages by name, and of tools by package, server and name."""

    packages: Mapping[str, Reached] = {}
    tools: Mapping[tuple[str, str, str], Reached] = {}


def reach_of(
    packages: Sequence[Package], files: Mapping[str, Sequence[SourceFile]], reader: Reader, declaring: Collection[str]
) -> Reach:
    """Return the reach of some packages and of their tools.

    `files`: those of each package of the workspace, by its name. `declaring`: what declares tools, by its dotted name.
    """
    everywhere: dict[str, list[SourceFile]] = {}
    for sources in files.values():
        for source in sources:
            everywhere.setdefault(source.module, []).append(source)
    kept: dict[str, Scanned | None] = {}

    def scan_source(source: SourceFile) -> Scanned | None:
        if source.path not in kept:
            suite = reader.code(source)
            kept[source.path] = None if suite is None else Scanned(source, suite)
        return kept[source.path]

    whole: dict[str, Reached] = {}
    tools: dict[tuple[str, str, str], Reached] = {}
    for package in packages:
        sources = files.get(package.name, ())
        graph = _Graph(_importable(sources, everywhere, scan_source), declaring)
        own = [file for source in sources if (file := scan_source(source)) is not None]
        unread = [source.path for source in sources if scan_source(source) is None]
        every = whole[package.name] = graph.everything(own, unread)
        for server in package.servers:
            for tool in server.tools:
                found = None if server.system in _UNTOLD else graph.reach(tool)
                told = Reached(every.uses, every.unread, whole=True) if found is None else found
                tools[package.name, server.name, tool.name] = told
    return Reach(whole, tools)


def _importable(
    own: Iterable[SourceFile], everywhere: Mapping[str, list[SourceFile]], scanned: Callable[[SourceFile], Scanned | None]
) -> dict[str, Scanned]:
    """The files of a package by module, and those of others that they import."""
    found: dict[str, Scanned] = {}
    todo = list(own)
    while todo:
        source = todo.pop()
        file = None if source.module in found else scanned(source)
        if file is None:
            continue
        found[source.module] = file
        for name in (*file.imported.values(), *file.stars):
            parts = name.split(".")
            todo += [one for count in range(1, len(parts) + 1) for one in everywhere.get(".".join(parts[:count]), ())[:1]]
    return found


class _Graph:
    """All nodes of some files. What nodes reach is computed for those that are asked for."""

    def __init__(self, files: Mapping[str, Scanned], declaring: Collection[str]) -> None:
        self._files, self._declaring = files, declaring
        self._attributes: dict[str, list[Key]] = {}
        self._passed: dict[str, list[Key]] = {}
        self._above: dict[str, set[str]] = {}
        self._below: dict[str, set[str]] = {}
        self._facts: dict[Fact, int] = {("", "", ""): 0}  # it may be anything
        self._lines: dict[Fact, int] = {}
        self._masks = Masks(self._edges, self._mask)
        for module, file in files.items():
            for table, kept in ((file.attributes, self._attributes), (file.passed, self._passed)):
                for name, nodes in table.items():
                    kept.setdefault(name, []).extend(("", module, node) for node in nodes)
            for qualname, node in file.nodes.items():
                for base in node.bases:
                    self._above.setdefault(_last(qualname), set()).add(base)
                    self._below.setdefault(base, set()).add(_last(qualname))

    def reach(self, tool: Tool) -> Reached | None:
        """Return the reach of a tool; `None` where its code cannot be told."""
        module, _, qualname = tool.qualname.partition(":")
        file = self._files.get(module)
        if file is None or not qualname or qualname not in file.nodes:
            return None
        starts: list[Key] = [("", module, qualname)]
        if not file.nodes[qualname].is_function:  # a framework calls the methods of a class
            starts += [("", module, one) for one, node in file.nodes.items() if node.scope == qualname]
        mask = 0
        for start in starts:
            mask |= self._masks.of(start)
        return None if mask & 1 else self._reach_of_mask(mask)

    def everything(self, files: Iterable[Scanned], unread: Iterable[str]) -> Reached:
        """Return what is in some files, whether anything leads to it or not. `unread`: those that could not be read."""
        mask = 0
        for file in files:
            for qualname in file.nodes:
                mask |= self._mask(("", file.source.module, qualname))
        found = self._reach_of_mask(mask)
        return Reached(found.uses, tuple(sorted({*found.unread, *unread})))

    def _reach_of_mask(self, mask: int) -> Reached:
        """Return the reach that a set of facts, a bit for each, stands for."""
        found = [fact for fact, number in self._facts.items() if mask >> number & 1]
        order = list(KINDS)
        uses = [Use(kind, name, path, self._lines[kind, name, path]) for kind, name, path in found if kind]
        uses.sort(key=lambda one: (order.index(one.kind), one.path, one.line, one.name))
        return Reached(tuple(uses), tuple(sorted(name for kind, name, _ in found if name and not kind)))

    # --- facts of a node -----------------------------------------------------------------------------------------------

    def _mask(self, key: Key) -> int:
        """The facts of a node by itself, a bit for each: a name of a kind in a file, or a package that nothing is known of."""
        if key[0]:
            return 0
        file = self._files[key[1]]
        mask = 0
        for mention in file.nodes[key[2]].mentions:
            if mention.kind == "any" and (not mention.text or self._split(mention.text) is not None):
                mask |= 1
            name, kinds = self._outside(file, key[2], mention)
            if kinds:
                place = file.span(mention.at)
                for kind in kinds:
                    fact = kind, name, place.path
                    self._lines[fact] = min(place.line, self._lines.get(fact, place.line))
                    mask |= self._bit(fact)
            elif name and not self._is_plain(name):
                mask |= self._bit(("", name.partition(".")[0], ""))
        return mask

    def _bit(self, fact: Fact) -> int:
        return 1 << self._facts.setdefault(fact, len(self._facts))

    def _is_plain(self, name: str) -> bool:
        return name.partition(".")[0] in library_modules() or is_plain(name) or name in self._declaring

    def _outside(self, file: Scanned, qualname: str, mention: Mention) -> tuple[str, tuple[str, ...]]:
        """Return what a mention names outside of the project, "" for nothing, and its kinds."""
        match mention.kind:
            case "name" if (dotted := file.imported.get(mention.text)) is not None:
                return kinds_of_name(self._foreign(dotted), len(self._facts) > _MOST)
            case "name" if mention.text in BUILTINS and file.parameter_of(mention.text, qualname) is None:
                if file.known_node(mention.text, qualname) is None:
                    return mention.text, (BUILTINS[mention.text],)
            case "dotted":
                return kinds_of_name(self._foreign(mention.text), len(self._facts) > _MOST)
            case "path":
                return f"Path.{mention.text}", (FILES,)
            case "any" if mention.text and self._split(mention.text) is None:
                return f"getattr({mention.text}, …)", (CODE,)
        return "", ()

    def _foreign(self, dotted: str, depth: int = 0) -> str:
        """A dotted name as the package itself exports it; "" if it is of the project."""
        split = self._split(dotted)
        if split is None:
            return dotted
        module, rest = split
        file = self._files[module]
        if rest and rest[0] not in file.nodes and rest[0] in file.imported and depth < _ALIASES:
            return self._foreign(".".join([file.imported[rest[0]], *rest[1:]]), depth + 1)
        return ""

    # --- where mentions lead -------------------------------------------------------------------------------------------

    def _edges(self, key: Key) -> list[Key]:
        kind, owner, name = key
        match kind:
            case "." if owner:
                return self._of_family(owner, name)
            case ".":
                return [*self._attributes.get(name, ()), *self._attributes.get(_LIFESPAN.get(name, ""), ())]
            case "(":
                return self._passed.get(name, [])
            case _:
                file = self._files[owner]
                return [one for mention in file.nodes[name].mentions for one in self._meant_nodes(file, name, mention)]

    def _meant_nodes(self, file: Scanned, qualname: str, mention: Mention) -> list[Key]:
        match mention.kind:
            case "node":
                return [("", file.source.module, mention.text)]
            case "name":
                return self._named_nodes(file, qualname, mention.text)
            case "dotted":
                return self._imported_nodes(mention.text)
            case "own":
                return [(".", _last(file.class_of(qualname)), mention.text)]
            case "attribute":
                return [(".", "", mention.text)]
            case "passed":
                return [("(", "", mention.text)]
            case _:
                return []

    def _named_nodes(self, file: Scanned, qualname: str, name: str) -> list[Key]:
        if (known := file.known_node(name, qualname)) is not None:
            return [("", file.source.module, known)]
        if (function := file.parameter_of(name, qualname)) is not None:
            if not file.is_passed(qualname, function):
                return []
            return [("(", "", called) for called in file.names_of_callable(function)]
        if (dotted := file.imported.get(name)) is not None:
            return self._imported_nodes(dotted)
        return [key for star in file.stars for key in self._imported_nodes(f"{star}.{name}")]

    def _imported_nodes(self, dotted: str, depth: int = 0) -> list[Key]:
        """The nodes of the project that a dotted name means."""
        split = self._split(dotted)
        if split is None or depth > _ALIASES or not split[1]:
            return []
        module, rest = split
        file = self._files[module]
        for count in range(len(rest), 0, -1):
            if (inner := ".".join(rest[:count])) in file.nodes:
                return [("", module, inner), *((".", "", name) for name in rest[count:])]
        if rest[0] in file.imported:
            return self._imported_nodes(".".join([file.imported[rest[0]], *rest[1:]]), depth + 1)
        return [key for star in file.stars for key in self._imported_nodes(".".join([star, *rest]), depth + 1)]

    def _split(self, dotted: str) -> tuple[str, list[str]] | None:
        """The longest module of the project that a dotted name begins with, and the rest of it."""
        parts = dotted.split(".")
        for count in range(len(parts), 0, -1):
            if (module := ".".join(parts[:count])) in self._files:
                return module, parts[count:]
        return None

    def _of_family(self, owner: str, name: str) -> list[Key]:
        """`self.name`: that of the classes that a class derives from or that derive from it, else of any."""
        family = _closure(owner, self._above) | _closure(owner, self._below)
        every = self._attributes.get(name, [])
        near = [key for key in every if _last(self._files[key[1]].class_of(key[2])) in family]
        return near or [(".", "", name)]


def _closure(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    found, todo = set[str](), [start]
    while todo:
        if (one := todo.pop()) not in found:
            found.add(one)
            todo += edges.get(one, ())
    return found


def _last(qualname: str) -> str:
    return qualname.rpartition(".")[2]
