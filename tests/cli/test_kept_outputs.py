"""Outputs are never deleted by accident: a run touches only packages that it compiled whole and without errors."""

import json
from pathlib import Path

import pytest

from workspaces import WORKSPACES

TARGETS = ("--target", "mcp", "--target", "typescript")
BROKEN = "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\n"


@pytest.fixture
def company(write, toolc) -> Path:
    """A uv workspace with a configuration, its outputs just written."""
    here = write({**WORKSPACES["uv workspace"], "toolc.toml": 'out = "clients"\n'})
    done = toolc("generate", ".")
    assert done.status == 0, done.err
    return here


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def tools(here: Path, service: str) -> Path:
    return next((here / "services" / service).rglob("tools.py"))


@pytest.mark.parametrize("path", ["services/billing", "services/billing/src", "services/billing/src/acme_billing/tools.py"])
def test_a_run_over_one_package_leaves_the_others_alone(path: str, company: Path, toolc) -> None:
    before = outputs(company / "clients")
    done = toolc("generate", path, "--no-cache")
    assert (done.status, "0 written" in done.err, "0 removed" in done.err) == (0, True, True)
    assert outputs(company / "clients") == before
    tools(company, "billing").write_text(tools(company, "billing").read_text().replace("Drop one", "Take one away"))
    assert toolc("generate", path).status == 0
    changed = {name for name, content in outputs(company / "clients").items() if content != before[name]}
    assert changed and all("billing" in name or name == ".toolc-outputs.json" for name in changed)


def test_a_part_of_a_package_is_written_with_the_rest_of_it(company: Path, write, toolc) -> None:
    write({"services/billing/src/acme_billing/more.py": tools(company, "catalog").read_text().replace("catalog", "more")})
    assert toolc("generate", "services/billing/src/acme_billing/more.py").status == 0
    assert {"billing.json", "more.json"} == {path.name for path in (company / "clients/mcp/acme-billing").iterdir()}
    written = outputs(company / "clients")
    toolc("generate", ".")
    assert outputs(company / "clients") == written


@pytest.mark.parametrize("path", ["libs/common", "services/billing/src/acme_billing/__init__.py", "empty"])
def test_a_run_that_finds_no_tools_touches_nothing(path: str, company: Path, write, toolc) -> None:
    write({"empty/notes.py": "x = 1\n"})
    before = outputs(company / "clients")
    done = toolc("generate", path)
    assert (done.status, done.out) == (1, "") and "error TC641" in done.err and "nothing is written" in done.err
    assert outputs(company / "clients") == before


@pytest.mark.parametrize("broken", ["services/catalog/src/acme_catalog/tools.py", "services/catalog/src/acme_catalog/new.py"])
def test_a_file_that_does_not_parse_costs_nothing(broken: str, company: Path, toolc) -> None:
    before = outputs(company / "clients")
    (company / broken).write_text(BROKEN)
    tools(company, "billing").write_text(tools(company, "billing").read_text().replace("Drop one", "Take one away"))
    done = toolc("generate", ".")
    assert done.status == 1 and "kept the last good outputs of acme-catalog (1 error)\n" in done.out
    after = outputs(company / "clients")
    assert {name: after.get(name) for name in before if "catalog" in name} == {
        name: content for name, content in before.items() if "catalog" in name
    }
    assert b"Take one away" in after["mcp/acme-billing/billing.json"]  # what is not broken is written
    assert toolc("generate", ".").status == 1  # and still so when nothing has changed since


def test_what_is_shared_and_does_not_parse_costs_nothing(company: Path, toolc) -> None:
    before = outputs(company / "clients")
    (company / "libs/common/src/acme_common/models.py").write_text("class Money(\n")
    for path in (".", "services/billing"):
        done = toolc("generate", path)
        assert done.status == 1 and "kept the last good outputs of acme-billing" in done.out, done.out + done.err
        assert outputs(company / "clients") == before


def test_a_tool_that_was_exact_and_cannot_be_told_now_is_an_error(company: Path, toolc) -> None:
    before = outputs(company / "clients")
    place = tools(company, "billing")
    text = place.read_text()
    place.write_text(text.replace("@mcp.tool()\ndef drop", "@mcp.tool(name=input())\ndef drop"))
    listed = json.loads(toolc("list", ".", "--format", "json").out)["tools"]
    assert "unknown" in {tool["fidelity"] for tool in listed}
    done = toolc("generate", ".")
    assert done.status == 1 and "error TC640" in done.err and "`drop_billing` was exact" in done.err
    assert "kept the last good outputs of acme-billing (1 error)" in done.out
    assert outputs(company / "clients") == before
    assert toolc("generate", ".", "--clean").status == 0
    assert b"drop_billing" not in outputs(company / "clients")["mcp/acme-billing/billing.json"]


def test_a_tool_that_is_taken_away_goes(company: Path, toolc) -> None:
    place = tools(company, "billing")
    place.write_text(place.read_text().split("@mcp.tool()\ndef drop")[0])
    assert toolc("generate", ".").status == 0
    assert b"drop_billing" not in outputs(company / "clients")["mcp/acme-billing/billing.json"]


def test_a_file_that_is_empty_takes_nothing_away(company: Path, toolc) -> None:
    before = outputs(company / "clients")
    place = tools(company, "billing")
    text = place.read_text()
    place.write_text("")
    for path in (".", "services/billing"):
        done = toolc("generate", path)
        assert done.status == 1, path
        assert "kept the last good outputs of acme-billing (1 error)" in done.out or "TC641" in done.err
        assert outputs(company / "clients") == before
    assert "error TC644" in toolc("generate", ".").err
    place.write_text(text)
    assert toolc("generate", ".").status == 0 and outputs(company / "clients") == before
    place.write_text("")
    assert toolc("generate", ".", "--clean").status == 0
    assert not any("billing" in name for name in outputs(company / "clients"))


def test_a_package_that_is_no_more_goes_when_asked(company: Path, toolc) -> None:
    before = outputs(company / "clients")
    (company / "services/catalog/pyproject.toml").write_text('[project]\nname = "acme-goods"\n')
    done = toolc("generate", ".")
    assert done.status == 0 and "warning TC643" in done.err and "acme-catalog" in done.err
    assert before.items() - {(".toolc-outputs.json", before[".toolc-outputs.json"])} <= outputs(company / "clients").items()
    assert toolc("generate", "services/billing", "--clean").status == 0  # wherever it begins
    assert not any("acme-catalog" in name for name in outputs(company / "clients"))
    assert any("acme-goods" in name for name in outputs(company / "clients"))
    assert "TC643" not in toolc("generate", ".").err


def test_what_was_changed_by_hand_is_said(company: Path, toolc) -> None:
    place = company / "clients/mcp/acme-billing/billing.json"
    right = place.read_bytes()
    place.write_text("{}\n")
    done = toolc("generate", ".")
    assert done.status == 0 and "warning TC642" in done.err and "clients/mcp/acme-billing/billing.json" in done.err
    assert place.read_bytes() == right
    assert "TC642" not in toolc("generate", ".").err


def test_files_that_no_project_holds_together_stay_together(write, toolc, here: Path) -> None:
    server = WORKSPACES["uv workspace"]["services/billing/src/acme_billing/tools.py"].replace("total: Money", "total: int")
    server = server.replace("from acme_common.models import Money\n", "").replace("-> Money", "-> int")
    write({"a.py": server, "b.py": server.replace("billing", "catalog")})
    for path in ("a.py", "b.py", "a.py", ".", "b.py"):
        done = toolc("generate", path, "--out", "out")
        assert done.status == 0, done.err
    assert sorted(path.name for path in (here / "out/mcp").rglob("*.json")) == ["billing.json", "catalog.json"]
    assert "a.py is read too" not in done.out and ". is read too" in done.out
    (here / "b.py").unlink()
    toolc("generate", "a.py", "--out", "out")
    assert [path.name for path in (here / "out/mcp").rglob("*.json")] == ["billing.json"]


def test_a_file_and_its_folder_make_the_same(write, toolc, here: Path) -> None:
    server = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"
    write({"server.py": server})
    assert toolc("generate", ".", "--out", "one").status == toolc("generate", "server.py", "--out", "two").status == 0
    one, two = outputs(here / "one"), outputs(here / "two")
    assert {name: one[name] for name in one if not name.startswith(".")} == {name: two[name] for name in two if name[0] != "."}


def test_documents_are_packages_of_their_own(write, toolc, here: Path) -> None:
    listed = '{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}'
    write({"toolc.toml": 'out = "out"\n', "one.json": listed, "two.json": listed})
    for document in ("one.json", "two.json"):
        done = toolc("generate", document, "--clean")
        assert done.status == 0 and "TC643" not in done.err, done.err
    assert {path.name for path in (here / "out/mcp").iterdir()} == {"one", "two"}
    (here / "one.json").unlink()
    assert "TC643" in toolc("generate", "two.json").err
    toolc("generate", "two.json", "--clean")
    assert {path.name for path in (here / "out/mcp").iterdir()} == {"two"}


VAGUE = "\n\n@mcp.tool()\ndef vague(total: Missing) -> str:  # toolc: ignore[TC332]\n    '''X.'''\n    return ''\n"


def test_comments_count_wherever_a_package_is_read(company: Path, toolc) -> None:
    place = tools(company, "billing")
    place.write_text(place.read_text() + VAGUE)
    (place.parent / "more.py").write_text("from mcp.server.fastmcp import FastMCP\n")
    whole = toolc("generate", ".")
    part = toolc("generate", "services/billing/src/acme_billing/more.py")
    assert "TC332" not in whole.err and "TC332" not in part.err and part.status == whole.status, part.err
