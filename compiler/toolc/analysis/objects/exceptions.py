"""Exceptions of the program: what `raise` raises, and which handler catches it."""

from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import MISSING, Choice, Class, Instance, Symbol, Unknown, Value

PARENTS = {
    "KeyError": "LookupError", "IndexError": "LookupError", "LookupError": "Exception", "ModuleNotFoundError": "ImportError",
    "ImportError": "Exception", "UnboundLocalError": "NameError", "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError", "FileNotFoundError": "OSError", "PermissionError": "OSError", "TimeoutError": "OSError",
    "ConnectionError": "OSError", "NotImplementedError": "RuntimeError", "RecursionError": "RuntimeError",
    "UnicodeDecodeError": "ValueError", "UnicodeError": "ValueError", "JSONDecodeError": "ValueError",
    "KeyboardInterrupt": "BaseException", "SystemExit": "BaseException", "GeneratorExit": "BaseException",
    "Exception": "BaseException", "IOError": "Exception",
}  # fmt: skip


def is_subclass_name(name: str, of: str) -> bool:
    """Whether a built-in exception class is below another, both by name."""
    of = "OSError" if of in ("IOError", "EnvironmentError") else of
    while name:
        if name == of:
            return True
        name = PARENTS.get(name, "" if name == "BaseException" else "Exception" if name != "Exception" else "BaseException")
    return False


def exception_of(vm: Machine, value: Value) -> Raised:
    """What `raise value` raises."""
    if isinstance(value, Class):
        value = vm.call(value, (), {})
    if isinstance(value, Instance):
        return Raised(value.cls.name, value)
    if isinstance(value, Symbol):
        return Raised(value.name.rpartition(".")[2], value)
    if isinstance(value, Raised):
        return value
    callee = getattr(value, "callee", None)
    return Raised(callee.name.rpartition(".")[2] if isinstance(callee, Symbol) else "Exception", value)


def catches(vm: Machine, types: Value, raised: Raised) -> bool:
    """Whether `except types` catches an exception; of a class that is not known, that it does."""
    for one in types if isinstance(types, tuple) else (types,):
        if isinstance(one, Class):
            value = raised.value
            if isinstance(value, Instance):
                if one in value.cls.mro:
                    return True
            elif one.library.startswith("builtins.") and is_subclass_name(raised.name, one.name):
                return True
        elif isinstance(one, Symbol):
            if is_subclass_name(raised.name, one.name.rpartition(".")[2]):
                return True
        elif isinstance(one, (Unknown, Choice)) or one is MISSING:
            return True
    return False
