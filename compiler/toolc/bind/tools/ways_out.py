"""Messages about an executed program, and by code the way out."""

from collections.abc import Callable, Sequence

from toolc.analysis.doubts import Guard, Place
from toolc.diagnostics import Diagnostic, Label
from toolc.source import Span

WAYS_OUT = {
    "TC221": "annotate the parameter with the class of the server",
    "TC222": "say which variables with `--env NAME=VALUE`, or under `environment` in the configuration",
    "TC213": "call it with the functions that are to be tools",
    "TC223": "call it with what it is to be given",
    "TC232": "register tools by statements that toolc reads",
    "TC233": "call the method of the server in a statement of its own",
    "TC243": "go through `sorted(…)` of them",
    "TC401": "give one of the two another name",
}

UNTAKEN = "whether this tool is taken away only the running program decides"
UNDECIDED = "whether this tool is registered only the running program decides"
UNMADE = "whether the server of this tool is made only the running program decides"
TOUCHED = "the program changes this tool here once it is made, which toolc does not follow"


def because(message: str, guard: Guard) -> str:
    """Return a message with the cause of what is not known, where one was noted."""
    return f"{message}: {guard.reason}" if guard.reason else message


def with_way_out(number: str, message: str, place: Span | None) -> Diagnostic:
    """Return a diagnostic with what to do about it."""
    return Diagnostic(number, message, place, help=WAYS_OUT.get(number, ""))


def causes(guards: Sequence[Guard], span: Callable[[Place | None], Span | None]) -> tuple[Label, ...]:
    """Return the statement because of which the innermost condition, or what the innermost loop goes through, is not known."""
    for guard in reversed(guards):
        if guard.reason and (place := span(guard.place)) is not None:
            return (Label(place, guard.reason),)
    return ()
