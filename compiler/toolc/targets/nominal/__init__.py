"""Types for languages in which every type has a name: Go, Rust, Java, Kotlin, C#.

Takes the typed view of a package, gives declarations: records, enums, unions with one name for each variant, tuples. What is
optional, null, constant or open is a fact of its own; a back end only spells.
"""

from toolc.targets.nominal.contents import Contents, Entry, Language, RequestedComponent, contents
from toolc.targets.nominal.declare import declare_models
from toolc.targets.nominal.shapes import Declaration

__all__ = ["Contents", "Declaration", "Entry", "Language", "RequestedComponent", "contents", "declare_models"]
