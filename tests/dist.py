"""`make dist`: builds sdist and wheel, the same bytes wherever and whenever, and checks them. `python tests/dist.py FOLDER [SOURCE]`.

Times in both are those of the last commit, or of SOURCE_DATE_EPOCH. setuptools leaves times, owners and modes of files as they are
in an sdist, so it is packed again; the wheel is made of what was packed, with modes that do not depend on the user's umask.
"""

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EARLIEST = 315532800  # 1980: ZIP archives know no earlier time


def main(words: list[str]) -> int:
    """Build the distributions of a source tree into an empty folder."""
    folder, source = Path(words[0]).resolve(), Path(words[1]).resolve() if len(words) > 1 else ROOT
    moment = int(os.environ.get("SOURCE_DATE_EPOCH") or committed(source))
    shutil.rmtree(folder, ignore_errors=True)
    os.umask(0o022)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(moment)}
    # uv makes the environments that it builds in; what they hold is the same.
    build = [sys.executable, "-m", "build", "--installer", "uv", "--outdir", str(folder)]
    subprocess.run([*build, "--sdist", str(source)], env=environment, check=True)
    [sdist] = folder.glob("*.tar.gz")
    sdist.write_bytes(steady(sdist.read_bytes(), moment))
    with tempfile.TemporaryDirectory() as made, tarfile.open(sdist) as packed:
        packed.extractall(made, filter="data")
        [unpacked] = Path(made).iterdir()
        subprocess.run([*build, "--wheel", str(unpacked)], env=environment, check=True)
    [wheel] = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)], check=True)
    subprocess.run([str(Path(sys.executable).with_name("check-wheel-contents")), str(wheel)], cwd=ROOT, check=True)
    return 0


def committed(source: Path) -> int:
    """Return the time of the last commit, or the earliest there is outside of git."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=source, capture_output=True, text=True, check=False)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else EARLIEST


def steady(packed: bytes, moment: int) -> bytes:
    """Return a tar archive with the same files, sorted, of nobody, and of one moment."""
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(packed)) as old, tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            info = tarfile.TarInfo(member.name)
            info.type, info.size, info.mtime = member.type, member.size, moment
            info.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(info, old.extractfile(member) if member.isfile() else None)
    return gzip.compress(out.getvalue(), mtime=moment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
