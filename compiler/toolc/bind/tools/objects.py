"""Classes whose objects register tools: which of their methods run for an object that is made without arguments.

Takes classes and methods of the program, gives the methods entered for such an object; what these say of an object that nobody
makes is not looked at.
"""

from toolc.bind.instances import constructor
from toolc.bind.linker import Linker
from toolc.bind.links import Passed
from toolc.bind.tools.marks import Marks
from toolc.bind.tools.standing import refusal
from toolc.diagnostics import Diagnostic
from toolc.module import Func
from toolc.names import canonical
from toolc.program import Called, Definition, External, Received, Scope, Value

_INIT = "__init__"


def entered(cls: Definition, scope: Scope, marks: Marks, linker: Linker) -> tuple[list[Definition], Diagnostic | None]:
    """The methods that register, as they are called on an object of the class; and why there is none, where that is told.

    Where `__init__` registers, one that raises registers nothing. What another method gives (`get_tools`) it gives of an object
    that somebody has made.
    """
    place = (cls.stmt.name_at, cls.name_end)
    names = _methods(cls, marks, linker)
    if not names:
        return [], None
    if not scope.within:
        linker.renew()  # what stands before the class in its file must not use up the calls
    made = Called(cls, (), scope, *place, cls.stmt.name)
    init = constructor(made, linker)
    found: list[Definition] = []
    for name in names:
        method = init if name == _INIT else linker.attribute(made, name)
        if not isinstance(method, Definition) or not isinstance(method.stmt, Func):
            continue
        called = method if name == _INIT else linker.enter(method, Passed(), scope, "object", *place)
        if called is None:
            message = f"what `{name}` of `{cls.stmt.name}` gives is not followed: too many calls lead to it"
            linker.library.diagnostics.append(Diagnostic("TC217", message, linker.span(scope, *place)))
        else:
            found.append(called)
    return found, None if init is None or _INIT not in names else _unmade(cls, init, linker)


def _unmade(cls: Definition, init: Definition, linker: Linker) -> Diagnostic | None:
    if (refused := refusal(init, linker)) is None:
        return None
    message = f"an object of `{cls.stmt.name}` that is made without arguments raises here: its tools are left out"
    span = linker.span(Scope(init.module), refused.at, refused.end)
    return Diagnostic("TC224", message, span, help="make one in the program, or name its variables with `--env NAME=VALUE`")


def apart(function: Definition, marks: Marks, linker: Linker) -> bool:
    """Whether a function is such a method, which is followed for an object and not by itself."""
    cls = _around(function)
    return cls is not None and function.stmt.name in _methods(cls, marks, linker)


def nobody(receiver: Value | None, marks: Marks, linker: Linker) -> bool:
    """Whether a value is the `self` of such a class as its methods stand there."""
    if not isinstance(receiver, Received) or not isinstance(receiver.function.stmt, Func):
        return False
    cls, params = _around(receiver.function), receiver.function.stmt.params
    return cls is not None and params[0].name == receiver.name and bool(_methods(cls, marks, linker))


def _around(function: Definition) -> Definition | None:
    around = function.scope.within[-1] if function.scope.within else None
    return around if around is not None and around.node.kind == "class" else None


def _methods(cls: Definition, marks: Marks, linker: Linker) -> tuple[str, ...]:
    bases = [canonical(one.name) for one in linker.ancestors(cls) if isinstance(one, External)]
    return next((marks.objects[name] for name in bases if name in marks.objects), ())
