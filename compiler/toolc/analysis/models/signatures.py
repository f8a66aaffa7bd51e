"""`inspect.signature`, its objects, and callable objects as the functions that frameworks read of them.

Source: `inspect` and `functools` of CPython 3.11 (`_signature_from_callable`, `_signature_get_partial`).
"""

from collections.abc import Callable, Mapping

from toolc.analysis.lattice import same
from toolc.analysis.models.builtins import unknown_result
from toolc.analysis.models.table import model
from toolc.analysis.objects import attributes, fields
from toolc.analysis.objects.annotations import value_of
from toolc.analysis.objects.defaults import annotations_of, defaults_of
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    PLAIN_BASES,
    BoundMethod,
    Choice,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    Maybe,
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
    if isinstance(value, Function) and value.taint is None and not vm.loaded_module(value.module).is_written:
        return _of_function(value)
    if isinstance(value, Partial) and value.taint is None:
        return _of_partial(vm, value, signature_of(vm, value.function, follow, depth + 1))
    if isinstance(value, Instance) and value.taint is None and isinstance(value.cls.find("__call__"), Function):
        return signature_of(vm, vm.attribute(value, "__call__"), follow, depth + 1)
    if isinstance(value, Class) and value.whole and value.meta is None and value.node is not None:
        makers = [one for one in map(value.find, ("__new__", "__init__")) if one is not MISSING]
        makers = [one for one in makers if fields.generated_init(one) is None]
        if len(makers) == 1:
            return _without_first(signature_of(vm, makers[0], follow, depth + 1))
        if not makers:
            return _of_fields(vm, value) if "dataclass" in value.traits else _new_signature([], EMPTY)
    return Unknown(vm.doubt("TC205", "a signature is not known"))


def _of_fields(vm: Machine, cls: Class) -> Value:
    """The signature of the `__init__` that a dataclass is given."""
    found: list[Instance] = []
    taken = [one for one in fields.arguments_of(cls) if one.init]
    for one in sorted(taken, key=lambda field: field.keyword_only):
        kind = value_of(vm, one.annotation)
        made_each_time = one.factory is not MISSING and one.factory is not None
        default = _FACTORY if made_each_time else EMPTY if one.default is MISSING else one.default
        name = "KEYWORD_ONLY" if one.keyword_only else "POSITIONAL_OR_KEYWORD"
        found.append(_new_parameter(one.name, Symbol(f"inspect.Parameter.{name}"), kind, default))
    return _new_signature(found, None)


_FACTORY = Symbol("dataclasses._HAS_DEFAULT_FACTORY")


def _new_signature(parameters: list[Instance], returns: Value) -> Instance:
    made = Instance(SIGNATURE)
    made.cells["parameters"] = Dict({one.cells.get("name"): one for one in parameters})
    made.cells["return_annotation"] = returns
    return made


def _new_parameter(name: Value, kind: Value, annotation: Value, default: Value) -> Instance:
    made = Instance(PARAMETER)
    made.cells.update({"name": name, "kind": kind, "annotation": annotation, "default": default})
    return made


def replace_attributes(owner: Instance, changed: Mapping[Value, Value]) -> Instance:
    """Another parameter or signature, with some attributes of its own."""
    made = Instance(owner.cls)
    made.cells.update({**owner.cells, **changed})
    return made


def _of_function(function: Function) -> Value:
    annotations = annotations_of(function.cells.get("__annotations__"))
    if isinstance(annotations, Unknown):
        return annotations
    positional = [one for one in function.params if one.kind in ("positional_only", "positional_or_keyword")]
    defaults = defaults_of(positional, function.cells.get("__defaults__"), function.cells.get("__kwdefaults__"))
    if isinstance(defaults, Unknown):
        return defaults
    parameters = [
        _new_parameter(
            one.name,
            Symbol(f"inspect.Parameter.{one.kind.upper()}"),
            annotations.get(one.name, EMPTY),
            defaults.get(one.name, EMPTY),
        )
        for one in function.params
    ]
    return _new_signature(parameters, annotations.get("return", EMPTY))


def parameters_of(signature: Value) -> list[Instance] | None:
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


def _without_first(signature: Value) -> Value:
    """The signature of a function as a method's: its first parameter is the object."""
    parameters = parameters_of(signature)
    if parameters is None:
        return signature
    bound = parameters and _kind(parameters[0]) in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")
    return _new_signature(parameters[1:] if bound else parameters, signature.cells["return_annotation"])


_KEYWORD_ONLY = Symbol("inspect.Parameter.KEYWORD_ONLY")


def _of_partial(vm: Machine, partial: Partial, signature: Value) -> Value:
    """The signature of a function without what a partial passes by position, and its keywords as defaults."""
    parameters = parameters_of(signature)
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
            found.append(replace_attributes(one, {"default": given.pop(name), "kind": _KEYWORD_ONLY}))
        elif kind == "POSITIONAL_OR_KEYWORD" and by_keyword:
            found.append(replace_attributes(one, {"kind": _KEYWORD_ONLY}))
        else:
            found.append(one)
            given = {} if kind == "VAR_KEYWORD" else given
    if passed or given:  # Python raises
        return Unknown(vm.doubt("TC205", "a partial passes what its function does not take"))
    return _new_signature(found, signature.cells["return_annotation"])


def as_function(vm: Machine, value: Value, described: bool) -> "Function | BoundMethod | None":
    """A callable object that has a name of its own, as the function that `inspect` reads of it: the one that it calls, with
    its signature, name and docstring, which nothing reads where the tool is `described` otherwise. None for what is a function
    already, and where something of it is not known."""
    if not isinstance(value, (Partial, Instance)) or value.taint is not None:
        return None
    behind, parameters = _function_behind(vm, value), parameters_of(signature := signature_of(vm, value))
    name, doc = (attributes.attribute(vm, value, one, MISSING) for one in ("__name__", "__doc__"))
    if behind is None or parameters is None or not isinstance(vm.plain(name), str):
        return None
    inner, bound = behind
    made = Function(inner.node, inner.scope, inner.module, inner.qualname, inner.owner)
    if bound:
        own = parameters_of(_of_function(inner))
        if not own:
            return None
        signature = _new_signature([own[0], *parameters], signature.cells["return_annotation"])
    annotations = (value if "__annotations__" in value.cells else inner).cells.get("__annotations__")
    made.cells |= {
        **inner.cells,
        "__name__": name,
        "__doc__": None if described else doc,
        "__annotations__": annotations,
        "__signature__": signature,
    }
    return BoundMethod(made, value) if bound else made


def merge_equivalent(call: Call) -> None:
    """Replace each argument that is one of several equivalent functions by one of them.

    Equivalent are a function and wrappers of it with its name, docstring, annotations and signature, of which frameworks read
    the same: a decorator may be put on under a condition.
    """
    call.args = tuple([_merge(call.vm, one) for one in call.args])
    call.kwargs = {name: _merge(call.vm, one) for name, one in call.kwargs.items()}


def _merge(vm: Machine, value: Value) -> Value:
    choice = vm.plain(value)
    if not isinstance(choice, Choice) or not all(isinstance(one, Function) for one in choice.alternatives):
        return value
    innermost = [_innermost(one) for one in choice.alternatives]
    known = innermost[0]
    if known is None or any(one is not known for one in innermost):
        return value
    alike = all(same(one.cells.get(cell), known.cells.get(cell)) for one in choice.alternatives for cell in _SHOWN)
    return known if alike else value


_SHOWN = ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__")


def _innermost(function: Function) -> Function | None:
    """The function that wrappers of `functools.wraps` lead to; None where one has a signature of its own, or is not known."""
    for _ in range(MAX_WRAPPED):
        if "__signature__" in function.cells or function.taint is not None:
            return None
        inner = function.cells.get("__wrapped__", MISSING)
        if inner is MISSING:
            return function
        if not isinstance(inner, Function):
            return None
        function = inner
    return None


def _function_behind(vm: Machine, value: Value) -> tuple[Function, bool] | None:
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


def _replace(call: Call) -> Value:
    """`Signature.replace(parameters=…)`, `Parameter.replace(…)`."""
    changed: dict[Value, Value] = dict(call.kwargs)
    if "parameters" in changed:
        found = call.vm.elements(changed["parameters"])
        if isinstance(found, Unknown):
            return found
        changed["parameters"] = Dict({one.cells.get("name"): one for one in found if isinstance(one, Instance)})
    return replace_attributes(call.args[0], changed)


def symbol(dotted: str) -> Value:
    """The classes of `inspect`, which programs call and take constants from."""
    return {
        "inspect.Signature": SIGNATURE,
        "inspect.Parameter": PARAMETER,
        "inspect.Signature.empty": EMPTY,
        "inspect._empty": EMPTY,
    }.get(dotted, MISSING)


PARAMETER.cells["empty"] = SIGNATURE.cells["empty"] = EMPTY
PARAMETER.cells |= {
    kind: Symbol(f"inspect.Parameter.{kind}")
    for kind in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
}
SIGNATURE.cells["replace"] = Native("inspect.Signature.replace", _replace)
SIGNATURE.cells |= {name: Native(f"inspect.Signature.{name}", lambda call: _bind(call)) for name in ("bind", "bind_partial")}
PARAMETER.cells["replace"] = Native("inspect.Parameter.replace", _replace)


_BOUND = Class("BoundArguments", library="inspect.BoundArguments")
_BOUND.cells["apply_defaults"] = Native("inspect.BoundArguments.apply_defaults", lambda call: _apply_defaults(call))


def _bind(call: Call) -> Value:
    """`signature.bind(*args, **kwargs)`: the arguments by parameter; TypeError where one is missing or is not taken."""
    vm, signature = call.vm, call.args[0]
    parameters, passed, given = parameters_of(signature), list(call.args[1:]), dict(call.kwargs)
    if parameters is None or call.open is not None or any(isinstance(one, Maybe) for one in (*passed, *given.values())):
        return Unknown(vm.doubt("TC205", "which arguments are bound is not known"))
    found: dict[Value, Value] = {}
    for one in parameters:
        kind, name = _kind(one), one.cells["name"]
        if kind == "VAR_POSITIONAL":
            found |= {name: tuple(passed)} if passed else {}
            passed = []
        elif kind == "VAR_KEYWORD":
            found |= {name: Dict(dict(given))} if given else {}
            given = {}
        elif kind != "KEYWORD_ONLY" and passed:
            found[name] = passed.pop(0)
        elif kind != "POSITIONAL_ONLY" and name in given:
            found[name] = given.pop(name)
        elif one.cells.get("default", EMPTY) is EMPTY and call.callee.name.endswith(".bind"):
            raise Raised("TypeError", detail=f"an argument is missing: {name}")
    if passed or given:
        raise Raised("TypeError", detail="there are more arguments than parameters")
    made = Instance(_BOUND)
    made.cells.update({"arguments": Dict(found), "signature": signature})
    return made


def _passed_by_place(call: Call) -> Value:
    """`BoundArguments.args`, of the arguments as they are now."""
    arguments = call.args[0].cells["arguments"]
    found: list[Value] = []
    for one in parameters_of(call.args[0].cells["signature"]) or ():
        kind, name = _kind(one), one.cells["name"]
        if kind in ("VAR_KEYWORD", "KEYWORD_ONLY") or name not in arguments.items:
            break
        found += arguments.items[name] if kind == "VAR_POSITIONAL" else [arguments.items[name]]
    return Unknown(arguments.taint) if arguments.taint is not None else tuple(found)


def _passed_by_name(call: Call) -> Value:
    """`BoundArguments.kwargs`: those behind the ones that are passed by their place."""
    arguments, begun = call.args[0].cells["arguments"], False
    found: dict[Value, Value] = {}
    for one in parameters_of(call.args[0].cells["signature"]) or ():
        kind, name = _kind(one), one.cells["name"]
        begun = begun or kind in ("VAR_KEYWORD", "KEYWORD_ONLY") or name not in arguments.items
        if begun and name in arguments.items:
            found |= arguments.items[name].items if kind == "VAR_KEYWORD" else {name: arguments.items[name]}
    return Unknown(arguments.taint) if arguments.taint is not None else Dict(found)


_BOUND.cells |= {
    name: Descriptor("property", Native(f"inspect.BoundArguments.{name}", run))
    for name, run in (("args", _passed_by_place), ("kwargs", _passed_by_name))
}


def _apply_defaults(call: Call) -> None:
    bound = call.args[0]
    parameters = parameters_of(bound.cells["signature"]) or []
    arguments = bound.cells["arguments"]
    filled: dict[Value, Value] = {}
    empty: dict[str, Callable[[], Value]] = {"VAR_POSITIONAL": tuple, "VAR_KEYWORD": lambda: Dict({})}
    for one in parameters:
        name, default = one.cells["name"], one.cells.get("default", EMPTY)
        if name in arguments.items:
            filled[name] = arguments.items[name]
        elif default is not EMPTY:
            filled[name] = default
        elif (kind := _kind(one)) in empty:
            filled[name] = empty[kind]()
    call.vm.store.touch(arguments)
    arguments.items.clear()
    arguments.items.update(filled)


@model("inspect.Signature")
def _call_signature(call: Call) -> Value:
    found = call.vm.elements(call.get("parameters", 0, ()))
    if isinstance(found, Unknown):
        return found
    parameters = [one for one in found if isinstance(one, Instance)]
    return _new_signature(parameters, call.get("return_annotation", 1, EMPTY))


@model("inspect.Parameter")
def _call_parameter(call: Call) -> Value:
    annotation, default = (call.get(name, None, EMPTY) for name in ("annotation", "default"))
    return _new_parameter(call.get("name", 0), call.get("kind", 1), annotation, default)


@model("inspect.getattr_static", positions="obj attr default")
def _getattr_static(call: Call) -> Value:
    """An attribute as it stands in an object or its class, without descriptors."""
    owner, name = call.vm.plain(call.args[0]), call.vm.plain(call.args[1])
    cls = owner if isinstance(owner, Class) else owner.cls if isinstance(owner, Instance) else None
    if cls is None or not isinstance(name, str) or owner.taint is not None:
        return unknown_result(call)
    found = owner.cells.get(name, MISSING) if isinstance(owner, Instance) else MISSING
    found = cls.find(name) if found is MISSING else found
    if found is MISSING and set(cls.symbols()) <= PLAIN_BASES:
        if len(call.args) < 3:
            raise Raised("AttributeError")
        return call.args[2]
    return unknown_result(call) if found is MISSING else found
