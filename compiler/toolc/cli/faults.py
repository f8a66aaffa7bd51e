"""Diagnostics for exceptions that end a run: takes one, gives a diagnostic. No command is imported here."""

from toolc.cpu_budget import RUN
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Unavailable
from toolc.limits import CpuBudgetExceeded

_REPORT = "please report this with the command and, if you can, the file; TOOLC_TRACEBACK=1 shows where it happened"


def fault(error: Exception | CpuBudgetExceeded) -> Diagnostic:
    """Return what is said of an exception that ends a run: no sandbox, too much time, else a bug of toolc."""
    if isinstance(error, Unavailable):
        return Diagnostic("TC616", str(error), help="see `toolc doctor`, or leave --sandbox at auto")
    if isinstance(error, CpuBudgetExceeded):
        allowed = f"{error.limits.seconds * RUN:g}"
        message = f"the files take more than {allowed} seconds each: something in them is there too often"
        return Diagnostic("TC109", message, help="raise `limits.seconds`, or exclude files; nothing was written")
    return Diagnostic("TC901", f"{type(error).__name__}: {error}", help=_REPORT)
