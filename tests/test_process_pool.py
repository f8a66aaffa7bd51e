"""Work over processes: the same results in the same order, whoever does it and whatever becomes of them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toolc import process_pool

ITEMS = [tuple(range(number, number + 10)) for number in range(40)]
HERE = os.getpid()


def test_results_are_in_order_and_made_elsewhere() -> None:
    for jobs in (1, 2, 3):
        made = list(process_pool.map_in_processes(lambda item: (sum(item), os.getpid()), ITEMS, jobs))
        assert [total for total, _ in made] == [sum(item) for item in ITEMS]
        assert (HERE in {process for _, process in made}) == (jobs == 1)


def test_little_work_is_done_here() -> None:
    assert {*process_pool.map_in_processes(lambda item: os.getpid(), ITEMS[:3], 4)} == {HERE}


def test_what_a_killed_process_leaves_is_done_here() -> None:
    def work(item: tuple[int, ...]) -> int:
        if item[0] == 20 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return item[0]

    assert list(process_pool.map_in_processes(work, ITEMS, 2)) == [item[0] for item in ITEMS]


def test_an_exception_is_the_callers() -> None:
    with pytest.raises(ZeroDivisionError):
        list(process_pool.map_in_processes(lambda item: 1 // (item[0] - 7), ITEMS, 2))


PROGRAM = """
import sys, time
from toolc.process_pool import map_in_processes

print("begun", flush=True)
list(map_in_processes(lambda item: time.sleep(30), [tuple(range(20))] * 12, 2))
"""


def test_an_interrupt_ends_all_within_a_second(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(1)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    forked = children.read_text().split() if children.exists() else []
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(20)
    assert time.monotonic() - begun < 5  # a busy machine takes longer than the second it should be
    time.sleep(0.2)
    assert not [child for child in forked if Path(f"/proc/{child}").exists()]
