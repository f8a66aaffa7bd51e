"""Values of fields of an instance: of a dataclass, a NamedTuple, a model or settings created by a call.

Takes the class with what stands above it, the name and the instance; gives what the call passes, else the default, Unknown
where the environment, a validator or a later assignment decides, and None where the name is no field.
"""

import re

from toolc.bind.links import CallArguments, Links
from toolc.bind.values.call_arguments import evaluate_arguments
from toolc.module import Func
from toolc.program import CallResult, ConstantValue, DefinitionValue, ExternalSymbol, Unknown, Value
from toolc.qualified_names import canonical
from toolc.text.regex import late

_SETTINGS = "pydantic_settings.BaseSettings"
_MODELS = frozenset({"pydantic.BaseModel", _SETTINGS})
_MAKERS = frozenset({"dataclasses.field", "pydantic.Field", "pydantic.fields.Field"})
_CHANGING = late(r"@\w*\.?(?:field_|model_|root_)?validator\b|def (?:__new__|__getattribute__)\b")

_FROZEN = late(r"\bfrozen[ \t]*=[ \t]*True\b")
_MOVING = late(r"\b(?:kw_only|KW_ONLY|init)\b")
"""Markers that remove fields from the positional arguments."""

_WIDEST = 200
"""How long an annotation is that stands between an attribute and what it is set to."""


def field(lineage: tuple[DefinitionValue, ...], name: str, value: Value, links: Links) -> Value | None:
    """The value of a field of an instance; for one that no call is known to make, a setting may have any value."""
    if not _declares(lineage, name, links):
        return None
    if not all(_hands_on(links.class_attribute(owner, "__init__"), links) for owner in lineage):
        model = any(isinstance(one, ExternalSymbol) and canonical(one.name) in _MODELS for one in links.ancestors(lineage[0]))
        return Unknown(f"the `__init__` of `{lineage[0].stmt.name}` may hand on something else") if model else None
    settings = _settings(lineage, links)
    if not isinstance(value, CallResult):
        return _ENVIRONMENT if settings else None
    given = evaluate_arguments(value.args, value.scope, links)
    told = _passed_value(lineage, name, given, links)
    if told is None and settings:  # whatever prefix a variable has
        return _ENVIRONMENT
    default = _default(lineage, name, links) if told is None else None
    told = told or default
    if isinstance(told, ConstantValue) and (
        reason := _doubt(lineage, name, value, _is_switch(told) or default is not None, links)
    ):
        return Unknown(reason)
    return told


def _hands_on(init: Value | None, links: Links) -> bool:
    """Return `True` if a class is initialised from its fields: it has no `__init__`, or one that passes all arguments on."""
    if init is None:
        return True
    if not isinstance(init, DefinitionValue) or not isinstance(init.stmt, Func) or len(init.stmt.params) != 2:
        return False
    last = init.stmt.params[1]
    text = links.library.unit(init.module).text(init.node)
    handed = re.compile(rf"^[ \t]+super\(\)\.__init__\(\*\*{last.name}\)", re.MULTILINE)
    mentions = len(re.findall(rf"\b{last.name}\b", text))
    return last.kind == "var_keyword" and mentions == 2 and handed.search(text) is not None and "setattr" not in text


def _is_switch(value: ConstantValue) -> bool:
    """Return `True` if a value is a switch that programs tend to assign later: `None` or a boolean."""
    return value.value is None or isinstance(value.value, bool)


_ENVIRONMENT = Unknown("it is a setting, which the environment may say")


def _declares(lineage: tuple[DefinitionValue, ...], name: str, links: Links) -> bool:
    """Return `True` if the name is annotated in a class that creates fields from annotations; a plain class does not."""
    made = any(owner.stmt.decorators for owner in lineage) or any(
        isinstance(one, ExternalSymbol) for one in links.ancestors(lineage[0])
    )
    return made and any(_is_annotated(owner, name, links) for owner in lineage)


def _is_annotated(owner: DefinitionValue, name: str, links: Links) -> bool:
    unit = links.library.unit(owner.module)
    sites = unit.index(owner).by_name.get(name, ())
    return any(site.node.kind == "ann" and "ClassVar" not in unit.text(site.node) for site in sites)


def _settings(lineage: tuple[DefinitionValue, ...], links: Links) -> bool:
    return any(isinstance(one, ExternalSymbol) and canonical(one.name) == _SETTINGS for one in links.ancestors(lineage[0]))


def _passed_value(lineage: tuple[DefinitionValue, ...], name: str, given: CallArguments, links: Links) -> Value | None:
    if name in given.named:
        return given.named[name]
    if given.has_unknown_unpacking:
        return Unknown("the call unpacks a value only the running program knows")
    fields = [one for owner in reversed(lineage) for one in _fields(owner, links)]
    fields = list(dict.fromkeys(fields))
    if given.positional and any(_MOVING.search(links.library.unit(one.module).text(one.node)) for one in lineage):
        return Unknown("which field an argument is for is not known")
    if name in fields and fields.index(name) < len(given.positional):
        return given.positional[fields.index(name)]
    if not set(given.named) <= set(fields):  # by an alias, which may be this field's
        return Unknown("the call passes an argument that is not a field of the class")
    return None


def _fields(owner: DefinitionValue, links: Links) -> list[str]:
    unit = links.library.unit(owner.module)
    annotated = (site for site in unit.index(owner).sites if site.node.kind == "ann" and site.names)
    return [site.names[0] for site in annotated if "ClassVar" not in unit.text(site.node)]


def _default(lineage: tuple[DefinitionValue, ...], name: str, links: Links) -> Value | None:
    """Return the default of an annotated field, also from `field(…)` or `Field(…)`; `None` if the class states none."""
    own = (links.class_attribute(owner, name) for owner in lineage)
    found = next((one for one in own if one is not None), None)
    if not (
        isinstance(found, CallResult) and isinstance(found.callee, ExternalSymbol) and canonical(found.callee.name) in _MAKERS
    ):
        return found
    given = evaluate_arguments(found.args, found.scope, links)
    if "default_factory" in given.named:
        made = given.named["default_factory"]
        return (
            CallResult(made, (), found.scope, found.at, found.end)
            if isinstance(made, DefinitionValue)
            else Unknown("it is created for each object")
        )
    return given.named.get("default") or next(iter(given.positional), None) or Unknown("it has no default")


def _doubt(lineage: tuple[DefinitionValue, ...], name: str, value: CallResult, turned: bool, links: Links) -> str:
    """Why a field may hold something else than it was made with, "" where nothing says so. `turned`: it may be set later."""
    texts = [(links.library.unit(owner.module), owner) for owner in lineage]
    if any(_CHANGING.search(unit.text(owner.node)) for unit, owner in texts):
        return f"`{lineage[0].stmt.name}` may change what it is made with"
    if not turned or any(_FROZEN.search(unit.header(owner.node)) for unit, owner in texts):
        return ""
    modules = {*(owner.module for owner in lineage), value.scope.module}
    if any(_set(name, module, links) for module in sorted(modules)):
        return f"`{name}` may be set once the object is made"
    return ""


def _set(name: str, module: str, links: Links) -> bool:
    """Return `True` if a module, or another one of its package, assigns an attribute of that name on any object."""
    asked, key = links.library.set_on, (module.partition(".")[0], name)
    own = links.library.unit(module)
    if key not in asked:
        sets = re.compile(rf"(?<!\bself)\.{re.escape(name)}[ \t]*(?::[^\n=]{{0,{_WIDEST}}})?=(?!=)")
        others = links.library.modules_with_words(module.partition(".")[0], [f".{name} =", f".{name}=", f".{name}:"])
        asked[key] = any(sets.search(unit.source.text) for unit in (own, *others))
    named = rf"[\"']{re.escape(name)}[\"']|[a-z_]\w*[ \t]*,"  # a name in small letters may be any; in capitals it is a constant
    return asked[key] or re.search(rf"\bsetattr\([ \t]*[\w.]+,[ \t]*(?:{named})", own.source.text) is not None
