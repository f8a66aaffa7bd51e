"""The names every module has without binding them, as a table: the host's Python version must change no output."""

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
