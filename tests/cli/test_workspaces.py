"""A part of a repository is compiled as in a run over all of it: what packages share is found, whatever the paths are."""

import json
import subprocess
from pathlib import Path

import pytest

from workspaces import SERVICES, WORKSPACES


@pytest.fixture(params=WORKSPACES, ids=lambda name: name.replace(" ", "-"))
def repository(request: pytest.FixtureRequest, write) -> Path:
    return write(WORKSPACES[request.param])


def fidelities(listed: str) -> dict[str, str]:
    return {one["name"]: one["fidelity"] for one in json.loads(listed)["tools"]}


def test_each_way_to_ask_for_a_service_finds_what_it_shares(repository: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    every = fidelities(toolc("list", ".", "--format", "json").out)
    assert len(every) == 4 and set(every.values()) == {"exact"}
    for folder in SERVICES.values():
        own = {name: fidelity for name, fidelity in every.items() if name.endswith(folder[9:])}
        assert fidelities(toolc("list", folder, "--format", "json").out) == own
        assert (
            fidelities(toolc("list", next((repository / folder).rglob("tools.py")).as_posix(), "--format", "json").out) == own
        )
        monkeypatch.chdir(repository / folder)
        assert fidelities(toolc("list", ".", "--format", "json").out) == own
        monkeypatch.chdir(repository)


def test_of_nothing_changed_there_is_no_difference(repository: Path, toolc) -> None:
    (repository / ".git").rmdir()
    for command in (("init", "-q"), ("add", "."), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=repository, check=True)
    for folder in (*SERVICES.values(), "."):
        done = toolc("diff", "git:HEAD", folder)
        assert (done.status, done.out) == (0, ""), done.out + done.err


def test_an_untrusted_part_reads_nothing_beside_it(write, toolc) -> None:
    write(WORKSPACES["uv workspace"])
    done = toolc("list", "services/billing", "--untrusted", "--format", "json")
    assert set(fidelities(done.out).values()) != {"exact"}


SHELF = "from pydantic import BaseModel\n\n\nclass Shelf(BaseModel):\n    {field}: int\n"
SHELVED = """
from shelf import Shelf


@mcp.tool()
def fill_{name}(shelf: Shelf) -> int:
    return 1
"""


def venv(version: str, field: str) -> dict[str, str]:
    """The files of a virtual environment with one version of mcp, and a library `shelf` whose model has one field."""
    site = ".venv/lib/python3.12/site-packages"
    return {
        ".venv/pyvenv.cfg": "",
        f"{site}/mcp-{version}.dist-info/METADATA": f"Name: mcp\nVersion: {version}\n",
        f"{site}/shelf-1.0.dist-info/METADATA": "Name: shelf\nVersion: 1.0\n",
        f"{site}/shelf.py": SHELF.format(field=field),
    }


@pytest.fixture
def environments(write) -> Path:
    """A Poetry monorepo with `virtualenvs.in-project`: the first service has mcp 1.9, which knows no output schemas."""
    files = dict(WORKSPACES["poetry"])
    for path in [path for path in files if path.endswith("tools.py")]:
        files[path] += SHELVED.format(name=path.split("/")[1])
    for folder, (version, field) in zip(SERVICES.values(), (("1.9.0", "width"), ("1.20.0", "depth")), strict=True):
        files |= {f"{folder}/{path}": text for path, text in venv(version, field).items()}
    return write({**files, ".gitignore": ".venv\ngen\n"})


def tools(listed: str) -> dict[str, dict[str, object]]:
    return {one["name"]: one for one in json.loads(listed)["tools"]}


def test_each_package_is_read_with_the_environment_nearest_to_it(environments: Path, toolc) -> None:
    done = toolc("list", "--format", "json")
    found = tools(done.out)
    assert "TC646" not in done.err
    assert {name: one["fidelity"] for name, one in found.items()} == dict.fromkeys(found, "exact")
    assert [found[f"fill_{name}"]["input_schema"]["$defs"]["Shelf"]["required"] for name in ("billing", "catalog")] == [
        ["width"], ["depth"],
    ]  # fmt: skip
    assert found["drop_billing"]["output_schema"] is None and found["drop_catalog"]["output_schema"] is not None


def test_with_environments_of_their_own_a_part_is_the_wholes_part(
    environments: Path, toolc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(folder: str) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (environments / folder).rglob("*.json") if path.name[0] != "."}

    assert toolc("generate", "--target", "mcp", "--out", "gen/whole").status == 0
    whole = written("gen/whole")
    assert len(whole) == 2
    for name, folder in SERVICES.items():
        own = {path: text for path, text in whole.items() if name[5:] in path}
        assert toolc("generate", folder, "--target", "mcp", "--out", f"gen/path-{name}").status == 0
        assert written(f"gen/path-{name}") == own
        monkeypatch.chdir(environments / folder)
        assert toolc("generate", "--target", "mcp", "--out", f"../../gen/own-{name}").status == 0
        monkeypatch.chdir(environments)
        assert written(f"gen/own-{name}") == own


def test_what_two_packages_import_is_read_with_the_environment_of_each(environments: Path, write, toolc) -> None:
    """The library of both has an environment and a tool of its own: then files of all three are compiled together."""
    common = "libs/common"
    write({f"{common}/{path}": text for path, text in venv("1.9.0", "height").items()})
    write(
        {
            f"{common}/src/acme_common/models.py": SHELF.format(field="own").replace("Shelf", "Money")
            + """

class Price(BaseModel):
    amount: int


from mcp.server.fastmcp import FastMCP
from shelf import Shelf

mcp = FastMCP("common")


@mcp.tool()
def fill_common(shelf: Shelf) -> Price:
    return Price(amount=1)
"""
        }
    )
    found = tools(toolc("list", "--format", "json").out)
    places = {
        name: found[f"fill_{name}"]["input_schema"]["$defs"]["Shelf"]["required"] for name in ("billing", "catalog", "common")
    }
    assert places == {"billing": ["width"], "catalog": ["depth"], "common": ["height"]}
    assert found["fill_common"]["output_schema"] is None and len(found) == 7
    for folder in (common, *SERVICES.values()):
        own = tools(toolc("list", folder, "--format", "json").out)
        assert own == {name: one for name, one in found.items() if name in own} and own


def test_an_environment_that_changes_is_seen_by_the_packages_that_have_it(environments: Path, write, toolc) -> None:
    assert toolc("generate", "--target", "mcp", "--out", "gen").status == 0
    write({f"services/billing/{path}": text for path, text in venv("1.9.0", "length").items()})
    done = toolc("generate", "--target", "mcp", "--out", "gen")
    assert "1 written" in done.out + done.err and '"length"' in next((environments / "gen").rglob("*billing*.json")).read_text()


def test_types_and_revisions_are_read_with_the_environment_of_each(environments: Path, toolc, write) -> None:
    for folder in SERVICES.values():
        write({f"{folder}/src/kinds_{folder[9:]}.py": "from shelf import Shelf\n\n\nclass Own(Shelf):\n    pass\n"})
    types = {name: one["schema"]["required"] for name, one in json.loads(toolc("types", "--format", "json").out).items()}
    assert {name: needed for name, needed in types.items() if name.endswith("Own")} == {
        "kinds_billing:Own": ["width"], "kinds_catalog:Own": ["depth"],
    }  # fmt: skip
    (environments / ".git").rmdir()
    for command in (("init", "-q"), ("add", "."), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=environments, check=True)
    done = toolc("diff", "git:HEAD", ".")
    assert (done.status, done.out) == (0, ""), done.out + done.err


def test_of_a_package_with_several_environments_those_not_read_are_said(write, toolc, here: Path) -> None:
    tool = "from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP('{0}')\n\n\n@mcp.tool()\ndef {0}() -> str: ...\n"
    write({"toolc.toml": 'targets = ["mcp"]\n', **{f"{name}/tools.py": tool.format(name) for name in ("a", "b")}})
    for name in ("a", "b"):
        write({f"{name}/{path}": text for path, text in venv("1.20.0", "width").items()})
    for path, chosen, other in ((".", "a", "b"), ("a", "a", "b"), ("b", "b", "a")):
        [said] = [line for line in toolc("list", path).err.splitlines() if "warning TC646" in line]
        assert f"is read with {chosen}/.venv; {other}/.venv of its folders is not read" in said
    assert "TC646" not in toolc("list", "--python", "a/.venv").err
    write({"toolc.toml": 'targets = ["mcp"]\n\n[packages]\na = "a"\nb = "b"\n'})
    assert "TC646" not in toolc("list").err
