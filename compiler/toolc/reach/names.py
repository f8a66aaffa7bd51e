"""Names of the standard library, and of packages in wide use, that stand for a part of the system outside the program.

Takes dotted names as an importer writes them, gives kinds. Sources: the library reference of CPython 3.14; of other packages
what their own documentation says they are for.
"""

PROCESSES, NETWORK, FILES, ENVIRONMENT, CODE = "processes", "network", "files", "environment", "code"
KINDS = {
    PROCESSES: "starts or ends processes",
    NETWORK: "uses the network",
    FILES: "reads or writes files",
    ENVIRONMENT: "reads or sets environment variables",
    CODE: "runs code that is made or loaded at run time",
}
"""The kinds in the order in which they are told, the gravest first, with words for each."""

_OF_OS = {
    PROCESSES: (
        "system popen fork forkpty kill killpg startfile posix_spawn posix_spawnp execl execle execlp execlpe execv "
        "execve execvp execvpe spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe"
    ),
    FILES: (
        "access chdir chflags chmod chown chroot fchdir fdopen fwalk getxattr lchflags lchmod lchown link listdir "
        "listxattr lstat makedirs mkdir mkfifo mknod open path.exists path.getatime path.getctime path.getmtime "
        "path.getsize path.isdir path.isfile path.islink path.ismount path.lexists path.realpath path.samefile "
        "readlink remove removedirs removexattr rename renames replace rmdir scandir setxattr stat statvfs symlink "
        "truncate unlink utime walk"
    ),
    ENVIRONMENT: "environ environb getenv getenvb path.expanduser path.expandvars putenv unsetenv",
}  # fmt: skip

_NAMES = {
    PROCESSES: (
        "asyncio.create_subprocess_exec asyncio.create_subprocess_shell asyncio.subprocess "
        "concurrent.futures.ProcessPoolExecutor multiprocessing pty subprocess anyio.open_process anyio.run_process "
        "trio.run_process fabric git invoke mcp.client.stdio mcp.stdio_client pexpect playwright plumbum psutil "
        "selenium sh"
    ),
    NETWORK: (
        "asyncio.open_connection asyncio.open_unix_connection asyncio.start_server asyncio.start_unix_server ftplib "
        "http.client http.server imaplib logging.handlers.HTTPHandler logging.handlers.SMTPHandler "
        "logging.handlers.SocketHandler nntplib poplib smtplib socket socketserver ssl telnetlib urllib.request "
        "urllib.robotparser webbrowser wsgiref.simple_server xmlrpc aioboto3 aiohttp aiosmtplib anthropic asyncpg "
        "azure.identity boto3 botocore curl_cffi docker elasticsearch fabric fastmcp.Client fastmcp.client github "
        "google.genai google.generativeai googleapiclient grpc httpcore httplib2 httpx huggingface_hub kubernetes "
        "mcp.client neo4j niquests openai opensearchpy paramiko playwright psycopg psycopg2 pycurl pymongo pymysql "
        "qdrant_client redis requests selenium slack_sdk sqlalchemy telethon tweepy urllib3 websocket websockets"
    ),
    FILES: (
        "bz2.open codecs.open configparser dbm fileinput filecmp glob gzip.open io.FileIO io.open io.open_code "
        "logging.FileHandler logging.handlers lzma.open mmap netrc shelve shutil sqlite3 tarfile tempfile zipfile "
        "aiofiles aiosqlite anyio.Path anyio.open_file fsspec sqlalchemy watchdog"
    ),
    ENVIRONMENT: "pathlib.Path.home winreg decouple dotenv environs pydantic_settings pydantic.BaseSettings",
    CODE: (
        "code codeop ctypes imp importlib.__import__ importlib.import_module importlib.machinery importlib.reload "
        "importlib.util.module_from_spec importlib.util.spec_from_file_location marshal.load marshal.loads pickle "
        "runpy shelve sys.modules sys.path types.CodeType types.FunctionType zipimport IPython cffi cloudpickle dill "
        "joblib.load jupyter_client torch.load yaml.unsafe_load"
    ),
}  # fmt: skip

BUILTINS = {"open": FILES, **dict.fromkeys(("__import__", "compile", "eval", "exec", "globals"), CODE)}
"""Built-in functions, which need no import."""

OF_PATHS = frozenset(
    "read_bytes read_text write_bytes write_text iterdir rglob unlink touch mkdir rmdir hardlink_to symlink_to".split()
)
"""Methods of `pathlib.Path` whose names say enough."""

MORE_OF_PATHS = frozenset("open exists glob is_dir is_file chmod rename resolve samefile stat walk".split())
"""Methods of `pathlib.Path` that are believed to be of one in files that import `pathlib`."""

_KEEPERS = frozenset("append appendleft add insert extend update setdefault put push".split())
_KEEPING = ("add_", "attach", "bind", "connect", "include", "install", "mount", "on_", "register", "set_", "subscribe", "use")


def keeps(method: str) -> bool:
    """Return `True` if a method's name says that its object keeps what it is given: who uses the object may come to it."""
    return method in _KEEPERS or method.startswith(_KEEPING)


_HARMLESS = ("Error", "Exception", "Warning", "Expired", "Timeout", ".PIPE", ".DEVNULL", ".STDOUT", ".CompletedProcess")
"""Ends of names that only tell what happened, or how."""

_PLAIN = frozenset("annotated_types attr attrs fastmcp mcp msgspec pydantic pydantic_core typing_extensions __future__".split())
"""Packages that are not named as unknown: they declare tools and data. Parts of them with a kind have it all the same."""


def _kinds() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for table, prefix in ((_OF_OS, "os."), (_NAMES, "")):
        for kind, names in table.items():
            for name in names.split():
                found[prefix + name] = (*found.get(prefix + name, ()), kind)
    return found


_KINDS = _kinds()


def kinds_of_name(name: str, shortly: bool = False) -> tuple[str, tuple[str, ...]]:
    """Return a dotted name, and the kinds of the longest part of it that has some. `shortly`: and no more than that part."""
    if name.endswith(_HARMLESS):
        return "", ()
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        part = ".".join(parts[:count])
        if found := _KINDS.get(part):
            return part if shortly else ".".join(parts[: count + 1]), found
    return name, ()


def is_plain(name: str) -> bool:
    """Return `True` if a dotted name is of a package that declares and reaches nothing by itself."""
    return name.partition(".")[0] in _PLAIN
