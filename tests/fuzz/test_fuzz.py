"""Random inputs, the same ones on every run: no crash, no stall, no fault of toolc, whatever they are.

TOOLC_FUZZ=600 (`make fuzz`) goes on for so many seconds with new ones. What fails is written to `.fuzz/` and becomes a fixture.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from generating import made, mutated

from toolc.config import Config
from toolc.discover.opening import Refused, text_of
from toolc.driver import Request
from toolc.module import OutlineNode
from toolc.pipeline import compile_tools
from toolc.source import SourceFile
from toolc.workers import Guarded

SECONDS = float(os.environ.get("TOOLC_FUZZ", "0"))
SLOWEST = 10.0  # seconds of CPU, which no small input may take
KEPT = Path(__file__).resolve().parents[2] / ".fuzz"


def seeds(few: int) -> Iterator[int]:
    if not SECONDS:
        yield from range(few)
        return
    until, seed = time.monotonic() + SECONDS / 3, int(time.time())
    while time.monotonic() < until:
        seed += 1
        yield seed


def keep(data: bytes, why: str) -> str:
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{abs(hash(data))}.py").write_bytes(data)
    return why


def every(nodes: tuple[OutlineNode, ...]) -> Iterator[OutlineNode]:
    for node in nodes:
        yield node
        for block in node.blocks:
            yield from every(block.nodes)


@pytest.mark.parametrize("make", [mutated, made])
def test_reading(make: Callable[[Random], bytes]) -> None:
    """A fault in the worker, be it a crash or an exception, is a file that is lost."""
    guarded, failed = Guarded(), []
    for seed in seeds(150):
        data = make(Random(seed))
        try:
            source = SourceFile(f"{seed}.py", "m", text_of(data))
        except Refused:
            continue
        module, _ = guarded.read(source)
        for node in every(module.outline if module else ()):
            guarded.define(source, module, node)  # type: ignore[arg-type]
        if guarded.diagnostics:
            failed.append(keep(data, f"seed {seed}"))
            guarded.diagnostics.clear()
    guarded.close()
    assert failed == []


def test_compiling(tmp_path: Path) -> None:
    """All stages of this process, over programs that reading survives."""
    failed = []
    for seed in seeds(120):
        random = Random(seed)
        data = (made, made, mutated)[seed % 3](random)
        (tmp_path / "f.py").write_bytes(data)
        start = time.process_time()
        front = compile_tools(Request([str(tmp_path / "f.py")], Config()))
        if any(one.code == "TC901" for one in front.diagnostics) or time.process_time() - start > SLOWEST:
            failed.append(keep(data, f"seed {seed}: {[one.message for one in front.diagnostics if one.code == 'TC901']}"))
    assert failed == []
