"""Functions that are mended: their docstrings, and parameters whose names a framework refuses.

Takes diagnostics, visits a module of LibCST. What is to be done is read off the function itself: a diagnostic tells its place.
"""

import ast
from collections.abc import Sequence, Set
from difflib import get_close_matches

import libcst as cst
from libcst.metadata import PositionProvider

from toolc import docstrings
from toolc.diagnostics import Diagnostic
from toolc.fixes import docs
from toolc.fixes.rename import Renaming, free_name

_UNDOCUMENTED = frozenset({"TC305", "TC306"})
_UNDESCRIBED = frozenset({"TC362", "TC418"})
_STRANGE = frozenset({"TC350", "TC417"})
_REFUSED = frozenset({"TC313"})
FIXABLE = _UNDOCUMENTED | _UNDESCRIBED | _STRANGE | _REFUSED
_QUOTES = ('"""', "'''")
_RESERVED = ("self", "cls")


class Functions(cst.CSTTransformer):
    """Visits a module. `mended`: what is done with. `rename_parameter`: parameters, old and new name."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, diagnostics: Sequence[Diagnostic], spoken: Set[str]) -> None:
        """`spoken`: the names that calls of the file give arguments by; those parameters keep theirs."""
        super().__init__()
        self._spoken = spoken
        self._at: dict[tuple[int, int], list[Diagnostic]] = {}
        for one in diagnostics:
            if one.span is not None:
                self._at.setdefault((one.span.line, one.span.column), []).append(one)
        self._margins: list[str] = [""]
        self.mended: list[Diagnostic] = []
        self.renamed: frozenset[tuple[str, str]] = frozenset()

    def visit_IndentedBlock(self, node: cst.IndentedBlock) -> None:  # noqa: N802 - LibCST's name
        """The margin of a block is that of its parent and its own."""
        self._margins.append(self._margins[-1] + (node.indent if node.indent is not None else self._indent))

    def leave_IndentedBlock(  # noqa: N802 - LibCST's name
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        """Back to the margin outside."""
        self._margins.pop()
        return updated_node

    def visit_Module(self, node: cst.Module) -> None:  # noqa: N802 - LibCST's name
        """The margin of blocks that say none."""
        self._indent = node.default_indent

    def leave_FunctionDef(  # noqa: N802 - LibCST's name
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        """One function with all that is said of it and of its parameters."""
        parameters = _parameters(original_node.params)
        own = self._at.get(self._place(original_node.name), [])
        inside = [(one, param) for param in parameters for one in self._at.get(self._place(param.name), [])]
        node = updated_node
        for one in own:
            node = self._whole(one, node, [param.name.value for param in parameters])
        for one, param in inside:
            node = self._parameter(one, node, param.name.value, [param.name.value for param in parameters])
        return node

    def _whole(self, one: Diagnostic, node: cst.FunctionDef, names: list[str]) -> cst.FunctionDef:
        """Fix a finding about the function: no docstring, or one that describes an unknown parameter."""
        if one.code in _UNDOCUMENTED and _docstring(node) is None:
            return self._apply_fix(one, node, _set_docstring(node, f'"""{docs.LATER}: say what `{node.name.value}` does."""'))
        text = _docstring(node)
        if text is None:
            return node
        if one.code in _STRANGE:
            return self._apply_fix(one, node, _with_text(node, self._nearest(text, names)))
        if one.code in _UNDESCRIBED:  # said of the function as a whole: every parameter that misses
            changed = text
            for name in [name for name in names if name not in (*_RESERVED, *_documented_names(text))]:
                changed = docs.describe_parameter(changed, name, names, self._margin()) or changed
            return self._apply_fix(one, node, _with_text(node, changed))
        return node

    def _parameter(self, one: Diagnostic, node: cst.FunctionDef, name: str, names: list[str]) -> cst.FunctionDef:
        """Fix a finding about one parameter."""
        if one.code in _REFUSED:
            new = free_name(node, name)
            if new is None or name in self._spoken:
                return node
            self.renamed |= {(name, new)}
            renamed = cst.ensure_type(node.visit(Renaming(name, new)), cst.FunctionDef)
            text = _docstring(node)
            entry = docs.rename_parameter(text, name, new) if text is not None else None
            return self._apply_fix(one, node, _with_text(renamed, entry) or renamed)
        text = _docstring(node)
        if one.code not in _UNDESCRIBED or text is None or name in _documented_names(text):
            return node
        return self._apply_fix(one, node, _with_text(node, docs.describe_parameter(text, name, names, self._margin())))

    def _nearest(self, text: str, names: list[str]) -> str | None:
        """The docstring with strangers called as the one parameter that each of them must mean."""
        changed: str | None = text
        told = _documented_names(text)
        missing = [name for name in names if name not in (*told, *_RESERVED)]
        for stranger in [name for name in told if name not in names]:
            meant = get_close_matches(stranger, missing, n=2, cutoff=0.6)
            if len(meant) != 1 or changed is None:
                return None
            changed = docs.rename_parameter(changed, stranger, meant[0])
            missing.remove(meant[0])
        return changed

    def _apply_fix(self, one: Diagnostic, before: cst.FunctionDef, after: cst.FunctionDef | None) -> cst.FunctionDef:
        if after is None or after is before:
            return before
        self.mended.append(one)
        return after

    def _place(self, node: cst.CSTNode) -> tuple[int, int]:
        start = self.get_metadata(PositionProvider, node).start
        return start.line, start.column + 1

    def _margin(self) -> str:
        return self._margins[-1] + self._indent


def _parameters(given: cst.Parameters) -> list[cst.Param]:
    stars = [one for one in (given.star_arg, given.star_kwarg) if isinstance(one, cst.Param)]
    return [*given.posonly_params, *given.params, *given.kwonly_params, *stars]


def _literal(node: cst.FunctionDef) -> cst.SimpleString | None:
    """The docstring's constant, where it is one in triple quotes."""
    body = node.body.body
    first = body[0] if body else None
    if isinstance(first, cst.SimpleStatementLine):
        first = first.body[0]
    value = first.value if isinstance(first, cst.Expr) else None
    return value if isinstance(value, cst.SimpleString) and value.quote in _QUOTES and "b" not in value.prefix.lower() else None


def _docstring(node: cst.FunctionDef) -> str | None:
    """The text between the quotes, as it is written."""
    found = _literal(node)
    return found.raw_value if found is not None and node.get_docstring() is not None else None


def _with_text(node: cst.FunctionDef, text: str | None) -> cst.FunctionDef | None:
    """The function with another text between the quotes; None where that text would not be one."""
    found = _literal(node)
    if text is None or found is None or text == found.raw_value:
        return None
    written = f"{found.prefix}{found.quote}{text}{found.quote}"
    try:
        value = ast.literal_eval(written)
    except (ValueError, SyntaxError):
        return None
    if not isinstance(value, str) or not _keeps_descriptions(found.evaluated_value, value):
        return None
    return node.with_deep_changes(found, value=written)


def _keeps_descriptions(before: object, after: str) -> bool:
    """Return `True` if every described parameter still is, maybe under another name, and nothing else has become one."""
    old, new = (_texts(text) for text in (str(before), after))
    return len(new) >= len(old) and [text for text in old.values() if text not in new.values()] == []


def _texts(text: str) -> dict[str, str]:
    told = docstrings.detect_parts(text)
    return {name: str(value) for name, value in told.last.items()} if told else {}


def _documented_names(text: str) -> list[str]:
    return [part.strip().lstrip("*") for name in _texts(text) for part in name.split(",")]


def _set_docstring(node: cst.FunctionDef, docstring: str) -> cst.FunctionDef | None:
    """The function with a docstring; None where its body stands on the line of its header."""
    if not isinstance(node.body, cst.IndentedBlock):
        return None
    line = cst.SimpleStatementLine([cst.Expr(cst.SimpleString(docstring))])
    return node.with_changes(body=node.body.with_changes(body=[line, *node.body.body]))
