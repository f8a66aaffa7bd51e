"""Whole servers as toolc reads them against what a client receives from them: `initialize` and every list method.

Everything that toolc calls exact is what the server sends, and nothing of a server is missing without a word.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from effort import examples
from frameworks.environment import locked
from harness import LIVE, program
from oracle import canonical
from toolc.check import check_packages
from toolc.ir import Prompt, Resource, Server, Tool
from toolc.lower import lower
from toolc.systems.register import SYSTEMS
from whole.asking import ask_servers
from whole.writing import DIALECTS, LOW_DIALECTS, Writer, low_level

ENVIRONMENTS = {"mcp": "", "mcp2": "fastmcp4"}


def versions(dialect: str) -> Mapping[str, str]:
    environment = ENVIRONMENTS.get(dialect, dialect)
    if not environment:
        return LIVE
    found = {name: locked(environment, name) for name in ("mcp", "pydantic", "fastmcp")}
    return {**LIVE, **found}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_servers(dialect: str) -> None:
    texts = [Writer(Random(f"{dialect} {seed}"), dialect).module() for seed in range(examples(150))]
    exact = 0
    for text, answer in zip(texts, ask_servers(ENVIRONMENTS.get(dialect, dialect), texts), strict=True):
        assert "error" not in answer, f"{answer['error']}\n{text}"
        exact += compared(text, answer["mcp"], versions(dialect))
    assert exact > 3 * len(texts)


@pytest.mark.parametrize("dialect", LOW_DIALECTS)
def test_random_low_level_servers(dialect: str) -> None:
    texts = [low_level(Random(f"low {seed}"), dialect) for seed in range(examples(100))]
    exact = described = 0
    for text, answer in zip(texts, ask_servers(ENVIRONMENTS[dialect], texts), strict=True):
        assert "error" not in answer, f"{answer['error']}\n{text}"
        linked = program(text, versions=versions(dialect))
        made, said = lower(linked, SYSTEMS)
        (server,) = [server for package in made.packages for server in package.servers]
        for kind, found in listed(server).items():
            there = {key: canonical(one) for key, one in keyed(kind, answer["server"].get(kind, ()))}
            assert linked.diagnostics or said or there.keys() == found.keys(), f"{kind}\n{text}"
            for key, (fidelity, sent) in found.items():
                if fidelity == "exact":
                    assert canonical(sent) == there[key], f"{kind}\n{text}"
                    exact += 1
        assert server.info is not None
        if server.info.fidelity == "exact":
            assert canonical(info(server)) == canonical(answer["server"]["info"]), text
            described += 1
    assert exact > 4 * len(texts)
    assert described > 0.8 * len(texts)


def compared(text: str, answer: dict[str, Any], versions: Mapping[str, str]) -> int:
    """Compare a module with what its server `mcp` sends; return how much of it is exact."""
    linked = program(text, versions=versions)
    made, said = lower(linked, SYSTEMS)
    packages, _ = check_packages(made.packages)
    servers = [server for package in packages for server in package.servers]
    server = next((one for one in servers if one.info is not None and one.info.name == answer["info"]["name"]), None)
    if server is None:
        assert not any(answer[kind] for kind in ("tools", "prompts", "resources", "resourceTemplates")), text
        return 0
    exact = 0
    for kind, found in listed(server).items():
        there = {key: canonical(one) for key, one in keyed(kind, answer[kind])}
        spoken = bool(linked.diagnostics) or bool(said)
        assert spoken or there.keys() == found.keys(), f"{kind}: {sorted(there)} {sorted(found)}\n{text}"
        for key, (fidelity, sent) in found.items():
            if fidelity == "exact":
                assert canonical(sent) == there[key], f"{kind}\n{text}"
                exact += 1
    assert server.info is not None
    if server.info.fidelity == "exact":
        assert canonical(info(server)) == canonical(answer["info"]), text
        exact += 1
    return exact


def keyed(kind: str, listed: Sequence[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    key = {"resources": "uri", "resourceTemplates": "uriTemplate"}.get(kind, "name")
    yield from ((one[key], one) for one in listed)


def listed(server: Server) -> dict[str, dict[str, tuple[str, dict[str, Any]]]]:
    """Everything of a server by kind and key: how well it is known, and what the server sends of it."""
    found: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
        "tools": {one.name: (one.fidelity, tool(one)) for one in server.tools if one.fidelity != "refused"},
        "prompts": {one.name: (one.fidelity, prompt(one)) for one in server.prompts if one.fidelity != "refused"},
        "resources": {},
        "resourceTemplates": {},
    }
    for one in server.resources:
        if one.fidelity != "refused":
            kind = "resourceTemplates" if one.template else "resources"
            found[kind][one.uri] = (one.fidelity, resource(one))
    return found


def tool(one: Tool) -> dict[str, Any]:
    wire = one.wire or one
    return present(
        name=one.name,
        title=one.title,
        description=one.description,
        inputSchema=wire.input_schema,
        outputSchema=wire.output_schema,
        annotations=one.annotations,
        icons=one.icons,
        execution=one.execution,
        _meta=one.meta,
    )


def prompt(one: Prompt) -> dict[str, Any]:
    arguments = [present(name=it.name, description=it.description, required=it.required) for it in one.arguments]
    listed = arguments if arguments or one.system != "mcp-lowlevel" else None  # there it is not sent when it is not given
    return present(
        name=one.name, title=one.title, description=one.description, arguments=listed, icons=one.icons, _meta=one.meta
    )


def resource(one: Resource) -> dict[str, Any]:
    key = "uriTemplate" if one.template else "uri"
    return present(
        **{key: one.uri},
        name=one.name,
        title=one.title,
        description=one.description,
        mimeType=one.mime_type,
        size=one.size,
        annotations=one.annotations,
        icons=one.icons,
        _meta=one.meta,
    )


def info(server: Server) -> dict[str, Any]:
    one = server.info
    assert one is not None
    return present(
        name=one.name,
        version=one.version,
        title=one.title,
        description=one.description,
        websiteUrl=one.website_url,
        icons=one.icons,
        instructions=one.instructions,
        capabilities=one.capabilities,
    )


def present(**facts: Any) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}
