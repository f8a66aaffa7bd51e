"""What is known without reading anything: builtins, the standard library, and packages whose names come from tables.

Tables, not the running interpreter: the host's Python version must change no output.
"""

BUILTINS = frozenset(
    """ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BytesWarning
    ChildProcessError ConnectionError DeprecationWarning EOFError EnvironmentError Exception ExceptionGroup
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

# Top-level modules of the standard library, 3.10 to 3.14. A project file of the same name never stands for one of them.
STANDARD_LIBRARY = frozenset(
    """__future__ _thread abc annotationlib argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2
    calendar cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser
    contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis doctest email
    encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass
    gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json
    keyword linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder multiprocessing netrc
    numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posixpath pprint
    profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re readline reprlib resource runpy sched
    secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics
    string stringprep struct subprocess symtable sys sysconfig syslog tarfile tempfile termios textwrap threading time
    timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest
    urllib uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo""".split()
)

# Packages that are never read, because what their names mean is known here or in the systems.
TABLED_PACKAGES = frozenset(
    {"typing_extensions", "annotated_types", "pydantic", "pydantic_core", "pydantic_settings", "mcp", "fastmcp"}
)


def is_tabled(module: str) -> bool:
    """Whether names of this module are taken from tables and its source is not opened."""
    root = module.partition(".")[0]
    return root in STANDARD_LIBRARY or root in TABLED_PACKAGES
