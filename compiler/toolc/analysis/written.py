"""Finds names of the standard library and of attrs that are written in Python (`standard_library/`).

Each file is executed once, when it is needed. It is no part of the program: what happens in it counts as done by the statement
of the program that called it.
"""

from pathlib import Path

from toolc.analysis.protocol import Machine
from toolc.analysis.values import MISSING, WRITTEN_BASES, Module, Value
from toolc.source import SourceFile

HOME = Path(__file__).parent / "standard_library"

NAMES: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "attr": "NOTHING Factory field attrib ib define mutable frozen attrs s dataclass has evolve asdict astuple",
        "asyncio": "Task Future sleep wait create_task ensure_future shield wait_for gather as_completed to_thread TaskGroup"
        " Queue get_event_loop get_running_loop new_event_loop set_event_loop Runner",
        "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
        "heapq": "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest",
        "configparser": "Error NoSectionError NoOptionError DuplicateSectionError DuplicateOptionError ParsingError"
        " MissingSectionHeaderError InterpolationError BasicInterpolation ExtendedInterpolation RawConfigParser ConfigParser",
        "contextlib": "AsyncExitStack ContextDecorator redirect_stdout redirect_stderr",
        "contextvars": "ContextVar Token Context copy_context",
        "dataclasses": "make_dataclass",
        "csv": "reader DictReader writer DictWriter",
        "io": "StringIO BytesIO",
        "collections": "ChainMap Counter OrderedDict UserDict UserList",
        "itertools": "accumulate cycle tee takewhile dropwhile filterfalse compress batched",
        "functools": "total_ordering cmp_to_key",
        "enum": "unique",
        "threading": "Thread local",
        "types": "MappingProxyType",
        "queue": "Empty Full Queue SimpleQueue LifoQueue PriorityQueue",
        "graphlib": "CycleError TopologicalSorter",
        "pathlib": "",  # what stands for paths of the program's own files
    }.items()
}
"""Names that programs import from sources written here, by module."""


class Written:
    """The files of the standard library that a program has needed, as modules."""

    def __init__(self, vm: Machine) -> None:
        self._vm = vm
        self.modules: dict[str, Module] = {}

    def find(self, dotted: str) -> Value:
        """The value of a dotted name; MISSING where it is not written here."""
        module, _, name = dotted.rpartition(".")
        module = "attr" if module == "attrs" else module
        if name not in NAMES.get(module, ()):
            return MISSING
        return self._load(module).cells.get(name, MISSING)

    def part(self, module: str, name: str) -> Value:
        """Something that is written for a model alone, and has no name in the library."""
        return self._load(module).cells[name]

    def base(self, dotted: str) -> Value:
        """The class that stands for one of `collections.abc` below which a class is made; MISSING for any other."""
        module, _, name = dotted.rpartition(".")
        if module not in ("collections.abc", "typing") or name not in WRITTEN_BASES:
            return MISSING
        home = self._load("collections.abc")
        return home.cells.get(name, MISSING) if home.state == "done" else MISSING  # in the file itself the name is meant

    def _load(self, name: str) -> Module:
        key = f"<{name}>"
        if key not in self.modules:
            path = HOME / f"{name.replace('.', '_')}.py"
            source = SourceFile(key, key, path.read_text("utf-8"))
            made = Module(key, source, self._vm.modules.parse_source(source), False)
            made.is_written = True
            self.modules[key] = made
            with self._vm.apart():
                self._vm.execute(made)
        return self.modules[key]
