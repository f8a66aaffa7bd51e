"""Random archives, whole and damaged: each is read or refused, in bounded time, and no name of a member leads elsewhere."""

import time
import warnings
from pathlib import PurePosixPath
from random import Random

from test_fuzz import SLOWEST, keep, seeds

from packed import sdist, tarred, wheel, zipped
from toolc.archives.opening import opened_bytes

ODD = (
    "../x.py", "/x.py", "a/../../x.py", "a\\b.py", "C:\\x.py", "x.py/", "./a.py", "a//b.py", "a/./b.py", "\u202e.py", "é.py", "a\nb.py",
    "con.py", "x" * 300 + ".py", "a/" * 40 + "x.py", ".py", "..py", ".../x.py", " .py", "pyproject.toml", "x.dist-info/METADATA",
)  # fmt: skip
FORMS = {
    "x.whl": zipped,
    "x.tar": lambda files: tarred(files, ""),
    "x.tar.gz": lambda files: tarred(files, "gz"),
    "x.tar.bz2": lambda files: tarred(files, "bz2"),
    "x.tar.xz": lambda files: tarred(files, "xz"),
}


def archive(random: Random) -> tuple[str, bytes]:
    """The name and the bytes of an archive with odd members, most often damaged."""
    files = dict(random.choice((wheel, sdist))())
    for _ in range(random.randint(0, 6)):
        files[random.choice(ODD)] = random.randbytes(random.choice((0, 10, 5_000)))
    items = list(files.items())
    random.shuffle(items)
    name = random.choice(list(FORMS))
    data = bytearray(FORMS[name](dict(items)))
    for _ in range(random.choice((0, 1, 1, 3, 30))):
        at = random.randrange(len(data)) if data else 0
        match random.randrange(5):
            case 0:
                data[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del data[at : at + random.choice((1, 4, 512))]
            case 2:
                data[at:at] = random.randbytes(random.choice((1, 4, 512)))
            case 3:
                data[at : at + 4] = random.choice(
                    (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x80\0\0\0", b"PK\x05\x06", b"PK\x01\x02")
                )
            case 4:
                begin = random.randrange(len(data)) if data else 0
                data[at:at] = data[begin : begin + random.choice((46, 512, 1_024))]
    return random.choice([name] * 9 + ["x.zip", "x.tar.gz"]), bytes(data)


def test_archives() -> None:
    failed, read = [], 0
    for seed in seeds(600):
        name, data = archive(Random(seed))
        start = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = opened_bytes(data, name, name)
        except Exception as error:  # whatever it is
            failed.append(keep(data, f"seed {seed}: {error!r}"))
            continue
        if time.process_time() - start > SLOWEST:
            failed.append(keep(data, f"seed {seed}: slow"))
        if found.tree is None:
            assert any(one.code == "TC127" for one in found.diagnostics)
            continue
        read += 1
        for path in found.tree.files:
            steps = PurePosixPath(path).parts
            if not steps or steps[0] == "/" or ".." in steps or "\\" in path or "\0" in path:
                failed.append(keep(data, f"seed {seed}: {path}"))
    assert failed == [] and read > 0
