"""Version of Python that the program runs on: takes a program, gives comparisons with it."""

from toolc.program import Program


def python_before(program: Program, major: int, minor: int) -> bool:
    """Return `True` if the Python the tools run on is older than `major.minor`; `False` if its version is unknown."""
    parts = [int(part) for part in (program.version("python") or "").split(".")[:2] if part.isdigit()]
    return len(parts) == 2 and (parts[0], parts[1]) < (major, minor)
