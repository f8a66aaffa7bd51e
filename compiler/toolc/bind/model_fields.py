"""`Model.model_fields` of a pydantic model as a class attribute: by name, the most distant base's first.

Takes a class of the program, gives a dict whose keys are known; None for any other (pydantic 2.14 `collect_model_fields`).
"""

from toolc.bind.links import Links
from toolc.bind.reachability import reachability
from toolc.module import AnnAssign, Const, Expr, Name, SubscriptExpr
from toolc.program import DefinitionValue, ExternalSymbol, MappingValue, ProgramPoint, Unknown

_MODEL = ExternalSymbol("pydantic.BaseModel")
_OTHERS = (_MODEL, ExternalSymbol("builtins.object"), ExternalSymbol("abc.ABC"))
_NO_FIELDS = (ExternalSymbol("typing.ClassVar"), ExternalSymbol("typing.Final"))
_FIELD = Unknown("it is a field of a model")


def model_fields(owner: DefinitionValue, links: Links) -> MappingValue | None:
    """The fields of a model whose bases are all read."""
    lineage = (owner, *links.ancestors(owner))
    classes = [one for one in lineage if isinstance(one, DefinitionValue)]
    if _MODEL not in lineage or any(one not in _OTHERS for one in lineage if not isinstance(one, DefinitionValue)):
        return None
    names: dict[str, None] = {}
    for cls in reversed(classes):
        own = _own_fields(cls, links)
        if own is None:
            return None
        names |= dict.fromkeys(own)
    return MappingValue(tuple((name, _FIELD) for name in names))


def _own_fields(cls: DefinitionValue, links: Links) -> list[str] | None:
    """The fields that the body of a class declares; None where that depends on what only the running program knows."""
    unit = links.library.unit(cls.module)
    found: list[str] = []
    for site in unit.index(cls).sites:
        statement = unit.statement(site.node) if site.node.kind == "ann" else None
        if not isinstance(statement, AnnAssign) or not isinstance(statement.target, Name):
            continue
        scope = ProgramPoint(cls.module, (*cls.scope.within, cls), site.node.at)
        if reachability(site.guard, scope, links) is not True:
            return None
        name = statement.target.id
        if name.startswith("_") or name == "model_config":
            continue
        declares = _declares(statement.annotation, scope, links)
        if declares is None:
            return None
        found += [name] if declares else []
    return found


def _declares(annotation: Expr, scope: ProgramPoint, links: Links) -> bool | None:
    """Return `True` if a name with this annotation is a field; `None` if a quoted annotation leaves that open."""
    if isinstance(annotation, Const) and annotation.kind == "str":
        return None if "ClassVar" in str(annotation.value) or "Final" in str(annotation.value) else True
    return links.evaluate(annotation.value if isinstance(annotation, SubscriptExpr) else annotation, scope) not in _NO_FIELDS
