"""The table of attributes of servers, held to the frameworks in the environments of the tests."""

import json
import subprocess
import sys
from functools import partial

import pytest

from frameworks.environment import compiling, starting
from programs.hunting import verdict_on
from programs.oracles import FRAMEWORKS, Oracle
from server_names import MAKING, OF_PYTHON, SHOW
from toolc import server_names

ABSENT = ("add_tools", "nonsense", "_tools")


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_servers_have_the_attributes_of_the_table(name: str) -> None:
    framework = FRAMEWORKS[name]
    command = starting(framework.environment) if framework.environment else [sys.executable, "-W", "ignore"]
    command += ["-c", MAKING[framework.distribution] + SHOW]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=compiling())
    version = Oracle(name).versions[framework.distribution]
    shown = json.loads(done.stdout.splitlines()[-1])
    live = {one for one in shown if not one.startswith("__")} - OF_PYTHON
    told = {one for one in live if server_names.has(framework.distribution, one, version)}
    assert told == live
    everywhere = set(server_names._tables()[framework.distribution].spans)
    absent = {one for one in (*everywhere, *ABSENT) if not one.startswith("__")} - live
    assert {one for one in absent if server_names.has(framework.distribution, one, version)} == set()
    for method, parameters in shown.items():
        if parameters is None or (method.startswith("__") and method != "__init__"):
            continue
        words = parameters.split()
        by_position = words[: next((at for at, one in enumerate(words) if one.startswith("*")), None)]
        required = [one for one in words if not one.endswith("=") and not one.startswith("*")]
        refuse = partial(server_names.refuse, framework.distribution, method, version)
        assert refuse(len(by_position) + 1, (), True) is ("*args" not in words), method
        assert refuse(0, ("no_parameter",), True) is ("**" not in words), method
        assert refuse(0, [one.rstrip("=") for one in words if not one.startswith("*")], False) is False, method
        assert refuse(0, (), False) is bool(required), method


def test_an_unknown_version_leaves_open_what_versions_do_not_share() -> None:
    assert server_names.has("fastmcp", "_tool_manager", None) is None
    assert server_names.has("fastmcp", "mount", None) is True
    assert server_names.has("fastmcp", "nonsense", None) is False


def test_an_unknown_version_leaves_open_which_arguments_a_method_takes() -> None:
    assert server_names.refuse("fastmcp", "tool", None, 0, ("exclude_args",), False) is None
    assert server_names.refuse("fastmcp", "tool", None, 0, ("name",), False) is False
    assert server_names.refuse("fastmcp", "tool", None, 0, ("serializer",), False) is True


def test_a_version_newer_than_the_table_counts_as_its_newest() -> None:
    assert server_names.has("fastmcp", "_tool_manager", "99.1.0") is False
    assert server_names.has("fastmcp", "custom_route", "99.1.0") is True


REMOVING = '''from fastmcp import FastMCP

shop = FastMCP("shop")


@shop.tool
def order(item: str) -> str:
    """Order something."""
    return item


@shop.tool
def refund(item: str) -> str:
    """Pay back."""
    return item


{}.remove_tool("refund")
'''


@pytest.mark.parametrize(
    ("name", "holder"),
    [("fastmcp2", "shop"), ("fastmcp3", "shop"), ("fastmcp3", "shop.local_provider"), ("fastmcp4", "shop.local_provider")],
)
def test_providers_keep_what_servers_lose(name: str, holder: str) -> None:
    with Oracle(name) as oracle:
        assert verdict_on({"server.py": REMOVING.format(holder)}, oracle).kind == "exact"
