"""Decorators of programs that the configuration names: by their qualified name, and by what that name leads to.

Takes the linker and the names, gives the name that a value has. A name whose module can be read and does not have it is said.
"""

from collections.abc import Iterable

from msgspec import structs

from toolc.bind.identity import identity
from toolc.bind.linker import Linker
from toolc.bind.lookup import resolve_binding
from toolc.diagnostics import Diagnostic
from toolc.program import DefinitionValue, ProgramPoint, Value
from toolc.text.suggestions import did_you_mean


class ConfiguredDecorators:
    """The decorators, each looked up once."""

    def __init__(self, names: Iterable[str], linker: Linker) -> None:
        self._linker = linker
        self.definitions: dict[str, DefinitionValue] = {}
        self._names: dict[tuple[object, ...], str] = {}
        for name in names:
            if isinstance(found := self._definition(name), DefinitionValue):
                self.definitions[name] = found
                self._names[_key(found)] = name

    def name(self, value: DefinitionValue) -> str | None:
        """The configured name of a function or method; None when it has none."""
        return self._names.get(_key(value))

    def _definition(self, name: str) -> Value | None:
        """Return the value of a qualified name; `None` if its module cannot be read."""
        parts = name.split(".")
        for length in range(len(parts) - 1, 0, -1):
            module = ".".join(parts[:length])
            if (unit := self._linker.library.find(module)) is None:
                continue
            value = resolve_binding(parts[length], ProgramPoint(module), self._linker)
            if value is None:
                self._report_missing(name, parts[length], module, unit.top.by_name)
                return None
            for part in parts[length + 1 :]:
                value = self._linker.attribute(value, part)
            return self._linker.result(value)
        return None

    def _report_missing(self, name: str, part: str, module: str, known: Iterable[str]) -> None:
        message = f'the decorator "{name}" of the configuration is not there: the module `{module}` has no `{part}`'
        self._linker.library.diagnostics.append(Diagnostic("TC604", message, help=did_you_mean(part, known)))


def _key(value: DefinitionValue) -> tuple[object, ...]:
    return identity(structs.replace(value, frame=None))
