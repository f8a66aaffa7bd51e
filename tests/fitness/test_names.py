"""Names that a provider refuses are those that it is sent."""

HEAD = 'from crewai.tools import tool\n\n\n@tool("Find A Book")\ndef find(query: str) -> str:\n    """Find a book."""\n    return query\n'


def test_a_name_that_the_framework_changes_is_no_finding(write, toolc) -> None:
    write({"tools.py": HEAD})
    assert "TC451" not in toolc("check", "tools.py", "--provider", "anthropic").err
    write({"tools.py": HEAD.replace("crewai.tools import tool", "langchain_core.tools import tool")})
    assert "takes no tool named `Find A Book`" in toolc("check", "tools.py", "--provider", "anthropic").err
