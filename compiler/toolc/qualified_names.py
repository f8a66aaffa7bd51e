"""Canonical qualified names: one name for each thing that the standard library and pydantic export under several.

Takes a dotted name as an import spells it (or as `__module__` and `__qualname__` give it), gives the name under which the rest
of toolc knows it. Tables only: what the running interpreter has makes no difference.
"""

_TYPING_CONTAINERS = {
    "List": "builtins.list",
    "Dict": "builtins.dict",
    "Set": "builtins.set",
    "FrozenSet": "builtins.frozenset",
    "Tuple": "builtins.tuple",
    "Type": "builtins.type",
    "Deque": "collections.deque",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
    "ChainMap": "collections.ChainMap",
    "Pattern": "re.Pattern",
    "Match": "re.Match",
    "Text": "builtins.str",
    "AbstractSet": "collections.abc.Set",
}

_ABC = (
    "AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "ByteString", "Callable", "Collection", "Container",
    "Coroutine", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping", "MappingView",
    "MutableMapping", "MutableSequence", "MutableSet", "Reversible", "Sequence", "Sized", "ValuesView",
)  # fmt: skip

_IN_TYPING = {
    f"{module}.{name}": name
    for module in ("typing", "typing_extensions")
    for name in (*_TYPING_CONTAINERS, *_ABC)
    if name != "Text"
}

_MOVED = {
    **{f"typing.{name}": target for name, target in _TYPING_CONTAINERS.items()},
    **{f"typing.{name}": f"collections.abc.{name}" for name in _ABC},
    "builtins.NoneType": "types.NoneType",
    "builtins.ellipsis": "types.EllipsisType",
    "_decimal.Decimal": "decimal.Decimal",
    "pathlib._local.Path": "pathlib.Path",
    "pathlib._local.PurePath": "pathlib.PurePath",
    "zoneinfo._zoneinfo.ZoneInfo": "zoneinfo.ZoneInfo",
}

_CLIENTS = (
    "anthropic", "bedrock", "cerebras", "cohere", "fireworks", "gemini", "genai", "groq", "litellm", "mistral", "openai",
    "provider", "vertexai", "writer", "xai",
)  # fmt: skip
_MOVED |= {
    f"instructor.{made}": "instructor.Instructor" for made in ("patch", "apatch", *(f"from_{name}" for name in _CLIENTS))
}

_PREFIXES = (
    # (as imported, canonical). Sub-modules whose names a package exports at its top.
    ("typing_extensions.", "typing."),
    ("pydantic.main.", "pydantic."),
    ("pydantic.fields.", "pydantic."),
    ("pydantic.config.", "pydantic."),
    ("pydantic.types.", "pydantic."),
    ("pydantic.networks.", "pydantic."),
    ("pydantic.root_model.", "pydantic."),
    ("pydantic.functional_validators.", "pydantic."),
    ("pydantic.functional_serializers.", "pydantic."),
    ("pydantic.type_adapter.", "pydantic."),
    ("pydantic.aliases.", "pydantic."),
    ("pydantic.version.", "pydantic."),
    ("pydantic._internal._model_construction.", "pydantic."),
    ("pathlib._local.", "pathlib."),
    ("langchain_core.tools.base.", "langchain_core.tools."),
    ("langchain_core.tools.convert.", "langchain_core.tools."),
    ("langchain_core.tools.simple.", "langchain_core.tools."),
    ("langchain_core.tools.structured.", "langchain_core.tools."),
    ("langchain.tools.base.", "langchain_core.tools."),
    ("langchain.tools.tool_node.", "langgraph.prebuilt."),
    ("langchain.tools.", "langchain_core.tools."),
    ("langchain_core.runnables.config.", "langchain_core.runnables."),
    ("langchain.schema.runnable.", "langchain_core.runnables."),
    ("langgraph.prebuilt.tool_node.", "langgraph.prebuilt."),
    ("google.adk.tools.tool_context.", "google.adk.tools."),
    ("google.adk.tools.function_tool.", "google.adk.tools."),
    ("google.adk.tools.base_tool.", "google.adk.tools."),
    ("google.adk.tools.long_running_tool.", "google.adk.tools."),
    ("google.adk.agents.llm_agent.", "google.adk.agents."),
    ("google.adk.agents.context.", "google.adk.agents."),
    ("google.adk.agents.callback_context.", "google.adk.agents."),
    *((f"llama_index.core.tools.{name}.", "llama_index.core.tools.") for name in ("function_tool", "types", "tool_spec.base")),
    *(
        (f"llama_index.core.agent.workflow.{name}.", "llama_index.core.agent.workflow.")
        for name in ("function_agent", "react_agent", "codeact_agent", "multi_agent_workflow")
    ),
    ("strands.types.tools.", "strands."),
    ("crewai.tools.base_tool.BaseTool", "crewai.tools.BaseTool"),
    ("crewai.tools.base_tool.tool", "crewai.tools.tool"),
    *((f"{name}.Context", "workflows.Context") for name in ("llama_index.core.workflow", "workflows.context")),
    ("agents.run_context.", "agents."),
    ("agents.tool_context.", "agents."),
    ("pydantic_ai._run_context.", "pydantic_ai."),
    ("pydantic_ai.tools.", "pydantic_ai."),
    ("pydantic_ai.agent.", "pydantic_ai."),
    ("pydantic_ai.toolsets.function.", "pydantic_ai."),
    ("pydantic_ai.toolsets.", "pydantic_ai."),
    ("agent_framework._middleware.", "agent_framework."),
    *((f"agno.tools.{name}.", "agno.tools.") for name in ("toolkit", "function", "decorator")),
    ("agno.agent.agent.", "agno.agent."),
    ("agno.team.team.", "agno.team."),
    ("agno.run.base.", "agno.run."),
    *((f"camel.toolkits.{name}.", "camel.toolkits.") for name in ("function_tool", "base")),
    ("camel.agents.chat_agent.", "camel.agents."),
    *(
        (f"instructor.{name}.", "instructor.")
        for name in (
            *(
                "function_calls",
                "processing.function_calls",
                "processing.schema",
                "client",
                "core.client",
                "core.patch",
                "patch",
            ),
            *("v2.core.function_calls", "v2.core.schema", "v2.providers.openai.schema"),
        )
    ),
)


SPELLED_ROOTS: dict[str, frozenset[str]] = {
    root: frozenset(spelled.partition(".")[0] for spelled, name in _PREFIXES if name.partition(".")[0] == root) | {root}
    for root in (name.partition(".")[0] for _, name in _PREFIXES)
}
"""Top-level packages of canonical names, each with those under which a program may import what they have."""


NAMESPACES = frozenset({"google"})
"""Top-level packages that distributions with nothing in common share (PEP 420)."""


def package_of(name: str) -> str:
    """The package that a dotted name is of: its top-level one, of a namespace the part inside it."""
    parts = name.split(".")
    return ".".join(parts[: 2 if parts[0] in NAMESPACES else 1])


def in_typing(spelled: str) -> str:
    """The last part of a name of `typing` that stands for a class and is none, such as `typing.List`; else nothing."""
    return _IN_TYPING.get(spelled, "")


_MOVED_PREFIXES = tuple(prefix for prefix, _ in _PREFIXES)


def canonical(name: str) -> str:
    """The one name of `name`; any other name is its own."""
    if name.startswith(_MOVED_PREFIXES):
        prefix, replacement = next(one for one in _PREFIXES if name.startswith(one[0]))
        name = replacement + name[len(prefix) :]
    return _MOVED.get(name, name)


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

UNNAMED_MODULES = frozenset(
    """_abc _aix_support _ast _asyncio _bisect _blake2 _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp
    _codecs_kr _codecs_tw _collections _collections_abc _compat_pickle _compression _contextvars _csv _ctypes _datetime
    _decimal _elementtree _frozen_importlib _frozen_importlib_external _functools _hashlib _heapq _imp _io _json _locale
    _lsprof _lzma _markupbase _md5 _multibytecodec _multiprocessing _opcode _operator _osx_support _pickle _py_abc
    _pydecimal _pyio _queue _random _sha1 _sha3 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string
    _strptime _struct _symtable _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref
    _weakrefset _zoneinfo antigravity cProfile ensurepip genericpath idlelib ntpath nturl2path opcode pydoc_data pyexpat
    rlcompleter sre_compile sre_constants sre_parse tabnanny this turtledemo""".split()
)
"""Other modules of the standard library, 3.11 to 3.14: they can be imported, and their names mean nothing to a schema."""

FRAMEWORKS = frozenset({"mcp", "fastmcp", "instructor"})
"""Of the packages in tables those whose own source is read as any other when it is the project, or when only types count."""

# Packages that are never read, because what their names mean is known here or in the systems.
TABLED_PACKAGES = frozenset(
    """typing_extensions annotated_types attr attrs pydantic pydantic_core pydantic_settings mcp fastmcp instructor""".split()
)

DATA_MODULES = {"mcp": "mcp.types", "mcp.types": "mcp.types"}
"""Of packages in tables: modules whose names are models like any other, each with the module that defines them. Where the
search path has it, an annotation means what stands there."""

# Modules and names of packages that are read: only these come from tables.
TABLED_NAMES = frozenset(
    """langchain_core.tools langchain_core.runnables langchain.tools langchain.schema.runnable langgraph.prebuilt
    google.adk.tools.tool_context google.adk.tools.function_tool google.adk.tools.base_tool
    google.adk.tools.BaseTool google.adk.tools.long_running_tool google.adk.agents.context
    google.adk.agents.llm_agent google.adk.agents.callback_context google.adk.Agent google.adk.Context google.adk.agents.Agent
    google.adk.agents.LlmAgent google.adk.agents.Context google.adk.tools.FunctionTool
    google.adk.tools.LongRunningFunctionTool google.adk.tools.ToolContext google.genai.types.GenerateContentConfig
    google.genai.types.FunctionDeclaration llama_index.core.tools llama_index.core.agent.workflow
    llama_index.core.workflow.Context llama_index.core.workflow.context workflows.Context workflows.context strands.tool
    strands.ToolContext strands.tools.tool strands.tools.decorator strands.types.tools.ToolContext crewai.tools
    agents.RunContextWrapper agents.run_context.RunContextWrapper
    agents.tool_context.ToolContext agents.ToolContext pydantic_ai.RunContext pydantic_ai.tools.RunContext
    pydantic_ai._run_context.RunContext
    google.genai.types.LiveConnectConfig agent_framework.FunctionInvocationContext
    agent_framework._middleware.FunctionInvocationContext agent_framework.tool agent_framework.FunctionTool
    agent_framework.Agent agent_framework.RawAgent agno.tools.Toolkit agno.tools.toolkit.Toolkit agno.tools.Function
    agno.tools.function.Function agno.tools.tool agno.tools.decorator.tool agno.agent.Agent agno.agent.agent.Agent
    agno.team.Team agno.team.team.Team agno.run.RunContext agno.run.base.RunContext agno.media.Image agno.media.Video
    agno.media.Audio agno.media.File camel.toolkits.FunctionTool camel.toolkits.function_tool.FunctionTool
    camel.toolkits.BaseToolkit camel.toolkits.base.BaseToolkit camel.agents.ChatAgent
    camel.agents.chat_agent.ChatAgent mcp_types.ToolAnnotations google.adk.tools.AgentTool
    google.adk.tools.agent_tool""".split()
)
TABLED_ROOTS = frozenset(name.partition(".")[0] for name in TABLED_NAMES)
"""The packages of these."""


def is_modelled(module: str) -> bool:
    """Return `True` if names of this module, or this name, are taken from tables and the source is not opened."""
    root = module.partition(".")[0]
    if root in STANDARD_LIBRARY or root in TABLED_PACKAGES:
        return True
    if root not in TABLED_ROOTS:
        return False
    parts = module.split(".")
    return any(".".join(parts[:length]) in TABLED_NAMES for length in range(2, len(parts) + 1))


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

ABOVE = {
    "enum.Enum": (), "enum.ReprEnum": ("enum.Enum",), "enum.IntEnum": ("builtins.int", "enum.ReprEnum", "enum.Enum"),
    "enum.StrEnum": ("builtins.str", "enum.ReprEnum", "enum.Enum"), "builtins.str": (), "builtins.int": (), "builtins.dict": (),
    "builtins.bytes": (), "builtins.bool": ("builtins.int",), "builtins.float": (), "builtins.list": (), "builtins.object": (),
    "pydantic.BaseModel": (), "pydantic.RootModel": ("pydantic.BaseModel", "typing.Generic"), "typing.Generic": (),
    "abc.ABC": (), "typing.Protocol": ("typing.Generic",),
}  # fmt: skip
"""Bases of classes of libraries (Python 3.11 to 3.14), without `object`."""

VERSIONS = frozenset({"pydantic.VERSION", "pydantic.__version__", "fastmcp.__version__"})
"""Variables that hold the version of their distribution."""
