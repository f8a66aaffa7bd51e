"""A parameter under another name: takes a function, changes the parameter and every use of it, or says that it cannot be told.

Callers see another name: that is why only names are changed with which no tool can be made.
"""

import keyword

import libcst as cst
import libcst.matchers as m

_REFLECTING = ("locals", "vars", "eval", "exec", "globals")


def free_name(node: cst.FunctionDef, name: str) -> str | None:
    """The name without the underscores that frameworks refuse; None where it is taken, or where the body may ask for names."""
    new = name.strip("_")
    used = _names(node)
    if not new.isidentifier() or keyword.iskeyword(new) or new in used or used & set(_REFLECTING):
        return None
    outside = [*node.decorators, *_annotations(node), *([node.returns] if node.returns else [])]
    if any(name in _names(part) for part in outside):
        return None  # there the name is another one
    inner = m.findall(node.body, m.FunctionDef() | m.Lambda() | m.ClassDef() | m.Global() | m.Nonlocal())
    asked = m.findall(node.body, m.Arg(keyword=m.Name(name)))
    return None if inner or asked else new


def _names(node: cst.CSTNode) -> set[str]:
    return {one.value for one in m.findall(node, m.Name()) if isinstance(one, cst.Name)}


class Renaming(cst.CSTTransformer):
    """Changes names, not attributes and not the names of arguments in calls."""

    def __init__(self, old: str, new: str) -> None:
        super().__init__()
        self._old, self._new = old, new

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:  # noqa: N802 - LibCST's name
        """Every name; attributes are visited apart."""
        return updated_node.with_changes(value=self._new) if updated_node.value == self._old else updated_node

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:  # noqa: N802
        """An attribute of that name is another thing."""
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:  # noqa: N802 - LibCST's name
        """So is the name of an argument in a call."""
        return updated_node.with_changes(keyword=original_node.keyword)


def _annotations(node: cst.FunctionDef) -> list[cst.CSTNode]:
    given = node.params
    every = [*given.posonly_params, *given.params, *given.kwonly_params]
    return [part for one in every for part in (one.annotation, one.default) if part is not None]
