"""Answers that are kept with the questions they took of the file system.

Takes a name and some work, gives what the work gives; or what it gave to an earlier run, while all that it asked then is
answered as it was. Whoever listens hears the same questions either way.
"""

import time
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from toolc import tracked_files
from toolc.cache.manifest import digest_of
from toolc.cache.store import Store

_Value = TypeVar("_Value")

Told = tuple[str, str]
"""The digest of an answer, and how the file or folder looked before it was found out ("" for other questions)."""


class _Kept(Struct, frozen=True):
    value: msgspec.Raw
    noted: dict[tracked_files.Key, Told]


class Now:
    """The file system as it is: each question is asked once. `known`: what was found out already."""

    def __init__(self, known: Mapping[tracked_files.Key, Told] | None = None) -> None:
        self._known = dict(known or {})

    def answer(self, key: tracked_files.Key, before: Told = ("", "")) -> Told:
        """The answer to one question. What looks as it did before, when it could be believed, is not asked again."""
        if key not in self._known:
            looks = tracked_files.signature(key[1:]) if key[0] in (tracked_files.FILE, tracked_files.FOLDER) else ""
            same = looks and looks != tracked_files.ABSENT and looks == before[1]
            self._known[key] = before if same else (digest_of(key[0], key[1:]), looks)
        return self._known[key]

    def note(self, key: tracked_files.Key) -> None:
        """Report an answer to the listeners."""
        tracked_files.record(key[0], key[1:], *self.answer(key))


def remember(
    store: Store, name: str, kind: type[_Value], work: Callable[[], _Value], lasts: Callable[[_Value], bool] = lambda _: True
) -> _Value:
    """Return the result of the work, from the store if it is valid. `lasts`: whether the work would give the same again."""
    known = store.load(name, _Kept)
    if known is not None:
        now = Now()
        if all(now.answer(key, before)[0] == before[0] for key, before in known.noted.items()):
            for key in known.noted:
                now.note(key)
            return msgspec.msgpack.decode(known.value, type=kind)
    started = time.time_ns() - tracked_files.SLACK
    with tracked_files.tracing(tracked_files.AccessTrace()) as notes:
        value = work()
    if store.keeps and lasts(value) and tracked_files.UNKNOWN_DIGEST not in notes.digests.values():
        looks = notes.signatures
        asked = {key: digest for key, digest in notes.digests.items() if not notes.is_implied(key)}
        noted = {key: (digest, _reliable_signature(looks.get(key, ""), started)) for key, digest in asked.items()}
        _save(store, name, value, kind, noted)
    return value


def _save(store: Store, name: str, value: _Value, kind: type[_Value], noted: dict[tracked_files.Key, Told]) -> None:
    try:
        raw = msgspec.Raw(msgspec.msgpack.encode(value))
    except ValueError:  # names of files need not be text
        return
    if msgspec.msgpack.decode(raw, type=kind) == value:
        store.save(name, _Kept(raw, noted), _Kept)


def _reliable_signature(looks: str, limit: int) -> str:
    """Return a signature if a later run may rely on it, else `UNKNOWN_DIGEST`."""
    return tracked_files.UNKNOWN_DIGEST if tracked_files.changed_since(looks, limit) else looks
