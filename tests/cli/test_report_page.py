"""`toolc report --html`: what the page says, that it is written over nothing else, that hostile text stays text.

In a real browser: search, keys, copy, links, print, and axe. These tests need Chromium, which CHROMIUM names or PATH has.
"""

import html
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_report_command import SHOP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

BROWSER = os.environ.get("CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := shutil.which(name))), None
)
browser_needed = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")

HOSTILE = '''\
from typing import Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("<img src=x onerror=alert(1)>")


@mcp.tool(name="a</title><script>alert(2)</script>")
def evil(x: Literal["</code></pre><script>alert(3)</script>", "' onmouseover=alert(4) '"] = "' onmouseover=alert(4) '") -> str:
    """</p><script>alert(5)</script><svg onload=alert(6)> \\u202e {{ 7 * 7 }} SCRIPT_HASH <!-- --> ]]> &lt;b&gt;

    javascript:alert(8) <a href="javascript:alert(9)">x</a> <meta http-equiv=refresh content=0;url=//evil>
    """
    return x
'''


def page(write, toolc, text: str = SHOP, *options: str) -> str:
    write({"shop.py": text})
    done = toolc("report", "--html", *options)
    assert done.out.startswith("<!doctype html>"), done.err
    return done.out


def test_everything_of_a_tool_is_there(write, toolc) -> None:
    text = page(write, toolc)
    plain = html.unescape(re.sub(r"<[^>]+>", " ", text))
    for told in (
        "Search the catalogue.",
        "It knows *every* product.",
        "What to look for.",
        '"price" | "name"',
        "reads only",
        "shop.py:11",
    ):
        assert told in plain, told
    assert re.search(r"Python name\s+shop:search", plain) and re.search(r"SHA-256\s+[0-9a-f]{64}", plain)
    shown = [json.loads(html.unescape(one)) for one in re.findall(r"<pre [^>]*><code>(.*?)</code></pre>", text, re.DOTALL)]
    assert len(shown) == 12  # of two tools in six forms
    assert shown[0] == json.loads(toolc("schema", "search", "--target", "mcp").out)
    assert shown[3] == json.loads(toolc("schema", "search", "--target", "anthropic").out)


def test_what_tools_may_reach_is_said(write, toolc) -> None:
    source = SHOP.replace(
        "def search(", "def run(words: str) -> str:\n    return os.popen(words).read()\n\n\n@mcp.tool()\ndef search(", 1
    )
    plain = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page(write, toolc, f"import os\n{source}"))))
    assert re.search(r"What the code may reach .* processes shop\.py: os\.popen \(\d+\)", plain)
    assert re.search(r"run .*?May reach processes shop\.py: os\.popen \(\d+\)", plain)
    assert "May reach Nothing outside the program." in plain


def test_what_is_not_exact_says_why(write, toolc) -> None:
    text = page(write, toolc, "from gone import Query\n" + SHOP.replace("query: Annotated[str,", "query: Annotated[Query,"))
    assert '<span class="tag unknown">unknown</span>' in text or '<span class="tag approximate">approximate</span>' in text
    assert "TC333" in text and "the package &#96;gone&#96; is not on the search path" in text


def test_what_changed_since_the_lock_is_at_each_tool(write, toolc) -> None:
    write({"shop.py": SHOP})
    toolc("lock")
    text = page(write, toolc, SHOP.replace("query: Annotated", "words: Annotated").replace("def ping", "def pong"))
    assert re.search(r'id="tool-here-shop-search".*?Since the lock.*?TD111.*?query: is gone', text, re.DOTALL)
    assert re.search(r"Gone since the lock.*?ping: is gone", text, re.DOTALL)
    assert "Since the lock" not in page(write, toolc)


def test_the_page_is_the_same_for_the_same_tools(write, toolc, here: Path) -> None:
    assert page(write, toolc) == page(write, toolc)
    assert toolc("report", "--out", "tools.html").status == 0
    assert toolc("report", "--out", "tools.html", "--check").status == 0
    write({"shop.py": SHOP.replace("Say that", "Tell that")})
    assert toolc("report", "--out", "tools.html", "--check").status == 1
    assert toolc("report", "--out", "tools.html").status == 0
    assert "Tell that" in (here / "tools.html").read_text()


def test_the_form_is_that_of_the_file_unless_one_is_asked_for(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP})
    assert toolc("report", "--markdown", "--out", "odd.html").status == 0
    assert (here / "odd.html").read_text().startswith("| tool |")
    assert toolc("report", "--html", "--markdown").status == 2


def test_no_other_file_is_written_over(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP, "index.html": "<html>mine</html>"})
    done = toolc("report", "--out", "index.html")
    assert done.status == 2 and "TC647" in done.err and (here / "index.html").read_text() == "<html>mine</html>"


def test_it_needs_nothing_from_elsewhere_and_nothing_else_may_run(write, toolc) -> None:
    text = page(write, toolc, HOSTILE)
    assert not re.search(r'(?:src|href|url|action)\s*=?\s*\(?["\']?(?:https?:)?//', text.replace("&#", ""))
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert len(re.findall(r"<script", text)) == len(re.findall(r"<style", text)) == 1


def test_hostile_text_stays_text(write, toolc) -> None:
    text = page(write, toolc, HOSTILE)
    for tag in ("<img", "<svg", "onerror=", "onmouseover=", "<meta http-equiv=refresh", '<a href="javascript', "\u202e"):
        assert tag not in text, tag
    assert "[U+202E]" in text and "{{ 7 * 7 }}" in text
    assert 'id="tool-here-img-src-x-onerror-alert-1-a-title-script-alert-2-script"' in text


def test_a_page_of_an_archive_is_not_held_to_the_lock_of_others(write, toolc, here: Path) -> None:
    from packed import wheel, zipped

    write({"shop.py": SHOP})
    toolc("lock")
    (here / "x.whl").write_bytes(zipped(wheel()))
    assert "Gone since the lock" not in toolc("report", "x.whl", "--html").out


# --- in a browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def context(browser: "Browser") -> "Iterator[BrowserContext]":
    opened = browser.new_context()
    yield opened
    opened.close()


def visible_tools(shown) -> list[str]:
    return [one.inner_text() for one in shown.locator("article h3").all() if one.is_visible()]


@browser_needed
def test_search_and_keys(write, toolc, here: Path, context: "BrowserContext") -> None:
    (here / "page.html").write_text(page(write, toolc))
    shown = context.new_page()
    shown.goto((here / "page.html").as_uri())
    assert visible_tools(shown) == ["search", "ping"]
    shown.keyboard.press("/")
    shown.keyboard.type("CATALOGUE what")
    assert visible_tools(shown) == ["search"] and shown.locator("#told").inner_text() == "1 of 2 tools"
    assert [one.is_visible() for one in shown.locator("ul.list li").all()] == [True, False]
    shown.keyboard.type(" nonsense")
    assert visible_tools(shown) == [] and not shown.locator("section[data-group] h2").first.is_visible()
    shown.keyboard.press("Escape")
    assert visible_tools(shown) == ["search", "ping"]
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.textContent") == "search"
    shown.keyboard.press("Enter")
    assert shown.evaluate("location.hash") == "#tool-here-shop-search"


@browser_needed
def test_copying_takes_the_schema_as_it_is(write, toolc, here: Path, context: "BrowserContext") -> None:
    (here / "page.html").write_text(page(write, toolc))
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown = context.new_page()
    shown.goto((here / "page.html").as_uri())
    shown.locator("summary", has_text="Anthropic").first.click()
    shown.get_by_role("button", name="Copy the schema of search for Anthropic").click()
    shown.wait_for_function("document.getElementById('told').textContent === 'Copied to the clipboard'")
    copied = shown.evaluate("navigator.clipboard.readText()")
    assert json.loads(copied) == json.loads(toolc("schema", "search", "--target", "anthropic").out)


@browser_needed
def test_links_lead_to_their_tools(write, toolc, here: Path, context: "BrowserContext") -> None:
    (here / "page.html").write_text(
        page(write, toolc, HOSTILE + SHOP.replace("FastMCP(", "FastMCP(", 1).partition("\n\n\n")[2])
    )
    shown = context.new_page()
    shown.goto((here / "page.html").as_uri())
    for link in shown.locator("a[href^='#']").all():
        assert shown.locator(f"[id='{(link.get_attribute('href') or '')[1:]}']").count() == 1


@browser_needed
def test_hostile_text_runs_nothing(write, toolc, here: Path, context: "BrowserContext") -> None:
    (here / "page.html").write_text(page(write, toolc, HOSTILE))
    shown = context.new_page()
    happened: list[str] = []
    shown.on("dialog", lambda dialog: (happened.append(dialog.message), dialog.dismiss()))
    shown.on("console", lambda message: happened.append(message.text))
    shown.on("request", lambda request: happened.append(request.url) if not request.url.startswith("file:") else None)
    shown.goto((here / "page.html").as_uri())
    for one in shown.locator("summary").all():
        one.click()
    shown.mouse.move(300, 300)
    shown.wait_for_timeout(300)
    assert happened == []
    assert shown.locator("article h3").inner_text() == "a</title><script>alert(2)</script>"
    assert "{{ 7 * 7 }} SCRIPT_HASH <!-- --> ]]> &lt;b&gt;" in shown.locator("article .text").first.inner_text()


@browser_needed
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_axe_finds_nothing(scheme: str, width: int, write, toolc, here: Path, browser: "Browser") -> None:
    from axe_playwright_python.sync_playwright import Axe

    write({"shop.py": SHOP})
    toolc("lock")
    broken = SHOP.replace("query: Annotated", "more: Gone, query: Annotated").replace("def ping", "def pong")
    (here / "page.html").write_text(page(write, toolc, broken))
    shown = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})  # type: ignore[arg-type]
    shown.goto((here / "page.html").as_uri())
    for one in shown.locator("summary").all():
        one.click()
    found = Axe().run(shown).response["violations"]
    assert [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found] == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    shown.close()


@browser_needed
def test_a_long_text_takes_three_lines_of_the_list_and_is_whole_below(
    write, toolc, here: Path, context: "BrowserContext"
) -> None:
    long = "It knows every product, old ones and those that are sold out as well. " * 20 + "The end."
    (here / "page.html").write_text(page(write, toolc, SHOP.replace("Search the catalogue.", long)))
    shown = context.new_page()
    shown.goto((here / "page.html").as_uri())
    listed = shown.locator("ul.list li > span:nth-child(2)").first
    assert listed.evaluate("one => one.clientHeight <= 3.1 * parseFloat(getComputedStyle(one).lineHeight)")
    assert shown.locator("article .text").first.evaluate(
        "one => one.textContent.includes('The end.') && one.scrollHeight <= one.clientHeight"
    )
    shown.emulate_media(media="print")
    assert listed.evaluate("one => one.scrollHeight <= one.clientHeight")


@browser_needed
def test_print_shows_what_is_folded(write, toolc, here: Path, context: "BrowserContext") -> None:
    (here / "page.html").write_text(page(write, toolc))
    shown = context.new_page()
    shown.goto((here / "page.html").as_uri())
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shown.locator("details[open]").count() == shown.locator("details").count() == 12
    shown.evaluate("dispatchEvent(new Event('afterprint'))")
    assert shown.locator("details[open]").count() == 0
    shown.emulate_media(media="print")
    assert not shown.locator(".find").is_visible() and not shown.locator("button").first.is_visible()
