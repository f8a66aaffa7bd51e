"""Docstrings as pydantic-ai reads them: takes the text, gives the description and the texts of parameters.

griffe reads it in a style that the text looks like; what the function returns is told in the description, as XML (pydantic-ai
2.68.0 `doc_descriptions`).
"""

import re
from collections.abc import Mapping

from toolc.docstrings import MAX_TEXT, Described, Section, Style, sections
from toolc.text.regex import late

STYLES: tuple[Style, ...] = ("sphinx", "google", "numpy")
"""The first that the text looks like counts; if there is none, Google's."""

_FIELDS = (
    "param|parameter|arg|argument|key|keyword|type|var|ivar|cvar|vartype|returns|return|rtype|raises|raise|except|exception"
)
_TITLES = (
    r"(?:keyword |other )?(?:args|arguments)|(?:other )?(?:params|parameters)|raises|exceptions|returns|yields|receives"
    r"|examples|attributes|functions|methods|classes|modules|warns|warnings"
)
_UNDERLINED = (
    r"deprecated|(?:other )?parameters|returns|yields|receives|raises|warns|attributes|functions|methods|classes|modules"
)
_LOOKS: Mapping[Style, re.Pattern[str]] = {
    "sphinx": late(rf"\n[ \t]*:(?:{_FIELDS})(?:[ \t]+\w+)*:(?:[ \t].+)?\n", re.IGNORECASE),
    "google": late(rf"\n[ \t]*(?:{_TITLES}):(?:[ \t].+)?\n[ \t].+", re.IGNORECASE),
    "numpy": late(rf"\n[ \t]*(?:{_UNDERLINED})\n[ \t]*---+\n", re.IGNORECASE),
}
_WHOLE = {"returns_named_value": False, "returns_multiple_items": False}
"""Options of griffe for Google's style: the text of `Returns:` in one piece."""


def describe_parts(doc: str | None, style: Style | None) -> Described:
    """`doc` is the text as the Python in question holds it. Of two texts for a parameter the first counts."""
    if doc is None:
        return Described()
    if len(doc) > MAX_TEXT:
        return Described(doc, known=False)
    style = style or _style(doc)
    found = sections(doc, style, **(_WHOLE if style == "google" else {}))
    if found is None:
        return Described(doc, known=False)
    texts: dict[str, str] = {}
    for one in found:
        for item in one.items if one.kind in ("parameters", "other parameters") else ():
            texts.setdefault(item.name.lstrip("*"), item.text)
    text = next((one.text for one in found if one.kind == "text"), "")
    returned = next((one for one in found if one.kind == "returns"), None)
    if returned is None:
        return Described(text, texts)
    if not returned.items:
        return Described(text, texts, known=False)
    result = _returns_text(returned)
    return Described(f"<summary>{text}</summary>\n{result}" if text else result, texts)


def _style(doc: str) -> Style:
    return next((one for one in STYLES if _LOOKS[one].search(doc)), "google")


def _returns_text(section: Section) -> str:
    first = section.items[0]
    kind = f"<type>{first.annotation}</type>\n" if first.annotation else ""
    return f"<returns>\n{kind}<description>{first.text}</description>\n</returns>"
