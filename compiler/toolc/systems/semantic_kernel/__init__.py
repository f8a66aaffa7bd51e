"""semantic-kernel: functions and methods with `@kernel_function`.

Takes signatures, gives the parameters that models are sent (semantic-kernel 1.45.0 `kernel_function_decorator.py`,
`kernel_json_schema_builder.py`). The name is the function's own, behind that of the plugin it is added as (`plugins`).
"""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from toolc import docstrings
from toolc.ir import JsonSchema
from toolc.signature import (
    NONE,
    Annotated,
    Class,
    Constant,
    Definition,
    Generic,
    Given,
    NoDefault,
    Parameter,
    Type,
    Union,
    UnknownConstant,
    Unresolved,
)
from toolc.source import Span
from toolc.systems.base import Finding, Spelled, Subject, System, make_finding
from toolc.systems.semantic_kernel.plugins import DECORATORS, marks
from toolc.systems.semantic_kernel.types import EMPTY, MODELS, Types, by_name, name_of
from toolc.systems.shared.callables import decorator
from toolc.systems.shared.huggingface import Refusal, UnknownPart
from toolc.systems.shared.parameters import refuse_tool, schema_unless_refused, tool_name, unknown_type
from toolc.systems.shared.types import parts, reached_types
from toolc.systems.shared.versions import version

NAME = "semantic-kernel"
VERSIONS = {"semantic-kernel": "1.45.0", "python": "3.13"}
_LISTED = ("builtins.list", "builtins.dict")


class Shown(Struct, frozen=True):
    """Description of one parameter."""

    schema: JsonSchema
    required: bool
    chosen: bool = True
    unworded: tuple[str, ...] = ()


def spell(subject: Subject) -> Spelled:
    """An empty name or description counts as none."""
    signature = subject.signature
    description = subject.description or docstrings.of(signature, version(subject, "python", VERSIONS["python"]))
    if signature.callable == "class":
        message = f"`{signature.name}` is not a function: what it takes only the running program knows"
        return refuse_tool(
            subject, [make_finding("TC204", message, signature.span, "unknown", "decorate a function")], description
        )
    findings: list[Finding] = []
    shown: dict[str, Shown] = {}
    for parameter in signature.parameters:
        if parameter.name == "self" or parameter.name in subject.hidden:
            continue
        place = parameter.span or signature.span
        try:
            shown[parameter.name] = one = _show_parameter(parameter, subject)
            findings += [_missing_text(parameter.name, one, place)] if one.unworded and one.chosen else []
        except UnknownPart as problem:
            findings.append(unknown_type(problem.code, f"parameter `{parameter.name}`: {problem}", place))
        except Refusal as problem:
            message = f"parameter `{parameter.name}`: {problem}, and semantic-kernel raises"
            findings.append(make_finding("TC386", message, place, "refused"))
    findings += _result(subject)
    chosen = {name: one for name, one in shown.items() if one.chosen}
    schema = schema_unless_refused(_object(chosen), findings)
    whole = None if len(chosen) == len(shown) else {"properties": _object(shown)["properties"]}
    return Spelled(subject.name or tool_name(subject), description, schema, unabridged=whole, findings=tuple(findings))


def _object(shown: Mapping[str, Shown]) -> JsonSchema:
    return {
        "type": "object",
        "properties": {name: one.schema for name, one in shown.items()},
        "required": [name for name, one in shown.items() if one.required],
    }


def _missing_text(name: str, shown: Shown, place: Span | None) -> Finding:
    message = f"parameter `{name}`: {' and '.join(shown.unworded)}, and requests with such objects fail"
    return make_finding(
        "TC390", message, place, "approximate", 'write `Annotated[T, "text", Field(…)]`: the first of them describes'
    )


def _result(subject: Subject) -> list[Finding]:
    """The result has a schema too, which is not sent: for a class that contains itself, building it never ends."""
    signature = subject.signature
    returns = signature.returns
    if isinstance(returns, Unresolved):
        return [make_finding(returns.code or "TC307", f"the result: {returns.reason}", signature.span, "approximate")]
    try:
        _parsed_parameter(returns or NONE, signature.definitions)
    except Refusal as problem:
        return [make_finding("TC386", f"the result: {problem}, and semantic-kernel raises", signature.span, "refused")]
    if returns is None:
        return []
    plain = returns.type if isinstance(returns, Annotated) else returns
    members = [one for one in plain.members if one != NONE] if isinstance(plain, Union) else [plain]
    message = "the result is a class that contains itself, or has one in it, which is written out without end"
    classes = {name: one for name, one in signature.definitions.items() if one.kind != "new_type"}  # those are no classes
    if len(members) == 1 and isinstance(members[0], Class) and _endless(members[0], classes):
        return [make_finding("TC392", message, signature.span, "refused")]
    if any(_within_itself(one, classes) for one in parts(returns)):
        return [make_finding("TC392", message, signature.span, "unknown")]
    return []


def _endless(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """Return `True` if a type reaches a class that contains itself."""
    return any(_within_itself(one, definitions) for one in reached_types(type_, definitions))


def _within_itself(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    if not isinstance(type_, Class) or type_.qualname not in definitions:
        return False
    fields = definitions[type_.qualname].fields
    return any(inner == type_ for field in fields for inner in reached_types(field.type, definitions))


# --- parameters ------------------------------------------------------------------------------------------------------


def _show_parameter(parameter: Parameter, subject: Subject) -> Shown:
    """`_parse_parameter`, `infer_schema`: a default of None is none; a type that holds None directly is not required."""
    if isinstance(parameter.default, UnknownConstant):
        raise UnknownPart("its default is computed while the program runs, and may be None")
    if not parameter.name.isascii():
        raise Refusal("the name is not made of letters, digits and `_`")
    default = parameter.default.value if isinstance(parameter.default, Given) else None
    bare = isinstance(parameter.default, NoDefault) or default is None
    if parameter.type is None:
        return Shown(dict(EMPTY), bare)
    whole = parameter.type
    inner = whole.type if isinstance(whole, Annotated) else whole
    text, chosen = _description(whole.metadata if isinstance(whole, Annotated) else ())
    if parameter.name in subject.signature.unresolved_names:
        raise UnknownPart("a name in quotes inside the type is not looked up")
    _parsed_parameter(whole, subject.signature.definitions)
    types = Types(subject.signature.definitions, version(subject, "python", VERSIONS["python"]))
    told_default = partial(_with_default, text, default)
    schema = _schema(whole, types, subject.signature.union_syntax.get(parameter.name), text, told_default)
    return Shown(schema, chosen and bare and not _nones(inner), chosen, tuple(types.unworded))


def _description(metadata: tuple[Constant, ...]) -> tuple[str | None, bool]:
    """The last text describes; a dict may describe where no text has yet, and hide."""
    text: str | None = None
    chosen = True
    for item in metadata:
        if isinstance(item, str):
            text = item
        elif isinstance(item, dict):
            if not item.keys() <= {"description", "include_in_function_choices"}:
                raise UnknownPart("a dict in `Annotated` says more than toolc follows")
            if text is None and isinstance(item.get("description"), str) and item["description"]:
                text = item["description"]
            elif "description" in item:
                raise UnknownPart("a dict in `Annotated` describes what has a description")
            chosen = bool(item.get("include_in_function_choices", chosen))
        elif isinstance(item, UnknownConstant):
            raise UnknownPart(item.reason)
    return text, chosen


def _parsed_parameter(type_: Type, definitions: Mapping[str, Definition]) -> None:
    """`_parse_parameter` looks between all brackets: where the type of None alone stands, it finds nothing, and raises."""
    match type_:
        case Annotated(inner, _):
            args: tuple[Type, ...] = (inner,)
        case Class(qualname, args) if qualname not in definitions or definitions[qualname].kind not in MODELS:
            pass
        case Generic(origin, args, spelled) if args:
            none_itself = NONE in args and not spelled  # as in `tuple[None]`
            args = args if not none_itself and origin not in _LISTED else tuple(one for one in args if one != NONE)
        case Union(args):
            pass
        case Generic():
            raise Refusal("a type with nothing between its brackets")
        case _:
            return
    if args == (NONE,):
        raise Refusal("a type with nothing but None between its brackets")
    for one in args:
        _parsed_parameter(one, definitions)


def _nones(type_: Type) -> bool:
    """Return `True` if `NoneType` is an argument, as in unions and `typing.List[None]`; `list[None]` holds `None` itself."""
    match type_:
        case Union(members):
            return NONE in members
        case Generic(_, args, spelled):
            return bool(spelled) and NONE in args
    return False


def _schema(
    whole: Type, types: Types, style: str | None, text: str | None, with_default: Callable[[], str | None]
) -> JsonSchema:
    """`type_object` where there is one, else the name of the type."""
    inner = whole.type if isinstance(whole, Annotated) else whole
    if whole == NONE:
        if with_default() != text:
            raise UnknownPart("`None` is sent with its default and `Optional[None]` is not")
        return by_name("Any", text)
    if not isinstance(inner, Union):
        return types.build(inner, text)
    others = [one for one in inner.members if one != NONE]
    if isinstance(whole, Annotated):
        if style is None or (style == "typing" and types.python >= (3, 14)):  # where both are one class
            raise UnknownPart("`X | None` and `Optional[X]` differ within `Annotated`")
        if style == "typing":
            return types.build(inner, text)
    if len(others) == 1:
        return types.build(others[0], text)
    return by_name(", ".join(name_of(one) for one in others), with_default())


def _with_default(text: str | None, default: Constant) -> str | None:
    """A union is told its default in words."""
    if default is None:
        return text
    if not isinstance(default, bool | int | float | str):
        raise UnknownPart("the default is described in words, which toolc does not know")
    if not str(default).strip():
        return text
    if not text:
        return f"(default value: {default})"
    return f"{text}{' ' if text.strip() else ''}(default value: {default})"


SYSTEM = System(
    name=NAME,
    about="functions and methods with @kernel_function of semantic-kernel",
    envelope="openai",
    marks={**{name: decorator(NAME) for name in DECORATORS}, **marks(NAME)},
    spell=spell,
    package="semantic_kernel",
    versions=VERSIONS,
    distribution="semantic-kernel",
)
