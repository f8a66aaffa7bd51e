"""Imports of a Java or Kotlin file: the names in its code that are not of its own package.

Takes code and where each name comes from, gives the imported names, in order.
"""

import re
from collections.abc import Mapping

from toolc.targets.code import Code

_NO_CODE = re.compile(r'/\*\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)
_NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


def imports(text: str, packages: Mapping[str, str], *more: str) -> list[Code]:
    """Comments and strings have no names; `more` are needed beside those of the text."""
    names = {*_NAME.findall(_NO_CODE.sub("", text)), *more} & packages.keys()
    return [Code(one) for one in sorted(f"{packages[name]}.{name}" for name in names)]
