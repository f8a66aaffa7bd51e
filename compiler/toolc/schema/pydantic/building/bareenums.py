"""The classes of `enum` themselves as types: an enum without members, of which pydantic shows the title and the docstring.

Takes nothing, gives their definitions. The docstrings are those of CPython 3.11 to 3.14; that of `Enum` is as 3.13 has it.
"""

from toolc.signature import Definition

_ENUM = """\
Create a collection of name/value pairs.

Example enumeration:

>>> class Color(Enum):
...     RED = 1
...     BLUE = 2
...     GREEN = 3

Access them by:

- attribute access:

  >>> Color.RED
  <Color.RED: 1>

- value lookup:

  >>> Color(1)
  <Color.RED: 1>

- name lookup:

  >>> Color['RED']
  <Color.RED: 1>

Enumerations can be iterated over, and know how many members they have:

>>> len(Color)
3

>>> list(Color)
[<Color.RED: 1>, <Color.BLUE: 2>, <Color.GREEN: 3>]

Methods can be added to enumerations, and members can have their own
attributes -- see the documentation for details."""

_DOCS = {
    "Enum": _ENUM,
    "IntEnum": "Enum where members are also (and must be) ints",
    "StrEnum": "Enum where members are also (and must be) strings",
    "Flag": "Support for flags",
    "IntFlag": "Support for integer-based Flags",
    "ReprEnum": "Only changes the repr(), leaving str() and format() to the mixed-in type.",
}

BARE_ENUMS = {f"enum.{name}": Definition(f"enum:{name}", name, "enum", doc=doc) for name, doc in _DOCS.items()}
"""By canonical name."""
