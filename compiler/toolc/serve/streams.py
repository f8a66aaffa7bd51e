"""Standard input and output for a protocol alone.

Takes nothing, gives the two as file descriptors; whatever the program and its children print meanwhile goes to standard
error, and they read nothing.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def claimed() -> Iterator[tuple[int, int]]:
    """Descriptors to read from and to write to; at the end everything is as it was."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    before = sys.stdin, sys.stdout
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
        _divert()
        sys.stdin, sys.stdout = nothing, sys.stderr
        try:
            yield wire_in, wire_out
        finally:
            sys.stdin, sys.stdout = before
            with suppress(OSError, ValueError, AttributeError):
                sys.__stdout__.flush()  # type: ignore[union-attr]  # what someone printed there in spite of all
            os.dup2(wire_in, 0)
            os.dup2(wire_out, 1)
            os.close(wire_out)  # the other one may still be read from, by a thread


def _divert() -> None:
    """Standard output to where errors go, or nowhere when that is closed."""
    try:
        os.dup2(2, 1)
    except OSError:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
