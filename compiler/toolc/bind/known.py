"""Tables of names that Python itself binds, so that the host's Python version changes no output.

Gives the names every module has, and the constants of the standard library that programs use as defaults and bounds.
"""

import math
import string

_LEVELS = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARNING": 30, "WARN": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
_TEXTS = ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "punctuation")

CONSTANTS: dict[str, int | float | str] = {
    "sys.maxsize": 2**63 - 1,  # of every 64-bit build
    "sys.maxunicode": 0x10FFFF,
    "argparse.SUPPRESS": "==SUPPRESS==",
    **{f"math.{name}": getattr(math, name) for name in ("pi", "e", "tau", "inf")},
    **{f"logging.{name}": level for name, level in _LEVELS.items()},
    **{f"string.{name}": getattr(string, name) for name in _TEXTS},
}
