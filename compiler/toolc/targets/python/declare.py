"""Declarations of types: TypedDicts and aliases, each before what needs it where that is possible.

Takes named types whose names are identifiers, gives `Code` for each. A name that is defined later stands in a string.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from toolc.ir import NamedType, Object, Property
from toolc.schema.view.names import references
from toolc.targets.code import Code
from toolc.targets.python import doc
from toolc.targets.python.encode import WIDTH, docstring, plain, prose, string
from toolc.targets.python.hoist import is_record
from toolc.targets.python.layout import Atom, Either, Expression, Generic, flat, lay_out, names_in, quote_if_later
from toolc.targets.python.reserved import VOCABULARY
from toolc.targets.python.spell import spell_type


class Declarations:
    """`unready`: names that are not defined yet, or stand for a string. `used`: every word that types are spelled with.

    `described`: the names of types whose docs are descriptions from a schema. `imported`: types of other modules. `constants`:
    code that follows a type, by its name.
    """

    def __init__(self, declared: Sequence[NamedType], described: Collection[str] = (), imported: Collection[str] = ()) -> None:
        self._declared = order_types(declared)
        self.unready = {named.name for named in declared}
        self.used: set[str] = set()
        self.described = described
        self.constants: Mapping[str, Code] = {}
        self._words = VOCABULARY | self.unready | {*imported}

    def texts(self) -> list[Code]:
        """Every declaration, in an order in which most names are defined when they are needed."""
        found = []
        for named in self._declared:
            found.append(self._record(named) if is_record(named.type) else self._alias(named))
            if constants := self.constants.get(named.name):
                self.used.add("Final")
                found.append(constants)
        return found

    def ready(self, expression: Expression) -> Expression:
        """An expression as it can stand behind what is declared so far."""
        self.used.update(names_in(expression))
        return quote_if_later(expression, self.unready)

    def _alias(self, named: NamedType) -> Code:
        return self._plain_alias(named, self.ready(spell_type(named.type)))

    def _plain_alias(self, named: NamedType, expression: Expression) -> Code:
        if not isinstance(expression, Atom) or expression.text[0] not in "\"'":
            self.unready.discard(named.name)
        head = f"{named.name}: TypeAlias = "
        return Code(f"{head}{lay_out(expression, 0, len(head))}\n{docstring(prose(named.doc))}")

    def _record(self, named: NamedType) -> Code:
        assert isinstance(named.type, Object)
        properties = named.type.properties
        as_class = all(_is_field(one.name, self._words) for one in properties)
        text = self._class(named, properties) if as_class else self._functional(named, properties)
        self.unready.discard(named.name)
        return text

    def _class(self, named: NamedType, properties: Sequence[Property]) -> Code:
        lines = [f"class {named.name}(TypedDict):\n"]
        if about := docstring(prose(named.doc), 4):
            lines.append(about + ("\n" if properties else ""))
        for one in properties:
            text = lay_out(self._field(one), 4, len(one.name) + 6)
            lines.append(f"    {one.name}: {text}\n{docstring(doc.of_property(one), 4)}")
        return Code("".join(lines) if len(lines) > 1 else f"{lines[0]}    pass\n")

    def _functional(self, named: NamedType, properties: tuple[Property, ...]) -> Code:
        lines = []
        for one in properties:
            head = f"        {string(one.name)}: "
            expression = self._field(one)
            if isinstance(expression, Either) and len(head) + len(flat(expression)) + 1 > WIDTH:
                self.used.add("Required")
                expression = Generic("Required", (expression,))
            lines.append(f"{head}{lay_out(expression, 8, len(head), 1)},\n")
        about, keys = prose(named.doc), doc.of_keys(properties)
        said = docstring([*about, "", *keys] if about and keys else about or keys)
        return Code(f'{named.name} = TypedDict(\n    "{named.name}",\n    {{\n{"".join(lines)}    }},\n)\n{said}')

    def _field(self, property_: Property) -> Expression:
        expression = self.ready(spell_type(property_.type))
        if property_.required:
            return expression
        self.used.add("NotRequired")
        return Generic("NotRequired", (expression,))


def _is_field(key: str, words: Collection[str]) -> bool:
    """Return `True` if a key can be a name in a class body: `__x` would be mangled, `list` would hide a type."""
    return plain(key) and not key.startswith("__") and key not in words


def order_types(declared: Sequence[NamedType], mentioned: Mapping[str, Iterable[str]] | None = None) -> list[NamedType]:
    """Sort types so that each follows those it mentions, except in cycles. `mentioned`: by name, to restrict what counts."""
    by_name = {named.name: named for named in declared}
    mentioned = mentioned or {named.name: references(named.type) for named in declared}
    edges = {name: [one for one in others if one in by_name] for name, others in mentioned.items()}
    result: dict[str, NamedType] = {}
    for start in by_name:
        _visit(start, edges, by_name, result)
    return list(result.values())


def _visit(
    start: str, edges: Mapping[str, Sequence[str]], by_name: Mapping[str, NamedType], result: dict[str, NamedType]
) -> None:
    entered: set[str] = set()
    stack = [start]
    while stack:
        here = stack[-1]
        waiting = [one for one in edges[here] if one not in result and one not in entered]
        if (here in entered and not waiting) or here in result:
            stack.pop()
            result.setdefault(here, by_name[here])
        else:
            entered.add(here)
            stack.extend(reversed(waiting))
