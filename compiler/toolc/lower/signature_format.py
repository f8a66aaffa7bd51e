"""Annotations and defaults as `inspect.Signature` writes them, for frameworks that show models a function's signature.

Takes a function's statement and a version of Python, gives texts; those that depend on the running program are left out.
Sources: `inspect.formatannotation`, `typing._type_repr`, `types.GenericAlias` and `types.UnionType` of CPython 3.10 to 3.14.
"""

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from toolc.lower.annotations.writing import annotation_text
from toolc.lower.values import constant
from toolc.module import Const, Expr, Func, Operation, SequenceExpr, SubscriptExpr
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    Program,
    ProgramPoint,
    Thunk,
    Value,
)
from toolc.signature import CallConstant, Member, Shown
from toolc.source import imported_name

_CLASSES = frozenset(
    """datetime.datetime datetime.date datetime.time datetime.timedelta datetime.timezone uuid.UUID decimal.Decimal
    fractions.Fraction collections.deque collections.OrderedDict collections.defaultdict collections.Counter re.Pattern
    enum.Enum""".split()
)
"""Classes of the standard library whose `__module__` is the one they are imported from, in every version of Python."""

_PYDANTIC = {"BaseModel": "main", "SecretBytes": "types", "SecretStr": "types"}
"""Classes of pydantic and the last part of their `__module__`, in 1.10 and in 2.0 to 2.14."""

_ANNOTATED = "typing.Annotated["
_TYPING = ("typing.", "typing_extensions.")


_VARIANCES = {"covariant", "contravariant", "infer_variance"}
"""Keywords of `TypeVar` that change the sign in front of its name, or leave it away."""

_SAID = ("title", "description", "examples", "discriminator")
_CONSTRAINTS = {
    "gt": "Gt",
    "ge": "Ge",
    "lt": "Lt",
    "le": "Le",
    "multiple_of": "MultipleOf",
    "min_length": "MinLen",
    "max_length": "MaxLen",
}
"""Keywords of `Field`, in the order in which `FieldInfo` keeps and shows them."""


class Form(Struct, frozen=True):
    """An object that stands in an annotation: its kind, its `repr`, and the members if it is a union."""

    kind: Literal["class", "any", "none", "ellipsis", "text", "typing", "alias", "union", "other"]
    text: str
    members: tuple["Form", ...] = ()


_NONE = Form("none", "None")


class SignatureFormatter:
    """Writes the objects of annotations for one version of Python."""

    def __init__(self, program: Program, python: tuple[int, ...]) -> None:
        self._program = program
        self._python = python

    def show_function(self, statement: Func, scope: ProgramPoint, defaults: ProgramPoint, future: bool) -> Shown:
        """Return the annotations and defaults of a function. `future`: every annotation is a string (PEP 563)."""
        annotations: dict[str, str] = {}
        values: dict[str, str] = {}
        pairs = [*((one.name, one.annotation) for one in statement.params), ("return", statement.returns)]
        for name, annotation in pairs:
            text = None if annotation is None else self._annotation(annotation, scope, future)
            if text is not None:
                annotations[name] = text
        for param in statement.params:
            text = None if param.default is None else self._default(self._program.evaluate(param.default, defaults))
            if text is not None:
                values[param.name] = text
        return Shown(annotations, values)

    def _annotation(self, annotation: Expr, scope: ProgramPoint, future: bool) -> str | None:
        if future:
            source = annotation_text(annotation)
            return None if source is None else repr(source)
        form = self._form(annotation, scope)
        if form is None:
            return None
        if form.kind == "text":
            return repr(form.text)
        bare = form.kind in ("typing", "any") or (form.kind == "union" and self._python >= (3, 14))
        return re.sub(r"[\w.]+", lambda match: match[0].removeprefix("typing."), form.text) if bare else form.text

    # --- objects -----------------------------------------------------------------------------------------------------

    def _form(self, expr: Expr, scope: ProgramPoint) -> Form | None:
        match expr:
            case Const(_, _, "str", value):
                return Form("text", str(value))
            case Const(_, _, "none"):
                return _NONE
            case Const(_, _, "ellipsis"):
                return Form("ellipsis", "...")
            case Operation(_, _, "binary", ops, items) if set(ops) == {"|"}:
                forms = self._forms(items, scope)
                return None if forms is None else self._either(forms)
            case SubscriptExpr(_, _, outer, items):
                first = items[0] if len(items) == 1 else None
                inside = first.items if isinstance(first, SequenceExpr) and first.kind == "tuple" else items
                return self._subscript(self._program.evaluate(outer, scope), inside, scope)
            case _:
                return self._object(self._program.evaluate(expr, scope))

    def _forms(self, items: Iterable[Expr], scope: ProgramPoint) -> list[Form] | None:
        forms = [form for item in items if (form := self._form(item, scope)) is not None]
        return forms if len(forms) == len(tuple(items)) else None

    def _object(self, value: Value) -> Form | None:
        match value:
            case ConstantValue(None):
                return _NONE
            case Thunk(expr, scope):
                return self._form(expr, scope)
            case ExternalSymbol("builtins.str", _) | ExternalSymbol("typing.Text", _):
                return Form("class", "str")
            case ExternalSymbol("typing.Any", _):
                return Form("any" if self._python >= (3, 11) else "typing", "typing.Any")
            case ExternalSymbol("typing.AnyStr", _):
                return Form("other", "~AnyStr")  # as a variable of types shows itself
            case ExternalSymbol(name, spelled) if (spelled or name).startswith(_TYPING):
                return Form("typing", f"typing.{(spelled or name).rpartition('.')[2]}")
            case ExternalSymbol(name, _):
                return _class(name, self._python)
            case DefinitionValue(node=node) if node.kind == "class" and not value.stmt.decorators:
                return Form("class", f"{imported_name(value.module)}.{value.qualname}")
            case DefinitionValue(node=node) if node.kind == "class" and self._only_dataclass(value):
                return Form("class", f"{imported_name(value.module)}.{value.qualname}")
            case CallResult(ExternalSymbol("typing.TypeVar"), args, name=name) if name and not _VARIANCES & {
                one.name for one in args
            }:
                return Form("other", f"~{name}")
            case CallResult(ExternalSymbol("typing.NewType"), name=name) if name and not value.scope.within:
                return Form("other", f"{value.scope.module}.{name}")
            case _:
                return None

    def _only_dataclass(self, cls: DefinitionValue) -> bool:
        """Return `True` if all decorators of a class return that very class."""
        keeps = ("dataclasses.dataclass", "enum.unique", "typing.final", "typing.runtime_checkable")
        made = [self._program.evaluate(one, cls.scope) for one in cls.stmt.decorators]
        callees = [one.callee if isinstance(one, CallResult) else one for one in made]
        return all(isinstance(one, ExternalSymbol) and one.name in keeps for one in callees)

    def _subscript(self, outer: Value, items: tuple[Expr, ...], scope: ProgramPoint) -> Form | None:
        if outer == ExternalSymbol("typing.Literal"):
            values = [self._default(self._program.evaluate(item, scope)) for item in items]
            texts = list(dict.fromkeys(value for value in values if value is not None))
            return Form("typing", f"typing.Literal[{', '.join(texts)}]") if None not in values else None
        if outer == ExternalSymbol("typing.Annotated"):
            return self._show_annotated(items, scope)
        forms = self._forms(items, scope)
        if forms is None:
            return None
        if not forms:
            return self._empty(outer)
        match outer:
            case ExternalSymbol("typing.Unpack", _):  # each module has its own, and shows it its own way
                return None
            case ExternalSymbol("typing.Optional", _):
                return self._union([*forms, _NONE])
            case ExternalSymbol("typing.Union", _):
                return self._union(forms)
            case ExternalSymbol(name, spelled) if spelled.startswith(_TYPING) and name != "collections.abc.Callable":
                return Form("typing", f"typing.{spelled.rpartition('.')[2]}[{', '.join(map(_inside_typing, forms))}]")
            case ExternalSymbol(name, _) if (
                cls := _class(name, self._python)
            ) is not None and name != "collections.abc.Callable":
                return Form("alias", f"{cls.text}[{', '.join(map(_inside_alias, forms))}]")
            case DefinitionValue(node=node) if node.kind == "class" and all(form.text.isidentifier() for form in forms):
                inside = ", ".join(form.text for form in forms)
                return Form("other", f"{imported_name(outer.module)}.{outer.qualname}[{inside}]")
            case _:
                return None

    def _empty(self, outer: Value) -> Form | None:
        """`tuple[()]`."""
        if not isinstance(outer, ExternalSymbol) or outer.name != "builtins.tuple":
            return None
        return Form("typing", "typing.Tuple[()]") if outer.spelled else Form("alias", "tuple[()]")

    def _show_annotated(self, items: tuple[Expr, ...], scope: ProgramPoint) -> Form | None:
        """Before Python 3.12 it took over the `__module__` of the type."""
        inner = self._form(items[0], scope)
        said = [self._text_of_metadata(self._program.evaluate(item, scope)) for item in items[1:]]
        if inner is None or not said or None in said:
            return None
        within = inner.text.startswith(_ANNOTATED)  # one within the other is one
        before = inner.text[len(_ANNOTATED) : -1] if within else _inside_typing(inner)
        text = f"{_ANNOTATED}{before}, {', '.join(one for one in said if one is not None)}]"
        typing = self._python >= (3, 12) or inner.kind in ("typing", "any")
        return Form("typing" if typing else "other", text)

    def _text_of_metadata(self, value: Value) -> str | None:
        """Return the text of an item of `Annotated`: a string, or `Field(…)`; `None` for any other."""
        told = constant(value, self._program)
        if isinstance(told, CallConstant) and told.of == "pydantic.Field" and not told.args:
            return _field(told)
        return repr(told) if isinstance(told, str) else None

    # --- unions ------------------------------------------------------------------------------------------------------

    def _either(self, forms: list[Form]) -> Form | None:
        """`X | Y`: an object of `typing` makes the whole one of `typing`, from the place on where it stands."""
        made: Form | None = forms[0]
        for form in forms[1:]:
            if made is None or "text" in (made.kind, form.kind):
                return None
            plain = all(one.kind in ("class", "any", "none", "alias", "union") for one in (made, form))
            made = _join_members(_flat([made, form])) if plain else self._union([made, form])
        return made

    def _union(self, forms: list[Form]) -> Form:
        """`typing.Union[…]`, which is the same as `X | Y` since Python 3.14."""
        members = _flat(forms)
        if len(members) == 1:
            return members[0]
        if self._python >= (3, 14):
            return _join_members(members)
        shown = [_inside_typing(member) for member in members if member.kind != "none"]
        if len(shown) == 1:
            return Form("typing", f"typing.Optional[{shown[0]}]", members)
        return Form("typing", f"typing.Union[{', '.join(map(_inside_typing, members))}]", members)

    # --- values ------------------------------------------------------------------------------------------------------

    def _default(self, value: Value) -> str | None:
        if isinstance(value, EnumMember) and self._program.class_attribute(value.enum, "__repr__") is not None:
            return None
        told = constant(value, self._program)
        match told:
            case Member(enum, name, inner) if _repeatable(inner):
                return f"<{enum.rpartition(':')[2].rpartition('.')[2]}.{name}: {inner!r}>"
            case CallConstant(of, args, kwargs) if of in _MOMENTS and all(
                isinstance(one, int) for one in (*args, *kwargs.values())
            ):
                return _moment(of, args, kwargs)
            case _ if _repeatable(told):
                return repr(told)
            case _:
                return None


_MOMENTS = {f"datetime.{one.__name__}": one for one in (datetime.date, datetime.datetime, datetime.time, datetime.timedelta)}


def _moment(of: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str | None:
    """`datetime.datetime(2024, 1, 2, 0, 0)`, the same in every version of Python; None where it raises."""
    try:
        return repr(_MOMENTS[of](*args, **kwargs))
    except (TypeError, ValueError, OverflowError):
        return None


def _field(field: CallConstant) -> str | None:
    """`FieldInfo.__repr_args__` of a field that is not part of a model yet (pydantic 2.14); None for rarer keywords."""
    if set(field.kwargs) - {*_SAID, *_CONSTRAINTS} or not all(map(_repeatable, field.kwargs.values())):
        return None
    given = {key: value for key, value in field.kwargs.items() if value is not None}
    parts = [f"{key}={given[key]!r}" for key in _SAID if key in given]
    constraints = [f"{made}({key}={given[key]!r})" for key, made in _CONSTRAINTS.items() if key in given]
    said = [*parts, f"metadata=[{', '.join(constraints)}]"] if constraints else parts
    return f"FieldInfo({', '.join(['annotation=NoneType', 'required=True', *said])})"


def _repeatable(value: object) -> bool:
    """Return `True` if `repr` gives the same in each run: plain values, and no sets of several items."""
    match value:
        case None | bool() | int() | float() | str() | bytes():
            return True
        case list() | tuple():
            return all(map(_repeatable, value))
        case set() | frozenset():
            return len(value) < 2 and all(map(_repeatable, value))
        case dict():
            return all(_repeatable(key) and _repeatable(item) for key, item in value.items())
        case _:
            return False


def _class(name: str, python: tuple[int, ...]) -> Form | None:
    """Return a class of the standard library or pydantic under its `__module__`; `None` for a class not in the tables."""
    module, _, bare = name.rpartition(".")
    if module == "pydantic" and bare in _PYDANTIC:
        return Form("class", f"pydantic.{_PYDANTIC[bare]}.{bare}")
    if module == "builtins" or name == "types.NoneType":
        return Form("class", bare)
    if name in ("pathlib.Path", "pathlib.PurePath"):
        return Form("class", f"pathlib._local.{bare}" if python[:2] == (3, 13) else name)
    return Form("class", name) if name in _CLASSES or module == "collections.abc" else None


def _flat(forms: list[Form]) -> tuple[Form, ...]:
    return tuple(dict.fromkeys(member for form in forms for member in (form.members or (form,))))


def _join_members(members: tuple[Form, ...]) -> Form:
    if len(members) == 1:
        return members[0]
    return Form("union", " | ".join(_inside_alias(member) for member in members), members)


def _inside_typing(form: Form) -> str:
    if form.kind == "none":
        return "NoneType"
    return f"ForwardRef({form.text!r})" if form.kind == "text" else form.text


def _inside_alias(form: Form) -> str:
    return repr(form.text) if form.kind == "text" else form.text
