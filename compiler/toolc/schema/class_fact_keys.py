"""Keys of `Definition.config` under which facts of a class stand beside its configuration. No functions.

What makes definitions writes them, what makes schemas reads them.
"""

CONFIGURED = "__pydantic_config__"
"""The class has a configuration of its own, be it empty, and does not take that of the class around it."""

VALIDATED = "__pydantic_validator__"
"""The class is a dataclass of pydantic's own, or descends from one."""

BUILT = "__pydantic_core_schema__"
"""The class itself is a dataclass of pydantic's own, whose validator is made where the class is."""

EXTRA = "__pydantic_extra__"
"""The annotation of a model's `__pydantic_extra__`."""

TYPING = "__typing__"
"""The class is a TypedDict of `typing` itself on a Python before 3.12 (pydantic 2 refuses it)."""

REPORTED = "__model_json_schema__"
"""Why what a model reports of itself is not its schema; where another type uses the model, pydantic does not ask for that."""

COLLECTED = "__collected__"
"""The names of a dataclass's fields as they are declared, where that is not the order of its arguments."""

CODED = "__coded__"
"""Why an instance may not hold what it is made with, by field; under "" what concerns the whole instance."""

SERIALIZED = "__serialized__"
"""Written form of every instance, if code of the class determines it; `UnknownConstant` if that is not known."""

QUOTED = "quoted"
"""A NewType of a name in quotes, which is read in the module that asks for it."""
