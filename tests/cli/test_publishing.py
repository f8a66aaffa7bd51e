"""`toolc report` into files of other programs: `server.json` of the MCP registry, entities of Backstage's catalogue."""

import json
from pathlib import Path
from typing import Any

import pytest

from packed import zipped

PROJECT = """\
[project]
name = "acme-shop"
version = "1.4.2"
description = "A shop for models"

[project.urls]
Repository = "https://github.com/acme/shop.git"
"""
SHOP = '''\
import os
from os import environ as env

import click
from mcp.server.fastmcp import FastMCP
from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

HOST = "SHOP_HOST"
mcp = FastMCP("shop")


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="shop_")
    region: str
    currency: str = "EUR"
    api_key: str = Field(validation_alias="SHOP_SECRET_KEY")
    depth: int = Field(default=3, validation_alias=AliasChoices("SHOP_DEPTH", "SHOP_LEVEL"))
    _hidden: str = ""


class Old(BaseSettings):
    stock: str

    class Config:
        env_prefix = "OLD_"


def setting(name: str, default: str | None = None) -> str | None:
    return os.getenv(name, default)


@click.option("--port", envvar=["SHOP_PORT"])
def main(port: int) -> None:
    """Start."""


@mcp.tool()
def search(query: str) -> str:
    """Search the catalogue."""
    places = os.environ[HOST], env.get("SHOP_TOKEN"), os.getenv("HOME"), "SHOP_FAST" in os.environ
    env["SHOP_WRITTEN"] = "1"
    del env["SHOP_DELETED"]
    return f"{places} {setting('SHOP_LIMIT', '10')} {setting(name='SHOP_MODE')}"
'''
VARIABLES = {
    "OLD_STOCK": {"isRequired": True},
    "SHOP_CURRENCY": {"default": "EUR"},
    "SHOP_DEPTH": {},
    "SHOP_FAST": {},
    "SHOP_HOST": {"isRequired": True},
    "SHOP_LEVEL": {},
    "SHOP_LIMIT": {"default": "10"},
    "SHOP_MODE": {},
    "SHOP_PORT": {},
    "SHOP_REGION": {"isRequired": True},
    "SHOP_SECRET_KEY": {"isRequired": True, "isSecret": True},
    "SHOP_TOKEN": {"isSecret": True},
}


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(SHOP.splitlines(), 1) if text in line)


def variables(text: str) -> dict[str, Any]:
    [package] = json.loads(text)["packages"]
    return {one.pop("name"): one for one in package["environmentVariables"]}


@pytest.mark.parametrize("untrusted", [(), ("--untrusted",)])
def test_a_new_server_has_what_the_sources_tell(untrusted: tuple[str, ...], write, toolc, here: Path) -> None:
    write({"src/pyproject.toml": PROJECT, "src/shop.py": SHOP})
    done = toolc("report", "src", "--out", "server.json", *untrusted)
    assert done.status == 0, done.err
    text = (here / "server.json").read_text()
    made = json.loads(text)
    assert made.pop("$schema").endswith("/2025-12-11/server.schema.json")
    assert variables(text) == VARIABLES
    [package] = made.pop("packages")
    del package["environmentVariables"]
    assert package == {"registryType": "pypi", "identifier": "acme-shop", "version": "1.4.2", "transport": {"type": "stdio"}}
    assert made == {
        "name": "io.github.acme/acme-shop", "description": "A shop for models", "version": "1.4.2",
        "repository": {"url": "https://github.com/acme/shop", "source": "github"},
    }  # fmt: skip
    assert toolc("report", "src", "--out", "server.json", "--check", *untrusted).status == 0


WRITTEN = {
    "name": "com.acme/shop",
    "description": "Mine",
    "version": "1.0.0",
    "packages": [
        {"registryType": "npm", "identifier": "acme-shop", "version": "9", "transport": {"type": "stdio"}},
        {
            "registryType": "pypi", "identifier": "Acme_Shop", "version": "1.0.0", "transport": {"type": "stdio"},
            "environmentVariables": [
                {"name": "SHOP_TOKEN", "description": "From the console", "isSecret": False},
                {"name": "SHOP_HOST", "isRequired": False},
                {"name": "SHOP_LIMIT", "default": "20"},
                {"name": "SHOP_GONE"},
            ],
        },
    ],
    "remotes": [{"type": "streamable-http", "url": "https://shop.example/mcp"}],
}  # fmt: skip


def test_what_people_wrote_stays_and_what_the_sources_contradict_is_said(write, toolc, here: Path) -> None:
    write({"pyproject.toml": PROJECT, "shop.py": SHOP, "server.json": json.dumps(WRITTEN, indent=4) + "\n"})
    done = toolc("report", "--out", "server.json", "--check")
    assert done.status == 1 and "TC620" in done.err and json.loads((here / "server.json").read_text()) == WRITTEN
    done = toolc("report", "--out", "server.json")
    assert done.status == 0 and done.err.count("warning TC649") == 3
    for told in (
        "no source reads the variable SHOP_GONE",
        f"SHOP_HOST is not required here, but shop.py:{line_of('os.environ[HOST]')} fails without it",
        f'the default of SHOP_LIMIT is "10" in shop.py:{line_of("SHOP_LIMIT")}, another here',
    ):
        assert told in done.err, done.err
    text = (here / "server.json").read_text()
    made = json.loads(text)
    assert made["version"] == "1.4.2" and (made["name"], made["description"], made["remotes"]) == (
        "com.acme/shop", "Mine", WRITTEN["remotes"],
    )  # fmt: skip
    npm, pypi = made["packages"]
    assert npm == WRITTEN["packages"][0] and pypi["version"] == "1.4.2" and pypi["identifier"] == "Acme_Shop"
    given = {one.pop("name"): one for one in pypi["environmentVariables"]}
    assert list(given)[:4] == ["SHOP_TOKEN", "SHOP_HOST", "SHOP_LIMIT", "SHOP_GONE"]
    assert given["SHOP_TOKEN"] == {"description": "From the console", "isSecret": False}
    assert given.keys() == VARIABLES.keys() | {"SHOP_GONE"} and text.startswith('{\n    "name"')
    assert toolc("report", "--out", "server.json", "--check").status == 0
    write({"shop.py": SHOP.replace("SHOP_MODE", "SHOP_WAY")})
    assert "TC620" in toolc("report", "--out", "server.json", "--check").err


def test_a_name_that_no_source_tells_is_said(write, toolc) -> None:
    write(
        {"pyproject.toml": PROJECT, "shop.py": SHOP + "\n\ndef odd(x: str) -> str | None:\n    return os.getenv(f'SHOP_{x}')\n"}
    )
    done = toolc("report", "--out", "server.json", "-v")
    assert done.status == 0 and f"shop.py:{len(SHOP.splitlines()) + 4}:12: note TC222" in done.err


def test_the_name_is_that_of_the_readme_and_no_server_is_made_of_nothing(write, toolc, here: Path) -> None:
    write({"pyproject.toml": PROJECT.partition("[project.urls]")[0], "shop.py": SHOP})
    done = toolc("report", "--out", "server.json")
    assert done.status == 2 and "TC647" in done.err and not (here / "server.json").exists()
    write({"README.md": "# Shop\n\n<!-- mcp-name: io.github.acme/the-shop -->\n"})
    assert toolc("report", "--out", "server.json").status == 0
    assert json.loads((here / "server.json").read_text())["name"] == "io.github.acme/the-shop"


@pytest.mark.parametrize("text", ["{}", "[", '{"name": "shop"}', '{"name": "a/b", "name": "a/c", "packages": []}'])
def test_what_is_no_server_is_left_alone(text: str, write, toolc, here: Path) -> None:
    write({"pyproject.toml": PROJECT, "shop.py": SHOP, "server.json": text})
    done = toolc("report", "--out", "server.json")
    assert done.status == 2 and "TC647" in done.err and (here / "server.json").read_text() == text


def test_a_server_of_an_archive(write, toolc, here: Path) -> None:
    names = {"acme_shop/shop.py": SHOP, "acme_shop-1.4.2.dist-info/METADATA": "Name: acme-shop\nVersion: 1.4.2\n"}
    write({"shop.whl": zipped(names), "server.json": json.dumps(WRITTEN)})
    assert toolc("report", "shop.whl", "--untrusted", "--out", "server.json").status == 0
    assert "SHOP_REGION" in (here / "server.json").read_text()


# --- Backstage --------------------------------------------------------------------------------------------------------

TWO = (
    SHOP
    + '\n\nother = FastMCP("stock")\n\n\n@other.tool()\ndef count(text: str = "# toolc: end x\\n---\\n") -> int:\n    """Count `it`: \\u2028 {x}."""\n    return 0\n'
)


def test_an_entity_for_each_server(write, toolc, here: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")
    write({"pyproject.toml": PROJECT, "shop.py": TWO})
    assert toolc("report", "--out", "catalog-info.yaml").status == 0
    shop, stock = yaml.safe_load_all((here / "catalog-info.yaml").read_text())
    assert (shop["kind"], shop["metadata"]["name"], shop["spec"]["type"]) == ("API", "acme-shop-shop", "mcp-server")
    assert stock["metadata"]["description"] == "1 tool: count"
    listed = [json.loads(toolc("schema", name, "--target", "mcp").out) for name in ("search", "count")]
    assert [json.loads(one["spec"]["definition"]) for one in (shop, stock)] == [{"tools": [one]} for one in listed]
    assert toolc("report", "--out", "catalog-info.yaml", "--check").status == 0


def test_only_definitions_are_replaced(write, toolc, here: Path) -> None:
    write({"pyproject.toml": PROJECT, "shop.py": TWO})
    toolc("report", "--out", "catalog-info.yaml")
    before = (here / "catalog-info.yaml").read_text()
    mine = before.replace("owner: unknown", "owner: group:shop  # ours").replace(
        "remotes: []", "remotes: [{type: sse, url: x}]"
    )
    write({"catalog-info.yaml": mine, "shop.py": TWO.replace("Search the", "Look through the")})
    done = toolc("report", "--out", "catalog-info.yaml", "--check")
    assert done.status == 1 and "TC620" in done.err
    assert toolc("report", "--out", "catalog-info.yaml").status == 0
    assert (here / "catalog-info.yaml").read_text() == mine.replace("Search the", "Look through the")


@pytest.mark.parametrize(
    ("old", "new"),
    [("# toolc: end acme-shop-stock\n", ""), ("acme-shop-stock", "gone"), ("apiVersion", "# toolc: begin x\napiVersion")],
)
def test_an_entity_without_a_place_for_a_server_is_left_alone(old: str, new: str, write, toolc, here: Path) -> None:
    write({"pyproject.toml": PROJECT, "shop.py": TWO})
    toolc("report", "--out", "catalog-info.yaml")
    text = (here / "catalog-info.yaml").read_text().replace(old, new)
    write({"catalog-info.yaml": text})
    done = toolc("report", "--out", "catalog-info.yaml")
    assert done.status == 2 and "TC647" in done.err and (here / "catalog-info.yaml").read_text() == text
