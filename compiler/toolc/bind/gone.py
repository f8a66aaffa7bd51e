"""Names that pydantic 2 has no longer: importing one raises `PydanticImportError`, which is an `ImportError`.

Takes a module and a name, says so. Source: `REMOVED_IN_V2` and `getattr_migration` of pydantic 2.14, and seen at run time.
"""

from toolc.bind.links import Links

_TYPES = """ConstrainedBytes ConstrainedDate ConstrainedDecimal ConstrainedFloat ConstrainedFrozenSet ConstrainedInt
    ConstrainedList ConstrainedSet ConstrainedStr JsonWrapper NoneBytes NoneStr NoneStrBytes StrBytes"""
_REMOVED = {
    "pydantic": f"""{_TYPES} BaseSettings Protocol Required compiled create_model_from_namedtuple create_model_from_typeddict
        parse_file_as parse_raw_as stricturl validate_model""",
    "pydantic.types": _TYPES,
    "pydantic.fields": "ModelField SHAPE_LIST SHAPE_SINGLETON Undefined UndefinedType",
    "pydantic.env_settings": "BaseSettings",
    "pydantic.main": "ModelMetaclass validate_model",
    "pydantic.parse": "load_str_bytes",
    "pydantic.schema": "field_schema get_model_name_map model_schema schema",
    "pydantic.networks": "stricturl",
    "pydantic.tools": "parse_file_as parse_raw_as",
    "pydantic.typing": """AnyCallable NoArgAnyCallable NoneType StrPath display_as_type evaluate_forwardref get_args get_origin
        is_callable_type is_literal_type is_namedtuple is_new_type is_none_type is_typeddict is_union
        update_field_forward_refs""",
    "pydantic.utils": "ValueItems get_model is_valid_identifier",
    "pydantic.error_wrappers": "ErrorWrapper",
}
_GONE = frozenset((module, name) for module, names in _REMOVED.items() for name in names.split())


def gone(module: str, name: str, links: Links) -> bool:
    """Whether the pydantic that is used has certainly not got a name."""
    return (module, name) in _GONE and not (links.version("pydantic") or "").startswith("1.")
