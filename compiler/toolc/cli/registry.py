"""The `server.json` of the MCP registry, which people write and the registry reads: its version and its environment variables.

Takes the text of a file, a bundle and what its packages say of themselves, gives the text with what the sources tell filled
in, and what contradicts them. What people wrote stays. Source: the registry's schema of 2025-12-11.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from toolc.cli.manifests import format_like, parse_strictly
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle
from toolc.source import Span
from toolc.variables import Variable

if TYPE_CHECKING:
    from toolc.driver.publication import Publication

NAME = "server.json"
SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_DESCRIPTION = 100  # characters, the most that the schema takes
_SECRET = re.compile(r"(?i)(?:^|_)(?:key|apikey|token|secret|password|passwd|pass|pwd|pat|credentials?)$|secret|password")
_GITHUB = re.compile(r"https?://github\.com/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+?)(?:\.git)?/?(?:[?#/].*)?")
_OF_THE_SYSTEM = frozenset(
    "APPDATA CI COLUMNS COMSPEC DISPLAY HOME HOSTNAME LANG LC_ALL LINES LOCALAPPDATA LOGNAME NO_COLOR OS PATH PROGRAMDATA PWD "
    "PYTHONPATH SHELL SYSTEMROOT TEMP TERM TMP TMPDIR TZ USER USERNAME USERPROFILE VIRTUAL_ENV XDG_CACHE_HOME XDG_CONFIG_HOME "
    "XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME PYTEST_CURRENT_TEST".split()
)
"""Variables that systems set, and people who install a server do not."""


def new_server(bundle: Bundle, told: "Publication") -> str | None:
    """Return a whole file; `None` where the packages are several, or say no name of the registry, description or version."""
    if len(bundle.packages) != 1:
        return None
    [package] = bundle.packages
    project = told.projects.get(package.name)
    if project is None or not project.version:
        return None
    infos = [server.info for server in package.servers if server.info is not None]
    description = next((one.description for one in infos if one.description), project.description)
    name = project.mcp_name or _name(project.repository, package.name)
    if not name or not description:
        return None
    github = _GITHUB.fullmatch(project.repository)
    made: dict[str, Any] = {
        "$schema": SCHEMA,
        "name": name,
        **next(({"title": one.title} for one in infos if one.title and len(one.title) <= _DESCRIPTION), {}),
        "description": _shorten(description),
        **({"repository": {"url": f"https://github.com/{github[1]}/{github[2]}", "source": "github"}} if github else {}),
        "version": project.version,
        "packages": [
            {"registryType": "pypi", "identifier": package.name, "version": project.version, "transport": {"type": "stdio"}}
        ],
    }
    return format_like(_fill_document(made, bundle, told), "")


def with_server(text: str, bundle: Bundle, told: "Publication") -> str | None:
    """Return the file with what the sources tell filled in. `None` if it is no `server.json`."""
    made = _server(text)
    return None if made is None else format_like(_fill_document(made, bundle, told), text)


def contradictions(text: str, path: str, bundle: Bundle, told: "Publication") -> tuple[Diagnostic, ...]:
    """Return what a file says of variables that the sources do not, or otherwise (TC649)."""
    made = _server(text) or {}
    return tuple(
        Diagnostic("TC649", f"{package}: {message}", Span(path), help="correct it, or take it out")
        for package, entry in _entries(made, bundle)
        for message in _wrong(entry, told.variables.get(package, ()))
    )


def _server(text: str) -> dict[str, Any] | None:
    made = parse_strictly(text)
    is_one = isinstance(made, dict) and isinstance(made.get("name"), str) and "/" in made["name"]
    return made if is_one and ("packages" in made or "remotes" in made or "$schema" in made) else None


def _name(repository: str, package: str) -> str:
    """The name under which the owner of a GitHub repository may publish."""
    found = _GITHUB.fullmatch(repository)
    return f"io.github.{found[1]}/{package}" if found else ""


def _shorten(text: str) -> str:
    """The first line of a text, cut at a word."""
    line = " ".join(text.strip().partition("\n")[0].split())
    return line if len(line) <= _DESCRIPTION else f"{line[: _DESCRIPTION - 1].rpartition(' ')[0] or line[: _DESCRIPTION - 1]}…"


def _normal(name: Any) -> str:
    return re.sub(r"[-_.]+", "-", name).lower() if isinstance(name, str) else ""


def _entries(made: dict[str, Any], bundle: Bundle) -> Iterator[tuple[str, dict[str, Any]]]:
    """The packages of PyPI among those of a file that the bundle has, by their names there."""
    names = {_normal(package.name): package.name for package in bundle.packages}
    packages = made.get("packages")
    for one in packages if isinstance(packages, list) else ():
        if isinstance(one, dict) and one.get("registryType") == "pypi" and _normal(one.get("identifier")) in names:
            yield names[_normal(one["identifier"])], one


def _fill_document(made: dict[str, Any], bundle: Bundle, told: "Publication") -> dict[str, Any]:
    """The document, changed in place."""
    for package, entry in _entries(made, bundle):
        project = told.projects.get(package)
        if project is not None and project.version:
            made["version"] = entry["version"] = project.version
        if project is not None and project.description and not made.get("description"):
            made["description"] = _shorten(project.description)
        variables = [one for one in told.variables.get(package, ()) if one.name not in _OF_THE_SYSTEM]
        given = _given_variables(entry)
        more = [{"name": one.name} for one in variables if one.name not in given]
        if not given and not more:
            continue
        if more:
            written = entry.get("environmentVariables")
            entry["environmentVariables"] = [*(written if isinstance(written, list) else ()), *more]
            given = _given_variables(entry)
        for one in variables:
            for key, value in _facts(one):
                given[one.name].setdefault(key, value)
    return made


def _facts(one: Variable) -> Iterable[tuple[str, Any]]:
    """Yield the facts of a variable that the sources show, beside its name."""
    if one.required:
        yield "isRequired", True
    if _SECRET.search(one.name):
        yield "isSecret", True
    elif one.default:
        yield "default", one.default


def _given_variables(entry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    written = entry.get("environmentVariables")
    found = (one for one in (written if isinstance(written, list) else ()) if isinstance(one, dict))
    return {one["name"]: one for one in found if isinstance(one.get("name"), str)}


def _wrong(entry: dict[str, Any], variables: tuple[Variable, ...]) -> Iterator[str]:
    known = {one.name: one for one in variables}
    for name, written in _given_variables(entry).items():
        one = known.get(name)
        if one is None:
            yield f"no source reads the variable {name}"
        elif one.required and written.get("isRequired") is False and "value" not in written and "default" not in written:
            yield f"{name} is not required here, but {one.span.path}:{one.span.line} fails without it"
        elif one.default and isinstance(written.get("default"), str) and written["default"] != one.default:
            yield f"the default of {name} is {json.dumps(one.default)} in {one.span.path}:{one.span.line}, another here"
