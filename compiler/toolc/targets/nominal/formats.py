"""Formats that languages with named types have classes for. Takes nothing, gives a table."""

import datetime as dt
from uuid import UUID

from toolc.targets.formats import Readers


def _moment(text: str) -> dt.datetime:
    found = dt.datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("no offset")
    return found


READERS: Readers = {"uuid": UUID, "date": dt.date.fromisoformat, "date-time": _moment}
