"""Parameters that agno fills in itself, and keeps from models: by name, or by a type that leads to one of its own.

Takes types, says whether they are kept back (agno 3.1.10 `utils/schema.py` `is_schema_excluded`).
"""

from collections.abc import Mapping

from toolc.signature import NONE, Alias, Class, Definition, Generic, Plain, Type, TypeVariable, Union
from toolc.systems.agno.types import OWNERS
from toolc.systems.shared.types import bare, parts

INJECTED = (
    *("self", "agent", "team", "run_context", "images", "videos", "audios", "files"),
    *("_agno_agent", "_agno_team", "_agno_run_context"),
)
_CONTEXT = frozenset({"agno.run.RunContext"})
_IDENTITY = _CONTEXT | OWNERS
_MEDIA = frozenset(f"agno.media.{name}" for name in ("Image", "Video", "Audio", "File"))
_STRUCTURAL = ("model", "root_model", "dataclass", "typed_dict", "named_tuple")

Definitions = Mapping[str, Definition]


def is_hidden(type_: Type | None, definitions: Definitions, media: bool) -> bool:
    """`media`: a class of media is kept back too, if nothing stands around it; a function alone is asked for it."""
    if type_ is None:
        return False
    plain = _unwrap(type_, definitions)
    return _is_identity(plain, definitions) or (media and bool(_names(plain, definitions) & _MEDIA))


def _is_identity(type_: Type, definitions: Definitions) -> bool:
    """`reaches_identity`: a run context wherever it stands; agents and teams where nothing else could be meant."""
    plain = _unwrap(type_, definitions)
    if _reaches(plain, _CONTEXT, definitions, set()):
        return True
    match plain:
        case Plain() | Class(_, ()):
            return _reaches(plain, _IDENTITY, definitions, set())
        case Union(members):
            arms = [one for one in members if one != NONE]
            return bool(arms) and all(_is_identity(arm, definitions) for arm in arms)
        case Generic(_, args) | Class(_, args):
            return any(_is_identity(arg, definitions) for arg in args)
        case _:
            return False


def _reaches(type_: Type, targets: frozenset[str], definitions: Definitions, seen: set[str]) -> bool:
    """`annotation_reaches`: within a type, the fields of its classes, and what its type variables promise."""
    for one in parts(type_):
        names = _names(one, definitions)
        if names & targets:
            return True
        inside: tuple[Type, ...] = ()
        if isinstance(one, TypeVariable):
            inside = tuple(bound for bound in (one.bound, *one.constraints) if bound is not None)
        elif isinstance(one, Class | Alias) and not names & _IDENTITY and one.qualname not in seen:
            seen.add(one.qualname)
            definition = definitions.get(one.qualname)
            if definition is not None and definition.value is not None:
                inside = (definition.value,)
            elif definition is not None and definition.kind in _STRUCTURAL:
                inside = tuple(field.type for field in definition.fields)
        if any(_reaches(each, targets, definitions, seen) for each in inside):
            return True
    return False


def _unwrap(type_: Type, definitions: Definitions) -> Type:
    """Return the type behind aliases and new types."""
    for _ in range(len(definitions) + 1):
        type_ = bare(type_)
        definition = definitions.get(type_.qualname) if isinstance(type_, Class | Alias) else None
        if definition is None or definition.value is None or definition.kind not in ("alias", "new_type"):
            break
        type_ = definition.value
    return type_


def _names(type_: Type, definitions: Definitions) -> frozenset[str]:
    """The dotted names of a class and its bases."""
    match type_:
        case Plain(name):
            return frozenset({name})
        case Class(qualname) if qualname in definitions:
            return frozenset(one.replace(":", ".") for one in (qualname, *definitions[qualname].ancestors))
        case _:
            return frozenset()
