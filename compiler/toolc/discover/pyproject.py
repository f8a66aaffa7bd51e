"""Facts of a project in its pyproject.toml: name, version and license, the folders of its modules, and
the projects it depends on by path.

Takes the folder of the file, gives names and folders; a file that cannot be read says nothing, and `damage` says why. The
tables are those of PEP 621, uv (docs.astral.sh/uv/concepts/projects), Poetry 1 and 2, PDM, Hatch and setuptools. Nothing is
ever built.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from msgspec import Struct

from toolc import tracked_files
from toolc.diagnostics import Diagnostic
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.paths import display_path
from toolc.ir import Project
from toolc.source import Span
from toolc.text.regex import late
from toolc.text.toml import toml

_LIMIT = 2_000_000
_LICENSE_LIMIT = 100_000
_LICENSE_FILES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING")
_SPDX = late(r"[A-Za-z0-9 .()+-]{1,100}")
_BESIDE = late(r"(?:file:/*)?(?:\$\{PROJECT_ROOT\}|\{root:uri\})/?([^\s;#]*)")
"""A direct reference to a folder (PEP 508), as PDM (`${PROJECT_ROOT}`) and Hatch (`{root:uri}`) write one that moves along."""


def damage(folder: str) -> Diagnostic | None:
    """Return why the file of a folder cannot be read as what it is; `None` where it can, or there is none."""
    path = os.path.join(folder, "pyproject.toml")
    if not tracked_files.is_file(path):
        return None
    try:
        _read(folder)
    except Refused as refused:
        reason, line = refused.message, 1
    except RecursionError:
        reason, line = "is nested too deeply", 1
    except UnicodeDecodeError as error:
        reason, line = f"is not UTF-8: {error.reason} at byte {error.start}", 1
    except ValueError as error:
        found = re.search(r"at line (\d+)", str(error))
        reason, line = f"is not TOML: {error}", int(found.group(1)) if found else 1
    else:
        return None
    return Diagnostic(
        UNREADABLE, f"{reason}; the name of its package is not known", Span(display_path(path), line), help=_CORRECT
    )


UNREADABLE = "TC132"
_CORRECT = "correct it, or name its folder under `packages` in toolc.toml; until then its outputs stay as they are"


def project_name(folder: str) -> str | None:
    """The name of the project of a folder; None where its file says none."""
    table = _table(folder)
    found = (_at(table, "project", "name"), _at(table, "tool", "poetry", "name"))
    return next((name for name in found if isinstance(name, str) and name), None)


def project_version(folder: str) -> str | None:
    """Return the version of the project of a folder; `None` where nothing says it, or it is computed."""
    table, tree = _table(folder), tracked_files.tree_at(folder)
    found = (
        _at(table, "project", "version"),
        _at(table, "tool", "poetry", "version"),
        tree.version if tree is not None else "",
    )
    return next((version for version in found if isinstance(version, str) and version), None)


def described_project(folder: str) -> Project | None:
    """Return what the project of a folder says for the packages made of it; `None` where it says nothing."""
    found = Project(project_version(folder) or "", project_license(folder), license_text(folder))
    return None if found == Project() else found


class Published(Struct, frozen=True):
    """Metadata of a project for people; "" where it has none. `mcp_name`: its name in the MCP registry."""

    name: str = ""
    version: str = ""
    description: str = ""
    repository: str = ""
    mcp_name: str = ""


def published_project(folder: str) -> Published:
    """Return what the project of a folder says of itself; the registry's name stands in its README (`mcp-name: …`)."""
    table = _table(folder)
    urls = _at(table, "project", "urls")
    named = {str(key).lower(): url for key, url in urls.items()} if isinstance(urls, dict) else {}
    repository = next((named[key] for key in _REPOSITORIES if isinstance(named.get(key), str)), "")
    told = (_at(table, "project", "description"), _at(table, "tool", "poetry", "description"))
    readme = _at(table, "project", "readme")
    places = [*_texts(readme.get("file") if isinstance(readme, dict) else readme), "README.md", "README.rst"]
    return Published(
        project_name(folder) or "",
        project_version(folder) or "",
        next((one for one in told if isinstance(one, str)), ""),
        repository,
        next(filter(None, (_mcp_name(os.path.join(folder, name)) for name in places if _plain(name))), ""),
    )


_REPOSITORIES = ("repository", "source", "source code", "github", "homepage")
_MCP_NAME = late(r"mcp-name:\s*([A-Za-z0-9.-]+/[A-Za-z0-9._-]+)")


def _mcp_name(readme: str) -> str:
    with suppress(Refused, ValueError):
        found = _MCP_NAME.search(read_bytes(readme, _LIMIT).decode("utf-8"))
        return found.group(1) if found else ""
    return ""


def project_license(folder: str) -> str:
    """Return the SPDX expression of a project's license (PEP 639; Poetry says it alike); "" where there is none."""
    table = _table(folder)
    found = (_at(table, "project", "license"), _at(table, "tool", "poetry", "license"))
    return next((one for one in found if isinstance(one, str) and _SPDX.fullmatch(one)), "")


def license_text(folder: str) -> str:
    """Return the text of a project's license, from the file it names or one of the usual names; "" where there is none."""
    table = _table(folder)
    named = [*_texts(_at(table, "project", "license-files")), *_texts(_at(table, "project", "license", "file"))]
    for name in (*named, *_LICENSE_FILES):
        place = os.path.join(folder, name)
        if _plain(name) and tracked_files.is_file(place):
            with suppress(Refused, ValueError):
                return read_bytes(place, _LICENSE_LIMIT).decode("utf-8")
    return ""


def declared_scripts(folder: str) -> list[str]:
    """Return the functions that the project of a folder declares as commands, as `module:function`."""
    table = _table(folder)
    tables = [_at(table, "project", "scripts"), _at(table, "project", "gui-scripts"), _at(table, "tool", "poetry", "scripts")]
    return [text.strip() for one in tables if isinstance(one, dict) for value in one.values() for text in _texts(value)]


def source_roots(folder: str) -> list[str]:
    """The folders that the modules of a project are imported from: those it names, `src`, and its own."""
    table = _table(folder)
    named = [*_named_roots(table), "src", ""]
    roots = (os.path.normpath(os.path.join(folder, name)) for name in named if _plain(name))
    return [root for root in dict.fromkeys(roots) if tracked_files.is_folder(root)]


def path_dependencies(folder: str) -> list[str]:
    """The folders of the projects that a project depends on by their path."""
    table = _table(folder)
    named = [*_sources(table), *_poetry(table), *_references(table)]
    places = (os.path.normpath(os.path.join(folder, name)) for name in named if "\0" not in name)
    return [place for place in dict.fromkeys(places) if tracked_files.is_file(os.path.join(place, "pyproject.toml"))]


def is_uv_workspace(folder: str) -> bool:
    """Return `True` if a folder is the root of a uv workspace."""
    return isinstance(_at(_table(folder), "tool", "uv", "workspace"), dict)


def _named_roots(table: Mapping[str, Any]) -> Iterator[str]:
    """The folders that build backends are told of."""
    setuptools = ("tool", "setuptools")
    yield from _texts(_at(table, *setuptools, "packages", "find", "where"))
    package_dir = _at(table, *setuptools, "package-dir")
    yield from _texts(package_dir.get("")) if isinstance(package_dir, dict) else ()
    yield from _texts(_at(table, "tool", "uv", "build-backend", "module-root"))
    yield from _texts(_at(table, "tool", "pdm", "build", "package-dir"))
    for package in _tables(_at(table, "tool", "poetry", "packages")):
        yield from _texts(package.get("from"))
    hatch = ("tool", "hatch", "build")
    for place in (hatch, (*hatch, "targets", "wheel")):
        sources = _at(table, *place, "sources")
        yield from sources if isinstance(sources, dict) else _texts(sources)
        yield from map(os.path.dirname, _texts(_at(table, *place, "packages")))
    yield from _texts(_at(table, *hatch, "dev-mode-dirs"))


def _sources(table: Mapping[str, Any]) -> Iterator[str]:
    """The paths of `[tool.uv.sources]`; members of the workspace are found with it."""
    sources = _at(table, "tool", "uv", "sources")
    for given in sources.values() if isinstance(sources, dict) else ():
        for source in _tables(given if isinstance(given, list) else [given]):
            yield from _texts(source.get("path"))


def _poetry(table: Mapping[str, Any]) -> Iterator[str]:
    """The paths of Poetry's dependencies, of all groups."""
    poetry = _at(table, "tool", "poetry")
    poetry = poetry if isinstance(poetry, dict) else {}
    groups = poetry.get("group")
    tables = [poetry, *_tables(list(groups.values()) if isinstance(groups, dict) else ())]
    for key in ("dependencies", "dev-dependencies"):
        for dependencies in (one.get(key) for one in tables):
            for given in dependencies.values() if isinstance(dependencies, dict) else ():
                for source in _tables(given if isinstance(given, list) else [given]):
                    yield from _texts(source.get("path"))


def _references(table: Mapping[str, Any]) -> Iterator[str]:
    """The folders of direct references among the dependencies of a project, its extras, groups and environments."""
    lists = [_at(table, "project", "dependencies")]
    groups = [_at(table, "project", "optional-dependencies"), _at(table, "dependency-groups")]
    groups.append(_at(table, "tool", "pdm", "dev-dependencies"))
    for group in groups:
        lists.extend(group.values() if isinstance(group, dict) else ())
    environments = _at(table, "tool", "hatch", "envs")
    lists += [_at(one, "dependencies") for one in (environments.values() if isinstance(environments, dict) else ())]
    for text in (text for one in lists for text in _texts(one)):
        yield from map(unquote, _BESIDE.findall(text))


def _table(folder: str) -> Mapping[str, Any]:
    try:
        return _read(folder)
    except (Refused, ValueError, RecursionError):
        return {}


def _read(folder: str) -> Mapping[str, Any]:
    """Raises Refused, ValueError or RecursionError."""
    return toml(read_bytes(os.path.join(folder, "pyproject.toml"), _LIMIT).decode("utf-8"))


def _at(table: Any, *steps: str) -> Any:
    for step in steps:
        table = table.get(step) if isinstance(table, dict) else None
    return table


def _texts(value: Any) -> Sequence[str]:
    values = value if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]


def _tables(values: Any) -> list[dict[str, Any]]:
    return [one for one in values if isinstance(one, dict)] if isinstance(values, list | tuple) else []


def _plain(name: str) -> bool:
    """Return `True` if a relative path stays in its folder."""
    name = os.path.normpath(name) if name else ""
    return "\0" not in name and not os.path.isabs(name) and name.split(os.sep)[0] != ".."
