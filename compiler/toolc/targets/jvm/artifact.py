"""Artifact of a package, as Maven and Gradle build it: its coordinates, and the files beside the sources.

Takes a package and the options of a language, gives pages; none where no name of a package is asked for.
"""

import json
from collections.abc import Callable, Mapping, Sequence

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
    support = _of_support(own, release) if own.layout == "shared" else ()
    context = _context(coordinates, f"Client of the tools of {package.name}.", known.license, language, support)
    named = _lines(coordinates, "  ")
    return (
        *(Page(f"{folder}/{file}", template, context) for file, template in _templates(language).items()),
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
    """The build files of the package of support code."""
    if not own.package:
        return ()
    context = _context(_of_support(own, release), "Support code of clients of tools.", own.license, language, ())
    return support_pages(FOLDER, _templates(language), context)


_Coordinates = Sequence[tuple[str, str]]

KOTLIN = "2.4.21"
"""The version of the compiler and of the standard library."""

LIBRARIES: Mapping[str, Sequence[_Coordinates]] = {
    "java": (
        (("groupId", "com.fasterxml.jackson.core"), ("artifactId", "jackson-databind"), ("version", "2.22.1")),
        (("groupId", "com.networknt"), ("artifactId", "json-schema-validator"), ("version", "2.0.8")),
    ),
    "kotlin": (
        (("groupId", "org.jetbrains.kotlin"), ("artifactId", "kotlin-stdlib"), ("version", KOTLIN)),
        (("groupId", "org.jetbrains.kotlinx"), ("artifactId", "kotlinx-coroutines-core"), ("version", "1.11.0")),
        (("groupId", "org.jetbrains.kotlinx"), ("artifactId", "kotlinx-serialization-json"), ("version", "1.11.0")),
    ),
}
"""Libraries that clients of a language are compiled with."""


def _templates(language: str) -> Mapping[str, str]:
    return {file: f"{language}/{file}.jinja" for file in ("pom.xml", "build.gradle", "settings.gradle")}


def _context(
    coordinates: _Coordinates, about: str, license: str, language: str, support: _Coordinates
) -> Mapping[str, str | Sequence[Code] | Code]:
    """`support`: the coordinates of the package of support code, if it is another."""
    needed = [*([support] if support else []), *LIBRARIES[language]]
    quoted = {key: groovy(value) for key, value in coordinates}
    return {
        "coordinates": _lines(coordinates, "  "),
        "about": about,
        "license": license,
        "needed": [Code(_lines(one, "      ").rstrip("\n")) for one in needed],
        "group": quoted["groupId"],
        "artifact": quoted["artifactId"],
        "version": quoted["version"],
        "described": groovy(about),
        "gradle": [groovy(":".join(value for _, value in one)) for one in needed],
        "support": Code(FOLDER if support else ""),
        "kotlin": Code(KOTLIN),
    }


def groovy(text: str) -> Code:
    """A string of Groovy in single quotes, in which nothing is filled in."""
    return Code("'" + json.dumps(text)[1:-1].replace("'", "\\'") + "'")


def _of_support(own: JvmOptions, release: str) -> _Coordinates:
    return _coordinates(own, FOLDER, support_name(own.name), own.version or release)


def _coordinates(own: JvmOptions, folder: str, name: str, version: str) -> _Coordinates:
    group = own.package.removesuffix("{package}").rstrip(".").replace("{package}", folder)
    return [("groupId", group), ("artifactId", name), ("version", version)]


def _lines(coordinates: _Coordinates, indent: str) -> Code:
    return Code("".join(f"{indent}<{key}>{value}</{key}>\n" for key, value in coordinates))
