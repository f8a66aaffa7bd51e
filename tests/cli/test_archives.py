"""Archives, revisions and files of an index, where commands take paths."""

import hashlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from packed import TOOL, sdist, tarred, wheel, zipped
from toolc.archives import index


def tools(listed: str) -> list[tuple[str, str, str]]:
    return [(one["name"], one["package"], one["path"]) for one in json.loads(listed)["tools"]]


@pytest.fixture
def packed(here: Path) -> Path:
    (here / "shop-1.0.whl").write_bytes(zipped(wheel()))
    (here / "shop-1.1.whl").write_bytes(zipped(wheel(version="1.1", tool="find")))
    (here / "shop-1.0.tar.gz").write_bytes(tarred(sdist()))
    return here


def test_a_wheel_and_an_sdist_are_listed_where_they_stand(packed: Path, toolc) -> None:
    done = toolc("list", "shop-1.0.whl", "--format", "json")
    assert tools(done.out) == [("search", "acme-shop", "shop-1.0.whl/acme_shop/tools.py")]
    done = toolc("list", "shop-1.0.tar.gz", "--format", "json")
    assert tools(done.out) == [("search", "acme-shop", "shop-1.0.tar.gz/acme_shop-1.0/src/acme_shop/tools.py")]
    assert "1 of tests, examples and docs left out" in done.err
    assert sorted(path.name for path in packed.iterdir() if path.is_file()) == [
        "shop-1.0.tar.gz",
        "shop-1.0.whl",
        "shop-1.1.whl",
    ]


def test_a_path_may_go_on_inside(packed: Path, toolc) -> None:
    assert "1 file, 1 tool" in toolc("list", "shop-1.0.whl/acme_shop/tools.py").err
    assert json.loads(toolc("schema", "shop-1.0.whl/acme_shop/tools.py::search").out)["name"] == "search"
    assert "TC101" in toolc("list", "shop-1.0.whl/gone").err


@pytest.mark.parametrize("untrusted", [(), ("--untrusted",)])
def test_every_command_takes_them(untrusted: tuple[str, ...], packed: Path, toolc) -> None:
    assert toolc("check", "shop-1.0.whl", *untrusted).status == 0
    assert "1 member" in toolc("check", "shop-1.0.whl", *untrusted).out + toolc("check", "shop-1.0.whl", *untrusted).err
    assert "| `search` |" in toolc("report", "shop-1.0.whl", *untrusted).out
    done = toolc("diff", "shop-1.0.whl", "shop-1.1.whl", *untrusted)
    assert done.status == 1 and "TD104 tool-added: is new: find" in done.out and "1 breaks calls" in done.err
    assert toolc("diff", "shop-1.0.whl", "shop-1.0.tar.gz", *untrusted).out == ""
    assert (
        toolc("lock", "shop-1.0.whl", *untrusted).status == 0
        and '"acme-shop / shop / search"' in Path("toolc.lock").read_text()
    )
    assert toolc("diff", "toolc.lock", "shop-1.1.whl", *untrusted).status == 1


FIXTURE = Path(__file__).resolve().parents[2] / "fixtures/binding/program_files/input"


@pytest.mark.parametrize("untrusted", [(), ("--untrusted",)])
@pytest.mark.parametrize("form", ["files.whl", "files.tar.gz", "git:HEAD"])
def test_a_program_reads_its_own_files_there_as_in_a_folder(
    form: str, untrusted: tuple[str, ...], write, toolc, here: Path
) -> None:
    files = {path.relative_to(FIXTURE).as_posix(): path.read_text("utf-8") for path in FIXTURE.rglob("*.*") if path.is_file()}
    (here / ".git").rmdir()
    git("init", "-q", "-b", "main")
    write(files)
    git("add", ".")
    git("commit", "-qm", "x")
    if form.startswith("files"):
        (here / form).write_bytes(zipped(files) if form.endswith(".whl") else tarred(files))
    told = [json.loads(toolc("list", path, "--format", "json", *untrusted).out)["tools"] for path in (".", form)]
    parts = ("name", "description", "input_schema", "fidelity")
    folder, there = ([[one[part] for part in parts] for one in tools] for tools in told)
    assert there == folder
    assert {one[0]: one[1] for one in there}["save"] == "Save a note."


def test_a_text_that_did_not_change_is_no_change_of_a_revision(repository: Path, write, toolc) -> None:
    head = "from pathlib import Path\n" + TOOL.format(name="read").replace("@mcp.tool()", "@mcp.tool(description=TEXT)")
    write(
        {
            "two/tools.py": head.replace("@mcp", "TEXT = (Path(__file__).parent / 'about.md').read_text()\n\n@mcp"),
            "two/about.md": "Read.",
        }
    )
    git("add", ".")
    git("commit", "-qm", "y")
    assert toolc("diff", "git:HEAD", "two", "--category", "pin").status == 0
    write({"two/about.md": "Read it."})
    done = toolc("diff", "git:HEAD", "two", "--category", "pin")
    assert done.status == 1 and "TD150" in done.out and "TD1" not in done.out.replace("TD150", "")


def test_versions_are_those_of_the_distributions(packed: Path, toolc) -> None:
    assert "acme-shop: major, at least 2.0.0 (was 1.0)" in toolc("diff", "--semver", "shop-1.0.whl", "shop-1.1.whl").out


def test_what_is_around_an_archive_is_not_read(packed: Path, write, toolc) -> None:
    """Neither a module beside it, nor its project, nor a rule of `.gitignore`, nor a configuration within it."""
    write({
        "pyproject.toml": '[project]\nname = "other"\n\n[tool.toolc]\n', "shelf.py": "Shelf = int\n", ".gitignore": "*.whl\n",
        "tools.py": TOOL.format(name="mine"),
    })  # fmt: skip
    members = wheel(**{
        "acme_shop/more.py": "from shelf import Shelf\n" + TOOL.format(name="fill").replace("query: str", "query: Shelf"),
        "toolc.toml": 'targets = ["nonsense"]\n', "pyproject.toml": '[tool.toolc]\nfail-on = "never"\n',
    })  # fmt: skip
    (packed / "shop-1.0.whl").write_bytes(zipped(members))
    done = toolc("list", "shop-1.0.whl", "--format", "json")
    assert [(name, package) for name, package, _ in tools(done.out)] == [("fill", "acme-shop"), ("search", "acme-shop")]
    assert "the package `shelf` is not on the search path" in done.err


def test_an_archive_that_changes_is_read_again(packed: Path, toolc) -> None:
    assert "search" in toolc("list", "shop-1.0.whl").out
    (packed / "shop-1.0.whl").write_bytes(zipped(wheel(tool="other")))
    assert "other" in toolc("list", "shop-1.0.whl").out
    (packed / "shop-1.0.whl").unlink()
    assert "TC101" in toolc("list", "shop-1.0.whl").err


def test_a_damaged_side_is_no_side_without_changes(packed: Path, toolc) -> None:
    (packed / "shop-1.1.whl").write_bytes(b"PK\x03\x04" + b"\0" * 50)
    done = toolc("diff", "shop-1.0.whl", "shop-1.1.whl")
    assert done.status != 0 and "TC127" in done.err and "TD101" not in done.out
    (packed / "shop-1.1.whl").write_bytes(zipped(wheel(**{"../x.py": ""})))
    done = toolc("diff", "shop-1.0.whl", "shop-1.1.whl")
    assert done.status != 0 and "TC128" in done.err


def test_nothing_of_an_archive_runs_or_is_unpacked(packed: Path, tmp_path: Path) -> None:
    """Told by an audit hook: no file is written but those of Python's own, no process started, no socket made."""
    canary = tmp_path / "canary"
    members = sdist()
    members["acme_shop-1.0/setup.py"] = f"open({str(canary)!r}, 'w')\n" + TOOL.format(name="build")
    members["acme_shop-1.0/src/acme_shop/__init__.py"] = f"open({str(canary)!r}, 'w')\n"
    (packed / "shop-1.0.tar.gz").write_bytes(tarred(members))
    program = """
import sys
events = []
def hook(event, args):
    if event in ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.mkdir", "os.rename") or event.startswith("socket."):
        events.append(event)
    if event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        events.append(f"open {args[0]}")
sys.addaudithook(hook)
from toolc.cli import main
sys.argv = ["toolc", "list", "--no-cache", "shop-1.0.tar.gz"]
main()
print(events, [name for name in sys.modules if name.startswith(("acme", "toolc.archives.index", "urllib.request"))], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=packed, capture_output=True, text=True, check=False)
    assert "search" in done.stdout and done.stderr.splitlines()[-1] == "[] []", done.stderr
    assert not canary.exists()


# --- revisions --------------------------------------------------------------------------------------------------------


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(write, here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (here / ".git").rmdir()
    git("init", "-q", "-b", "main")
    for name in ("one", "two"):
        write(
            {f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n', f"{name}/tools.py": TOOL.format(name=f"search_{name}")}
        )
    git("add", ".")
    git("commit", "-qm", "x")
    return write({"one/tools.py": TOOL.format(name="changed")})


def test_a_revision_is_read_as_it_was(repository: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    both = [("search_one", "one", "git:HEAD/one/tools.py"), ("search_two", "two", "git:HEAD/two/tools.py")]
    assert tools(toolc("list", "git:HEAD", "--format", "json").out) == both
    assert tools(toolc("list", "git:HEAD:two", "--format", "json").out) == both[1:]
    monkeypatch.chdir(repository / "one")
    assert [name for name, _, _ in tools(toolc("list", "git:main", "--format", "json").out)] == ["search_one"]


def test_a_revision_that_moves_is_read_again(repository: Path, toolc) -> None:
    assert "search_one" in toolc("list", "git:HEAD").out
    git("commit", "-qam", "y")
    assert "changed" in toolc("list", "git:HEAD").out


def test_a_lock_of_a_revision(repository: Path, toolc) -> None:
    assert toolc("lock", "git:HEAD").status == 0
    done = toolc("diff", "toolc.lock", ".")
    assert done.status == 1 and "search_one" in done.out and "search_two" not in done.out
    assert toolc("diff", "git:HEAD:two", "two").out == ""


def test_a_revision_is_read_with_the_environments_of_the_work_tree(repository: Path, write, toolc) -> None:
    site = "two/.venv/lib/python3.12/site-packages"
    write({"two/.venv/pyvenv.cfg": "", f"{site}/mcp-1.9.0.dist-info/METADATA": "Name: mcp\nVersion: 1.9.0\n"})
    outputs = {
        one["name"]: one["output_schema"] for one in json.loads(toolc("list", "git:HEAD", "--format", "json").out)["tools"]
    }
    assert outputs["search_two"] is None and outputs["search_one"] is not None


def test_a_revision_that_is_none_is_said(repository: Path, toolc) -> None:
    done = toolc("list", "git:nowhere")
    assert done.status == 1 and "TC127" in done.err and "git:nowhere: " in done.err


# --- an index ---------------------------------------------------------------------------------------------------------


class Index(ThreadingHTTPServer):
    """An index as PEP 691 has it: `files` by name, what else is answered by path, and what was asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.files: dict[str, bytes] = {}
        self.pages: dict[str, bytes] = {}
        self.digests: dict[str, str] = {}
        self.leads: dict[str, str] = {}
        self.asked: list[str] = []


class _Answers(BaseHTTPRequestHandler):
    server: Index

    def do_GET(self) -> None:
        server = self.server
        server.asked.append(self.path)
        if self.path in server.leads:
            self.send_response(302)
            self.send_header("Location", server.leads[self.path])
            self.end_headers()
            return
        data = server.pages.get(self.path) or server.files.get(self.path.removeprefix("/files/"))
        if data is None and self.path == "/simple/acme-shop/":
            assert self.headers["Accept"] == "application/vnd.pypi.simple.v1+json"
            files = [
                {
                    "filename": name, "url": f"../../files/{name}",
                    "hashes": {"sha256": server.digests.get(name) or hashlib.sha256(data).hexdigest()},
                }
                for name, data in server.files.items()
            ]  # fmt: skip
            data = json.dumps({"meta": {"api-version": "1.0"}, "files": files}).encode()
        self.send_response(200 if data is not None else 404)
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def an_index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    server = Index()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple/")
    server.files = {
        "acme_shop-1.0-py3-none-any.whl": zipped(wheel()),
        "acme_shop-1.0-cp312-cp312-linux_x86_64.whl": zipped(wheel(tool="native")),
        "acme_shop-1.0.tar.gz": tarred(sdist(tool="source")),
        "acme_shop-1.1.tar.gz": tarred(sdist(version="1.1", tool="find")),
        "acme_shop-2.0b1.tar.gz": tarred(sdist(version="2.0b1")),
        "nonsense.exe": b"",
    }
    yield server
    server.shutdown()
    server.server_close()


def test_a_requirement_is_the_file_that_the_index_has(an_index: Index, toolc, here: Path) -> None:
    done = toolc("list", "pypi:acme_shop==1.0", "--format", "json")
    assert tools(done.out) == [("search", "acme-shop", "pypi:acme_shop==1.0/acme_shop/tools.py")], done.err
    assert an_index.asked == ["/simple/acme-shop/", "/files/acme_shop-1.0-py3-none-any.whl"]
    assert tools(toolc("list", "pypi:acme-shop==1.1", "--format", "json").out)[0][0] == "find"
    assert "TD104" in toolc("diff", "pypi:acme-shop==1.0.0", "pypi:acme-shop==1.1").out
    assert list(here.glob("*.whl")) == [] and list(here.glob("pypi*")) == []


@pytest.mark.parametrize(
    ("requirement", "told"),
    [
        ("acme-shop", "say which: pypi:acme-shop==1.1"),
        ("acme-shop==3", "acme-shop has no wheel and no sdist of version 3"),
        ("acme-shop==x y", "is not a version"),
        ("../etc==1", "is not a requirement"),
        ("gone==1", "answers 404"),
    ],
)
def test_what_the_index_has_not_is_said(requirement: str, told: str, an_index: Index, toolc) -> None:
    done = toolc("list", f"pypi:{requirement}")
    assert done.status == 1 and "TC127" in done.err and told in done.err


def test_a_file_that_is_another_is_not_read(an_index: Index, toolc) -> None:
    an_index.digests["acme_shop-1.1.tar.gz"] = "0" * 64
    done = toolc("list", "pypi:acme-shop==1.1")
    assert done.status == 1 and "is not what the index says: its SHA-256 is another" in done.err


@pytest.mark.parametrize("place", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://x/"])
def test_an_answer_leads_to_the_web_only(place: str, an_index: Index, toolc) -> None:
    an_index.leads["/files/acme_shop-1.1.tar.gz"] = place
    done = toolc("list", "pypi:acme-shop==1.1")
    assert done.status == 1 and "TC127" in done.err and "root:" not in done.err
    del an_index.leads["/files/acme_shop-1.1.tar.gz"]
    page = {"files": [{"filename": "acme_shop-1.1.tar.gz", "url": place}]}
    an_index.pages["/simple/acme-shop/"] = json.dumps(page).encode()
    done = toolc("list", "pypi:acme-shop==1.1")
    assert done.status == 1 and "is not an address of the web" in done.err


@pytest.mark.parametrize(
    "answer", [b"<html>", b"[]", b'{"files": 3}', b'{"files": [3, {"filename": 1}, {"url": "x"}]}', b"[" * 100_000]
)
def test_answers_that_are_none_are_said(answer: bytes, an_index: Index, toolc) -> None:
    an_index.pages["/simple/acme-shop/"] = answer
    done = toolc("list", "pypi:acme-shop==1.0")
    assert done.status == 1 and "TC127" in done.err and "Traceback" not in done.err and "TC901" not in done.err


def test_an_answer_has_a_limit(an_index: Index, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MAX_FILE", 100)
    assert "has more than 100 bytes" in toolc("list", "pypi:acme-shop==1.0").err


def test_an_index_that_is_not_there_is_said(toolc, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    done = toolc("list", "pypi:acme-shop==1.0")
    assert done.status == 1 and "TC127" in done.err
