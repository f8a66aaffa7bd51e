"""Annotations as resolved Python types.

Takes an expression and its scope, gives a `signature.Type`. Classes and aliases met on the way are collected, to be defined
later: a class that mentions itself costs nothing here.
"""

from collections.abc import Sequence

from toolc.lower.annotations.cached_order import TypingCacheOrder, ran_by
from toolc.lower.annotations.constrained import CONSTRAINED, constraints
from toolc.lower.annotations.hooks import hooked_metadata, stands_for
from toolc.lower.annotations.literals import distinct, unpack_constants
from toolc.lower.annotations.metadata import metadata
from toolc.lower.annotations.places import Place, class_site, frames, is_type, local
from toolc.lower.annotations.subscripts import as_given, as_written, items_of, laid_open, quoted_text
from toolc.lower.lineage import is_model
from toolc.lower.source_text import text_of
from toolc.lower.values import constant, model_name
from toolc.missing_packages import MISSING, describe_missing
from toolc.module import Attribute, Call, Const, Expr, Name, Operation, SequenceExpr, Star, SubscriptExpr, ValueExpr
from toolc.program import (
    UNDEFINED_NAME,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
)
from toolc.python_versions import python_before
from toolc.qualified_names import canonical, in_typing, is_modelled
from toolc.signature import (
    ELLIPSIS,
    NONE,
    Alias,
    CallConstant,
    Class,
    Constant,
    Generic,
    Literal,
    NamedUnion,
    Plain,
    Type,
    TypeVariable,
    UnknownConstant,
    Unresolved,
)
from toolc.types.aliases import WRAPPERS, as_annotated, expand_alias
from toolc.types.operations import annotate, named_union, substitute, union, variable_key, variables

MAX_DEPTH = 40
ROOT_MODEL = "pydantic.root_model:RootModel"
ROOT = TypeVariable("RootModelRootType")
"""The type of the root of a `RootModel` without type arguments."""

MAX_PARTS = 20_000
"""The limit on the parts of one annotation once its aliases are expanded: `A = tuple[B, B]` doubles with each alias."""

_UNSEEN = 100
"""The number of parts counted for a type nested too deeply to look into: where it doubles with each level, there is no end."""

TOO_LARGE = Unresolved("TC316", "the annotation has too many parts once its aliases are unfolded")


class Annotations:
    """Resolves annotations of one program and remembers which classes and aliases they reach."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reached: dict[str, DefinitionValue | CallResult] = {}
        self.orders = TypingCacheOrder()
        self._depth = 0
        self._classes = 0
        self._parts = 0
        self._large: set[Place] = set()
        self._home = ProgramPoint("")
        self._unfolding: set[Place] = set()
        self.named_unions: dict[tuple[str, str], NamedUnion] = {}
        """The plain aliases of unions of classes, by module and name."""
        self._read_elsewhere = False  # names in quotes in an alias: whoever uses or rebuilds it may say what they stand for

    def resolve(self, expr: Expr, scope: ProgramPoint, reader: ProgramPoint | None = None) -> Type:
        """The type an annotation stands for; `reader` is where texts in quotes are read, if not there too."""
        if self._depth > MAX_DEPTH:
            self._parts += _UNSEEN
            return Unresolved("TC316", "the annotation is nested too deeply")
        if not self._depth:
            self._home = reader or ProgramPoint(scope.module, scope.within)
        self._parts = self._parts + 1 if self._depth else 0
        if self._parts > MAX_PARTS:
            return TOO_LARGE
        self._depth += 1
        try:
            found = self._resolve(expr, scope)
        finally:
            self._depth -= 1
        return found if self._depth or self._parts <= MAX_PARTS else TOO_LARGE

    def _resolve(self, expr: Expr, scope: ProgramPoint) -> Type:
        match expr:
            case Const(_, _, "none"):
                return NONE
            case Const(_, _, "ellipsis"):
                return ELLIPSIS
            case Const(_, _, "str"):
                return self._forward(str(expr.value))
            case Operation(_, _, "binary", ops, (Const(), Const(), *_)) if set(ops) == {"|"}:  # Python: no operator for these
                return Unresolved("TC307", f"`{text_of(expr)}` raises TypeError", text_of(expr))
            case Operation(_, _, "binary", ops, items) if set(ops) == {"|"}:
                members = [self.resolve(item, scope) for item in items]
                self.orders.either(ran_by(scope, self.program), members)
                return union(members)
            case SubscriptExpr():
                return self._subscript(expr, scope)
            case ValueExpr(value=value):
                return self.from_value(value)
            case Name() | Attribute() | Call():
                return self.from_value(self.program.evaluate(expr, scope), text_of(expr))
            case _:
                return Unresolved("TC307", "it is not a type")

    def _forward(self, text: str) -> Type:
        """A string annotation, read when everything around it has run, or where the reader stands.

        One in a plain alias is a `ForwardRef` that knows no module: it is read where the alias is used (`typing._eval_type`).
        """
        expr = self.program.expression(text)
        if expr is None:
            return Unresolved("TC307", f"`{text}` is not a type", text)
        outside, self._read_elsewhere = self._read_elsewhere, self._read_elsewhere or bool(self._unfolding)
        try:
            return self.resolve(expr, self._home)
        finally:
            self._read_elsewhere = outside

    def from_value(self, value: Value, text: str = "") -> Type:
        """The type that a value stands for in an annotation."""
        match value:
            case ConstantValue(None):
                return NONE
            case ConstantValue(inner) if (
                isinstance(inner, str) and self._depth
            ):  # `Name: TypeAlias = "int | str"`, used by another
                return self._forward(inner)
            case ExternalSymbol(name, spelled):
                return self._external(canonical(name), text, in_typing(spelled))
            case DefinitionValue() if value.node.kind == "class":
                return Class(self._reach(value))
            case Thunk():
                return self._expand_alias(value, text)
            case CallResult(ExternalSymbol(callee)):
                return self._resolve_call(value, canonical(callee), text)
            case CallResult(DefinitionValue()) if is_type(made := self.program.result(value)):
                return self.from_value(made, text)
            case Unknown(reason, code):
                certain = code if code != UNDEFINED_NAME or not self._read_elsewhere else ""
                return Unresolved(certain or "TC307", reason, text)
            case _:
                return Unresolved("TC307", f"`{text}` is not a type toolc can follow", text)

    def _expand_alias(self, alias: Thunk, text: str) -> Type:
        """Expand a plain alias; return `TOO_LARGE` if the expansion is, in which case the alias is never expanded again.

        One that mentions itself never ends: pydantic 2.14 raises RecursionError.
        """
        at = alias.expr.at if alias.scope.module else id(alias.expr)  # what a program has put together stands nowhere
        place = (alias.scope.module, alias.name, at, frames(alias.scope))
        if place in self._unfolding:
            return Unresolved("TC308", f"`{text}` mentions itself, and only a `type` statement or TypeAliasType may", text)
        if place in self._large:
            self._parts = MAX_PARTS + 1
            return TOO_LARGE
        whole = self._depth <= 1
        self._unfolding.add(place)
        try:
            found = self.resolve(alias.expr, alias.scope)
        finally:
            self._unfolding.discard(place)
        if whole and self._parts > MAX_PARTS and alias.scope.module:
            self._large.add(place)
        if alias.name and not alias.scope.within and (named := named_union(alias.name, found)) is not None:
            self.named_unions.setdefault((alias.scope.module, alias.name), named)
        return found

    def meet(self, value: Value | None, depth: int = 0) -> None:
        """Remember the classes whose instances a value holds: their serializers decide how a default is written."""
        if depth > MAX_DEPTH:
            return
        match value:
            case CallResult(callee, args, scope):
                if isinstance(callee, DefinitionValue) and callee.node.kind == "class":
                    self._reach(callee)
                for arg in args:
                    self.meet(self.program.evaluate(arg.value, scope), depth + 1)
            case EnumMember(enum):
                self._reach(enum)
            case SequenceValue(_, items):
                for item in items:
                    self.meet(item, depth + 1)
            case MappingValue(entries):
                for _, item in entries:
                    self.meet(item, depth + 1)

    def _reach(self, definition: DefinitionValue) -> str:
        """The name of a class in the table; a class defined again under its name, or by another call of the function it is in,
        gets `#2`, `#3` … behind it."""
        name, number = definition.full_name, 1
        while (known := self.reached.get(name)) is not None and (
            not isinstance(known, DefinitionValue) or class_site(known) != class_site(definition)
        ):
            number += 1
            name = f"{definition.full_name}#{number}"
        self.reached[name] = definition
        return name

    def _reach_call(self, call: CallResult, qualname: str) -> str:
        """The name of what a call makes in the table; what another call makes under its name gets `#2`, `#3` … behind it."""
        name, number = qualname, 1
        while (known := self.reached.get(name)) is not None and known != call:
            number += 1
            name = f"{qualname}#{number}"
        self.reached[name] = call
        return name

    def _external(self, name: str, text: str, spelled: str = "") -> Type:
        if name == "enum.Enum" and python_before(self.program.version("python"), 3, 13):
            return Unresolved("TC316", "what Python says of `enum.Enum` itself differs before 3.13", text)
        if (value := self.program.source_definition(name)) is not None:
            return self.from_value(value, text)
        if is_modelled(name) or name.startswith("builtins."):
            return Plain(name, spelled) if spelled else expand_alias(name)
        package = name.partition(".")[0]
        return Unresolved(MISSING, describe_missing(package), text)

    # --- subscripts ---

    def _subscript(self, expr: SubscriptExpr, scope: ProgramPoint) -> Type:
        value = self.program.evaluate(expr.value, scope)
        match value:
            case ExternalSymbol(name, spelled):
                written = spelled or name
                return self._special(canonical(name), expr, scope, written if written.startswith("typing") else "")
            case DefinitionValue() if value.node.kind == "class":
                return Class(self._reach(value), self._own_arguments(expr, scope, is_model(value, self.program)))
            case CallResult(ExternalSymbol("typing.TypeAliasType")):
                alias = self._resolve_call(value, "typing.TypeAliasType", "")
                return Alias(alias.qualname, self._arguments(expr, scope)) if isinstance(alias, Alias) else alias
            case Thunk():
                template = self._expand_alias(value, text_of(expr.value))
                names = [variable_key(var) for var in variables(template)]
                return substitute(template, dict(zip(names, self._arguments(expr, scope), strict=False)))
            case _:
                return self.from_value(value, text_of(expr.value))

    def _arguments(self, expr: SubscriptExpr, scope: ProgramPoint, typing: bool = False) -> tuple[Type, ...]:
        """The arguments of anything but a class."""
        return tuple(self._part(item, scope, typing) for item in self._unpack_arguments(laid_open(expr), scope))

    def _unpack_arguments(self, items: Sequence[Expr], scope: ProgramPoint) -> tuple[Expr, ...]:
        """The arguments of a subscript: those of a tuple that stands there alone, or behind a star, in its place."""
        found: list[Expr] = []
        for item in items:
            star = isinstance(item, Star)
            one = item.value if isinstance(item, Star) else item
            value = self.program.evaluate(one, scope) if star or (len(items) == 1 and isinstance(one, Name | Call)) else None
            held = isinstance(value, SequenceValue) and value.kind == "tuple"
            found.extend(
                [ValueExpr(one.at, one.end, part) for part in value.items]
                if isinstance(value, SequenceValue) and held
                else [item]
            )
        return tuple(found)

    def _own_arguments(self, expr: SubscriptExpr, scope: ProgramPoint, model: bool = True) -> tuple[Type, ...]:
        """The arguments of a class; a model is made with them as they stand."""
        self._classes += 1
        try:
            return tuple(
                as_given(self.resolve(one, scope), quoted_text(one, scope, self.program), model) for one in laid_open(expr)
            )
        finally:
            self._classes -= 1

    def _part(self, expr: Expr, scope: ProgramPoint, typing: bool = True) -> Type:
        found = self.resolve(expr, scope)
        return as_written(found, quoted_text(expr, scope, self.program), typing) if self._classes else found

    def _special(self, name: str, expr: SubscriptExpr, scope: ProgramPoint, remembers: str) -> Type:
        """A subscript of something known; `remembers` is its name in typing, which remembers what it gave."""
        items = items_of(expr)
        if name == "typing.Literal":
            return Literal(tuple(distinct(self._literal_values(items, scope))))
        if name == "typing.Annotated" and items:
            source = self._part(items[0], scope)
            return annotate(source, tuple(self._metadata(self.program.evaluate(item, scope), source) for item in items[1:]))
        if name in ("typing.Optional", "typing.Union") and items:
            members = tuple(self._part(item, scope) for item in self._unpack_arguments(items, scope))
            self.orders.note(ran_by(scope, self.program), remembers.rpartition(".")[2], members)
            return union([*members, NONE] if name == "typing.Optional" else members)
        if name == "pydantic.RootModel":
            return Class(ROOT_MODEL, self._own_arguments(expr, scope))
        if name in WRAPPERS:
            return as_annotated(name, self._arguments(expr, scope)) or Plain(name)
        if name == "builtins.tuple" and len(items) == 1 and isinstance(items[0], SequenceExpr) and not items[0].items:
            return Generic(name, (), in_typing(remembers))
        known = self._external(name, name)
        if not isinstance(known, Plain):
            return known
        args = self._arguments(expr, scope, bool(remembers))
        if remembers:
            self.orders.note(ran_by(scope, self.program), remembers.rpartition(".")[2], args)
        return Generic(name, args, in_typing(remembers))

    def _metadata(self, value: Value, source: Type) -> Constant:
        """One item of `Annotated`; a class of the program that it is, or is made of, is defined like a type."""
        made = value.callee if isinstance(value, CallResult) else value
        if isinstance(made, DefinitionValue) and made.node.kind == "class":
            self._reach(made)
        elif isinstance(made, DefinitionValue) and isinstance(value, CallResult):
            value = self.program.result(value)
        value = stands_for(value, self.program)
        return hooked_metadata(value, source, self) or metadata(value, self)

    def _literal_values(self, items: tuple[Expr, ...], scope: ProgramPoint) -> list[Constant]:
        values: list[Constant] = []
        for item in items:
            value = self.program.evaluate(item.value if isinstance(item, Star) else item, scope)
            if isinstance(item, Star):  # Literal[*COLOURS]
                values.extend(unpack_constants(constant(value, self.program)))
            elif isinstance(value, Thunk):
                inner = self.resolve(value.expr, value.scope)
                values.extend(inner.values if isinstance(inner, Literal) else [UnknownConstant("it is not a literal value")])
            else:
                given = constant(value, self.program)
                values.extend(given if isinstance(given, tuple) and len(items) == 1 else [given])  # Literal[COLOURS]
        return values

    # --- calls that make types ---

    def _resolve_call(self, call: CallResult, callee: str, text: str) -> Type:
        match callee:
            case "typing.TypeVar":
                return self._variable(call)
            case "typing.NewType" | "typing.TypedDict" | "typing.NamedTuple" | "collections.namedtuple":
                return Class(self._reach_call(call, self._qualname(call)))
            case "enum.Enum" | "enum.IntEnum" | "enum.StrEnum":
                return Class(self._reach_call(call, self._qualname(call)))
            case "pydantic.create_model":
                if model_name(call, self.program) is None or not call.scope.module:
                    return Unresolved("TC316", "the name of the model is known only at run time", text)
                if call.scope.loops is not None:
                    return Unresolved("TC316", "a loop makes this model again in each round", text)
                return Class(self._reach_call(call, self._qualname(call)))
            case "typing.TypeAliasType":
                return Alias(self._reach_call(call, self._qualname(call)))
            case _ if callee in CONSTRAINED:
                return self._resolve_constrained(call, CONSTRAINED[callee])
            case _:
                return Unresolved("TC307", f"`{text or callee}` is the result of a call", text)

    def _qualname(self, call: CallResult) -> str:
        """Return the qualified name of the type that a call creates; it ends in the variable's name if the name argument is
        unknown.
        """
        name = model_name(call, self.program) or call.name or "_"
        path = [part for d in call.scope.within if d.node.kind != "alias" for part in (d.stmt.name, *local(d))]
        return f"{call.scope.module}:{'.'.join([*path, name])}"

    def _variable(self, call: CallResult) -> Type:
        name, bound, default, constraints = call.name, None, None, []
        for position, arg in enumerate(call.args):
            if position == 0 and isinstance(arg.value, Const):
                name = str(arg.value.value)
            elif arg.name == "bound":
                bound = as_written(
                    self.resolve(arg.value, call.scope), quoted_text(arg.value, call.scope, self.program), typing=True
                )
            elif arg.name == "default":
                default = self.resolve(arg.value, call.scope)
            elif arg.name is None:
                constraints.append(self.resolve(arg.value, call.scope))
        shown = (
            "" if python_before(self.program.version("python"), 3, 12) else "TypeVar"
        )  # in C since then, which pydantic shows by its class
        return TypeVariable(name, bound, tuple(constraints), default, call.scope.module, shown)

    def _resolve_constrained(self, call: CallResult, base: str) -> Type:
        inner: Type = Plain(base)
        made = constant(call, self.program)
        if not isinstance(made, CallConstant):
            return Unresolved("TC316", "its constraints are computed while the program runs")
        kwargs = dict(made.kwargs)
        item = next((arg.value for arg in call.args if arg.name in (None, "item_type")), None)
        if base in ("builtins.list", "builtins.set", "builtins.frozenset") and item is not None:
            inner = Generic(base, (self.resolve(item, call.scope),))
            kwargs.pop("item_type", None)
        return annotate(inner, constraints(base, kwargs))
