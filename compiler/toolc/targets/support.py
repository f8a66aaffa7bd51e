"""The package that all packages of an output have in common, in layout `shared`: their support code.

Takes names and templates, gives pages. What stands in a page depends on nothing but options, so that every package writes the
same, and whoever compiles one package leaves the others as they are.
"""

from collections.abc import Mapping
from typing import Any

from toolc.emit import Page

NAME = "toolc-support"
"""Of the package, as registries know it; each language has its own case for folders."""


def support_name(pattern: str) -> str:
    """The name made as those of the others are; one that says nothing of a package stands before it."""
    return (pattern if "{package}" in pattern else f"{pattern}-{{package}}").replace("{package}", NAME)


def support_pages(folder: str, files: Mapping[str, str], context: Mapping[str, Any]) -> tuple[Page, ...]:
    """The files by their paths in the folder, each with its template."""
    return tuple(Page(f"{folder}/{path}", template, context, common=True) for path, template in files.items())
