"""Type arguments: what a generic's fields mean, and how types are written inside names.

Takes types and definitions, gives types with variables replaced, and the texts pydantic 2.14 uses in titles and references.
"""

from collections.abc import Mapping

from msgspec import Struct

from toolc.schema.pydantic.building.constraints import constraint_repr
from toolc.schema.pydantic.building.typing_repr import literal_text, typing_repr
from toolc.schema.pydantic.fieldinfo import Constraint, expand_metadata, info_of
from toolc.schema.pydantic.issues import Exhausted, Notes
from toolc.signature import (
    ELLIPSIS,
    FORWARD,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Definition,
    Function,
    Generic,
    HookedMetadata,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.source import imported_name
from toolc.types.operations import map_types, substitute_in_union, variable_key

MODELS = ("model", "root_model")
"""The kinds of classes that pydantic parametrises into classes of their own."""


MAX_PARTS = 2_000
"""Type arguments larger than this are not written into a name."""


class Binding(Struct, frozen=True):
    """Type arguments of one generic, by variable."""

    types: Mapping[str, Type]
    definitions: Mapping[str, Definition]


def bindings(definition: Definition, args: tuple[Type, ...], definitions: Mapping[str, Definition]) -> Binding:
    """Return the type argument of each variable of a definition; empty for a generic without arguments."""
    if not args:
        return Binding({}, definitions)
    bound = {variable_key(var): arg for var, arg in zip(definition.parameters, args, strict=False)}
    for var in definition.parameters[len(args) :]:
        if var.default is not None:
            bound[variable_key(var)] = substitute(var.default, Binding(bound, definitions))
    return Binding(bound, definitions)


def complete_arguments(
    definition: Definition, args: tuple[Type, ...], definitions: Mapping[str, Definition]
) -> tuple[Type, ...]:
    """The arguments of a generic, those inside them too, with the defaults of the variables that are left out (PEP 696).

    pydantic 2.14 `map_generic_model_arguments`; of other classes typing and typing_extensions do it.
    """

    def full(type_: Type) -> Type:
        if isinstance(type_, Class) and type_.args and (inner := definitions.get(type_.qualname)) is not None:
            return Class(type_.qualname, complete_arguments(inner, type_.args, definitions))
        return map_types(type_, full)

    if not args:
        return args
    _measure(args)
    given = tuple(map(full, args))
    left = definition.parameters[len(given) :]
    if any(var.default is None for var in left):
        return given
    bound = bindings(definition, given, definitions)
    return (*given, *(bound.types[variable_key(var)] for var in left))


def own_arguments(definition: Definition | None, args: tuple[Type, ...]) -> tuple[Type, ...]:
    """No arguments for `G[T]` with `T` as `G` itself declares it: pydantic takes that for the bare `G`."""
    if definition is None or definition.kind not in MODELS:
        return args
    given = tuple((arg.name, arg.home) if isinstance(arg, TypeVariable) else None for arg in args)
    return () if given == tuple((var.name, var.home) for var in definition.parameters) else args


def substitute(type_: Type, bound: Binding) -> Type:
    """`type_` with its variables replaced. Unions stay flat, as `typing` keeps them.

    A bare generic model takes part as if its own variables were written out.
    """
    if not bound.types:
        return type_
    match type_:
        case TypeVariable():
            return bound.types.get(variable_key(type_), type_)
        case Class(qualname, ()):
            definition = bound.definitions.get(qualname)
            if definition is None or definition.kind not in MODELS or not definition.parameters:
                return type_
            return Class(qualname, own_arguments(definition, tuple(substitute(v, bound) for v in definition.parameters)))
        case _:
            return substitute_in_union(type_, lambda part: substitute(part, bound))


class Names:
    """Texts of types in titles (`Box[int]`) and in references (`module.Box:1[int:7]`).

    pydantic tells equal texts apart by object identity; here every type gets a number when it is first seen.
    """

    def __init__(
        self, definitions: Mapping[str, Definition], notes: Notes, numbers: dict[str, int], version: tuple[int, ...]
    ) -> None:
        self._definitions = definitions
        self._notes = notes
        self._numbers = numbers
        self._version = version

    def class_name(self, definition: Definition, args: tuple[Type, ...]) -> str:
        """The `__name__`: models make a class of their own for each parametrisation, other classes do not."""
        if not args or definition.kind not in MODELS:
            return definition.name
        _measure(args)
        return f"{definition.name}[{', '.join(self.display(arg, made=True) for arg in args)}]"

    def ref(self, definition: Definition, args: tuple[Type, ...] = ()) -> str:
        """The core reference of a definition. `#2` at the end of a qualified name marks another class of the same name."""
        module, _, qualname = definition.qualname.partition("#")[0].rpartition(":")
        text = f"{imported_name(module)}.{qualname}:{self._number(definition.qualname)}"
        if args:
            _measure(args)
            made = definition.kind in MODELS
            inside = ",".join(f"{self.display(arg, made)}:{self._number(repr(arg))}" for arg in args)
            text += f"[{inside}]"
        return text

    def _number(self, key: str) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def display(self, type_: Type, made: bool = False) -> str:
        """`pydantic._internal._repr.display_as_type`.

        `made`: among the arguments of a model, whose class is made with them as they stand: strings were not read yet.
        """
        match type_:
            case Plain("types.EllipsisType"):
                return "..."
            case Plain(name, spelled):
                return spelled or name.rpartition(".")[2]
            case Generic("collections.abc.Callable", (first, *rest), spelled) if first != ELLIPSIS:
                *takes, gives = first, *rest  # what it takes is a list to pydantic, of which 2.14.4 shows the elements
                shown = "list" if self._version < (2, 14, 4) else f"[{self._row(tuple(takes), made)}]"
                return f"{spelled or 'Callable'}[{shown}, {self.display(gives, made)}]"
            case Generic(origin, args, spelled):
                return f"{spelled or origin.rpartition('.')[2]}[{self._row(args, made)}]"
            case Union(members):
                return f"Union[{self._row(members, made)}]"
            case Literal(values):
                return f"Literal[{', '.join(map(literal_text, values))}]"
            case Annotated():
                return self._annotated_name(type_, made)
            case Class(qualname) | Alias(qualname) if self._is_new_type(qualname):
                return "NewType"
            case Class(qualname, args):
                return self._class_text(qualname, args, made)
            case Alias(qualname, args):
                return self._alias_text(qualname, args)
            case TypeVariable(name):
                return type_.shown or f"~{name}"
            case Unresolved(_, _, text):
                return text

    def _row(self, types: tuple[Type, ...], made: bool) -> str:
        return ", ".join(self.display(type_, made) for type_ in types)

    def _annotated_name(self, type_: Annotated, made: bool) -> str:
        at = next((at for at, item in enumerate(type_.metadata) if isinstance(item, CallConstant) and item.of == FORWARD), -1)
        if at >= 0 and made:  # which says all that stands in front of it
            text, rest = str(type_.metadata[at].args[0]), list(type_.metadata[at + 1 :])
        else:
            text, rest = self.display(type_.type, made), [one for place, one in enumerate(type_.metadata) if place != at]
        if not rest:
            return text
        shown = [_metadata_text(item) for item in rest]
        if None in shown:
            self._notes.undecided_keyword("the name of a generic shows the text of its annotated argument")
        return f"Annotated[{', '.join([text, *(one or '' for one in shown)])}]"

    def _alias_text(self, qualname: str, args: tuple[Type, ...]) -> str:
        """A named alias with arguments shows as `typing` writes it, where a class has its module in front."""
        shown = [typing_repr(arg) for arg in args]
        if None in shown:
            self._notes.undecided_type("the name of a generic shows how typing writes an argument of an alias")
        name = qualname.rpartition(":")[2].rpartition(".")[2]
        return name + (f"[{', '.join(one or '' for one in shown)}]" if args else "")

    def _is_new_type(self, qualname: str) -> bool:
        """Return `True` if a type is a `NewType`: an object, not a class, whose text is that of its supertype."""
        definition = self._definitions.get(qualname)
        return definition is not None and definition.kind == "new_type"

    def _class_text(self, qualname: str, args: tuple[Type, ...], made: bool) -> str:
        definition = self._definitions.get(qualname)
        text = qualname.partition("#")[0].rpartition(":")[2]
        if not args:
            return text
        if definition is not None and definition.kind in MODELS:
            return f"{definition.name}[{self._row(args, True)}]"
        return (
            f"{text.rpartition('.')[2]}[{self._row(args, made)}]"  # `__qualname__` of what `typing` makes of it is `__name__`
        )


def _measure(types: tuple[Type, ...]) -> None:
    """Refuse arguments too large to be written out; shared parts count as often as they stand."""
    pending, left = list(types), MAX_PARTS
    while pending:
        left -= 1
        if left < 0:
            raise Exhausted(f"type arguments of more than {MAX_PARTS} parts")
        match pending.pop():
            case Generic(_, args) | Class(_, args) | Alias(_, args):
                pending.extend(args)
            case Union(members):
                pending.extend(members)
            case Annotated(inner, _):
                pending.append(inner)


_REPRESENTED = frozenset({"pydantic.Strict", "pydantic.AllowInfNan", "pydantic.FailFast", "pydantic.GeneralMetadata"})
"""Metadata whose `repr` a name shows in place of its class (`_repr.Representation`)."""

_SHOWN = ("title", "description", "discriminator")
"""Of what `FieldInfo` shows of itself: texts, in the order of its slots."""


def _metadata_text(item: Constant) -> str | None:
    """An item of metadata in the name of a class: its own class, of a `Field` all it says; None if that is not known."""
    match item:
        case CallConstant("pydantic.Field", (), kwargs):
            return _field_text(item, kwargs)
        case CallConstant("pydantic.OnErrorOmit") | Plain("pydantic.OnErrorOmit"):
            return "_OnErrorOmit"
        case CallConstant("pydantic.GeneralMetadata", (), {} as kwargs) if not kwargs:
            return "_PydanticGeneralMetadata()"
        case CallConstant(of) if of in _REPRESENTED:
            notes = Notes()
            shown = [constraint_repr(one, notes) for one in expand_metadata([item], notes) if isinstance(one, Constraint)]
            return shown[0] if len(shown) == 1 and not notes.issues else None
        case CallConstant(of) | Plain(of) | Class(of) if of != "pydantic.Field":
            name = of.rpartition(":")[2] if ":" in of else of.rpartition(".")[2]
            return name if name[:1].isupper() or ":" in of else None
        case HookedMetadata(name):
            return name
        case Function(name) if name != "lambda":
            return name
        case None | str() | int() | float():
            return type(item).__name__
        case _:
            return None


def _field_text(field: CallConstant, kwargs: Mapping[str, Constant]) -> str | None:
    """Return the `repr` of a `FieldInfo`: its texts, then its constraints; `None` if it is not known."""
    notes = Notes()
    told = [f", {name}={kwargs[name]!r}" for name in _SHOWN if isinstance(kwargs.get(name), str)]
    held = [one for one in info_of(field, notes).metadata if isinstance(one, Constraint)]
    if len(told) + sum(len(one.facts) for one in held) != len(kwargs):
        return None
    shown = [constraint_repr(one, notes) for one in held]
    metadata = f", metadata=[{', '.join(shown)}]" if shown else ""
    return None if notes.issues else f"FieldInfo(annotation=NoneType, required=True{''.join(told)}{metadata})"
