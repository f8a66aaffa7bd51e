"""Functions of libraries that keep, change and call nothing of what they are handed; and facts about classes of libraries.

One name per function; a function that is not listed may change every mutable object that is passed to it. Sources: the library
reference of CPython 3.11, those of click 8.3 and typer 0.20. A function is here only if its documentation gives it no way to
change an argument or to keep it.
"""


def _names(module: str, names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for name in names.split())


HARMLESS: frozenset[str] = frozenset().union(
    _names("builtins", "print repr str len hash id bool int float format ascii open input isinstance issubclass callable"),
    _names("builtins", "bytearray memoryview help copyright credits license"),
    *[_names(one, "dumps dump loads load") for one in ("json", "ujson", "orjson", "simplejson", "rapidjson")],
    _names(
        "logging", "getLogger basicConfig debug info warning error exception critical log StreamHandler FileHandler Formatter"
    ),
    _names("logging.handlers", "RotatingFileHandler TimedRotatingFileHandler"),
    _names("logging.config", "dictConfig"),
    _names("os", "getenv getcwd makedirs mkdir listdir getpid cpu_count urandom remove rename stat environ.setdefault chdir"),
    _names(
        "os.path",
        "join exists dirname basename abspath realpath isfile isdir splitext expanduser expandvars getmtime getsize normpath",
    ),
    _names("pathlib", "Path PurePath PosixPath WindowsPath"),
    _names("re", "compile match search sub findall split fullmatch escape finditer"),
    _names("datetime", "datetime date time timedelta timezone datetime.now datetime.utcnow date.today"),
    _names("time", "time monotonic perf_counter sleep strftime localtime gmtime"),
    _names("uuid", "uuid4 uuid1 UUID uuid5"),
    _names("random", "random randint uniform seed Random"),
    _names("math", "sqrt floor ceil pow log exp sin cos"),
    _names("hashlib", "sha256 md5 sha1 sha512 blake2b"),
    _names("base64", "b64encode b64decode urlsafe_b64encode"),
    _names("sys", "exit getsizeof stdout.write stderr.write stderr.flush stdout.reconfigure getrecursionlimit"),
    _names("warnings", "warn filterwarnings simplefilter catch_warnings"),
    _names("textwrap", "dedent indent fill shorten wrap"),
    _names("string", "Template capwords"),
    _names("itertools", "count"),
    _names("threading", "Lock RLock Event Semaphore Condition local"),
    _names("asyncio", "Lock Event Semaphore Queue get_event_loop new_event_loop sleep current_task"),
    _names("inspect", "signature getdoc iscoroutinefunction isfunction isclass ismethod getsource getmodule stack"),
    _names("typing", "cast NewType TypeVar get_type_hints get_origin get_args ParamSpec assert_never"),
    _names("importlib.metadata", "version metadata"),
    _names("importlib.resources", "files"),
    _names("platform", "system node machine platform python_version"),
    _names("socket", "gethostname"),
    _names("locale", "getlocale setlocale getdefaultlocale"),
    _names("tempfile", "mkdtemp gettempdir TemporaryDirectory NamedTemporaryFile"),
    _names("urllib.parse", "urlparse urljoin quote urlencode parse_qs"),
    _names("traceback", "print_exc format_exc"),
    _names("dotenv", "load_dotenv find_dotenv dotenv_values"),
    _names("yaml", "safe_load safe_dump load dump"),
    _names("tomllib", "load loads"),
    _names("pprint", "pprint pformat"),
    _names("dataclasses", "asdict astuple fields is_dataclass replace field"),
    _names("csv", "reader DictReader"),
    _names("decimal", "Decimal"),
    _names("fractions", "Fraction"),
    _names("secrets", "token_hex token_urlsafe"),
    _names("shutil", "which copy copyfile rmtree"),
    _names("subprocess", "run check_output Popen"),
    _names("httpx", "AsyncClient Client Timeout Limits"),
    _names("requests", "Session get post"),
    _names("aiohttp", "ClientSession ClientTimeout"),
    _names("sqlite3", "connect"),
    _names("mcp.types", "ToolAnnotations Icon TextContent ImageContent Tool"),
    _names("mcp_types", "ToolAnnotations Icon TextContent ImageContent Tool"),
    _names("mcp.server.fastmcp", "Image Context"),
    _names("mcp.server.fastmcp.prompts.base", "UserMessage AssistantMessage"),
    _names("collections.abc", "Callable"),
    _names("structlog", "get_logger"),
    _names("click", "option argument Choice Path File IntRange FloatRange DateTime Tuple"),
    _names("typer", "Option Argument"),
    _names("rich.console", "Console"),
)

INERT = frozenset(
    "builtins inspect typing types collections dataclasses enum abc logging asyncio threading uuid os pathlib".split()
)
"""Libraries whose harmless functions do not call functions that they are handed."""

REGISTRARS = frozenset(
    "click typer fastapi starlette flask quart sanic aiohttp bottle django celery apscheduler pytest rich_click".split()
)
"""Libraries whose decorators note a function, to be called once the program is at work: commands, routes, tasks.

Sources: click 8.3 `Group.command`, `option`; typer 0.20 `Typer.command`; fastapi 0.121 `FastAPI.get`; flask 3.1 `Flask.route`;
celery 5.5 `Celery.task`.
"""

CONTRIBUTED = "fastmcp.contrib."
"""Prefix of what a framework ships that is written as programs are, above its public names, and may register tools."""

DEFINING = frozenset("typing pydantic pydantic_core annotated_types enum dataclasses abc mcp fastmcp mcp_types".split())
"""Packages whose functions and classes define things, and change none that they are given."""

RUNS_COROUTINES = frozenset("asyncio anyio trio uvloop nest_asyncio concurrent".split())
"""Libraries whose functions run the coroutines that they are handed, or have them run."""

CLASS_MAKERS = frozenset({"pydantic.create_model", "pydantic.main.create_model"})
"""Functions of libraries that give a class."""

RUNS_ANYTHING = frozenset(
    {"atexit._run_exitfuncs", "gc.get_objects", "gc.get_referrers", "runpy.run_path", "runpy.run_module", "importlib.reload"}
)
"""Functions that run, or reach, any part of the program."""

FILE_FUNCTIONS: dict[str, str] = {
    name: kind
    for kind, names in {
        "path": "pathlib.Path pathlib.PurePath pathlib.PosixPath pathlib.PurePosixPath os.path.join",
        "same": "os.path.abspath os.path.realpath os.path.normpath os.path.expanduser os.fspath",
        "parent": "os.path.dirname", "name": "os.path.basename", "exists": "os.path.exists",
        "is_file": "os.path.isfile", "is_dir": "os.path.isdir",
        "open": "builtins.open io.open", "load": "json.load tomllib.load",
        "folder": "importlib.resources.files importlib_resources.files",
        "resource": "pkgutil.get_data importlib.resources.read_text importlib.resources.open_text",
        "own": "pathlib._read pathlib._has pathlib._files pathlib._unknown",
        "list": "os.listdir", "glob": "glob.glob glob.iglob",
    }.items() for name in names.split()
}  # fmt: skip
"""Functions that take the path of a file of the program, or give one, each with what it does (`objects/program_files.py`)."""

FRAMES = frozenset({"f_globals", "f_locals", "f_builtins"})
"""Attributes of frames through which variables are changed."""

HARMLESS_RESULTS: frozenset[str] = frozenset().union(
    _names("logging", "getLogger StreamHandler FileHandler Formatter"),
    _names("structlog", "get_logger"),
    _names("rich.console", "Console"),
    _names("pathlib", "Path PurePath"),
    _names("re", "compile match search"),
    _names("datetime", "datetime date time timedelta datetime.now date.today"),
    _names("hashlib", "sha256 md5 sha1 sha512"),
    _names("threading", "Lock RLock Event"),
    _names("builtins", "open bytearray memoryview"),
    _names("string", "Template"),
    _names("decimal", "Decimal"),
    _names("uuid", "uuid4 UUID"),
    _names("httpx", "AsyncClient Client"),
    _names("requests", "Session get post"),
    _names("sqlite3", "connect"),
    _names("mcp.types", "ToolAnnotations TextContent"),
    _names("mcp_types", "ToolAnnotations TextContent"),
    _names("json", "loads load"),
    _names("subprocess", "run check_output"),
)
"""Calls whose results have methods that neither keep, change nor call their arguments."""

MAY_FAIL: frozenset[str] = frozenset().union(
    _names("pathlib", "Path PurePath"),
    _names("builtins", "open bytearray memoryview"),
    _names("string", "Template"),
    _names("decimal", "Decimal"),
    _names("httpx", "AsyncClient Client"),
    _names("requests", "Session get post"),
    _names("sqlite3", "connect"),
    _names("json", "loads load"),
    _names("subprocess", "run check_output"),
)
"""Calls of `HARMLESS_RESULTS` whose results have methods that read, send or convert something, which may raise."""

CALM_PATH_METHODS = frozenset(
    """absolute as_posix exists expanduser is_absolute is_dir is_file is_symlink joinpath match resolve with_name with_stem
    with_suffix""".split()
)
"""Methods of paths that raise nothing."""

RAISES_NOTHING: frozenset[str] = frozenset().union(
    _names("logging", "getLogger basicConfig debug info warning error exception critical NullHandler StreamHandler Formatter"),
    _names(
        "builtins",
        "bool type isinstance issubclass callable hasattr id print len repr str object super vars globals locals dir",
    ),
    _names("builtins", "dict list tuple set frozenset enumerate zip map filter reversed property classmethod staticmethod"),
    _names("builtins.list", "append appendleft extend insert clear reverse copy count"),
    _names("builtins.deque", "append appendleft extend extendleft insert clear reverse copy count rotate"),
    _names("builtins.dict", "get keys values items copy clear setdefault update"),
    _names("builtins.set", "add discard copy clear update union intersection difference symmetric_difference isdisjoint"),
    _names("builtins.str", "strip lstrip rstrip lower upper title capitalize casefold swapcase startswith endswith"),
    _names("builtins.str", "split rsplit splitlines replace removeprefix removesuffix partition rpartition find rfind count"),
    _names("builtins.str", "isidentifier isdigit isalpha isalnum isupper islower isspace isnumeric isdecimal"),
    _names("builtins.str", "zfill center ljust rjust expandtabs"),
    _names("os", "getenv getcwd getpid cpu_count"),
    _names("random", "random seed getrandbits"),
    _names("secrets", "token_bytes token_hex token_urlsafe"),
    _names("platform", "system node machine platform release python_version python_implementation"),
    _names("datetime", "datetime.now datetime.utcnow datetime.today date.today"),
    _names("os.path", "join exists dirname basename abspath isfile isdir"),
    _names("time", "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns"),
    _names("threading", "Lock RLock Event Condition local current_thread get_ident"),
    _names("asyncio", "Lock Event Semaphore Queue"),
    _names("uuid", "uuid4"),
    _names("mcp.types", "ToolAnnotations Icon"),
    _names("mcp_types", "ToolAnnotations Icon"),
    _names("typing", "cast NewType TypeVar"),
)
"""Functions that raise nothing for the arguments that they are commonly given; methods, whatever their object holds."""


def is_calm(name: str) -> bool:
    """Return `True` if a function of Python that is followed raises nothing for arguments that are known in part only."""
    if name.partition(".")[0] not in ("builtins", "json", "tomllib", "pydantic"):
        return True
    return name.replace("builtins.frozenset.", "builtins.set.") in RAISES_NOTHING


TRAITS: dict[str, frozenset[str]] = {
    "enum.Enum": frozenset({"enum"}),
    "enum.IntEnum": frozenset({"enum", "int"}),
    "enum.StrEnum": frozenset({"enum", "str", "strenum"}),
    "enum.Flag": frozenset({"enum", "flag"}),
    "enum.IntFlag": frozenset({"enum", "flag", "int"}),
    "abc.ABC": frozenset({"abc", "plain"}),
    "typing.Protocol": frozenset({"protocol", "plain"}),
    "typing.Generic": frozenset({"plain"}),
    "typing.NamedTuple": frozenset({"namedtuple", "immutable"}),
    "typing.TypedDict": frozenset({"typeddict"}),
    "pydantic.BaseModel": frozenset({"model"}),
    "pydantic_settings.BaseSettings": frozenset({"model", "settings"}),
    "builtins.str": frozenset({"str"}),
    "builtins.int": frozenset({"int"}),
}
"""Facts about classes of libraries that classes below them inherit."""
