"""Parameters as fields of a model that a framework creates: takes a parameter, says what keeps it from being one.

For frameworks that call `create_model(name, **{parameter: (annotation, FieldInfo or default)})` (pydantic 2.14).
"""

import re
from collections.abc import Iterable, Iterator
from typing import TypeGuard

from toolc.signature import (
    ANY,
    Constant,
    Made,
    Parameter,
    Signature,
    Type,
)
from toolc.systems.base import Finding, found
from toolc.systems.mcp_types import bare
from toolc.systems.model_names import CONFIG, PROTECTED, no_configuration, private, protected

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
