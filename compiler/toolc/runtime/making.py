"""Tools created while a module is imported: takes its name, gives every `FunctionTool` that its code creates.

The counterpart of the registrations that the compiler finds in a source. Costs nothing when nobody watches.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_watching: list[tuple[str, list[Any]]] = []


@contextmanager
def collect_made(module: str) -> Iterator[list[Any]]:
    """The tools that code of the module, or of modules inside it, makes while the block runs."""
    watch: tuple[str, list[Any]] = (module, [])
    _watching.append(watch)
    try:
        yield watch[1]
    finally:
        _watching.remove(watch)


def notice(tool: Any) -> None:
    """Says that a tool was made."""
    for module, made in _watching:
        if _is_running(module):
            made.append(tool)


def _is_running(module: str) -> bool:
    """Return `True` if code of the module leads to this call; tools of modules it imports are not its own."""
    frame = sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        name = str(frame.f_globals.get("__name__", ""))
        if name == module or name.startswith(f"{module}."):
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False
