"""Classes of the standard library for texts of a format. Takes nothing, gives tables."""

import datetime as dt
import re
from uuid import UUID

from toolc.targets.formats import Readers

CLASSES = {"uuid": "UUID", "date": "dt.date", "date-time": "dt.datetime", "time": "dt.time", "duration": "dt.timedelta"}

_DURATION = re.compile(
    r"[+-]?P(?=.)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?=.)(\d{1,5}H)?(\d{1,5}M)?(\d{1,5}(\.\d{1,6})?S)?)?"
)


def _duration(text: str) -> None:
    """Refuse what pydantic, which reads it, may not take for a `timedelta`; Python itself reads none."""
    if not _DURATION.fullmatch(text):
        raise ValueError(text)


READERS: Readers = {
    "uuid": UUID,
    "date": dt.date.fromisoformat,
    "date-time": dt.datetime.fromisoformat,
    "time": dt.time.fromisoformat,
    "duration": _duration,
}

DATES = frozenset({"dt.date", "dt.datetime", "dt.time", "dt.timedelta"})
"""Classes in the module `datetime`, which is imported as `dt`."""

NAMES = frozenset({"dt", "UUID"})
"""Names that a module imports for them."""
