"""Metadata of packages for the registries they are published in: takes paths, gives projects and environment variables."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolc.config import Config
from toolc.diagnostics import Diagnostic, in_order
from toolc.discover import discover
from toolc.discover.pyproject import Published, published_project
from toolc.driver import Sandbox, reading
from toolc.source import SourceFile
from toolc.variables import WORDS, Variable, read_variables


class Publication(Struct, frozen=True):
    """Metadata of packages and the variables they read, by package name, for publishing them."""

    projects: Mapping[str, Published]
    variables: Mapping[str, tuple[Variable, ...]]
    diagnostics: tuple[Diagnostic, ...]


def publication(paths: Sequence[str], config: Config, sandbox: Sandbox | None = None) -> Publication:
    """From paths to what is published of their packages beside tools."""
    projects, variables, said = dict[str, Published](), dict[str, tuple[Variable, ...]](), list[Diagnostic]()
    with reading(sandbox) as (reader, lost, _):
        project, _ = discover(paths, config, None, alone=sandbox is not None)
        files: dict[str, list[SourceFile]] = {}
        for name in sorted(project.units.values()):
            files.setdefault(name, [])
        for source in project.files_with_words(WORDS):
            files.setdefault(project.package(source.path), []).append(source)
        for path, name in project.units.items():
            home = project.home(path)
            if name not in projects and home is not None:
                projects[name] = published_project(home)
        for name, sources in files.items():
            variables[name], notes = read_variables(sources, reader)
            said += notes
    return Publication(projects, variables, in_order((*said, *lost)))
