"""The limits refuse no real file: the whole standard library, and everything installed beside the tests.

TOOLC_ATTACKS=1 reads each of them; otherwise the gates are asked about all and every 40th is read.
"""

import os
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolc.discover.opening import Refused, read_bytes, text_of
from toolc.limits import DEFAULTS
from toolc.read import guard, read
from toolc.source import SourceFile

STEP = 1 if os.environ.get("TOOLC_ATTACKS") else 40


def real_files() -> Iterator[Path]:
    paths = sysconfig.get_paths()
    for folder in sorted({paths["stdlib"], paths["purelib"], paths["platlib"]}):
        found = sorted(Path(folder).rglob("*.py"))
        yield from (path for path in found if "site-packages" not in path.relative_to(folder).parts)


@pytest.fixture(scope="module")
def texts() -> dict[Path, str]:
    """Every file, but those that Python cannot decode either and a few of its own tests of other codings, which are refused."""
    found, others = {}, 0
    for path in real_files():
        try:
            found[path] = text_of(read_bytes(str(path), 2_000_000))
        except Refused as refused:
            assert refused.code == "TC105"
            others += (other := "says its coding is" in refused.message)
            if not other:
                with pytest.raises((SyntaxError, ValueError)):
                    compile(path.read_bytes(), str(path), "exec")
    assert others < 20
    return found


def test_no_file_is_beyond_the_limits(texts: dict[Path, str]) -> None:
    assert len(texts) > 3_000
    assert [str(path) for path, text in texts.items() if guard.too_nested(text) or guard.too_many(text)] == []
    heavy = [path for path, text in list(texts.items())[::STEP] if guard.measure(text)[0] > DEFAULTS.effort]
    assert heavy == []


def test_files_are_read(texts: dict[Path, str]) -> None:
    refused = {path: read(SourceFile(str(path), "m", text))[1] for path, text in list(texts.items())[::STEP]}
    for path, (diagnostic, *_) in {path: said for path, said in refused.items() if said}.items():
        assert diagnostic.code == "TC110", path
        with pytest.raises(SyntaxError):
            compile(texts[path], str(path), "exec")
