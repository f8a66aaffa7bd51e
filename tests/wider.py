"""Random modules with what real packages do beyond `wide.Wide`: names that collide, functional forms, instances as defaults.

Takes a `random.Random`, gives the text of two modules, of which `app` imports from `other`.
"""

from collections.abc import Callable
from random import Random

import wide
from wide import Wide

_CONFIGURED = ["extra='forbid'", "use_enum_values=True", "title='Mine'", "alias_generator=to_camel", "str_max_length=9"]


def _last(name: str) -> str:
    return name.rpartition(".")[2]


class Wider(Wide):
    """`Wide` with more kinds of definitions, whose classes also inherit from imported ones."""

    def __init__(self, rng: Random, other: "Wide | None" = None, name: str = "app") -> None:
        super().__init__(rng, other, name)
        found = set(other.enums if other is not None else ())
        self.enums = [one for one in self.known if _last(one).removesuffix("Again") in found]

    def makers(self) -> list[Callable[[str], None]]:
        return [
            self.model, self.twin, self.twin, self.functional, self.forward, self.heir, self.heir, self.tagged_union, self.nested_union,
            self.recursive_alias, self.generic_alias, self.defaulted, self.defaulted, self.third, self.unsettled, self.configured, self.created,
            self.shadowing, self.generic_class, self.typed_dict, self.union, self.root_of, self.enum, self.dataclass,
        ]  # fmt: skip

    def _of(self, *starts: str) -> list[str]:
        """The classes known so far whose names begin like that, imported ones too."""
        return [one for one in self.known if _last(one).startswith(starts) and "[" not in one]

    def default(self) -> str:
        made = self._of("TM", "TD")
        if made and self.chance(0.15):
            one = self.rng.choice(made)
            return self.rng.choice(["{}()", "[{}()]", "{{'k': {}()}}", "{}(1)", "{}(f0=1)", "({}(), 1)"]).format(one)
        return super().default()

    def rarer(self, inner: str) -> list[str]:
        made = super().rarer(inner)
        if self.enums:
            one = self.rng.choice(self.enums)
            made += [f"Literal[{one}.A]", f"dict[{one}, {inner}]", f"Optional[Literal[{one}.A, 'x']]"] * 2
        return made

    # --- definitions ---

    def twin(self, name: str) -> None:
        """A class of one name, in both modules or twice in one."""
        header = self.rng.choice(
            ["TMTwin(BaseModel)", "TMTwin(BaseModel)", "TTTwin(TypedDict)", "TMTwin(BaseModel, Generic[T])"]
        )
        body = [line for line in self.fields() if "Typed" not in header or "=" not in line]
        self.put(header.partition("(")[0], [f"class {header}:"], body)
        if "Generic" in header:
            self.known += ["TMTwin[int]", f"TMTwin[{self.annotation(1)}]"]

    def functional(self, name: str) -> None:
        kinds = f"'a': {self.annotation(1)}, 'b-c': {self.annotation(1)}"
        made, line = self.rng.choice([
            ("TT", f"TypedDict('TT{name}', {{{kinds}}})"), ("TT", f"TypedDict('TT{name}', {{{kinds}}}, total=False)"),
            ("TN", f"NamedTuple('TN{name}', [('a', {self.annotation(1)}), ('b', int)])"), ("TE", f"Enum('TE{name}', 'A B')"),
            ("TE", f"Enum('TE{name}', {{'A': 'x', 'B': 2}})"), ("TE", f"StrEnum('TE{name}', ['A', 'B'])"),
            ("TE", f"Enum('TE{name}', [('A', 1), ('B', 'b')], type=str)"), ("TN", f"collections.namedtuple('TN{name}', 'a b', defaults=[1])"),
        ])  # fmt: skip
        self.lines.append(f"{made}{name} = {line}")
        self.known.append(f"{made}{name}")
        self.enums += [f"TE{name}"] if made == "TE" else []

    def forward(self, name: str) -> None:
        """A model that needs one which comes later, and one that comes later and needs it."""
        quoted = self.rng.choice(
            ["'TM{}z'", "list['TM{}z']", "'Optional[TM{}z]'", "dict[str, 'TM{}z']", "'TM{}z | int'"]
        ).format(name)
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [*self.fields(), f"later: {quoted}{self.assigned()}"])
        back = self.rng.choice([f"back: list[TM{name}] = []", f"again: 'Optional[TM{name}z]' = None", "x: int"])
        self.put(f"TM{name}z", [f"class TM{name}z(BaseModel):"], [back, *self.fields()])
        self.lines += [f"TM{name}.model_rebuild()"] if self.chance(0.5) else []

    def heir(self, name: str) -> None:
        """A class below those of the other module, or below several."""
        start, header = self.rng.choice(
            [("TM", ""), ("TM", ""), ("TD", "@dataclass"), ("TD", "@pydantic.dataclasses.dataclass"), ("TT", "")]
        )
        bases = self._of(start)
        chosen = self.rng.sample(bases, min(len(bases), self.rng.choice([1, 1, 2])))
        below = ", ".join(chosen or [{"TM": "BaseModel", "TD": "", "TT": "TypedDict"}[start]])
        body = [line for line in self.fields() if start != "TT" or "=" not in line]
        if start == "TM" and chosen and self.chance(0.3):
            body.insert(0, f"model_config = {{**{chosen[0]}.model_config, 'extra': 'allow'}}")
        self.put(f"{start}{name}", [*([header] if header else []), f"class {start}{name}({below}):"], body)

    def tagged_union(self, name: str) -> None:
        """Two models told apart by a field with an alias, and a named union of them."""
        alias = self.rng.choice(["", "", " = Field(alias='type')", " = Field('{}', serialization_alias='out')"])
        for letter in "ab":
            body = [f"kind: Literal['{letter}']{alias.format(letter)}", *self.fields()[:1]]
            self.put(f"TU{name}{letter}", [f"class TU{name}{letter}(BaseModel):"], body)
        union = f"Annotated[TU{name}a | TU{name}b, Field(discriminator='kind')]"
        self.lines.append(self.rng.choice([f"TA{name} = {union}", f"TA{name} = TypeAliasType('TA{name}', {union})"]))
        self.known.append(f"TA{name}")
        self.tagged += [f"TU{name}a", f"TU{name}b", f"TA{name}"]

    def nested_union(self, name: str) -> None:
        if len(self.tagged) < 2:
            self.tagged_union(name)
            return
        one, two = self.rng.sample(self.tagged, 2)
        field = self.rng.choice([
            f"Annotated[{one} | {two}, Field(discriminator='kind')]", f"Union[{one}, {two}] = Field(discriminator='kind')",
            f"list[Annotated[Union[{one}, {two}, None], Field(discriminator='kind', description='One.')]]",
            f"Optional[Annotated[{one} | {two}, Discriminator('kind')]] = None", f"{one} | {two} | None = Field(None, discriminator='kind')",
        ])  # fmt: skip
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [f"pick: {field}", *self.fields()[:1]])

    def recursive_alias(self, name: str) -> None:
        alias = f"TA{name}"
        value = self.rng.choice([
            f"'list[{alias}] | int'", f"'dict[str, {alias}] | None'", f"Union[int, 'list[{alias}]']", f"dict[str, 'Optional[{alias}]']",
            f"Annotated['list[{alias}] | str', Field(title='Tree')]",
        ])  # fmt: skip
        self.lines.append(f"{alias} = TypeAliasType('{alias}', {value})")
        self.known.append(alias)

    def generic_alias(self, name: str) -> None:
        """A named alias with variables, in a generic model that hands its own on."""
        value = self.rng.choice(
            ["list[T]", "T | None", "dict[str, T]", "tuple[T, ...] | T", "Annotated[T, Field(description='Any.')]"]
        )
        self.lines.append(f"TA{name} = TypeAliasType('TA{name}', {value}, type_params=(T,))")
        body = [f"a: TA{name}[T]{self.assigned()}", f"b: TA{name}[{self.annotation(1)}]", f"c: list[TA{name}[T]]"]
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T]):"], self.rng.sample(body, self.rng.randint(1, 3)))
        self.known += [f"TG{name}[{self.annotation(1)}]", f"TG{name}[int]", f"TA{name}[{self.annotation(1)}]"]

    def defaulted(self, name: str) -> None:
        """Instances with values of every kind as defaults."""
        plain = [
            "int",
            "float",
            "str",
            "bool",
            "Optional[float]",
            "float | str",
            "list[float]",
            "dict[str, int]",
            "date",
            "Decimal",
            "Any",
        ]
        rows = [f"{letter}: {self.rng.choice(plain)} = {self.default()}" for letter in "ab"]
        head = self.rng.choice(["TM{}(BaseModel)", "TM{}(BaseModel)", "TD{}"]).format(f"{name}i")
        marks = (
            [self.rng.choice(["@dataclass(frozen=True)", "@pydantic.dataclasses.dataclass(frozen=True)"])]
            if head.startswith("TD")
            else []
        )
        self.put(head.partition("(")[0], [*marks, f"class {head}:"], rows)
        given = self.rng.choice(["", "a=1", "b=True", "a=1.5, b='x'"])
        made = f"{head.partition('(')[0]}({given})"
        kind = self.rng.choice([head.partition("(")[0], "Any", "object"])
        body = [
            f"one: {kind} = {made}",
            f"all: list[{kind}] = [{made}]",
            f"some: Optional[{kind}] = Field({made}, description='Outcome.')",
        ]
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], self.rng.sample(body, 2))

    def third(self, name: str) -> None:
        """Three generations of generics, each of which settles a part."""
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T, U]):"], [f"one: T{self.assigned()}", "two: dict[str, U]"])
        body = [f"three: {self.rng.choice(['T', 'list[T]', f'TG{name}[T, int]'])}", *self.fields()[:1]]
        self.put(f"TG{name}b", [f"class TG{name}b(TG{name}[T, {self.annotation(1)}], Generic[T]):"], body)
        self.put(f"TG{name}c", [f"class TG{name}c(TG{name}b[{self.annotation(1)}]):"], self.fields()[:2])
        self.known += [f"TG{name}b[{self.annotation(1)}]", f"TG{name}[{self.annotation(1)}, T]"]

    def unsettled(self, name: str) -> None:
        """Generics without variables of their own, and arguments that show in names: texts, a `NewType`, an empty tuple."""
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T]):"], [f"one: T{self.assigned()}"])
        given = self.rng.choice(["", "[list[T]]", "[dict[str, T]]", "[Optional[T]]", "[T]"])
        self.put(f"TG{name}d", [f"class TG{name}d(TG{name}{given}):"], self.fields()[:1])
        self.lines.append(f"TW{name} = NewType('TW{name}', {self.annotation(1)})")
        argument = self.rng.choice([f"TW{name}", "tuple[()]", f"'TG{name}'", "'list[int]'", self.annotation(1)])
        self.known += [f"TG{name}d[{self.annotation(1)}]", f"TG{name}[{argument}]", f"TG{name}d[{argument}]"]

    def configured(self, name: str) -> None:
        """Classes that are no models with a configuration of their own, and a model around them."""
        config = f"__pydantic_config__ = ConfigDict({self.rng.choice(_CONFIGURED)})"
        start, lines = self.rng.choice([
            ("TD", ["@dataclass", f"class TD{name}:"]), ("TT", [f"class TT{name}(TypedDict):"]),
            ("TD", [f"@pydantic.dataclasses.dataclass(config=ConfigDict({self.rng.choice(_CONFIGURED)}))", f"class TD{name}:"]),
        ])  # fmt: skip
        body = [line for line in self.fields() if start == "TD" or "=" not in line]
        self.put(f"{start}{name}", lines, [*([config] if "pydantic." not in lines[0] else []), *body])
        around = f"model_config = ConfigDict({self.rng.choice(_CONFIGURED)})"
        self.put(
            f"TM{name}",
            [f"class TM{name}(BaseModel):"],
            [around, f"x: {start}{name}", f"y: list[{start}{name}]", *self.fields()[:1]],
        )

    def created(self, name: str) -> None:
        base = self.rng.choice([*self._of("TM"), "BaseModel"])
        self.lines.append(
            f"TM{name} = create_model('TM{name}', __base__={base}, __doc__='Made.', c=({self.annotation(1)}, "
            f"Field({', '.join(self.facts())})), d=(Annotated[int, {self.metadata()}], 1))"
        )
        self.known.append(f"TM{name}")

    def shadowing(self, name: str) -> None:
        """Fields with the names of types and of methods."""
        pairs = [
            f"{one}: {self.annotation(1)}{self.assigned()}"
            for one in self.rng.sample(["date", "json", "copy", "Any", "type", "list", "fields"], 2)
        ]
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [*pairs, f"after: {self.annotation(1)}"])

    def generic_class(self, name: str) -> None:
        """Generic classes that are no models, and what inherits from them with arguments."""
        mark, head, start = self.rng.choice([
            (["@dataclass"], "Generic[T]", "TD"), (["@pydantic.dataclasses.dataclass"], "Generic[T]", "TD"), ([], "TypedDict, Generic[T]", "TT"),
            ([], "NamedTuple, Generic[T]", "TN"),
        ])  # fmt: skip
        self.put(
            f"TG{name}",
            [*mark, f"class TG{name}({head}):"],
            ["a: T", f"b: {self.rng.choice(['list[T]', 'Optional[T]', 'int'])}"],
        )
        self.known += [f"TG{name}[{self.annotation(1)}]", f"TG{name}[{self.rng.choice(['T', 'U', 'B'])}]"]
        if start != "TN":
            body = [line for line in self.fields()[:1] if "=" not in line]
            self.put(f"{start}{name}", [*mark, f"class {start}{name}(TG{name}[{self.annotation(1)}]):"], body)

    def root_of(self, name: str) -> None:
        self.put(f"TR{name}", [f"class TR{name}(RootModel[list[T]], Generic[T]):"], [])
        self.known += [f"TR{name}[{self.annotation(1)}]", f"RootModel[{self.annotation(1)}]"]


def modules(rng: Random, count: int) -> tuple[str, str]:
    """The text of a module `app`, and of the module `other` it takes names from."""
    return wide.modules(rng, count, Wider, (0, 1, 1, 2))
