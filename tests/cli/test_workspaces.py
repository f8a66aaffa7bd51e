"""A part of a repository is compiled as in a run over all of it: what packages share is found, whatever the paths are (B3)."""

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


def test_environments_of_single_packages_are_said(write, toolc, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """As Poetry makes them with `virtualenvs.in-project`."""
    write(WORKSPACES["poetry"])
    assert "TC646" not in toolc("list").err
    installed = "lib/python3.12/site-packages/mcp-1.20.0.dist-info/METADATA"
    for folder in SERVICES.values():
        write({f"{folder}/.venv/pyvenv.cfg": "", f"{folder}/.venv/{installed}": "Name: mcp\nVersion: 1.20.0\n"})
    [said] = [line for line in toolc("list").err.splitlines() if "warning TC646" in line]
    assert "services/billing and of 1 more is not read" in said
    for folder in SERVICES.values():
        assert "TC646" not in toolc("list", folder).err
    assert "TC646" not in toolc("list", "--python", "services/billing/.venv").err
    monkeypatch.chdir(here / "services/catalog")
    assert "TC646" not in toolc("list").err
