"""The classes of the program that a class descends from, and whether pydantic makes models of them.

Takes a class definition, gives definitions.
"""

from toolc.program import DefinitionValue, ExternalSymbol, Program, Unknown

MODELS = frozenset(
    {"pydantic.BaseModel", "pydantic_settings.BaseSettings", "instructor.OpenAISchema", "instructor.ResponseSchema"}
)
MODEL_KINDS = ("model", "root_model")
MAX_LINEAGE = 200
"""Beyond any real hierarchy: a class with more ancestors is treated as if it had none."""


def lineage(definition: DefinitionValue, program: Program) -> list[DefinitionValue]:
    """The class and its ancestors of the program, the nearest first; the class alone where they are too many to follow."""
    ancestors = program.ancestors(definition)
    if len(ancestors) > MAX_LINEAGE and isinstance(ancestors[-1], Unknown):
        return [definition]
    return [definition, *(base for base in ancestors if isinstance(base, DefinitionValue))]


def is_model(definition: DefinitionValue, program: Program) -> bool:
    """Return `True` if a class is a pydantic model."""
    external = {base.name for base in program.ancestors(definition) if isinstance(base, ExternalSymbol)}
    return bool(external & {*MODELS, "pydantic.RootModel"})
