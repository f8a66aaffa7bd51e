"""Library classes that have a schema in pydantic, but whose fields or members are in no table of toolc.

Takes a canonical name, says whether that is so. For every other class of a library pydantic has none: it is an error, or an
instance check where the configuration allows that.
"""

from toolc.qualified_names import TABLED_ROOTS

_STANDARD = frozenset(
    """
    calendar.Day calendar.Month decimal.DecimalTuple difflib.Match dis.Instruction dis.Positions doctest.TestResults
    enum.EnumCheck enum.FlagBoundary
    http.HTTPMethod http.HTTPStatus http.server.HTTPStatus importlib.metadata.Pair inspect.ArgInfo inspect.Arguments
    inspect.Attribute inspect.BufferFlags inspect.ClosureVars inspect.FrameInfo inspect.FullArgSpec
    inspect.Traceback pkgutil.ModuleInfo platform.AndroidVer platform.IOSVersionInfo platform.uname_result
    plistlib.PlistFormat pstats.FunctionProfile pstats.SortKey pstats.StatsProfile py_compile.PycInvalidationMode
    re.RegexFlag sched.Event selectors.SelectorKey signal.Handlers signal.Sigmasks signal.Signals
    socket.AddressFamily socket.AddressInfo socket.MsgFlag socket.SocketKind ssl.AlertDescription
    ssl.DefaultVerifyPaths ssl.Options ssl.Purpose ssl.SSLErrorNumber ssl.TLSVersion ssl.VerifyFlags ssl.VerifyMode
    statistics.LinearRegression symtable.SymbolTableType tokenize.TokenInfo urllib.parse.DefragResult
    urllib.parse.DefragResultBytes urllib.parse.ParseResult urllib.parse.ParseResultBytes urllib.parse.SplitResult
    urllib.parse.SplitResultBytes urllib.robotparser.RequestRate uuid.SafeUUID
    """.split()
)
"""Public enums, dataclasses and named tuples of the standard library, 3.10 to 3.13."""

_MODELS = frozenset({"pydantic_core", "pydantic_settings", "mcp", "fastmcp"}) | TABLED_ROOTS
"""Packages whose classes, or some of them, are known by name only, and may be models."""


def is_unsupported(name: str) -> bool:
    """Return `True` if a class of a library has a schema that is not known here."""
    return name in _STANDARD or name.partition(".")[0] in _MODELS
