"""The tree of a git revision as files: takes a revision, gives a folder that is there for as long as a `with` block runs.

Only objects are read: no filter, hook or attribute of the repository takes part, nothing of the work tree is touched, and
nothing is fetched, whatever its configuration says.
"""

import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from toolc.tracked_files import MAX_ALL_DATA, MAX_DATA

_WANTED = (".py", ".pyi", ".json", ".gitignore", "pyproject.toml", "toolc.toml", "toolc.lock")
_MAX_BYTES = 10_000_000  # of one file; a larger one is left out
_MAX_TOTAL = 400_000_000  # bytes of all files; a repository of kilobytes can hold any number of them
_MAX_LISTED = 100_000_000  # bytes of the list of all files
_SECONDS = 120  # of one question to git, whose configuration may name what never answers
_PLAIN = (b"100644", b"100755")


class RevisionError(Exception):
    """Git does not know the revision, or is not there; the message says which."""


@contextmanager
def revision(name: str) -> Iterator[Path]:
    """The folder that stands for the current directory at a revision. Raises RevisionError."""
    top, prefix, _, files = contents(name)
    with tempfile.TemporaryDirectory(prefix="toolc-") as folder:
        root = Path(folder).resolve() / top.name  # what is called after its folder is called the same on both sides
        root.mkdir(exist_ok=True)
        (root / ".git").touch()  # configuration is not looked for above it
        for path, data in files.items():
            _write(root, path, data)
        _link_environments(root, top, {parent for path in files for parent in Path(path).parents})
        (root / prefix).mkdir(parents=True, exist_ok=True)
        yield root / prefix


def contents(name: str) -> tuple[Path, str, str, dict[str, bytes]]:
    """Return the top of the repository, the path of the current folder in it, the commit, and its files that may matter.

    Raises RevisionError.
    """
    top = Path(_git("rev-parse", "--show-toplevel").decode().rstrip("\n"))
    commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").decode().strip()
    prefix = _git("rev-parse", "--show-prefix").decode().rstrip("\n")
    return top, prefix, commit, _read(_list_files(top, commit), top)


def as_it_was(path: str, folder: Path) -> str:
    """A folder that modules are read from, in the revision that `folder` stands for the current directory of.

    What is in the work tree and was committed is read as it was; what is no part of the repository, such as an environment, has
    no other state than that of today.
    """
    there = Path(os.path.normpath(folder / os.path.relpath(path)))
    return str(there) if there.exists() and _inside(there, folder) else path


def _link_environments(root: Path, top: Path, folders: Iterable[Path]) -> None:
    """Put the virtual environments of the work tree where they would be at the revision: they are not committed."""
    for folder in folders:
        environment, link = top / folder / ".venv", root / folder / ".venv"
        if (environment / "pyvenv.cfg").is_file() and not link.exists() and link.parent.is_dir():
            link.symlink_to(environment, target_is_directory=True)


def _inside(path: Path, folder: Path) -> bool:
    """Return `True` if a path is in the tree of a revision, which has `.git` at its top."""
    top = next((one for one in (folder, *folder.parents) if (one / ".git").is_file()), folder)
    return path.is_relative_to(top)


@contextmanager
def change_folder(folder: Path) -> Iterator[None]:
    """The current directory is another one for a while, so that paths mean there what they mean here."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(here)


def _list_files(top: Path, commit: str) -> list[tuple[str, str]]:
    """The object and the path of every plain file."""
    found = []
    for entry in _git("ls-tree", "-r", "-z", "--full-tree", commit, folder=top, most=_MAX_LISTED).split(b"\0"):
        about, _, path = entry.partition(b"\t")
        mode, _, rest = about.partition(b" ")
        if mode in _PLAIN:
            found.append((rest.split(b" ")[1].decode(), os.fsdecode(path)))
    return found


def _read(files: Sequence[tuple[str, str]], top: Path) -> dict[str, bytes]:
    """The content of files by path; those that are too large are left out."""
    sizes = _sizes(files, top)
    wanted = [(file, size) for file, size in sizes if file[1].endswith(_WANTED) and size <= _MAX_BYTES]
    if sum(size for _, size in wanted) > _MAX_TOTAL:
        raise RevisionError(f"its files are larger than {_MAX_TOTAL:,} bytes together")
    small = [file for file, _ in wanted]
    left = MAX_ALL_DATA  # the smallest files first
    for file, size in sorted(sizes, key=lambda one: (one[1], one[0][1])):
        if not file[1].endswith(_WANTED) and size <= min(MAX_DATA, left):
            small.append(file)
            left -= size
    data = _git("cat-file", "--batch", folder=top, given=_object_names(small), most=2 * _MAX_TOTAL)
    at, found = 0, dict[str, bytes]()
    for _, name in small:
        end = data.index(b"\n", at)
        size = int(data[at:end].rpartition(b" ")[2])
        found[name] = data[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return found


def _sizes(files: Sequence[tuple[str, str]], top: Path) -> list[tuple[tuple[str, str], int]]:
    """Every file with its bytes, asked for before any of them is unpacked; no data that a partial clone has not."""
    found = []
    answers = _git("cat-file", "--batch-check", folder=top, given=_object_names(files), most=_MAX_LISTED).splitlines()
    for file, answer in zip(files, answers, strict=True):
        kind, _, length = answer.partition(b" ")[2].partition(b" ")
        if kind == b"blob":
            found.append((file, int(length)))
        elif file[1].endswith(_WANTED):
            raise RevisionError(f"{file[1]} is not in the repository: {kind.decode()}")
    return found


def _object_names(files: Sequence[tuple[str, str]]) -> bytes:
    return "".join(f"{sha}\n" for sha, _ in files).encode()


def _write(root: Path, name: str, data: bytes) -> None:
    """One file below the folder; a tree that no git would make may name others."""
    place = (root / name).resolve()
    try:
        if root not in place.parents:
            raise NotADirectoryError(0, "it leads out of the tree")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    except OSError as error:
        raise RevisionError(f"{name} cannot be read: {error.strerror}") from None


def _git(*arguments: str, folder: Path | None = None, given: bytes = b"", most: int = 1_000_000) -> bytes:
    """Run git and return its output; raises `RevisionError` if it fails, prints more than `most` bytes, or takes too long."""
    command = ["git", "-c", "core.fsmonitor=false", *arguments]
    alone = {**os.environ, "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as complained:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=complained, cwd=folder, env=alone)
        except FileNotFoundError:
            raise RevisionError("git is not installed") from None
        data = _read_answer(process, arguments[0], most)
        complained.seek(0)
        said = complained.read(10_000).decode("utf-8", "replace").strip()
    if process.returncode:
        raise RevisionError(said or f"git knows no revision {arguments[-1].removesuffix('^{commit}')}")
    return data


def _read_answer(process: subprocess.Popen[bytes], what: str, most: int) -> bytes:
    """Return the output of a process; it is killed if it takes too long or prints too much."""
    assert process.stdout is not None
    clock = threading.Timer(_SECONDS, process.kill)
    clock.start()
    with process:
        data = process.stdout.read(most + 1)
        if len(data) > most:
            process.kill()
    late = not clock.is_alive()
    clock.cancel()
    if late or len(data) > most:
        raise RevisionError(f"git {what} {'does not answer' if late else f'lists more than {most:,} bytes'}")
    return data
