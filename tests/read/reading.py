"""The harness of these tests: two verbs, `outline` and `defined`."""

from collections.abc import Iterator
from typing import Any

from toolc.module import Module, OutlineNode
from toolc.read import define, read
from toolc.source import SourceFile


def source(text: str) -> SourceFile:
    return SourceFile("tools.py", "tools", text)


def outline(text: str) -> Module:
    """The outline of a text that is fine."""
    module, diagnostics = read(source(text))
    assert module is not None and not diagnostics, diagnostics
    return module


def every(nodes: tuple[OutlineNode, ...]) -> Iterator[OutlineNode]:
    """All nodes of an outline, outer ones first, in the order of the source."""
    for node in nodes:
        yield node
        for block in node.blocks:
            yield from every(block.nodes)


def defined(text: str) -> list[Any]:
    """Every statement of a text that is fine."""
    module = outline(text)
    return [define(source(text), module, node) for node in every(module.outline)]


def first(text: str) -> Any:
    return defined(text)[0]


def complete(text: str) -> Module:
    """A module with every definition read."""
    module = outline(text)
    for node in every(module.outline):
        define(source(text), module, node)
    return module


def cut(text: str, part: Any) -> str:
    """What stands at the place of an expression, node or parameter."""
    return text[part.at : part.end]
