"""The linker: from single modules to a program whose names are resolved and whose tools are known.

Takes the `Sources` that `discover` found, the `Reader` that reads them, and the systems; gives a `Program`.
"""

from collections.abc import Mapping

from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.modules import Modules
from toolc.bind.linker import Linker
from toolc.bind.modules import ModuleLoader
from toolc.bind.tools.collect_tools import declarations
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.executed import Executed
from toolc.bind.tools.registration_table import known_names
from toolc.interfaces import Reader, Sources
from toolc.systems.base import System

__all__ = ["bind"]


def bind(sources: Sources, reader: Reader, systems: Mapping[str, System]) -> Linker:
    """Link the project. Without systems there are no tools, and the packages of frameworks are read like any other.

    The program stays lazy: it looks for tools, and reads further files and definitions, when it is asked about them, so its
    `diagnostics` are complete only when nobody asks any more.
    """
    library = ModuleLoader(sources, reader, frameworks=bool(systems))
    linker = Linker(library, reader, known_names(systems), lambda linker: declarations(linker, systems))
    if not systems:
        linker.executed = Executed(Interpreter(Modules(library.sources, reader)), Converter(linker), linker, has_run=False)
    return linker
