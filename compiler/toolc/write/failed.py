"""Errors of writing: takes the error of the system, gives the diagnostic with the way out."""

import errno
import os

from toolc.diagnostics import Diagnostic
from toolc.write.staging import is_temporary

IN_THE_WAY = "write elsewhere, or move away what stands there"
_READ_ONLY = "make it writable (`chmod -R u+w` where it is yours), or write elsewhere"
_HELPS = {
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: "the file system is read-only: write elsewhere",
    errno.ENOTDIR: IN_THE_WAY,
    errno.EEXIST: IN_THE_WAY,
    errno.EISDIR: IN_THE_WAY,
    errno.ELOOP: "remove the link, or make the folder that it is to lead to",
    errno.ENOSPC: "the disk is full: make room, or write elsewhere",
    errno.EDQUOT: "there is no more room for this user: make some, or write elsewhere",
    errno.EFBIG: "files may not be so large here: raise the limit (`ulimit -f`), or write elsewhere",
    errno.EMFILE: "too many files are open: raise the limit (`ulimit -n`)",
    errno.ENAMETOOLONG: "names are not so long here: write to a folder with a shorter path",
}
"""Ways out for common failures."""


def unwritable(error: OSError, what: str, place: str, elsewhere: str = "") -> Diagnostic:
    """`what` cannot be written; `place` where the error names no file. `elsewhere`: the option that says where else."""
    named = error.filename is not None and isinstance(error.filename, str | bytes | os.PathLike)
    where = os.fsdecode(error.filename) if named else place
    if is_temporary(where):
        where = os.path.dirname(where)
    at = "" if where == what else f"{where}: "
    help_ = _HELPS.get(error.errno or 0, "")
    if elsewhere:
        help_ = help_.replace("write elsewhere", f"write elsewhere with {elsewhere}")
    return Diagnostic("TC605", f"cannot write {what}: {at}{error.strerror or error}", help=help_)
