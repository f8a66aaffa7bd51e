"""Parameters as fields of a model that a framework creates: takes a parameter, says what keeps it from being one.

For frameworks that call `create_model(name, **{parameter: (annotation, FieldInfo or default)})` (pydantic 2.14).
"""

from collections.abc import Iterable, Iterator

from toolc.ir import JsonSchema
from toolc.signature import (
    ANY,
    Class,
    Constant,
    Parameter,
    Signature,
    Type,
)
from toolc.systems.base import Finding, Subject, make_finding
from toolc.systems.shared.model_names import CONFIG, PROTECTED, no_configuration, private, protected_name
from toolc.systems.shared.parameters import as_findings
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import spell_type
from toolc.systems.shared.types import bare
from toolc.text.regex import late

_NAME = late(r"(?<![\w.])[^\W\d]\w*")
_BUILTIN = frozenset(
    """bool bytes complex dict float frozenset int list None object set str tuple type bytearray False True""".split()
)


def unfit_names(parameters: Iterable[Parameter]) -> Iterator[Finding]:
    """Names that pydantic refuses where every field is given with a `FieldInfo`."""
    for one in parameters:
        if one.name in PROTECTED:
            yield protected_name(one.name, one.span)
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
        names = set(_NAME.findall(texts.get(one.name, "'?'")[1:-1])) if one.name in signature.string_annotations else set()
        foreign = sorted(names - _BUILTIN - known)
        if foreign or one.name in signature.unresolved_names or out_of_reach(one.type, signature.definitions):
            what = f"`{foreign[0]}`" if foreign else "a name in quotes"
            message = f"parameter `{one.name}`: {framework} does not resolve {what}, and pydantic raises PydanticUserError"
            yield make_finding("TC370", message, one.span, "refused", "write the annotation without quotes")
        elif one.name in signature.string_annotations and one.name not in texts:
            message = f"parameter `{one.name}`: which names its annotation holds is not known"
            yield make_finding("TC307", message, one.span, "unknown", "write the annotation without quotes")


def without_annotations(type_: Type | None) -> Type:
    """The first argument of `Annotated`, without what it says."""
    return ANY if type_ is None else bare(type_)


def given_model(subject: Subject, keyword: str, given: Constant, what: str) -> tuple[JsonSchema | None, list[Finding]]:
    """The schema of a model that is passed as `keyword`, as it stands; `what` is the tool in messages."""
    signature = subject.signature
    if not isinstance(given, Class):
        return None, [make_finding("TC316", f"`{keyword}` is not a class toolc can read", signature.span, "unknown")]
    outcome = spell_type(given, signature.definitions, subject.version("pydantic"))
    return outcome.schema, list(as_findings(outcome.issues, f"`{what}`", signature.span))
