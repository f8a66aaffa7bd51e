"""Names of packages that come from tables: takes a dotted name, gives the `External` or the constant it stands for."""

from toolc.bind.known import CONSTANTS
from toolc.bind.links import Links
from toolc.names import canonical
from toolc.program import External, Known, Value
from toolc.pythons import version_info


def named(spelled: str, links: Links) -> Value:
    """A name that comes from tables; the few whose value matters for conditions are constants."""
    name = canonical(spelled)
    if name == "typing.TYPE_CHECKING":
        return Known(False)
    if name in CONSTANTS:
        return Known(CONSTANTS[name])
    if name == "sys.version_info":
        return Known(version_info(links.version("python")))
    if name == "pydantic.VERSION" and (version := links.version("pydantic")):
        return Known(version)
    return External(name, "" if name == spelled else spelled)
