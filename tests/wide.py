"""Random modules with more of pydantic's surface than `written.Writer` has, and modules that import one another.

Takes a `random.Random`, gives text. A definition that Python or pydantic refuses is left out at once, so that what follows it
is compared all the same.
"""

import sys
import warnings
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any

from surface import (
    CLASS_LINES,
    COMPUTED,
    DATACLASS_LINES,
    ENUMS,
    EXTRA_BOUNDS,
    EXTRA_CONFIGS,
    EXTRA_DEFAULTS,
    EXTRA_FACTS,
    EXTRA_HEAD,
    EXTRA_LEAVES,
    EXTRA_MARKS,
    FIELD_LINES,
    KEYS,
    WRAPPERS,
)
from written import COMMON, CONFIGS, HEAD, Writer
from written import KEYS as PLAIN_KEYS

_HEADS: dict[str, Any] = {}


def _space() -> ModuleType:
    """A module in which every definition is tried; the names of the head are made once."""
    module = ModuleType("app")
    if not _HEADS:
        exec(HEAD + EXTRA_HEAD, _HEADS)
    vars(module).update({name: value for name, value in _HEADS.items() if name != "__builtins__"}, __name__="app")
    return module


class Wide(Writer):
    """`imported` are names of the module `other`, whose text stands in `other`."""

    def __init__(self, rng: Random, other: "Wide | None" = None, name: str = "app") -> None:
        super().__init__(rng)
        self.space, self.name = _space(), name
        self.tagged: list[str] = []
        if other is not None:
            self._imports(other)

    def _imports(self, other: "Wide") -> None:
        sys.modules["other"] = other.space
        way = self.rng.choice(
            ["from other import *", "import other", "from other import {}", "from other import {0} as {0}Again"]
        )
        for name in [one for one in other.known if one.isidentifier()]:
            line = way.format(name)
            self.lines += [line] if line not in self.lines else []
            self.known.append(f"other.{name}" if way == "import other" else f"{name}Again" if "Again" in way else name)
        self._tried(0, [])

    def makers(self) -> list[Callable[[str], None]]:
        """What writes a definition, as often as it is to be chosen."""
        many = [self.model] * 6 + [self.dataclass, self.typed_dict, self.enum, self.named_tuple, self.alias, self.generic]
        return [*many, self.union, self.root, self.nested, self.recursive, self.local, self.alias_type, self.mixed, self.later]

    def module(self, count: int) -> str:
        makers = self.makers()
        for number in range(count):
            before, known = len(self.lines), list(self.known)
            self.rng.choice(makers)(f"{self.name[0].upper()}{number}")
            self._tried(before, known)
        return self.text()

    def text(self) -> str:
        return super().text().replace("T = TypeVar", EXTRA_HEAD + "\nT = TypeVar", 1)

    def _tried(self, before: int, known: list[str]) -> None:
        """Runs what was written last; takes it back when it raises."""
        head = "from __future__ import annotations\n" if self.future else ""
        sys.modules["app"] = self.space
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(head + "\n".join(self.lines[before:]), "<tried>", "exec", dont_inherit=True), vars(self.space))
        except Exception:
            del self.lines[before:]
            self.known = known
            self.enums = [name for name in self.enums if name in known]
            self.tagged = [name for name in self.tagged if name in known]
        finally:
            sys.modules.pop("app", None)

    # --- words ---

    def leaf(self) -> str:
        return self.rng.choice(EXTRA_LEAVES) if self.chance(0.25) else super().leaf()

    def default(self) -> str:
        if self.chance(0.25):
            return self.rng.choice(EXTRA_DEFAULTS)
        made = [name for name in self.known if name.startswith(("TM", "TD")) and name.isidentifier()]
        return f"{self.rng.choice(made)}()" if made and self.chance(0.1) else super().default()

    def metadata(self) -> str:
        return self.rng.choice(EXTRA_MARKS) if self.chance(0.3) else super().metadata()

    def facts(self) -> list[str]:
        facts = super().facts()
        if self.chance(0.3):
            facts += self.rng.sample(EXTRA_FACTS, 1)
        if self.chance(0.1):
            facts += self.rng.sample(EXTRA_BOUNDS, 1)
        return list({fact.partition("=")[0]: fact for fact in facts}.values())

    def rarer(self, inner: str) -> list[str]:
        keys = self.rng.choice([*KEYS, *PLAIN_KEYS])
        made = [one.format(inner, keys) for one in WRAPPERS]
        if len(self.tagged) > 1:
            one, two = self.rng.sample(self.tagged, 2)
            made += [f"Annotated[Union[{one}, {two}], Field(discriminator='kind')]"] * 4
            made += [f"Annotated[Annotated[{one}, Tag('a')] | Annotated[{two}, Tag('b')], Discriminator(lambda v: 'a')]"]
        return super().rarer(inner) + made

    def annotation(self, depth: int = 2) -> str:
        return self.rng.choice(self.rarer(super().annotation(depth - 1))) if self.chance(0.12) else super().annotation(depth)

    # --- definitions ---

    def fields(self, keyword: bool = False) -> list[str]:
        made = super().fields(keyword)
        names = [line.partition(":")[0] for line in made if line[0] not in "\"'"]
        if names and self.chance(0.3):
            made += self.rng.choice(FIELD_LINES).format(self.rng.choice(names), self.leaf()).split("\n")
        if self.chance(0.15):
            made += self.rng.choice(COMPUTED).format(self.annotation(), ", ".join(self.facts())).split("\n")
        return made

    def model(self, name: str) -> None:
        if self.chance(0.5):
            super().model(name)
            return
        bases = [one for one in self.known if one.startswith("TM") or (one.startswith("TG") and "h[" in one)]
        chosen = self.rng.sample(bases, min(len(bases), self.rng.choice([0, 0, 1, 1, 2]))) or ["BaseModel"]
        body = self.fields()
        if self.chance(0.4):
            config = ", ".join(self.rng.sample([*EXTRA_CONFIGS, *CONFIGS], self.rng.randint(1, 3)))
            body.insert(0, f"model_config = {self.rng.choice(['ConfigDict', 'dict'])}({config})")
        if self.chance(0.3):
            body += self.rng.choice(CLASS_LINES).split("\n")
        self.put(f"TM{name}", [f"class TM{name}({', '.join(chosen)}):"], body)

    def dataclass(self, name: str) -> None:
        if self.chance(0.4):
            super().dataclass(name)
            return
        bases = [one for one in self.known if one.startswith("TD")]
        base = f"({self.rng.choice(bases)})" if bases and self.chance(0.6) else ""
        body = self.fields() + (self.rng.choice(DATACLASS_LINES).split("\n") if self.chance(0.6) else [])
        config = self.rng.choice([*EXTRA_CONFIGS, *CONFIGS])
        decorator = self.rng.choice([
            "@dataclass", "@dataclass(kw_only=True)", "@pydantic.dataclasses.dataclass", "@with_config(ConfigDict({}))\n@dataclass",
            "@pydantic.dataclasses.dataclass(config=ConfigDict({}), kw_only=True)",
        ]).format(config)  # fmt: skip
        self.put(f"TD{name}", [*decorator.split("\n"), f"class TD{name}{base}:"], body)

    def enum(self, name: str) -> None:
        if self.chance(0.3):
            super().enum(name)
            return
        header, *body = self.rng.choice(ENUMS).split("\n")
        self.put(f"TE{name}", [f"class TE{name}({header}):"], body)
        self.enums.append(f"TE{name}")

    def union(self, name: str) -> None:
        """A model that others can be told from by its field `kind`."""
        alias = self.rng.choice(["", "", " = 'a'", " = Field(alias='type')", " = Field('b', description='Which.')"])
        values = self.rng.choice(["'a'", "'b'", "'a', 'c'", "1", "None, 'd'"])
        header = self.rng.choice(["BaseModel", "BaseModel", "TypedDict"])
        body = [f"kind: Literal[{values}]{alias if header == 'BaseModel' else ''}", f"more: {self.annotation(1)}"]
        self.put(f"TU{name}", [f"class TU{name}({header}):"], body)
        self.tagged.append(f"TU{name}")

    def root(self, name: str) -> None:
        inner = self.annotation()
        header, body = self.rng.choice([
            (f"RootModel[{inner}]", []), (f"RootModel[{inner}]", [f"root: {inner}{self.assigned()}"]),
            ("RootModel", [f"root: {inner}{self.assigned()}"]), ("RootModel[T]", ["pass"]),
            (f"RootModel[{inner}]", ["model_config = ConfigDict(title='Rooted', frozen=True)"]),
        ])  # fmt: skip
        self.put(f"TR{name}", [f"class TR{name}({header}):"], body)

    def nested(self, name: str) -> None:
        inner = ["    " + line for line in self.fields() or ["pass"]]
        header = self.rng.choice(["class Inner(BaseModel):", "class Inner(Enum):", "class Inner(TypedDict):"])
        inner = ["    A = 'x'"] if "Enum" in header else [i for i in inner if "=" not in i] if "Typed" in header else inner
        self.put(
            f"TM{name}",
            [f"class TM{name}(BaseModel):"],
            [header, *(inner or ["    pass"]), f"x: {self.rng.choice(['Inner', 'list[Inner]'])}", *self.fields()],
        )
        self.known.append(f"TM{name}.Inner")

    def recursive(self, name: str) -> None:
        """Two models that need each other, the second of which is written in quotes before it exists."""
        kept, plain = list(self.known), [f"p{number}: {self.rng.choice(COMMON)}{self.assigned()}" for number in range(2)]
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], [f"back: 'Optional[TM{name}b]' = None", plain[0]])
        self.put(f"TM{name}b", [f"class TM{name}b(BaseModel):"], [f"all: list[TM{name}]", plain[1]])
        self.lines.append(f"TM{name}.model_rebuild()")
        self.known = [*kept, f"TM{name}", f"TM{name}b"]

    def local(self, name: str) -> None:
        body = [
            "class Local(BaseModel):",
            *("    " + line for line in self.fields() or ["pass"]),
            "class Holder(BaseModel):",
            "    one: Local",
            "return Holder",
        ]
        self.lines += [f"def made{name}():", *("    " + line for line in body), f"TL{name} = made{name}()", ""]
        self.known.append(f"TL{name}")

    def alias_type(self, name: str) -> None:
        inner = self.annotation()
        self.lines.append(self.rng.choice([
            f"TA{name} = TypeAliasType('TA{name}', dict[str, T] | T, type_params=(T,))", f"TA{name} = TypeAliasType('TA{name}', 'int | None')",
            f"TA{name} = TypeAliasType('TA{name}', Annotated[{inner}, {self.metadata()}])", f"TA{name}: TypeAlias = 'list[{inner}]'",
            f"TA{name} = TypeAliasType('TA{name}', tuple[T, U, {inner}], type_params=(T, U))",
        ]))  # fmt: skip
        self.known += [f"TA{name}"] + (
            [f"TA{name}[int, str]"]
            if "(T, U)" in self.lines[-1]
            else [f"TA{name}[{inner}]"]
            if "(T,)" in self.lines[-1]
            else []
        )

    def mixed(self, name: str) -> None:
        """A generic of two variables, a class that settles one of them, and uses of both."""
        bound = self.rng.choice(["T", "U", "B", "C"])
        body = [f"one: T{self.assigned()}", f"two: {self.rng.choice(['U', 'list[U]', 'dict[str, U]', 'U | None'])}"]
        self.put(f"TG{name}", [f"class TG{name}(BaseModel, Generic[T, U]):"], body)
        self.put(f"TG{name}h", [f"class TG{name}h(TG{name}[int, {bound}], Generic[{bound}]):"], self.fields())
        self.known += [
            f"TG{name}[{self.annotation(1)}, {self.annotation(1)}]",
            f"TG{name}h[{self.rng.choice(['int', 'bool', 'str'])}]",
        ]

    def later(self, name: str) -> None:
        """A model by a call, and one whose body has conditions."""
        kept = list(self.known)
        self.lines.append(
            f"TC{name} = create_model('TC{name}', a=(int, 3), b=({self.annotation()}, ...), __config__=ConfigDict(extra='forbid'))"
        )
        body = [
            "if TYPE_CHECKING:",
            "    a: int",
            "else:",
            f"    a: {self.annotation()}",
            "if sys.version_info >= (3, 8):",
            "    b: int = 1",
        ]
        self.put(f"TM{name}", [f"class TM{name}(BaseModel):"], body)
        self.known = [*kept, f"TC{name}", f"TM{name}"]


def modules(rng: Random, count: int, writer: "type[Wide]" = Wide, others: Sequence[int] = (0, 0, 1, 2)) -> tuple[str, str]:
    """The text of a module `app`, and of the module `other` it takes names from, which has one of so many definitions."""
    other = writer(rng, name="other")
    text = other.module(rng.choice(others))
    try:
        return writer(rng, other).module(count), text
    finally:
        sys.modules.pop("other", None)
