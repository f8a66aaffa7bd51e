"""What is published works: wheel, sdist and editable install, each in an environment of its own; built twice, it is the same."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from effort import heavy

pytestmark = heavy

ROOT = Path(__file__).resolve().parents[1]
TOOL = 'from orbiter.tool import tool\n\n@tool\ndef search(query: str) -> str:\n    """Search the web."""\n    return query\n'


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def copied(folder: Path) -> Path:
    """A copy of the sources: building leaves traces where it builds."""
    folder.mkdir(exist_ok=True)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in ("compiler", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return folder


def distributions(source: Path, folder: Path, umask: int = 0o022) -> Path:
    """The folder with the sdist and the wheel built from that sdist, as `make dist` builds them, at one time of commit."""
    build = [sys.executable, str(ROOT / "tests/dist.py"), str(folder), str(source)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1750000000"}
    done = subprocess.run(build, env=environment, umask=umask, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return folder


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return distributions(source, tmp_path_factory.mktemp("dist"))


def test_two_builds_are_the_same_bytes(built: Path, tmp_path: Path) -> None:
    """In another folder, with other times and modes of files, and for a user whose new files nobody else may read."""
    again = copied(tmp_path / "elsewhere")
    for path in again.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
        path.chmod(path.stat().st_mode | 0o020)
    second = distributions(again, tmp_path / "dist", umask=0o077)
    first = {path.name: path.read_bytes() for path in built.iterdir()}
    assert len(first) == 2 and {path.name: path.read_bytes() for path in second.iterdir()} == first


def interpreter(version: str) -> Path:
    """A Python of this version: on PATH or of pyenv; a skip where there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    named = [found] if (found := shutil.which(f"python{version}")) else []
    for path in [*map(Path, named), *sorted(pyenv.glob(f"{version}.*/bin/python"))]:
        asked = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version:
            return path
    pytest.skip(f"no Python {version}")


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_installed_in_an_empty_environment(version: str, built: Path, tmp_path: Path) -> None:
    """With the libraries that an index gives that Python; the program that is compiled needs none of them."""
    pytest.importorskip("uv", reason="uv is missing: `make setup`")
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "-q", "--python", interpreter(version), tmp_path / "venv", cwd=tmp_path)
    run(*uv, "pip", "install", "-q", "--python", tmp_path / "venv", next(built.glob("*.whl")), cwd=tmp_path)
    (tmp_path / "tools.py").write_text(TOOL)
    assert "exact" in run(tmp_path / "venv/bin/toolc", "list", "tools.py", cwd=tmp_path)
    run(tmp_path / "venv/bin/toolc", "generate", "tools.py", "--out", "out", cwd=tmp_path)
    assert list((tmp_path / "out").glob("mcp/**/*.json"))


def test_uvx_runs_the_wheel(built: Path, tmp_path: Path) -> None:
    pytest.importorskip("uv", reason="uv is missing: `make setup`")
    (tmp_path / "tools.py").write_text(TOOL)
    command = [sys.executable, "-m", "uv", "tool", "run", "-q", "--isolated", "--from", str(next(built.glob("*.whl")))]
    assert "exact" in run(*command, "toolc", "list", "tools.py", cwd=tmp_path)


def environment(folder: Path) -> Path:
    """A new virtual environment that sees this one's libraries, but not this one's toolc."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


@pytest.mark.parametrize("way", ["wheel", "sdist", "editable"])
def test_installed(way: str, source: Path, built: Path, tmp_path: Path) -> None:
    places = {"wheel": next(built.glob("*.whl")), "sdist": next(built.glob("*.tar.gz")), "editable": source}
    binaries = environment(tmp_path / "venv")
    if way == "wheel":
        into = [sys.executable, "-m", "pip", "--python", binaries / "python", "install"]
    else:  # which is built first: uv makes the environment for that in a tenth of the time
        into = [sys.executable, "-m", "uv", "pip", "install", "--python", binaries / "python"]
    editable = ["-e"] if way == "editable" else []
    run(*into, "-q", "--no-deps", *editable, places[way], cwd=tmp_path)
    assert run(binaries / "toolc", "--version", cwd=tmp_path).startswith("toolc ")
    where = run(binaries / "python", "-c", "import toolc; print(toolc.__file__)", cwd=tmp_path)
    assert where.startswith(str(source if way == "editable" else tmp_path))
    (tmp_path / "tools.py").write_text(TOOL)
    run(binaries / "toolc", "generate", "tools.py", "--out", "out", cwd=tmp_path)
    assert list((tmp_path / "out").glob("mcp/**/*.json"))


def test_wheel_holds_every_file(built: Path) -> None:
    import zipfile

    names = set(zipfile.ZipFile(next(built.glob("*.whl"))).namelist())
    sources = {path.relative_to(ROOT / "compiler").as_posix() for path in (ROOT / "compiler" / "toolc").rglob("*.py")}
    templates = {f"toolc/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "templates").rglob("*.jinja")}
    assert names >= sources | templates | {"toolc/py.typed", "toolc/config.schema.json", "toolc/python_names.txt"}
