"""The output schema of a fastmcp tool: takes the return annotation, gives the stored schema, the wrapping key and findings.

Source: `ParsedFunction.from_function` of fastmcp 2.11.3 to 4.1.6. What cannot be decided here never costs the input schema;
what makes fastmcp raise refuses the tool.
"""

from collections.abc import Mapping

from msgspec import Struct, structs

from toolc.ir import JsonSchema
from toolc.schema import reshape
from toolc.schema.mapping import Issue
from toolc.schema.pointer import find
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NONE,
    Class,
    Constant,
    Definition,
    Field,
    Signature,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.systems.fastmcp.input import compress
from toolc.systems.fastmcp.results import is_raising, of_framework, rebuilt_name, unserializable, without_requests
from toolc.systems.shared.quoted import out_of_reach
from toolc.systems.shared.spelling import Aliases, Outcome, spell_type
from toolc.systems.shared.types import bare, parts, reached_types

_WRAPPED = "fastmcp:_WrappedResult"
_T = TypeVariable("T")
_WRAPPER = Definition(_WRAPPED, "_WrappedResult", "dataclass", fields=(Field("result", _T),), parameters=(_T,))
_DOC = "Generic wrapper for non-object return types."
"""The docstring of the wrapper before 3.2.4, which pydantic shows."""

_UNREAD = "return type: pydantic cannot resolve the name in quotes inside it, and fastmcp raises PydanticUserError"

_NO_OBJECT = "return type: fastmcp takes the reference to a type for an object, finds none, and raises ValueError"

WRAPPING = "x-fastmcp-wrap-result"


class Output(Struct, frozen=True):
    """Output schema and issues. `unwrap` is the key the result is wrapped in, or "". `sent`: the schema with the lists and maps
    that factories make as defaults, where there are any: fastmcp sends them and reports none."""

    schema: JsonSchema | None = None
    unwrap: str = ""
    issues: tuple[Issue, ...] = ()
    sent: JsonSchema | None = None


def output(signature: Signature, version: tuple[int, ...], pydantic: str | None) -> Output:
    """The output schema, if the tool gets one. A quoted `None` is a type like any other."""
    returns = signature.returns
    if returns is None or returns in (ANY, ELLIPSIS) or (returns == NONE and "return" not in signature.string_annotations):
        return Output()
    if isinstance(unresolved := next((one for one in parts(returns) if isinstance(one, Unresolved)), None), Unresolved):
        return _unknown_output(unresolved.code or "TC307", f"return type: {unresolved.reason}")
    table = signature.definitions
    if version >= (4,):
        returns = without_requests(returns, table) or returns
    if is_raising(returns):
        return _raising_output(sometimes=unserializable(returns, version, table))
    if unserializable(returns, version, table):
        return Output()
    unread = (
        "return" in signature.unresolved_names and "return" not in signature.string_annotations
    )  # what is quoted as a whole is looked up
    if unread or out_of_reach(returns, table):
        return Output(issues=(Issue("TC308", _UNREAD, "refused"),))
    if any(of_framework(one) for one in reached_types(returns, table)):
        return _unknown_output(
            "TC316", "return type: the schema of a class of fastmcp or mcp is not known, so no output schema is written"
        )
    found = _spell_output(returns, version, pydantic, table)
    if found.schema is not None and (name := rebuilt_name(signature)):
        return _unknown_output("TC316", f"return type: fastmcp makes another type of `{name}` if it is `typing`'s")
    made = _spell_output(returns, version, pydantic, table, shows_made=True)
    return structs.replace(found, sent=made.schema) if found.schema is not None and made.schema != found.schema else found


def _raising_output(sometimes: bool) -> Output:
    """Beside a result that is no data it depends on the version which of the two is looked at first."""
    message = "return type: a `Callable` with a list of parameters, which fastmcp looks up in a table: it raises TypeError"
    return Output(issues=(Issue("TC308", message, "approximate" if sometimes else "refused"),))


def given_output(value: Constant, version: tuple[int, ...]) -> Output:
    """The option `output_schema`: a schema as it stands, or None for none at all."""
    if value is None or value is False:
        return Output()
    if not isinstance(value, dict):
        return _unknown_output("TC203", "`output_schema` is computed while the program runs")
    if not _is_object(value, version):
        return Output(issues=(Issue("TC347", "`output_schema` is not an object: fastmcp raises ValueError", "refused"),))
    return Output(value, "result" if value.get(WRAPPING) else "")


def _spell_output(
    returns: Type, version: tuple[int, ...], pydantic: str | None, table: Mapping[str, Definition], shows_made: bool = False
) -> Output:
    aliases = _aliases(returns, version, table)
    plain = spell_type(returns, table, pydantic, "serialization", aliases, shows_made=shows_made)
    if plain.schema is None or _is_object(plain.schema, version):
        return _finish_output(plain, version)
    wrapper = structs.replace(_WRAPPER, doc=None if version >= (3, 2, 4) else _DOC)
    known = {**table, _WRAPPED: wrapper}
    wrapped = spell_type(Class(_WRAPPED, (returns,)), known, pydantic, "serialization", aliases, shows_made=shows_made)
    return _finish_output(wrapped, version, "result")


def _finish_output(outcome: Outcome, version: tuple[int, ...], unwrap: str = "") -> Output:
    if outcome.unsupported:
        return Output()  # an error that is caught
    if outcome.schema is None:
        return Output(issues=tuple(Issue(one.code, f"return type: {one.message}", "refused") for one in outcome.issues))
    issues = tuple(
        Issue(one.code, f"return type: {one.message}", "exact" if one.fidelity == "exact" else "approximate")
        for one in outcome.issues
    )
    if any(one.fidelity == "unknown" for one in outcome.issues):
        return Output(issues=issues)
    schema = {**outcome.schema, WRAPPING: True} if unwrap else outcome.schema
    try:
        stored = _compress_output(schema, version)
    except reshape.Cyclic:
        message = "return type: a class contains itself, and fastmcp cannot list such a tool"
        return Output(issues=(Issue("TC341", message, "refused"),))
    if stored and not _is_object(stored, version):
        return Output(issues=(Issue("TC347", _NO_OBJECT, "refused"),))
    return Output(stored or None, unwrap if stored else "", issues)


def _compress_output(schema: JsonSchema, version: tuple[int, ...]) -> JsonSchema:
    """Of a class at the root that stays a definition, fastmcp 2 resolves the root alone, unless it refers to nothing more.

    jsonref loses its way inside a root that it has just replaced, and `dereference_refs` then falls back.
    """
    if version >= (3,) or "$ref" not in schema or not _refers(find(schema, schema["$ref"])):
        return compress(schema, version)
    stored = compress(schema, min(version, (2, 14, 5)))
    return reshape.root_resolved(stored, beside=False) if version >= (2, 14, 4) else stored


def _refers(value: object) -> bool:
    """Return `True` if a value contains a reference."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (isinstance(value, dict) and "$ref" in value) or any(map(_refers, inside))


def _is_object(schema: JsonSchema, version: tuple[int, ...]) -> bool:
    """`_is_object_schema`: before 3.2 any reference counted, before 2.13 nothing but the word."""
    if schema.get("type") == "object":
        return True
    if version < (2, 13):
        return False
    if "properties" in schema:
        return True
    if version < (3, 2):
        return "$ref" in schema and "$defs" in schema
    seen: list[object] = []
    target: object = schema
    while isinstance(target, dict) and "$ref" in target and target["$ref"] not in seen:
        seen.append(target["$ref"])
        target = find(schema, target["$ref"])
        if isinstance(target, dict) and (target.get("type") == "object" or "properties" in target):
            return True
    return False


def _aliases(returns: Type, version: tuple[int, ...], table: Mapping[str, Definition]) -> Aliases:
    """Since 4 each class tells; from 3.4.3 on the class that is returned, or the first one in a union."""
    if version >= (4,):
        return "own"
    plain = bare(returns)
    members = plain.members if isinstance(plain, Union) else (plain,)
    for member in members if version >= (3, 4, 3) else ():
        definition = table.get(member.qualname) if isinstance(member := bare(member), Class) else None
        if definition is not None and definition.kind in ("model", "root_model"):
            return definition.config.get("serialize_by_alias") is not False
    return True


def _unknown_output(code: str, message: str) -> Output:
    return Output(issues=(Issue(code, message),))
