"""Parameters of functions as frameworks read them: what a program has made of annotations, defaults and signatures.

Takes the statement of a function and the cells that `inspect` reads of it, gives its parameters with their types as expressions
that hold values. Source: `inspect.signature` of CPython 3.11.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import structs

from toolc.analysis.models.signatures import PARAMETER, SIGNATURE
from toolc.analysis.objects.defaults import annotations_of, defaults_of
from toolc.analysis.values import MISSING, SCALARS, Annotation, Class, Dict, Function, Instance, Symbol
from toolc.analysis.values import Unknown as Top
from toolc.bind.tools.parts import is_empty, is_own, plain, unknown_value
from toolc.module import Func, Param, ValueExpr
from toolc.program import Unknown, Value

_KINDS = {
    "POSITIONAL_ONLY": "positional_only", "POSITIONAL_OR_KEYWORD": "positional_or_keyword", "VAR_POSITIONAL": "var_positional",
    "KEYWORD_ONLY": "keyword_only", "VAR_KEYWORD": "var_keyword",
}  # fmt: skip


class Values(Protocol):
    """Interface of the converter of values for parameters."""

    types_from: str

    def value_expr(self, value: Any) -> ValueExpr:
        """A value as an expression."""

    def annotation(self, value: Annotation) -> Value:
        """An annotation that was not evaluated, as a value."""

    def value(self, value: Any) -> Value:
        """Any other value."""


class Parameters:
    """Reads the parameters of functions for one converter of values."""

    def __init__(self, converter: Values) -> None:
        self._converter = converter

    def of(self, statement: Func, shown: Function, cells: Mapping[str, Any]) -> tuple[Param, ...] | Unknown:
        """The parameters as `inspect.signature` gives them."""
        signature = cells.get("__signature__", MISSING)
        own = {one.name: one for one in statement.params}
        if signature is not MISSING and signature is not None:
            if not isinstance(signature, Instance) or signature.cls is not SIGNATURE or signature.taint is not None:
                return Unknown("its signature is computed while the program runs", "TC206")
            listed = signature.cells.get("parameters")
            if not isinstance(listed, Dict) or listed.taint is not None:
                return Unknown("its signature is computed while the program runs", "TC206")
            noted = cells.get("__annotations__")
            annotated = noted.items if isinstance(noted, Dict) and noted.taint is None else {}
            found = [self._param(one, own, shown, annotated) for one in listed.items.values()]
            return (
                tuple(one for one in found if one is not None)
                if None not in found
                else Unknown("a parameter of its signature is not known", "TC206")
            )
        annotations = annotations_of(cells.get("__annotations__"))
        if isinstance(annotations, Top):
            return unknown_value(annotations.doubt)
        positional = [one for one in statement.params if one.kind in ("positional_only", "positional_or_keyword")]

        known = defaults_of(positional, cells.get("__defaults__"), cells.get("__kwdefaults__"))
        if isinstance(known, Top):
            return unknown_value(known.doubt)
        changed: list[Param] = []
        for param in statement.params:
            annotation = param.annotation
            now = annotations.get(param.name, MISSING)
            if now is MISSING:
                annotation = None
            elif not (isinstance(now, Annotation) and is_own(now, shown)):
                annotation = self._converter.value_expr(now)
            default = known.get(param.name, MISSING)
            changed.append(structs.replace(param, annotation=annotation, default=self._default(default, param)))
        return tuple(changed)

    def _default(self, default: Any, param: Param) -> Any:
        """The default as an expression: the one that is written where its value is a constant, which keeps how it looks."""
        if default is MISSING:
            return None
        if param.default is None:
            return self._converter.value_expr(default)
        return ValueExpr(param.default.at, param.default.end, self._converter.value(default))

    def _param(self, parameter: Any, own: Mapping[str, Param], shown: Function, annotated: Mapping[Any, Any]) -> Param | None:
        """One `inspect.Parameter` of a signature that the program has put together."""
        if not isinstance(parameter, Instance) or parameter.cls is not PARAMETER or parameter.taint is not None:
            return None
        name, kind = plain(parameter.cells.get("name")), parameter.cells.get("kind")
        if not isinstance(name, str) or not isinstance(kind, Symbol) or kind.name.rpartition(".")[2] not in _KINDS:
            return None
        written = own.get(name)
        at, end = (written.at, written.end) if written is not None else (0, 0)
        annotation, default = self._type_of(parameter, annotated), parameter.cells.get("default")
        if annotation is None:
            return None
        same = written is not None and isinstance(annotation, Annotation) and is_own(annotation, shown)
        spoken = (
            written.annotation
            if same and written is not None
            else None
            if is_empty(annotation)
            else self._converter.value_expr(annotation)
        )
        given = None if is_empty(default) else self._converter.value_expr(default)
        which: Any = _KINDS[kind.name.rpartition(".")[2]]
        return Param(name, at, end, which, spoken, given)

    def _type_of(self, parameter: Any, annotated: Mapping[Any, Any]) -> Any:
        """The annotation of a parameter of a signature that the framework reads; None where it is not known which one it is."""
        signed, noted = parameter.cells.get("annotation"), annotated.get(parameter.cells.get("name"), MISSING)
        if self._converter.types_from == "signature" or is_empty(signed) or self.is_same_type(signed, noted):
            return signed
        return noted if self._converter.types_from == "annotations" and noted is not MISSING else None

    def is_same_type(self, one: Any, other: Any) -> bool:
        """Return `True` if two annotations are the same object, or evaluate to the same class."""
        if one is other or (isinstance(one, Annotation) and isinstance(other, Annotation) and one.expr is other.expr):
            return True
        kinds = (Class, Symbol, *SCALARS)
        values = [
            self._converter.annotation(each) if isinstance(each, Annotation) else self._converter.value(each)
            for each in (one, other)
        ]
        return isinstance(one, (Annotation, *kinds)) and isinstance(other, (Annotation, *kinds)) and values[0] == values[1]
