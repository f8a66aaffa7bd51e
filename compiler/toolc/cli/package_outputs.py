"""Distribution of a bundle over output folders and targets: packages of a monorepo may have their own configuration.

Takes a `Run`, its bundle and what it has read, gives `PackageOutputs`s. A package's own table says its targets, their options
and its output folder; how sources are read is one thing for all of a run, and is what the run's configuration says.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json, to_builtins
from msgspec.structs import replace

from toolc import tracked_files
from toolc.cli import config_trust
from toolc.cli.run import Run
from toolc.cli.target_options import target_options
from toolc.config import Config, TargetOptions
from toolc.diagnostics import Diagnostic
from toolc.discover import Settings, configuration_in, governing_file
from toolc.ir import Bundle, Package

if TYPE_CHECKING:
    from toolc.driver import Front

_READING = ("include", "exclude", "include-tests", "search-path", "python", "assume", "environment", "systems", "system",
            "packages", "strict", "max-file-size", "limits")  # fmt: skip
"""Keys that say how sources are read."""


class PackageOutputs(Struct, frozen=True):
    """Packages that are written to one folder, for the same targets with the same options."""

    bundle: Bundle
    out: str
    targets: tuple[str, ...]
    options: TargetOptions


def distribute(
    run: Run, front: "Front", read: tracked_files.AccessTrace, words: Sequence[str]
) -> tuple[tuple[PackageOutputs, ...], list[Diagnostic]]:
    """The shares of all packages, that of the run's configuration first, and what is said of the other configurations.

    `words`: options of targets from the command line. Ends the run where a configuration that holds for a package is wrong.
    """
    said: list[Diagnostic] = []
    configs = {"": run.config}
    bundle, place = front.bundle, {unit: path for path, unit in sorted(front.units.items(), reverse=True)}
    files = {package.name: _governing_file(run, place.get(package.name)) for package in bundle.packages}
    for file in sorted({*files.values(), *_nested_configurations(run, read)} - {""}):
        settings = run.load_settings(file)
        if settings.config is None and file in files.values():
            run.stop(settings.diagnostics)
        if settings.config is not None:
            configs[file] = _own(run, settings, settings.config)
            said += _not_followed(run, settings, settings.config) if file in files.values() else ()
    grouped: dict[bytes, tuple[Config, list[Package]]] = {}
    for config in configs.values():
        grouped.setdefault(_key(config), (config, []))
    for package in bundle.packages:
        grouped[_key(configs[files[package.name]])][1].append(package)
    return tuple(
        PackageOutputs(
            replace(bundle, packages=tuple(packages)), config.out, config.targets, target_options(config.options, words)
        )
        for config, packages in grouped.values()
    ), said


def _governing_file(run: Run, place: str | None) -> str:
    """The file that configures the package of a file; "" for the run's own configuration."""
    file = governing_file(place, run.config) if run.divisible and place is not None else None
    return "" if file is None or _is_own(run, file) else file


def _nested_configurations(run: Run, read: tracked_files.AccessTrace) -> Iterator[str]:
    """The configurations in the folders that were read, also of packages that have no tools any more."""
    if not run.divisible:
        return
    tops = [Path(path).absolute() for path in run.paths]
    for folder in [Path(key[1:]) for key in read.digests if key[0] == tracked_files.FOLDER]:
        if (
            any(folder.is_relative_to(top) for top in tops)
            and (file := configuration_in(str(folder)))
            and not _is_own(run, file)
        ):
            yield file


def _is_own(run: Run, file: str) -> bool:
    return bool(run.origin) and Path(file) == Path(run.origin).absolute()


def _own(run: Run, settings: Settings, config: Config) -> Config:
    """Return a package's configuration, overridden by the command line. Ends the run if outputs would leave their folder."""
    given = {name: getattr(run.config, name) for name in ("out", "targets") if name in run.asked}
    if "out" not in given and not run.trusting and (wrong := config_trust.astray(config, settings.says("out"), "out")):
        run.stop([wrong])
    told = {"out": config.out, "targets": config.targets, "options": config.options}
    return replace(run.config, **(told | given))


def _not_followed(run: Run, settings: Settings, config: Config) -> Iterable[Diagnostic]:
    """Yield a finding for settings of a package on how sources are read that differ from the run's configuration."""
    mine, theirs = to_builtins(config), to_builtins(run.config)
    keys = [key for key in _READING if any(place[0] == key for place in settings.places) and mine[key] != theirs[key]]
    if keys:
        place = min((span for key, span in settings.places.items() if key[0] in keys), key=lambda span: (span.path, span.line))
        message = f"not followed in a run that began elsewhere: {', '.join(keys)}"
        help_ = f"say it in {run.origin}" if run.origin else "say it in a configuration above, or compile the package by itself"
        yield Diagnostic("TC628", message, place, help=help_)


def _key(config: Config) -> bytes:
    told: list[Any] = [config.out, config.targets, to_builtins(config.options)]
    return json.encode(told)
