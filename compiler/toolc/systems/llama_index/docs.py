"""Docstrings and signatures as llama-index reads them: takes both, gives the texts of parameters and the signature's text.

Sources: llama-index-core 0.14.25 `FunctionTool.extract_param_docs`, `inspect.Signature.__str__` (CPython 3.10 to 3.14).
"""

import re
from collections.abc import Collection, Iterator, Mapping

from toolc.docstrings import MAX_TEXT
from toolc.signature import NoDefault, Parameter, Shown, Signature
from toolc.systems.shared.model_names import is_field
from toolc.text.regex import late

_STYLES = (
    late(r":param (\w+): (.+)"),
    late(r"^\s*(\w+)\s*\(.*?\):\s*(.+)$", re.MULTILINE),
    late(r"@param (\w+)\s+(.+)"),
)
_BLANK = late(r"\s{500}")
"""A margin of that size makes the second expression go over it from each of its places."""


def parameter_texts(doc: str, names: Collection[str]) -> Mapping[str, str] | None:
    """The texts of `:param x: …`, `x (type): …` and `@param x …`, the first of each name; None for what is too long."""
    if len(doc) > MAX_TEXT or _BLANK.search(doc) or any(line.count("(") > 200 for line in doc.split("\n")):
        return None
    found: dict[str, str] = {}
    for style in _STYLES:
        for match in style.finditer(doc):
            if not names or match[1] in names:
                found.setdefault(match[1], match[2].strip())
    return found


def signature_text(signature: Signature, shown: Collection[Parameter]) -> str | None:
    """`str(inspect.signature(f))` of the parameters that are left; None when a part of it is not known."""
    known = signature.shown
    if known is None:
        return None
    returns = known.annotations.get("return")
    if returns is None and signature.returns is not None:
        return None
    parts = list(_parts(shown, known))
    if None in parts:
        return None
    return f"({', '.join(part for part in parts if part is not None)})" + (f" -> {returns}" if returns is not None else "")


def _parts(parameters: Collection[Parameter], known: Shown) -> Iterator[str | None]:
    """The parameters with the `/` and `*` between them."""
    after_positional, star = False, False
    for one in parameters:
        if one.kind != "positional_only" and after_positional:
            yield "/"
        after_positional = one.kind == "positional_only"
        if one.kind == "keyword_only" and not star:
            yield "*"
        star = star or one.kind in ("var_positional", "keyword_only")
        yield _part(one, known)
    if after_positional:
        yield "/"


def _part(parameter: Parameter, known: Shown) -> str | None:
    """`Field(…)` as a default is taken off (`FunctionTool.from_defaults`)."""
    stars = {"var_positional": "*", "var_keyword": "**"}.get(parameter.kind, "")
    text = f"{stars}{parameter.name}"
    if parameter.type is not None:
        annotation = known.annotations.get(parameter.name)
        if annotation is None:
            return None
        text += f": {annotation}"
    if isinstance(parameter.default, NoDefault) or is_field(parameter.default):
        return text
    default = known.defaults.get(parameter.name)
    if default is None:
        return None
    return f"{text} = {default}" if parameter.type is not None else f"{text}={default}"
