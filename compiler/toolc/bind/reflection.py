"""Reflection: builtins with which a program inspects its own modules, classes, objects and functions.

Takes calls of `vars`, `dir`, `inspect.getmembers`, `getattr`, `hasattr` and `isinstance`, gives their results.
"""

from toolc.bind.guards import GuardedStatement, guards
from toolc.bind.instances import class_of
from toolc.bind.links import Links
from toolc.bind.values.kinds import evaluate_type_test
from toolc.program import (
    Argument,
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    ModuleValue,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
)

# --- the names of modules, classes and objects ---------------------------------------------------------------------------


def inspect_names(callee: str, args: list[Value], links: Links) -> Value | None:
    """Return the result of `vars(x)`, `dir(x)` or `inspect.getmembers(x, test)`; `None` if it is not known."""
    named = names(args[0], links) if args else None
    if named is None:
        return None
    match callee, args[1:]:
        case "builtins.vars", []:
            return MappingValue(named)
        case "builtins.dir", []:
            return ConstantValue(sorted(name for name, _ in named))
        case "inspect.getmembers", []:
            return _pairs(named)
        case "inspect.getmembers", [ExternalSymbol(test)]:
            kept = [(name, value, evaluate_type_test(test, [value])) for name, value in named]
            if any(
                verdict is None and not isinstance(value, (ExternalSymbol, CallResult, Unknown)) for _, value, verdict in kept
            ):
                return None
            return _pairs(tuple((name, value) for name, value, verdict in kept if verdict))
        case _:
            return None


def names(value: Value, links: Links) -> tuple[tuple[str, Value], ...] | None:
    """Return the attributes of a module, class or instance of the program, in order; `None` for anything else."""
    if isinstance(value, ModuleValue) and (unit := links.library.find(value.name)) is not None:
        stays = (name for name, sites in unit.top.by_name.items() if any(map(_stays, sites)))
        return tuple((name, links.member(value.name, name)) for name in stays)
    cls = value if isinstance(value, DefinitionValue) and value.node.kind == "class" else class_of(value, links)
    if cls is None:
        return None
    lineage = [cls, *(base for base in links.ancestors(cls) if isinstance(base, DefinitionValue))]
    others = (base for base in links.ancestors(cls) if not isinstance(base, DefinitionValue) and base not in _NAMELESS)
    if not all(isinstance(base, ExternalSymbol) and base.name in links.known for base in others):
        return None  # it inherits names that are not known; those of a framework's class nobody registers
    found = sorted({name for one in lineage for name in links.library.unit(one.module).index(one).by_name})
    return tuple((name, links.attribute(value, name)) for name in found)


def _stays(site: GuardedStatement) -> bool:
    """Return `True` if a statement binds a lasting name of a module: not the variable of a loop, nor inside one."""
    return site.node.kind not in _PASSING and not any(guard.node.kind in _PASSING for guard in guards(site.guard))


def _pairs(named: tuple[tuple[str, Value], ...]) -> SequenceValue:
    return SequenceValue(
        "list",
        tuple(SequenceValue("tuple", (ConstantValue(name), value)) for name, value in sorted(named, key=lambda one: one[0])),
    )


# --- what is asked of a value --------------------------------------------------------------------------------------------


def read_by_name(callee: str, args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> Value | None:
    """`getattr(value, "name")`, with a default too, and `hasattr(value, "name")`, where that is told."""
    if len(args) not in (2, 3) or any(arg.name is not None or arg.star for arg in args):
        return None
    owner, name = (links.evaluate(arg.value, scope) for arg in args[:2])
    if isinstance(owner, Unknown) or not isinstance(name, ConstantValue) or not isinstance(name.value, str):
        return None
    found = links.attribute(owner, name.value)
    lacks = _lacks(owner, name.value, found)
    if not lacks and not isinstance(found, (BoundAttribute, Unknown)):
        return ConstantValue(True) if callee == "builtins.hasattr" else found
    if not lacks:
        return None
    if callee == "builtins.hasattr":
        return ConstantValue(False)
    return links.evaluate(args[2].value, scope) if len(args) == 3 else None


def _lacks(owner: Value, name: str, found: Value) -> bool:
    """Return `True` if a function or an object of a library lacks an attribute that only the program could have set."""
    if isinstance(owner, ConstantValue):
        return not hasattr(owner.value, name)
    own = name.startswith("_") and not (name.startswith("__") and "_" not in name.strip("_"))  # none like `__version__`
    if isinstance(owner, DefinitionValue):
        return found == BoundAttribute(owner, name) and (own or (owner.node.kind == "def" and not owner.stmt.decorators))
    if isinstance(owner, CallResult) and isinstance(owner.callee, DefinitionValue):
        return own and found == BoundAttribute(owner, name)
    return own and isinstance(owner.callee if isinstance(owner, CallResult) else owner, (ExternalSymbol, ModuleValue))


def is_instance(values: list[Value], links: Links) -> bool | None:
    """`isinstance(value, Class)` for a class of the program; None where that is not told."""
    kind = values[1] if len(values) == 2 else None
    if not isinstance(kind, DefinitionValue) or kind.node.kind != "class":
        return None
    cls = class_of(values[0], links) if isinstance(values[0], CallResult) else None
    place = kind.module, kind.node.at
    lineage = (cls, *links.ancestors(cls)) if cls is not None else ()
    if any(isinstance(one, DefinitionValue) and (one.module, one.node.at) == place for one in lineage):
        return True
    claims = any(
        not isinstance(base, DefinitionValue) and base != _OBJECT for base in links.ancestors(kind)
    )  # as a protocol does
    other = cls is not None and all(isinstance(one, DefinitionValue) or one == _OBJECT for one in lineage)
    return False if not claims and (other or isinstance(values[0], (ConstantValue, SequenceValue, MappingValue))) else None


def class_made(value: Value) -> DefinitionValue | None:
    """`type(value)` of an object that is made of a class of the program; a `self` may be one of a subclass."""
    cls = value.callee if isinstance(value, CallResult) else None
    return cls if isinstance(cls, DefinitionValue) and cls.node.kind == "class" else None


def reflect(callee: str, args: tuple[Argument, ...], scope: ProgramPoint, links: Links) -> Value | None:
    """Return the result of one of Python's inspecting functions; `None` if it is not known."""
    if callee in _ASKING:
        return read_by_name(callee, args, scope, links)
    if any(arg.name not in (None, "predicate") or arg.star for arg in args):
        return None
    values = [links.evaluate(arg.value, scope) for arg in args]
    if callee in _LOOKING:
        return inspect_names(callee, values, links)
    if callee == "builtins.type":
        return class_made(links.result(values[0])) if len(values) == 1 else None
    answer = is_instance(values, links)
    return None if answer is None else ConstantValue(answer)


_PASSING = ("for", "while", "with")

_OBJECT = ExternalSymbol("builtins.object")
_NAMELESS = (_OBJECT, ExternalSymbol("abc.ABC"), ExternalSymbol("typing.Generic"), ExternalSymbol("typing.Protocol"))
"""Classes whose own names all begin with an underscore."""
_ASKING = frozenset({"builtins.getattr", "builtins.hasattr"})
_LOOKING = frozenset({"builtins.vars", "builtins.dir", "inspect.getmembers"})
