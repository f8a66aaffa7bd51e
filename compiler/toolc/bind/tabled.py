"""Names of packages that come from tables: takes a dotted name, gives the `External` or the constant it stands for."""

from toolc.bind.known import CONSTANTS
from toolc.bind.links import Links
from toolc.names import canonical
from toolc.program import Attribute, External, Known, Value


def named(spelled: str, links: Links) -> Value:
    """A name that comes from tables; the few whose value matters for conditions are constants."""
    name = canonical(spelled)
    if name == "typing.TYPE_CHECKING":
        return Known(False)
    if name in CONSTANTS:
        return Known(CONSTANTS[name])
    if name == "sys.version_info":
        return Known((*python_version(links.version("python")), 0, "final", 0))
    if links.environment is not None and name in ("os.environ", "os.getenv"):
        variables = Known(dict(links.environment))
        return variables if name == "os.environ" else Attribute(variables, "get")
    if name == "pydantic.VERSION" and (version := links.version("pydantic")):
        return Known(version)
    return External(name, "" if name == spelled else spelled)


def python_version(text: str | None) -> tuple[int, int]:
    """Major and minor of the Python the tools run on."""
    parts = (text or NEWEST_PYTHON).split(".")
    numbers = [int(part) for part in parts[:2] if part.isdigit()]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (3, 14)


NEWEST_PYTHON = "3.14"
"""Followed where neither the configuration nor the search path says which Python the tools run on."""
