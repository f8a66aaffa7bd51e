"""The table of codes, and every example in it: it raises its code, and mended it does not."""

import re
import shlex
from pathlib import Path

import pytest

from toolc.cli.commands.explain import explanation
from toolc.cli.run import FINDINGS
from toolc.codes import (
    CODES,
    Code,
    agents,
    binding,
    checking,
    components,
    contract,
    converters,
    created,
    emitting,
    fastmcp,
    fit,
    frameworks,
    limited,
    lowering,
    poisoned,
    protocol,
    reading,
    running,
    selecting,
    toolkits,
)

RANGES = {
    reading: "1",
    limited: "1",
    binding: "2",
    components: "2",
    lowering: "3",
    fastmcp: "3",
    frameworks: "3",
    created: "3",
    agents: "3",
    converters: "3",
    toolkits: "3",
    checking: "4",
    selecting: "4",
    poisoned: "4",
    fit: "4",
    protocol: "4",
    emitting: "5",
    running: "69",
    contract: "7",
}
STAGED = [code for code in CODES.values() if code.mended is not None]


FIXTURES = Path(__file__).resolve().parents[1] / "fixtures/codes"


def codes_of(code: Code, text: str) -> bool:
    return re.search(rf"\b{code.severity} {code.number} {code.slug}: ", text) is not None


def test_numbers_and_names_are_unique() -> None:
    every = [code for part in RANGES for code in part.CODES]
    assert len({code.number for code in every}) == len({code.slug for code in every}) == len(every) == len(CODES)


def test_numbers_follow_the_stages() -> None:
    for part, ranges in RANGES.items():
        numbers = [code.number for code in part.CODES]
        assert numbers == sorted(numbers)
        assert all(re.fullmatch(rf"TC[{ranges}]\d\d", number) for number in numbers)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_entries_are_whole(code: Code) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", code.slug) and not code.slug.startswith(("no-fix", "use-"))
    assert code.why.endswith(".") and 20 < len(code.why) < 300
    text = "\n".join(explanation(code))
    assert code.why in text and code.slug in text


@pytest.mark.parametrize("code", STAGED, ids=lambda code: code.number)
def test_the_example_raises_its_code(code: Code) -> None:
    """`test_code_fixtures.py` plays each example, and holds what is said and the status to the file that is read here."""
    expected = (FIXTURES / f"{code.number}-{code.slug}/expected/diagnostics.txt").read_bytes().decode()
    said, _, status = expected.removesuffix("\n").rpartition("\nexit status ")
    assert codes_of(code, said), said
    assert "Traceback" not in said and "internal-error" not in said
    of_command = code.number.startswith("TC6") and code.number not in FINDINGS
    assert int(status) == (0 if code.severity != "error" else 2 if of_command else 1), said


@pytest.mark.parametrize("code", STAGED, ids=lambda code: code.number)
def test_mended_it_is_gone(code: Code, write, toolc) -> None:
    assert code.mended is not None
    write(code.mended.all_files())
    program, *arguments = shlex.split(code.command(code.mended))
    assert program == "toolc"
    done = toolc(*arguments)
    assert code.number not in done.err.replace(f"toolc explain {code.number}", ""), done.err
    assert done.status == 0, done.err
