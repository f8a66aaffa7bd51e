"""Location of the cache: takes the environment and the folder a run is started in, gives paths.

Only whoever runs toolc says where: nothing that is read from a tree can name a folder of the cache. Imported by the fastest
runs, so it imports next to nothing.
"""

import os
import sys

from toolc.tracked_files import digest

VARIABLE = "TOOLC_CACHE_DIR"


def cache_folder() -> str:
    """The folder of all caches: as the variable says, else where this system keeps such files. "" where there is no home."""
    told = os.environ.get(VARIABLE)
    if told:
        return os.path.abspath(told)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "toolc") if os.path.isabs(base) else ""


def project_folder() -> str:
    """The cache of what is compiled from the current folder; "" where nothing is kept."""
    folder = cache_folder()
    return os.path.join(folder, digest(os.fsencode(os.getcwd()))) if folder else ""


def prepare_folder(folder: str) -> bool:
    """Makes a folder of the cache, for its owner alone. False where it cannot be used, or is someone else's."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        state = os.stat(folder)
    except OSError:
        return False
    return not hasattr(os, "getuid") or state.st_uid == os.getuid()


def replace(path: str, data: bytes) -> bool:
    """Writes a file of the cache whole or not at all; whether it was written. A cache that is lost costs time, nothing else."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        return False
    return True
