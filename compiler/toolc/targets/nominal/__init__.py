"""Types for languages in which every type has a name: Go, Rust, Java, Kotlin, C#.

Takes the typed view of a package, gives declarations: records, enums, unions with one name for each variant, tuples. What is
optional, null, constant or open is a fact of its own; a back end only spells.
"""

from toolc.targets.nominal.contents import Asked, Contents, Entry, Language, contents
from toolc.targets.nominal.declare import declared
from toolc.targets.nominal.shapes import Declaration

__all__ = ["Asked", "Contents", "Declaration", "Entry", "Language", "contents", "declared"]
