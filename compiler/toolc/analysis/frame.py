"""One activation: a call of a function, the body of a module or of a class."""

from toolc.analysis.values import Function, Module, Scope, Value


class Frame:
    """Frame of execution. `yielded` are values that the current statement of a generator gave; `level` is the depth of
    branches at which its consumer last asked, `deferred` what it gave in deeper ones; `at` the index of the module's statement
    that runs, `inputs` what decided where the function is left."""

    __slots__ = ("at", "deferred", "function", "inputs", "level", "module", "scope", "yielded")

    def __init__(self, scope: Scope, module: Module, function: Function | None = None, level: int = 0) -> None:
        self.scope, self.module, self.function, self.level = scope, module, function, level
        self.at = 0
        self.inputs = frozenset[str]()
        self.yielded: list[Value] = []
        self.deferred: list[Value] = []
