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

from toolc.systems import SYSTEMS

_FACED = ("basic_agent", "orbiter", "pba", "tinyagent")
_NAME = re.compile(r"\.([A-Z].*|\w+)$")


def _modules() -> dict[str, str]:
    """Module of a framework, as the compiler knows it → the module of toolc that has its names."""
    known = {_NAME.sub("", mark): f"toolc.runtime.{system}" for system in _FACED for mark in SYSTEMS[system].marks}
    theirs = {module: real for module, real in known.items() if not module.startswith("toolc.")}
    return {**{f"{real.rpartition('.')[2]}.types": real for real in theirs.values()}, **theirs}


class StandIns(MetaPathFinder, Loader):
    """A finder that is asked last. `used` are the frameworks it stood in for, with the module that has their names."""

    def __init__(self) -> None:
        self._modules = _modules()
        self._parents = {name.rpartition(".")[0] for name in self._modules} - self._modules.keys()
        self.used: dict[str, str] = {}
        self.made: list[str] = []

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        parent = fullname.rpartition(".")[0]
        if parent and getattr(sys.modules[parent].__spec__, "loader", None) is not self:
            return None  # a part that an installed package does not have
        if fullname not in self._modules and fullname not in self._parents:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        self.made.append(module.__name__)
        name = self._modules.get(module.__name__)
        if name is None:
            return
        real: Any = import_module(name)
        self.used[module.__name__.partition(".")[0]] = name
        vars(module).update(__getattr__=lambda attribute: getattr(real, attribute), __all__=real.__all__)


@contextmanager
def standing_in() -> Iterator[StandIns]:
    """Stands in while the block runs, for imports inside of functions as well."""
    finder = StandIns()
    sys.meta_path.append(finder)
    try:
        yield finder
    finally:
        sys.meta_path.remove(finder)
        for name in finder.made:
            sys.modules.pop(name, None)
