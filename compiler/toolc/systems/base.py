"""Tool systems: how their tools are recognised, and how their schemas are built.

One module or folder beside this one per framework, each exporting one `System`; the register is `systems/register.py`.
A system takes registrations from `bind` and signatures from either front end; it never sees syntax beyond `toolc.program`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from toolc.diagnostics import Diagnostic
from toolc.ir import Fidelity, JsonSchema, Wire
from toolc.program import (
    Argument,
    ComponentKind,
    ConstantValue,
    Declaration,
    DefinitionValue,
    MappingValue,
    Program,
    RegistrationSite,
    SequenceValue,
    ServerKey,
    Unknown,
    Value,
)
from toolc.server_effects import ListOverride, Mount, PluginPrefix, UnmodelledChange, Unregister, VisibilityRule
from toolc.signature import Constant, Signature, Type
from toolc.source import Span

# --- recognition -----------------------------------------------------------------------------------------------------

OneMark = Callable[[RegistrationSite, Program, ServerKey], Declaration | None]
"""Reads one registration; None when it declares no tool (a call without a function, an abstract base)."""

Fact = Declaration | Mount | Unregister | VisibilityRule | ListOverride | UnmodelledChange | PluginPrefix | Diagnostic
"""Result of a mark: a tool, an effect on the tools of a server, or a diagnostic."""

Mark = Callable[[RegistrationSite, Program, ServerKey], Fact | tuple[Fact, ...] | None]
"""The same for other facts, or for several at once."""


UNPACKS = "the call unpacks a value only the running program knows"


def argument(registration: RegistrationSite, program: Program, name: str, position: int | None = None) -> Value | None:
    """Return the argument passed as keyword `name` or at `position`; `None` if neither was passed.

    Where a dict is unpacked into the call, the argument may be in there.
    """
    starred = any(arg.star == "*" for arg in registration.args)
    found = find_argument(registration.args, name, None if starred else position)
    if found is not None:
        return program.evaluate(found.value, registration.scope)
    if starred and position is not None and (inside := _positional(registration, program, position)) is not None:
        return inside
    for arg in registration.args:
        if (
            arg.star == "**"
            and (inside := _unpacked_argument(program.evaluate(arg.value, registration.scope), name)) is not None
        ):
            return inside
    return None


def stated_argument(registration: RegistrationSite, program: Program, name: str, position: int | None = None) -> Value | None:
    """Return an argument as `argument` does; an explicit `None` counts as absent."""
    value = argument(registration, program, name, position)
    return None if value == ConstantValue(None) else value


def _positional(registration: RegistrationSite, program: Program, position: int) -> Value | None:
    """The argument at a position where a sequence is unpacked into the call."""
    values: list[Value] = []
    for arg in registration.args:
        if arg.name is not None or arg.star == "**":
            continue
        value = program.evaluate(arg.value, registration.scope)
        match value:
            case _ if not arg.star:
                values.append(value)
            case ConstantValue(list() | tuple() as constants):
                values.extend(map(ConstantValue, constants))
            case SequenceValue(_, items):
                values.extend(items)
            case _:  # nothing behind it has a position that is known
                return values[position] if position < len(values) else Unknown(UNPACKS)
    return values[position] if position < len(values) else None


def _unpacked_argument(value: Value, name: str) -> Value | None:
    match value:
        case ConstantValue(dict() as items):
            return ConstantValue(items[name]) if name in items else None
        case MappingValue(items):
            return dict(items).get(name)
        case _:
            return Unknown(UNPACKS)


def find_argument(args: tuple[Argument, ...], name: str, position: int | None = None) -> Argument | None:
    """The argument with keyword `name`, or the one at `position` among the positional ones."""
    for arg in args:
        if arg.name == name:
            return arg
    if position is None:
        return None
    positional = [arg for arg in args if arg.name is None and not arg.star]
    return positional[position] if position < len(positional) else None


def toolkit(server: ServerKey, system: str, cls: DefinitionValue) -> ServerKey:
    """The server that a class of toolkits is, whatever objects there are of it; `server` tells the output unit."""
    return ServerKey(server.package, system, cls.stmt.name, cls=cls.full_name)


_HELD_BY = {"name": "__name__", "description": "__doc__"}


def declare_at(registration: RegistrationSite, system: str, server: ServerKey, **facts: Any) -> Declaration:
    """A declaration at the place of a registration. What is not known of its function is not known of the tool."""
    target = facts.get("target")
    for fact in target.undecided if isinstance(target, DefinitionValue) else ():
        if facts.get(fact) in (None, ConstantValue(None)):
            facts[fact] = Unknown(f"the `{_HELD_BY[fact]}` of the function is computed while the program runs")
    where = (registration.scope, registration.at, registration.end)
    return Declaration(system, server, *where, **facts)


# --- spelling --------------------------------------------------------------------------------------------------------


class Subject(Struct, frozen=True):
    """One callable to be spelled: its signature, what the declaration overrides, and the versions that matter.

    `hidden` are parameters the framework fills in itself; `version` tells a distribution's version or None. `untold` says that
    a description is given which nobody knows.
    """

    signature: Signature
    name: str | None = None
    description: str | None = None
    hidden: tuple[str, ...] = ()
    options: Mapping[str, Constant] = field(default_factory=dict)
    version: Callable[[str], str | None] = lambda _: None
    untold: bool = False


class Finding(Struct, frozen=True):
    """A diagnostic and what it does to the tool: `exact` for a lint that changes nothing, `refused` for a framework error."""

    diagnostic: Diagnostic
    fidelity: Fidelity = "exact"


class Shared(Struct, frozen=True):
    """Facts of one tool that other tools of the process may show, or it theirs.

    `told` are classes to which the tool's own annotations add keywords, each with the keyword; `annotated` those to which
    fields of a class add. `wrapped` is the type that a generic class of the framework is given: pydantic keeps one class for
    all that are equal, and unions are equal whatever the order of their members.
    """

    told: frozenset[tuple[str, str]] = frozenset()
    annotated: frozenset[str] = frozenset()
    wrapped: Type | None = None


NOTHING = Shared()


class Spelled(Struct, frozen=True):
    """A tool as its framework reports it. `input_schema` is None when it cannot be told or the framework refuses.

    `unwrap` is the key of `output_schema` under which the framework wraps a result that is no object, "" when it does not.
    `result_schema`: of results as they are sent, where the output schema is another: that of what the framework takes for one.
    `closed`: an argument that is no parameter is a mistake of the caller, whatever the schema leaves open. `wire` are the
    schemas as they are sent, where that is another form; `sends` gives it for schemas that the program makes of them.
    `strict`: what the framework tells providers with a strict mode.
    `unabridged`: keywords at the root of the input schema that the framework leaves out or shortens, but not for all providers.
    """

    name: str
    description: str | None = None
    input_schema: JsonSchema | None = None
    output_schema: JsonSchema | None = None
    title: str | None = None
    annotations: Mapping[str, Any] | None = None
    unwrap: str = ""
    result_schema: JsonSchema | None = None
    closed: bool = True
    wire: Wire | None = None
    sends: Callable[[JsonSchema, JsonSchema | None], Wire | None] | None = None
    icons: list[dict[str, Any]] | None = None
    meta: dict[str, Any] | None = None
    execution: dict[str, Any] | None = None
    strict: bool | None = None
    unabridged: JsonSchema | None = None
    findings: tuple[Finding, ...] = ()
    shared: Shared = NOTHING


class SentComponent(Struct, frozen=True):
    """A prompt, a resource or a server as its framework reports it: fields of `ir.Prompt`, `ir.Resource`, `ir.ServerInfo`.

    No fields where the framework refuses, or not even the name can be told.
    """

    fields: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()


class System(Struct, frozen=True):
    """One tool framework. Tools of a system without servers belong to one server named after the system.

    `marks`: by the qualified name of each function or class that registers, the function that reads a registration.
    `spell`: the schema profile. `envelope`: the form in which the system hands tools to a model.
    `servers`: the classes whose instances hold tools.
    `one_per_file`: a file declared to be of this system is one tool. `models`: its classes are the tools.
    `versions`: the distributions whose version changes a schema, each with the newest version known here.
    `newest`: the versions that the imported modules of a program allow.
    `distribution`: the framework's own among them, "" if the framework has one set of rules.
    `listed_by_handler`: marks of tool objects that are tools only if a handler, the target of another mark, lists them.
    `facts`: the meaning of the options of a tool with a literal schema.
    `shows`: the profile uses annotations and defaults as Python would write them (`Signature.shown`).
    `declared_by_assignment`: names of module variables whose assignment declares a tool, each with the function that reads it.
    `vendored_functions`: marks of functions that programs carry copies of, each with the parameters by which such a copy is
    recognised.
    `decisive`: by base class, the methods and properties by which the framework says what its objects offer; a subclass that
    overrides one is not followed.
    `user_defined`: the marks are definitions of programs, known by what their name leads to.
    `objects`: base classes whose objects register tools, each with the methods that do; an object of each subclass is made
    without arguments and followed.
    `consumers`: classes that take tools when they are instantiated, and register none afterwards.
    `package`: the framework's package, whose own functions make tools for agents that run, not for a program that has it.
    `package_module`: a module by which that package is told from others of its name, where that is a common word.
    `list_methods`: the methods with which a server answers `tools/list`, which a subclass may override.
    `unpublished`: attributes of tool objects that models never see.
    `renames`: the effect of another name or description on an existing tool object: `"facts"`, these alone; `"schema"`, the
    schema as well, as if it had been made with them; "" if not examined.
    `components`: the profiles of prompts, resources and the server itself.
    `types_from`: whose types count if a program gives a function a `__signature__` that differs from its `__annotations__`; ""
    if not examined.
    `fields`: the attributes of an object of a tool class that say what the tool is.
    """

    name: str
    about: str
    envelope: str
    marks: Mapping[str, Mark]
    spell: Callable[[Subject], Spelled]
    servers: frozenset[str] = frozenset()
    one_per_file: bool = False
    versions: Mapping[str, str] = field(default_factory=dict)
    newest: "Newest | None" = None
    distribution: str = ""
    listed_by_handler: frozenset[str] = frozenset()
    facts: "Facts | None" = None
    shows: bool = False
    declared_by_assignment: Mapping[str, Mark] = field(default_factory=dict)
    vendored_functions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    decisive: Mapping[str, frozenset[str]] = field(default_factory=dict)
    user_defined: bool = False
    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    consumers: frozenset[str] = frozenset()
    models: bool = False
    package: str = ""
    package_module: str = ""
    list_methods: frozenset[str] = frozenset()
    unpublished: frozenset[str] = frozenset()
    renames: Literal["", "facts", "schema"] = ""
    components: Mapping[ComponentKind, Callable[[Subject], SentComponent]] = field(default_factory=dict)
    types_from: Literal["", "signature", "annotations"] = ""
    fields: tuple[str, ...] = ()

    def assumed_versions(self, modules: frozenset[str]) -> Mapping[str, str]:
        """The versions to follow where neither configuration nor search path tells any: the newest that fit."""
        return {**self.versions, **(self.newest(modules) if self.newest else {})}


Facts = Callable[[Mapping[str, Constant], Callable[[str], str | None], Span], Mapping[str, Any]]
"""From the options of a declaration, the versions and the place to fields of `Spelled`; findings join those of the schema."""

Newest = Callable[[frozenset[str]], Mapping[str, str]]
"""From the dotted names of all imported modules to the newest version of each distribution in which all of them exist;
distributions left out keep the version of `System.versions`."""


def make_finding(code: str, message: str, span: Span | None, fidelity: Fidelity = "exact", help: str = "") -> Finding:
    """A finding in one line."""
    return Finding(Diagnostic(code, message, span, help=help), fidelity)


def server_distributions(systems: Iterable[System]) -> frozenset[str]:
    """The distributions of frameworks with servers. What is installed and requires one may make servers for a program, or
    register tools on its servers."""
    return frozenset(system.distribution for system in systems if system.servers and system.distribution)
