"""Names of packages that come from tables: takes a dotted name, gives the `ExternalSymbol` or the constant it stands for."""

from toolc.bind.known import CONSTANTS
from toolc.bind.links import Links
from toolc.names import canonical
from toolc.program import ConstantValue, ExternalSymbol, Value
from toolc.pythons import version_info


def named(spelled: str, links: Links) -> Value:
    """A name that comes from tables; the few whose value matters for conditions are constants."""
    name = canonical(spelled)
    if name == "typing.TYPE_CHECKING":
        return ConstantValue(False)
    if name in CONSTANTS:
        return ConstantValue(CONSTANTS[name])
    if name == "sys.version_info":
        return ConstantValue(version_info(links.version("python")))
    if name == "pydantic.VERSION" and (version := links.version("pydantic")):
        return ConstantValue(version)
    return ExternalSymbol(name, "" if name == spelled else spelled)
