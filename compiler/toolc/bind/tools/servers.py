"""Assignment of tools to servers.

Takes a registration, gives a `ServerKey`, and keeps the object behind it. Two server objects are two servers even when they
carry the same name; tools registered on no object share one server per package, named after their system.
"""

from toolc.bind.linker import Linker
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    ParameterValue,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Value,
)
from toolc.systems.base import System, find_argument
from toolc.text.unique_names import first_free


class Servers:
    """The servers seen so far, each with the name it got."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker
        self._names: dict[tuple[object, ...], ServerKey] = {}
        self.objects: dict[ServerKey, Value] = {}

    def key(self, system: System, registration: RegistrationSite) -> ServerKey:
        """The server of one registration."""
        package = self.package(registration.scope)
        receiver = _whole(registration.receiver)
        if receiver is None or isinstance(receiver, DefinitionValue):  # a function holds no tools
            return ServerKey(package, system.name, system.name, standalone=True)
        key = self._named_server(_identity(receiver, registration), self._own_name(receiver), package, system)
        self.objects.setdefault(key, receiver)
        return key

    def package(self, scope: ProgramPoint) -> str:
        """The output unit of a module."""
        return self._linker.library.sources.package(self._linker.unit(scope).source.path)

    def _named_server(self, identity: tuple[object, ...], name: str, package: str, system: System) -> ServerKey:
        if identity not in self._names:
            # The package of the server is that of the module where it is made, else of where it is first used.
            taken = {key.name for key in self._names.values() if key.package == package}
            self._names[identity] = ServerKey(package, system.name, first_free(name, taken))
        return self._names[identity]

    def _own_name(self, receiver: Value) -> str:
        if isinstance(receiver, CallResult):
            given = find_argument(receiver.args, "name", 0)
            value = self._linker.evaluate(given.value, receiver.scope) if given is not None else None
            if isinstance(value, ConstantValue) and isinstance(value.value, str) and value.value:
                return value.value
            return receiver.name or "server"
        return receiver.name if isinstance(receiver, ParameterValue) else "server"


def _whole(receiver: Value | None) -> Value | None:
    """The object of a framework that a part of it belongs to: `mcp` of `mcp._mcp_server`."""
    whole = receiver
    while isinstance(whole, BoundAttribute):
        whole = whole.owner
    return whole if isinstance(whole, CallResult) and isinstance(whole.callee, ExternalSymbol) else receiver


def _identity(receiver: Value, registration: RegistrationSite) -> tuple[object, ...]:
    match receiver:
        case CallResult(_, _, scope, at, end):  # `kit.renamed(…)` and `kit.renamed(…).prefixed(…)` begin at one place
            return scope.module, at, end
        case ParameterValue(function, name):
            return function.full_name, name
        case _:
            return registration.scope.module, repr(receiver)
