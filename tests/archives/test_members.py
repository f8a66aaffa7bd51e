"""Members of archives: what names may be, what is never read, how much is."""

import io
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from packed import sdist, tarred, wheel, zipped
from toolc.archives import members, tars, zips
from toolc.archives.opening import Opened, archive_in, opened_bytes


def opened(data: bytes, name: str) -> Opened:
    return opened_bytes(data, name, name)


def findings(found: Opened) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in found.diagnostics]


FORMS = {
    "shop.whl": zipped,
    "shop.zip": lambda files: zipped(files, zipfile.ZIP_STORED),
    "shop.mcpb": lambda files: zipped(files, zipfile.ZIP_BZIP2),
    "shop.tar": lambda files: tarred(files, ""),
    "shop.tar.gz": lambda files: tarred(files, "gz"),
    "shop.tgz": lambda files: tarred(files, "gz"),
    "shop.tar.bz2": lambda files: tarred(files, "bz2"),
    "shop.tar.xz": lambda files: tarred(files, "xz"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_folder(name: str) -> None:
    found = opened(FORMS[name](wheel()), name)
    assert found.tree is not None and [*found.tree.files] == [
        "acme_shop/__init__.py", "acme_shop/tools.py", "acme_shop-1.0.dist-info/METADATA",
    ]  # fmt: skip
    assert (found.tree.name, found.tree.version) == ("acme-shop", "1.0")
    assert {*found.tree.folders} == {"", "acme_shop", "acme_shop-1.0.dist-info"}
    assert findings(found) == [("TC130", "1 member is not Python, and read only where a program reads it: 1 without a suffix")]


def test_a_distribution_is_named_by_its_metadata_else_by_its_file() -> None:
    names = {
        "a.tar.gz": (tarred(sdist()), "acme-shop"),
        "search-tools-1.2.3.zip": (zipped({"t.py": ""}), "search-tools"),
        "shop-v2.0rc1.mcpb": (zipped({"t.py": ""}), "shop"),
        "1.0.zip": (zipped({"t.py": ""}), "1.0"),
        "b.whl": (zipped({"x.dist-info/METADATA": "Name: <script>\nVersion: 1\n"}), "b"),
    }
    for file, (data, name) in names.items():
        tree = opened(data, file).tree
        assert tree is not None and tree.name == name


HOSTILE = {
    "/etc/cron.d/tools.py": "its name is an absolute path",
    "C:/tools.py": "its name is an absolute path",
    "../tools.py": "its name leads out of the archive",
    "shop/../../tools.py": "its name leads out of the archive",
    "shop/a/../tools.py": "its name leads out of the archive",
    "shop\\..\\tools.py": "its name has backslashes, which are folders to some programs only",
    "x/" * 70 + "tools.py": "its name is too long",
    "x" * 2_000 + ".py": "its name is too long",
}


@pytest.mark.parametrize("form", ["shop.zip", "shop.tar.gz"])
@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: name[:12])
def test_a_name_that_leads_elsewhere_is_refused(name: str, form: str) -> None:
    found = opened(FORMS[form]({"good.py": "", name: "raise SystemExit\n"}), form)
    assert found.tree is not None and [*found.tree.files] == ["good.py"]
    [(code, message)] = findings(found)
    assert code == "TC128" and HOSTILE[name] in message and len(message) < 400


def test_a_name_with_a_nul_is_refused_although_zip_libraries_cut_it() -> None:
    data = zipped({"good.py": "", "evilXpy": "x", "evil.pyX.txt": "x"}).replace(b"evil.pyX.txt", b"evil.py\0.txt")
    found = opened(data, "x.zip")
    assert found.tree is not None and [*found.tree.files] == ["good.py"]
    assert ("TC128", "`evil.py\0.txt` is not read: its name has a NUL in it") in findings(found)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["shop/tools.py", "./shop/tools.py", "shop//tools.py", "shop/./tools.py"])
def test_of_two_members_with_one_name_none_is_read(second: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("shop/tools.py", "harmless = 1\n")
        archive.writestr(second, "harmful = 1\n")
    found = opened(out.getvalue(), "x.zip")
    assert found.tree is not None and found.tree.files == {}
    assert findings(found) == [("TC128", "`shop/tools.py` is not read: two members have this name")]


def test_a_file_with_the_name_of_a_folder_is_not_read() -> None:
    found = opened(tarred({"shop.py": "a", "shop.py/tools.py": "b", "x.py": "c"}), "x.tar.gz")
    assert found.tree is not None and {*found.tree.files} == {"shop.py/tools.py", "x.py"}
    assert findings(found) == [("TC128", "`shop.py` is not read: a folder has the same name")]


def test_links_and_devices_are_not_followed() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, kind in (
            ("a.py", tarfile.SYMTYPE),
            ("b.py", tarfile.LNKTYPE),
            ("c.py", tarfile.FIFOTYPE),
            ("d.py", tarfile.CHRTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    assert findings(opened(out.getvalue(), "x.tar.gz")) == [
        ("TC129", "`a.py`, `b.py` are not read: it is a link"),
        ("TC129", "`c.py`, `d.py` are not read: it is not a regular file"),
    ]
    link = zipfile.ZipInfo("a.py")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zip_archive:
        zip_archive.writestr(link, "/etc/passwd")
    found = opened(out.getvalue(), "x.zip")
    assert found.tree is not None and found.tree.files == {}
    assert findings(found) == [("TC129", "`a.py` is not read: it is a link")]


def test_a_damaged_member_costs_itself() -> None:
    data = zipped({"good.py": "a = 1\n", "bad.py": "b = 1\n" * 40}, zipfile.ZIP_STORED).replace(b"b = 1\nb", b"b = 2\nb", 1)
    found = opened(data, "x.zip")
    assert found.tree is not None and [*found.tree.files] == ["good.py"]
    [(code, message)] = findings(found)
    assert code == "TC129" and message.startswith("`bad.py` is not read: it is damaged")


def test_encrypted_members_are_said() -> None:
    data = bytearray(zipped({"a.py": "x"}, zipfile.ZIP_STORED))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(magic) + offset
        data[at] |= 1
    assert findings(opened(bytes(data), "x.zip")) == [("TC129", "`a.py` is not read: it is encrypted")]


def test_compiled_code_and_the_rest_are_counted() -> None:
    found = opened(zipped({"a.py": "", "b.so": "", "c.so": "", "d.pyc": "", "e.js": "", "README": ""}), "x.whl")
    assert findings(found) == [
        ("TC131", "compiled code is not read: 1 .pyc, 2 .so"),
        (
            "TC130",
            "5 members are not Python, and read only where a program reads them: 2 .so, 1 .pyc, 1 .js, 1 without a suffix",
        ),
    ]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_a_program_may_read_is_held_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts, up to a limit; nobody lists them, and of two with one name there is none."""
    for form in ("shop.zip", "shop.tar.gz"):
        found = opened(
            FORMS[form]({"a.py": "", "t.json": "{}", "VERSION": "1", "b.so": "x", "p.png": b"\0", "a.py/x.md": ""}), form
        )
        assert found.tree is not None and found.tree.data == {"t.json": b"{}", "VERSION": b"1", "a.py/x.md": b""}
        assert found.tree.kind("t.json") == "-" and "t.json" not in found.tree.folders[""]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for text in "ab":
            archive.writestr("t.json", text)
    twice = opened(out.getvalue(), "x.zip")
    assert twice.tree is not None and twice.tree.data == {}
    monkeypatch.setattr(members, "MAX_DATA", 1_000)
    monkeypatch.setattr(members, "MAX_ALL_DATA", 1_500)
    for form in ("shop.zip", "shop.tar.gz"):
        found = opened(FORMS[form]({"bomb.txt": b"#" * 50_000_000, "a.txt": "a" * 900, "b.txt": "b", "a.py": ""}), form)
        assert found.tree is not None and (list(found.tree.data), list(found.tree.files)) == (["a.txt"], ["a.py"])


# --- how much ---------------------------------------------------------------------------------------------------------


def test_a_bomb_of_one_member_is_read_as_far_as_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MAX_MEMBER", 1_000)
    for form in ("shop.zip", "shop.tar.gz"):
        found = opened(FORMS[form]({"bomb.py": b"#" * 50_000_000}), form)
        assert found.tree is not None and found.tree.files == {"bomb.py": 1_001}


def test_many_members_are_read_as_far_as_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {f"m{number}.py": "x" * 100 for number in range(50)}
    monkeypatch.setattr(members, "MAX_HELD", 3_000)
    for form in ("shop.zip", "shop.tar.gz"):
        assert findings(opened(FORMS[form](many), form))[-1][1].endswith("it has more than 3,000 bytes of sources")
    monkeypatch.setattr(members, "MAX_MEMBERS", 20)
    for form in ("shop.zip", "shop.tar.gz"):
        assert findings(opened(FORMS[form](many), form))[-1][1].endswith("it has more than 20 members")


def test_what_a_stream_becomes_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tars, "MAX_UNPACKED", 1_000_000)
    for form in ("shop.tar", "shop.tar.gz", "shop.tar.bz2", "shop.tar.xz"):
        found = opened(FORMS[form]({"video.mp4": b"\0" * 3_000_000, "tools.py": ""}), form)
        assert found.tree is None
        assert findings(found)[-1] == ("TC127", "the archive is not read: it has more than 1,000,000 bytes when it is unpacked")


def test_a_list_of_members_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "_MAX_AT_ONCE", 70_000)
    found = opened(zipped({f"{'x' * 90}{number}": "" for number in range(1_000)}), "x.zip")
    assert found.tree is None and "its list of members has more than 70,000 bytes" in findings(found)[-1][1]


def test_lzma_gets_no_more_memory_than_it_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tars, "_MEMORY", 1_000_000)  # 2^26 bytes of history are asked for below
    import lzma

    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9}]
    data = lzma.compress(tarred({"a.py": ""}, ""), format=lzma.FORMAT_XZ, filters=filters)
    found = opened(data, "x.tar.xz")
    assert found.tree is None and "Memory usage limit" in findings(found)[-1][1]


def test_a_header_may_not_ask_for_a_gigabyte(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PAX header whose size is a lie is read as far as there is something."""
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, 7 << 30
    found = opened(info.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 2_048, "x.tar")
    assert found.tree is None and findings(found)[-1][0] == "TC127"


@pytest.mark.parametrize("size", [b"\x80" + b"\xff" * 11, b"\xff" * 12, b"-0000001000\0"], ids=["huge", "negative", "signed"])
def test_sizes_that_are_no_sizes_end(size: bytes) -> None:
    block = bytearray(tarfile.TarInfo("a.py").tobuf(tarfile.GNU_FORMAT))
    block[124:136] = size
    block[148:156] = b" " * 8
    block[148:156] = f"{sum(block):06o}\0 ".encode()
    found = opened(bytes(block) * 3 + b"\0" * 1_024, "x.tar")
    assert found.tree is None or "a.py" not in found.tree.files or len(found.tree.files["a.py"]) == 0  # type: ignore[arg-type]


def test_two_streams_one_behind_the_other_are_one(tmp_path: Path) -> None:
    import bz2
    import gzip

    data = tarred({"a.py": "a = 1\n", "b.py": "b = 2\n"}, "")
    for name, pack in (("x.tar.bz2", bz2.compress), ("x.tar.gz", gzip.compress)):
        tree = opened(pack(data[:700]) + pack(data[700:]), name).tree
        assert tree is not None and tree.files == {"a.py": b"a = 1\n", "b.py": b"b = 2\n"}


def test_a_zip_whose_list_lies_about_places_ends() -> None:
    data = bytearray(zipped({"a.py": "x" * 100, "b.py": "y" * 100}, zipfile.ZIP_STORED))
    at = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, at + 42, 0)  # the second member is where the first one is
    found = opened(bytes(data), "x.zip")
    assert found.tree is not None and [*found.tree.files] == ["a.py"]
    assert findings(found)[0][0] == "TC129"


def test_an_archive_in_a_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.whl").write_bytes(b"")
    Path("folder.whl").mkdir()
    assert archive_in("x.whl/shop/tools.py") == archive_in("x.whl") == "x.whl"
    assert archive_in(f"{tmp_path}/x.whl/shop") == f"{tmp_path}/x.whl"
    assert archive_in("folder.whl/tools.py") is None and archive_in("gone.whl") is None and archive_in("src") is None


def test_a_member_without_a_name_is_refused() -> None:
    data = bytearray(zipped({"a.py": "x", "b": "y"}, zipfile.ZIP_STORED))
    at = data.rindex(b"PK\x01\x02")
    struct.pack_into("<H", data, at + 28, 0)
    del data[at + 46]
    struct.pack_into("<I", data, data.rindex(b"PK\x05\x06") + 12, data.rindex(b"PK\x05\x06") - data.index(b"PK\x01\x02"))
    found = opened(bytes(data), "x.zip")
    assert found.tree is not None and findings(found) == [("TC128", "`` is not read: it has no name")]
