"""What is published works: wheel, sdist and editable install, each in an environment of its own."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOL = 'from orbiter.tool import tool\n\n@tool\ndef search(query: str) -> str:\n    """Search the web."""\n    return query\n'


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources: building leaves traces where it builds."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in ("compiler", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return folder


@pytest.fixture(scope="module")
def built(source: Path) -> Path:
    """The folder with the sdist and the wheel built from that sdist."""
    run(sys.executable, "-m", "build", "--outdir", source / "dist", source, cwd=source)
    return source / "dist"


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
    editable = ["-e"] if way == "editable" else []
    into = [sys.executable, "-m", "pip", "--python", binaries / "python"]
    run(*into, "install", "-q", "--no-deps", *editable, places[way], cwd=tmp_path)
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
    assert names >= sources | templates | {"toolc/py.typed", "toolc/config.schema.json"}
