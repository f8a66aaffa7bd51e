"""Names of pydantic and typing that stand for a longer annotation (pydantic 2.14 `pydantic.types`).

Takes a canonical name, gives the type that the program has in its place: `PositiveInt` is `Annotated[int, Gt(gt=0)]`, and once
the program runs nobody can tell which of the two was written.
"""

from toolc.signature import ANY, Alias, Annotated, CallConstant, Constant, Generic, Literal, Plain, Type, TypeVariable
from toolc.types.operations import annotate

_INT, _FLOAT, _STR, _BYTES = (Plain(f"builtins.{name}") for name in ("int", "float", "str", "bytes"))
_PATH, _UUID = Plain("pathlib.Path"), Plain("uuid.UUID")


def _annotate(base: Type, of: str, **facts: Constant) -> Type:
    return Annotated(base, (CallConstant(of, (), facts),))


def _annotate_encoded(base: Type, kind: str, encoder: str) -> Type:
    return _annotate(base, f"pydantic.Encoded{kind}", encoder=Plain(f"pydantic.{encoder}Encoder"))


_BOUNDS = {"Positive": "Gt", "Negative": "Lt", "NonNegative": "Ge", "NonPositive": "Le"}

ABBREVIATIONS: dict[str, Type] = {
    **{
        f"pydantic.{word}{kind}": _annotate(base, f"annotated_types.{bound}", **{bound.lower(): 0})
        for word, bound in _BOUNDS.items()
        for kind, base in (("Int", _INT), ("Float", _FLOAT))
    },
    "pydantic.FiniteFloat": _annotate(_FLOAT, "pydantic.AllowInfNan", allow_inf_nan=False),
    **{
        f"pydantic.Strict{name}": _annotate(Plain(f"builtins.{name.lower()}"), "pydantic.Strict", strict=True)
        for name in ("Bool", "Bytes", "Float", "Int", "Str")
    },
    **{f"pydantic.UUID{n}": _annotate(_UUID, "pydantic.UuidVersion", uuid_version=n) for n in (1, 3, 4, 5, 6, 7, 8)},
    "pydantic.FilePath": _annotate(_PATH, "pydantic.PathType", path_type="file"),
    "pydantic.DirectoryPath": _annotate(_PATH, "pydantic.PathType", path_type="dir"),
    "pydantic.NewPath": _annotate(_PATH, "pydantic.PathType", path_type="new"),
    "pydantic.SocketPath": _annotate(_PATH, "pydantic.PathType", path_type="socket"),
    "pydantic.Base64Bytes": _annotate_encoded(_BYTES, "Bytes", "Base64"),
    "pydantic.Base64Str": _annotate_encoded(_STR, "Str", "Base64"),
    "pydantic.Base64UrlBytes": _annotate_encoded(_BYTES, "Bytes", "Base64Url"),
    "pydantic.Base64UrlStr": _annotate_encoded(_STR, "Str", "Base64Url"),
    "pydantic.JsonValue": Alias("pydantic.types:JsonValue"),
    "pydantic.json_schema.JsonSchemaValue": Generic("builtins.dict", (_STR, ANY)),
    "pydantic.json_schema.JsonSchemaMode": Literal(("validation", "serialization")),
    "typing.AnyStr": TypeVariable("AnyStr", constraints=(_BYTES, _STR)),
}

WRAPPERS = frozenset({
    # A generic of pydantic that is `Annotated[T, <itself>()]`.
    "pydantic.Json", "pydantic.ImportString", "pydantic.InstanceOf", "pydantic.SkipValidation",
    "pydantic.SerializeAsAny", "pydantic.json_schema.SkipJsonSchema", "pydantic.OnErrorOmit", "pydantic.FailFast",
})  # fmt: skip


def expand_alias(name: str) -> Type:
    """The type a name stands for; any other name is a type of its own."""
    return ABBREVIATIONS.get(name) or Plain(name)


def as_annotated(origin: str, args: tuple[Type, ...]) -> Type | None:
    """`Json[int]` as `Annotated[int, Json()]`; None for any other generic."""
    return annotate(args[0], (CallConstant(origin),)) if origin in WRAPPERS and args else None
