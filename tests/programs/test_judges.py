"""The judges themselves: verdicts, shrinking, the writer."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from programs.dialects import DIALECTS
from programs.judging import judge
from programs.oracles import FRAMEWORKS, Oracle, Outcome, ServedTool, choices
from programs.pruning import is_pruned, prune
from programs.reading import Finding, Reading, ReadTool
from programs.shrinking import shrink
from programs.writing import write_program

TESTS = Path(__file__).resolve().parents[1]
SCHEMA = {"type": "object"}
DOUBT = Finding("TC214", "server.py", 3)


def served(name: str = "find", server: str = "main", description: str = "Find it.") -> ServedTool:
    return ServedTool(name, server, description, SCHEMA)


def found(name: str = "find", server: str = "main", **more: object) -> ReadTool:
    given = {"description": "Find it.", "schemas": (SCHEMA,), "fidelity": "exact", "place": ("server.py", 3), **more}
    return ReadTool(name, server, **given)  # type: ignore[arg-type]


VERDICTS = [
    ("all agrees", [found()], [], [served()], "exact"),
    ("a finding about style", [found(findings=(Finding("TC305"),))], [], [served()], "exact"),
    ("another text", [found()], [], [served(description="Other.")], "silent"),
    ("another text, doubted", [found(fidelity="approximate")], [], [served(description="Other.")], "said"),
    ("another text, with a finding", [found(findings=(DOUBT,))], [], [served(description="Other.")], "said"),
    ("another text, with a finding about style", [found(findings=(Finding("TC305"),))], [], [served(description="Other.")], "silent"),
    ("another text, with a finding elsewhere", [found()], [DOUBT], [served(description="Other.")], "silent"),
    ("another schema", [found(schemas=({},))], [], [served()], "silent"),
    ("the schema that is sent", [found(schemas=({}, SCHEMA))], [], [served()], "exact"),
    ("one is missing", [], [], [served()], "silent"),
    ("one is missing, and something is said", [], [DOUBT], [served()], "said"),
    ("one is missing, and nothing was found", [], [Finding("TC120")], [served()], "silent"),
    ("one too many", [found()], [], [], "silent"),
    ("one too many, which is said at its place", [found()], [DOUBT], [], "said"),
    ("one too many, and something is said elsewhere", [found()], [Finding("TC214", "server.py", 9)], [], "silent"),
    ("right, but doubted", [found(fidelity="unknown")], [], [served()], "said"),
    ("twice where it is once", [found(), found()], [], [served()], "silent"),
    ("on another server", [found(server="other")], [], [served(), served("x", "other")], "silent"),
    ("on a server that goes by another name", [found(server="mcp")], [], [served()], "exact"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "tools", "findings", "live", "kind"), VERDICTS, ids=[row[0] for row in VERDICTS])
def test_verdicts(case: str, tools: list[ReadTool], findings: list[Finding], live: list[ServedTool], kind: str) -> None:
    outcome = Outcome(("main", "other"), tuple(live))
    assert judge(Reading(tuple(tools), tuple(findings)), [outcome]).kind == kind


def test_several_outcomes() -> None:
    with_tool, without = Outcome(("main",), (served(),)), Outcome(("main",), ())
    doubted = Reading((found(findings=(DOUBT,)),), ())
    assert judge(Reading((found(),), ()), [with_tool, without]).kind == "silent"
    assert judge(doubted, [with_tool, without]).kind == "said"
    assert not judge(doubted, [with_tool, without]).needless
    assert judge(Reading((found(fidelity="approximate"),), ()), [with_tool, with_tool]).needless
    assert judge(doubted, [Outcome(error="ValueError"), with_tool]).kind == "exact"
    assert judge(doubted, [Outcome(error="ValueError")]).kind == "raises"


def test_choices() -> None:
    assert choices({"server.py": "x = 1"}) == [(1,)]
    assert sorted(choices({"server.py": "random.random() < 0.5"})) == [(0,), (1,)]
    assert len(choices({"server.py": "random.random()" * 3})) == 6


def test_shrinking() -> None:
    files = {"server.py": "a = 1\nfor x in y:\n    if a:\n        b = 2\n        wanted()\nc = 3\n", "other.py": "d = 4\n"}
    assert shrink(files, lambda made: "wanted" in made["server.py"]) == {"server.py": "wanted()\n"}


def test_pruning() -> None:
    text = "def used():\n    call()\n\ndef unused():\n    inner()\n\ndef inner():\n    call()\nused()\n"
    assert not is_pruned({"server.py": text})
    assert prune({"server.py": text}) == {"server.py": "def used():\n    call()\nused()\n"}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_written_programs(framework: str) -> None:
    """They are Python, differ, say nothing twice of the same seed, and use many kinds of statements and expressions together."""
    programs = [write_program(seed, framework) for seed in range(150)]
    assert programs[:20] == [write_program(seed, framework) for seed in range(20)]
    assert len({str(files) for files in programs}) == len(programs)
    nodes = Counter(type(node) for files in programs for text in files.values() for node in ast.walk(ast.parse(text)))
    common = (
        ast.If,
        ast.For,
        ast.While,
        ast.With,
        ast.Try,
        ast.Match,
        ast.ClassDef,
        ast.Lambda,
        ast.ListComp,
        ast.Yield,
        ast.Global,
    )
    assert [
        kind for kind in (*common, ast.Nonlocal, ast.IfExp, ast.JoinedStr, ast.Starred, ast.AugAssign) if nodes[kind] < 3
    ] == []
    assert sum(len(files) > 1 for files in programs) > 30


def test_programs_of_a_seed_are_the_same_everywhere() -> None:
    """In another process, with other hashes."""
    code = "from programs.writing import write_program; print([write_program(seed, 'mcp') for seed in range(20)])"
    made = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=TESTS, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1]


def test_an_oracle_runs_each_program_by_itself() -> None:
    head = "from mcp.server.fastmcp import FastMCP\nimport random\nmcp = FastMCP('main')\n"
    changing = "FastMCP.add_tool = lambda *given: None\n"
    tool = "@mcp.tool()\ndef find(a: int) -> str:\n    'Find it.'\n"
    with Oracle("mcp") as oracle:
        assert oracle.outcomes({"server.py": head + changing})[0].servers == ("main",)
        (after,) = oracle.outcomes({"server.py": head + tool})
        assert [(one.name, one.server, one.description) for one in after.tools] == [("find", "main", "Find it.")]
        both = oracle.outcomes({"server.py": head + tool + "if random.random() < 0.5:\n    mcp.remove_tool('find')\n"})
        assert [len(one.tools) for one in both] == [1, 0]
        assert "line 4" in oracle.outcomes({"server.py": head + "1 / 0\n"})[0].error
        assert oracle.outcomes({"server.py": head + "import os; os._exit(3)\n"})[0].error


def test_every_framework_has_a_dialect() -> None:
    assert DIALECTS.keys() == FRAMEWORKS.keys()
