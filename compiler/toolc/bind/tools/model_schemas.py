"""The JSON Schemas of models, for programs that look into them while they are executed."""

from typing import Any

from toolc.analysis.values import Class
from toolc.bind.linker import Linker
from toolc.bind.tools.convert import Converter
from toolc.program import Attribute, Called, Definition


class ModelSchemas:
    """Asks whoever lowers the program. What was answered on the way is dropped before the program is lowered."""

    def __init__(self, linker: Linker, convert: Converter) -> None:
        self._linker, self._convert = linker, convert
        self._asked = False

    def of(self, cls: Class) -> Any:
        """Return the JSON Schema that `cls.model_json_schema()` gives. Returns None where that is not certain."""
        model, ask = self._convert.value(cls), self._linker.model_schema
        if ask is None or not isinstance(model, Definition):
            return None
        self._asked = True
        return ask(Called(Attribute(model, "model_json_schema"), (), model.scope, model.stmt.name_at, model.name_end))

    def forget(self) -> None:
        """Let nothing stand that was answered before the program had been executed."""
        if self._asked:
            self._linker.forget()
