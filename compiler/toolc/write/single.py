"""One file outside the output folder, such as the lock: takes a path and bytes, says what was done.

The file is replaced whole or not at all, and left alone when its bytes are the same.
"""

import errno
from pathlib import Path
from typing import Literal

from toolc.diagnostics import Diagnostic
from toolc.write.anchor import Anchor
from toolc.write.failed import unwritable
from toolc.write.staging import replace_all

State = Literal["written", "unchanged", "failed"]


def write_file(path: Path, data: bytes) -> tuple[State, tuple[Diagnostic, ...]]:
    """Writes the bytes; what cannot be done is TC605."""
    try:
        if path.is_file() and path.read_bytes() == data:
            return "unchanged", ()
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise OSError(errno.EEXIST, "there is something else than a file", str(path))
        with Anchor(path.parent) as anchor:
            replace_all(anchor, {path.name: data})
    except OSError as error:
        shown = OSError(error.errno, error.strerror, str(path))  # what it failed at may be the new file beside it
        return "failed", (unwritable(shown, str(path), str(path)),)
    return "written", ()
