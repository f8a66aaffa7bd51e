"""The intermediate representation: everything a back end may know, and nothing else.

`lower` gives a `Bundle`; `check` and the targets take it. It knows no Python syntax, no framework's rules and no target.
It is published: `toolc ir` prints it as JSON and `toolc ir --schema` its JSON Schema, so a back end outside this package can
read it on standard input.

A `Tool` carries its schemas verbatim, as the framework reports them, *and* typed parameters. The typed view is computed from
the very schema beside it (`toolc.schema.view`), so the two cannot differ.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from toolc.diagnostics import Diagnostic
from toolc.source import Span

VERSION = 1
"""Raised when a field changes its meaning or goes away; new optional fields leave it as it is."""

Fidelity = Literal["exact", "approximate", "unknown", "refused"]
"""exact: equals what the framework reports. approximate: usable, some part undecided. unknown: the tool exists, its schema
cannot be told. refused: the framework itself would raise. Only the first two are written to outputs, if they are not broken."""

UNNAMED = "?"
"""The name of a tool of which not even the name can be told."""

JsonSchema = dict[str, Any]

# --- the typed view --------------------------------------------------------------------------------------------------


class TypeBase(Struct, frozen=True, omit_defaults=True, tag=True, tag_field="kind"):
    """Base of all view types, a union tagged by `kind`."""


class String(TypeBase, frozen=True, tag="string"):
    format: str | None = None
    pattern: str | None = None
    min_length: int | None = None
    max_length: int | None = None


class Numeric(TypeBase, frozen=True, tag="number"):
    """A number; `integer` tells whole ones. Bounds are inclusive unless they begin with `exclusive_`."""

    integer: bool = False
    minimum: float | int | None = None
    maximum: float | int | None = None
    exclusive_minimum: float | int | None = None
    exclusive_maximum: float | int | None = None
    multiple_of: float | int | None = None


class Boolean(TypeBase, frozen=True, tag="boolean"):
    pass


class Null(TypeBase, frozen=True, tag="null"):
    pass


class Anything(TypeBase, frozen=True, tag="anything"):
    """Any JSON value. `because` says what a schema asks beyond what this view can express; "" when it asks nothing."""

    because: str = ""


class Nothing(TypeBase, frozen=True, tag="nothing"):
    """No value at all (the schema `false`)."""


class Constants(TypeBase, frozen=True, tag="constants"):
    """One of some JSON values (`enum`, `const`)."""

    values: tuple[Any, ...] = ()


class Array(TypeBase, frozen=True, tag="array"):
    """A list. `prefix` types the first items; `rest` every further one, None when there may be none."""

    rest: "Type | None"
    prefix: tuple["Type", ...] = ()
    min_items: int = 0
    max_items: int | None = None
    unique: bool = False


class Property(Struct, frozen=True, omit_defaults=True):
    """One key of an object. Absent (`required`), null (`type`) and default are three separate facts.

    `asked_as_tag`: it is required because it tells members of a union apart; the schema itself gives it a default.
    """

    name: str
    type: "Type"
    required: bool = False
    has_default: bool = False
    default: Any = None
    doc: str = ""
    deprecated: bool = False
    examples: tuple[Any, ...] = ()
    asked_as_tag: bool = False


class Prefixed(Struct, frozen=True):
    """All undeclared keys that begin with `prefix`; where two prefixes fit a key, the longer one holds."""

    prefix: str
    type: "Type"


class Object(TypeBase, frozen=True, tag="object"):
    """An object. `extra` types undeclared keys that fit no prefix; None when there may be none.

    `open_by_default`: there are declared keys, and further ones are allowed only because the schema is silent about them.
    """

    properties: tuple[Property, ...] = ()
    extra: "Type | None" = None
    prefixed: tuple[Prefixed, ...] = ()
    open_by_default: bool = False


class Union(TypeBase, frozen=True, tag="union"):
    """One of several types; `tag` names the property whose constant tells object members apart, or is ""."""

    members: tuple["Type", ...]
    tag_property: str = ""
    exclusive: bool = False


class Ref(TypeBase, frozen=True, tag="ref"):
    """A named type of the same package, by its `NamedType.name`."""

    name: str


Type = String | Numeric | Boolean | Null | Anything | Nothing | Constants | Array | Object | Union | Ref


class NamedType(Struct, frozen=True, omit_defaults=True):
    """A type with a name of its own: a definition of a schema, or a union of such types that the program names by an alias.

    `name` is unique in its package; `recursive`: it can contain itself. `members`: of an enum of the program, the
    names of its values in their order.
    """

    name: str
    type: Type
    doc: str = ""
    recursive: bool = False
    members: tuple[str, ...] = ()


class TypeReport(Struct, frozen=True, omit_defaults=True):
    """One model, dataclass, TypedDict, enum, NamedTuple or alias, in the spelling of pydantic's validation mode."""

    qualname: str
    kind: str
    span: Span
    schema: JsonSchema | None = None
    fidelity: Fidelity = "exact"
    diagnostics: tuple[Diagnostic, ...] = ()


# --- tools -----------------------------------------------------------------------------------------------------------


class Parameter(Struct, frozen=True, omit_defaults=True):
    """One argument of a tool. `display` is its Python annotation in canonical spelling, "" when there is none."""

    property: Property
    display: str = ""


class Wire(Struct, frozen=True, omit_defaults=True):
    """The schemas of a tool in the form in which its server sends them."""

    input_schema: JsonSchema
    output_schema: JsonSchema | None = None


class Tool(Struct, frozen=True, omit_defaults=True):
    """One tool of one server.

    `qualname` is `package.module:Qual.Name` of the definition, `name` what callers say. `input_schema` is None exactly when
    `fidelity` is `unknown` or `refused`. `unwrap` is the key under which the framework wraps a result that is no object.
    `result_schema`: of results as they are sent, where the reported `output_schema` is another; `result` is its view then.
    `closed`: a key that is no parameter is a mistake of the caller, whatever the schema leaves open. `wire` is there when the
    server sends other schemas than it keeps.
    `broken`: the framework reports a schema that is not valid. `annotations`, `icons`, `meta` (`_meta`) and `execution` are
    what MCP has beside the schemas, as it is sent. `strict`: what the framework tells providers with a strict mode, None where
    it tells them nothing. `unabridged`: keywords at the root of the input schema that the framework leaves out or
    shortens, but not for all providers.
    `arguments`: all arguments as one type where `parameters` cannot tell it all (a union, typed further keys); else None.
    `deprecated`: what `@warnings.deprecated` says of the function (PEP 702), which no framework sends; None without it.
    `declared_result`: where no output schema is reported, the schema of what the function is annotated to return, as pydantic
    writes it; no framework checks it. None where there is no annotation, or it has no schema that is certain.
    """

    name: str
    qualname: str
    system: str
    span: Span
    description: str | None = None
    title: str | None = None
    input_schema: JsonSchema | None = None
    output_schema: JsonSchema | None = None
    parameters: tuple[Parameter, ...] = ()
    arguments: Type | None = None
    result: Type | None = None
    result_schema: JsonSchema | None = None
    declared_result: JsonSchema | None = None
    unwrap: str = ""
    closed: bool = True
    wire: Wire | None = None
    annotations: dict[str, Any] | None = None
    icons: list[dict[str, Any]] | None = None
    meta: dict[str, Any] | None = None
    execution: dict[str, Any] | None = None
    strict: bool | None = None
    unabridged: JsonSchema | None = None
    is_async: bool = False
    deprecated: str | None = None
    fidelity: Fidelity = "exact"
    broken: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def is_written(self) -> bool:
        """Return `True` if outputs contain this tool."""
        return self.fidelity in ("exact", "approximate") and not self.broken


class PromptArgument(Struct, frozen=True, omit_defaults=True):
    """One argument of a prompt. Its value is a text; `required` is what the server says, None where it says nothing."""

    name: str
    description: str | None = None
    required: bool | None = None


class Prompt(Struct, frozen=True, omit_defaults=True):
    """One prompt of a server. `text` is what it gives where that is one literal text."""

    name: str
    qualname: str
    system: str
    span: Span
    title: str | None = None
    description: str | None = None
    arguments: tuple[PromptArgument, ...] = ()
    text: str | None = None
    icons: list[dict[str, Any]] | None = None
    meta: dict[str, Any] | None = None
    fidelity: Fidelity = "exact"
    diagnostics: tuple[Diagnostic, ...] = ()


class Resource(Struct, frozen=True, omit_defaults=True):
    """One resource of a server, or a template of resources, whose `uri` has parameters (RFC 6570).

    `returns` is the annotation of what its function gives, as Python writes it; `text` what it gives where that is one literal
    text.
    """

    uri: str
    name: str
    qualname: str
    system: str
    span: Span
    template: bool = False
    parameters: tuple[str, ...] = ()
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    returns: str = ""
    text: str | None = None
    annotations: dict[str, Any] | None = None
    icons: list[dict[str, Any]] | None = None
    meta: dict[str, Any] | None = None
    fidelity: Fidelity = "exact"
    diagnostics: tuple[Diagnostic, ...] = ()


class ServerInfo(Struct, frozen=True, omit_defaults=True):
    """Information that a server sends when a client connects.

    A text that is None is not sent; of `name` and `version`, which are always sent, it says that they are not known.

    `capabilities` are sent in `initialize`, by SDKs that speak 2026-07-28 in `server/discover`; None where they are not known.
    """

    span: Span
    name: str | None = None
    version: str | None = None
    title: str | None = None
    description: str | None = None
    instructions: str | None = None
    website_url: str | None = None
    icons: list[dict[str, Any]] | None = None
    capabilities: dict[str, Any] | None = None
    fidelity: Fidelity = "exact"
    diagnostics: tuple[Diagnostic, ...] = ()


Component = Prompt | Resource | ServerInfo


class Server(Struct, frozen=True, omit_defaults=True):
    """Server on which tools are registered: an `mcp` object, a registry, a tool folder. Tool names are unique per server.

    `envelope` names the form in which the system itself hands its tools to a model (`templates/native/<envelope>`).
    `version` is that of the framework whose rules were followed, "" where there is only one set of rules. `standalone`:
    there is no such object, every tool is by itself; where two have one name, they are on two such servers. `info` is None
    where the framework has no such thing, or the object that makes it is not known.
    """

    name: str
    system: str
    envelope: str
    version: str = ""
    tools: tuple[Tool, ...] = ()
    standalone: bool = False
    info: ServerInfo | None = None
    prompts: tuple[Prompt, ...] = ()
    resources: tuple[Resource, ...] = ()

    @property
    def components(self) -> Iterator[Component]:
        """Yield the components of the server beside tools."""
        yield from self.prompts
        yield from self.resources
        if self.info is not None:
            yield self.info


class Project(Struct, frozen=True, omit_defaults=True):
    """Metadata of a package from its `pyproject.toml`; "" where it has none. `license` is an SPDX expression."""

    version: str = ""
    license: str = ""
    license_text: str = ""


class Package(Struct, frozen=True, omit_defaults=True):
    """An output unit: a configured package, the nearest folder with a `pyproject.toml`, or the path given."""

    name: str
    servers: tuple[Server, ...] = ()
    types: tuple[NamedType, ...] = ()
    project: Project | None = None


class Bundle(Struct, frozen=True):
    """All that one run found, sorted by name at every level."""

    packages: tuple[Package, ...] = ()
    version: int = VERSION

    @property
    def tools(self) -> Iterator[tuple[Package, Server, Tool]]:
        """Every tool with what it stands in."""
        return ((package, server, tool) for package in self.packages for server in package.servers for tool in server.tools)

    @property
    def components(self) -> Iterator[tuple[Package, Server, Component]]:
        """Every prompt and resource, and what servers say of themselves, with what it stands in."""
        return ((package, server, one) for package in self.packages for server in package.servers for one in server.components)


def withhold_schemas(tool: Tool) -> Tool:
    """A tool without its schemas, for those who need schemas that hold."""
    nothing: dict[str, Any] = {"input_schema": None, "wire": None, "output_schema": None, "parameters": (), "result": None}
    return replace(tool, fidelity="refused", broken=False, declared_result=None, result_schema=None, **nothing)


def join_packages(bundle: Bundle, packages: Iterable[Package]) -> Bundle:
    """A bundle with further packages, still sorted. Two packages of one name stay two."""
    return Bundle(tuple(sorted((*bundle.packages, *packages), key=lambda package: package.name)), bundle.version)
