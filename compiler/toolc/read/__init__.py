"""Parser of one file: takes a `SourceFile`, gives a `Module`; the outline at once, single definitions on demand.

Satisfies `toolc.interfaces.Reader`. Nothing is ever imported or run; LibCST is used only here and in `fixes`.
"""

from toolc.read.code import code
from toolc.read.file import read
from toolc.read.lazy import define, expand, expression

__all__ = ["code", "define", "expand", "expression", "read"]
