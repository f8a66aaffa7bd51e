"""Repetition of a run whose inputs have not changed: takes a command line, prints the output of the last run.

Also keeps what later runs need for that. Typer, and with it the rest of toolc, is not imported here: that alone would take
longer than all the rest.
"""

import os
import sys
import time

from toolc import tracked_files
from toolc.cache import manifest, place

COMMANDS = ("generate", "list", "check", "types", "stats", "lock")
_NEVER = {"--no-cache", "--timings", "--untrusted", "--fix"}
_KEPT = 12  # manifests of one project: one for each command line, the latest ones
_HEEDED = ("VIRTUAL_ENV", "TERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TOOLC_OUTPUT_FORMAT")


class Invocation:
    """One run as it was asked for: its words, and all around it that its result may depend on, but for files."""

    def __init__(self, words: "list[str]", version: str) -> None:
        self.started = time.time_ns()
        heeded = [f"{name}={os.environ.get(name, '-')}" for name in _HEEDED]
        streams = [str(stream.isatty()) for stream in (sys.stdout, sys.stderr)]
        self.key = "\n".join((version, sys.version, __file__, os.getcwd(), *heeded, *streams, *words))
        folder = place.project_folder() if repeatable(words) else ""
        name = tracked_files.digest(self.key.encode("utf-8", "surrogateescape"))
        self.path = os.path.join(folder, f"{name}.run") if folder else ""


def repeatable(words: "list[str]") -> bool:
    """Return `True` if a command line can be answered from the cache: a build of trusted files on tracked_files."""
    if not words or words[0] not in COMMANDS or _NEVER & set(words):
        return False
    return not any(word in ("-", "<stdin>", "-h", "--help", "--help-all") or word.startswith("-::") for word in words)


def replay(words: "list[str]", version: str) -> int | None:
    """The exit status of a run that would do nothing; None when it has to run."""
    if not repeatable(words):
        return None
    asked = Invocation(words, version)
    known = _read(asked)
    if known is None:
        return None
    looks = manifest.check_unchanged(known)
    if looks is False:
        return None
    if looks is not True:  # next time a glance will do
        known.looks = _reliable_signatures(known.kinds, looks, asked.started)
        place.replace(asked.path, manifest.encode(known))
    sys.stdout.write(known.said[0])
    sys.stdout.flush()
    sys.stderr.write(known.said[1])
    sys.stderr.flush()
    return known.status


def keep(asked: Invocation, notes: tracked_files.AccessTrace, status: int, said: "tuple[str, str]") -> None:
    """Keeps what a run saw, and what it would say on standard output and standard error if it ran again."""
    if not asked.path or not place.prepare_folder(os.path.dirname(asked.path)):
        return
    notes.include(_installation())
    here = os.path.join(os.getcwd(), "")
    keys = sorted(key for key in notes.digests if not notes.is_implied(key))
    kinds = "".join(key[0] for key in keys)
    paths = [os.fsencode(key[1:].removeprefix(here) or ".") for key in keys]
    looks = _reliable_signatures(kinds, [notes.signatures.get(key) or notes.digests[key] for key in keys], asked.started)
    digests = "\n".join(notes.digests[key] for key in keys)
    found = manifest.Manifest(asked.key, kinds, paths, looks, digests, status, said)
    place.replace(asked.path, manifest.encode(found))
    _forget(os.path.dirname(asked.path))


def _read(asked: Invocation) -> "manifest.Manifest | None":
    if not asked.path:
        return None
    try:
        with open(asked.path, "rb") as file:
            known = manifest.decode(file.read())
    except (OSError, ValueError):
        return None
    return known if known is not None and known.key == asked.key else None


def _reliable_signatures(kinds: str, looks: "list[str]", started: int) -> str:
    """Return the signatures on which the next run may rely, `UNKNOWN_DIGEST` for changes too recent to show in a signature."""
    limit = started - tracked_files.SLACK
    told = (
        tracked_files.UNKNOWN_DIGEST if kind in "fd" and tracked_files.changed_since(look, limit) else look
        for kind, look in zip(kinds, looks, strict=True)
    )
    return "\n".join(told)


def identity(version: str) -> str:
    """Return a key of this installation of toolc; any other, whose results may differ, has another key."""
    notes = _installation()
    looks = "\n".join(
        f"{key} {notes.digests[key] if key[0] == tracked_files.FOLDER else look}"
        for key, look in sorted(notes.signatures.items())
    )
    return f"{version} {sys.version} {tracked_files.digest(looks.encode('utf-8', 'surrogateescape'))}"


_installed: "tracked_files.AccessTrace | None" = None


def _installation() -> "tracked_files.AccessTrace":
    """Toolc itself: the folder that it and its libraries are installed in, or its own files where it is worked on.

    Asked once: what a process runs is what was there when it loaded it, however long it lives.
    """
    global _installed
    if _installed is None:
        _installed = tracked_files.AccessTrace()
        with tracked_files.tracing(_installed):
            _note_installation()
    return _installed


def _note_installation() -> None:
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    around = os.path.dirname(home)
    places = [around]
    library = getattr(sys.modules.get("msgspec"), "__file__", None)  # its libraries may be installed elsewhere
    if library:
        places.append(os.path.dirname(os.path.dirname(os.path.abspath(library))))
    for folder in dict.fromkeys(places):
        installed = [name for name in tracked_files.names(folder) if name.startswith("toolc-") and name.endswith(".dist-info")]
        if folder == around and not installed:
            _note_folder(home)
            _note_folder(os.path.join(os.path.dirname(around), "templates"))


def _note_folder(folder: str) -> None:
    """Every file of a folder, by its looks alone."""
    todo = [folder]
    while todo:
        try:
            listed = tracked_files.entries(todo.pop())
        except OSError:
            continue
        for entry in listed:
            if entry.name == "__pycache__":
                continue
            if entry.is_dir(follow_symlinks=False):
                todo.append(entry.path)
            elif entry.name.endswith((".py", ".jinja", ".json")):
                tracked_files.record(
                    tracked_files.FILE, entry.path, tracked_files.UNKNOWN_DIGEST, tracked_files.signature(entry.path)
                )


def _forget(folder: str) -> None:
    """Removes the manifests of command lines that were not used for longest."""
    try:
        found = sorted(
            (os.stat(path).st_mtime_ns, path)
            for entry in tracked_files.entries(folder)
            if (path := entry.path).endswith(".run")
        )
        for _, path in found[:-_KEPT]:
            os.unlink(path)
    except OSError:
        pass
