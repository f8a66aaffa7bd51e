"""Maven artifact of a package: its coordinates, and the files beside the sources.

Takes a package and the options of a language, gives pages; none where no name of a package is asked for.
"""

from collections.abc import Callable, Sequence

from toolc.config import JvmOptions
from toolc.emit import Page
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.identity import identity, license_pages
from toolc.targets.jvm.contents import Entry
from toolc.targets.jvm.places import FOLDER
from toolc.targets.readme import Quickstart, readme
from toolc.targets.support import support_name, support_pages


def artifact_pages(
    package: Package,
    folder: str,
    own: JvmOptions,
    language: str,
    entries: Sequence[Entry],
    quickstart: Callable[[str], Quickstart],
    release: str,
) -> tuple[Page, ...]:
    """`quickstart` takes the words of a pom.xml that name the artifact; `release`: the version of toolc."""
    if not own.package:
        return ()
    known, name = identity(package, own.version, own.license), own.name.replace("{package}", folder)
    coordinates = _coordinates(own, folder, name, known.version)
    context = {
        "coordinates": _lines(coordinates, "  "),
        "about": f"Client of the tools of {package.name}.",
        "license": known.license,
        "support": _lines(_of_support(own, release), "      ") if own.layout == "shared" else Code(""),
    }
    named = _lines(coordinates, "  ")
    return (
        Page(f"{folder}/pom.xml", f"{language}/pom.xml.jinja", context),
        readme(
            folder,
            name,
            package,
            quickstart(f"<dependency>\n{named}</dependency>"),
            [(one.tool, one.method) for one in entries],
            any(one.request for one in entries),
        ),
        *license_pages(folder, known),
    )


def support_artifact(own: JvmOptions, language: str, release: str) -> tuple[Page, ...]:
    """The pom.xml of the package of support code."""
    if not own.package:
        return ()
    context = {
        "coordinates": _lines(_of_support(own, release), "  "),
        "about": "Support code of clients of tools.",
        "license": own.license,
        "support": Code(""),
    }
    return support_pages(FOLDER, {"pom.xml": f"{language}/pom.xml.jinja"}, context)


_Coordinates = Sequence[tuple[str, str]]


def _of_support(own: JvmOptions, release: str) -> _Coordinates:
    return _coordinates(own, FOLDER, support_name(own.name), own.version or release)


def _coordinates(own: JvmOptions, folder: str, name: str, version: str) -> _Coordinates:
    group = own.package.removesuffix("{package}").rstrip(".").replace("{package}", folder)
    return [("groupId", group), ("artifactId", name), ("version", version)]


def _lines(coordinates: _Coordinates, indent: str) -> Code:
    return Code("".join(f"{indent}<{key}>{value}</{key}>\n" for key, value in coordinates))
