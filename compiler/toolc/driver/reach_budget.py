"""The reach of code, within CPU time of its own.

Takes the packages and files of a run, gives the reach, or a diagnostic that says why it is not known.
"""

from collections.abc import Mapping, Sequence

from toolc.cpu_budget import charging, extend, share
from toolc.diagnostics import Diagnostic, internal
from toolc.discover import Project
from toolc.interfaces import Reader
from toolc.ir import Package
from toolc.limits import CpuBudgetExceeded
from toolc.reach import Reach, reach_of
from toolc.source import SourceFile
from toolc.systems.base import System
from toolc.timings import stage

_REACH = 0.05
"""CPU seconds that the reach of the code of a file may take, in addition to those of the run."""


def reach_within_budget(
    packages: Sequence[Package], project: Project, reader: Reader, systems: Mapping[str, System], everything: bool
) -> tuple[Reach | None, tuple[Diagnostic, ...]]:
    """The reach of packages with tools; of all, where `everything` is asked about. None, and why, if it takes too long."""
    files: dict[str, list[SourceFile]] = {}
    for source in project.everything():
        files.setdefault(project.package(source.path), []).append(source)
    known = {package.name for package in packages}
    others = [Package(name, ()) for name in files if everything and name not in known]
    declaring = {name for system in systems.values() for name in (*system.marks, *system.servers, *system.objects)}
    seconds = _REACH * sum(map(len, files.values()))
    extend(seconds)
    try:
        with stage("reach"), charging(share(1.0, seconds)):
            return reach_of((*packages, *others), files, reader, declaring), ()
    except (Exception, CpuBudgetExceeded) as error:
        return None, (internal(error, None),)
