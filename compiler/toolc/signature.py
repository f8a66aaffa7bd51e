"""Resolved signatures of callables: the common ground of the two front ends.

`lower` makes a `Signature` from source, `runtime` makes the same from a live function; systems spell schemas from it and
cannot tell which front end it came from. Types here are *Python* types (`list[int]`, a dataclass), not yet JSON Schema.
"""

from collections.abc import Callable, Mapping
from typing import Any
from typing import Literal as OneOf

from msgspec import Struct, field

from toolc.source import Span

# --- constants: defaults, literal values, metadata -------------------------------------------------------------------


class Member(Struct, frozen=True):
    """An enum member as a value."""

    enum: str
    name: str
    value: Any


class CallConstant(Struct, frozen=True):
    """The result of calling a known class or function with constants, e.g. `Field(ge=1)` or `Decimal("1.5")`.

    `of` is a canonical name (`toolc.qualified_names`): `pydantic.Field`, `annotated_types.Ge`, `decimal.Decimal`.
    """

    of: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)


class Function(Struct, frozen=True):
    """A function that can be called with constants: alias generators, serializers, `json_schema_extra`.

    `run` gives what it returns, or `UnknownConstant`. It may change a list or dict that it is given, as the function does.
    """

    name: str
    run: Callable[[tuple[Any, ...]], Any]
    arity: int = 1  # how many parameters it has

    def call(self, *args: Any) -> Any:
        """Return the function's result; `UnknownConstant` if it is known only at run time."""
        return self.run(args)


class PartialObject(Struct, frozen=True):
    """An object handed to a `Function` of which only some attributes are known: the class, a field."""

    attributes: Mapping[str, Any]


class HookedMetadata(Struct, frozen=True):
    """An item of metadata with hooks of the program: what `__get_pydantic_core_schema__` returns for the type it annotates,
    None without one (see `Definition.core_hook`; `SOURCE` is that type), and `__get_pydantic_json_schema__`."""

    name: str
    core: Any = None
    json: "Function | None" = None


class Handler(PartialObject, frozen=True):
    """Such an object that can also be called with one argument."""

    asked: Callable[[Any], Any]

    def __call__(self, *args: Any) -> Any:
        """Call the handler; an `UnknownConstant` result ends the function that calls it."""
        return self.asked(*args) if len(args) == 1 else UnknownConstant("a handler takes one argument")


NAME_ERROR = "so Python raises NameError"
"""Ends the reason of a value that is certainly none: a name of it is undefined."""


class UnknownConstant(Struct, frozen=True):
    """A value that only running the program can tell, with the reason in words."""

    reason: str


def undecided_code(reason: str, code: str) -> str:
    """Return the code of a reason: `code`, or that of undefined names (TC332) where one raises NameError."""
    return "TC332" if reason.endswith(NAME_ERROR) else code


Constant = Any
"""None, bool, int, float, str, bytes, list, tuple, dict, (frozen)set, and the classes of constants in this module."""

# --- types -----------------------------------------------------------------------------------------------------------


class Plain(Struct, frozen=True):
    """A type known by its canonical name alone (`toolc.qualified_names`): `builtins.str`, `typing.Any`, `types.NoneType`;
    also a bare container (`builtins.list` without arguments).

    `spelled` is its name in `typing`, if it was written with that: `List` is no class, and the names of generics show it.
    """

    name: str
    spelled: str = ""


class Generic(Struct, frozen=True):
    """A known container with arguments: `builtins.list[int]`. `tuple[X, ...]` has `Plain("types.EllipsisType")` second.

    `spelled` is its name in `typing`, if it was written with that.
    """

    origin: str
    args: tuple["Type", ...]
    spelled: str = ""


class Union(Struct, frozen=True):
    """Flat, in source order, without duplicates; `types.NoneType` is a member like any other."""

    members: tuple["Type", ...]


class Literal(Struct, frozen=True):
    values: tuple[Constant, ...]


class Annotated(Struct, frozen=True):
    type: "Type"
    metadata: tuple[Constant, ...]


class Class(Struct, frozen=True):
    """A class of the program, by its qualname in the table of definitions, with type arguments."""

    qualname: str
    args: tuple["Type", ...] = ()


class Alias(Struct, frozen=True):
    """A `TypeAliasType` (`type X = …`), which keeps its name in schemas, unlike a plain alias."""

    qualname: str
    args: tuple["Type", ...] = ()


class TypeVariable(Struct, frozen=True):
    """A type variable. `bound` is the bound or None; `default` the PEP 696 default or None.

    `home` is the module that makes it: one of that name made elsewhere is another. `shown`: how it stands in names of classes.
    """

    name: str
    bound: "Type | None" = None
    constraints: tuple["Type", ...] = ()
    default: "Type | None" = None
    home: str = ""
    shown: str = ""


class Unresolved(Struct, frozen=True):
    """An annotation that could not be followed: the code that says why, the words, and the text as written."""

    code: str
    reason: str
    text: str = ""


Type = Plain | Generic | Union | Literal | Annotated | Class | Alias | TypeVariable | Unresolved

NONE = Plain("types.NoneType")
ANY = Plain("typing.Any")
ELLIPSIS = Plain("types.EllipsisType")

FORWARD = "typing.ForwardRef"
"""Metadata made of this is the text in place of a type that stands in quotes among the arguments of a generic class."""

# --- definitions of classes and aliases ------------------------------------------------------------------------------


class NoDefault(Struct, frozen=True):
    """Nothing was given: the parameter or field is required."""


class Given(Struct, frozen=True):
    """A default that can be told."""

    value: Constant


class Factory(Struct, frozen=True):
    """A default made anew for each use (`default_factory`). `by` is what makes it, as a constant."""

    by: Constant = None


Default = NoDefault | Given | Factory | UnknownConstant

NO_DEFAULT = NoDefault()


class Serializer(Struct, frozen=True):
    """A function that writes a field or an instance (`field_serializer`, `model_serializer`).

    `returns` is what it says to give back, None when it says nothing. `plain` and not `informed` (it takes no info) is what
    pydantic applies to defaults; `function` is the function itself where it is known by name, else `UnknownConstant`.
    """

    returns: Type | None = None
    plain: bool = True
    informed: bool = False
    when_used: str = "always"
    function: Constant = UnknownConstant("a serializer makes it")


class Generators(Struct, frozen=True):
    """Generators of names and titles of fields, from a configuration. `sure`: they have certainly been applied to the field."""

    alias: Constant = None
    title: Constant = None
    sure: bool = True


class Field(Struct, frozen=True):
    """One field of a class definition. `generators` are those of models that hand it on, the most distant first.

    `default` is the right-hand side as it stands: `Given(Made("pydantic.Field", …))` for `= Field(…)`.
    """

    name: str
    type: Type
    default: Default = NO_DEFAULT
    required: bool | None = None  # TypedDict: Required / NotRequired / total; None elsewhere
    doc: str | None = None  # the string below the field
    span: Span | None = None
    serializer: Serializer | None = None
    generators: tuple[Generators, ...] = ()


HANDLER = "pydantic.GetCoreSchemaHandler"
"""Handler that a hook calls for the validator of a type."""

WHOLE = "whole"
"""The keyword of what a hook asks by `handler.generate_schema(…)`, which goes through the hooks of that type too."""

SOURCE = f"{HANDLER}.source_type"
SOURCE_ARGUMENT = f"{SOURCE}.argument"
"""The type that a hook of an annotation is asked about, `CallConstant(SOURCE)`, and an argument of it (with `(0,)`)."""

DefinitionKind = OneOf["model", "root_model", "dataclass", "typed_dict", "named_tuple", "enum", "alias", "new_type", "plain"]


class Definition(Struct, frozen=True):
    """A class or type alias of the program.

    `qualname` is `package.module:Outer.Name`, with `#2` behind it for a second class of that name; `name` is the last part.
    `config` is the merged model configuration, `members` the members of an enum in order, aliases of members included, `value`
    what an alias stands for. `ancestors` are the qualified names of all base classes. `reason` says why the definition could
    not be read in full, or is "". `computed` are the properties that are written along with the fields; the default of each is
    the `Field(…)` that says the same. `serializer` writes the instance as a whole. `core_hook` is what
    `__get_pydantic_core_schema__` returns: the calls of `pydantic_core.core_schema` as `CallConstant`, with
    `CallConstant(HANDLER, (type,))` where it asks pydantic; `json_hook` is `__get_pydantic_json_schema__`. `hinted`:
    `get_type_hints` gives just the fields.
    """

    qualname: str
    name: str
    kind: DefinitionKind
    doc: str | None = None
    fields: tuple[Field, ...] = ()
    config: Mapping[str, Constant] = field(default_factory=dict)
    members: tuple[tuple[str, Constant], ...] = ()
    value: Type | None = None
    parameters: tuple[TypeVariable, ...] = ()
    ancestors: tuple[str, ...] = ()
    reason: str = ""
    span: Span | None = None
    computed: tuple[Field, ...] = ()
    serializer: Serializer | None = None
    core_hook: Constant = None
    json_hook: Function | None = None
    hinted: bool = False

    @property
    def doubt(self) -> str:
        """Why fields and members may not tell the whole schema to readers that follow no hooks, or ""."""
        hooked = self.core_hook is not None or self.json_hook is not None
        return self.reason or (f"`{self.name}` makes its own schema for pydantic" if hooked else "")


# --- callables -------------------------------------------------------------------------------------------------------

CallableKind = OneOf["function", "method", "class", "other"]
Kind = OneOf["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]


class Parameter(Struct, frozen=True):
    """One parameter; `type` is None when it has no annotation."""

    name: str
    type: Type | None = None
    default: Default = NO_DEFAULT
    kind: Kind = "positional_or_keyword"
    span: Span | None = None


class Shown(Struct, frozen=True):
    """Annotations by parameter (the result's under `return`) and defaults, as `inspect.Signature` writes them, where known."""

    annotations: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


class NamedUnion(Struct, frozen=True):
    """A plain alias of a module for a union of classes, `Pet = Cat | Dog`: its name and the qualnames of the classes.

    `tagged`: it names a discriminator, `Annotated[Cat | Dog, Field(discriminator="kind")]`.
    """

    name: str
    classes: frozenset[str]
    tagged: bool = False


class Signature(Struct, frozen=True):
    """A callable with everything resolved. `definitions` holds every class and alias its types can reach.

    `returns_typing`: the return annotation's outermost name is an alias of `typing` (`Dict[str, int]`, `List`), another object
    than the builtin. `unresolved_names`: parameters (and `return`) in whose annotation a name of the program is still a string
    once it was evaluated. `has_forward_refs`: those with anything in quotes, `list["int"]`. `reordered`: typing may have the
    members of a union in it in another order. `string_annotations`: those whose whole annotation is a string when the function
    is made, in quotes or postponed. `shown`: for systems that ask for it (`System.shows`). `doubly_quoted`: text still once
    evaluated, in quotes and postponed. `bare_typing_aliases`: those with an alias of `typing` without arguments (`Tuple`),
    which is no class. `union_syntax`: how the outermost union of an annotation is written, also in `Annotated`, where certain.
    `is_decorated`: the program decorates it. `doc_held`: `doc` is what `__doc__` holds, and not what stands in the source.
    `named_unions`: the aliases of unions whose classes are all among the definitions.
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: Type | None = None
    returns_typing: bool = False
    doc: str | None = None
    is_async: bool = False
    callable: CallableKind = "function"
    is_decorated: bool = False
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    span: Span | None = None
    unresolved_names: frozenset[str] = frozenset()
    has_forward_refs: frozenset[str] = frozenset()
    reordered: bool = False
    doc_held: bool = False
    string_annotations: frozenset[str] = frozenset()
    doubly_quoted: frozenset[str] = frozenset()
    shown: Shown | None = None
    bare_typing_aliases: frozenset[str] = frozenset()
    union_syntax: Mapping[str, OneOf["bar", "typing"]] = field(default_factory=dict)
    named_unions: tuple[NamedUnion, ...] = ()


def first_unknown(value: Constant) -> UnknownConstant | None:
    """The first part of a constant that cannot be told, if there is one."""
    match value:
        case UnknownConstant():
            return value
        case CallConstant(_, args, kwargs):
            return first_unknown([*args, *kwargs.values()])
        case dict():
            return first_unknown(list(value.values()))
        case list() | tuple() | set() | frozenset():
            return next((found for item in value if (found := first_unknown(item)) is not None), None)
        case _:
            return None
