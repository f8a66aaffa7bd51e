"""Docstrings as fastmcp reads them: takes the text and the version, gives the description and the texts of parameters.

Before 3.2.4 the whole text describes the tool. Since then griffe reads it as Google's, numpy's and Sphinx's style in turn; the
first that finds something counts (`parse_docstring`, 3.4.10 and 4.1.6).
"""

from toolc.docstrings import Described, Style, clean, sections

_STYLES: tuple[Style, ...] = ("google", "numpy", "sphinx")
PARSED = (3, 2, 4)
ANY_SECTION = (4, 1, 0)
CLEANED = (2, 9)


def described(doc: str | None, version: tuple[int, ...]) -> Described:
    """The parts of a docstring. Before 4.1 only a style that finds parameters counts, since then any section does."""
    if version < CLEANED:
        return Described(doc)
    whole = clean(doc or "")
    if version < PARSED or not whole:
        return Described(whole if doc is not None and (whole or version < PARSED) else None)
    for style in _STYLES:
        found = sections(whole, style)
        if found is None:
            return Described(whole, known=False)
        parameters = {item.name: item.text for one in found if one.kind == "parameters" for item in one.items}
        if parameters or (version >= ANY_SECTION and any(one.kind != "text" for one in found)):
            return Described(next((one.text for one in found if one.kind == "text"), None), parameters)
    return Described(whole)
