"""Parameters as fields of a model that a framework creates: takes a parameter, says what keeps it from being one.

For frameworks that call `create_model(name, **{parameter: (annotation, FieldInfo or default)})` (pydantic 2.14).
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeGuard

from toolc.generics import union
from toolc.signature import (
    ANY,
    NONE,
    Annotated,
    Constant,
    Default,
    Given,
    Made,
    NoDefault,
    Parameter,
    Signature,
    Type,
    Union,
)
from toolc.systems.base import Finding, found
from toolc.systems.mcp_types import bare
from toolc.systems.model_names import CONFIG, PROTECTED, configuration, no_configuration, private, protected, swallowed
from toolc.systems.model_names import is_field as is_field_default

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_BUILTIN = frozenset(
    """bool bytes complex dict float frozenset int list None object set str tuple type bytearray False True""".split()
)


def unfit_names(parameters: Iterable[Parameter]) -> Iterator[Finding]:
    """Names that pydantic refuses where every field is given with a `FieldInfo`."""
    for one in parameters:
        if one.name in PROTECTED:
            yield protected(one.name, one.span)
        elif one.name == CONFIG:
            yield no_configuration(one.span)
        elif one.name.startswith("_"):
            yield private(one.name, one.span)


def fields_of(parameters: Iterable[Parameter], findings: list[Finding], config: dict[str, Constant]) -> list[Parameter]:
    """Those that become fields where each is given as `(annotation, default)`; what becomes of the others is said."""
    shown: list[Parameter] = []
    for one in parameters:
        if one.name in PROTECTED or (one.name == "model_json_schema" and isinstance(one.default, NoDefault)):
            findings.append(protected(one.name, one.span))
        elif one.name == CONFIG and (given := configuration(one)) is not None:
            config.update(given)
            findings.append(swallowed(one.name, one.span))
        elif one.name == CONFIG:
            findings.append(no_configuration(one.span))
        elif one.name.startswith("_") and (is_field_default(one.default) or isinstance(one.type, Annotated)):
            findings.append(private(one.name, one.span))
        elif one.name.startswith("_"):
            findings.append(swallowed(one.name, one.span))
        else:
            shown.append(one)
    return shown


def unread_names(
    parameters: Iterable[Parameter], signature: Signature, framework: str, known: frozenset[str]
) -> Iterator[Finding]:
    """Annotations in quotes, which pydantic reads in the framework's own module; `known` are the types imported there."""
    texts = signature.shown.annotations if signature.shown is not None else {}
    for one in parameters:
        names = set(_NAME.findall(texts.get(one.name, "'?'")[1:-1])) if one.name in signature.quoted else set()
        foreign = sorted(names - _BUILTIN - known)
        if foreign or one.name in signature.unread:
            what = f"`{foreign[0]}`" if foreign else "a name in quotes"
            message = f"parameter `{one.name}`: {framework} does not resolve {what}, and pydantic raises PydanticUserError"
            yield found("TC370", message, one.span, "refused", "write the annotation without quotes")
        elif one.name in signature.quoted and one.name not in texts:
            message = f"parameter `{one.name}`: which names its annotation holds is not known"
            yield found("TC307", message, one.span, "unknown", "write the annotation without quotes")


def is_field(item: Constant) -> TypeGuard[Made]:
    """Whether a value is `Field(…)`."""
    return isinstance(item, Made) and item.of == "pydantic.Field"


def without_annotations(type_: Type | None) -> Type:
    """The first argument of `Annotated`, without what it says."""
    return ANY if type_ is None else bare(type_)


def hint(type_: Type, default: Default, python: tuple[int, ...]) -> Type:
    """A default of None was part of the type before Python 3.11 (`typing.get_type_hints`), unless it is in there already."""
    if python >= (3, 11) or default != Given(None):
        return type_
    inner = type_.type if isinstance(type_, Annotated) else type_
    already = inner == NONE or (isinstance(inner, Union) and NONE in inner.members)
    return type_ if already else union([type_, NONE])
