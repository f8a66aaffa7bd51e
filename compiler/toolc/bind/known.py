"""What Python itself binds, as tables: the host's Python version must change no output.

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

BUILTINS = frozenset(
    """ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BytesWarning
    ChildProcessError ConnectionError DeprecationWarning EOFError Ellipsis EnvironmentError Exception ExceptionGroup
    FileExistsError FileNotFoundError FloatingPointError IOError ImportError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
    NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PermissionError ProcessLookupError
    RecursionError ReferenceError RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SystemError
    SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
    UserWarning ValueError Warning ZeroDivisionError __import__ abs all any ascii bin bool breakpoint bytearray bytes
    callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset
    getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview
    min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod
    str sum super tuple type vars zip""".split()
)
