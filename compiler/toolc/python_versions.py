"""The Python that the tools run on, as far as conditions on its version ask for it."""

NEWEST_PYTHON = "3.14"
"""Followed where neither the configuration nor the search path says which Python the tools run on."""


def version_info(text: str | None) -> tuple[int, int, int, str, int]:
    """`sys.version_info` of a version such as `3.12`; of its last three parts nothing is known."""
    parts = (text or NEWEST_PYTHON).split(".")
    numbers = [int(part) for part in parts[:2] if part.isdigit()]
    major, minor = numbers if len(numbers) == 2 else (3, 14)
    return major, minor, 0, "final", 0


def python_before(version: str | None, major: int, minor: int) -> bool:
    """Return `True` if a version of Python is older than `major.minor`; `False` if it is unknown."""
    parts = [int(part) for part in (version or "").split(".")[:2] if part.isdigit()]
    return len(parts) == 2 and (parts[0], parts[1]) < (major, minor)
