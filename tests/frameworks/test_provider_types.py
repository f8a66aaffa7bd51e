"""What targets write, held to the types of the providers' own libraries."""

from collections.abc import Sequence
from typing import Any

import pytest

from frameworks.environment import answers
from harness import LIVE, bundle
from json_outputs import made
from json_schema_suite import groups
from oracle import canonical
from test_fixtures import FIXTURES
from toolc.config import AnthropicOptions, OpenaiResponsesOptions, TargetOptions
from toolc.schema.reshape.anthropic import for_anthropic_strict

TARGETS = (
    "openai",
    "openai-strict",
    "openai-responses",
    "anthropic",
    "anthropic-strict",
    "gemini",
    "bedrock",
    "mistral",
    "ollama",
)
ASKED = TargetOptions(
    openai_responses=OpenaiResponsesOptions(namespaces=True, defer_loading=True, allowed_callers="hints"),
    anthropic=AnthropicOptions(input_examples=True, defer_loading=True, allowed_callers="code_execution_20260120"),
)
SOURCES = ("targets/providers/input.py", "targets/rich/input.py")
SENT = "targets/as_sent/input.py"


def documents(sources: Sequence[str] = SOURCES) -> list[tuple[str, Any]]:
    found = []
    for source in sources:
        compiled = bundle((FIXTURES / source).read_text("utf-8"), versions=LIVE)
        for target in TARGETS:
            for own in (TargetOptions(), ASKED):
                written, _ = made(compiled, target, own=own)
                found += [(target, one) for name, one in written.items() if name.endswith("tools.json")]
    assert {target for target, _ in found} == {*TARGETS}
    return found


def test_the_libraries_take_what_is_written() -> None:
    found = documents()
    said = dict(zip(map(str, found), answers("providers", "providers", found), strict=True))
    assert {document: words for document, words in said.items() if words} == {}


def test_the_libraries_take_what_frameworks_send() -> None:
    """Some leave `strict` to the API of responses, which takes that; the type of its library asks for it."""
    found = [
        (target, [{"strict": None, **one} for one in document] if document and target == "openai-responses" else document)
        for target, document in documents([SENT])
        if "namespace" not in str(document)
    ]
    said = dict(zip(map(str, found), answers("providers", "providers", found), strict=True))
    assert {document: words for document, words in said.items() if words} == {} and len(found) > 10


def test_strict_schemas_are_those_of_anthropics_own_library() -> None:
    schemas = [group["schema"] for group in groups().values() if isinstance(group["schema"], dict)]
    schemas += [
        tool["parameters"]
        for target, document in documents()
        if target == "openai-responses"
        for tool in document
        if "parameters" in tool
    ]
    compared = 0
    for schema, said in zip(
        schemas, answers("providers", "providers", [("transform_schema", one) for one in schemas]), strict=True
    ):
        made = for_anthropic_strict(schema)
        if isinstance(said, str):
            assert made.strangers, (schema, said)
        elif not made.strangers:
            assert canonical(made.schema) == canonical(said), schema
            compared += 1
    assert compared > 40


TOOL = {"name": "f", "description": "F.", "parameters": {"type": "object", "properties": {}}}
WRONG: list[tuple[str, Any]] = [
    ("openai", [{"type": "function", "function": {"description": "no name"}}]),
    ("openai", [{"type": "function", "function": TOOL, "output_schema": {}}]),
    ("openai-responses", [{"type": "function", **TOOL}]),  # it must say whether it is strict
    ("openai-responses", [{"type": "function", **TOOL, "strict": False, "result_schema": {}}]),
    ("openai-responses", [{"type": "namespace", "name": "n", "tools": []}]),
    (
        "openai-responses",
        [{"type": "namespace", "name": "n", "description": "N.", "tools": [{"type": "function", "nam": "f"}]}],
    ),
    ("anthropic", [{"name": "f", "input_schema": {"type": "object"}, "allowed_callers": ["programmatic"]}]),
    ("anthropic", [{"name": "f", "inputSchema": {"type": "object"}}]),
    ("gemini", {"functionDeclarations": [{"name": "f", "schema": {}}]}),
    ("bedrock", {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"type": "object"}}}]}),
    ("bedrock", {"tools": [{"toolSpec": {"name": "f", "description": "", "inputSchema": {"json": {}}}}]}),
    ("mistral", [{"type": "function", "function": {"name": "f"}}]),
    ("ollama", [{"type": "function", "function": {"name": "f", "parameters": {"type": "array"}}}]),
]


@pytest.mark.parametrize("said", [pytest.param(one, id=str(one)[:60]) for one in WRONG])
def test_the_libraries_refuse_what_is_wrong(said: tuple[str, Any], refused: dict[str, str]) -> None:
    assert refused[str(said)]


@pytest.fixture(scope="module")
def refused() -> dict[str, str]:
    return dict(zip(map(str, WRONG), answers("providers", "providers", WRONG), strict=True))
