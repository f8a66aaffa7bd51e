"""Import of the code to be served, which runs it.

Takes a file or the dotted name of a module, gives the module and the tools that it made meanwhile, or what went wrong, in one
line and with the place in the file.
"""

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.discover.naming import module_name, root_of
from toolc.discover.paths import display_path
from toolc.runtime.making import collect_made
from toolc.runtime.tool import FunctionTool
from toolc.serve.standins import StandIns, stand_in
from toolc.source import Span


class Loaded(Struct, frozen=True):
    """A module that has run under the name it is imported by, and the tools that its code made."""

    name: str
    module: ModuleType
    made: tuple[FunctionTool, ...]


@contextmanager
def importing() -> Iterator[StandIns]:
    """Prepare imports by the served module and, later, its tools; `sys.path` and finders are restored at the end."""
    before = list(sys.path)
    with stand_in() as standins:
        try:
            yield standins
        finally:
            sys.path[:] = before


def is_file(target: str) -> bool:
    """Return `True` if a target is a path and not a module: by its suffix, a separator in it, or an existing file."""
    separators = [os.sep, "/", *([os.altsep] if os.altsep else [])]
    return target.endswith(".py") or any(one in target for one in separators) or os.path.isfile(target)


def load(target: str, search: Sequence[str] = ()) -> Loaded | Diagnostic:
    """Imports a module, or the file under the name it would be imported by: the one the compiler gives it, too."""
    if is_file(target):
        path = os.path.abspath(target)
        root = root_of(path, [os.path.abspath(folder) for folder in search])
        return _run(module_name(path, root), path, [root])
    return _run(target, None, [*map(os.path.abspath, search), os.getcwd()])


def _run(name: str, path: str | None, folders: Sequence[str]) -> Loaded | Diagnostic:
    sys.path[:0] = [folder for folder in folders if folder not in sys.path]
    try:
        with collect_made(_free(name, path)) as made:
            module = importlib.import_module(name) if path is None else _file(name, path)
        return Loaded(name, module, tuple(made))
    except (Exception, SystemExit) as error:
        if os.environ.get("TOOLC_TRACEBACK"):
            traceback.print_exception(error)
        return _import_failure(error, name, path)


def _file(name: str, path: str) -> ModuleType:
    """The module of a file, run here and now; modules that its packages have imported are not run again."""
    name = _free(name, path)
    parent = name.rpartition(".")[0]
    if parent:
        importlib.import_module(parent)
    if name in sys.modules and parent:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{os.path.basename(path)} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # annotations are looked up there
    spec.loader.exec_module(module)
    return module


def _free(name: str, path: str | None) -> str:
    """The name, unless a module from elsewhere has it: a file `json.py` or `mcp.py` must not take the place of a library."""
    there = sys.modules.get(name.partition(".")[0])
    if path is None or "." in name or there is None or getattr(there, "__file__", None) == path:
        return name
    return f"_served_{name}"


def _import_failure(error: BaseException, name: str, path: str | None) -> Diagnostic:
    """Return a diagnostic for an exception of the import, at its place in the module."""
    if isinstance(error, ModuleNotFoundError) and path is None and error.name in (name, name.partition(".")[0]):
        return Diagnostic(
            "TC609", f"there is no module `{name}`", help="name a file, or a module that can be imported from here"
        )
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    help_ = "TOOLC_TRACEBACK=1 shows where it was raised"
    if isinstance(error, ModuleNotFoundError):
        help_ = "install it where toolc is, or pass the folder it can be imported from with --search-path"
    if isinstance(error, SystemExit):
        said, help_ = "the module ends the program", 'put what is not to run on import under `if __name__ == "__main__":`'
    return Diagnostic("TC609", f"`{name}` cannot be imported: {said}", _place(error, name, path), help=help_)


def _place(error: BaseException, name: str, path: str | None) -> Span | None:
    """The last line of the module that led to the error."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return _span(error.filename, error.lineno, error.offset or 1)
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == path or frame.f_globals.get("__name__") == name
    ]
    return _span(*frames[-1]) if frames else None


def _span(path: str, line: int, column: int = 1) -> Span:
    return Span(display_path(path), line, column, line, column)
