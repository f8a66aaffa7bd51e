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
from toolc.targets.readme import Quickstart, readme


def artifact_pages(
    package: Package,
    folder: str,
    own: JvmOptions,
    language: str,
    entries: Sequence[Entry],
    quickstart: Callable[[str], Quickstart],
) -> tuple[Page, ...]:
    """`quickstart` takes the words of a pom.xml that name the artifact."""
    if not own.package:
        return ()
    known, name = identity(package, own.version, own.license), own.name.replace("{package}", folder)
    group = own.package.removesuffix("{package}").rstrip(".") or folder
    coordinates = [("groupId", group), ("artifactId", name), ("version", known.version)]
    context = {
        "coordinates": Code("".join(f"  <{key}>{value}</{key}>\n" for key, value in coordinates)),
        "about": f"Client of the tools of {package.name}.",
        "license": known.license,
    }
    named = "".join(f"  <{key}>{value}</{key}>\n" for key, value in coordinates)
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
