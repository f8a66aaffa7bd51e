"""Trust in configurations: settings that one beside the sources may decide, and those reserved to the command line.

Takes a `Config`, the file it is from and what the command line says, gives a `Config` and findings. A configuration named with
`--config`, or vouched for with `--trust-config`, never comes here.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import fields, replace

from toolc import limits, tracked_files
from toolc.config import LARGEST_FILE, Config
from toolc.diagnostics import Diagnostic
from toolc.discover.paths import upward
from toolc.source import Span

_OURS = (
    "out", "lock", "targets", "fail_on", "max_file_size", "limits", "python", "search_path", "options", "diff", "check",
    "budget",
)  # fmt: skip
"""Settings that an untrusted tree cannot decide: output folders, files to read, tolerance."""

WRITTEN = {"out": "--out", "lock": "--file"}
"""Settings that name an output, and the option that replaces each."""


def within(path: str, folder: str) -> bool:
    """Return `True` if a path, with every link in it followed, is in a folder."""
    return Path(tracked_files.real(path)).is_relative_to(tracked_files.real(folder))


def extendable(paths: Sequence[str], untrusted: bool) -> tuple[str, ...]:
    """The folders that a configuration found beside the sources may extend files of, besides its own: what is compiled, and
    if the configuration is trusted, the current folder and the repository."""
    start = os.path.abspath(sorted(paths)[0] if paths else ".")
    compiled = [path if tracked_files.is_folder(path) else os.path.dirname(path) or "." for path in paths]
    if untrusted:
        return tuple(compiled)
    *_, top = upward(start)
    return (*compiled, ".", *([top] if tracked_files.there(os.path.join(top, ".git")) else ()))


def astray(config: Config, origin: str, key: str) -> Diagnostic | None:
    """Return a finding if outputs would leave the project, by the configuration or by a link on the way.

    `origin`: the file that says it. `key`: of `WRITTEN`.
    """
    place = getattr(config, key)
    folder = os.path.dirname(os.path.abspath(origin)) if origin else os.getcwd()
    if within(place, folder):
        return None
    message = f"outputs would go to {place}, which is outside {os.path.basename(folder) or folder}"
    help_ = f"say where with {WRITTEN[key]}, or --trust-config if the file is your own"
    return Diagnostic("TC617", message, Span(origin) if origin else None, help=help_)


def without_untrusted(config: Config, origin: str) -> tuple[Config, tuple[Diagnostic, ...]]:
    """The configuration of an untrusted tree without what it has no say in, and a warning that names it."""
    default = Config()
    said = [name for name in _OURS if getattr(config, name) != getattr(default, name)]
    if not said:
        return config, ()
    keys = ", ".join(one.encode_name for one in fields(Config) if one.name in said)
    warning = Diagnostic(
        "TC618", f"not followed with --untrusted: {keys}", Span(origin), help="use options of the command line"
    )
    return replace(config, **{name: getattr(default, name) for name in said}), (warning,)


def with_default_limits(config: Config, origin: str) -> tuple[Config, tuple[Diagnostic, ...]]:
    """The configuration with no limit above its default, and a warning that names those that were."""
    keys = [f"limits.{key}" for key in limits.raised_keys(config.limits)]
    keys += ["max-file-size"] * (config.max_file_size > LARGEST_FILE)
    if not keys:
        return config, ()
    message = f"not followed without --trust-config: {', '.join(keys)} above the default"
    warning = Diagnostic("TC618", message, Span(origin), help="say --trust-config if the file is your own")
    size = min(config.max_file_size, LARGEST_FILE)
    return replace(config, limits=limits.lower_to_defaults(config.limits), max_file_size=size), (warning,)


def unreadable(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The faults of a configuration that need not stop a run, since it only describes the tree."""
    return tuple(
        Diagnostic("TC618", f"not followed with --untrusted: it {one.message}", None if one.code == "TC103" else one.span)
        for one in found
    )


def into_tree(config: Config, paths: Sequence[str], key: str) -> Diagnostic | None:
    """Return a finding if outputs would go into the untrusted tree, whose files and links could redirect them."""
    place = getattr(config, key)
    folder = next((path for path in paths if tracked_files.is_folder(path) and within(place, path)), None)
    if folder is None:
        return None
    message = f"outputs would go to {place}, into the tree that is not trusted"
    return Diagnostic("TC619", message, help=f"name another {'folder' if key == 'out' else 'place'} with {WRITTEN[key]}")
