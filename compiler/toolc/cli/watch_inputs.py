"""Dependencies of a build, to wait for changes of them.

Takes the notes of a run and its output folders, gives the folders to watch, and whether what happened there changes anything.
It compares contents, so that neither a touched file nor an output that the build itself has written is a change.
"""

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from toolc import tracked_files
from toolc.cache.manifest import digest_of

_KINDS = (tracked_files.FILE, tracked_files.FOLDER, tracked_files.KIND, tracked_files.LINK, tracked_files.REAL)


class WatchInputs:
    """Everything one build asked of the file system. `started`: when it began, in nanoseconds."""

    def __init__(self, notes: tracked_files.AccessTrace, outs: Sequence[str], started: int) -> None:
        self._notes, self._digests, self._started = notes, notes.digests, started
        self._made = {step for out in outs for step in _upward(os.path.abspath(out))}
        self._paths = sorted({key[1:] for key in self._digests})
        self._real = {
            os.path.realpath(path): path
            for path in (key[1:] for key in self._digests if key[0] in (tracked_files.KIND, tracked_files.LINK))
            if os.path.islink(path)
        }

    @property
    def folders(self) -> frozenset[str]:
        """The folders in which something could happen that matters; of those that are not there, the nearest one above."""
        asked = {key[1:] if key[0] == tracked_files.FOLDER else os.path.dirname(key[1:]) for key in self._digests}
        asked.update(map(os.path.dirname, self._real))
        return frozenset(map(_nearest, asked))

    def changed_paths(self, paths: Iterable[str]) -> list[str]:
        """Return those of some paths whose state differs from the one the build found, sorted."""
        return [path for path in sorted(set(paths)) if any(map(self._differs, self._about(path)))]

    def stale(self) -> list[str]:
        """The first path at which something is not as the build found it, of all that it asked; none where all is."""
        limit = self._started - tracked_files.SLACK
        for key in self._digests:
            looks = self._notes.signatures.get(key, "")
            if looks and not tracked_files.changed_since(looks, limit) and looks == tracked_files.signature(key[1:]):
                continue
            if self._differs(key):
                return [key[1:]]
        return []

    def _about(self, path: str) -> Iterator[tracked_files.Key]:
        """Yield the recorded questions whose answers a change at a path may affect."""
        for place in dict.fromkeys((path, self._real.get(path, path))):
            yield from (kind + place for kind in _KINDS if kind + place in self._digests)
            above = tracked_files.FOLDER + os.path.dirname(place)
            if above in self._digests:
                yield above
            else:  # a folder may have come in which something was looked for in vain
                yield from self._below(os.path.join(place, ""))

    def _below(self, prefix: str) -> Iterator[tracked_files.Key]:
        for index in range(bisect_left(self._paths, prefix), len(self._paths)):
            if not self._paths[index].startswith(prefix):
                return
            yield from (key for kind in _KINDS if (key := kind + self._paths[index]) in self._digests)

    def _differs(self, key: tracked_files.Key) -> bool:
        known = self._digests[key]
        if known == tracked_files.UNKNOWN_DIGEST:
            return True
        return digest_of(key[0], key[1:]) != known and not (key[0] == tracked_files.FOLDER and self._only_made(key[1:], known))

    def _only_made(self, folder: str, known: str) -> bool:
        """Return `True` if all that is new in a folder is the output folder or a parent of it."""
        try:
            listed = tracked_files.entries(folder)
        except OSError:
            return False
        return tracked_files.listing_digest([entry for entry in listed if entry.path not in self._made]) == known


def _upward(path: str) -> Iterator[str]:
    while path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)


def _nearest(folder: str) -> str:
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return folder
