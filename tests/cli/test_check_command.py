"""`toolc check`: what is left out, and by whom."""

MCP = 'from mcp.server.fastmcp import FastMCP; from plugin import *\n\nmcp = FastMCP("demo")\n\n\n'
TOOL = '@mcp.tool()\n{}def {}(\n    query: {},{}\n) -> str:\n    """Search."""\n'


def tool(annotation: str = "Query", comment: str = "", above: str = "", name: str = "search") -> str:
    return MCP + TOOL.format(above, name, annotation, comment)


def codes(text: str) -> list[str]:
    return [
        line.split()[2] for line in text.splitlines() if line.split()[1:2] and line.split()[1] in ("error", "warning", "note")
    ]


def test_nothing_is_written(write, toolc) -> None:
    here = write({"tools.py": tool("str")})
    assert toolc("check", "tools.py").status == 0
    assert sorted(path.name for path in here.iterdir()) == [".git", "tools.py"]


def test_what_targets_find_is_found(write, toolc) -> None:
    write({"tools.py": tool("str").replace("@mcp.tool()", '@mcp.tool(name="a b")')})
    assert codes(toolc("check", "tools.py").err) == []
    assert codes(toolc("check", "tools.py", "--target", "openai").err) == ["TC501"]


def test_a_comment_at_the_line_is_followed_by_every_command(write, toolc) -> None:
    write({"tools.py": tool(comment="  # toolc: ignore[TC307] comes from the plugin")})
    for command in ("check", "list", "ir", "generate", "lock", "stats"):
        assert codes(toolc(command, "tools.py").err) == [], command


def test_a_comment_alone_is_about_the_next_line(write, toolc) -> None:
    write({"tools.py": tool().replace("    query", "    # toolc: ignore[unresolved-annotation]\n\n    # why\n    query")})
    assert codes(toolc("check", "tools.py").err) == []


def test_a_comment_elsewhere_is_not_followed_and_is_found(write, toolc) -> None:
    write({"tools.py": tool(above="# toolc: ignore[TC307]\n")})
    assert codes(toolc("check", "tools.py").err) == ["TC404", "TC307"]
    assert codes(toolc("list", "tools.py").err) == ["TC307"]


def test_comments_in_strings_are_none(write, toolc) -> None:
    write({"tools.py": tool(comment='  # why\n    word: str = "# toolc: ignore[TC307]", more: int = f"{1}# toolc: nonsense",')})
    assert "TC405" not in toolc("check", "tools.py").err


def test_what_is_not_asked_for_is_not_judged(write, toolc) -> None:
    write({"tools.py": tool("str", comment="  # toolc: ignore[TC307]")})
    assert codes(toolc("check", "tools.py").err) == ["TC404"]
    assert codes(toolc("check", "tools.py", "--ignore", "TC307").err) == []


def test_comments_that_are_not_understood(write, toolc) -> None:
    write({"tools.py": tool("str") + "# toolc: please\n# toolc: ignore[TC307, TC9999, TC3]\n# toolc: ignore[TC110]\n"})
    done = toolc("check", "tools.py")
    assert codes(done.err) == ["TC405", "TC404", "TC405", "TC405", "TC405"]
    assert "TC110 cannot be ignored" in done.err


def test_files_without_tools_are_looked_at_too(write, toolc) -> None:
    write({"tools.py": tool("str"), "plain.py": "x = 1  # toolc: ignore[TC307]\n"})
    assert "plain.py:1:8: warning TC404" in toolc("check", ".").err


def test_a_library_has_no_say(write, toolc) -> None:
    library = (
        "from plugin import *\n\n\ndef search(  # toolc: ignore[TC307]\n    query: Thing,  # toolc: ignore[TC307]\n): ...\n"
    )
    write({"lib/library.py": library, "app/tools.py": f"{MCP}from library import search\n\nmcp.tool()(search)\n"})
    done = toolc("check", "app", "--search-path", "lib")
    assert codes(done.err) == ["TC307"]


def test_untrusted_sources_have_no_say(write, toolc) -> None:
    write({"t/tools.py": tool(comment="  # toolc: ignore[TC307]"), "t/toolc.toml": '[check]\nignore = ["TC307"]\n'})
    said = codes(toolc("check", "t", "--untrusted", "--sandbox", "off").err)
    assert "TC307" in said and "TC618" in said
    assert codes(toolc("check", "t").err) == []


def test_configuration_holds_for_every_command(write, toolc) -> None:
    write(
        {"tools.py": tool(), "old/more.py": tool(name="more"), "toolc.toml": '[check.per-file-ignores]\n"old/**" = ["TC3"]\n'}
    )
    for command in ("check", "list"):
        done = toolc(command, ".")
        assert codes(done.err) == ["TC307"] and "tools.py:8" in done.err, command


def test_the_command_line_over_the_configuration(write, toolc) -> None:
    write({"tools.py": tool(), "toolc.toml": '[check]\nselect = ["TC4"]\nignore = ["TC418"]\n'})
    assert codes(toolc("check", "tools.py").err) == []
    assert codes(toolc("check", "tools.py", "--extend-select", "TC307").err) == ["TC307"]
    assert codes(toolc("check", "tools.py", "--select", "TC3,TC4").err) == ["TC307"]


def test_a_code_that_there_is_not_ends_the_run(write, toolc) -> None:
    write({"tools.py": tool()})
    done = toolc("check", "tools.py", "--ignore", "TC308x")
    assert done.status == 2 and codes(done.err) == [] and "TC606" in done.err


def test_exit_status_and_statistics(write, toolc) -> None:
    write({"tools.py": tool() + TOOL.format("", "again", "Query", "")})
    assert toolc("check", "tools.py").status == 0
    assert toolc("check", "tools.py", "--fail-on", "warning").status == 1
    done = toolc("check", "tools.py", "--statistics")
    assert done.out.splitlines()[1].split() == ["2", "TC307", "unresolved-annotation"]
    write({"tools.py": "def f(:\n"})
    assert toolc("check", "tools.py", "--ignore", "ALL").status == 1
