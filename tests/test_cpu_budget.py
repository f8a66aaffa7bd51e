"""CPU time as the last limit: who pays, when it ends, and what is lost by it."""

import sys
from pathlib import Path

import pytest

from toolc import cpu_budget, emit
from toolc.bind import type_bindings
from toolc.cpu_budget import CpuBudget, FileBudgets, charge, charging, extend, tick, uninterruptible
from toolc.emit import emit_package
from toolc.limits import DEFAULTS, CpuBudgetExceeded, Limits

TOOL = "from mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel\nmcp = FastMCP('m')\n"
TOOL += "class {0}Filter(BaseModel):\n    a: int\n\n@mcp.tool()\ndef {0}(a: {0}Filter) -> str:\n    'Look.'\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer: there, questions look at the clock")
def test_what_asks_nothing_is_ended() -> None:
    cpu_budget.start_timer()
    try:
        with pytest.raises(CpuBudgetExceeded), charging(CpuBudget(DEFAULTS, 0.05)):
            while True:
                pass
    finally:
        cpu_budget.stop_timer()


def test_everyone_pays_who_does() -> None:
    outer, inner = CpuBudget(DEFAULTS, 10), CpuBudget(DEFAULTS, 2)
    with charging(outer):
        with charging(inner):
            extend(1)
            charge(3)
            with pytest.raises(CpuBudgetExceeded):
                charge(0.5)
        charge(4)
    assert (outer.spent, inner.spent, outer.allowed, inner.is_exceeded) == (7.5, 3.5, 11, True)
    charge(100)  # nobody's


def test_nobody_pays_for_what_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((1000.0, 1001.5))  # toolc as a library, in a process that has worked for long
    monkeypatch.setattr(cpu_budget, "process_time", lambda: next(now))
    monkeypatch.setattr(cpu_budget, "_EACH", 0)
    monkeypatch.setattr(cpu_budget._state, "left", 0)
    account = CpuBudget(DEFAULTS, 2)
    with charging(account):
        tick()
    assert account.spent == 1.5


def test_what_must_not_stop_half_way_does_not() -> None:
    with pytest.raises(CpuBudgetExceeded), charging(CpuBudget(DEFAULTS, 1)):
        with uninterruptible():
            charge(5)
        charge(0)


def test_a_file_pays_in_turns_and_for_what_it_leads_to() -> None:
    files, limits = FileBudgets(), Limits(seconds=2)
    with files.charging("a.py", limits), files.charging("b.py", limits):
        charge(1.5)
    with files.charging("b.py", limits):
        charge(1.5)
    with pytest.raises(CpuBudgetExceeded), files.charging("a.py", limits):
        charge(1)
    with pytest.raises(CpuBudgetExceeded), files.charging("a.py", limits):
        raise AssertionError("it has nothing left")


def test_what_a_file_brings_is_for_good_and_for_the_run_too() -> None:
    files, run = FileBudgets(), CpuBudget(DEFAULTS, 10)
    with charging(run):
        for more in (0.0, 3.0, 0.0):
            with files.charging("a.py", Limits(seconds=2)):
                extend(more)
                charge(1.5)
    assert (run.allowed, run.spent) == (13, 4.5)


def test_a_question_is_a_place_to_stop_at() -> None:
    account = CpuBudget(DEFAULTS, 1)
    with pytest.raises(CpuBudgetExceeded), charging(account):
        account.spent = 2
        for _ in range(100):
            tick()


@pytest.mark.parametrize("target", ["mcp", "typescript", "python", "go"])
def test_the_outputs_of_a_file_that_take_too_long_are_left_out(toolc, write, monkeypatch, target: str) -> None:
    def slow(package, *rest):
        if any(tool.name == "slow" and tool.is_written for server in package.servers for tool in server.tools):
            raise CpuBudgetExceeded(DEFAULTS)
        return emit_package(package, *rest)

    monkeypatch.setattr(emit, "emit_package", slow)
    write({"src/slow.py": TOOL.format("slow").replace("Look", "Look " * 99), "src/quick.py": TOOL.format("quick")})
    done = toolc("generate", "src", "--out", "out", "--target", target)
    assert (done.status, "src/slow.py:1:1: error TC109" in done.err, "quick.py" in done.err) == (1, True, False), done.err
    said = "".join(path.read_text() for path in Path("out").rglob("*") if path.is_file())
    assert "quick" in said and "slow" not in said
    monkeypatch.setattr(emit, "emit_package", emit_package)
    assert toolc("generate", "src", "--out", "out", "--target", target).status == 0  # nothing of it was kept


@pytest.mark.parametrize(("targets", "left_out"), [(["go"], True), (["go", "mcp", "rust", "python"], False)])
def test_more_targets_may_take_longer(toolc, write, monkeypatch, targets: list[str], left_out: bool) -> None:
    def slow(package, *rest):
        if any(tool.is_written for server in package.servers for tool in server.tools):
            charge(5)
        return emit_package(package, *rest)

    monkeypatch.setattr(emit, "emit_package", slow)
    write({"src/tools.py": TOOL.format("search")})
    done = toolc("generate", "src", "--out", "out", *(word for one in targets for word in ("--target", one)))
    assert ("error TC109" in done.err) == left_out, done.err


def test_a_run_that_takes_too_long_writes_nothing(toolc, write, monkeypatch) -> None:
    write({"src/tools.py": TOOL.format("search")})

    def spin(*_):
        charge(100)

    monkeypatch.setattr("toolc.pipeline.check_together", spin)
    done = toolc("generate", "src", "--out", "out")
    assert (done.status, "error TC109" in done.err, "8 seconds" in done.err) == (1, True, True), done.err
    assert not Path("out").exists()


def test_the_types_of_a_file_that_takes_too_long_are_left_out(toolc, write, monkeypatch) -> None:
    inside = type_bindings._inside

    def slow(unit, *rest):
        for number, named in enumerate(inside(unit, *rest)):
            if unit.source.path == "slow.py":
                charge(3 * number)
            yield named

    monkeypatch.setattr(type_bindings, "_inside", slow)
    models = "from pydantic import BaseModel\n" + "".join(f"class M{n}(BaseModel):\n    a: int\n" for n in range(9))
    write({"slow.py": models, "quick.py": models})
    done = toolc("types", ".")
    assert (done.status, done.out.count("slow.py"), done.out.count("quick.py"), done.out.count("exact")) == (1, 2, 9, 9), (
        done.err
    )
    assert "slow.py:1:1: error TC109" in done.err and "quick.py" not in done.err
