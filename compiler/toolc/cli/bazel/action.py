"""One action: compiles the files that its arguments name, and no others.

Takes words such as `--input=src/tools.py`, gives an exit status and what is to be said. Inputs are copied to a folder of their
own, in which the build runs: files that happen to lie beside them cannot be read, and no output tells where it was made.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from toolc import __version__
from toolc.cli.build import Wishes, build
from toolc.cli.options import Common
from toolc.cli.report import Report
from toolc.cli.run import Run, Stop
from toolc.diagnostics import Diagnostic
from toolc.tracked_files import AccessTrace, tracing

EXPECTED = "TOOLC_EXPECTED"
_KEYS = ("out", "config", "path", "target", "option", "search-path", "assume", "env", "input")
_FAILED = 2
_OUT = "build/toolc-action"


def perform(words: Sequence[str]) -> tuple[int, str]:
    """The exit status of an action, and its findings."""
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said):
        status, flawless = _status(words)
    return status, "" if flawless else said.getvalue()  # Bazel shows whatever is said


def _status(words: Sequence[str]) -> tuple[int, bool]:
    """The exit status, and whether there is nothing to say."""
    expected = os.environ.get(EXPECTED, __version__)
    if expected != __version__:
        help_ = "install that version, or run `toolc init --bazel` again after removing what it wrote"
        return _fail("TC601", f"this is toolc {__version__}, the build asks for {expected}", help_)
    told: dict[str, list[str]] = {key: [] for key in _KEYS}
    for word in words:
        key, equals, value = word.removeprefix("--").partition("=")
        if not (word.startswith("--") and equals and key in told):
            return _fail("TC601", f'"{word}" is not an argument of an action', "see the rule in toolc.bzl")
        told[key].append(value)
    if not told["out"]:
        return _fail("TC601", "no --out=FOLDER", "see the rule in toolc.bzl")
    out = Path(told["out"][-1]).absolute()
    try:
        with _apart(told["input"], _name(told["path"])):
            return _build(told, out)
    except Stop as stop:
        return stop.status, False
    except OSError as error:
        return _fail("TC605", f"{error.filename or 'inputs'}: {error.strerror or error}", "")
    except Exception as error:  # a worker goes on with the next request
        return _fail("TC901", f"{type(error).__name__}: {error}", "please report this with the files of the action")


def _build(told: dict[str, list[str]], out: Path) -> tuple[int, bool]:
    """Builds in the current folder."""
    pairs = {key: dict(word.partition("=")[::2] for word in told[key]) for key in ("assume", "env")}
    common = Common(
        search_path=tuple(told["search-path"]),
        assume=pairs["assume"],
        environment=pairs["env"],
        config=told["config"][-1] if told["config"] else None,
        no_cache=True,  # Bazel keeps outputs
        jobs=1,  # and runs actions side by side
        color="never",
    )
    with tracing(AccessTrace()) as notes:
        run = Run(told["path"] or ["."], common, out=_OUT, targets=tuple(told["target"]) or None)
        status = build(run, Wishes(options=tuple(told["option"])), notes).status
    out.mkdir(parents=True, exist_ok=True)
    if Path(_OUT).is_dir():
        shutil.copytree(_OUT, out, dirs_exist_ok=True)
    return status, run.flawless


def _name(paths: Sequence[str]) -> str:
    """Return the name of a package that no file names: that of the first folder given, wherever actions run."""
    name = PurePosixPath(paths[0] if paths else "").name.removesuffix(".py")
    return name if name not in ("", "..") else "tree"


@contextmanager
def _apart(inputs: Sequence[str], name: str) -> Iterator[None]:
    """Runs what is inside in a new folder of a name that holds copies of the inputs, at their paths."""
    before = Path.cwd()
    with TemporaryDirectory(prefix="toolc-") as place:
        top = Path(place, name)
        (top / ".git").mkdir(parents=True)  # nothing above is looked at
        for path in inputs:
            steps = PurePosixPath(path)
            if steps.is_absolute() or ".." in steps.parts:
                raise OSError(0, "an input must be a path below the folder of the action", path)
            (top / steps).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, top / steps)
        os.chdir(top)
        try:
            yield
        finally:
            os.chdir(before)


def _fail(code: str, message: str, help: str) -> tuple[int, bool]:
    Report("never").show([Diagnostic(code, message, help=help)])
    return _FAILED, False
