"""The public test suite of JSON Schema 2020-12, as the tests of client generators use it.

The suite comes with the sources of `jsonschema`, fetched once (`kept.py`). Left out: what needs a second document,
and vocabularies of one's own.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from kept import kept

RELEASE, DIGEST = "4.26.0", "0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326"
CACHE = kept("suites")
PIP = ["-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-binary=jsonschema"]
REMOTE = re.compile(r'"\$ref": "(?:https://json-schema\.org|tree\.json|extendible-dynamic-ref\.json|http:[^"]*detached)')


def suite() -> Path:
    """The folder of the suite; a skip where there is no network, a failure in CI."""
    folder = CACHE / f"jsonschema-{RELEASE}" / "json" / "tests" / "draft2020-12"
    if not folder.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, *PIP, f"--dest={CACHE}", f"jsonschema=={RELEASE}"]
        pip = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        archive = CACHE / f"jsonschema-{RELEASE}.tar.gz"
        if not archive.exists():
            (pytest.fail if os.environ.get("CI") else pytest.skip)(f"the suite cannot be fetched: {pip.stderr[-200:]}")
        assert hashlib.sha256(archive.read_bytes()).hexdigest() == DIGEST
        with tarfile.open(archive) as sources:
            sources.extractall(CACHE, filter="data")
    return folder


def groups() -> dict[str, dict[str, Any]]:
    found = {}
    for path in sorted(suite().glob("*.json")):
        if path.stem in ("refRemote", "vocabulary"):
            continue
        for at, group in enumerate(json.loads(path.read_text("utf-8"))):
            if not REMOTE.search(json.dumps(group["schema"])):
                found[f"{path.stem}_{at}"] = group
    assert len(found) > 340
    return found
