"""Enums: the values of their members, flags that are combined, and members by value; the constants that objects are worth.

Source: `enum` of CPython 3.11.
"""

from collections.abc import Callable

from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Descriptor,
    Function,
    Instance,
    LibraryObject,
    Native,
    Scope,
    Subscript,
    Symbol,
    Unknown,
    Value,
)


def counter(vm: Machine, bases: tuple[Value, ...], body: Scope) -> Callable[[str, Value], Value] | None:
    """Return the function that computes member values while an enum's body runs (`_EnumDict.__setitem__`).

    Returns `None` if the class is not an enum.
    """
    traits: set[str] = set()
    above: Value = None
    for base in bases:
        base = base.origin if isinstance(base, Subscript) else base
        if isinstance(base, Class) and base.find("_generate_next_value_") is not MISSING:
            above = base.find("_generate_next_value_")
        traits |= (
            base.traits if isinstance(base, Class) else vm.library.traits(base.name) if isinstance(base, Symbol) else set()
        )
    if "enum" not in traits:
        return None
    last: list[Value] = []

    def value_of(name: str, value: Value) -> Value:
        if isinstance(value, LibraryObject) and isinstance(value.callee, Symbol) and value.callee.name == "enum.auto":
            own = body.cells.get("_generate_next_value_", above)
            own = own.function if isinstance(own, Descriptor) else own
            value = (
                next_value(vm, name, last, traits)
                if own is None
                else vm.call(own, (name, 1, len(last), vm.new_list(last[:])), {})
            )
        if not name.startswith("_") and not isinstance(value, (Function, Descriptor, Native, Class)):
            last.append(value)
        return value

    return value_of


def next_value(vm: Machine, name: str, last: list[Value], traits: set[str]) -> Value:
    """`_generate_next_value_`."""
    if "strenum" in traits:
        return name.lower()
    numbers = [one for one in last if isinstance(one, int)]
    if len(numbers) < len(last):
        return Unknown(vm.doubt("TC205", "the value of `auto()`"))
    if "flag" in traits:
        return 1 << max(one.bit_length() for one in numbers) if numbers else 1
    return max(numbers) + 1 if numbers else 1


def make_members(vm: Machine, cls: Class) -> None:
    """The members of an enum: every value of its body that is no function, descriptor or dunder."""
    ignored = cls.cells.pop("_ignore_", ())
    left_out = ignored.replace(",", " ").split() if isinstance(ignored, str) else vm.elements(ignored)
    for name, value in list(cls.cells.items()):
        if name.startswith("_") or isinstance(value, (Function, Descriptor, Native, Class)):
            continue
        if isinstance(left_out, list) and name in left_out:
            del cls.cells[name]
            continue
        if isinstance(value, LibraryObject) and value.maker in ("enum.nonmember", "enum.member"):
            stays, value = value.maker == "enum.nonmember", value.site.args[0]
            cls.cells[name] = value
            if stays:
                continue
        known = [one for one in cls.cells.values() if isinstance(one, Instance) and one.cls is cls]
        same = next((one for one in known if vm.equals(one.cells.get("_value_"), value) is True), None)
        if same is not None:
            cls.cells[name] = same
            continue
        args = value if isinstance(value, tuple) else (value,)
        member = _make_member(vm, cls, value, args)
        member.cells.update({"name": name, "_name_": name, "value": member.cells["_value_"]})
        own = cls.find("__init__")
        if isinstance(own, Function):
            vm.call(own, (member, *args), {})
        cls.cells[name] = member


def _make_member(vm: Machine, cls: Class, value: Value, args: tuple[Value, ...]) -> Instance:
    """A member before it has a name: what `__new__` of the enum gives, which may set another value."""
    new = cls.find("__new__")
    new = new.function if isinstance(new, Descriptor) else new
    made = vm.call(new, (cls, *args), {}) if isinstance(new, Function) else Instance(cls)
    if isinstance(new, Function) and not (isinstance(made, Instance) and made.cls is cls):
        doubt = vm.doubt("TC205", f"the members of `{cls.name}` are made by its `__new__`")
        made, cls.taint = Instance(cls), doubt
        made.cells["_value_"] = Unknown(doubt)
    made.cells.setdefault("_value_", value)
    assert isinstance(made, Instance)
    return made


def members(cls: Class, aliases: bool = False) -> list[tuple[str, Value]]:
    """The members of an enum in source order, further names of one left out unless `aliases`."""
    found = [(name, value) for name, value in cls.cells.items() if isinstance(value, Instance) and value.cls is cls]
    return [
        (name, value) for name, value in found if aliases or (value.cells.get("_name_") == name and not _is_combined(value))
    ]


def _is_combined(member: Instance) -> bool:
    """Return `True` if a member of a flag stands for none or several others, which is an alias since Python 3.11."""
    value = flag_value(member)
    return value is not None and value.bit_count() != 1


def member_by_name(cls: Class, name: Value) -> Value:
    """`Color["RED"]`."""
    found = dict(members(cls, aliases=True)).get(name, MISSING) if isinstance(name, str) else MISSING
    if found is MISSING:
        raise Raised("KeyError")
    return found


def method_of_metaclass(vm: Machine, cls: Class, name: str) -> Value:
    """A method of `EnumType`, as a metaclass below it calls it; MISSING for any other name."""
    match name:
        case "__iter__":
            return Native("enum.EnumType.__iter__", lambda call: vm.new_list([member for _, member in members(cls)]))
        case "__getitem__":
            return Native("enum.EnumType.__getitem__", lambda call: member_by_name(cls, vm.plain(call.args[0])))
        case "__len__":
            return Native("enum.EnumType.__len__", lambda call: len(members(cls)))
    return MISSING


def member_by_value(vm: Machine, cls: Class, call: Call) -> Value:
    """`Color("red")`, or the functional form `Enum("Color", names)`."""
    if len(call.args) != 1:
        return Unknown(vm.doubt("TC205", "an enum made by a call is not followed"))
    value = call.args[0]
    if isinstance(value, Instance) and value.cls is cls:
        return value
    undecided = False
    for _, member in members(cls):
        verdict = vm.equals(member.cells.get("_value_"), value)
        if verdict is True:
            return member
        undecided = undecided or verdict is None
    hook = cls.find("_missing_")
    if isinstance(hook, Descriptor):
        found = vm.call(BoundMethod(hook.function, cls), (value,), {})
        if found is None:
            raise Raised("ValueError")
        return found
    if "flag" in cls.traits and isinstance(value, int):
        return flag_member(cls, value)
    if undecided:
        vm.may_have_raised("which member of the enum it is")
        return Unknown(vm.doubt("TC205", "which member of the enum it is"))
    raise Raised("ValueError")


def flag_member(cls: Class, value: int) -> Instance:
    """The member of a flag with a value, or the combination of several."""
    for _, member in members(cls, aliases=True):
        if member.cells.get("_value_") == value:
            return member
    made = Instance(cls)
    made.cells.update({"name": None, "_name_": None, "value": value, "_value_": value})
    return made


def worth_of(value: Value) -> Value:
    """The constant or tuple that an instance of a class below `str`, `int`, `float`, `bytes` or `tuple` is, such as a member of
    an enum that has one of them mixed in; any other value itself."""
    if not isinstance(value, Instance):
        return value
    if "enum" in value.cls.traits:
        return value.cells.get("_value_") if value.cls.traits & {"str", "int"} else value
    return value.native if value.cls.traits & {"value", "namedtuple"} and value.native is not None else value


def flag_value(value: Value) -> int | None:
    """The number behind a member of a flag."""
    if isinstance(value, Instance) and "flag" in value.cls.traits:
        number = value.cells.get("_value_")
        return number if isinstance(number, int) else None
    return None
