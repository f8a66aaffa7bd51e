"""Docstrings as openai-agents reads them: takes the text, gives the description and the texts of parameters.

griffe reads it in the style that scores highest; an `Args:` right below another line gets the empty line that griffe wants
(openai-agents 0.24.0 `generate_func_documentation`).
"""

import re
from collections.abc import Mapping

from toolc.docstrings import MAX_TEXT, Described, Style, clean, sections
from toolc.text.regex import late

STYLES: tuple[Style, ...] = ("sphinx", "numpy", "google")
"""Of styles with the same score the first counts."""

_SIGNS: Mapping[Style, tuple[re.Pattern[str], ...]] = {
    "sphinx": tuple(late(sign, re.MULTILINE) for sign in (r"^:param\s", r"^:type\s", r"^:return:", r"^:rtype:")),
    "numpy": tuple(late(rf"^{word}(\s+)---", re.MULTILINE) for word in ("Parameters", "Returns", "Yields")),
    "google": tuple(late(sign, re.MULTILINE) for sign in (r"^(?:Args|Arguments):", r"^Returns:", r"^Raises:")),
}
_PARAMETERS = late(r"(?:args|arguments|params|parameters):\s*", re.IGNORECASE)


def describe_parts(doc: str | None, style: Style | None) -> Described:
    """The first text, and each parameter's text without stars before its name; of two texts the last counts."""
    whole = clean(doc or "")
    if not whole:
        return Described()
    if len(whole) > MAX_TEXT:
        return Described(whole, known=False)
    style = style or _style(whole)
    text = _add_spacing(whole) if style == "google" else whole
    found = sections(f"\n{text}", style)
    if found is None:
        return Described(whole, known=False)
    parameters = {item.name.lstrip("*"): item.text for one in found if one.kind == "parameters" for item in one.items}
    return Described(next((one.text for one in found if one.kind == "text"), None), parameters)


def _style(doc: str) -> Style:
    """The style with the most signs; Google's where there are none."""
    scores = {style: sum(_shows(sign, doc) for sign in _SIGNS[style]) for style in STYLES}
    best = max(STYLES, key=lambda style: scores[style])
    return best if scores[best] else "google"


def _shows(sign: re.Pattern[str], doc: str) -> bool:
    """A line of dashes stands on a line of its own."""
    return any(not one.groups() or "\n" in one.group(1) for one in sign.finditer(doc))


def _add_spacing(doc: str) -> str:
    """An empty line above each title of parameters that has none, where an indented line is below."""
    lines = doc.splitlines()
    made: list[str] = []
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if _PARAMETERS.fullmatch(line) and made and made[-1].strip() and below.startswith((" ", "\t")):
            made.append("")
        made.append(line)
    return doc if len(made) == len(lines) else "\n".join(made)
