"""Names of packages that come from tables: takes a dotted name, gives the `ExternalSymbol` or the constant it stands for."""

import math
import string
import sys

from toolc.bind.links import Links
from toolc.program import ConstantValue, ExternalSymbol, Value
from toolc.python_versions import version_info
from toolc.qualified_names import VERSIONS, canonical

_LEVELS = {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARNING": 30, "WARN": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
_TEXTS = ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "punctuation")

CONSTANTS: dict[str, int | float | str] = {
    "sys.maxsize": 2**63 - 1,  # of every 64-bit build
    "sys.maxunicode": 0x10FFFF,
    **{f"sys.float_info.{name}": getattr(sys.float_info, name) for name in ("max", "min", "epsilon")},  # of IEEE 754
    "argparse.SUPPRESS": "==SUPPRESS==",
    **{f"math.{name}": getattr(math, name) for name in ("pi", "e", "tau", "inf")},
    **{f"logging.{name}": level for name, level in _LEVELS.items()},
    **{f"string.{name}": getattr(string, name) for name in _TEXTS},
}
"""Constants of the standard library that programs use as defaults and bounds: the host's Python version changes none."""


def external_value(spelled: str, links: Links) -> Value:
    """A name that comes from tables; the few whose value matters for conditions are constants."""
    name = canonical(spelled)
    if name == "typing.TYPE_CHECKING":
        return ConstantValue(False)
    if name in CONSTANTS:
        return ConstantValue(CONSTANTS[name])
    if name == "sys.version_info":
        return ConstantValue(version_info(links.version("python")))
    if name in VERSIONS and (version := links.version(name.partition(".")[0])):
        return ConstantValue(version)
    return ExternalSymbol(name, "" if name == spelled else spelled)
