"""The table of the names in Python's library, held against the Python that runs the tests.

What the table gives to every version must be there, and what it takes from this one must not.
"""

import json
import subprocess
import sys

from toolc.python_versions import _table, lacks

_ASKING = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
found = {}
for module, names in json.load(sys.stdin):
    try:
        loaded = importlib.import_module(module)
    except ImportError:
        found[module] = None
        continue
    found[module] = [name for name in names if hasattr(loaded, name)]
print(json.dumps(found))
"""
_OPTIONAL = frozenset({"bz2", "ctypes", "dbm", "lzma", "sqlite3", "ssl", "zlib"})
"""Modules that Python can be built without."""

_OF_PATCHES = frozenset({"ALLOW_MISSING", "HeaderWriteError", "LinkFallbackError"})
"""Names that a later patch of a version of Python has, and an earlier one not."""


def _listed() -> list[tuple[str, list[str]]]:
    return [(name, [one.partition("@")[0] for one in module.names.split()]) for name, module in _table().items()]


def test_the_running_python_has_what_the_table_says() -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    rows = _listed()
    asked = subprocess.run(
        [sys.executable, "-c", _ASKING], input=json.dumps(rows), capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(asked.stdout)
    wrong = []
    for module, names in rows:
        there = found[module]
        missing = lacks(module, version)
        if module.partition(".")[0] not in _OPTIONAL and missing is not None and (there is None) is not missing:
            wrong.append(module)
        asked_for = [] if there is None else [name for name in names if name not in _OF_PATCHES]
        wrong += [f"{module}.{name}" for name in asked_for if (name not in there) is not lacks(f"{module}.{name}", version)]
    assert len(rows) > 300
    assert wrong == []


def test_a_version_that_is_not_known_decides_nothing() -> None:
    assert [lacks("itertools.batched", version) for version in ("3.11", "3.12", None)] == [True, False, None]
    assert [lacks("cgi", version) for version in ("3.12", "3.13", None)] == [False, True, None]
    assert [lacks(name, None) for name in ("json.nowhere", "json.loads", "numpy.nowhere")] == [None, False, False]
    assert lacks("collections.Mapping", None) is True
