"""The format of `csv`: one row as text, and text as one row, for the readers and writers in `standard_library/csv.py`."""

import csv
import io
from typing import Any

from toolc.analysis.models.table import model
from toolc.analysis.protocol import Call
from toolc.analysis.values import Unknown, Value

MAX_LINE = 100_000
"""Characters of a line that `csv` takes apart."""


def _csv_options(call: Call) -> tuple[Any, dict[str, Any]]:
    """The arguments of `csv._row` and `csv._text`. Raises ValueError where they are not known."""
    vm = call.vm
    given, options = vm.concrete(call.args[0]), vm.concrete(call.args[1])
    if any(isinstance(one, str) and len(one) > MAX_LINE for one in given):
        raise ValueError("too long")
    return given, options


@model("csv._row")
def _csv_row(call: Call) -> Value:
    """The row that lines make up; None where a field in quotes is not at its end."""
    try:
        lines, options = _csv_options(call)
        rows = list(csv.reader([*lines, "#"], **options))
    except (ValueError, TypeError, csv.Error):
        return Unknown(call.vm.doubt("TC205", "a table of text is not followed"))
    return None if len(rows) < 2 and lines[-1:] != [""] else call.vm.lift(rows[0])


@model("csv._text")
def _csv_text(call: Call) -> Value:
    try:
        row, options = _csv_options(call)
        file = io.StringIO()
        csv.writer(file, **options).writerow(row)
    except (ValueError, TypeError, csv.Error):
        return Unknown(call.vm.doubt("TC205", "a table of text is not followed"))
    return file.getvalue()
