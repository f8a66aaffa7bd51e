"""Methods that pydantic's decorators register in a class body: validators that replace a type, serializers, computed fields.

Takes the classes of a lineage, gives what pydantic 2.14 `DecoratorInfos.build` collects: base classes first, plain ones
included, and a method of the same name takes the place of the inherited one.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from toolc.lower.annotations.metadata import argument_type
from toolc.lower.annotations.resolve import Annotations
from toolc.lower.classes.annotation_evaluation import resolve_return
from toolc.lower.classes.unsupported import DEPRECATED
from toolc.lower.values import argument
from toolc.module import AnnAssign, Assign, Func, Name, Stmt
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, ProgramPoint, Value
from toolc.qualified_names import canonical
from toolc.signature import CallConstant, Constant, Field, Given, Serializer, Type, UnknownConstant, Unresolved

_MODES = {"plain": "pydantic.PlainValidator", "before": "pydantic.BeforeValidator", "wrap": "pydantic.WrapValidator"}
_KINDS = {
    "pydantic.field_validator": "validator",
    "pydantic.field_serializer": "serializer",
    "pydantic.model_serializer": "whole",
    "pydantic.computed_field": "computed",
    "pydantic.model_validator": "instances",
    "pydantic.root_validator": "instances",
    "pydantic.validator": "older",
}

_OLDER = ("pydantic.validator", "pydantic.root_validator")


class Method(Struct, frozen=True):
    """One decorated method: the decorator's call (None without brackets), the method, where it stands, and the class."""

    name: str
    call: CallResult | None
    function: Func
    scope: ProgramPoint
    home: DefinitionValue


class Decorated(Struct, frozen=True):
    """The decorated methods of a class by kind and name, in the order in which they count."""

    methods: Mapping[str, Mapping[str, Method]]
    annotations: Annotations

    def validators(self, name: str) -> tuple[CallConstant, ...]:
        """The validators of a field that change its schema, as the annotations that they amount to."""
        found = (self._validator(one) for one in self._of("validator", name))
        return tuple(made for made in found if made is not None)

    def has_validator(self, name: str) -> bool:
        """Return `True` if a field has any validator: one behind `OnErrorOmit` makes the field required."""
        return bool(self._of("validator", name))

    def serializer(self, name: str) -> Serializer | None:
        """The serializer of a field: the last one counts."""
        found = self._of("serializer", name)
        return self._serializer(found[-1], 1) if found else None

    def whole(self) -> Serializer | None:
        """The serializer of the class itself."""
        found = list(self.methods["whole"].values())
        return self._serializer(found[-1], 0) if found else None

    def computed_fields(self) -> Iterator[tuple[Field, DefinitionValue]]:
        """The properties that are written along with the fields, and the class of each."""
        return ((self._computed_field(one), one.home) for one in self.methods["computed"].values())

    def mode(self, method: Method) -> str:
        """Return the mode of a validator; those of pydantic 1 receive values as `before` ones do. "wrap" if it is not known."""
        if method.call is None or called_name(method.call) in _OLDER:
            return "before"
        mode = self._keywords(method).get("mode", "after")
        return mode if isinstance(mode, str) else "wrap"

    def is_static(self, method: Method) -> bool:
        """Return `True` if a method has no parameter for the class."""
        return "builtins.staticmethod" in self._decorators(method)

    def _of(self, kind: str, name: str) -> list[Method]:
        return [one for one in self.methods[kind].values() if {name, "*"} & self.names(one)]

    def names(self, method: Method) -> set[Constant]:
        """The fields that a decorator names, "*" for all of them."""
        program = self.annotations.program
        names: set[Constant] = set()
        for arg in method.call.args if method.call is not None else ():
            if arg.name is None:
                told = argument(arg, method.scope, program)
                names.update(told if isinstance(told, (list, tuple)) else [told if isinstance(told, str) else "*"])
        return names

    def _decorators(self, method: Method) -> set[str]:
        values = [self.annotations.program.evaluate(decorator, method.scope) for decorator in method.function.decorators]
        return {name for value in values if (name := called_name(value))}

    def _keywords(self, method: Method) -> dict[str, Constant]:
        """The keywords of the decorator; those that are types are read as types."""
        call, annotations = method.call, self.annotations
        given = {arg.name: arg for arg in (call.args if call is not None else ()) if arg.name is not None}
        return {
            name: argument_type(arg, method.scope, annotations)
            if name in ("return_type", "json_schema_input_type")
            else argument(arg, method.scope, annotations.program)
            for name, arg in given.items()
        }

    def _validator(self, method: Method) -> CallConstant | None:
        given = self._keywords(method)
        mode = given.get("mode", "after")
        takes = given.get("json_schema_input_type")
        if isinstance(mode, UnknownConstant):
            return CallConstant("pydantic.PlainValidator", (), {"json_schema_input_type": mode})
        if mode == "after" or (takes is None and mode != "plain"):
            return None
        return CallConstant(
            _MODES.get(str(mode), "pydantic.WrapValidator"), (), {} if takes is None else {"json_schema_input_type": takes}
        )

    def _serializer(self, method: Method, values: int) -> Serializer:
        given = self._keywords(method)
        plain = given.get("mode", "plain") == "plain"
        taken = [param for param in method.function.params if param.kind not in ("var_positional", "var_keyword")]
        count = len(taken) - (0 if self.is_static(method) else 1)
        informed = count > values + (0 if plain else 1)
        return Serializer(self._resolve_return(given, method), plain, informed, str(given.get("when_used", "always")))

    def _resolve_return(self, given: Mapping[str, Constant], method: Method) -> Type | None:
        told: Type | None = given.get("return_type")
        return resolve_return(method.function, method.scope, method.home, self.annotations) if told is None else told

    def untyped_reason(self) -> str:
        """Return the reason why a computed field without a type raises (2.14 `_computed_field_schema`), or ""."""
        without = [
            name for name, one in self.methods["computed"].items() if self._resolve_return(self._keywords(one), one) is None
        ]
        return f"the computed field `{without[0]}` has no return type, and pydantic raises" if without else ""

    def _computed_field(self, method: Method) -> Field:
        """Return a `Field` with the decorator's arguments; the docstring of the property describes it."""
        given = {name: value for name, value in self._keywords(method).items() if name != "return_type"}
        if "description" not in given and method.function.doc:
            given["description"] = inspect.cleandoc(method.function.doc)
        if given.get("deprecated") is None and any(name in DEPRECATED for name in self._decorators(method)):
            given["deprecated"] = True
        returned = self._resolve_return(self._keywords(method), method)
        type_ = Unresolved("TC316", f"the computed field `{method.name}` says no type") if returned is None else returned
        place = self.annotations.program.span(method.scope, method.function.name_at, method.function.name_at + len(method.name))
        return Field(
            method.name,
            type_,
            Given(CallConstant("pydantic.Field", (), given)),
            None,
            None,
            place,
            self.serializer(method.name),
        )


def collect_decorated(lineage: Sequence[DefinitionValue], annotations: Annotations) -> Decorated:
    """Collect the decorated methods of a class and of its bases; the class itself stands first in its lineage."""
    methods: dict[str, dict[str, Method]] = {kind: {} for kind in _KINDS.values()}
    for cls in reversed(lineage):
        for kind, method in _own(cls, annotations):
            methods[kind][method.name] = method
    return Decorated(methods, annotations)


def _own(cls: DefinitionValue, annotations: Annotations) -> Iterator[tuple[str, Method]]:
    program = annotations.program
    statements = list(program.statements(cls))
    last = {_set_by(statement): at for at, (_, statement, _) in enumerate(statements)}
    for at, (_, statement, scope) in enumerate(statements):
        if isinstance(statement, Func) and last.get(statement.name, -1) < at:
            for decorator in statement.decorators:
                value = program.evaluate(decorator, scope)
                if (kind := _KINDS.get(called_name(value))) is not None:
                    yield kind, Method(statement.name, value if isinstance(value, CallResult) else None, statement, scope, cls)
        elif isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
            for kind, target, call in _assigned_decorators(program.evaluate(statement.value, scope), annotations):
                yield kind, Method(statement.targets[0].id, call, target, call.scope, cls)


def _set_by(statement: Stmt) -> str:
    """The name that a statement gives a value to; "" for a statement of another kind."""
    target = statement.targets[0] if isinstance(statement, Assign) and len(statement.targets) == 1 else None
    if isinstance(statement, AnnAssign) and statement.value is not None:
        target = statement.target
    return target.id if isinstance(target, Name) else ""


def _assigned_decorators(value: Value, annotations: Annotations) -> Iterator[tuple[str, Func, CallResult]]:
    """`check = field_validator("a")(function)` is what the decorator makes of a function that stands elsewhere."""
    if not isinstance(value, CallResult) or not isinstance(value.callee, CallResult) or len(value.args) != 1:
        return
    kind = _KINDS.get(called_name(value.callee))
    target = annotations.program.evaluate(value.args[0].value, value.scope) if kind is not None else None
    if kind is not None and isinstance(target, DefinitionValue) and isinstance(target.stmt, Func):
        yield kind, target.stmt, value.callee


def called_name(value: Value) -> str:
    """The canonical name of a decorator, with or without brackets; "" for one of the program."""
    callee = value.callee if isinstance(value, CallResult) else value
    return canonical(callee.name) if isinstance(callee, ExternalSymbol) else ""
