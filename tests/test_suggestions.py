"""`text/suggestions.py`: what someone may have meant."""

from toolc.text.suggestions import did_you_mean


def test_near_names() -> None:
    assert did_you_mean("opnai", ["openai", "mcp"]) == 'did you mean "openai"?'
    assert did_you_mean("MCP", ["openai", "mcp"]) == 'did you mean "mcp"?'


def test_no_near_name() -> None:
    assert did_you_mean("zzz", ["openai", "mcp"]) == ""
    assert did_you_mean("zzz", ["openai", "mcp"], "targets are") == "targets are: mcp, openai"
    assert did_you_mean("x" * 100_000, ["openai"]) == ""
