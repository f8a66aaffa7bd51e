"""Metadata of a generated package: its version and license, and the files that go with them.

Takes a package and the options, gives an `Identity`; defaults come from the project of the tools. The name is decided by each
target.
"""

from msgspec import Struct
from packaging.version import InvalidVersion, Version

from toolc.emit import Page
from toolc.encoders import HIDDEN, SURROGATE
from toolc.ir import Package, Project
from toolc.targets.code import Code

NO_VERSION = "0.0.0"


class Identity(Struct, frozen=True):
    """`version`: of Semantic Versioning; `release`: the same as Python's tools know it. `license`: SPDX, "" where none is told.

    `text`: of the license, "" where there is none.
    """

    version: str
    release: str
    license: str
    text: str


def identity(package: Package, version: str, license_: str) -> Identity:
    """The identity of a package, with the version and the license of options over those of its project."""
    project = package.project or Project()
    text = project.license_text if license_ in ("", project.license) else ""
    if version:
        return Identity(version, version, license_ or project.license, text)
    return Identity(semantic(project.version), _release(project.version), license_ or project.license, text)


def license_pages(folder: str, known: Identity) -> tuple[Page, ...]:
    """The file with the text of the license; none where there is no text."""
    lines = SURROGATE.sub("\ufffd", known.text).replace("\r\n", "\n").replace("\f", "\n").split("\n")
    text = "\n".join(HIDDEN.sub("", line.replace("\t", " ").rstrip()) for line in lines).strip("\n")
    return (Page(f"{folder}/LICENSE", "license.jinja", {"text": Code(text)}),) if text else ()


def semantic(version: str) -> str:
    """A version of PEP 440 as one of Semantic Versioning 2.0.0; `0.0.0` where it is none.

    What is more than three numbers, a post release and a local label have no rank there, so they are build metadata.
    """
    try:
        told = Version(version)
    except InvalidVersion:
        return NO_VERSION
    first = [*told.release, 0, 0][:3]
    before, after = list[str | int](), list[str | int](told.release[3:])
    if told.pre is not None:
        before += [{"a": "alpha", "b": "beta", "rc": "rc"}[told.pre[0]], told.pre[1]]
    if told.dev is not None:
        before += ["dev", told.dev]
    if told.post is not None:
        after += ["post", told.post]
    if told.local is not None:
        after += told.local.split(".")
    parts = [".".join(map(str, first)), _join_parts("-", before), _join_parts("+", after)]
    return "".join(parts)


def _join_parts(sign: str, parts: list[str | int]) -> str:
    return sign + ".".join(map(str, parts)) if parts else ""


def _release(version: str) -> str:
    try:
        return str(Version(version))
    except InvalidVersion:
        return NO_VERSION
