"""The forms of providers at run time are those that the compiler's templates write."""

from typing import Any

import pytest

from json_outputs import made
from small_bundles import bundle, server, tool
from toolc.ir import Tool
from toolc.runtime.envelopes import FORMS, envelope_of

TOOLS = [
    tool(),
    tool("plain", description=None),
    tool("ping", schema={"type": "object", "properties": {}}),
    tool("titled", title="T", output_schema={"type": "object"}, annotations={"readOnlyHint": True}),
    tool("wrapped", output_schema={"type": "object", "properties": {"result": {"type": "array"}}}, unwrap="result"),
    tool("worded", output_schema={"type": "object", "properties": {"result": {"type": "string"}}}, unwrap="result"),
]
SOURCES = {
    "anthropic": "anthropic", "gemini": "gemini", "mcp": "mcp", "openai": "openai", "openai-strict": "openai-strict",
    "openai-responses": "openai-responses",
    "pba": "native", "plain": "native",
}  # fmt: skip


@pytest.mark.parametrize("one", TOOLS, ids=lambda one: one.name)
@pytest.mark.parametrize("form", SOURCES)
def test_equal(form: str, one: Tool) -> None:
    documents, _ = made(bundle(server(one, envelope=form)), SOURCES[form])
    (document,) = documents.values()
    listed: Any = document
    if isinstance(document, dict):
        (listed,) = (value for key, value in document.items() if isinstance(value, list))
    assert listed == [envelope_of(one, form)]


def test_every_form_is_compared() -> None:
    assert {*FORMS} == {*SOURCES}
