"""The files that `toolc init --bazel` writes: the rule, the program it starts, and a BUILD file for both.

Takes the version of toolc, gives texts by path.
"""

from collections.abc import Mapping
from importlib.resources import files

_FOLDER = "tools/toolc"
_BUILD = """\
# Written by `toolc init --bazel`; toolc.bzl says how its rule is used.
exports_files(["toolc"])
"""
_PROGRAM = """\
#!/bin/sh
# The toolc that builds use: the one on PATH. It has to be this version, so that what is cached was made by it.
# The full path of another one may stand here, or rules name a py_binary around `toolc.cli:main` as `toolc`.
TOOLC_EXPECTED={version} exec toolc "$@"
"""
EXECUTABLE = f"{_FOLDER}/toolc"


def bazel_files(version: str) -> Mapping[str, str]:
    """The texts by path, from the root of a workspace."""
    rule = files("toolc.cli.bazel").joinpath("toolc.bzl").read_text("utf-8")
    return {f"{_FOLDER}/toolc.bzl": rule, f"{_FOLDER}/BUILD.bazel": _BUILD, EXECUTABLE: _PROGRAM.format(version=version)}
