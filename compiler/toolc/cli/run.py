"""One run: configuration and options in, findings and an exit status out. Every compiling command goes through it.

Takes paths and `Common`, gives a `Run`, or raises `Stop` when there is nothing to run with.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from msgspec import structs

from toolc import __version__
from toolc.cache.place import project_folder
from toolc.cli import config_trust, stages
from toolc.cli.bar import Bar
from toolc.cli.finding_selection import FindingSelection, selectors
from toolc.cli.formats import Format, document
from toolc.cli.options import Common, Walls
from toolc.cli.report import Report
from toolc.cli.truncation import truncate
from toolc.codes import CODES
from toolc.config import CheckOptions, Config, merge_options
from toolc.cpu_budget import RUN, CpuBudget, charging
from toolc.diagnostics import Diagnostic, are_lasting, in_order
from toolc.discover import Settings, load_config, read_text
from toolc.discover.opening import Refused, text_of
from toolc.limits import DEFAULTS
from toolc.missing_packages import once_for_each_package
from toolc.selection import unknown_selectors
from toolc.source import SourceFile, Span
from toolc.text.suggestions import did_you_mean

if TYPE_CHECKING:
    from toolc.cli.repeating import Recording
    from toolc.driver import Front

STDIN = "<stdin>"
FAILED = 2
DRIFT = "TC620"  # outputs that are not up to date: what `--check` looks for, and no failure
FINDINGS = frozenset(
    {DRIFT, "TC640", "TC641", "TC644", "TC648", "TC655", "TC661"}
)  # what is wrong with sources, calls, programs
_FOR_PEOPLE = ("full", "concise")  # forms
_TELLING = 0.5  # CPU seconds; what is found is bounded, so that this is plenty
_RANK = {"note": 0, "warning": 1, "error": 2, "never": 3}
_Found = TypeVar("_Found")


class Stop(Exception):
    """The run cannot go on: everything was said, this is the exit status. `diagnostics`: what was said."""

    def __init__(self, status: int, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(status)
        self.status, self.diagnostics = status, diagnostics


class Run:
    """A run that is under way."""

    def __init__(
        self,
        paths: Sequence[str] | None,
        common: Common,
        *,
        recording: "Recording | None" = None,
        thorough: bool = False,
        results: bool = False,
        **options: Any,
    ) -> None:
        """`paths`: None or none at all stand for the root of the configuration found, else the current folder.

        `recording`: of a run that need not happen again while nothing changes.

        `thorough`: notes are shown, and each finding with its source. `results`: standard output holds what the command was
        asked for, so that findings never go there. `options`: what the command line says over the configuration.
        """
        given = paths or ()
        self.paths = tuple(path for path in given if path not in ("-", STDIN))
        reads_input = len(self.paths) < len(given)
        if not given and common.untrusted:
            self.paths = (".",)  # a tree that is not trusted does not choose what is read
        self._common, self.quiet, self.jobs = common, common.quiet, common.jobs
        self._recording = recording
        self._form: Format = common.output_format or ("full" if thorough or common.full else "concise")
        self._thorough, self._results = thorough or common.verbose, results
        self._report, self._bar = Report(common.color, self.text, full=self._form == "full"), Bar(not common.quiet)
        self.stdin: SourceFile | None = None
        self.noted: list[Diagnostic] = []  # about the configuration, and archives
        self.kept = "" if common.no_cache or common.untrusted else project_folder()
        self.said, self.flawless = "", True  # of diagnostics, once it has finished
        self.sandbox: Walls | None = (common.sandbox or "auto") if common.untrusted else None
        self.sandboxed: bool | None = None  # whether its walls were there, once something was read
        self.asked = frozenset(name for name, value in options.items() if value is not None)
        self._account = CpuBudget(DEFAULTS, RUN * DEFAULTS.seconds)
        with charging(self._account):
            self._open_archives(reads_input)
            self.config = self._configure(options)
        self._account.limits = self.config.limits
        self._account.allowed = RUN * self.config.limits.seconds
        if not given and not self.paths:
            self.paths = (self._root(),)
        self.choosing = self._finding_selection()
        if reads_input:
            self.stdin = self._standard_input()

    def _open_archives(self, reads_input: bool) -> None:
        """Let archives among the paths be folders in memory; those that cannot be read are left out.

        Ends the run when nothing is left.
        """
        if not any(stages.is_archive(path) for path in self.paths):
            return
        self.paths, found = stages.mount_archives(self.paths)
        if not self.paths and not reads_input:
            self.stop(found, 1)
        self.noted.extend(found)
        self.kept, self._recording = "", None  # what is kept is told by files of the disk

    # --- before -------------------------------------------------------------------------------------------------------

    def _configure(self, options: dict[str, Any]) -> Config:
        common = self._common
        written = [key for key in config_trust.WRITTEN if key in options]
        config = self._load_config(common, [key for key in written if options[key] is None])
        config = merge_options(
            config,
            system=common.system,
            assume=common.assume,
            environment=common.environment,
            include_tests=common.include_tests or None,
            search_path=(*common.search_path, *config.search_path) if common.search_path else None,
            python=common.python,
            fail_on=common.fail_on,
            **options,
        )
        if common.untrusted:
            self._stop_at(config_trust.into_tree(config, self.paths, key) for key in written)
        if config.own_systems:
            self._own_systems(config)
        self._check_known(config.check)
        if config.systems:
            self.find_named("TC603", "system", config.systems.values(), stages.systems(config))
        return config

    def _root(self) -> str:
        """The root of the configuration. Ends the run if an untrusted file names one outside its folder."""
        root = os.path.relpath(self.config.root or ".").replace(os.sep, "/")
        if not self.trusting and not config_trust.within(root, str(Path(self.origin).absolute().parent)):
            message = f"the root of {self.origin} is outside of its folder, so it does not say what is read"
            self.stop([Diagnostic("TC601", message, help="name PATHS, or say --trust-config if the file is your own")])
        return root

    def _stop_at(self, found: Iterable[Diagnostic | None]) -> None:
        if wrong := [one for one in found if one is not None]:
            self.stop(wrong)

    def _load_config(self, common: Common, places: Iterable[str]) -> Config:
        """The configuration of the file, as far as it is trusted. `places`: of its keys, those that say where outputs go."""
        trusted = self.trusting = common.config is not None or common.trust_config
        self.settings = self.load_settings(common.config)
        self.origin, config = self.settings.origin, self.settings.config
        if config is None and (trusted or not common.untrusted):
            self.stop(self.settings.diagnostics)
        if trusted and config is not None:
            return config
        if common.untrusted:
            wrong = config_trust.unreadable(self.settings.diagnostics)
            config, found = config_trust.without_untrusted(config, self.origin) if config else (Config(), wrong)
        else:
            config, found = config_trust.with_default_limits(config or Config(), self.origin)
        self.noted.extend(found)
        self._stop_at(config_trust.astray(config, "" if common.untrusted else self.settings.says(key), key) for key in places)
        return config

    def load_settings(self, file: str | None) -> Settings:
        """The configuration of a file, else the nearest one."""
        bounds = None if self.trusting else config_trust.extendable(self.paths, self._common.untrusted)
        return load_config(self.paths, file, bounds)

    @property
    def divisible(self) -> bool:
        """Return `True` if packages may have their own configuration: not if one is named, nor if none is trusted."""
        return self._common.config is None and not self._common.untrusted

    def _own_systems(self, config: Config) -> None:
        """Ends the run when a system of the configuration follows none that toolc knows, or has the name of another."""
        known = stages.systems()
        self.find_named("TC603", "system", [own.profile for own in config.own_systems], known)
        for wrong in stages.own_mistakes(config):
            self.stop([Diagnostic("TC604", wrong, Span(self.origin))])

    def _standard_input(self) -> SourceFile:
        data = sys.stdin.buffer.read(self.config.max_file_size + 1)
        try:
            if len(data) > self.config.max_file_size:
                raise Refused("TC104", f"has more than {self.config.max_file_size:,} bytes")
            return SourceFile(STDIN, "stdin", text_of(data), limits=self.config.limits)
        except Refused as refused:
            self._report.show([refused.diagnostic(STDIN)])
            raise Stop(1) from None

    def find_named(self, code: str, kind: str, names: Iterable[str], known: "dict[str, _Found] | Any") -> list[Any]:
        """Return the objects with these names; ends the run if one is unknown."""
        wrong = [
            Diagnostic(code, f'unknown {kind} "{name}"', help=did_you_mean(name, known, f"{kind}s are"))
            for name in dict.fromkeys(names)
            if name not in known
        ]
        if wrong:
            self.stop(wrong)
        return [known[name] for name in dict.fromkeys(names)]

    def choose(self, options: CheckOptions) -> None:
        """Follows other options of which findings are shown; ends the run when one names no code."""
        self._check_known(options)
        self.config = structs.replace(self.config, check=options)
        self.choosing = self._finding_selection()

    def _finding_selection(self) -> FindingSelection:
        return FindingSelection(self.config, self.paths, self.text, heeding=not self._common.untrusted)

    def _check_known(self, options: CheckOptions) -> None:
        if wrong := next(iter(unknown_selectors(selectors(options))), None):
            help_ = did_you_mean(wrong, [*CODES, *(code.slug for code in CODES.values())]) or "toolc explain lists all"
            self.stop([Diagnostic("TC606", f'no code "{wrong}"', help=help_)])

    # --- during -------------------------------------------------------------------------------------------------------

    def compile(self, widened: bool = False, reaching: bool = False) -> "Front":
        """The checked bundle of the run's sources, and what was found on the way. `widened`: packages are compiled whole;
        `reaching`: what their code reaches is told."""
        front = stages.compile_tools(self.paths, self.config, self.stdin, self.sandbox, self.kept, self.jobs, widened, reaching)
        self.sandboxed = front.sandboxed
        if widened:
            self.choosing.count(path for path, unit in front.units.items() if unit in front.whole)
        return front

    @contextmanager
    def busy(self, doing: str) -> Iterator[None]:
        """Shows on a terminal what is going on, and how far it is; the run pays for it. Raises `limits.CpuBudgetExceeded`."""
        with charging(self._account), self._bar.doing(doing):
            yield

    @contextmanager
    def telling(self) -> Iterator[None]:
        """For what is printed of results: the run pays, with a little more for it. Raises `limits.CpuBudgetExceeded`."""
        self._account.allowed = max(self._account.allowed, self._account.spent) + _TELLING
        with charging(self._account):
            yield

    def print(self, text: str, end: str = "\n") -> None:
        """Writes a part of the result to standard output."""
        sys.stdout.write(text)
        sys.stdout.write(end)
        if self._recording is not None:
            self._recording.note_output(text)
            self._recording.note_output(end)

    # --- after --------------------------------------------------------------------------------------------------------

    def stop(self, diagnostics: Iterable[Diagnostic], status: int = 2) -> NoReturn:
        """Ends the run, most often for a mistake in its command line or configuration."""
        said = tuple(diagnostics)
        self._report.show(said)
        raise Stop(status, said)

    def finish(self, diagnostics: Iterable[Diagnostic], counts: str, repeatable: bool = True) -> int:
        """Shows what was found and a last line that sums it up; gives the exit status.

        `repeatable`: the same run would print the same, if it is one that is recorded.
        """
        every = (*self.noted, *diagnostics)
        with self.telling():
            found = once_for_each_package(in_order(self.choosing.select(every)))
            shown = [one for one in truncate(found) if self._form not in _FOR_PEOPLE or self._shows(one)]
            self.said = self._document(shown)
        self.flawless = not any(one.severity in ("error", "warning") for one in found)
        self._totals = [count_noun(sum(one.severity == kind for one in found), kind) for kind in ("error", "warning", "note")]
        sys.stdout.flush()  # what was asked for stands before what is said about it, also in a common log
        failed = self._tell(self.said)
        summary = self.summary(counts)
        sys.stderr.write(summary)
        status = exit_status((*found, *failed), self.config.fail_on)
        wanted = repeatable and self._common.output_file is None
        if self._recording is not None and wanted and are_lasting(every) and status < FAILED:
            self._recording.keep(status, (self.said, summary) if self.for_programs else ("", self.said + summary))
        return status

    def _shows(self, one: Diagnostic) -> bool:
        """Return `True` if a finding is shown to people; others are only counted."""
        if one.severity == "error":
            return True
        return not self.quiet and (one.severity == "warning" or self._notes)

    @property
    def _notes(self) -> bool:
        """Return `True` if notes are shown, as they are where they decide the exit status."""
        return self._thorough or self.config.fail_on == "note"

    def _document(self, found: list[Diagnostic]) -> str:
        if self._form in _FOR_PEOPLE and self._common.output_file is None:
            return self._report.text(found)
        return document(self._form, found, __version__) if self._form != "full" else self._report.text(found)

    @property
    def for_programs(self) -> bool:
        """Return `True` if findings are for programs, and go to standard output like a result."""
        return self._common.output_file is None and self._form not in _FOR_PEOPLE and not self._results

    def _tell(self, said: str) -> tuple[Diagnostic, ...]:
        if self._common.output_file is not None:
            _, failed = stages.write_file(Path(self._common.output_file), said.encode("utf-8", "backslashreplace"))
            self._report.show(failed)
            return failed
        (sys.stdout if self.for_programs else sys.stderr).write(said)
        return ()

    def summary(self, counts: str) -> str:
        """The last line of a run that has finished."""
        if self._common.quiet:
            return ""
        errors, warnings, notes = self._totals
        hidden = self._form in _FOR_PEOPLE and not self._notes
        told = () if notes.startswith("0") else (f"{notes} (-v shows them)",) if hidden else (notes,)
        return ", ".join((counts, errors, warnings, *told, *walls(self.sandboxed))) + "\n"

    def text(self, path: str) -> str | None:
        """The text of a file, by the path shown."""
        if self.stdin is not None and path == self.stdin.path:
            return self.stdin.text
        return read_text(path)


def walls(sandboxed: bool | None) -> tuple[str, ...]:
    """Return the words of a summary for whether the sources were read in a sandbox; none if no sandbox was requested."""
    return () if sandboxed is None else ("sandboxed" if sandboxed else "not sandboxed (toolc doctor)",)


def exit_status(diagnostics: Iterable[Diagnostic], fail_on: str) -> int:
    """2 when the command line, the configuration, writing or toolc itself failed; 1 from `fail_on` on; else 0."""
    found = list(diagnostics)
    if any(one.severity == "error" and one.code[:3] in ("TC6", "TC9") and one.code not in FINDINGS for one in found):
        return 2
    return int(any(_RANK[one.severity] >= _RANK[fail_on] for one in found))


def count_noun(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def counted_files(files: int, left_out: int) -> str:
    """How many files were read, and how many were left out."""
    return ", ".join((count_noun(files, "file"), *left_out_words(left_out)))


def left_out_words(left_out: int) -> tuple[str, ...]:
    """How many tests, examples and documents were left out; nothing where none was."""
    return (f"{left_out} of tests, examples and docs left out (--include-tests)",) if left_out else ()


def exit_on_stop(command: Callable[..., int]) -> Callable[..., int]:
    """The command with `Stop` turned into its exit status."""
    from functools import wraps

    @wraps(command)
    def run(**values: Any) -> int:
        try:
            return command(**values)
        except Stop as stop:
            return stop.status

    return run
