"""Layout `shared` of Go: a module of support code, and the code of packages that calls it.

Takes code as a package that has its own support code would have it, gives it with names of the other package: what is not
exported has a function of the same name there that is (`bridge.go`).
"""

import re

from toolc.config import GoOptions
from toolc.targets.code import Code
from toolc.targets.go.naming import FOLDER

_CALLED = frozenset(
    "as asBool asDate asDigits asJSON asNull asNumber asText asTime asUUID asWhole call caller dictJSON item itemOpt items "
    "keepText keepWhole listJSON listOf mapOf need needItem needOr newCaller newList newObject of oneOf orNil orNull output "
    "parseToolCall pointerTo readInto readList readObject readText readWhole rest restItems take takeItem takeItemOpt takeOpt "
    "unknown unmarshal write writeList writeMap writeOpt writeRest".split()
)
_METHODS = {"in.err": "in.Err()", ".constant(": ".Constant(", ".constantIfThere(": ".ConstantIfThere("}
_METHODS |= {".end()": ".End()", ".bytes()": ".Bytes()", ") read(value any)": ") ReadJSON(value any)"}

_WORD = re.compile(
    r'"(?:\\.|[^"\\])*"|`[^`]*`|//[^\n]*|'
    rf"(?P<method>{'|'.join(map(re.escape, _METHODS))})|(?<![\w.])(?P<name>[a-z]\w*)"
)


def prefix(shared: bool) -> str:
    """Return what stands before names of support code."""
    return f"{FOLDER}." if shared else ""


def qualify_names(text: str) -> Code:
    """Return the code with functions of the other package; texts and comments stay, and so do types, which are spelled so."""
    return Code(_WORD.sub(_new_name, text))


def _new_name(found: re.Match[str]) -> str:
    if found["method"]:
        return _METHODS[found["method"]]
    return exported_by_support(found["name"]) if found["name"] in _CALLED else found[0]


def exported_by_support(name: str) -> Code:
    """Return a name of support code as it is in the other package."""
    return Code(f"{FOLDER}.{name[0].upper()}{name[1:]}")


def module(own: GoOptions, folder: str) -> Code:
    """The path of a package's module; without one that is asked for, its folder."""
    return Code((own.module or "{package}").replace("{package}", folder))


def support_module(own: GoOptions) -> Code:
    """The path of the module of support code: beside the others, or below where all have one name."""
    return module(own, FOLDER) if "{package}" in (own.module or "{package}") else Code(f"{own.module}/{FOLDER}")
