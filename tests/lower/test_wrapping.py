"""Decorators between a framework and a function: which keep the signature, and which are said not to."""

import pytest

from harness import tools

HEAD = """
import contextlib
import functools
import tenacity
import elsewhere
from mcp.server.fastmcp import FastMCP
from orbiter.tool import tool

mcp = FastMCP("m")

def same(fn):
    REGISTRY.append(fn)
    return fn

def wrapped(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner

def factory(times):
    def decorate(fn):
        @functools.wraps(fn)
        async def inner(*args, **kwargs):
            return await fn(*args, **kwargs)
        return inner
    return decorate

def bare(fn):
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner

def thrice(label="x"):
    return factory(3)

def handed_on(label="x"):
    return factory(label)

def applied(fn):
    return factory(times=3)(fn)

def unlike(fn):
    return bare(fn)

def another(fn):
    return wrapped(REGISTRY[0])

"""


@pytest.mark.parametrize(
    ("decorators", "fidelity"),
    [
        ("@tool", "exact"),
        ("@tool\n@same", "exact"),
        ("@tool\n@wrapped", "exact"),
        ("@tool\n@factory(3)", "exact"),
        ("@tool\n@functools.lru_cache(maxsize=None)", "exact"),
        ("@tool\n@tenacity.retry(stop=None)", "exact"),
        ("@tool\n@mcp.tool()", "exact"),
        ("@bare\n@tool", "exact"),  # what stands above gets the tool, not the function
        ("@tool\n@thrice()", "exact"),
        ("@tool\n@handed_on(label='y')", "exact"),
        ("@tool\n@applied", "exact"),
        ("@tool\n@unlike", "exact"),
        ("@tool\n@another", "unknown"),
        ("@tool\n@bare", "exact"),
        ("@tool\n@wrapped\n@bare", "exact"),
        ("@tool\n@elsewhere.timed", "approximate"),
        ("@tool\n@(lambda fn: fn)", "exact"),
    ],
)
def test_decorators_below(decorators: str, fidelity: str) -> None:
    found = tools({"app.py": f'{HEAD}{decorators}\ndef search(query: str) -> str:\n    """Search."""\n'})
    mine = next(one for one in found.values() if one.system == "orbiter")
    assert mine.fidelity == fidelity
    assert [one.code for one in mine.diagnostics] == {"approximate": ["TC206"], "unknown": ["TC204"], "exact": []}[fidelity]


def test_a_wrapper_shows_its_own_parameters() -> None:
    found = tools({"app.py": f'{HEAD}@tool\n@bare\ndef search(query: str) -> str:\n    """Search."""\n'})
    [mine] = [one for one in found.values() if one.system == "orbiter"]
    assert mine.name == "inner"
    assert mine.description in (None, "")


def test_a_call_registers_what_all_decorators_made() -> None:
    source = f'{HEAD}@bare\ndef search(query: str) -> str:\n    """Search."""\n\nmcp.add_tool(search)\n'
    found = tools({"app.py": source})
    assert [(name, one.fidelity) for name, one in found.items() if one.system == "mcp"] == [("inner", "exact")]
