"""Each JSON target: what its files say, word for word."""

import json

import pytest
from jsonschema import Draft202012Validator

from json_outputs import EMPTY, REFERRING, text_of
from small_bundles import tool


def test_openai():
    assert text_of("openai", EMPTY) == (
        "openai/shop/tools.json",
        """\
[
  {
    "type": "function",
    "function": {
      "name": "ping",
      "description": "Search.",
      "parameters": {
        "type": "object",
        "properties": {}
      }
    }
  }
]
""",
    )


def test_openai_strict():
    assert text_of("openai-strict", EMPTY) == (
        "openai-strict/shop/tools.json",
        """\
[
  {
    "type": "function",
    "function": {
      "name": "ping",
      "description": "Search.",
      "strict": true,
      "parameters": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      }
    }
  }
]
""",
    )


def test_anthropic_separates_entries():
    assert text_of("anthropic", EMPTY, tool("pong", 2, schema={}, description=None)) == (
        "anthropic/shop/tools.json",
        """\
[
  {
    "name": "ping",
    "description": "Search.",
    "input_schema": {
      "type": "object",
      "properties": {}
    }
  },
  {
    "name": "pong",
    "input_schema": {}
  }
]
""",
    )


def test_gemini():
    assert text_of("gemini", EMPTY) == (
        "gemini/shop/tools.json",
        """\
{
  "functionDeclarations": [
    {
      "name": "ping",
      "description": "Search.",
      "parametersJsonSchema": {
        "type": "object",
        "properties": {}
      }
    }
  ]
}
""",
    )


def test_mcp_with_all_there_is():
    full = tool("ping", schema={}, title="Ping", output_schema={"type": "object"}, annotations={"readOnlyHint": True})
    assert text_of("mcp", full) == (
        "mcp/shop/main.json",
        """\
{
  "tools": [
    {
      "name": "ping",
      "title": "Ping",
      "description": "Search.",
      "inputSchema": {},
      "outputSchema": {
        "type": "object"
      },
      "annotations": {
        "readOnlyHint": true
      }
    }
  ]
}
""",
    )


def test_json_schema():
    assert text_of("json-schema", EMPTY, tool("pong", 2, schema={"$schema": "x"})) == (
        "json-schema/shop/tools.json",
        """\
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$defs": {
    "ping": {
      "type": "object",
      "properties": {}
    },
    "pong": {}
  }
}
""",
    )


@pytest.mark.parametrize("envelope", ["anthropic", "mcp", "openai"])
def test_native_envelopes_that_a_provider_has_too(envelope):
    assert text_of("native", EMPTY, envelope=envelope)[1] == text_of(envelope, EMPTY)[1]


@pytest.mark.parametrize("envelope", ["plain", "../../etc/passwd", ""])
def test_native_plain(envelope):
    path, text = text_of("native", EMPTY, envelope=envelope)
    assert path == "native/shop/main.json"
    parameters = {"type": "object", "properties": {}}
    assert json.loads(text) == [{"name": "ping", "description": "Search.", "parameters": parameters}]


def test_native_pba_is_a_schema_of_the_call():
    _, text = text_of("native", tool(schema=REFERRING), envelope="pba")
    [schema] = json.loads(text)
    assert list(schema) == ["type", "description", "properties", "required"]
    assert list(schema["properties"]) == ["intention", "name", "arguments"]
    assert schema["required"] == ["intention", "name", "arguments"]
    call = Draft202012Validator(schema)
    assert call.is_valid({"intention": "to know", "name": "search", "arguments": {"user": {"name": "x"}}})
    assert not call.is_valid({"intention": "to know", "name": "search", "arguments": {"user": {"name": 1}}})
    assert not call.is_valid({"intention": "to know", "name": "other", "arguments": {"user": {"name": "x"}}})


# --- layout, names, what is left out ---------------------------------------------------------------------------------
