"""The stages in order, with the value on every arrow.

    Config ─► discover ─► read ─► bind ─► lower ─► check ─► emit ─► validate ─► write
                     └──► snapshots ─────────┘

`bind` pulls `read`: it asks for files and definitions when it needs them. JSON documents hold schemas already. `driver` decides
which parts and packages are made anew, and calls `compile_part` and `render_package` for these. Commands `write`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from toolc.check import check_packages, check_together
from toolc.discover import Project
from toolc.driver import Front, Request, front_of, join_bundle, reach_of_run, reading, sharing_names, survey_files
from toolc.driver.parts import Answer, compile_parts, complete_units
from toolc.interfaces import Reader
from toolc.ir import Package
from toolc.source import SourceFile
from toolc.systems.base import System
from toolc.systems.own import known_systems
from toolc.timings import stage

if TYPE_CHECKING:
    from toolc.emit import Options, Places, Rendered, Target


def compile_tools(run: Request) -> Front:
    """From paths to a checked bundle."""
    systems = known_systems(run.config)
    with reading(run.sandbox, run.modules) as (reader, lost, walls):  # a worker gets ready meanwhile
        with stage("discover"):
            survey = survey_files(run)
            project = Project(survey, run.config, run.stdin, widened=run.is_widened)
        with stage("compile"):
            compiled = compile_parts(run, project, reader, systems, partial(compile_part, run, systems))
        sandboxed = walls()
        reach, unreached = reach_of_run(run, project, reader, systems, compiled.packages)
    compiled = complete_units(run, survey, project, compiled)
    documents, unreadable = _recorded_packages(tuple(project.documents()))
    with stage("check"):
        documents, checked = check_packages(documents, strict=run.config.strict)
        bundle = join_bundle(compiled.packages, documents, project)
        together = (*check_together(bundle), *sharing_names(bundle, project))
    said = (*compiled.scanned, *lost, *compiled.diagnostics, *unreadable, *checked, *together, *unreached)
    return front_of(run, survey, project, bundle, compiled.whole, documents, said, sandboxed, reach)


def _recorded_packages(documents: Sequence[SourceFile]) -> Answer:
    if not documents:  # as good as always
        return (), ()
    from toolc.snapshots import recorded_packages

    return recorded_packages(documents)


def compile_part(run: Request, systems: Mapping[str, System], part: Project, reader: Reader) -> Answer:
    """From the files of a part to its checked packages."""
    from toolc.bind import bind  # more than half of all modules, which only what has changed needs
    from toolc.lower import lower

    program = bind(part, reader, systems)
    bundle, lowered = lower(program, systems)
    packages, checked = check_packages(bundle.packages, strict=run.config.strict)
    return packages, (*program.diagnostics, *lowered, *checked)


def render_package(package: Package, places: "Places", targets: "Sequence[Target]", options: "Options") -> "Rendered":
    """From a package to the text of its output files, what was said of them, and which are broken."""
    from toolc.emit import emit_package
    from toolc.output_validation import validate

    with stage("emit"):
        files, diagnostics = emit_package(package, places, targets, options)
    with stage("validate"):
        return files, diagnostics, validate(files)
