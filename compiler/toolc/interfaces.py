"""Interfaces between `bind` and the stages before it: `Sources`, the files of a run, and `Reader`, which reads them.

`discover` gives the one (`Project`), the package `toolc.read` is the other; neither is imported here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from toolc.code import Suite
from toolc.diagnostics import Diagnostic
from toolc.module import DeferredNode, ExpandedNode, Expr, Module, OutlineNode, Stmt
from toolc.source import SourceFile


class Unavailable(Exception):
    """There is no reader as it was asked for; the message says why. Only who asked for a worker meets it."""


class Sources(Protocol):
    """Files of a run, as `bind` queries them."""

    def files_with_words(self, words: frozenset[str]) -> Iterable[SourceFile]:
        """The project's files that contain one of the words, sorted by path; each file is given once per `Sources`."""

    def everything(self) -> Iterable[SourceFile]:
        """All of the project's files, sorted by path."""

    def members(self) -> Iterable[SourceFile]:
        """The project's files that can hold tools, and those that import them, sorted by path."""

    def owns(self, path: str) -> bool:
        """Return `True` if a file (by its shown path) belongs to the project, wherever else it may be found."""

    def find(self, module: str, near: str = "") -> SourceFile | None:
        """The file that `import module` would read in the file `near`: in the project, else on the search path."""

    def package_files_with_words(self, package: str, words: Sequence[str], pattern: str = "") -> Iterable[SourceFile]:
        """The files of a top-level package, in the project or on the search path, that contain one of the words.

        `pattern`: a regular expression, of bytes, that a line of them has to match as well.
        """

    def data(self, module: str, parts: Sequence[str]) -> str | None:
        """The text of a file, by its path from the folder of a module's file; None where it is none within the root of the
        module, or cannot be read."""

    def has_folder(self, module: str, parts: Sequence[str]) -> bool:
        """Return `True` if there is a folder at a path from the folder of a module's file, within the root of the module."""

    def is_installed(self, path: str) -> bool:
        """Return `True` if a file (by its shown path) is part of an environment, so that modules missing there are absent."""

    def requires(self, module: str, packages: frozenset[str]) -> bool:
        """Return `True` if the distribution of an installed module requires one of some others, by their names."""

    def package(self, path: str) -> str:
        """The output unit a project's file (by its shown path) belongs to."""

    def declared_system(self, path: str) -> str | None:
        """The system all public functions of this file belong to, by `--system` or configuration."""

    def declared_files(self) -> Iterable[tuple[SourceFile, str]]:
        """The project's files that belong to a declared system, each with the system, sorted by path."""

    def scripts(self, paths: Iterable[str]) -> tuple[str, ...]:
        """The functions that the projects of some files (by their shown paths) declare as commands, as `module:function`."""

    def environment(self) -> Mapping[str, str]:
        """The environment variables that the configuration says the program is started with."""

    def is_assumed(self, module: str) -> bool:
        """Return `True` if the version of a module's package is assumed, whatever is on the search path."""

    def version(self, distribution: str) -> str | None:
        """The version of a distribution: assumed, else from the metadata on the search path, else None."""


class Reader(Protocol):
    """Reader of files, as `bind` uses it (the package `toolc.read` is one)."""

    def read(self, source: SourceFile, executed: bool = False) -> tuple[Module | None, tuple[Diagnostic, ...]]:
        """The outline of a file, or None and the reason. `executed`: whether its `code` is going to be asked for."""

    def define(self, source: SourceFile, module: Module, node: OutlineNode) -> Stmt:
        """The statement at a node of the outline, read by LibCST and kept in `module.definitions`."""

    def code(self, source: SourceFile, again: bool = False) -> Suite | None:
        """The statements of a file, to be executed; None when the running Python does not parse it.

        `again`: it is going to be asked for once more.
        """

    def expression(self, text: str) -> Expr | None:
        """An expression on its own, such as a string annotation; None when it is none."""

    def expand(self, source: SourceFile, expr: DeferredNode) -> ExpandedNode | None:
        """Return the expansion of a lambda or a slice of a file; `None` for anything else."""
