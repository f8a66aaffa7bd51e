"""Stand-ins for frameworks that are not installed: `orbiter.tool` is `toolc.runtime.orbiter` where there is no orbiter.

So the file that the compiler reads is the file that is served, its imports as they are. What is installed is never replaced.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from toolc.systems.register import SYSTEMS

_FACED = ("basic_agent", "orbiter", "pba", "tinyagent")
_NAME = re.compile(r"\.([A-Z].*|\w+)$")


def _modules() -> dict[str, str]:
    """Module of a framework, as the compiler knows it, and the package around it → the module of toolc with its names."""
    known = {_NAME.sub("", mark): f"toolc.runtime.{system}" for system in _FACED for mark in SYSTEMS[system].marks}
    theirs = {module: real for module, real in known.items() if not module.startswith("toolc.")}
    around = {module.partition(".")[0]: real for module, real in theirs.items()}
    return {**around, **{f"{package}.types": real for package, real in around.items()}, **theirs}


class StandIns(MetaPathFinder, Loader):
    """A finder that is asked first and answers last. `used`: the frameworks it stood in for, and what has their names."""

    def __init__(self) -> None:
        self._modules = _modules()
        self.used: dict[str, str] = {}
        self.made: list[str] = []

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        parent = fullname.rpartition(".")[0]
        if fullname not in self._modules or (parent and parent not in self.made):
            return None  # unknown, or a part that an installed package does not have
        found = self._elsewhere(fullname, path)
        if found is not None and found.origin is not None:
            return None
        made = ModuleSpec(fullname, self, is_package=True)
        made.submodule_search_locations = list(found.submodule_search_locations or ()) if found is not None else []
        return made

    def _elsewhere(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """Return the module that other finders have. A folder of tool files, `agent/tools`, is a module without an origin."""
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        return next((spec for finder in others if (spec := finder.find_spec(name, path)) is not None), None)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        self.made.append(module.__name__)
        name = self._modules[module.__name__]
        real: Any = import_module(name)
        self.used[module.__name__.partition(".")[0]] = name
        vars(module).update(__getattr__=lambda attribute: getattr(real, attribute), __all__=real.__all__)


@contextmanager
def stand_in() -> Iterator[StandIns]:
    """Stands in while the block runs, for imports inside of functions as well."""
    finder = StandIns()
    sys.meta_path.insert(0, finder)
    try:
        yield finder
    finally:
        sys.meta_path.remove(finder)
        for name in finder.made:
            sys.modules.pop(name, None)
