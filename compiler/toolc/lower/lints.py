"""Parts of a tool that every framework loses silently.

Takes a function's signature and how its framework spells it, gives notes about parameters on which the docstring and the
signature disagree, and about `*args` and `**kwargs` that models see as parameters. None of them changes a tool.
"""

import re
from collections.abc import Iterator

from toolc import docstrings
from toolc.signature import Signature
from toolc.systems.base import Finding, Spelled, make_finding
from toolc.text.regex import late

_DOCUMENTS = late(r"^[ \t]*(?:(?:Args|Arguments|Params|Parameters)\b|[:@]param\b)", re.MULTILINE)
_SAID = frozenset({"TC306", "TC350", "TC351", "TC362", "TC385"})
"""The same, where a framework raises for it."""


def lints(signature: Signature, spelled: Spelled, hidden: tuple[str, ...]) -> tuple[Finding, ...]:
    """The notes about a function that is a tool."""
    codes = {one.diagnostic.code for one in spelled.findings}
    starred = () if "TC352" in codes else tuple(_starred_parameters(signature, spelled))
    if codes & _SAID:
        return starred
    described = _undescribed_parameters(signature, spelled, hidden)
    return (*_strangers(signature), *_dropped_stars(signature, spelled), *described, *starred)


def _strangers(signature: Signature) -> Iterator[Finding]:
    """With `**kwargs` any name may be documented."""
    if any(one.kind == "var_keyword" for one in signature.parameters):
        return
    known = {one.name for one in signature.parameters}
    for name in sorted(_documented_names(signature) - known):
        message = f"`{signature.name}`: the docstring describes `{name}`, which is not a parameter"
        yield make_finding("TC417", message, signature.span, help="give it the name of a parameter, or take it out")


def _dropped_stars(signature: Signature, spelled: Spelled) -> Iterator[Finding]:
    """Many frameworks leave `*args` out."""
    schema = spelled.input_schema
    properties = schema.get("properties", {}) if schema is not None and schema.get("type", "object") == "object" else None
    for one in signature.parameters if isinstance(properties, dict) else ():
        if one.kind == "var_positional" and one.name not in (properties or {}) and one.name in _documented_names(signature):
            message = f"`{signature.name}`: the docstring describes `*{one.name}`, which models are not shown"
            yield make_finding("TC417", message, one.span or signature.span, help="take a list under a name of its own")


def _undescribed_parameters(signature: Signature, spelled: Spelled, hidden: tuple[str, ...]) -> Iterator[Finding]:
    """Yield parameters without a description where others have one; a docstring without parameters is not reported."""
    documented = _documented_names(signature)
    properties = (spelled.input_schema or {}).get("properties")
    if not documented or not isinstance(properties, dict):
        return
    for one in signature.parameters:
        shown = properties.get(one.name)
        if isinstance(shown, dict) and "description" not in shown and one.name not in {*documented, *hidden}:
            message = f"parameter `{one.name}` has no description, others have one in the docstring"
            yield make_finding("TC418", message, one.span or signature.span, help="describe it as well")


def _starred_parameters(signature: Signature, spelled: Spelled) -> Iterator[Finding]:
    properties = (spelled.input_schema or {}).get("properties") or {}
    for one in signature.parameters:
        if one.kind in ("var_positional", "var_keyword") and one.name in properties:
            message = f"models are shown `{one.name}` as a parameter of that name"
            yield make_finding("TC352", message, one.span or signature.span, help="name the arguments that it takes")


def _documented_names(signature: Signature) -> set[str]:
    """The names that a docstring describes, in whatever style; none where it is too much to read."""
    doc = signature.doc or ""
    told = docstrings.detect_parts(doc) if _DOCUMENTS.search(doc) else None
    return {part.strip().lstrip("*") for name in (told.last if told else ()) for part in name.split(",")}
