"""The dependencies of a build as make and ninja read them: takes what a run has read, writes one rule.

The rule is for the lists of outputs, one in every output folder. Folders stand among its inputs: a file that appears changes
the folder it appears in.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from toolc.cli import stages
from toolc.diagnostics import Diagnostic
from toolc.text.regex import late
from toolc.tracked_files import ABSENT, FILE, FOLDER, AccessTrace

_SPECIAL = late(r"([\\ #])")


def depfile(path: str, outs: Sequence[str], notes: AccessTrace) -> tuple[Diagnostic, ...]:
    """Writes the file; what cannot be done is a diagnostic."""
    targets = [_escape_path(os.path.join(out, stages.manifest())) for out in outs]
    inputs = sorted(_inputs(notes, [os.path.abspath(out) for out in outs]))
    text = " \\\n  ".join([f"{' '.join(targets)}:", *map(_escape_path, inputs)]) + "\n"
    text += "".join(f"{_escape_path(path)}:\n" for path in inputs)  # else make would not know what to do when one is gone
    _, failed = stages.write_file(Path(path), text.encode("utf-8", "surrogateescape"))
    return failed


def _inputs(notes: AccessTrace, outs: Sequence[str]) -> Iterator[str]:
    here = os.path.join(os.getcwd(), "")
    for key, digest in notes.digests.items():
        path = key[1:]
        inside = any(path == out or path.startswith(os.path.join(out, "")) for out in outs)
        if key[0] in (FILE, FOLDER) and digest != ABSENT and not inside and "\n" not in path:
            yield path.removeprefix(here)


def _escape_path(path: str) -> str:
    """A path as both programs read it: ninja takes the escapes of make."""
    return _SPECIAL.sub(r"\\\1", path.replace(os.sep, "/")).replace("$", "$$")
