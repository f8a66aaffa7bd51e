"""Classes of the standard library for texts of a format. Takes nothing, gives tables."""

import datetime as dt
from uuid import UUID

from toolc.targets.formats import Readers

CLASSES = {"uuid": "UUID", "date": "dt.date", "date-time": "dt.datetime", "time": "dt.time"}

READERS: Readers = {
    "uuid": UUID,
    "date": dt.date.fromisoformat,
    "date-time": dt.datetime.fromisoformat,
    "time": dt.time.fromisoformat,
}

DATES = frozenset({"dt.date", "dt.datetime", "dt.time"})
"""Classes in the module `datetime`, which is imported as `dt`."""

NAMES = frozenset({"dt", "UUID"})
"""Names that a module imports for them."""
