"""The types that have a JSON Schema: takes paths, gives a report of each model, dataclass, TypedDict, enum and alias."""

from collections.abc import Sequence

from msgspec import Struct

from toolc.bind import bind
from toolc.cache.memo import remember
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.config import Config
from toolc.diagnostics import Diagnostic, are_lasting, in_order
from toolc.discover import discover
from toolc.driver import Sandbox, answer_key, reading
from toolc.driver.parts import read_with
from toolc.ir import TypeReport
from toolc.lower import lower_types


class Types(Struct, frozen=True):
    """The types under some paths, what was found, and how many tests, examples and documents were left out."""

    reports: tuple[TypeReport, ...]
    diagnostics: tuple[Diagnostic, ...]
    left_out: int = 0
    sandboxed: bool | None = None


def compile_types(
    paths: Sequence[str],
    config: Config,
    mode: str = "validation",
    sandbox: Sandbox | None = None,
    store: Store = NOTHING_KEPT,
    modules: Store = NOTHING_KEPT,
) -> Types:
    """From paths to the schema of every model, dataclass, TypedDict, enum, NamedTuple and alias, as read or as written."""
    if sandbox is not None:
        return _compile_types(paths, config, mode, sandbox)
    name = answer_key("types", sorted(paths), config, mode)

    def work() -> Types:
        return _compile_types(paths, config, mode, modules=modules)

    return remember(store, name, Types, work, lambda types: are_lasting(types.diagnostics))


def _compile_types(
    paths: Sequence[str], config: Config, mode: str, sandbox: Sandbox | None = None, modules: Store = NOTHING_KEPT
) -> Types:
    with reading(sandbox, modules) as (reader, lost, walls):
        project, found = discover(paths, config, None, alone=sandbox is not None)
        reports, said = list[TypeReport](), list[Diagnostic]()
        for search in (searches := project.searches()):
            program = bind(part := project.with_search_path(search), reader, {})
            every = lower_types(program, mode, trusted=sandbox is None)
            own = [one for one in every if read_with(one.span, project, searches) == search]
            reports += own
            said += (*part.diagnostics, *program.diagnostics, *(one for report in own for one in report.diagnostics))
        sandboxed = walls()
    diagnostics = in_order((*found, *lost, *said))
    return Types(tuple(sorted(reports, key=lambda one: one.qualname)), diagnostics, project.left_out, sandboxed)
