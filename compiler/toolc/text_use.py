"""Record of what was looked at in the text of a file: all of it, the insides of some functions, answers to questions about it.

Most of a program is inside functions that nobody asks for. A result depends on nothing else of them than what is noted here.
"""

from collections.abc import Callable
from typing import Any

Question = Callable[..., Any]
"""A function of a source file and of arguments that can be hashed; its answer says nothing of places in the text."""


class TextUse:
    """The record of one file.

    `opened`: it was read or executed at all; `whole`: anything may have been looked at. `functions`: the offsets of functions
    whose inside was read; `parts`: stretches of the text that were looked at with all functions in them. `answers`: by question
    and arguments. `leading`: the last parts of the names by which a function that was not read would have been entered.
    `outline`: the nodes of its outline, once the file was read; `mentioned`: the names in each function, by its offset, once
    it was to be executed.
    """

    __slots__ = ("answers", "functions", "leading", "mentioned", "opened", "outline", "parts", "whole")

    def __init__(self) -> None:
        self.opened = False
        self.whole = False
        self.functions: set[int] = set()
        self.parts: set[tuple[int, int]] = set()
        self.answers: dict[tuple[Question, tuple[Any, ...]], Any] = {}
        self.leading: frozenset[str] = frozenset()
        self.outline: tuple[Any, ...] | None = None
        self.mentioned: dict[int, frozenset[str]] = {}
