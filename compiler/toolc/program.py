"""Bound program: the values of names, and the definitions that are tools.

`bind` gives a `Program`; `lower` asks it for the values of expressions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from toolc.diagnostics import Diagnostic
from toolc.limits import Limits
from toolc.module import Class, Expr, Func, OutlineNode, Stmt
from toolc.source import Span


class ProgramPoint(Struct, frozen=True):
    """Point of a program: a module and the functions and classes around it, outermost first.

    `at` is the offset up to which statements of the innermost scope have run; None means all of them have. `loops` are the
    values that the variables of the comprehensions around it have in one round.
    """

    module: str
    within: tuple["DefinitionValue", ...] = ()
    at: int | None = None
    loops: "CallContext | None" = None


class CallContext(Struct, frozen=True, eq=False):
    """The values that names have in one call of a function (`call`), or one round of a loop. Two frames are two calls.

    `bound`: nobody passes the first parameter, as of a method taken from an instance. `depth` counts the calls up to here.
    `complete`: the values are those of all variables, as executing the call has left them.
    """

    values: Mapping[str, "Value"]
    bound: bool = False
    depth: int = 0
    call: "CallResult | None" = None
    complete: bool = False


class ConstantValue(Struct, frozen=True):
    """A constant: None, bool, number, str, bytes, Ellipsis, or a tuple, list, dict, set of constants and enum members."""

    value: Any


class Unknown(Struct, frozen=True):
    """Nothing can be said without running the program; `reason` says why, `code` is the code, "" where the asker knows best.

    `parts` is what may be in a list of which only some elements are certain, in order. `name` is the name of a function whose
    signature is not known.
    """

    reason: str
    code: str = ""
    parts: "tuple[GuardedElement, ...]" = ()
    name: str = ""


UNDEFINED_NAME = "TC332"
UNDEFINED = "is not defined here"  # said of a name that raises NameError


class ExternalSymbol(Struct, frozen=True):
    """A name of a package that is known from tables or cannot be read: `typing.Optional`, `mcp.server.fastmcp.FastMCP`.

    `name` is canonical (`toolc.qualified_names`); `spelled` is the name in the program if it differs (`typing.Dict`).
    """

    name: str
    spelled: str = ""


class ModuleValue(Struct, frozen=True):
    """A module of the project or the search path."""

    name: str


class DefinitionValue(Struct, frozen=True):
    """A function or class of the program by Python's own `qualname`. `frame`: the values of its parameters in one call.

    `undecided` names what is not known of a function, `name` or `description`; then `stmt` has what stands in the source.
    """

    module: str
    qualname: str
    node: OutlineNode
    stmt: Func | Class
    scope: ProgramPoint
    frame: CallContext | None = None
    undecided: tuple[str, ...] = ()

    @property
    def full_name(self) -> str:
        """`package.module:Qual.Name`."""
        return f"{self.module}:{self.qualname}"

    @property
    def name_end(self) -> int:
        """Return the end of the name in the statement; it begins at `stmt.name_at`."""
        return self.stmt.name_at + len(self.stmt.name)


class CallResult(Struct, frozen=True):
    """The result of calling something that is not followed: an instance of a class, a `NewType`, a server. `name` is the
    variable it was first assigned to, "" when there is none; it and the module make two servers two."""

    callee: "Value"
    args: tuple["Argument", ...]
    scope: ProgramPoint
    at: int
    end: int
    name: str = ""


class Argument(Struct, frozen=True):
    """One argument of a call: its keyword or None, its expression (evaluated when asked), and its star."""

    name: str | None
    value: Expr
    star: str = ""


class BoundAttribute(Struct, frozen=True):
    """An attribute of a value that is no module, class or constant: the bound method `mcp.tool`."""

    owner: "Value"
    name: str


class ParameterValue(Struct, frozen=True):
    """A parameter of a function, as seen inside the function."""

    function: DefinitionValue
    name: str


class SequenceValue(Struct, frozen=True):
    """A list, tuple or set display whose items are not all constants."""

    kind: Literal["tuple", "list", "set"]
    items: tuple["Value", ...]


class MappingValue(Struct, frozen=True):
    """A dict display whose keys are constants and whose values are not all constants."""

    items: tuple[tuple[Any, "Value"], ...]


def value_of_key(key: Any) -> "Value":
    """The value that a key of a dict is: a constant, or a member of an enum, be it inside tuples."""
    if isinstance(key, EnumMember):
        return key
    parts = tuple(map(value_of_key, key)) if isinstance(key, tuple) else ()
    return SequenceValue("tuple", parts) if any(not isinstance(one, ConstantValue) for one in parts) else ConstantValue(key)


class EnumMember(Struct, frozen=True):
    """A member of an enum of the program."""

    enum: DefinitionValue
    name: str


class Thunk(Struct, frozen=True):
    """An expression that is no constant, with the scope to read it in: what a type alias stands for."""

    expr: Expr
    scope: ProgramPoint
    name: str = ""


Value = (
    ConstantValue
    | Unknown
    | ExternalSymbol
    | ModuleValue
    | DefinitionValue
    | CallResult
    | BoundAttribute
    | ParameterValue
    | SequenceValue
    | MappingValue
    | EnumMember
    | Thunk
)


class GuardedElement(Struct, frozen=True):
    """A part of a list that is put together, `under` the place of a condition that only running decides; `single`: one item."""

    value: Value
    under: Span | None = None
    single: bool = False


class ClassDecoration(Struct, frozen=True):
    """Effect of a class's decorators: its final `__doc__`, the attributes they assign, the dataclass decorators they apply."""

    doc: Value
    set: frozenset[str]
    applied: tuple[Value, ...]


# --- tools -----------------------------------------------------------------------------------------------------------


class ServerKey(Struct, frozen=True, order=True):
    """Identity of a server. `standalone`: there is none, only single tools; `cls`: all objects of that class are one."""

    package: str
    system: str
    name: str
    standalone: bool = False
    cls: str = ""


Form = Literal["bare", "called", "call", "subclass", "assigned"]
"""Use of a callee that registers: `@callee`, `@callee(…)`, `callee(…)`, a base class, or an assignment."""


class RegistrationSite(Struct, frozen=True):
    """One place where the program makes a tool, as a system is shown it.

    `callee` is the qualified name of what registers (`orbiter.tool.tool`, `mcp.server.fastmcp.FastMCP.tool`), `form` how it
    is used. `target` is what is decorated (Unknown when `callee(…)(x)` is given what cannot be followed), or the subclass;
    None for a call. `receiver` is what a method was called on. `fields` are attributes of an object that a class of the program
    makes, as they are once the program has run.
    """

    callee: str
    form: Form
    scope: ProgramPoint
    at: int
    end: int
    target: DefinitionValue | Unknown | None = None
    args: tuple[Argument, ...] = ()
    receiver: Value | None = None
    fields: Mapping[str, Value] = {}


ComponentKind = Literal["prompt", "resource", "server", "capability"]
"""Component of a server beside tools. A capability is one that the server announces in its information."""

OWN: frozenset[ComponentKind] = frozenset({"server", "capability"})
"""Components of a server itself: it keeps them when it is mounted, and with them alone it is not a server of tools."""


class Declaration(Struct, frozen=True):
    """A tool as declared: what its system read off one registration. `component` says that it is none, but something else that
    a server has.

    `target` is its function (or class), `schema` a parameter schema given as a value; one of the two is there unless the
    tool cannot be told. `name` and `description` override those of the target when not None. `hidden` are parameters that
    the framework fills in itself. `options` are further facts for the system's own profile. `owner` is the class that is the
    tool, where `target` is the method it runs. `edited` are `input_schema` and `output_schema` where the program changed them.
    `renamed` are the name and description that the tool is given once it is made, which its schema does not show.
    """

    system: str
    server: ServerKey
    scope: ProgramPoint
    at: int
    end: int
    target: DefinitionValue | None = None
    name: Value | None = None
    description: Value | None = None
    schema: Value | None = None
    hidden: tuple[str, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    owner: DefinitionValue | None = None
    edited: Mapping[str, Value] = field(default_factory=dict)
    renamed: Mapping[str, Value] = field(default_factory=dict)
    component: ComponentKind | None = None

    @property
    def definition(self) -> DefinitionValue | None:
        """Return the definition that users see as the tool: its class, else its function."""
        return self.owner or self.target


# --- what the stages ask of each other -------------------------------------------------------------------------------


class TypeBinding(Struct, frozen=True):
    """A class or alias of the project by the name it would be imported under; `at`..`end` is where that name stands."""

    module: str
    name: str
    value: Value
    scope: ProgramPoint
    at: int
    end: int


class Program(Protocol):
    """The linked program: what `lower` and the systems may ask.

    `called_schema` is set by whoever lowers the program: the JSON Schema that a call gives (`Model.model_json_schema()`), None
    where it is not certain. So is `tool_fact`: whether a tool is certain, and its `input_schema`, `output_schema`,
    name or description. Programs look into these, and change them, while they are executed.
    """

    called_schema: Callable[["Value"], Any] | None
    tool_fact: Callable[[Declaration, str], tuple[bool, Any]] | None

    @property
    def tools(self) -> tuple[Declaration, ...]:
        """Every tool of the project, looked for when first asked."""

    @property
    def components(self) -> tuple[Declaration, ...]:
        """Every prompt and resource of the project, and what servers say of themselves; found together with the tools."""

    def type_bindings(self, patient: bool) -> Iterator[TypeBinding]:
        """Every class and module-level alias, by file and place. `patient`: files of many long classes get time for them."""

    def evaluate(self, expr: Expr, scope: ProgramPoint) -> Value:
        """Return the value of an expression at a point of the program."""

    def attribute(self, value: Value, name: str) -> Value:
        """Return the value of `value.name`."""

    def result(self, value: Value) -> Value:
        """Return the result of a call of a function of the program; any other value is returned as it is."""

    def unwrap(self, value: Value) -> Value:
        """The function whose signature a framework reads when it is given a value: what `functools.wraps` marks as wrapped."""

    def list_elements(self, of: Expr | DefinitionValue, scope: ProgramPoint) -> Iterator[GuardedElement]:
        """The elements of a list, or of the list that a function without a caller returns."""

    def expression(self, text: str) -> Expr | None:
        """A string annotation as an expression; None when it is none. Offsets count from the start of `text`."""

    def arity(self, function: Value) -> int:
        """How many parameters a function or lambda has."""

    def call_concretely(self, function: Value, arguments: tuple[Any, ...], owner: Value | None = None) -> Value:
        """Return the result of a pure function of the program, or a method of `owner`; argument lists and dicts may change."""

    def model_rebuild_binding(self, name: str, scope: ProgramPoint) -> Value | None:
        """Return the value of a name in a class body for calls of `model_rebuild`; `None` if there are none."""

    def class_decoration(self, definition: DefinitionValue) -> ClassDecoration | None:
        """Return the effect of a class's decorators; `None` if one of the program's is not followed."""

    def class_doubt(self, definition: DefinitionValue) -> str:
        """Return why the program may change what a library has made of a class; "" if nothing says so."""

    def statements(self, definition: DefinitionValue, unsure: bool = False) -> Iterator[tuple[OutlineNode, Stmt, ProgramPoint]]:
        """The statements of a body that run, those under undecided conditions included, or (`unsure`) those alone."""

    def ancestors(self, definition: DefinitionValue) -> tuple["DefinitionValue | ExternalSymbol | Unknown", ...]:
        """The bases of a class in method resolution order, the class itself left out."""

    def class_attribute(self, definition: DefinitionValue, name: str) -> "Value | None":
        """Return the value that a class's own body binds a name to; `None` if it does not bind it."""

    def late_class_attribute(self, definition: DefinitionValue, name: str) -> "Value | None":
        """Return the value that statements after a class assign to its attribute; `None` if they do not."""

    def class_attribute_names(self, definition: DefinitionValue) -> frozenset[str]:
        """Every name the body of a class mentions as a target, annotations without a value included."""

    def attributes_written(self, function: DefinitionValue, name: str) -> frozenset[str]:
        """The attributes that the body of a function sets, or changes the items of, on what a name stands for."""

    def enum_members(self, definition: DefinitionValue) -> tuple[str, ...]:
        """The names of the members an enum class itself defines, aliases included, in source order."""

    def has_postponed_annotations(self, module: str) -> bool:
        """Return `True` if a module postpones the evaluation of its annotations (PEP 563)."""

    def is_rebound(self, name: str, module: str, behind: int = 0) -> bool:
        """Return `True` if more than one statement at the top of a module, after an offset, binds a name or may do so."""

    def span(self, scope: ProgramPoint, at: int, end: int) -> Span:
        """The place of two offsets in a scope's module."""

    def charge_file(self, module: str) -> AbstractContextManager[None]:
        """Until it ends, a file pays for what is asked: `CpuBudgetExceeded` when its time is up."""

    def length(self, module: str) -> int:
        """How many characters the file of a module has."""

    def limits(self, module: str) -> Limits:
        """How much is read of a module, and made of it."""

    def version(self, distribution: str) -> str | None:
        """The version of a distribution: assumed, or found on the search path."""

    def source_definition(self, name: str) -> "Value | None":
        """Return the definition on the search path of a name from tables, if its source is worth reading; else `None`."""

    def annotations(self, modules: Iterable[str]) -> Iterable[tuple[Expr, ProgramPoint]]:
        """The annotations with a union in a subscript that are evaluated while the modules of the program run, and some others,
        with the modules of their packages that these import."""

    def imports(self) -> frozenset[str]:
        """The dotted names of all modules that files with tools import at their top, and of the names taken from them."""
