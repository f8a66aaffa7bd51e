"""Texts: formatting values as Python does, where every part is known."""

import re
import string
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from toolc.analysis import constants
from toolc.analysis.constants import NoConstant
from toolc.analysis.objects import exceptions, immutables
from toolc.analysis.objects.annotations import value_of
from toolc.analysis.objects.classes import by_metaclass
from toolc.analysis.objects.enums import worth_of
from toolc.analysis.objects.fields import DECORATED, fields_of
from toolc.analysis.objects.keys import of_key
from toolc.analysis.objects.type_texts import repr_of_type, str_of_signature
from toolc.analysis.protocol import Machine
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Choice,
    Class,
    Container,
    Dict,
    Function,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.python_versions import python_before


def format_value(vm: Machine, value: Value, conversion: str, spec: Value) -> Value:
    """`{value!conversion:spec}`."""
    if inputs := vm.inputs_of(value) | vm.inputs_of(spec):
        return vm.with_inputs(format_value(vm, vm.plain(value), conversion, vm.plain(spec)), inputs)
    if isinstance(value, Choice):
        parts = [format_value(vm, one, conversion, spec) for one in value.alternatives]
        return vm.join_all(parts, value.guard)
    if not isinstance(spec, str):
        return Unknown(vm.doubt("TC205", "a format is computed while the program runs"))
    if isinstance(value, (Instance, Container)) and value.cls is not None and not conversion:
        found = value.cls.find("__format__")
        if found is not MISSING and not vm.is_native(found):
            return vm.call(vm.attribute(value, "__format__"), (spec,), {})
        if "enum" in value.cls.traits and not _AS_VALUES.isdisjoint(value.cls.symbols()):
            return format_value(vm, value.cells.get("_value_"), conversion, spec)
    if (known := immutables.held_object(value)) is not MISSING and not conversion:
        try:
            return immutables.format_held(known, spec)
        except NoConstant as reason:
            return Unknown(vm.doubt("TC205", str(reason)))
    if (inner := worth_of(value)) is not value and spec and not conversion:
        return format_value(vm, inner, conversion, spec)
    if spec and not conversion and isinstance(value, (type(None), tuple, List, Dict, Function, Class)):
        raise Raised("TypeError")
    value = (
        repr_text(vm, value) if conversion in ("r", "a") else as_text(vm, value) if not isinstance(value, SCALARS) else value
    )
    if isinstance(value, Unknown):
        return value
    if conversion == "a" and isinstance(value, str):
        value = value.encode("ascii", "backslashreplace").decode("ascii")
    try:
        return constants.format_field(value, conversion if conversion == "s" else "", spec)
    except NoConstant as reason:
        return Unknown(vm.doubt("TC205", str(reason)))


def fill_in(vm: Machine, template: str, field: Callable[[Value], Value]) -> Value:
    """A format string with its fields filled in, as `str.format` does; `field` says what their names stand for."""
    numbers = count()
    ways: set[bool] = set()  # of saying which argument is meant: by number, or by their order

    def fill(template: str) -> Value:
        try:
            fields = list(string.Formatter().parse(template))
        except ValueError:
            raise Raised("ValueError") from None
        parts: list[Value] = []
        for literal, name, spec, conversion in fields:
            parts.append(literal)
            if name is not None:
                ways.add(name[:1].isdecimal()) if name[:1] in ("", ".", "[") or name[:1].isdecimal() else None
                if len(ways) > 1:
                    raise Raised("ValueError")
                value = _look_up(vm, name, numbers, field)
                parts.append(format_value(vm, value, conversion or "", fill(spec) if spec else ""))
        return join_texts(vm, parts)

    return fill(template)


_STEP = re.compile(r"\.([^.\[]+)|\[([^]]+)]")


def _look_up(vm: Machine, name: str, numbers: Iterator[int], field: Callable[[Value], Value]) -> Value:
    """The value of `name.attribute[key]`, as a field of a format string asks for it."""
    first = re.split(r"[.\[]", name, maxsplit=1)[0]
    value = field(next(numbers) if not first else int(first) if first.isdecimal() else first)
    for attribute, key in _STEP.findall(name[len(first) :]):
        value = vm.attribute(value, attribute) if attribute else vm.item(value, int(key) if key.isdecimal() else key)
    return value


def join_texts(vm: Machine, parts: list[Value], separator: str = "") -> Value:
    """The parts one after the other."""
    if inputs := frozenset().union(*map(vm.inputs_of, parts)):
        return vm.with_inputs(join_texts(vm, list(map(vm.plain, parts)), separator), inputs)
    if len([one for one in parts if isinstance(one, Choice)]) == 1:
        index = next(position for position, one in enumerate(parts) if isinstance(one, Choice))
        choice = parts[index]
        return vm.join_all(
            [join_texts(vm, [*parts[:index], one, *parts[index + 1 :]], separator) for one in choice.alternatives], choice.guard
        )
    for one in parts:
        if isinstance(one, Unknown):
            return one
        if not isinstance(one, str):
            return Unknown(vm.doubt("TC205", "a part of the text is computed while the program runs"))
    try:
        return constants.method(separator, "join", [parts], {})
    except NoConstant as reason:
        return Unknown(vm.doubt("TC205", str(reason)))


def as_text(vm: Machine, value: Value) -> Value:
    """`str(value)`."""
    if inputs := vm.inputs_of(value):
        return vm.with_inputs(as_text(vm, vm.plain(value)), inputs)
    if isinstance(value, Choice):
        return vm.join_all([as_text(vm, one) for one in value.alternatives], value.guard)
    value = value_of(vm, value)
    if isinstance(value, str):
        return value
    if (known := immutables.held_object(value)) is not MISSING and immutables.has_text(known):
        return str(known)
    if isinstance(value, Class) and (told := by_metaclass(vm, value, "__str__", "__repr__")) is not MISSING:
        return told
    if isinstance(value, (Instance, Container)) and value.cls is not None and value.cls.find("__str__") is not MISSING:
        return vm.call(vm.attribute(value, "__str__"), (), {})
    if isinstance(value, Instance):
        if "exception" in value.cls.traits and value.native is not None:
            args = value.native
            if (told := exceptions.group_text(value)) is not None:
                return told
            quoted = any(isinstance(one, Class) and one.library == "builtins.KeyError" for one in value.cls.mro)
            if len(args) == 1:
                return repr_text(vm, args[0]) if quoted else as_text(vm, args[0])
            if any(isinstance(one, Class) and one.library in _TOLD_OTHERWISE for one in value.cls.mro):
                return Unknown(vm.doubt("TC205", f"the text of a {value.cls.name} is known only at run time"))
            return repr_text(vm, args) if args else ""
        if "enum" in value.cls.traits:
            return _of_member(vm, value)
        if isinstance(inner := worth_of(value), str):
            return inner
        if value.cls.library in _SIGNATURES and (shown := str_of_signature(vm, value, partial(repr_text, vm))) is not None:
            return shown
    return repr_text(vm, value)


_TOLD_OTHERWISE = frozenset(
    f"builtins.{name}"
    for name in (
        "OSError",
        "SyntaxError",
        "BaseExceptionGroup",
        "UnicodeDecodeError",
        "UnicodeEncodeError",
        "UnicodeTranslateError",
    )
)
"""Exceptions whose text is made of several arguments in a way of their own."""


_SIGNATURES = ("inspect.Signature", "inspect.Parameter")


_AS_VALUES = frozenset({"enum.IntEnum", "enum.StrEnum", "enum.ReprEnum", "enum.IntFlag"})
"""Enums whose members have the text of their values."""


def _of_member(vm: Machine, member: Instance) -> Value:
    """`str(member)` of an enum without a `__str__` of its own. Source: `enum` of CPython 3.11 to 3.14."""
    name = member.cells.get("_name_")
    known = not python_before(vm.modules.version("python"), 3, 11)
    if known and not _AS_VALUES.isdisjoint(member.cls.symbols()):
        return as_text(vm, member.cells.get("_value_"))
    if known and isinstance(name, str) and "flag" not in member.cls.traits:
        return f"{member.cls.name}.{name}"
    return Unknown(vm.doubt("TC205", f"the text of a member of `{member.cls.name}` depends on the version of Python"))


def _parts_of_repr(vm: Machine, value: Instance) -> list[Value] | None:
    """The parts of the `repr` that Python makes for an exception, a named tuple, a member of an enum or a dataclass; None for
    any other object."""
    cls = value.cls
    if "exception" in cls.traits and isinstance(value.native, tuple):
        args = repr_text(vm, value.native[0] if len(value.native) == 1 else value.native)
        return [cls.name, "(", args, ")"] if len(value.native) == 1 else [cls.name, args]
    names = cls.find("_fields") if "namedtuple" in cls.traits else None
    if isinstance(names, tuple) and isinstance(value.native, tuple) and len(names) == len(value.native):
        return [cls.name, "(", *_parts_of_fields(vm, list(zip(names, value.native, strict=True))), ")"]
    if "enum" in cls.traits and "flag" not in cls.traits and isinstance(name := value.cells.get("_name_"), str):
        if any(isinstance(one, Class) and one.node is not None and "enum" not in one.traits for one in cls.mro):
            return None  # a class of the program that is mixed in may give the value another text
        return ["<", cls.name, ".", name, ": ", repr_text(vm, value.cells.get("_value_")), ">"]
    if "dataclass" in cls.traits and "unshown" not in cls.traits and DECORATED in cls.cells and value.taint is None:
        shown = [one for one in fields_of(cls) if one.shown is True]
        return [
            cls.qualname,
            "(",
            *_parts_of_fields(vm, [(one.name, value.cells.get(one.name, one.default)) for one in shown]),
            ")",
        ]
    return None


def _of_set(vm: Machine, value: Dict) -> Value:
    """`repr` of a set: of one with several elements it depends on their order."""
    elements = vm.elements(value)
    if isinstance(elements, Unknown):
        return elements
    if any(isinstance(one, Maybe) for one in elements):
        return Unknown(vm.doubt("TC205", "which elements a set has depends on a condition"))
    inner = [part for one in elements for part in ("{", repr_text(vm, one), "}")]
    return join_texts(vm, inner) if inner and value.kind == "set" else join_texts(vm, [value.kind, "(", *inner, ")"])


def _parts_of_fields(vm: Machine, values: list[tuple[str, Value]]) -> list[Value]:
    """`name=value, …`, with the `repr` of each value."""
    parts: list[Value] = []
    for name, held in values:
        unknown = held is MISSING or isinstance(held, Maybe)
        shown = Unknown(vm.doubt("TC205", f"`{name}` is not known")) if unknown else repr_text(vm, held)
        parts += [", ", f"{name}=", shown]
    return parts[1:]


def repr_text(vm: Machine, value: Value) -> Value:
    """`repr(value)`; of most objects it contains their address, which is not known."""
    if inputs := vm.inputs_of(value):
        return vm.with_inputs(repr_text(vm, vm.plain(value)), inputs)
    value = value_of(vm, value)
    if isinstance(value, SCALARS):
        try:
            return constants.function("builtins.repr", (value,), {}) if value is not ... else "Ellipsis"
        except NoConstant as reason:
            return Unknown(vm.doubt("TC205", str(reason)))
    if (known := immutables.held_object(value)) is not MISSING and (shown := immutables.repr_of(known)) is not None:
        return shown
    if isinstance(value, Range):
        return repr(value.bounds)
    if isinstance(value, Container) and value.cls is not None:
        if value.cls.find("__repr__") is not MISSING:
            return vm.call(vm.attribute(value, "__repr__"), (), {})
        if any(name.partition(".")[0] not in ("builtins", "typing") for name in value.cls.symbols()):
            return Unknown(vm.doubt("TC205", f"the text of {vm.describe(value)} is known only at run time"))
    if isinstance(value, (tuple, List)):
        elements = value.items if isinstance(value, List) and value.taint is None else vm.elements(value)
        if not isinstance(elements, Unknown) and not any(isinstance(one, Maybe) for one in elements):
            inner = join_texts(vm, [repr_text(vm, one) for one in elements], ", ")
            comma = "," if isinstance(value, tuple) and len(elements) == 1 else ""
            around = "()" if isinstance(value, tuple) else "[]"
            if isinstance(inner, str) and (isinstance(value, tuple) or value.kind == "list"):
                return f"{around[0]}{inner}{comma}{around[1]}"
    if (isinstance(value, Dict) and value.kind == "dict" and value.taint is None and value.factory is MISSING) and not any(
        isinstance(one, Maybe) for one in value.items.values()
    ):
        pairs = [join_texts(vm, [repr_text(vm, of_key(key)), repr_text(vm, one)], ": ") for key, one in value.items.items()]
        inner = join_texts(vm, pairs, ", ")
        return "{" + inner + "}" if isinstance(inner, str) else inner
    if isinstance(value, Instance):
        found = value.cls.find("__repr__")
        if found is not MISSING:
            return vm.call(vm.attribute(value, "__repr__"), (), {})
        if (parts := _parts_of_repr(vm, value)) is not None:
            return join_texts(vm, parts)
        if "enum" not in value.cls.traits and (inner := worth_of(value)) is not value:
            return repr_text(vm, inner)
    if isinstance(value, Class) and (told := by_metaclass(vm, value, "__repr__")) is not MISSING:
        return told
    if isinstance(value, (Class, Symbol, Subscript, LibraryObject)):
        shown = repr_of_type(vm, value, partial(repr_text, vm))
        if shown is not None:
            return shown
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Dict) and value.kind in ("set", "frozenset") and value.cls is None:
        return _of_set(vm, value)
    what = "a function" if isinstance(value, Function) else "an object"
    return Unknown(vm.doubt("TC205", f"the text of {what} holds its address"))
