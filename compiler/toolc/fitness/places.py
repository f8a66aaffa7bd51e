"""Source places of the parts of a tool's schema: takes a path in the schema, gives the annotation that made it.

The places only serve people: where none is found, the name of the tool or the parameter is.
"""

from collections.abc import Callable, Iterator

from toolc.interfaces import Reader
from toolc.ir import Tool
from toolc.module import AnnAssign, Class, Func, Module, OutlineNode, Return
from toolc.schema.keywords import Path
from toolc.source import SourceFile, Span


class Places:
    """The annotations of files. `texts` gives the text of a file by its shown path; each file is read once."""

    def __init__(self, texts: Callable[[str], str | None], reader: Reader) -> None:
        self._texts, self._reader = texts, reader
        self._files: dict[str, tuple[SourceFile, Module] | None] = {}

    def of(self, tool: Tool, path: Path) -> Span:
        """The annotation of the parameter, or of the field of a model, that a path leads through."""
        steps = [str(step) for step in path]
        if steps[:1] == ["$defs"] and len(steps) > 1:
            field = steps[3] if steps[2:3] == ["properties"] and len(steps) > 3 else ""
            return self._field(tool, steps[1], field) or self._parameter(tool, _using_parameter(tool, steps[1]))
        return self._parameter(tool, steps[1] if steps[:1] == ["properties"] and len(steps) > 1 else "")

    def result(self, tool: Tool) -> Span:
        """The annotation of what a function returns."""
        found = self._definition(tool.span)
        statement = self._reader.define(*found) if found is not None else None
        if found is None or not isinstance(statement, Func) or statement.returns is None:
            return tool.span
        return found[0].span(statement.returns.at, statement.returns.end)

    def return_statements(self, tool: Tool) -> Iterator[Return]:
        """The `return` statements of a function, those of functions inside it left out."""
        found = self._definition(tool.span)
        pending = [found[2]] if found is not None else []
        while found is not None and pending:
            for inner in (inner for block in pending.pop().blocks for inner in block.nodes):
                if inner.kind == "return":
                    statement = self._reader.define(found[0], found[1], inner)
                    yield from [statement] if isinstance(statement, Return) else ()
                elif inner.kind not in ("def", "class"):
                    pending.append(inner)

    def _parameter(self, tool: Tool, name: str) -> Span:
        found = self._definition(tool.span) if name else None
        if found is None:
            return tool.span
        source, module, node = found
        statement = self._reader.define(source, module, node)
        if isinstance(statement, Func):
            for one in statement.params:
                if one.name == name:
                    place = one.annotation or one
                    return source.span(place.at, place.end)
        return self._member(source, module, node, name) or tool.span

    def _field(self, tool: Tool, model: str, name: str) -> Span | None:
        """A field of a class in the file of the tool; which class, its name in the schema tells."""
        opened = self._open_module(tool.span.path)
        if opened is None:
            return None
        source, module = opened
        wanted = model.rpartition("__")[2].partition("[")[0]
        for node in _all(module.outline):
            if node.kind == "class" and node.names == (wanted,):
                return self._member(source, module, node, name) if name else source.span(node.at, node.head)
        return None

    def _member(self, source: SourceFile, module: Module, node: OutlineNode, name: str) -> Span | None:
        if not isinstance(self._reader.define(source, module, node), Class):
            return None
        for inner in (inner for block in node.blocks for inner in block.nodes):
            if inner.kind == "ann" and inner.names == (name,):
                statement = self._reader.define(source, module, inner)
                if isinstance(statement, AnnAssign):
                    return source.span(statement.annotation.at, statement.annotation.end)
        return None

    def _definition(self, span: Span) -> tuple[SourceFile, Module, OutlineNode] | None:
        """The definition whose name stands at a place."""
        opened = self._open_module(span.path)
        for node in _all(opened[1].outline) if opened else ():
            source, module = opened  # type: ignore[misc]  # there are no nodes without it
            if node.kind in ("def", "class") and source.position(node.at) <= (span.line, span.column) <= source.position(
                node.head
            ):
                statement = self._reader.define(source, module, node)
                if isinstance(statement, Func | Class) and source.position(statement.name_at) == (span.line, span.column):
                    return source, module, node
        return None

    def _open_module(self, path: str) -> tuple[SourceFile, Module] | None:
        if path not in self._files:
            text = self._texts(path)
            source = SourceFile(path, "", text or "")
            module = self._reader.read(source)[0] if text else None
            self._files[path] = None if module is None else (source, module)
        return self._files[path]


def _using_parameter(tool: Tool, definition: str) -> str:
    """The parameter whose schema refers to a definition, "" when none does at once."""
    properties = (tool.input_schema or {}).get("properties")
    found = properties.items() if isinstance(properties, dict) else ()
    return next((name for name, one in found if f"'#/$defs/{definition}'" in repr(one)), "")


def _all(nodes: tuple[OutlineNode, ...]) -> Iterator[OutlineNode]:
    """Every statement of an outline, also inside others."""
    pending = list(reversed(nodes))
    while pending:
        node = pending.pop()
        yield node
        pending += reversed([inner for block in node.blocks for inner in block.nodes])
