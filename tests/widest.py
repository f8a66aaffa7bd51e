"""Random modules with what neither `wide.Wide` nor `wider.Wider` writes: variables with defaults, configured typed dicts, tags by
functions, serializers of whole classes, properties of generics, mixins of enums, aliases upon aliases, fields of several bases.

Takes a `random.Random`, gives the text of two modules, of which `app` imports from `other`.
"""

from collections.abc import Callable
from random import Random

import wide
from surfeit import ALIASES, GENERATORS, MIXED, PRIORITIES, WHOLE, WIDEST_HEAD
from wide import Wide
from wider import Wider


class Widest(Wider):
    """`Wider` with further kinds of definitions."""

    def __init__(self, rng: Random, other: "Wide | None" = None, name: str = "app") -> None:
        super().__init__(rng, other, name)
        exec(WIDEST_HEAD, vars(self.space))

    def makers(self) -> list[Callable[[str], None]]:
        return [
            self.with_defaults, self.with_defaults, self.configured_dict, self.keyword_only, self.computing, self.rows, self.prioritised, self.dumped,
            self.rooted, self.by_function, self.levels, self.levels, self.mixed_enum, self.several_bases, self.taken_back, self.itself, self.nested_generic,
            self.model, self.generic_class, self.defaulted, self.typed_dict, self.excluded,
        ]  # fmt: skip

    def text(self) -> str:
        return super().text().replace("U = TypeVar", WIDEST_HEAD + "\nU = TypeVar", 1)

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def plain(self) -> list[str]:
        """Fields `a` and `b` of a class of any kind, without a value."""
        return [f"a: {self.annotation(1)}", f"b: {self.annotation(1)}"]

    def one_field(self) -> list[str]:
        return [line for line in self.fields()[:1] if line[0] != "@"]

    # --- definitions ---

    def with_defaults(self, name: str) -> None:
        """A generic whose variables have defaults (PEP 696), with and without arguments."""
        last = self.pick("V", "W", "X")
        head = self.pick(f"Generic[T, {last}]", f"Generic[{last}]", "Generic[V, X]")
        own = head[8:-1].split(", ")
        body = [f"f{at}: {self.pick('{}', 'list[{}]', '{} | None', 'dict[str, {}]').format(var)}" for at, var in enumerate(own)]
        base, mark = self.rng.choice([("BaseModel, ", []), ("BaseModel, ", []), ("TypedDict, ", []), ("", ["@dataclass"])])
        self.put(f"TG{name}", [*mark, f"class TG{name}({base}{head}):"], [*body, f"own: {self.annotation(1)}"])
        self.known += [f"TG{name}[{self.annotation(1)}]"] + ([f"TG{name}"] if own[0] != "T" else [])
        self.known += [f"TG{name}[{self.annotation(1)}, {self.annotation(0)}]"] if len(own) > 1 else []
        if base.startswith("Base"):
            given = self.pick("int", "V", self.annotation(1))
            more = ", Generic[V]" if given == "V" else ""
            self.put(f"TM{name}", [f"class TM{name}(TG{name}[{given}]{more}):"], self.one_field())

    def configured_dict(self, name: str) -> None:
        """A typed dict with a configuration, one below it, and a model that holds it with one of its own."""
        config = self.rng.choice([*wide.EXTRA_CONFIGS, *wide.CONFIGS])
        mark, line = self.rng.choice(
            [([f"@with_config({config})"], []), ([], [f"__pydantic_config__ = ConfigDict({config})"]), ([], [])]
        )
        keys = [
            f"a: Required[{self.annotation(1)}]",
            f"b: NotRequired[{self.annotation(1)}]",
            f"c_d: ReadOnly[{self.annotation(1)}]",
        ]
        end = self.pick("", ", total=False", ", closed=True", ", extra_items=int")
        self.put(f"TT{name}", [*mark, f"class TT{name}(TypedDict{end}):"], [*line, *self.rng.sample(keys, 2)])
        self.put(f"TT{name}l", [f"class TT{name}l(TT{name}{self.pick('', ', total=False')}):"], [f"e_f: {self.annotation(1)}"])
        own = self.rng.choice([*wide.EXTRA_CONFIGS, *wide.CONFIGS])
        self.put(
            f"TM{name}",
            [f"class TM{name}(BaseModel):"],
            [f"model_config = ConfigDict({own})", f"x_y: TT{name}", f"z: TT{name}l"],
        )

    def keyword_only(self, name: str) -> None:
        """Dataclasses in a line, some of whose fields are keyword-only."""
        marks = [
            "@dataclass",
            "@dataclass(kw_only=True)",
            "@pydantic.dataclasses.dataclass",
            "@pydantic.dataclasses.dataclass(kw_only=True)",
            "@dataclass(slots=True)",
        ]
        rows = [
            "a: int", "b: {} = 1", "_: KW_ONLY\nc: {}", "d: int = field(kw_only=True)", "e: InitVar[{}]", "f: {} = Field(1, kw_only=True, title='F')", "a: {} = None",
            "g: Annotated[{}, Field(alias='gg')] = 2", "h: {} = dataclasses.field(default_factory=list, kw_only=False)", "b: str = field(default='x', init=False)",
        ]  # fmt: skip
        below = ""
        for letter in self.rng.choice(["p", "pq", "pqr"]):
            body = [one.format(self.annotation(1)) for one in self.rng.sample(rows, self.rng.randint(0, 3))]
            lines = [line for one in body for line in one.split("\n")]
            self.put(f"TD{name}{letter}", [self.rng.choice(marks), f"class TD{name}{letter}{below}:"], lines)
            below = f"(TD{name}{letter})"

    def computing(self, name: str) -> None:
        """A generic with a property of its variable, and heirs that settle it."""
        returned = self.pick("T", "list[T]", "'T | None'", f"TG{name}[T]" if self.future else "dict[str, T]", "Self")
        body = ["a: T", "@computed_field", "@property", f"def made(self) -> {returned}: return None"]
        if self.chance(0.4):
            body += [
                "@field_serializer('a')",
                f"def dump(self, v) -> {self.pick('T', 'list[T]', self.annotation(1))}: return v",
            ]
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T]):"], body)
        self.put(f"TM{name}", [f"class TM{name}(TG{name}[{self.annotation(1)}]):"], self.one_field())
        self.known += [f"TG{name}[{self.annotation(1)}]", f"TG{name}"]

    def rows(self, name: str) -> None:
        """A named tuple with defaults, generic or not, and a default made of it."""
        head = self.pick("NamedTuple", "NamedTuple, Generic[T]")
        body = [
            f"a: {self.pick('int', self.annotation(1))}",
            f"b: {'T' if 'T]' in head else self.annotation(1)}{self.pick('', ' = 1')}",
        ]
        body += (
            [f"c_d: Annotated[{self.annotation(1)}, Field({', '.join(self.facts())})] = {self.default()}"]
            if "=" in body[-1]
            else []
        )
        self.put(f"TN{name}", [f"class TN{name}({head}):"], body)
        use = f"TN{name}[str]" if "T]" in head else f"TN{name}"
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [f"x: {use} = TN{name}(1, 2)", f"y: list[{use}]"])

    def prioritised(self, name: str) -> None:
        """Aliases of a field against those of a generator, in a class and in one below it."""
        fields = [f"field_{at}: int = Field(1, {self.rng.choice(ALIASES)}{self.rng.choice(PRIORITIES)})" for at in range(2)]
        config = (
            f"model_config = ConfigDict(alias_generator={self.rng.choice(GENERATORS)}, {self.rng.choice(wide.EXTRA_CONFIGS)})"
        )
        self.put(
            f"TM{name}", [f"class TM{name}(BaseModel):"], [*([config] if self.chance(0.7) else []), *fields, "plain_one: str"]
        )
        below = f"model_config = ConfigDict(alias_generator={self.rng.choice(GENERATORS)})"
        self.put(f"TM{name}l", [f"class TM{name}l(TM{name}):"], [below, "field_0: str", f"last_one: {self.annotation(1)}"])

    def dumped(self, name: str) -> None:
        """A class whose serializers and validators concern it as a whole, and a use of it."""
        head = self.pick(
            "class {}(BaseModel):",
            "@pydantic.dataclasses.dataclass\nclass {}:",
            "@dataclass\nclass {}:",
            "class {}(BaseModel, Generic[T]):",
        )
        body = [
            line
            for one in self.rng.sample(WHOLE, self.rng.randint(1, 2))
            for line in one.format(self.annotation(1)).split("\n")
        ]
        self.put(f"TM{name}", head.format(f"TM{name}").split("\n"), [*self.plain(), *body])
        self.put(f"TM{name}l", [f"class TM{name}l(TM{name}):"], self.one_field())
        self.put(
            f"TM{name}u",
            [f"class TM{name}u(BaseModel):"],
            [f"x: {self.pick('TM{}', 'list[TM{}]', 'SerializeAsAny[TM{}]').format(name)}"],
        )

    def rooted(self, name: str) -> None:
        """Root models of generics, and generic root models."""
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T]):"], ["one: T", f"two: {self.annotation(1)}"])
        inner = self.pick("TG{}[T]", "list[TG{}[T]]", "dict[str, TG{}[T]] | None", "TG{}").format(name)
        self.put(
            f"TR{name}",
            [f"class TR{name}(RootModel[{inner}], Generic[T]):"],
            self.rng.sample(["'Outcome.'", "def __iter__(self): return iter([])"], 1),
        )
        self.known += [
            f"TR{name}[{self.annotation(1)}]",
            f"RootModel[TG{name}[{self.annotation(0)}]]",
            f"RootModel[TR{name}[int]]",
        ]
        self.put(
            f"TR{name}l",
            [f"class TR{name}l(TR{name}[{self.annotation(1)}]):"],
            self.rng.sample(["pass", "model_config = ConfigDict(title='Low')"], 1),
        )

    def by_function(self, name: str) -> None:
        """Members told apart by a function."""
        for letter in "ab":
            head = self.pick("class {}(BaseModel):", "class {}(TypedDict):", "@dataclass\nclass {}:").format(
                f"TU{name}{letter}"
            )
            self.put(f"TU{name}{letter}", head.split("\n"), [f"kind: Literal['{letter}']", *self.plain()[:1]])
        left, right = (self.rng.choice([f"TU{name}{letter}", f"list[TU{name}{letter}]", "int"]) for letter in "ab")
        union = f"Union[Annotated[{left}, Tag('a')], Annotated[{right}, Tag('b'){self.pick('', ', Field(title=1 * chr(84))')}]]"
        by = self.pick(
            "Discriminator(by_kind)",
            "Field(discriminator=Discriminator(by_kind))",
            "Discriminator('kind')",
            "Field(discriminator='kind', title='U')",
        )
        self.lines.append(f"TA{name} = Annotated[{union}, {by}]")
        self.known.append(f"TA{name}")
        self.put(
            f"TM{name}",
            [f"class TM{name}(BaseModel):"],
            [f"x: TA{name}{self.assigned()}", f"y: Optional[TA{name}] = None", f"z: list[TA{name}]"],
        )

    def levels(self, name: str) -> None:
        """Aliases that annotate aliases."""
        inner = self.annotation(1)
        for level in range(self.rng.randint(2, 4)):
            marks = ", ".join(self.metadata() for _ in range(self.rng.randint(1, 2)))
            made = self.pick(
                f"Annotated[{inner}, {marks}]",
                f"Optional[{inner}]",
                f"list[{inner}]",
                f"Annotated[{inner}, Field({', '.join(self.facts())})]",
            )
            way = self.pick(
                "TA{0} = {1}",
                "TA{0} = {1}",
                "TA{0}: TypeAlias = {1}",
                "TA{0} = TypeAliasType('TA{0}', {1})",
                "TA{0} = NewType('TA{0}', {1})",
            )
            self.lines.append(way.format(f"{name}{level}", made))
            inner = f"TA{name}{level}"
        self.known.append(inner)
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [f"a: {inner}{self.assigned()}", f"b: {inner} | None = None"])

    def mixed_enum(self, name: str) -> None:
        header, *body = self.rng.choice(MIXED).split("\n")
        self.put(f"TE{name}", [f"class TE{name}({header}):"], body)
        self.enums.append(f"TE{name}")
        config = self.pick("use_enum_values=True", "title='E'")
        uses = [
            f"x: TE{name} = TE{name}.A",
            f"y: dict[TE{name}, int] = {{TE{name}.A: 1}}",
            f"z: Literal[TE{name}.A] | None = None",
            f"w: list[TE{name}] = [TE{name}.A]",
        ]
        self.put(
            f"TM{name}", [f"class TM{name}(BaseModel):"], [f"model_config = ConfigDict({config})", *self.rng.sample(uses, 2)]
        )

    def several_bases(self, name: str) -> None:
        """Models with several bases, plain classes among them."""
        for letter in "pq":
            base = self.pick("BaseModel", "BaseModel", "Loud", "object")
            self.put(
                f"TM{name}{letter}",
                [f"class TM{name}{letter}({base}):"],
                [f"a: {self.annotation(1)}{self.assigned()}", f"{letter}: int = 1", *self.one_field()],
            )
        bases = self.rng.sample([f"TM{name}p", f"TM{name}q"], 2) + self.rng.choice([[], ["Loud"], ["BaseModel"]])
        body = self.rng.sample(
            ["a: str", "p = 5", "q: str", f"r: {self.annotation(1)}", "shared: str", "a: int = Field(3, title='A')"], 2
        )
        self.put(f"TM{name}", [f"class TM{name}({', '.join(bases)}):"], body)

    def taken_back(self, name: str) -> None:
        """Values that the body of a class takes back, and names that conditions bind."""
        body = [
            "a: int = 1",
            "b: str = 'x'",
            self.pick("del a", "del a, b", "del (b)"),
            self.pick("pass", "a = 3", "b: int"),
            f"c: {self.annotation(1)} = None",
        ]
        body += self.rng.choice(
            [
                [],
                ["try:", "    import absent_one", "    e: int = 1", "except ImportError:", "    e: str = ''"],
                ["for i in range(2): pass", "del i"],
            ]
        )
        head = self.pick("class {}(BaseModel):", "@dataclass\nclass {}:", "@pydantic.dataclasses.dataclass\nclass {}:").format(
            f"TM{name}"
        )
        self.put(f"TM{name}", head.split("\n"), body)

    def itself(self, name: str) -> None:
        """A class that names itself, in quotes or as `Self`, in a property too, and whose name is bound again."""
        uses = [
            f"x: 'Optional[TM{name}]' = None",
            "y: list['Self'] = []",
            f"z: Optional['list[TM{name}]'] = None",
            "w: 'Self | None' = None",
            f"v: tuple['TM{name}', ...] = ()",
        ]
        body = [*self.rng.sample(uses, self.rng.randint(1, 2)), *self.one_field()]
        body += self.rng.choice([[], ["@computed_field", "@property", f"def made(self) -> 'TM{name} | None': return None"]])
        head = self.pick(
            "class {}(BaseModel):",
            "class {}(BaseModel):",
            "@dataclass\nclass {}:",
            "@pydantic.dataclasses.dataclass\nclass {}:",
        ).format(f"TM{name}")
        self.put(f"TM{name}", head.split("\n"), body)
        if self.chance(0.3):
            self.lines += [f"First{name} = TM{name}", f"class TM{name}(BaseModel):", f"    only: First{name}", ""]
        self.put(
            f"TM{name}u",
            [f"class TM{name}u(BaseModel):"],
            [f"held: TM{name}", self.pick("x: int", f"again: Annotated[TM{name}, Field(description='Outcome.')]")],
        )

    def nested_generic(self, name: str) -> None:
        """Generics inside generics, some of whose arguments are generics of the same kind."""
        self.put(
            f"TG{name}",
            [f"class TG{name}(BaseModel, Generic[T, V]):"],
            ["one: T", self.pick("two: V", "two: list[V] = []", "two: 'TG{}[int, V] | None' = None").format(name)],
        )
        inner = f"TG{name}[{self.annotation(0)}]"
        body = [f"a: TG{name}[T, {inner}]", f"b: {inner}", f"c: list[TG{name}[{inner}, T]]"]
        self.put(f"TG{name}h", [f"class TG{name}h(BaseModel, Generic[T]):"], self.rng.sample(body, 2))
        self.known += [f"TG{name}[TG{name}[int], str]", f"TG{name}h[{self.annotation(1)}]", f"TG{name}h[TG{name}h[bool]]"]

    def excluded(self, name: str) -> None:
        """What is left out when it is written, in the class and in defaults made of it."""
        facts = [
            "exclude=True",
            "exclude=False",
            "exclude_if=lambda v: not v",
            "init=False",
            "repr=False, exclude=True, alias='al'",
        ]
        body = [
            f"f{at}: {self.pick('int', 'float', self.annotation(1))} = Field({self.pick('1', 'None', self.default())}, {self.rng.choice(facts)})"
            for at in range(2)
        ]
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [*body, "kept: float = 1"])
        self.put(
            f"TM{name}u",
            [f"class TM{name}u(BaseModel):"],
            [
                f"x: TM{name} = TM{name}()",
                f"y: list[TM{name}] = [TM{name}(kept=2)]",
                f"z: Optional[TM{name}] = Field(TM{name}(), exclude=True)",
            ],
        )


def modules(rng: Random, count: int) -> tuple[str, str]:
    """The text of a module `app`, and of the module `other` it takes names from."""
    return wide.modules(rng, count, Widest, (0, 0, 0, 1))
