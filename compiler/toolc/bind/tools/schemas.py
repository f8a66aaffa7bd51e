"""The JSON Schemas of models and tools, for programs that look into them while they are executed."""

from collections.abc import Mapping
from typing import Any

from toolc.analysis.events import Event
from toolc.analysis.values import MISSING, Instance, LibraryObject
from toolc.bind.linker import Linker
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.framework_names import FrameworkNames
from toolc.bind.tools.registrations import Registrations
from toolc.program import Declaration, ServerKey
from toolc.systems.base import Mark, System


class Schemas:
    """Schemas from the stage `lower`. Results computed during the analysis are dropped before the program is lowered."""

    def __init__(self, linker: Linker, names: FrameworkNames, marks: Mapping[str, tuple[System, Mark]]) -> None:
        self._linker, self._names, self._marks = linker, names, marks
        self._asked = False

    def of_call(self, call: LibraryObject) -> Any:
        """Return the JSON Schema that a call of pydantic gives. Returns None where that is not certain."""
        ask = self._linker.called_schema
        if ask is None:
            return None
        self._asked = True
        return ask(Converter(self._linker).value(call))

    def of_tool(self, tool: Instance | LibraryObject, fact: str) -> Any:
        """Return the `input_schema`, `output_schema`, name or description that a framework has made for a tool, None where the
        tool has none.

        Returns MISSING where that is not certain.
        """
        event, ask = tool.event if isinstance(tool, LibraryObject) else tool.native, self._linker.tool_fact
        known = self._marks.get(event.callee) if isinstance(event, Event) else None
        if ask is None or known is None or event.inputs or event.repeated or tool.taint is not None:
            return MISSING
        self._asked = True
        system, mark = known
        registration = Registrations(Converter(self._linker), self._names).of(event, system.types_from)
        made = mark(registration, self._linker, ServerKey("", system.name, system.name))
        facts = made if isinstance(made, tuple) else (made,)
        if len(facts) != 1 or not isinstance(facts[0], Declaration) or facts[0].diagnostics:
            return MISSING
        certain, schema = ask(facts[0], fact)
        return schema if certain else MISSING

    def forget(self) -> None:
        """Let nothing stand that was answered before the program had been executed."""
        if self._asked:
            self._linker.forget()
