"""Functions of the program as signatures.

Takes a function or class definition, gives a `Signature` with every type resolved and every reachable class defined.
"""

from collections.abc import Iterable, Iterator, Set
from typing import Literal

from msgspec import structs

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.annotations.spelling import bare_alias, in_quotes, is_typing_alias, stays_string, union_style
from toolc.lower.classes.annotation_evaluation import deferred_annotations, has_postponed_annotations
from toolc.lower.definitions import Definitions
from toolc.lower.signature_format import SignatureFormatter
from toolc.lower.values import argument, as_default, constant, is_created
from toolc.module import Const, Expr, Func, Param
from toolc.program import BoundAttribute, CallResult, Declaration, DefinitionValue, ExternalSymbol, ProgramPoint, Value
from toolc.qualified_names import canonical
from toolc.schema.pydantic import Spelling, spell_type
from toolc.schema.pydantic.node import SERIALIZATION, VALIDATION
from toolc.signature import NO_DEFAULT, CallableKind, Class, Constant, Default, NamedUnion, Parameter, Shown, Signature, Type

NEWEST = "2.14.4"  # of pydantic, where nothing tells the version


class Functions:
    """Makes signatures."""

    def __init__(self, annotations: Annotations, definitions: Definitions) -> None:
        self._annotations = annotations
        self._definitions = definitions
        self._program = annotations.program

    def signature(self, target: DefinitionValue, registered: ProgramPoint | None = None) -> Signature:
        """Return the signature of a function; of a class, an empty one with `callable="class"`.

        `registered` is the point at which the framework receives the function; None when everything has run by then.
        """
        statement = target.stmt
        place = self._program.span(target.scope, statement.name_at, target.name_end)
        if not isinstance(statement, Func):
            return Signature(statement.name, doc=statement.doc, callable="class", span=place)
        scope = self._annotation_scope(target, registered)
        filled = 1 if target.frame is not None and target.frame.bound else 0
        with self._annotations.orders.apart() as touched:
            params = tuple(self._parameter(param, scope, target) for param in statement.params[filled:])
            returns = self._type(statement.returns, scope)
        types = [param.type for param in params if param.type is not None]
        definitions = self._definitions.closure([*types, *([returns] if returns is not None else [])])
        return Signature(
            name=statement.name,
            parameters=params,
            returns=returns,
            returns_typing=statement.returns is not None and is_typing_alias(statement.returns, scope, self._program),
            unresolved_names=frozenset(self._unresolved_names(statement, scope)),
            has_forward_refs=frozenset(self._forward(statement, scope)),
            string_annotations=frozenset(self._quoted_annotations(statement, scope)),
            doubly_quoted=frozenset(self._texts(statement, scope)),
            bare_typing_aliases=frozenset(self._bare_aliases(statement, scope)),
            union_syntax=dict(self._unions(statement, scope)),
            doc=statement.doc,
            doc_held=statement.doc_held,
            is_async=statement.is_async,
            callable=self._callable(target),
            is_decorated=any(self._of_program(decorator, target.scope) for decorator in statement.decorators),
            definitions=definitions,
            named_unions=self._named_unions(definitions.keys()),
            reordered=self._definitions.may_be_reordered(touched, definitions),
            span=place,
        )

    def show_signature(self, target: DefinitionValue, registered: ProgramPoint | None, python: tuple[int, ...]) -> Shown | None:
        """A function's annotations and defaults as a version of Python writes them; None for a class."""
        if not isinstance(target.stmt, Func):
            return None
        scope = self._annotation_scope(target, registered)
        future = has_postponed_annotations(scope, self._program)
        return SignatureFormatter(self._program, python).show_function(target.stmt, scope, target.scope, future)

    def called_schema(self, value: Value, version: str | None) -> Spelling | None:
        """Return the JSON Schema that a call gives: `Model.model_json_schema()`, `TypeAdapter(T).json_schema()`.

        Returns None for any other value, and for arguments beside `mode` and `by_alias` (pydantic 2.14.3 `json_schema.py`).
        """
        value = self._program.unwrap(value) if isinstance(value, CallResult) else value
        if not isinstance(value, CallResult) or not isinstance(value.callee, BoundAttribute):
            return None
        options = {arg.name or "": argument(arg, value.scope, self._program) for arg in value.args}
        mode, by_alias = options.pop("mode", VALIDATION), options.pop("by_alias", None)
        if options or mode not in (VALIDATION, SERIALIZATION) or not isinstance(by_alias, bool | None):
            return None
        owner, name = value.callee.owner, value.callee.name
        if isinstance(owner, CallResult) and name == "json_schema":
            return self._adapted_schema(owner, mode, by_alias, version)
        if name not in ("model_json_schema", "schema"):
            return None
        type_ = self._annotations.from_value(owner)
        table = self._definitions.closure([type_])
        if not isinstance(type_, Class) or table[type_.qualname].kind not in ("model", "root_model"):
            return None
        return spell_type(type_, table, pydantic_version=version or NEWEST, mode=str(mode), by_alias=by_alias)

    def _adapted_schema(
        self, adapter: CallResult, mode: Constant, by_alias: bool | None, version: str | None
    ) -> Spelling | None:
        """Return the schema of the one type that a `TypeAdapter` is made with; None if it is made in another way."""
        made_by = adapter.callee.name if isinstance(adapter.callee, ExternalSymbol) else ""
        if canonical(made_by) != "pydantic.TypeAdapter" or len(adapter.args) != 1 or adapter.args[0].name not in (None, "type"):
            return None
        type_ = self._annotations.from_value(self._program.evaluate(adapter.args[0].value, adapter.scope))
        table = self._definitions.closure([type_])
        return spell_type(type_, table, pydantic_version=version or NEWEST, mode=str(mode), by_alias=by_alias)

    def option(self, value: Value, version: str | None) -> Constant:
        """An option of a declaration as a constant: a class, with type arguments too, is what an annotation would mean, and
        `Model.model_json_schema()` the schema that this version of pydantic gives."""
        model = self.called_schema(value, version)
        if model is not None and model.schema is not None and model.fidelity == "exact":
            return model.schema
        known = (isinstance(value, DefinitionValue) and value.node.kind == "class") or is_created(value)
        return self._annotations.from_value(value) if known else constant(value, self._program)

    def with_definitions(self, signature: Signature, types: Iterable[Type]) -> Signature:
        """The signature with the definitions of further types."""
        further = self._definitions.closure(types)
        if not further:
            return signature
        reordered = signature.reordered or self._definitions.may_be_reordered((), further)
        together = {**signature.definitions, **further}
        unions = self._named_unions(together.keys())
        return structs.replace(signature, definitions=together, reordered=reordered, named_unions=unions)

    def _named_unions(self, definitions: Set[str]) -> tuple[NamedUnion, ...]:
        """Return the aliases of unions of these classes that annotations have named so far."""
        return tuple(one for one in self._annotations.named_unions.values() if one.classes <= definitions)

    def self_containing(self, names: Iterable[str]) -> frozenset[str]:
        """Return those of some classes that contain themselves, be it through others."""
        return self._definitions.self_containing(names)

    def class_defined_later(self, signature: Signature, declaration: Declaration) -> str:
        """A class the signature needs that is defined only after the tool is registered, or ""."""
        scope, target = declaration.scope, declaration.target
        if target is None or declaration.owner is not None or declaration.at == target.stmt.name_at:
            return ""  # its file is read when it has run
        if any(isinstance(around.stmt, Func) for around in scope.within):
            return ""
        for name in signature.definitions:
            made = self._annotations.reached.get(name)
            if isinstance(made, DefinitionValue) and made.module == scope.module:
                outermost = made.scope.within[0] if made.scope.within else made
                if outermost.node.at > declaration.at and outermost.node.kind == "class":
                    return made.stmt.name
        return ""

    def _unresolved_names(self, statement: Func, scope: ProgramPoint) -> Iterator[str]:
        future = has_postponed_annotations(scope, self._program)
        for name, annotation in _annotations(statement):
            if stays_string(annotation, scope, self._program, future):
                yield name

    def _forward(self, statement: Func, scope: ProgramPoint) -> Iterator[str]:
        for name, annotation in _annotations(statement):
            if in_quotes(annotation, scope, self._program):
                yield name

    def _quoted_annotations(self, statement: Func, scope: ProgramPoint) -> Iterator[str]:
        future = has_postponed_annotations(scope, self._program)
        for name, annotation in _annotations(statement):
            if future or (isinstance(annotation, Const) and annotation.kind == "str"):
                yield name

    def _texts(self, statement: Func, scope: ProgramPoint) -> Iterator[str]:
        if has_postponed_annotations(scope, self._program):
            for name, annotation in _annotations(statement):
                if isinstance(annotation, Const) and annotation.kind == "str":
                    yield name

    def _bare_aliases(self, statement: Func, scope: ProgramPoint) -> Iterator[str]:
        for name, annotation in _annotations(statement):
            if bare_alias(annotation, scope, self._program):
                yield name

    def _unions(self, statement: Func, scope: ProgramPoint) -> Iterator[tuple[str, Literal["bar", "typing"]]]:
        for name, annotation in _annotations(statement):
            if style := union_style(annotation, scope, self._program):
                yield name, style

    def _annotation_scope(self, target: DefinitionValue, registered: ProgramPoint | None) -> ProgramPoint:
        """Return the scope for annotations: the definition's, or, if Python defers them, where the framework evaluates them.

        What is a string (PEP 563) is evaluated in the module: names of the functions and classes around are not seen.
        """
        scope = target.scope
        if deferred_annotations(scope, self._annotations):
            together = registered is not None and (registered.module, registered.within) == (scope.module, scope.within)
            around = () if has_postponed_annotations(scope, self._program) else scope.within
            scope = ProgramPoint(scope.module, around, registered.at if registered is not None and together else None)
        return ProgramPoint(scope.module, (*scope.within, target), None) if target.stmt.type_params else scope

    def _parameter(self, param: Param, scope: ProgramPoint, target: DefinitionValue) -> Parameter:
        place = self._program.span(target.scope, param.at, max(param.end, param.annotation.end if param.annotation else 0))
        default = self._default(param.default, target.scope)
        return Parameter(param.name, self._type(param.annotation, scope), default, param.kind, place)

    def _type(self, annotation: Expr | None, scope: ProgramPoint) -> Type | None:
        return None if annotation is None else self._annotations.resolve(annotation, scope, ProgramPoint(scope.module))

    def _default(self, value: Expr | None, scope: ProgramPoint) -> Default:
        if value is None:
            return NO_DEFAULT
        return as_default(self._program.evaluate(value, scope), self._program)

    def _of_program(self, decorator: Expr, scope: ProgramPoint) -> bool:
        value = self._program.evaluate(decorator, scope)
        return isinstance(value.callee if isinstance(value, CallResult) else value, DefinitionValue)

    def _callable(self, target: DefinitionValue) -> CallableKind:
        """A function in a class body is a method, unless it is static."""
        if target.frame is not None and target.frame.bound:
            return "function"
        inside_class = bool(target.scope.within) and target.scope.within[-1].node.kind == "class"
        if not inside_class:
            return "function"
        values = [self._program.evaluate(decorator, target.scope) for decorator in target.stmt.decorators]
        return "function" if ExternalSymbol("builtins.staticmethod") in values else "method"


def _annotations(statement: Func) -> Iterator[tuple[str, Expr]]:
    """Yield the annotations of a function by parameter, that of the result under `return`."""
    for name, annotation in (*((one.name, one.annotation) for one in statement.params), ("return", statement.returns)):
        if annotation is not None:
            yield name, annotation
