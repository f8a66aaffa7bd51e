"""The demo monorepo built by Bazel itself, with the rule that `toolc init --bazel` writes. `make bazel` runs this.

Bazel 4.2 of Debian (`apt install bazel-bootstrap`) does; nothing is fetched. Actions go to a persistent worker that speaks JSON.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MONOREPO = Path(__file__).resolve().parents[2] / "fixtures/monorepo"
BAZEL = shutil.which("bazel")
WANTED = bool(os.environ.get("TOOLC_BAZEL"))
pytestmark = [
    pytest.mark.skipif(not WANTED, reason="`make bazel` runs these"),
    pytest.mark.skipif(not BAZEL, reason="Bazel is missing: apt install bazel-bootstrap"),
]

SERVICES = ("orders", "search", "calendar", "assistant")
SHARED = 'filegroup(name = "sources", srcs = glob(["**/*.py", "pyproject.toml"]), visibility = ["//visibility:public"])\n'
SERVICE = """\
load("//tools/toolc:toolc.bzl", "toolc_generate")

toolc_generate(
    name = "tools",
    srcs = glob(["**/*.py", "pyproject.toml"]),
    config = "//:toolc.toml",
    deps = ["//libs/shared:sources"],
    search_path = ["libs/shared/src"],
    targets = ["mcp", "typescript"],
)
"""
COUNT = len(SERVICES)


def toolc(folder: Path, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "toolc", *words], cwd=folder, check=True, capture_output=True)


def workspace(folder: Path) -> Path:
    """The monorepo with a BUILD file for each service, at a place of its own."""
    shutil.copytree(MONOREPO, folder, ignore=shutil.ignore_patterns("build", "node_modules"))
    toolc(folder, "init", "--bazel")
    program = folder / "tools/toolc/toolc"
    text = program.read_text()
    assert "exec toolc " in text and os.access(program, os.X_OK)
    program.write_text(text.replace("exec toolc ", f'exec "{sys.executable}" -m toolc '))
    (folder / ".bazelrc").write_text("build --experimental_worker_allow_json_protocol --worker_max_instances=1\n")  # Bazel 4
    (folder / ".gitignore").write_text("/bazel-*\n")
    (folder / "WORKSPACE").write_text('workspace(name = "fernhill")\n')
    (folder / "BUILD.bazel").write_text('exports_files(["toolc.toml"])\n')
    (folder / "libs/shared/BUILD.bazel").write_text(SHARED)
    for name in SERVICES:
        (folder / f"services/{name}/BUILD.bazel").write_text(SERVICE)
    return folder


class Bazel:
    """Bazel, with a server and caches of its own. `said`: the line that sums up what was run where."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def build(self, folder: Path, *options: str) -> str:
        words = ["build", "//services/...", f"--disk_cache={self._root / 'cache'}", "--color=no", "--curses=no", *options]
        done = self._run(folder, *words)
        assert done.returncode == 0, done.stderr
        return next(line for line in done.stderr.splitlines() if " process" in line and line.startswith("INFO:"))

    def fails(self, folder: Path, target: str) -> str:
        done = self._run(folder, "build", target, "--color=no", "--curses=no")
        assert done.returncode == 1, done.stderr
        return done.stderr

    def stop(self, folder: Path) -> None:
        self._run(folder, "shutdown")

    def _run(self, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
        start = [str(BAZEL), f"--output_user_root={self._root / 'out'}", "--max_idle_secs=60", "--host_jvm_args=-Xmx512m"]
        return subprocess.run([*start, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=400)


def outputs(folder: Path) -> dict[str, bytes]:
    made = {name: (folder / f"bazel-bin/services/{name}/tools").resolve() for name in SERVICES}
    return {
        f"{name}/{path.relative_to(top).as_posix()}": path.read_bytes()
        for name, top in made.items()
        for path in sorted(top.rglob("*"))
        if path.is_file()
    }


def test_the_monorepo(tmp_path: Path) -> None:
    """Built by workers; again, which does nothing; edited; elsewhere, from the cache; without workers: always the same bytes."""
    bazel, one = Bazel(tmp_path), workspace(tmp_path / "one")
    other = workspace(tmp_path / "a-longer-way/to/another-place")
    try:
        assert f"{COUNT} worker" in bazel.build(one)
        made = outputs(one)
        assert {name.partition("/")[0] for name in made} == set(SERVICES)
        assert bazel.build(one).endswith(" 1 process: 1 internal.") and outputs(one) == made

        toolc(one, "generate", ".", "--target", "mcp", "--target", "typescript", "--out", "whole")
        listed = {path.relative_to(one / "whole").as_posix() for path in (one / "whole").rglob("*.json") if path.name[0] != "."}
        for path in listed:  # what one run over everything writes
            assert (one / "whole" / path).read_bytes() in made.values(), path
        shutil.rmtree(one / "whole")

        lookup = one / "services/orders/src/orders/lookup.py"
        text = lookup.read_text()
        lookup.write_text(text + "\n# a remark\n")
        assert "1 worker" in bazel.build(one) and outputs(one) == made
        lookup.write_text(text)
        assert "1 remote cache hit" in bazel.build(one) and outputs(one) == made

        assert f"{COUNT} remote cache hit" in bazel.build(other) and outputs(other) == made
        shutil.rmtree(tmp_path / "cache")
        bazel.stop(other)
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        assert "sandbox" in bazel.build(other, "--strategy=Toolc=sandboxed") and outputs(other) == made

        build = other / "services/orders/BUILD.bazel"
        build.write_text(SERVICE.replace('    deps = ["//libs/shared:sources"],\n', "").replace("mcp", "openai"))
        assert "TC3" in bazel.fails(other, "//services/orders:tools")  # the file is there, but nobody said so
    finally:
        for folder in (one, other):
            bazel.stop(folder)
