"""Coercion of constants by validation: pydantic converts the arguments of a model (lax mode).

Takes a type and the constant given for it, gives `True` if validation may change the constant.
"""

from toolc.signature import NONE, Annotated, CallConstant, Class, Constant, Generic, Literal, Member, Plain, Type, Union

_TEXTS = ("builtins.str", "typing.Any", "builtins.object")
_ARRAYS = ("builtins.list", "builtins.tuple", "collections.abc.Sequence", "collections.abc.Iterable")
_MAPPINGS = ("builtins.dict", "collections.abc.Mapping")
_SECRETS = frozenset({"pydantic.Secret", "pydantic.SecretStr", "pydantic.SecretBytes"})
_KEPT = ("annotated_types.", "pydantic.Field")


def read(type_: Type, value: Constant) -> Constant:
    """The constant a model holds: a dict for a field of one class is an instance of it."""
    inner = type_.type if isinstance(type_, Annotated) and _plain(type_.metadata) else type_
    choices = [one for one in inner.members if one != NONE] if isinstance(inner, Union) else [inner]
    if isinstance(value, dict) and len(choices) == 1 and isinstance(choices[0], Class) and all(map(_is_text, value)):
        return CallConstant(choices[0].qualname, (), value)
    return value


def _is_text(key: object) -> bool:
    return isinstance(key, str)


def _plain(metadata: tuple[Constant, ...]) -> bool:
    return all(isinstance(item, CallConstant) and item.of.startswith(_KEPT) for item in metadata)


def is_masked(type_: Type, value: Constant) -> bool:
    """Return `True` if a field of secrets holds another value, which is masked or not written (2.14 `_serialize_secret`)."""
    inner = type_.type if isinstance(type_, Annotated) else type_
    members = inner.members if isinstance(inner, Union) else (inner,)
    names = {one.name if isinstance(one, Plain) else one.origin for one in members if isinstance(one, Plain | Generic)}
    if not names & _SECRETS:
        return False
    return NONE not in members if value is None else not (isinstance(value, CallConstant) and value.of in _SECRETS)


def is_coerced(type_: Type, value: Constant) -> bool:
    """Return `True` if validation may change `value` for a field of this type."""
    match type_, value:
        case Annotated(inner, metadata), _:
            return not _plain(metadata) or is_coerced(inner, value)
        case _, None:
            return False
        case Plain("typing.Any" | "builtins.object"), _:
            return False
        case Union(members), bool() | int() | float():
            others = [one for one in members if one != NONE]
            return is_coerced(others[0], value) if len(others) == 1 else not any(_exactly(one, value) for one in others)
        case Plain(name), bool():
            return name not in ("builtins.bool", "builtins.int", "builtins.float")
        case Plain(name), float():
            return name != "builtins.float"
        case Plain(name), CallConstant(of):
            return of != name and (of, name) != ("re.compile", "re.Pattern")
        case _, CallConstant() | Member():
            return False
        case Union(members), _:
            return all(is_coerced(member, value) for member in members)
        case Literal(), bool() | float() | str() | int() | bytes():
            return False
        case Plain(name), str():
            return name not in _TEXTS
        case Plain(name), int():
            return name not in ("builtins.int", "builtins.float")
        case Plain("builtins.list" | "builtins.dict"), list() | tuple() | dict():
            return False
        case Generic(name, args), list() | tuple() if name in _ARRAYS and args:
            return any(is_coerced(args[0], item) for item in value)
        case Generic(name, (_, inner)), dict() if name in _MAPPINGS:
            return any(is_coerced(inner, item) for item in value.values())
        case Class(), bool() | float() | str() | int():
            return False  # an enum is written as its value; anything else refuses a text
        case _:
            return True


def _exactly(member: Type, value: Constant) -> bool:
    """Return `True` if a member of a union takes a number unchanged; among those that convert it, the union takes the best."""
    match member:
        case Annotated(inner, metadata):
            return _plain(metadata) and _exactly(inner, value)
        case Literal(values):
            return any(type(one) is type(value) and one == value for one in values)
        case Plain(name):
            return name in ("typing.Any", "builtins.object", f"builtins.{type(value).__name__}")
        case _:
            return False
