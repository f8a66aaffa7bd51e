"""What a run knows of its files before it reads one: which there are, what each is imported as, where modules are looked for.

Takes paths and a `Config`, gives a `Survey`: plain data, true while every question it took is answered as it was.
"""

import os
from collections.abc import Sequence

from msgspec import Struct

from toolc.config import Config
from toolc.diagnostics import Diagnostic
from toolc.discover.naming import module_name, root_of
from toolc.discover.parts import Placed
from toolc.discover.search import indexed, search_path
from toolc.discover.units import Units
from toolc.discover.walk import Found, Walk


class Survey(Struct, frozen=True):
    """`places` and `roots` are of the files, in their order; `roots` are the folders they are imported from. `search` are the
    folders of other modules, `index` all such folders by the top-level names in them."""

    files: tuple[Found, ...]
    documents: tuple[Found, ...]
    places: tuple[Placed, ...]
    roots: tuple[str, ...]
    search: tuple[str, ...]
    index: dict[str, list[str]]
    diagnostics: tuple[Diagnostic, ...]


def survey(paths: Sequence[str], config: Config) -> Survey:
    """All that is found under some paths."""
    walk = Walk(config)
    files = walk.files(paths)
    search = search_path(config, os.path.abspath(sorted(paths)[0]) if paths else os.getcwd())
    known = [*(os.path.abspath(path) for path in config.search_path), *search]
    roots = tuple(root_of(found.path, known) for found in files)
    units = Units(config.packages)
    places = tuple(_placed(found, root, units) for found, root in zip(files, roots, strict=True))
    index = indexed([*sorted(set(roots)), *search])
    return Survey(files, walk.documents, places, roots, search, index, tuple(walk.diagnostics))


def _placed(found: Found, root: str, units: Units) -> Placed:
    package = os.path.basename(found.path) == "__init__.py"
    return Placed(module_name(found.path, root), package, units.name(found.path, found.given))
