"""Parameters with names that pydantic reserves, as fields of a model (pydantic 2.14.3, run).

Takes a parameter, gives the configuration it is taken for, or what is to be said about it.
"""

from collections.abc import Iterable, Mapping
from typing import TypeGuard

from toolc.schema.pydantic import is_own_default
from toolc.signature import Annotated, CallConstant, Constant, Field, Given, NoDefault, Parameter
from toolc.source import Span
from toolc.systems.base import Finding, make_finding

CONFIG = "model_config"

PROTECTED = frozenset({"model_dump", "model_dump_json", "model_validate", "model_validate_json", "model_validate_strings"})
"""Members of BaseModel in a namespace that pydantic protects: a field of their name raises."""


def configuration(parameter: Parameter) -> Mapping[str, Constant] | None:
    """Return the configuration that a parameter `model_config` sets by its default; `None` if pydantic raises on it."""
    value = parameter.default.value if isinstance(parameter.default, Given) else None
    if value is None or (value and not isinstance(value, dict)):
        return None
    return value if isinstance(value, dict) else {}


def no_configuration(place: Span | None) -> Finding:
    """pydantic raises."""
    message = f"parameter `{CONFIG}`: pydantic takes this name for its configuration and raises"
    return make_finding("TC313", message, place, "refused", "give it another name")


def protected_name(name: str, place: Span | None) -> Finding:
    """pydantic raises."""
    return make_finding(
        "TC313", f"parameter `{name}`: pydantic raises, the name is its own", place, "refused", "give it another name"
    )


def private(name: str, place: Span | None) -> Finding:
    """A name that begins with `_` is no field, and with `Field(…)` as its value pydantic raises."""
    message = f"parameter `{name}`: a field must not begin with `_`, and pydantic raises"
    return make_finding("TC313", message, place, "refused", "give it another name")


def own_default(name: str, place: Span | None) -> Finding:
    """A default that is the annotation itself."""
    message = f"parameter `{name}`: its default is its type, which pydantic takes for a slip and raises"
    return make_finding("TC308", message, place, "refused", "give it a value of that type")


def sayings(field: Field | Parameter) -> list[Constant]:
    """Return the metadata of a field's annotation, and its default."""
    default = [field.default.value] if isinstance(field.default, Given) else []
    return [*(field.type.metadata if isinstance(field.type, Annotated) else ()), *default]


def hides_model_fields(parameter: Parameter, framework: str) -> Finding | None:
    """A deprecated field gets a descriptor, which under this name hides what frameworks read of a model (2.14)."""
    deprecated = any(isinstance(item, CallConstant) and item.kwargs.get("deprecated") for item in sayings(parameter))
    if parameter.name != "model_fields" or not deprecated:
        return None
    message = f"a deprecated parameter `model_fields` hides what {framework} reads of the model: it raises AttributeError"
    return make_finding("TC308", message, parameter.span, "refused", "give it another name")


def is_field(default: object) -> bool:
    """Return `True` if a default is `Field(…)`."""
    return isinstance(default, Given) and made_by_field(default.value)


def made_by_field(value: Constant) -> TypeGuard[CallConstant]:
    """Return `True` if a value, such as metadata of an annotation, is `Field(…)`."""
    return isinstance(value, CallConstant) and value.of == "pydantic.Field"


def swallowed_name(name: str, place: Span | None) -> Finding:
    """No field is created, without an error."""
    why = "pydantic takes it for its configuration" if name == CONFIG else "no field begins with `_`"
    return make_finding("TC314", f"parameter `{name}` vanishes: {why}", place, help="give it another name")


def as_fields(parameters: Iterable[Parameter], findings: list[Finding], config: dict[str, Constant]) -> list[Parameter]:
    """The parameters that `create_model` makes fields of; what becomes of the others is added to `findings` and `config`."""
    shown: list[Parameter] = []
    for one in parameters:
        if one.name in PROTECTED or (one.name == "model_json_schema" and isinstance(one.default, NoDefault)):
            findings.append(protected_name(one.name, one.span))
        elif one.name == CONFIG and (given := configuration(one)) is not None:
            config.update(given)
            findings.append(swallowed_name(one.name, one.span))
        elif one.name == CONFIG:
            findings.append(no_configuration(one.span))
        elif one.name.startswith("_") and (is_field(one.default) or isinstance(one.type, Annotated)):
            findings.append(private(one.name, one.span))
        elif one.name.startswith("_"):
            findings.append(swallowed_name(one.name, one.span))
        elif is_own_default(one.type, one.default):
            findings.append(own_default(one.name, one.span))
        else:
            shown.append(one)
    return shown
