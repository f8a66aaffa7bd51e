"""The lock is of packages, as outputs are: a run changes what it compiled whole; and it merges."""

import json
import subprocess
from pathlib import Path

import pytest

from workspaces import WORKSPACES

MORE = "\n\n@mcp.tool()\ndef {name}(number: int) -> int:\n    '''One more.'''\n    return number\n"


@pytest.fixture
def company(write, toolc) -> Path:
    here = write({**WORKSPACES["uv workspace"], "toolc.toml": ""})
    done = toolc("lock")
    assert (done.status, "4 tools, toolc.lock written" in done.err) == (0, True), done.err
    return here


def tools(here: Path, service: str) -> Path:
    return next((here / "services" / service).rglob("tools.py"))


def locked(here: Path) -> dict[str, dict[str, object]]:
    return {name: entry for name, entry in json.loads((here / "toolc.lock").read_text()).items() if " / " in name}


def locked_tools(here: Path) -> list[str]:
    return [name for name, entry in locked(here).items() if "kind" not in entry]


def test_a_path_updates_its_packages_and_no_others(company: Path, toolc) -> None:
    before = locked(company)
    for service in ("billing", "catalog"):
        tools(company, service).write_text(tools(company, service).read_text().replace("Drop one", "Take one away"))
    assert toolc("lock", "services/catalog").status == 0
    after = locked(company)
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {"acme-catalog / catalog / drop_catalog"}
    assert toolc("diff", "toolc.lock", "services/catalog").out == ""
    assert "drop_billing" in toolc("diff", "toolc.lock", "services/billing", "--category", "prompt").out
    assert toolc("generate", "services/catalog", "--locked").status == 0
    assert toolc("generate", "services/billing", "--locked").status == 1


def test_a_run_that_finds_no_tools_touches_nothing(company: Path, write, toolc) -> None:
    write({"empty/notes.py": "x = 1\n"})
    before = (company / "toolc.lock").read_bytes()
    for path in ("empty", "libs/common"):
        done = toolc("lock", path)
        assert done.status == 1 and "TC641" in done.err and (company / "toolc.lock").read_bytes() == before
    (company / "toolc.lock").unlink()
    assert toolc("lock", "empty").status == 1 and not (company / "toolc.lock").exists()


@pytest.mark.parametrize("text", ["def (\n", "mcp.tool(name=input())(lambda number: 1)\n"])
def test_a_package_with_an_error_keeps_what_was_last_good(text: str, company: Path, toolc) -> None:
    before = locked(company)
    place = tools(company, "billing")
    kept = place.read_text()
    broken = kept + text if "def" in text else kept.replace("@mcp.tool()\ndef drop", "@mcp.tool(name=input())\ndef drop")
    place.write_text(broken)
    done = toolc("lock")
    assert done.status == 1 and "kept the last good contract of acme-billing (1 error)" in done.out, done.out + done.err
    assert locked(company) == before
    if "def" not in text:
        assert "TC640" in done.err and toolc("lock", "--clean").status == 0 and locked(company) != before


def test_what_was_first_locked_with_an_error_is_brought_up_to_date(company: Path, toolc) -> None:
    """There is nothing better to keep, and the lock says so of every tool of the package."""
    (company / "toolc.lock").unlink()
    broken = tools(company, "billing").parent / "more.py"
    broken.write_text("import mcp\ndef (\n")
    assert toolc("lock").status == 1
    assert {entry.get("package") for entry in locked(company).values() if entry.get("partial")} == {"acme-billing"}
    place = tools(company, "billing")
    place.write_text(place.read_text().replace("Drop one", "Take one away"))
    done = toolc("lock")
    assert done.status == 1 and "kept the last good" not in done.out
    assert "Take one away" in (company / "toolc.lock").read_text()
    broken.unlink()
    assert toolc("lock").status == 0 and "partial" not in (company / "toolc.lock").read_text()


def test_a_file_that_is_empty_takes_nothing_away(company: Path, toolc) -> None:
    before = locked(company)
    tools(company, "billing").write_text("")
    done = toolc("lock")
    assert done.status == 1 and "TC644" in done.err and locked(company) == before


def test_a_package_that_is_no_more_goes_when_asked(company: Path, toolc) -> None:
    (company / "services/catalog/pyproject.toml").write_text('[project]\nname = "acme-goods"\n')
    done = toolc("lock")
    assert done.status == 0 and "TC643" in done.err and len(locked_tools(company)) == 6
    assert toolc("lock", "--clean").status == 0 and len(locked_tools(company)) == 4


def test_files_that_no_project_holds_together_stay_together(write, toolc, here: Path) -> None:
    server = "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('{0}')\n" + MORE.format(name="{0}")
    write({"a.py": server.format("one"), "b.py": server.format("two")})
    toolc("lock", "a.py")
    toolc("lock", "b.py")
    assert [name.split(" / ")[-1] for name in locked_tools(here)] == ["one", "two"]


def test_a_function_that_moves_changes_nothing(company: Path, write, toolc) -> None:
    before = (company / "toolc.lock").read_bytes()
    place = tools(company, "billing")
    head, body = place.read_text().split("\n\n\n@mcp.tool()", 1)
    place.write_text("# a comment\n\n" + head + "\n\nfrom acme_billing import more\n")
    write({"services/billing/src/acme_billing/server.py": head,
           "services/billing/src/acme_billing/more.py": "from acme_billing.server import Money, mcp\n\n\n@mcp.tool()" + body})  # fmt: skip
    place.write_text("from acme_billing import more\n")
    done = toolc("lock")
    assert (done.status, "unchanged" in done.err) == (0, True), done.err
    assert (company / "toolc.lock").read_bytes() == before
    assert toolc("diff", "toolc.lock").out == ""


def test_branches_that_change_different_tools_merge(company: Path, toolc) -> None:
    """Two branches add a tool each, at either end, and change one each."""
    base = company / "base.lock"
    (company / "toolc.lock").rename(base)
    texts = {service: tools(company, service).read_text() for service in ("billing", "catalog")}

    def branch(name: str, changes: dict[str, str]) -> Path:
        for service, text in texts.items():
            tools(company, service).write_text(changes.get(service, text))
        assert toolc("lock", "--file", name).status == 0
        return company / name

    one = branch("one.lock", {"billing": texts["billing"].replace("Drop one", "Take one") + MORE.format(name="a")})
    two = branch("two.lock", {"catalog": texts["catalog"].replace("Drop one", "Take one") + MORE.format(name="z")})
    merged = subprocess.run(["git", "merge-file", "-p", one, base, two], capture_output=True, text=True, check=False)
    assert merged.returncode == 0, merged.stdout
    changes = {service: (text.replace("Drop one", "Take one")) for service, text in texts.items()}
    both = branch(
        "both.lock",
        {"billing": changes["billing"] + MORE.format(name="a"), "catalog": changes["catalog"] + MORE.format(name="z")},
    )
    assert merged.stdout == both.read_text()


def test_a_damaged_lock_is_written_again_by_a_whole_run_only(company: Path, toolc) -> None:
    right = (company / "toolc.lock").read_bytes()
    (company / "toolc.lock").write_bytes(b"<<<<<<< HEAD\n" + right)
    done = toolc("lock", "services/billing")
    assert done.status == 2 and "TC630" in done.err and "over all packages" in done.err
    assert toolc("lock").status == 0 and (company / "toolc.lock").read_bytes() == right
