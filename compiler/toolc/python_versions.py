"""The Python that the tools run on, as far as conditions on its version ask for it."""

_OLDEST, _NEWEST = (3, 11), (3, 14)
NEWEST_PYTHON = ".".join(map(str, _NEWEST))
"""Followed where neither the configuration nor the search path says which Python the tools run on."""


def version_info(text: str | None) -> tuple[int, int, int, str, int]:
    """`sys.version_info` of a version such as `3.12`; of its last three parts nothing is known."""
    major, minor = _numbers(text) or _NEWEST
    return major, minor, 0, "final", 0


def python_before(version: str | None, major: int, minor: int) -> bool:
    """Return `True` if a version of Python is older than `major.minor`; `False` if it is unknown."""
    numbers = _numbers(version)
    return numbers is not None and numbers < (major, minor)


def _numbers(text: str | None) -> tuple[int, int] | None:
    """Major and minor number of a version; `None` where it does not begin with two."""
    parts = [int(part) for part in (text or "").split(".")[:2] if part.isdigit()]
    return (parts[0], parts[1]) if len(parts) == 2 else None


_NEW = {
    (3, 11): "tomllib enum.StrEnum enum.verify enum.member enum.nonmember typing.Self typing.LiteralString"
    " typing.Never typing.assert_never typing.assert_type typing.reveal_type typing.Required"
    " typing.NotRequired typing.Unpack typing.TypeVarTuple typing.dataclass_transform datetime.UTC"
    " asyncio.TaskGroup asyncio.timeout asyncio.timeout_at asyncio.Runner asyncio.Barrier contextlib.chdir"
    " builtins.ExceptionGroup builtins.BaseExceptionGroup hashlib.file_digest logging.getLevelNamesMapping"
    " operator.call inspect.getmembers_static",
    (3, 12): "itertools.batched typing.override typing.TypeAliasType types.get_original_bases"
    " collections.abc.Buffer inspect.markcoroutinefunction inspect.BufferFlags logging.getHandlerByName"
    " logging.getHandlerNames math.sumprod random.binomialvariate csv.QUOTE_NOTNULL csv.QUOTE_STRINGS"
    " asyncio.eager_task_factory os.path.isjunction os.path.splitroot asyncio.create_eager_task_factory"
    " threading.setprofile_all_threads threading.settrace_all_threads sys.monitoring",
    (3, 13): "copy.replace warnings.deprecated typing.NoDefault typing.ReadOnly typing.TypeIs"
    " typing.get_protocol_members typing.is_protocol types.CapsuleType asyncio.QueueShutDown"
    " asyncio.EventLoop queue.ShutDown re.PatternError glob.translate enum.EnumDict math.fma"
    " pathlib.UnsupportedOperation base64.z85encode base64.z85decode mimetypes.guess_file_type"
    " statistics.kde statistics.kde_random configparser.UNNAMED_SECTION unittest.mock.ThreadingMock"
    " os.path.isreserved dbm.sqlite3 builtins.PythonFinalizationError",
    (3, 14): "annotationlib string.templatelib compression compression.zstd concurrent.interpreters pathlib.types"
    " io.Reader io.Writer concurrent.futures.InterpreterPoolExecutor functools.Placeholder uuid.uuid6"
    " uuid.uuid7 uuid.uuid8 operator.is_none operator.is_not_none typing.evaluate_forward_ref"
    " heapq.heappush_max heapq.heappop_max heapq.heapify_max",
}  # fmt: skip
_GONE = {
    (3, 11): "asynchat.fifo asyncio.coroutine inspect.getargspec inspect.formatargspec binhex",
    (3, 12): "asynchat asyncore distutils imp smtpd configparser.SafeConfigParser pkgutil.ImpImporter"
    " pkgutil.ImpLoader",
    (3, 13): "aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes"
    " sndhdr spwd sunau telnetlib uu xdrlib typing.io typing.re unittest.makeSuite unittest.findTestCases",
    (3, 14): "ast.Num ast.Str ast.Bytes ast.NameConstant ast.Ellipsis typing.ByteString collections.abc.ByteString"
    " pty.master_open asyncio.AbstractChildWatcher asyncio.get_child_watcher asyncio.set_child_watcher"
    " pkgutil.find_loader pkgutil.get_loader",
}  # fmt: skip
_SINCE = {name: version for version, names in _NEW.items() for name in names.split()}
_UNTIL = {name: version for version, names in _GONE.items() for name in names.split()}
"""Modules and names of the standard library by the version that has them first, or no longer (*What's New in Python*)."""


def lacks(dotted: str, version: str | None) -> bool | None:
    """Return `True` if a Python lacks a module or name of its library; `None` if the version, which decides, is unknown."""
    since, until = _SINCE.get(dotted, (0, 0)), _UNTIL.get(dotted, (99, 0))
    known = _numbers(version)
    verdicts = {not since <= one < until for one in ((known,) if known else (_OLDEST, _NEWEST))}
    return verdicts.pop() if len(verdicts) == 1 else None
