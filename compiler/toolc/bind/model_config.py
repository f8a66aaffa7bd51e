"""`Model.model_config` as a class attribute: the inherited settings updated by the class's own (pydantic 2.14
`ConfigWrapper.for_model`).

Takes a class, gives a dict of values; Unknown where a part of it is not written as a dict, None for a class that is no model.
"""

from toolc.bind.links import Links
from toolc.bind.values.data import made_by_pydantic
from toolc.module import Class
from toolc.program import CallResult, ConstantValue, DefinitionValue, ExternalSymbol, MappingValue, Unknown, Value

_CONFIGS = frozenset({"pydantic.ConfigDict", "builtins.dict"})
_UNTOLD = Unknown("it unpacks a configuration only the running program knows")


def model_config(cls: DefinitionValue, links: Links) -> Value | None:
    """The merged configuration of a model with one model above another."""
    bases = links.ancestors(cls)
    if ExternalSymbol("pydantic.BaseModel") not in bases:
        return None
    if not made_by_pydantic(bases):
        return _UNTOLD
    merged: dict[str, Value] = {}
    for one in reversed([cls, *(base for base in bases if isinstance(base, DefinitionValue))]):
        own = _own(one, links)
        if own is None or len(_models(one, links)) > 1:
            return _UNTOLD
        merged.update(own)
    return MappingValue(tuple(merged.items()))


def _models(cls: DefinitionValue, links: Links) -> list[DefinitionValue]:
    """The models of the program that the header of a class names."""
    named = links.bases(cls)[0]
    models = [base for base in named if isinstance(base, DefinitionValue)]
    return [base for base in models if ExternalSymbol("pydantic.BaseModel") in links.ancestors(base)]


def _own(cls: DefinitionValue, links: Links) -> dict[str, Value] | None:
    """Return the settings that a class states itself; `None` if they are not known."""
    keywords = cls.stmt.args if isinstance(cls.stmt, Class) else ()
    if links.class_attribute(cls, "Config") is not None or any(word.name not in (None, "metaclass") for word in keywords):
        return None
    match links.class_attribute(cls, "model_config"):
        case None:
            return {}
        case ConstantValue(dict() as said):
            return {str(key): ConstantValue(value) for key, value in said.items()}
        case MappingValue(items):
            return {str(key): value for key, value in items}
        case CallResult(ExternalSymbol(name), args, scope) if name in _CONFIGS and all(
            arg.name and not arg.star for arg in args
        ):
            return {str(arg.name): links.evaluate(arg.value, scope) for arg in args}
        case _:
            return None
