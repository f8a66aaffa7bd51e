"""Entities of Backstage's catalogue (`catalog-info.yaml`), an API for each server; its definition is what `tools/list` gives.

Takes a bundle and the text of a file, gives a new file, or the one that is there with the definitions between their markers
replaced: owner, lifecycle, remotes and all else is what people write. Source: Backstage's descriptor format; the entity of type
`mcp-server` (2026) wants `remotes`, every other API a `definition`, so both are there.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator

from toolc.cli import stages
from toolc.cli.catalogue import title
from toolc.cli.run import count_noun
from toolc.ir import Bundle, Package, Server

NAMES = ("catalog-info.yaml", "catalog-info.yml")
_BEGIN, _END = "# toolc: begin ", "# toolc: end "
_BLOCK = re.compile(r"^([ ]*)# toolc: begin ([A-Za-z0-9._-]+)[ ]*\r?\n(.*?)^[ ]*# toolc: end \2[ ]*$", re.MULTILINE | re.DOTALL)
_MARKER = re.compile(r"^[ ]*# toolc: (?:begin|end) ", re.MULTILINE)
_LONGEST = 63  # characters of a name (Kubernetes)


def new_entities(bundle: Bundle) -> str:
    """Return a whole file."""
    return "---\n".join(_entity(name, package, server) for name, package, server in _servers(bundle))


def with_definitions(text: str, bundle: Bundle) -> str | None:
    """Return the file with all definitions as they are now. `None` unless it has a place for each server, and for no other."""
    servers = {name: (package, server) for name, package, server in _servers(bundle)}
    places = [found[2] for found in _BLOCK.finditer(text)]
    if sorted(places) != sorted(servers) or len(_MARKER.findall(text)) != 2 * len(places):
        return None
    ends = "\r\n" if "\r\n" in text else "\n"
    return _BLOCK.sub(lambda found: _block(found[1], found[2], servers[found[2]][1]).rstrip("\n").replace("\n", ends), text)


def _servers(bundle: Bundle) -> Iterator[tuple[str, Package, Server]]:
    """Each server that has tools, with the name of its entity, no two of them alike."""
    taken: Counter[str] = Counter()
    for package in bundle.packages:
        for server in package.servers:
            if any(tool.input_schema is not None for tool in server.tools):
                plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", title(package, server)).strip("-_.").lower()[: _LONGEST - 4] or "tools"
                plain = plain.rstrip("-_.")
                taken[plain] += 1
                yield plain if taken[plain] == 1 else f"{plain}--{taken[plain]}", package, server


def _entity(name: str, package: Package, server: Server) -> str:
    said = server.info.description if server.info is not None and server.info.description else ""
    tools = [tool for tool in server.tools if tool.input_schema is not None]
    about = said.strip().partition("\n")[0] or f"{count_noun(len(tools), 'tool')}: {', '.join(tool.name for tool in tools[:8])}"
    lines = [
        "apiVersion: backstage.io/v1alpha1",
        "kind: API",
        "metadata:",
        f"  name: {name}",
        f"  title: {json.dumps(title(package, server))}",
        f"  description: {json.dumps(about)}",
        "  tags: [mcp]",
        "spec:",
        "  type: mcp-server",
        "  lifecycle: production",
        "  owner: unknown",
        "  remotes: []",
    ]
    return "\n".join(lines) + "\n" + _block("  ", name, server)


def _block(indent: str, name: str, server: Server) -> str:
    """The definition between its markers. JSON in ASCII has nothing that a literal block of YAML would take for its end."""
    target = stages.targets()["mcp"]
    rendered = (stages.render_one(server, tool, target)[0] for tool in server.tools)
    tools = [json.loads(text) for text in rendered if text is not None]
    inside = json.dumps({"tools": tools}, indent=2, ensure_ascii=True).splitlines()
    lines = [f"{_BEGIN}{name}", "definition: |", *(f"  {line}" for line in inside), f"{_END}{name}"]
    return "".join(f"{indent}{line}\n" for line in lines)
