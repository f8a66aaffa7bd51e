"""Attribute lookup (`value.name`): members of modules and classes, values of enum members, attributes of instances.

Takes a value and a name, gives a value; one that is not resolved stays a `BoundAttribute`.
"""

from toolc import docstrings
from toolc.bind.call_results import function_attribute
from toolc.bind.external_symbols import external_value
from toolc.bind.instances import instance_attribute, super_attribute
from toolc.bind.links import Links
from toolc.bind.model_config import model_config
from toolc.bind.model_fields import model_fields
from toolc.bind.reflection import class_made, names
from toolc.bind.values.enums import is_enum, member_value, members
from toolc.module import Func
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    ModuleValue,
    ParameterValue,
    SequenceValue,
    Unknown,
    Value,
)
from toolc.qualified_names import ABOVE


def attribute(value: Value, name: str, links: Links) -> Value:
    """`value.name`, of what is neither a class nor an instance."""
    match value:
        case ModuleValue(module) if name == "__dict__" and (named_ := names(value, links)) is not None:
            return MappingValue(named_)
        case ModuleValue(module):
            return ConstantValue(module) if name == "__name__" else links.member(module, name)
        case ExternalSymbol(of) | DefinitionValue(of) if name == "__module__":
            return ConstantValue(of.rpartition(".")[0] if isinstance(value, ExternalSymbol) else of)
        case ExternalSymbol(of):
            return external_value(f"{of}.{name}", links)
        case EnumMember(enum, own):
            if name in ("name", "_name_"):
                return ConstantValue(own)
            return member_value(value, links) if name in ("value", "_value_") else links.attribute(enum, name)
        case ConstantValue(constant) if isinstance(constant, tuple) and name in ("major", "minor") and len(constant) == 5:
            return ConstantValue(constant[("major", "minor").index(name)])  # sys.version_info.major
        case Unknown():
            return value
        case DefinitionValue():
            told = function_attribute(value, name, links)
            return BoundAttribute(value, name) if told is None else told
        case _:
            return BoundAttribute(value, name)


def of_instance(value: Value, name: str, links: Links) -> Value:
    """Return `value.name` for a value that a call has made, or that is a parameter."""
    made = links.result(value)
    if not isinstance(made, (CallResult, ParameterValue)):
        return links.attribute(made, name)
    if isinstance(made, CallResult) and made.callee == ExternalSymbol("builtins.super"):
        told = super_attribute(made, name, links)
    else:
        told = class_made(made) if name == "__class__" else instance_attribute(made, name, links)
    return BoundAttribute(made, name) if told is None else told


def class_attribute(owner: DefinitionValue, name: str, links: Links) -> Value:
    """`owner.name` of a class, through its ancestors."""
    if name == "__name__":
        return ConstantValue(owner.stmt.name)
    if name == "__doc__":
        return _doc(owner, links)
    if name == "__mro__":
        return _order(owner, links)
    if name in ("__module__", "__qualname__") and links.class_attribute(owner, name) is None:
        return ConstantValue(owner.module if name == "__module__" else owner.qualname)
    if is_enum(owner, links) and name in members(owner, links):
        return EnumMember(owner, name)
    if name == "model_config" and (config := model_config(owner, links)) is not None:
        return config
    if name == "model_fields" and (fields := model_fields(owner, links)) is not None:
        return fields
    for cls in (owner, *links.ancestors(owner)):
        if isinstance(cls, Unknown):
            return cls
        if isinstance(cls, DefinitionValue):
            found = links.class_attribute(cls, name)
            if found is not None:
                told = _through(cls, name, found, links)
                made = isinstance(told, (ConstantValue, SequenceValue, MappingValue)) and _changing_metaclass(owner, links)
                return Unknown(f"`{made.stmt.name}` makes the class `{owner.stmt.name}`") if made else told
    return BoundAttribute(owner, name)


def _doc(owner: DefinitionValue, links: Links) -> Value:
    """`owner.__doc__`: no class inherits it, some decorators write it, and dataclasses and NamedTuples never have none."""
    if (own := links.class_attribute(owner, "__doc__")) is not None:
        return own
    if owner.stmt.doc is None and ExternalSymbol("typing.NamedTuple") in links.ancestors(owner):
        return Unknown(f"Python writes the docstring of `{owner.stmt.name}`")
    if owner.stmt.decorators:
        told = links.class_decoration(owner)
        return Unknown(f"decorators may write the docstring of `{owner.stmt.name}`") if told is None else told.doc
    return ConstantValue(docstrings.held_docstring(owner.stmt.doc, links.version("python")))


def _order(owner: DefinitionValue, links: Links) -> Value:
    """The classes that attributes are looked up in, in order."""
    found: list[Value] = [owner]
    for cls in links.ancestors(owner):
        if isinstance(cls, ExternalSymbol) and cls.name not in ABOVE:
            return Unknown(f"what stands above `{cls.name}` is not known")
        found += (cls, *(ExternalSymbol(name) for name in (ABOVE[cls.name] if isinstance(cls, ExternalSymbol) else ())))
    if any(isinstance(cls, Unknown) for cls in found):
        return Unknown(f"the bases of `{owner.stmt.name}` are not known")
    return SequenceValue("tuple", tuple(dict.fromkeys([*found, ExternalSymbol("builtins.object")])))


def _changing_metaclass(owner: DefinitionValue, links: Links) -> DefinitionValue | None:
    """A metaclass of the program that may put something else in the place of a class's constants."""
    for cls in (owner, *links.ancestors(owner)):
        for arg in getattr(cls.stmt, "args", ()) if isinstance(cls, DefinitionValue) else ():
            if arg.name == "metaclass" and isinstance(cls, DefinitionValue):
                made = links.evaluate(arg.value, cls.scope)
                hooks = isinstance(made, DefinitionValue) and any(
                    links.class_attribute(made, name) is not None for name in _MAKES
                )
                return made if isinstance(made, DefinitionValue) and hooks else None
    return None


_MAKES = ("__new__", "__prepare__", "__getattribute__")


def _through(cls: DefinitionValue, name: str, found: Value, links: Links) -> Value:
    """Return the value of `cls.name` for a name bound in the class body."""
    within = cls.scope.within[-1] if cls.scope.within else None
    set_later = links.library.unit(cls.module).mutations(within, cls.stmt.name)
    if any(one.attribute == name for one in set_later):
        return Unknown(f"`{cls.stmt.name}.{name}` is set after the class is made")
    if isinstance(found, DefinitionValue) and isinstance(found.stmt, Func):
        decorators = [links.evaluate(decorator, found.scope) for decorator in found.stmt.decorators]
        if ExternalSymbol("builtins.classmethod") in decorators:
            return BoundAttribute(cls, name)  # bound: its first parameter is filled
    return found
