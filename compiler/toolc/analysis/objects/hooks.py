"""Methods of classes that Python, or a library, calls by itself where no call is written, and which are not executed there.

Sources: the data model's *Special method names*; `copy`, `pickle`, `os.PathLike` and `gc` of CPython 3.11.
"""

from toolc.analysis import effects
from toolc.analysis.protocol import Machine
from toolc.analysis.values import Class, Container, Function, Instance, Value

FOLLOWED = frozenset(
    """__init__ __new__ __call__ __init_subclass__ __class_getitem__ __set_name__ __post_init__ __prepare__ __get__ __set__
    __attrs_pre_init__ __attrs_post_init__ __getattr__ __getattribute__ __setattr__ __delattr__ __getitem__ __setitem__
    __delitem__ __iter__ __next__ __contains__ __enter__ __exit__ __aenter__ __aexit__ __reversed__ __str__ __repr__
    __format__ __bool__ __len__ __missing__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __sub__ __mul__ __truediv__
    __floordiv__ __mod__ __pow__ __lshift__ __rshift__ __or__ __and__ __xor__ __matmul__ __radd__ __rsub__ __rmul__
    __rtruediv__ __rfloordiv__ __rmod__ __rpow__ __rlshift__ __rrshift__ __ror__ __rand__ __rxor__ __rmatmul__ __iadd__
    __aiter__ __anext__ __copy__ __deepcopy__ __isub__ __imul__ __ior__ __iand__ __ixor__ __neg__ __pos__ __invert__""".split()
)
"""Special methods that the interpreter executes where Python does."""


def special_methods(cls: Class) -> list[Function]:
    """The special methods of a class of the program, inherited ones included, that are not executed where Python calls them."""
    found = {
        name: method
        for one in reversed(cls.mro)
        if isinstance(one, Class) and one.node is not None
        for name, cell in one.cells.items()
        if name.startswith("__") and name.endswith("__") and name not in FOLLOWED
        if (method := effects.function_of(cell)) is not None
    }
    return list(found.values())


def may_run_special(vm: Machine, made: Value) -> None:
    """Whatever special methods an object has may run from now on: its finaliser, what hashing or copying it calls."""
    cls = made.cls if isinstance(made, (Instance, Container)) else None
    if cls is None or cls.node is None:
        return
    for method in special_methods(cls):
        receiver = _last_state(made) if method.name == "__del__" else made
        doubt = vm.doubt("TC232", f"`{method.qualname}` may be called by Python at any time")
        effects.may_be_called(vm, method, doubt, receiver)


def _last_state(made: Instance | Container) -> Value:
    """Return what a finaliser is called on: another object with the same attributes, for the program sees the one no more."""
    if not isinstance(made, Instance):
        return made
    last = Instance(made.cls, made.site)
    last.cells, last.native = dict(made.cells), made.native
    return last


def may_run_any(vm: Machine, receiver: Value, cls: Class, doubt_reason: str) -> None:
    """A library has an object in hand, or one of its own methods runs on it: it may call any method of the program."""
    if cls.node is None and not any(isinstance(one, Class) and one.node is not None for one in cls.mro):
        return
    doubt = vm.doubt("TC232", doubt_reason)
    for method in effects.methods_of(cls):
        effects.may_be_called(vm, method, doubt, receiver)
