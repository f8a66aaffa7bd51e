"""Tables of frameworks that the interpreter knows by name only: which names register tools, and which object each denotes."""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.analysis.values import MISSING, Function, Instance, LibraryObject
from toolc.qualified_names import canonical


class Frameworks:
    """Tables of one analysis, filled by its caller.

    `marks` are the dotted names that register; `registering` their last parts by package, `decorating` those of methods of
    `servers`. `objects` maps classes of toolkits to the methods that give their tools. `renaming` are the marks of tool objects
    that may be given another name or description later. `symbols` are all names that stand for themselves
    wherever a program has them, `symbol_words` their last parts. `known_names` are those of functions of the program that are
    marks; `known_function` says which mark one is. `canonical` gives the one name of a name, `library_bases` the classes of
    frameworks above a class of a library, `is_home` whether a module is part of a framework, `json_schema` the JSON
    Schema that a call of pydantic gives, None where that is not certain, `tool_fact` the `input_schema` or
    `output_schema`, name or description that a framework has made for a tool object, MISSING where that is not certain.
    `is_absent` says whether the package that is installed has certainly not got a module, `lacks` whether a module of it has
    certainly not got a name.
    """

    def __init__(self) -> None:
        self.renaming: frozenset[str] = frozenset()
        self.marks: frozenset[str] = frozenset()
        self.registering: Mapping[str, frozenset[str]] = {}
        self.decorating: frozenset[str] = frozenset()
        self.servers: frozenset[str] = frozenset()
        self.objects: Mapping[str, tuple[str, ...]] = {}
        self.symbols: frozenset[str] = frozenset()
        self.symbol_words: frozenset[str] = frozenset()
        self.known_names: frozenset[str] = frozenset()
        self.known_function: Callable[[Function], str] = lambda function: ""
        self.is_home: Callable[[str], bool] = lambda module: False
        self.library_bases: Callable[[str], tuple[str, ...]] = lambda name: ()
        self.canonical: Callable[[str], str] = canonical
        self.json_schema: Callable[[LibraryObject], Mapping[str, Any] | None] = lambda call: None
        self.tool_fact: Callable[[Instance | LibraryObject, str], Any] = lambda tool, fact: MISSING
        self.is_absent: Callable[[str], bool] = lambda module: False
        self.lacks: Callable[[str, str], bool] = lambda module, name: False
