"""Live functions, types and classes → `toolc.signature` values.

Takes objects of the running program, gives `Signature` and `Type` values with every definition they reach. The counterpart of
`lower`, which makes the same values from source.
"""

import inspect
import sys
import types
import typing
from collections.abc import Callable
from typing import Any

from toolc.qualified_names import canonical, in_typing
from toolc.runtime.callables import facts, readable
from toolc.runtime.classes import define, kind_of
from toolc.runtime.constants import Constants
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NO_DEFAULT,
    NONE,
    Alias,
    Annotated,
    Class,
    Definition,
    Generic,
    Given,
    Literal,
    Parameter,
    Plain,
    Signature,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)

_KINDS: dict[Any, Any] = {
    inspect.Parameter.POSITIONAL_ONLY: "positional_only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional_or_keyword",
    inspect.Parameter.VAR_POSITIONAL: "var_positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword_only",
    inspect.Parameter.VAR_KEYWORD: "var_keyword",
}

_FORMS = {"Required", "NotRequired", "ReadOnly", "Final", "ClassVar", "Unpack"}

_LIBRARIES = frozenset({"pydantic", "pydantic_core", "pydantic_extra_types", "annotated_types", "typing_extensions"})


class Live:
    """One reading of a program. Definitions are shared by everything that is read through it."""

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}
        self.constants = Constants(self)
        self._keys: dict[int, str] = {}
        self._modules: list[str] = []
        self._kept: list[Any] = []  # ids stay unique as long as their objects live

    # --- functions ---------------------------------------------------------------------------------------------------

    def signature(self, function: Callable[..., Any]) -> Signature:
        """The signature of a callable; of a class, an empty one that only says it is a class."""
        about = facts(function)
        if about.kind == "class":
            return Signature(about.name, doc=about.doc, callable="class")
        self._modules.append(getattr(about.behind, "__module__", None) or "")
        try:
            hints = self.hints(about.behind)
            parameters = tuple(self._parameter(one, hints) for one in readable(function).parameters.values())
            returns = hints.get("return", inspect.Parameter.empty)
            result = None if returns is inspect.Parameter.empty else self.type(returns)
        finally:
            self._modules.pop()
        return Signature(
            about.name,
            parameters=parameters,
            returns=result,
            returns_typing=type(returns).__module__ == "typing" and isinstance(typing.get_origin(returns), type),
            doc=about.doc,
            is_async=about.is_async,
            callable=about.kind,
            definitions=self.definitions,
        )

    def _parameter(self, parameter: inspect.Parameter, hints: dict[str, Any]) -> Parameter:
        default = NO_DEFAULT if parameter.default is parameter.empty else Given(self.constants.constant(parameter.default))
        annotated = parameter.annotation is not parameter.empty
        type_ = self.type(hints.get(parameter.name, parameter.annotation)) if annotated else None
        return Parameter(parameter.name, type_, default, _KINDS[parameter.kind])

    def hints(self, thing: Any) -> dict[str, Any]:
        """Annotations with their texts evaluated; the raw ones when a name in them is unknown."""
        try:
            return typing.get_type_hints(thing, include_extras=True)
        except (NameError, TypeError, AttributeError):
            return dict(getattr(thing, "__annotations__", {}))

    # --- types -------------------------------------------------------------------------------------------------------

    def type(self, tp: Any) -> Type:
        """A live annotation as a `Type`."""
        if tp is None or tp is types.NoneType:
            return NONE
        if tp is Ellipsis:
            return ELLIPSIS
        if tp is Any:
            return ANY
        if isinstance(tp, typing.TypeVar) or type(tp).__name__ == "TypeVar":
            return self.variable(tp)
        if isinstance(tp, str | typing.ForwardRef):
            return self._text(tp if isinstance(tp, str) else tp.__forward_arg__)
        origin = typing.get_origin(tp)
        if origin is not None:
            return self._subscript(tp, origin, typing.get_args(tp))
        if hasattr(tp, "__value__") and hasattr(tp, "__type_params__"):
            return Alias(self.key(tp))
        if hasattr(tp, "__supertype__"):
            return Class(self.key(tp))
        if isinstance(tp, type):
            return self._class(tp)
        return Plain(canonical(f"typing.{getattr(tp, '_name', None) or getattr(tp, '__name__', repr(tp))}"))

    def _text(self, text: str) -> Type:
        """An annotation that is still a text, in the module of the class or alias that is being read."""
        for module in reversed(self._modules):
            try:
                return self.type(eval(text, vars(sys.modules[module])))
            except (NameError, AttributeError, KeyError, SyntaxError, TypeError):
                continue
        return Unresolved("TC307", f"{text} is not evaluated", text)

    def variable(self, var: Any) -> TypeVariable:
        """A type variable; its default exists from Python 3.13 on, or with `typing_extensions`."""
        has_default = getattr(var, "has_default", None)
        default = self.type(var.__default__) if has_default is not None and has_default() else None
        bound = None if getattr(var, "__bound__", None) is None else self.type(var.__bound__)
        constraints = tuple(map(self.type, getattr(var, "__constraints__", ())))
        return TypeVariable(
            var.__name__, bound, constraints, default, var.__module__ or "", "" if sys.version_info < (3, 12) else "TypeVar"
        )

    def _subscript(self, tp: Any, origin: Any, args: tuple[Any, ...]) -> Type:
        if origin is typing.Annotated:
            if any(getattr(item, "__name__", "") == "_AllowAnyJson" for item in args[1:]):
                return Plain("pydantic.JsonValue")
            return Annotated(self.type(args[0]), tuple(map(self.constants.constant, args[1:])))
        if origin is typing.Literal or getattr(origin, "_name", "") == "Literal":
            return Literal(tuple(map(self.constants.constant, args)))
        if origin is typing.Union or origin is types.UnionType:
            return _flat(tuple(map(self.type, args)))
        if hasattr(origin, "__value__") and hasattr(origin, "__type_params__"):
            return Alias(self.key(origin), tuple(map(self.type, args)))
        if isinstance(origin, type):
            spelled = in_typing(f"{type(tp).__module__}.{getattr(tp, '_name', '')}")
            if not args and tp != tuple[()]:
                return (
                    Plain(canonical(f"{origin.__module__}.{origin.__qualname__}"), spelled) if spelled else self._class(origin)
                )
            return self._parametrise(origin, args, spelled)
        name = getattr(origin, "_name", None) or getattr(origin, "__name__", repr(origin))
        return Generic(f"typing.{name}", tuple(map(self.type, args)))

    def _parametrise(self, origin: Any, args: tuple[Any, ...], spelled: str) -> Type:
        flat: list[Any] = []
        for arg in args:
            flat.extend(arg if isinstance(arg, list) else [arg])
        inside = tuple(map(self.type, flat))
        if self._is_library(origin):
            return Generic(canonical(f"{origin.__module__}.{origin.__qualname__}"), inside, spelled)
        return Class(self.key(origin), inside)

    def _class(self, tp: Any) -> Type:
        generic = tp.__dict__.get("__pydantic_generic_metadata__")
        if generic and generic["origin"] is not None:
            return Class(self.key(generic["origin"]), tuple(map(self.type, generic["args"])))
        if self._is_library(tp):
            return Plain(canonical(f"{tp.__module__}.{tp.__qualname__}"))
        return Class(self.key(tp))

    def _is_library(self, tp: Any) -> bool:
        """Return `True` if a class is known by its name alone: of the standard library or pydantic, without fields."""
        root = tp.__module__.partition(".")[0]
        return (root in sys.stdlib_module_names or root in _LIBRARIES) and root != "__main__" and kind_of(tp) == "plain"

    def key(self, thing: Any) -> str:
        """The qualified name of a class or alias, which is defined on first use.

        Another one of the same name gets `#2`, as two classes made by one function have.
        """
        if id(thing) in self._keys:
            return self._keys[id(thing)]
        name = getattr(thing, "__qualname__", None) or thing.__name__
        base = f"{getattr(thing, '__module__', None) or ''}:{name}"
        key, number = base, 1
        while key in self._keys.values():
            number += 1
            key = f"{base}#{number}"
        self._keys[id(thing)] = key
        self._kept.append(thing)
        self._modules.append(getattr(thing, "__module__", None) or "")
        self.definitions[key] = define(self, thing, key)
        self._modules.pop()
        return key


def _flat(members: tuple[Type, ...]) -> Type:
    flat = [part for member in members for part in (member.members if isinstance(member, Union) else (member,))]
    distinct = tuple(dict.fromkeys(map(_Keyed, flat)))
    return Union(tuple(member.type for member in distinct)) if len(distinct) > 1 else flat[0]


class _Keyed:
    """A type by its text: metadata need not be hashable."""

    def __init__(self, type_: Type) -> None:
        self.type = type_
        self._text = repr(type_)

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other._text == self._text
