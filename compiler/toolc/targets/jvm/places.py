"""Folder of a package's sources, and the package's name.

Takes a folder and what was asked for, gives a `Place`: the folder itself, or the layout that Maven and Gradle expect.
"""

from msgspec import Struct

from toolc.targets.code import Code, identifier

FOLDER = "toolcsupport"
"""Of the package of support code, in layout `shared`."""


class Place(Struct, frozen=True):
    """`folder`: of the sources; `package`: the name in their first line."""

    folder: str
    package: Code


def place(folder: str, asked: str, language: str) -> Place:
    """The place of a package. `asked`: a name with `{package}` for that of the folder, or ""."""
    if not asked:
        return Place(folder, identifier(folder))
    parts = [identifier(part) for part in asked.replace("{package}", folder).split(".")]
    return Place("/".join([folder, "src", "main", language, *parts]), Code(".".join(parts)))


def support_place(asked: str, language: str) -> Place:
    """The place of the package that others have in common: beside them, or below where all have one name."""
    return place(FOLDER, asked if not asked or "{package}" in asked else f"{asked}.{{package}}", language)
