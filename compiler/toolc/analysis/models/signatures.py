"""`inspect.signature`, its objects, and callable objects as the functions that frameworks read of them.

Source: `inspect` and `functools` of CPython 3.11 (`_signature_from_callable`, `_signature_get_partial`).
"""

from toolc.analysis.models.table import model
from toolc.analysis.objects import attributes
from toolc.analysis.objects.defaults import annotations_of, defaults_of
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    Native,
    Obj,
    Partial,
    Symbol,
    Unknown,
    Value,
)

MAX_WRAPPED = 30  # functions that wrap one another


@model("inspect.signature")
def _signature(call: Call) -> Value:
    """A signature as an object: its parameters by name, to be replaced and put back."""
    return signature_of(call.vm, call.args[0], call.kwargs.get("follow_wrapped") is not False)


def signature_of(vm: Machine, value: Value, follow: bool = True, depth: int = 0) -> Value:
    """The signature of a callable as an object of the heap; unknown where `inspect.signature` is not followed."""
    given = attributes.attribute(vm, value, "__signature__", MISSING)
    if given is not MISSING:
        return given
    value = vm.plain(value)
    if depth > MAX_WRAPPED:
        return Unknown(vm.doubt("TC205", "a signature is not known"))
    if isinstance(value, BoundMethod):
        return _without_first(signature_of(vm, value.function, follow, depth + 1))
    if isinstance(value, Obj) and follow and (inner := value.cells.get("__wrapped__", MISSING)) is not MISSING:
        return signature_of(vm, inner, follow, depth + 1)
    if isinstance(value, Function) and value.taint is None:
        return _of_function(value)
    if isinstance(value, Partial) and value.taint is None:
        return _of_partial(vm, value, signature_of(vm, value.function, follow, depth + 1))
    if isinstance(value, Instance) and value.taint is None and isinstance(value.cls.find("__call__"), Function):
        return signature_of(vm, vm.attribute(value, "__call__"), follow, depth + 1)
    return Unknown(vm.doubt("TC205", "a signature is not known"))


def _made(parameters: list[Instance], returns: Value) -> Instance:
    made = Instance(SIGNATURE)
    made.cells["parameters"] = Dict({one.cells["name"]: one for one in parameters})
    made.cells["return_annotation"] = returns
    return made


def _of_function(function: Function) -> Value:
    annotations = annotations_of(function.cells.get("__annotations__"))
    if isinstance(annotations, Unknown):
        return annotations
    positional = [one for one in function.params if one.kind in ("positional_only", "positional_or_keyword")]
    defaults = defaults_of(positional, function.cells.get("__defaults__"), function.cells.get("__kwdefaults__"))
    if isinstance(defaults, Unknown):
        return defaults
    parameters: list[Instance] = []
    for one in function.params:
        parameter = Instance(PARAMETER)
        parameter.cells.update(
            {
                "name": one.name,
                "kind": Symbol(f"inspect.Parameter.{one.kind.upper()}"),
                "annotation": annotations.get(one.name, EMPTY),
                "default": defaults.get(one.name, EMPTY),
            }
        )
        parameters.append(parameter)
    return _made(parameters, annotations.get("return", EMPTY))


def _listed(signature: Value) -> list[Instance] | None:
    """The parameters of a signature in order; None where one is not known."""
    if not isinstance(signature, Instance) or signature.cls is not SIGNATURE or signature.taint is not None:
        return None
    held = signature.cells.get("parameters")
    if not isinstance(held, Dict) or held.taint is not None:
        return None
    found = [one for one in held.items.values() if isinstance(one, Instance) and one.cls is PARAMETER and one.taint is None]
    return found if len(found) == len(held.items) else None


def _kind(parameter: Instance) -> str:
    kind = parameter.cells.get("kind")
    return kind.name.rpartition(".")[2] if isinstance(kind, Symbol) else ""


def _but(parameter: Instance, **changed: Value) -> Instance:
    made = Instance(PARAMETER)
    made.cells.update(parameter.cells)
    made.cells.update(changed)
    return made


def _without_first(signature: Value) -> Value:
    """The signature of a function as a method's: its first parameter is the object."""
    parameters = _listed(signature)
    if parameters is None:
        return signature
    bound = parameters and _kind(parameters[0]) in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    return _made(parameters[1:] if bound else parameters, signature.cells["return_annotation"])


_KEYWORD_ONLY = Symbol("inspect.Parameter.KEYWORD_ONLY")


def _of_partial(vm: Machine, partial: Partial, signature: Value) -> Value:
    """The signature of a function without what a partial passes by position, and its keywords as defaults."""
    parameters = _listed(signature)
    if parameters is None:
        return signature if isinstance(signature, Unknown) else Unknown(vm.doubt("TC205", "a signature is not known"))
    passed, given = list(partial.args), dict(partial.kwargs)
    found: list[Instance] = []
    by_keyword = False
    for one in parameters:
        kind, name = _kind(one), one.cells["name"]
        if kind in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD") and passed:
            passed.pop(0)
        elif kind == "VAR_POSITIONAL":
            passed = []
            if not by_keyword:
                found.append(one)
        elif kind in ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY") and name in given:
            by_keyword = by_keyword or kind == "POSITIONAL_OR_KEYWORD"
            found.append(_but(one, default=given.pop(name), kind=_KEYWORD_ONLY))
        elif kind == "POSITIONAL_OR_KEYWORD" and by_keyword:
            found.append(_but(one, kind=_KEYWORD_ONLY))
        else:
            found.append(one)
            given = {} if kind == "VAR_KEYWORD" else given
    if passed or given:  # Python raises
        return Unknown(vm.doubt("TC205", "a partial passes what its function does not take"))
    return _made(found, signature.cells["return_annotation"])


def as_function(vm: Machine, value: Value, described: bool) -> "Function | BoundMethod | None":
    """A callable object that has a name of its own, as the function that `inspect` reads of it: the one that it calls, with
    its signature, name and docstring, which nothing reads where the tool is `described` otherwise. None for what is a function
    already, and where something of it is not known."""
    if not isinstance(value, (Partial, Instance)) or value.taint is not None:
        return None
    behind, parameters = _called(vm, value), _listed(signature := signature_of(vm, value))
    name, doc = (attributes.attribute(vm, value, one, MISSING) for one in ("__name__", "__doc__"))
    if behind is None or parameters is None or not isinstance(vm.plain(name), str):
        return None
    inner, bound = behind
    made = Function(inner.node, inner.scope, inner.module, inner.qualname, inner.owner)
    if bound:
        own = _listed(_of_function(inner))
        if not own:
            return None
        signature = _made([own[0], *parameters], signature.cells["return_annotation"])
    annotations = (value if "__annotations__" in value.cells else inner).cells.get("__annotations__")
    made.cells |= {
        **inner.cells,
        "__name__": name,
        "__doc__": None if described else doc,
        "__annotations__": annotations,
        "__signature__": signature,
    }
    return BoundMethod(made, value) if bound else made


def _called(vm: Machine, value: Value) -> tuple[Function, bool] | None:
    """The function of the program whose parameters a callable shows, and whether it is a method of an object; None for
    others, or one that is not known."""
    bound = False
    for _ in range(MAX_WRAPPED):
        match value:
            case Function() | Partial() | Instance() | Descriptor() if "__wrapped__" in value.cells:
                value = vm.plain(value.cells["__wrapped__"])
            case Function():
                return (value, bound) if value.taint is None else None
            case Partial():
                value = vm.plain(value.function)
            case BoundMethod():
                value, bound = vm.plain(value.function), True
            case Instance() if value.cls.whole:
                value = vm.attribute(value, "__call__")
            case _:
                return None
    return None


EMPTY = Symbol("inspect.Parameter.empty")
"""`inspect.Parameter.empty` and `inspect.Signature.empty`, which are one."""

SIGNATURE = Class("Signature", library="inspect.Signature")
PARAMETER = Class("Parameter", library="inspect.Parameter")


def _replaced(call: Call) -> Value:
    """`Signature.replace(parameters=…)`, `Parameter.replace(…)`."""
    vm = call.vm
    owner = call.args[0]
    made = Instance(owner.cls)
    made.cells.update(owner.cells)
    for name, value in call.kwargs.items():
        if name == "parameters":
            found = vm.elements(value)
            if isinstance(found, Unknown):
                return found
            value = Dict({one.cells.get("name"): one for one in found if isinstance(one, Instance)})
        made.cells[name] = value
    return made


def symbol(dotted: str) -> Value:
    """The classes of `inspect`, which programs call and take constants from."""
    return {"inspect.Signature": SIGNATURE, "inspect.Parameter": PARAMETER, "inspect.Signature.empty": EMPTY}.get(
        dotted, MISSING
    )


PARAMETER.cells["empty"] = SIGNATURE.cells["empty"] = EMPTY
PARAMETER.cells |= {
    kind: Symbol(f"inspect.Parameter.{kind}")
    for kind in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
}
SIGNATURE.cells["replace"] = Native("inspect.Signature.replace", _replaced)
PARAMETER.cells["replace"] = Native("inspect.Parameter.replace", _replaced)


@model("inspect.Signature")
def _new_signature(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.get("parameters", 0, ()))
    if isinstance(found, Unknown):
        return found
    made = Instance(SIGNATURE)
    made.cells["parameters"] = Dict({one.cells.get("name"): one for one in found if isinstance(one, Instance)})
    made.cells["return_annotation"] = call.get("return_annotation", 1, EMPTY)
    return made


@model("inspect.Parameter")
def _new_parameter(call: Call) -> Value:
    made = Instance(PARAMETER)
    made.cells.update(
        {
            "name": call.get("name", 0),
            "kind": call.get("kind", 1),
            "annotation": call.get("annotation", None, EMPTY),
            "default": call.get("default", None, EMPTY),
        }
    )
    return made
