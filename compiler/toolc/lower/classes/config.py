"""The model configuration of a class, merged over its ancestors.

Takes a class, gives one dict of constants. Bases come first, then the class's own `model_config` or `class Config`, then
keywords of its header (pydantic 2.14 `ConfigWrapper.for_model`).
"""

from toolc.lower.annotations.places import Frames, class_site
from toolc.lower.classes.generic_bases import GenericBases
from toolc.lower.effects.changes import effective_decorators
from toolc.lower.lineage import is_model, lineage
from toolc.lower.values import constant
from toolc.module import Class
from toolc.program import DefinitionValue, ExternalSymbol, Program
from toolc.schema.class_fact_keys import BUILT, CONFIGURED, VALIDATED
from toolc.signature import CallConstant, Constant, Plain, UnknownConstant

PYDANTIC_DATACLASS = "pydantic.dataclasses.dataclass"
WITH_CONFIG = "pydantic.with_config"

_SAID_LATER = frozenset(
    "title json_schema_extra alias_generator model_title_generator field_title_generator json_encoders ignored_types".split()
)
_NOT_CONFIG = frozenset({"total", "metaclass"})
_NOT_SHOWN = frozenset(
    """allow_inf_nan cache_strings coerce_numbers_to_str defer_build from_attributes frozen hide_input_in_errors loc_by_alias
    plugin_settings populate_by_name protected_namespaces revalidate_instances ser_json_inf_nan str_strip_whitespace
    str_to_lower str_to_upper val_json_bytes val_temporal_unit validate_assignment validate_by_name validate_default
    validate_return validation_error_cause""".split()
)
"""Options that no schema shows, whatever their value: `generate_schema` and `json_schema` of pydantic 2.14 do not read them."""


_SETTINGS = ExternalSymbol("pydantic_settings.BaseSettings")
_OF_SETTINGS: dict[str, Constant] = {"extra": "forbid", "arbitrary_types_allowed": True, "validate_default": True}
"""The part of the configuration of `BaseSettings` that a schema can show (pydantic-settings 2.14)."""


class Configs:
    """The configurations of the classes of one program."""

    def __init__(self, program: Program, bases: GenericBases) -> None:
        self._program = program
        self._bases = bases
        self._kept: dict[tuple[str, int, Frames], dict[str, Constant]] = {}

    def of_model(self, definition: DefinitionValue) -> dict[str, Constant]:
        """The configuration in force for a model: what each base has, a later one over an earlier one, then its own."""
        asked = (definition.full_name, *class_site(definition))
        if asked not in self._kept:
            for cls in reversed(lineage(definition, self._program)):  # so that bases are there before what inherits from them
                place = (cls.full_name, *class_site(cls))
                if place not in self._kept:
                    self._kept[place] = self._merge(cls)
        return dict(self._kept[asked])

    def _merge(self, cls: DefinitionValue) -> dict[str, Constant]:
        """Return the configuration of one class; from a base that is not a model, a model inherits the attribute `model_config`
        only.
        """
        if not is_model(cls, self._program):
            return next(
                (own for one in lineage(cls, self._program) if (own := _declared_config(one, "model_config", self._program))),
                {},
            )
        merged: dict[str, Constant] = {}
        for base in self._bases.named_bases(cls):
            if isinstance(base, DefinitionValue):
                merged.update(self._kept.get((base.full_name, *class_site(base)), {}))
            elif base == _SETTINGS:
                merged.update(_OF_SETTINGS)
        return merged | _own_config(cls, True, self._program)


def merged_config(lineage: list[DefinitionValue], program: Program) -> dict[str, Constant]:
    """Return the configuration in force for the first class of a lineage, which is not a model."""
    merged: dict[str, Constant] = {}
    for definition in reversed(lineage):
        own = _own_config(definition, False, program)
        merged.pop(BUILT, None)
        if CONFIGURED in own and own.keys() - {CONFIGURED, VALIDATED, BUILT}:  # an attribute, which hides that of the bases
            merged = {VALIDATED: True} if VALIDATED in merged else {}
        merged.update(own)
    return merged


def _own_config(definition: DefinitionValue, model: bool, program: Program) -> dict[str, Constant]:
    config: dict[str, Constant] = {}
    if model:
        config.update(_declared_config(definition, "model_config", program))
    if program.class_attribute(definition, CONFIGURED) is not None:
        config.update({CONFIGURED: True, **_declared_config(definition, CONFIGURED, program)})
    if (later := program.late_class_attribute(definition, CONFIGURED)) is not None:
        config.update({CONFIGURED: True, **_as_config(constant(later, program))})
    inner = program.class_attribute(definition, "Config")
    if isinstance(inner, DefinitionValue) and model:
        config.update(_class_config(inner, program))
    for decorator in effective_decorators(definition, program):
        made = constant(decorator, program)
        if isinstance(made, CallConstant) and made.of == PYDANTIC_DATACLASS:
            config.update(_as_config(made.kwargs.get("config")))
        if isinstance(made, CallConstant) and made.of == WITH_CONFIG:
            config.update(
                {CONFIGURED: True, **_as_config(made.args[0] if made.args else made.kwargs.get("config", dict(made.kwargs)))}
            )
        if made == Plain(PYDANTIC_DATACLASS) or (isinstance(made, CallConstant) and made.of == PYDANTIC_DATACLASS):
            config |= {CONFIGURED: True, VALIDATED: True, BUILT: True}
    statement = definition.stmt
    for arg in statement.args if isinstance(statement, Class) else ():
        if arg.star == "**":
            config.update(_as_config(constant(program.evaluate(arg.value, definition.scope), program)))
        elif arg.name and arg.name not in _NOT_CONFIG:
            config[arg.name] = constant(program.evaluate(arg.value, definition.scope), program)
    return config


def _declared_config(definition: DefinitionValue, name: str, program: Program) -> dict[str, Constant]:
    value = program.class_attribute(definition, name)
    if value is None:
        return {}
    return _as_config(constant(value, program))


def _as_config(made: Constant) -> dict[str, Constant]:
    """`ConfigDict(…)`, which takes what `dict` takes, or a plain dict; None is the same as nothing."""
    if made is None:
        return {}
    if isinstance(made, CallConstant) and made.of in (
        "pydantic.ConfigDict",
        "pydantic_settings.SettingsConfigDict",
        "builtins.dict",
    ):
        above = [_as_config(one) for one in made.args]
        return {**(above[0] if above else {}), **_with_undecided(dict(made.kwargs))}
    if isinstance(made, dict):
        return _with_undecided({str(key): inner for key, inner in made.items()})
    return {"undecided": made if isinstance(made, UnknownConstant) else UnknownConstant("it is not a ConfigDict")}


def _with_undecided(config: dict[str, Constant]) -> dict[str, Constant]:
    """Add the key `undecided` for an unknown value, unless no schema shows the option or it is reported where the value is
    used.
    """
    for key, value in config.items():
        if isinstance(value, UnknownConstant) and key not in _SAID_LATER and key not in _NOT_SHOWN:
            return {**config, "undecided": value}
    return config


def _class_config(inner: DefinitionValue, program: Program) -> dict[str, Constant]:
    """`class Config:` of pydantic 1, which pydantic 2 still honours, with what it inherits (2.14 `prepare_config`)."""
    found: dict[str, Constant] = {}
    for cls in reversed(lineage(inner, program)):
        for node, _, _ in program.statements(cls):
            for name in node.names:
                if not name.startswith("_") and node.kind in ("assign", "ann", "def"):
                    value = program.class_attribute(cls, name)
                    if value is not None:
                        found[name] = constant(value, program)
    return found
