"""The tree in Python: takes entries, returns what their templates lay out. Types are written as the Python modules have them.

Arguments are keywords with their defaults; arguments that Python has no keywords for are one dict.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from toolc.ir import Anything, NamedType, Nothing, Object, Property, Ref, Type
from toolc.targets import enums
from toolc.targets.casing import pascal
from toolc.targets.code import Code
from toolc.targets.code_mode.entries import Entry, mentioned_models
from toolc.targets.code_mode.naming import TreeNames
from toolc.targets.complete import Types, takes
from toolc.targets.python import doc
from toolc.targets.python.declare import Declarations
from toolc.targets.python.encode import WIDTH, docstring, identifier, plain, prose, string
from toolc.targets.python.hoist import Hoist, is_record
from toolc.targets.python.layout import flat, lay_out
from toolc.targets.python.literal import literal
from toolc.targets.python.reserved import TYPING
from toolc.targets.python.spell import spell_type

_SHORT = 40
"""How long a default may be to stand in a signature."""


class Python:
    """Writes the files of one server. `claim`: returns a name for a type that has none."""

    def __init__(self, folder: str, named: Sequence[NamedType], names: TreeNames, claim: Callable[[str], str]) -> None:
        self._folder, self._named, self._names = folder, {one.name: one for one in named}, names.types.by_name
        self._types: Types = {one.name: one.type for one in named}
        self._claim = claim

    def models(self, shared: Sequence[NamedType]) -> Mapping[str, Any]:
        """Return the context of `_types.py`."""
        hoist = Hoist(self._names, self._claim)
        models = [self._model(hoist, one.name) for one in shared]
        declarations = Declarations([*hoist.found, *models], {one.name for one in models})
        texts = declarations.texts()
        return {"models": texts, "typing": _typing_imports(declarations, texts)}

    def tool(self, entry: Entry) -> Mapping[str, Any]:
        """Return the context of a tool's file."""
        hoist = Hoist(self._names, self._claim)
        own = entry.args if isinstance(entry.args, Object) and _has_keywords(entry.args) else None
        models = [self._model(hoist, one) for one in entry.models]
        inside = [entry.args, entry.result, *(self._types[one] for one in entry.models)]
        imports = mentioned_models(inside, entry.shared, self._names)
        args = _named_type(hoist, entry.args, f"{entry.stem}Args") if own is None else entry.args
        properties = own.properties if own else ()
        parts = [(one, hoist.name_records(one.type, entry.stem + pascal(one.name, "Key"))) for one in properties]
        result = _named_type(hoist, entry.result, f"{entry.stem}Result")
        if isinstance(result, Nothing):  # checkers take a function that returns `Never` for one that always raises
            result = Anything(because="no value fits")
        declarations = Declarations([*hoist.found, *models], {one.name for one in models}, imports)
        texts = declarations.texts()
        shown = [self._parameter(one, type_, declarations) for one, type_ in parts]
        if own is None:
            shown = [Code(f"args: {flat(declarations.ready(spell_type(args)))}"), Code("/")]
        elif own.extra is not None and not own.open_by_default:
            shown.append(Code(f"**{_free('further', own)}: {flat(declarations.ready(spell_type(own.extra)))}"))
        if own is not None and parts:
            shown.insert(0, Code("*"))
        back = declarations.ready(spell_type(result))
        return {
            "decorator": self._decorator(entry),
            "head": _head(entry.function, shown, lay_out(back, 0, 3, 1)),
            "doc": docstring(self._doc(entry, own), 4),
            "imports": _import_line("._types", imports) if imports else "",
            "typing": _typing_imports(declarations, texts),
            "declarations": texts,
        }

    def _model(self, hoist: Hoist, one: str) -> NamedType:
        named = self._named[one]
        return NamedType(self._names[one], hoist.inside(named.type, self._names[one]), enums.about(named))

    def _parameter(self, one: Property, type_: Type, declarations: Declarations) -> Code:
        text = lay_out(declarations.ready(spell_type(type_)), 4, len(one.name) + 6)
        if one.required:
            return Code(f"{identifier(one.name)}: {text}")
        return Code(f"{identifier(one.name)}: {text} = {self._default(one) or '...'}")

    def _default(self, one: Property) -> Code | None:
        """A default that its type takes, where it is short."""
        if not one.has_default or not takes(one.type, one.default, self._types):
            return None
        given = literal(one.default)
        return given if len(given) <= _SHORT and "\n" not in given else None

    def _doc(self, entry: Entry, own: Object | None) -> list[str]:
        """The description, and what signatures do not say of arguments."""
        lines = prose((entry.tool.description or "").strip()) or prose(f"Calls `{entry.function}`.")
        said: list[str] = []
        for one in own.properties if own else ():
            shown = self._default(one) is not None
            if about := doc.of_property(replace(one, has_default=one.has_default and not shown)):
                said += [f"{one.name}: {about[0]}", *(f"    {line}" if line else "" for line in about[1:])]
        if entry.declared:
            said.append("Returns: declared, not enforced.")
        return [*lines, "", *said] if said else lines

    def _decorator(self, entry: Entry) -> Code:
        given = [string(self._folder), string(entry.tool.name)]
        kind, _, items = entry.reading.partition(" ")
        if entry.tool.unwrap:
            given.append(Code(f"unwrap={string(entry.tool.unwrap)}"))
        elif kind:
            given.append(Code(f'items="{kind}"' if items else "text=True"))
        text = f"@tool({', '.join(given)})"
        return Code(text if len(text) <= WIDTH else "@tool(\n" + "".join(f"    {one},\n" for one in given) + ")")


def _named_type(hoist: Hoist, type_: Type, own: str) -> Type:
    """The type under a name that is its tool's already."""
    if not is_record(type_):
        return hoist.inside(type_, own)
    hoist.found.append(NamedType(own, hoist.inside(type_, own)))
    return Ref(own)


def _has_keywords(args: Object) -> bool:
    """Return `True` if each argument can be a keyword of a function."""
    names = [one.name for one in args.properties]
    return (is_record(args) or not names) and not args.prefixed and all(plain(one) for one in names)


def _free(wanted: str, args: Object) -> str:
    while wanted in {one.name for one in args.properties}:
        wanted += "_"
    return wanted


def _head(function: str, parameters: Sequence[str], result: str) -> Code:
    """The function up to its colon, in one line where it fits."""
    start = f"async def {identifier(function)}("
    whole = f"{start}{', '.join(parameters)}) -> {result}:"
    if len(whole.partition("\n")[0]) <= WIDTH and not any("\n" in one for one in parameters):
        return Code(whole)
    inside = ", ".join(parameters)
    if len(inside) + 4 <= WIDTH and "\n" not in inside:
        return Code(f"{start}\n    {inside}\n) -> {result}:")
    return Code(f"{start}\n" + "".join(f"    {one},\n" for one in parameters) + f") -> {result}:")


def _typing_imports(declarations: Declarations, texts: Sequence[str]) -> Code:
    """The import of what types are spelled with; "" where that is nothing."""
    used = {one for one in declarations.used if one in TYPING}
    for text in texts:
        first = text.partition("\n")[0]
        used |= {"TypedDict"} if "TypedDict" in first else {"TypeAlias"} if ": TypeAlias = " in first else set()
    return _import_line("typing", sorted(used, key=lambda one: (one[0].islower(), one.lower()))) if used else Code("")


def _import_line(module: str, names: Sequence[str]) -> Code:
    text = f"from {module} import {', '.join(names)}"
    if len(text) <= WIDTH:
        return Code(text)
    return Code(f"from {module} import (\n" + "".join(f"    {one},\n" for one in names) + ")")
