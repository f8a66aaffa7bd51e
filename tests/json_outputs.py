"""What tests of JSON targets share: rendering a bundle, and finding the schemas in what came out."""

import json

from small_bundles import bundle, server, tool
from toolc.config import TargetOptions
from toolc.emit import Options, emit
from toolc.targets.register import TARGETS as ALL

TARGETS = {name: target for name, target in ALL.items() if target.one is not None}
EVERY = list(TARGETS.values())
REFERRING = {
    "type": "object",
    "properties": {"user": {"$ref": "#/$defs/User"}},
    "required": ["user"],
    "$defs": {"User": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
}


def made(found, *targets, per_tool=False, own=None):
    files, diagnostics = emit(found, [TARGETS[name] for name in targets], Options(per_tool, own or TargetOptions()))
    return {file.path: json.loads(file.text) for file in files}, [diagnostic.code for diagnostic in diagnostics]


def schemas_of(document):
    """Every JSON Schema in an output of a target, whatever its envelope."""
    if isinstance(document, dict):
        for key in ("parameters", "input_schema", "inputSchema", "outputSchema", "parametersJsonSchema"):
            if key in document:
                yield document[key]
        if "intention" in document.get("properties", {}) or "$schema" in document:
            yield document
    for member in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from schemas_of(member)


EMPTY = tool("ping", schema={"type": "object", "properties": {}})
ENTRY = '"type": "object",\n{0}"properties": {{}}\n'


def text_of(target, *tools, envelope="mcp"):
    files, _ = emit(bundle(server(*tools, envelope=envelope)), [TARGETS[target]], Options())
    [file] = files
    return file.path, file.text
