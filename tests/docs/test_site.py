"""The site builds without a network: links hold, nothing loads from elsewhere, the search finds every page, every page is reached.

In a real browser, where there is one: the search finds a code.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import assemble
from documents import DOCS, PAGES, ROOT
from toolc.codes import CODES
from toolc.contract.rules import RULES

pytest.importorskip("zensical", reason="the site's builder is missing: `make setup`")
BROWSER = os.environ.get("CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := shutil.which(name))), None
)


def built(folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(DOCS / "assemble.py"), "build", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    done = built(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


def test_every_page_is_there(site: Path) -> None:
    pages = [page.removeprefix("docs/") for page in PAGES] + [f"reference/codes/{code}.md" for code in (*CODES, *RULES)]
    assert [page for page in pages if not (site / page).with_suffix(".html").is_file()] == []


def test_the_menu_has_every_page_but_those_of_single_codes() -> None:
    listed = [path for _, path in assemble.navigation()]
    assert sorted(listed) == sorted(path for path in assemble.pages() if not path.startswith("reference/codes/"))


def test_nothing_loads_from_elsewhere(site: Path) -> None:
    """Neither in pages nor in styles; links that a reader follows are fine."""
    loads = re.compile(
        r"<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=[\"']?(?:https?:)?//[^>]*>|<link\b[^>]*\bhref=[\"']?https?://[^>]*>"
    )
    found = {page.name: loads.findall(page.read_text("utf-8")) for page in site.rglob("*.html")}
    assert {page: tags for page, tags in found.items() if [tag for tag in tags if 'rel="canonical"' not in tag]} == {}
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)\"']*", styles) == []


def test_a_broken_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    config = re.sub(r"^nav = \[.*?^\]", 'nav = ["index.md"]', (DOCS / "zensical.toml").read_text("utf-8"), flags=re.M | re.S)
    (tmp_path / "zensical.toml").write_text(config)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(tmp_path / "zensical.toml")]
    for text, status in (("# x\n\n[a](index.md#x)\n", 0), ("# x\n\n[a](gone.md)\n", 1), ("# x\n\n[a](index.md#gone)\n", 1)):
        (tmp_path / "pages/index.md").write_text(text)
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == status, text


def test_the_search_knows_every_page(site: Path) -> None:
    index = json.loads((site / "search.json").read_text("utf-8"))
    known = {item["location"].partition("#")[0] for item in index["items"]}
    assert {page.relative_to(site).as_posix() for page in site.rglob("*.html")} - known == {"404.html"}


def test_llms_txt_lists_the_pages(site: Path) -> None:
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# toolc\n\n> ")
    listed = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): \S", text, re.MULTILINE)
    assert listed == [path for _, path in assemble.navigation()]
    assert [path for path in listed if not (site / path).is_file()] == []


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_the_search_finds_a_code(site: Path) -> None:
    """Over HTTP, with every request to another host refused and counted."""
    sync = pytest.importorskip("playwright.sync_api")
    with Serving(site) as address, sync.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = opened.new_page()
        elsewhere: list[str] = []
        page.on("request", lambda one: None if one.url.startswith((address, "data:", "blob:")) else elsewhere.append(one.url))
        page.goto(f"{address}/index.html", wait_until="networkidle")  # the search listens once its script runs
        page.keyboard.press("/")
        page.keyboard.type("unresolved-annotation")
        page.locator("a[href*='TC307.html']").first.wait_for(timeout=30_000)
        opened.close()
    assert elsewhere == []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Serving:
    """The address of a folder that is served on this machine."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))

    def __enter__(self) -> str:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
