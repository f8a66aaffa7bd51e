"""What `--fix` makes of a file: what changes, what stays, and what is left alone."""

import pytest

START = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n\n@mcp.tool()\n'

# Before and after, of one function.
MENDED = {
    "Google": (
        'def f(a: str, b: int, c: str) -> str:\n    """Find.\n\n    Args:\n        a: First.\n        c (str): Third,\n            on two lines.\n\n'
        '    Returns:\n        Something.\n    """\n',
        'def f(a: str, b: int, c: str) -> str:\n    """Find.\n\n    Args:\n        a: First.\n        b: TODO\n        c (str): Third,\n'
        '            on two lines.\n\n    Returns:\n        Something.\n    """\n',
    ),
    "at the end": (
        'def f(a: str, b: int) -> str:\n    r"""Find.\n\n    Args:\n        a: First, \\d.\n    """\n    return a\n',
        'def f(a: str, b: int) -> str:\n    r"""Find.\n\n    Args:\n        a: First, \\d.\n        b: TODO\n    """\n    return a\n',
    ),
    "numpy": (
        'def f(a: str, b: int) -> str:\n    """Find.\n\n    Parameters\n    ----------\n    b : int\n        Second.\n\n    Returns\n    -------\n'
        '    str\n    """\n',
        'def f(a: str, b: int) -> str:\n    """Find.\n\n    Parameters\n    ----------\n    a\n        TODO\n    b : int\n        Second.\n\n'
        '    Returns\n    -------\n    str\n    """\n',
    ),
    "Sphinx": (
        'def f(a: str, b: int) -> str:\n    """Find.\n\n    :param a: First,\n        on two lines.\n    :returns: Something.\n    """\n',
        'def f(a: str, b: int) -> str:\n    """Find.\n\n    :param a: First,\n        on two lines.\n    :param b: TODO\n'
        '    :returns: Something.\n    """\n',
    ),
    "a stranger that is near": (
        'def f(query: str, limit: int) -> str:\n    """Find.\n\n    Args:\n        quary: Words, quary by quary.\n        limit: How many.\n    """\n',
        'def f(query: str, limit: int) -> str:\n    """Find.\n\n    Args:\n        query: Words, quary by quary.\n        limit: How many.\n    """\n',
    ),
    "a refused name": (
        'def f(_query: str, limit: int = 3) -> str:\n    """Find.\n\n    Args:\n        _query: Words.\n        limit: How many.\n    """\n'
        "    found = other._query(_query, limit)  # _query\n    return [_query for _ in found]\n",
        'def f(query: str, limit: int = 3) -> str:\n    """Find.\n\n    Args:\n        query: Words.\n        limit: How many.\n    """\n'
        "    found = other._query(query, limit)  # _query\n    return [query for _ in found]\n",
    ),
    "comments of no use": (
        'def f(\n    a: str,  # toolc: ignore[TC307] why\n    b: Thing,  # toolc: ignore[TC332, TC308] why\n) -> str:  # plain\n    """Find."""\n',
        'def f(\n    a: str,\n    b: Thing,  # toolc: ignore[TC332] why\n) -> str:  # plain\n    """Find."""\n',
    ),
    "a comment of no use on its own line": (
        '# one\n# toolc: ignore[TC307]\n# two\ndef f(a: str) -> str:\n    """Find."""\n',
        '# one\n# two\ndef f(a: str) -> str:\n    """Find."""\n',
    ),
}

# What is found, and stays.
LEFT = {
    "a text in one quote": 'def f(a: str, b: int) -> str:\n    "Find.\\n\\nArgs:\\n    a: First."\n',
    "a stranger that nothing is meant by": (
        'def f(query: str) -> str:\n    """Find.\n\n    Args:\n        words: Words.\n        query: Words.\n    """\n'
    ),
    "a name that is taken": 'def f(_query: str) -> str:\n    """Find."""\n    query = _query\n    return query\n',
    "a name that is asked for": 'def f(_query: str) -> str:\n    """Find."""\n    return locals()["_query"]\n',
    "a name that an inner function has": 'def f(_query: str) -> str:\n    """Find."""\n    return (lambda _query: 1)(2)\n',
    "a name that calls say": 'def f(_query: str) -> str:\n    """Find."""\n    return ""\n\n\nf(_query="x")\n',
}  # fmt: skip


@pytest.mark.parametrize("case", MENDED)
def test_mended(case: str, write, toolc) -> None:
    before, after = MENDED[case]
    here = write({"tools.py": START + before})
    shown = toolc("check", "tools.py", "--fix", "--diff")
    assert shown.status == 1 and (here / "tools.py").read_text("utf-8") == START + before
    assert [line[1:] for line in shown.out.splitlines() if line.startswith("+") and line[1:2] != "+"] == [
        line for line in after.splitlines() if line not in before.splitlines()
    ]
    done = toolc("check", "tools.py", "--fix")
    assert (here / "tools.py").read_text("utf-8") == START + after
    assert "fixed tools.py:" in done.out
    again = toolc("check", "tools.py", "--fix")
    assert again.out == "" and (here / "tools.py").read_text("utf-8") == START + after
    assert toolc("check", "tools.py", "--fix", "--diff").status == 0


@pytest.mark.parametrize("case", LEFT)
def test_left_alone(case: str, write, toolc) -> None:
    here = write({"tools.py": START + LEFT[case]})
    found = toolc("check", "tools.py")
    done = toolc("check", "tools.py", "--fix")
    assert (here / "tools.py").read_text("utf-8") == START + LEFT[case]
    assert done.out == "" and done.err == found.err
    assert " note " in found.err or " error " in found.err


def test_a_docstring_that_misses(write, toolc) -> None:
    here = write({"tools.py": "def search(query: str) -> str:\n    return query\n"})
    assert toolc("check", "tools.py", "--system", "function_to_tool").status == 1
    done = toolc("check", "tools.py", "--system", "function_to_tool", "--fix")
    assert done.status == 0 and "TC408" in done.err
    assert '"""TODO: say what `search` does."""\n    return query\n' in (here / "tools.py").read_text("utf-8")


def test_line_ends_and_marks_stay(write, toolc) -> None:
    before, after = MENDED["at the end"]
    data = b"\xef\xbb\xbf" + (START + before).replace("\n", "\r\n").encode()
    here = write({"tools.py": data})
    toolc("check", "tools.py", "--fix")
    assert (here / "tools.py").read_bytes() == b"\xef\xbb\xbf" + (START + after).replace("\n", "\r\n").encode()


def test_other_encodings_are_left_alone(write, toolc) -> None:
    data = b"# coding: latin-1\n" + (START + MENDED["at the end"][0]).encode() + b"# \xe4\n"
    here = write({"tools.py": data})
    done = toolc("check", "tools.py", "--fix")
    assert (here / "tools.py").read_bytes() == data
    assert "not UTF-8" in done.err


def test_what_is_left_out_is_not_mended(write, toolc) -> None:
    before = MENDED["at the end"][0]
    here = write({"tools.py": START + before})
    toolc("check", "tools.py", "--fix", "--ignore", "TC418")
    assert (here / "tools.py").read_text("utf-8") == START + before


def test_untrusted_trees_are_not_written_to(write, toolc) -> None:
    before = MENDED["at the end"][0]
    here = write({"tools.py": START + before})
    done = toolc("check", "tools.py", "--fix", "--untrusted", "--sandbox", "off")
    assert done.status == 2 and "TC601" in done.err
    assert (here / "tools.py").read_text("utf-8") == START + before


def test_libraries_are_not_written_to(write, toolc) -> None:
    library = "def search(\n    query: str, more: str\n) -> str:\n    '''Search.\n\n    Args:\n        query: Words.\n    '''\n"
    here = write(
        {"lib/library.py": library, "app/tools.py": f"{START[:-14]}from library import search\n\nmcp.tool()(search)\n"}
    )
    assert "TC418" in toolc("check", "app", "--search-path", "lib").err
    toolc("check", "app", "--search-path", "lib", "--fix")
    assert (here / "lib/library.py").read_text("utf-8") == library
