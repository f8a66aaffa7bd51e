"""The configuration as it stands after files and options were merged.

Takes nothing, gives `Config`. Reading `[tool.toolc]` and `toolc.toml` is in `discover`; options are in `cli`.
"""

import posixpath
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json, structs

from toolc.limits import Limits

Bar = Literal["error", "warning", "note", "never"]
Category = Literal["call", "stubs", "prompt", "pin"]
LARGEST_FILE = 2_000_000


class OwnSystem(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Table `[[tool.toolc.system]]`: a decorator of one's own that makes tools as a known system does."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]{0,63}\Z")]
    decorator: Annotated[str, Meta(pattern=r"^[^\W\d]\w*(\.[^\W\d]\w*)+\Z")]  # as it would be imported
    profile: str  # the known system whose rules it follows
    hidden: tuple[str, ...] = ()  # parameters that are filled in without the model
    name_argument: str = "name"  # keyword arguments of the decorator
    description_argument: str = "description"


Version = Annotated[str, Meta(pattern=r"^([0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]{0,40})?\Z")]
"""Of a package; "" is that of the project of its tools."""

License = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 .()+-]{0,100}\Z")]
"""An SPDX expression; "" is that of the project of the tools, where it has one."""


OpenObjects = Literal["none", "extra"]
"""Treatment of undeclared keys where `additionalProperties` is absent from a schema."""

Layout = Literal["package", "shared"]
"""Packages that stand alone, or those of an output that share one with their support code."""


class PythonOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `python`."""

    models: Literal["typed-dict", "pydantic"] = "typed-dict"  # what types are made of
    layout: Layout = "package"  # `shared`: packages have one package of support code in common
    formats: Literal["string", "native"] = "string"  # `native`: in models, a UUID is a `UUID`, a date a `date`
    open_objects: OpenObjects = "none"  # `extra`: models keep undeclared keys where `additionalProperties` is absent
    # The name of a distribution makes a folder that pip installs of each package, `{package}`; without, it is one module.
    distribution: Annotated[str, Meta(pattern=r"^([A-Za-z0-9{][A-Za-z0-9._{}-]{0,100})?\Z")] = ""
    version: Version = ""
    license: License = ""


class GoOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `go`."""

    layout: Layout = "package"  # `shared`: packages have one module of support code in common
    formats: Literal["string", "native"] = "string"  # `native`: a UUID is a `UUID`, a date-time a `time.Time`

    # A module path gives each package a go.mod; `{package}` is its name. Without, it is a folder of some module.
    module: Annotated[str, Meta(pattern=r"^([A-Za-z0-9{][A-Za-z0-9._~{}/-]{0,200})?\Z")] = ""
    license: License = ""
    open_objects: OpenObjects = (
        "none"  # `extra`: types keep undeclared keys where `additionalProperties` is absent from a schema
    )


class JvmOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of targets `java` and `kotlin`."""

    layout: Layout = "package"  # `shared`: packages have one package of support code in common
    formats: Literal["string", "native"] = "string"  # `native`: a UUID is a `UUID`, a date a `LocalDate`

    # A name such as `com.acme.{package}` puts sources below `src/main`, where build tools look; without, a folder is a package.
    package: Annotated[str, Meta(pattern=r"^([a-z][a-z0-9_]*(\.([a-z][a-z0-9_]*|\{package\}))*)?\Z")] = ""
    name: Annotated[str, Meta(pattern=r"^[a-z0-9{][a-z0-9._{}-]{0,100}\Z")] = "{package}-client"  # of the artifact
    version: Version = ""
    license: License = ""
    open_objects: OpenObjects = (
        "none"  # `extra`: types keep undeclared keys where `additionalProperties` is absent from a schema
    )


class RustOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `rust`."""

    layout: Layout = "package"  # `shared`: crates have one crate of support code in common
    formats: Literal["string", "native"] = "string"  # `native`: a UUID is a `Uuid`, a date a `NaiveDate` (uuid, chrono)
    name: Annotated[str, Meta(pattern=r"^[a-zA-Z{][a-zA-Z0-9_{}-]{0,60}\Z")] = "{package}"  # of the crate
    version: Version = ""
    license: License = ""
    publish: bool = False  # whether cargo may publish the crate
    open_objects: OpenObjects = (
        "none"  # `extra`: types keep undeclared keys where `additionalProperties` is absent from a schema
    )


class TypescriptOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `typescript`."""

    # An npm package, one that shares a package of support code and types with the others, one file, one per tool, types alone.
    layout: Literal["package", "shared", "single", "per-tool", "d.ts"] = "package"
    casing: Literal["camel", "snake", "as-is"] = "camel"  # of methods and constants; `call` takes exact names anyway
    import_extension: Literal[".ts", ".js", "none"] = ".ts"  # of imports between the files of a package
    arguments: Literal["as-declared", "closed", "as-schema"] = "as-declared"  # whether a key that is no parameter is an error
    open_objects: Literal["none", "index"] = "none"  # index signatures where `additionalProperties` is absent from a schema
    see: Literal["name", "line", "none"] = "name"  # what `@see` says of a tool: its function and file, or file and line
    validators: tuple[Literal["standard-schema", "valibot", "zod"], ...] = ()  # further files with schemas of these libraries
    integrations: tuple[
        Literal["ai-sdk", "tanstack-query"], ...
    ] = ()  # further files with the tools as these libraries take them
    name: Annotated[str, Meta(pattern=r"^[a-z0-9{][a-z0-9._{}-]{0,100}\Z")] = "{package}"  # in the registry
    scope: Annotated[str, Meta(pattern=r"^(@[a-z0-9-][a-z0-9._-]{0,60})?\Z")] = ""  # `@acme`: packages are `@acme/<name>`
    version: Version = ""
    license: License = ""
    private: bool = True  # whether npm refuses to publish the package


class OpenaiResponsesOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `openai-responses`."""

    namespaces: bool = False  # a namespace for each server, with what the server says of itself
    defer_loading: bool = False  # tools are loaded when a tool search finds them
    allowed_callers: Literal["unsaid", "hints"] = "unsaid"  # `hints`: programs may call what only reads


class AnthropicOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `anthropic`."""

    input_examples: bool = False  # the author's examples of arguments
    defer_loading: bool = False  # tools are loaded when a tool search finds them
    # A version of the code execution tool, whose programs may call what only reads.
    allowed_callers: Literal["", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"] = ""


class CodeModeOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of target `code-mode`."""

    languages: tuple[Literal["typescript", "python"], ...] = ("typescript", "python")  # in which each tool is a function


class TargetOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Options of one target each, by its name."""

    python: PythonOptions = PythonOptions()
    typescript: TypescriptOptions = TypescriptOptions()
    go: GoOptions = GoOptions()
    rust: RustOptions = RustOptions()
    java: JvmOptions = JvmOptions()
    kotlin: JvmOptions = JvmOptions()
    code_mode: CodeModeOptions = CodeModeOptions()
    openai_responses: OpenaiResponsesOptions = OpenaiResponsesOptions()
    anthropic: AnthropicOptions = AnthropicOptions()


class DiffOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Table `[tool.toolc.diff]`: how contracts are compared."""

    category: Category = "call"  # what must not break
    severity: dict[str, Literal["error", "warning", "note", "off"]] = field(default_factory=dict)  # code of a change → its own
    renamed: dict[str, str] = field(default_factory=dict)  # new name of a tool → its old name, where that was meant
    # How far the version goes up before what is deprecated may go: `2 minor`, or more; "" for no such rule.
    deprecation_window: Annotated[str, Meta(pattern=r"^([1-9][0-9]? (major|minor|patch))?\Z")] = ""


class CheckOptions(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Table `[tool.toolc.check]`: the findings shown by every command, and the providers that tools must fit."""

    select: tuple[str, ...] = ("ALL",)  # codes, beginnings of codes or names
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: dict[str, tuple[str, ...]] = field(default_factory=dict)  # glob of files → what is left out there
    providers: tuple[str, ...] = ()  # whose limits `toolc check` holds tools to


class Budget(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """How many bytes models may be sent of tools, in the form of each provider asked for, else in MCP's."""

    tool_bytes: Annotated[int, Meta(ge=1)] | None = None
    package_bytes: Annotated[int, Meta(ge=1)] | None = None


class Config(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Table `[tool.toolc]` in pyproject.toml, or `toolc.toml`. Every key is optional."""

    extends: str | None = None  # another file, as seen from this one; what this one says wins
    root: str = ""  # the folder that globs count from; in a file: relative to it, and so are all folders below; "": no file
    include: tuple[str, ...] = ("**/*.py",)
    exclude: tuple[str, ...] = ()
    include_tests: bool = False  # whether tests, examples and documentation in folders are read for tools too
    targets: tuple[str, ...] = ("mcp", "typescript")
    out: str = "tool-clients"
    search_path: tuple[str, ...] = ()
    python: str | None = None  # a virtual environment whose site-packages may be read
    assume: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)  # variables that the program is started with
    systems: dict[str, str] = field(default_factory=dict)  # glob of files → system all their public functions belong to
    own_systems: tuple[OwnSystem, ...] = field(default=(), name="system")
    packages: dict[str, str] = field(default_factory=dict)  # name of an output unit → its folder
    options: TargetOptions = TargetOptions()  # what one target alone is asked for
    lock: str = "toolc.lock"  # the file that `toolc lock` writes
    diff: DiffOptions = DiffOptions()  # how contracts are compared
    check: CheckOptions = CheckOptions()  # which findings are shown
    budget: Budget = Budget()  # how large tools may be
    fail_on: Bar = "error"
    strict: bool = False
    max_file_size: Annotated[int, Meta(ge=1)] = LARGEST_FILE  # bytes
    limits: Limits = Limits()  # how much of one file is read


def resolve_folders(config: Config, folder: str) -> Config:
    """The configuration of a file in `folder`, with every folder in it as seen from where the run started."""
    root = _under(folder, config.root)
    return structs.replace(
        config,
        root=root or ".",
        out=_under(root, config.out),
        lock=_under(root, config.lock),
        search_path=tuple(_under(root, path) for path in config.search_path),
        python=config.python and _under(root, config.python),
        packages={name: _under(root, path) for name, path in config.packages.items()},
    )


def merge_options(
    config: Config,
    *,
    system: str | None = None,
    assume: dict[str, str] | None = None,
    environment: dict[str, str] | None = None,
    **options: Any,
) -> Config:
    """The configuration with options of the command line over it; an option that is None says nothing.

    `assume` and `environment` add to what the file says, `system` is a glob for every file that wins over the file's globs.
    """
    changes = {name: value for name, value in options.items() if value is not None}
    changes["assume"] = {**config.assume, **(assume or {})}
    changes["environment"] = {**config.environment, **(environment or {})}
    if system is not None:
        changes["systems"] = {"**": system, **config.systems}
    return structs.replace(config, **changes)


def _under(folder: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
    return "" if joined == "." else joined


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a toolc.toml, for editors; `config.schema.json` in the package is a copy of it."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **json.schema(Config)}
