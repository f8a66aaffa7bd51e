"""Docstrings as fastmcp reads them: takes the text and the version, gives the description and the texts of parameters.

Before 3.2.4 the whole text describes the tool. Since then griffe reads it as Google's, numpy's and Sphinx's style in turn; the
first that finds something counts (`parse_docstring`, 3.4.10, 4.1.6 and 4.2.3).
"""

from toolc.docstrings import Described, Section, Style, clean, sections

_STYLES: tuple[Style, ...] = ("google", "numpy", "sphinx")
PARSED = (3, 2, 4)
ANY_SECTION = (4, 1, 0)
ADMONITIONS = (4, 1, 7)
"""Since then a heading ends the description only if it is one of `_SECTION_ADMONITIONS`; `Rules:` is part of the text."""
_HEADINGS = frozenset(
    """attention caution danger error example hint important note notes raise references return see-also tip todo warning
    yield""".split()
)
CLEANED = (2, 9)


def describe_parts(doc: str | None, version: tuple[int, ...]) -> Described:
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
        if parameters or (version >= ANY_SECTION and any(_is_structure(one, version) for one in found)):
            return Described(next((one.text for one in found if one.kind == "text"), None), parameters)
    return Described(whole)


def _is_structure(section: Section, version: tuple[int, ...]) -> bool:
    """Return `True` if a section ends the description."""
    if section.kind == "admonition" and version >= ADMONITIONS:
        return section.heading in _HEADINGS
    return section.kind != "text"
