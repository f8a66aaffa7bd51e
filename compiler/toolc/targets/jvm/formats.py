"""Classes of the JDK for texts of a format. Takes nothing, gives tables."""

import datetime as dt
from uuid import UUID

from toolc.targets.formats import Readers


def _moment(text: str) -> dt.datetime:
    found = dt.datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("no offset")
    return found


READERS: Readers = {"uuid": UUID, "date": dt.date.fromisoformat, "date-time": _moment}

TYPES = {"uuid": "UUID", "date": "LocalDate", "date-time": "OffsetDateTime"}

CODECS = {"uuid": "uuid", "date": "date", "date-time": "moment"}
"""Readers of `Codec`."""

PACKAGES = {"UUID": "java.util", "LocalDate": "java.time", "OffsetDateTime": "java.time"}
"""Packages of the classes."""
