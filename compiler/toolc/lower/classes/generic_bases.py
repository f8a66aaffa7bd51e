"""Arguments for the type variables of generic models in the models that inherit from them.

Takes a class definition, gives its model bases with the types of their variables. Only pydantic creates a class for
`Base[int]`; for all others a subclass has the fields of the bare `Base`.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from typing import TypeVar

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.lineage import MODELS, is_model
from toolc.module import Class as ClassStatement
from toolc.module import Expr, Name, SubscriptExpr
from toolc.program import DefinitionValue, ExternalSymbol, ProgramPoint, Thunk, Value
from toolc.signature import Class, Generic, Type, TypeVariable
from toolc.types.operations import map_types, replace_variables, variable_key, variables, variables_of

T = TypeVar("T")
Variables = dict[str, Type]


class GenericBases:
    """The generic bases of the models of one program."""

    def __init__(self, annotations: Annotations) -> None:
        self._annotations = annotations
        self._program = annotations.program
        self._parameters: dict[tuple[str, int], tuple[TypeVariable, ...]] = {}
        self._spelling: set[str] = set()  # models that name themselves

    def named_bases(self, cls: DefinitionValue) -> list[Value]:
        """The classes that a class names as its bases, arguments left off."""
        return [
            self._program.evaluate(expr.value if isinstance(expr, SubscriptExpr) else expr, scope)
            for expr, scope in self._written_bases(cls)
        ]

    def of(self, cls: DefinitionValue) -> list[tuple[DefinitionValue, Variables]]:
        """The models that a class names as its bases, in order, with what the variables of each stand for."""
        bases = (self._apply_arguments(expr, scope) for expr, scope in self._written_bases(cls))
        return [base for base in bases if base is not None]

    def mappings(self, definition: DefinitionValue) -> dict[str, Variables]:
        """For every model among the ancestors, what its type variables stand for in this class."""
        empty: Variables = {}
        return self._above(
            definition, empty, lambda given, below: {name: replace_variables(arg, below) for name, arg in given.items()}
        )

    def type_in_subclass(self, type_: Type, home: DefinitionValue, definition: DefinitionValue) -> Type:
        """Return a type declared in a model as a class below it has it: each base with type arguments substitutes variables
        again.
        """
        nothing: tuple[Variables, ...] = ()
        steps = self._above(definition, nothing, lambda given, below: (given, *below))
        return reduce(self.replace_variables, steps.get(home.full_name, ()), type_)

    def _above(self, definition: DefinitionValue, own: T, joined: Callable[[Variables, T], T]) -> dict[str, T]:
        """Map every model among the ancestors to the type arguments that the classes below give it, joined along the path."""
        found: dict[str, T] = {}
        pending = [(definition, own)]
        while pending:
            cls, told = pending.pop()
            if cls is not definition:
                if cls.full_name in found:
                    continue  # an earlier base has its fields already
                found[cls.full_name] = told
            pending.extend((base, joined(given, told)) for base, given in reversed(self.of(cls)))
        return found

    def replace_variables(self, type_: Type, mapping: Variables) -> Type:
        """The type of a field with what stands for variables; of a bare generic model too, as if they were written out
        (2.14 `replace_types`)."""
        return replace_variables(self._write_out(type_, mapping), mapping) if mapping else type_

    def parameters(self, definition: DefinitionValue) -> tuple[TypeVariable, ...]:
        """The type parameters of a class: of its header, else those of `Generic[…]`, else of its generic bases."""
        passed: list[tuple[str, int]] = []
        found: tuple[TypeVariable, ...] | DefinitionValue = definition
        while isinstance(found, DefinitionValue):
            key = found.full_name, found.node.at
            if key in passed or key in self._parameters:
                found = self._parameters.get(key, ())
                break
            passed.append(key)
            found = self._declared_parameters(found)
        if not definition.scope.within and definition.frame is None:
            self._parameters.update(dict.fromkeys(passed, found))
        return found

    def _declared_parameters(self, definition: DefinitionValue) -> "tuple[TypeVariable, ...] | DefinitionValue":
        """The type parameters of a class, or the class whose parameters they are."""
        statement = definition.stmt
        if statement.type_params:
            inside = ProgramPoint(definition.module, (*definition.scope.within, definition))
            at = statement.name_at
            resolved = [self._annotations.resolve(Name(at, at, param.name), inside) for param in statement.type_params]
            return tuple(var for var in resolved if isinstance(var, TypeVariable))
        written = list(self._written_bases(definition))
        bases = [self._annotations.resolve(expr, scope) for expr, scope in written if isinstance(expr, SubscriptExpr)]
        for base in bases:
            if isinstance(base, Generic) and base.origin in ("typing.Generic", "typing.Protocol"):
                return tuple(var for var in base.args if isinstance(var, TypeVariable))
        if is_model(definition, self._program):
            return self._of_model(written)
        return tuple(variables_of(bases))

    def _of_model(self, written: list[tuple[Expr, ProgramPoint]]) -> "tuple[TypeVariable, ...] | DefinitionValue":
        """Without `Generic[…]` a model has the parameters of the first model that it is below, arguments or not (2.14
        `ModelMetaclass.__new__`)."""
        for expr, scope in written:
            base = self._program.evaluate(expr.value if isinstance(expr, SubscriptExpr) else expr, scope)
            own = isinstance(base, DefinitionValue) and is_model(base, self._program)
            if own or (isinstance(base, ExternalSymbol) and base.name in (*MODELS, "pydantic.RootModel")):
                if isinstance(expr, SubscriptExpr):
                    return tuple(variables(self._with_own_variables(self._annotations.resolve(expr, scope))))
                return base if isinstance(base, DefinitionValue) else ()
        return ()

    def _written_bases(self, cls: DefinitionValue) -> Iterator[tuple[Expr, ProgramPoint]]:
        """The bases in the header of a class; of another name for one (`Base = Model[int]`), what it stands for."""
        for arg in cls.stmt.args if isinstance(cls.stmt, ClassStatement) else ():
            if arg.name is None and not arg.star:
                value = self._program.evaluate(arg.value, cls.scope)
                yield (value.expr, value.scope) if isinstance(value, Thunk) else (arg.value, cls.scope)

    def _apply_arguments(self, expr: Expr, scope: ProgramPoint) -> tuple[DefinitionValue, Variables] | None:
        base = self._program.evaluate(expr.value if isinstance(expr, SubscriptExpr) else expr, scope)
        if not isinstance(base, DefinitionValue) or not is_model(base, self._program):
            return None
        resolved = self._annotations.resolve(expr, scope) if isinstance(expr, SubscriptExpr) else None
        args = resolved.args if isinstance(resolved, Class) else ()
        own = self.parameters(base)
        itself = args == own  # pydantic takes `Base[T]` for `Base` where that is its own `T`
        return base, {} if itself else {variable_key(var): arg for var, arg in zip(own, args, strict=False)}

    def _with_own_variables(self, type_: Type) -> Type:
        """A type in which bare generic models have their own variables (2.14 `iter_contained_typevars`)."""
        generic = self._annotations.reached.get(type_.qualname) if isinstance(type_, Class) and not type_.args else None
        if not isinstance(type_, Class) or type_.args:
            return map_types(type_, self._with_own_variables)
        key = type_.qualname
        if key in self._spelling or not isinstance(generic, DefinitionValue) or not is_model(generic, self._program):
            return type_
        self._spelling.add(key)
        try:
            return Class(key, self.parameters(generic))
        finally:
            self._spelling.discard(key)

    def _write_out(self, type_: Type, mapping: Variables) -> Type:
        if not isinstance(type_, Class) or type_.args:
            return map_types(type_, lambda part: self._write_out(part, mapping))
        generic = self._annotations.reached.get(type_.qualname)
        if not isinstance(generic, DefinitionValue) or not is_model(generic, self._program):
            return type_
        own = self.parameters(generic)
        return Class(type_.qualname, own) if any(variable_key(var) in mapping for var in own) else type_
