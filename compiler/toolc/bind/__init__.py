"""The linker: from single modules to a program whose names are resolved and whose tools are known.

Takes the `Sources` that `discover` found, the `Reader` that reads them, and the systems; gives a `Program`.
"""

from collections.abc import Mapping

from toolc.bind.library import Library
from toolc.bind.linker import Linker
from toolc.bind.tools.register import declarations
from toolc.ports import Reader, Sources
from toolc.systems.base import System

__all__ = ["bind"]


def bind(sources: Sources, reader: Reader, systems: Mapping[str, System]) -> Linker:
    """Link the project. Without systems there are no tools, and the packages of frameworks are read like any other.

    The program stays lazy: it looks for tools, and reads further files and definitions, when it is asked about them, so its
    `diagnostics` are complete only when nobody asks any more.
    """
    library = Library(sources, reader, frameworks=bool(systems))
    said = (name for system in systems.values() for name in (*system.marks, *system.servers, *system.objects))
    known = frozenset(name.removesuffix(".__init__") for name in said)  # a class whose `__init__` makes tools is known as well
    return Linker(library, reader, known, lambda linker: declarations(linker, systems))
