"""Random functions as packages of tools write them: takes a `random.Random`, gives modules as source text.

Beside `written.FunctionWriter`, whose types and defaults are wild, these are tame: docstrings of four styles that speak of the
parameters there are, defaults that fit, models with described fields. Whatever a framework makes of them is right.
"""

from collections.abc import Callable, Sequence
from random import Random

HEAD = """\
import datetime
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Annotated, Any, Dict, Final, List, Literal, NamedTuple, Optional, Tuple, TypeVar, Union
from uuid import UUID

from pydantic import AliasChoices, BaseModel, ConfigDict, EmailStr, Field, HttpUrl, PositiveInt, field_validator
from typing_extensions import Doc, NotRequired, Required, TypedDict, Unpack
{head}
LIMIT = 20
UNITS = Literal["metric", "imperial"]
DEFAULT_UNITS = "metric"
Count = Annotated[int, Field(ge=0, description="How many there are")]
Ids = list[str]


class Colour(Enum):
    \"""Which colour.\"""

    RED = "red"
    DARK_BLUE = "dark blue"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Mode(StrEnum):
    FAST = "fast"
    SLOW = "slow"


class Point(BaseModel):
    \"""A place on earth.\"""

    lat: float = Field(description="Degrees north", ge=-90, le=90)
    lon: float = Field(..., description="Degrees east")
    label: Optional[str] = None


class Filter(BaseModel):
    model_config = ConfigDict(extra="forbid")

    words: list[str] = Field(default_factory=list, examples=[["a"]])
    near: Point | None = Field(None, title="Near")
    colour: Colour = Colour.RED
    units: UNITS = "metric"
    made: datetime.datetime | None = None


class Tree(BaseModel):
    \"""A node, with its children.

    They are in no order.
    \"""

    name: str
    children: list["Tree"] = []


class Options(TypedDict, total=False):
    depth: Required[int]
    units: UNITS


class Row(TypedDict):
    key: Annotated[str, Field(description="The key")]
    value: NotRequired[float]


@dataclass
class Page:
    number: int = 1
    size: int = field(default=10)
    tags: list[str] = field(default_factory=list)


class Span(NamedTuple):
    start: int
    end: int = 0

"""

TYPES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("str", ("'x'", "''", "DEFAULT_UNITS", "'a\\nb'")), ("int", ("0", "LIMIT", "LIMIT * 2", "-1")), ("float", ("0.5", "1")),
    ("bool", ("False", "True")), ("str | None", ("None", "'x'")), ("Optional[int]", ("None", "3")), ("list[str]", ("[]", "['a']")),
    ("List[int]", ("[1, 2]",)), ("dict[str, Any]", ("{}",)), ("Dict[str, float]", ("{'a': 1.5}",)), ("Any", ("None",)),
    ("Literal['a', 'b']", ("'a'",)), ("UNITS", ("'metric'", "DEFAULT_UNITS")), ("Colour", ("Colour.RED",)), ("Level", ("Level.LOW",)),
    ("Mode", ("Mode.FAST",)), ("Point", ("Point(lat=1, lon=2)",)), ("Filter", ("Filter()",)), ("Filter | None", ("None",)),
    ("list[Point]", ("[]",)), ("Tree", ()), ("list[Tree]", ("()",)), ("Options", ("{'depth': 1}",)), ("Row", ()), ("Page", ("Page()",)),
    ("list[Row] | None", ("None",)), ("Span", ("Span(1)",)), ("datetime.date", ("date(2020, 1, 2)",)), ("datetime.datetime", ()),
    ("timedelta", ("timedelta(seconds=5)",)), ("UUID", ()), ("Path", ("Path('.')",)), ("Decimal", ("Decimal('1.5')",)),
    ("HttpUrl", ()), ("EmailStr", ()), ("PositiveInt", ("1",)), ("Count", ("1",)), ("Ids", ("[]",)), ("bytes", ("b'x'",)),
    ("tuple[int, int]", ("(1, 2)",)), ("Tuple[str, ...]", ("()",)), ("set[str]", ("set()",)), ("Sequence[str]", ("()",)),
    ("Mapping[str, int]", ("{}",)), ("Union[int, str]", ("1",)), ("str | list[str]", ("'x'",)), ("dict[str, Point]", ("{}",)),
    ("Literal[1, 2, 3] | None", ("None", "1")), ("Optional[List[Dict[str, Any]]]", ("None",)), ("'Filter'", ()), ("None", ("None",)),
    ("dict", ("{}",)), ("list", ("[]",)), ("object", ()), ("Optional[Union[Point, Row]]", ("None",)), ("list[Colour]", ("[]",)),
)  # fmt: skip
NAMES = (
    "query limit path item_id user units filters options page_size start end max_results include_all tags model name type id data "
    "kwargs2 input format content json schema copy url"
).split()
FACTS = (
    "description='What it is'", "title='Titled'", "examples=['a']", "json_schema_extra={'x': 1}",
    "deprecated=True", "alias='other'", "ge=1", "max_length=5",
)  # fmt: skip
TEXTS = (
    "What to look for.", "How many", "One of: a, b", "The place (in degrees).", "Where: there.", "Use `x` or *y*.", "A {brace}.",
    "Words that go on\nin the next line.", "First.\n\nSecond part.", "Given, optional.", "é – ü", "Defaults to 3.", "",
)  # fmt: skip
RESULTS = (
    "", " -> str", " -> str", " -> None", " -> dict[str, Any]", " -> list[Point]", " -> Point", " -> Filter | None", " -> Row",
    " -> Page", " -> int", " -> bool", " -> Tree", " -> Optional[str]", " -> list[dict[str, Any]]", " -> Any", " -> tuple[int, str]",
    " -> Colour", " -> 'Point'", " -> dict[str, list[Row]]", " -> AsyncIterator[str]", " -> datetime.datetime", " -> bytes",
)  # fmt: skip


class Real:
    """Writes one module; `head` imports what the framework has, `contexts` are annotations of what it fills in."""

    def __init__(self, rng: Random, head: str = "", contexts: Sequence[str] = ()) -> None:
        self.rng, self.head, self.contexts = rng, head, contexts

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def module_of(self, _: int, count: int) -> str:
        future = "from __future__ import annotations\n" if self.chance(0.2) else ""
        functions = "\n\n".join(self.function(f"tool{number}") for number in range(count))
        return f"{future}{HEAD.replace('{head}', self.head)}\n{functions}\n"

    def function(self, name: str) -> str:
        parameters, names = self.parameters()
        doc = self.doc(names)
        body = f'    """{doc}"""\n' if doc is not None else ""
        start = self.rng.choice(["", "", "", "async "])
        return f"{start}def {name}({', '.join(parameters)}){self.rng.choice(RESULTS)}:\n{body}    return None\n"

    def parameters(self) -> tuple[list[str], list[str]]:
        names = self.rng.sample(NAMES, self.rng.randint(0, 5))
        made, defaulted = [], False
        for name in names:
            text, defaulted = self.parameter(name, defaulted)
            made.append(text)
        if made and self.chance(0.05):
            made.insert(self.rng.randint(1, len(made)), "/")
        if self.contexts and self.chance(0.25):
            made.insert(0, f"ctx: {self.rng.choice(self.contexts)}")
        if self.chance(0.12):
            made += [
                self.rng.choice(["*", "*args: str", "*args"]),
                self.parameter("last", False)[0],
                self.parameter("least", False)[0],
            ]
            names += ["last", "least"]
        if self.chance(0.06):
            made.append(self.rng.choice(["**kwargs", "**kwargs: Any", "**kwargs: Unpack[Options]"]))
        return made, names

    def parameter(self, name: str, defaulted: bool) -> tuple[str, bool]:
        type_, defaults = self.rng.choice(TYPES)
        if self.chance(0.3):
            type_, defaults = self.rng.choice(TYPES[:8])
        if self.chance(0.05):
            return (f"{name}=None", True) if defaulted or self.chance(0.5) else (name, False)
        given = (defaulted or self.chance(0.45)) and (self.rng.choice(defaults) if defaults else "None")
        if self.chance(0.25):
            said = self.rng.choice([f"Field({self.facts()})", f"Field({self.facts()})", "'Outcome here'", "Doc('Told')"])
            type_ = f"Annotated[{type_}, {said}]"
        elif self.chance(0.15):
            first = self.rng.choice([f"default={given}", str(given)]) if given else self.rng.choice(["", "..."])
            return f"{name}: {type_} = Field({', '.join(one for one in (first, self.facts()) if one)})", True
        return f"{name}: {type_}{f' = {given}' if given else ''}", bool(given)

    def facts(self) -> str:
        more = self.rng.sample(FACTS[1:5] if self.chance(0.8) else FACTS[1:], self.rng.randint(0, 1))
        return ", ".join([*more, FACTS[0]])

    # --- docstrings ---

    def doc(self, names: Sequence[str]) -> str | None:
        if self.chance(0.1):
            return None
        said = [one for one in names if self.chance(0.85)] + (["missing"] if self.chance(0.06) else [])
        texts = [(one, self.rng.choice(TEXTS)) for one in said]
        sections = self.rng.choice([self.google, self.google, self.numpy, self.sphinx, self.epytext, self.plain])(texts)
        summary = self.rng.choice(["Find things.", "Find things.\n\nWith care, and\nmore words.", "Find\nthings: all.", "find"])
        lines = [*summary.split("\n"), "", *sections]
        margin = "    "
        text = "\n".join(f"{margin}{line}" if line and number else line for number, line in enumerate(lines))
        opening = f"\n{margin}" if self.chance(0.3) else ""
        return f"{opening}{text.rstrip()}\n{margin}" if sections or opening else summary.partition("\n")[0]

    def typed(self) -> str:
        return self.rng.choice(["str", "int", "int, optional", "list[str]", "Optional[str]", "`Point`", "{'a', 'b'}", "dict"])

    def google(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        made = [self.rng.choice(["Args:", "Args:", "Args:", "Arguments:", "Parameters:", "Params:"])] if texts else []
        typed = self.chance(0.3)
        for name, text in texts:
            first, *rest = text.split("\n")
            made += [
                f"    {name}{f' ({self.typed()})' if typed else ''}: {first}",
                *(f"        {one}" if one else "" for one in rest),
            ]
        return [*made, *self.closing(lambda title, lines: [f"{title}:", *(f"    {one}" for one in lines)])]

    def numpy(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        made = ["Parameters", "----------"] if texts else []
        for name, text in texts:
            made += [
                f"{name} : {self.typed()}" if self.chance(0.8) else name,
                *(f"    {one}" if one else "" for one in text.split("\n")),
            ]
        return [*made, *self.closing(lambda title, lines: [title, "-" * len(title), *lines])]

    def sphinx(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        made = []
        for name, text in texts:
            kind = f"{self.rng.choice(['str', 'int'])} " if self.chance(0.2) else ""
            made += [f":param {kind}{name}: {text.replace(chr(10), chr(10) + '    ')}"]
            made += [f":type {name}: {self.typed()}"] if self.chance(0.3) else []
        made += [":returns: What was found.", ":rtype: str"] if self.chance(0.4) else []
        made += [":raises ValueError: If not."] if self.chance(0.2) else []
        return "\n".join(made).split("\n") if made else []

    def epytext(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        made = []
        for name, text in texts:
            made += [f"@param {name}: {text.replace(chr(10), ' ')}", *([f"@type {name}: str"] if self.chance(0.3) else [])]
        return [*made, *(["@return: What was found.", "@rtype: str"] if self.chance(0.4) else [])]

    def plain(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        return self.rng.choice([[], ["Note: mind it."], [f"- {name}: {text}" for name, text in texts], ["1. One", "2. Two"]])

    def closing(self, section: Callable[[str, list[str]], list[str]]) -> list[str]:
        made: list[str] = []
        for title, lines in (
            ("Returns", ["str: What was found.", "    More of it."]), ("Returns", ["A list."]), ("Raises", ["ValueError: If not."]),
            ("Examples", [">>> find(1)", "2"]), ("Example", ["find(1)"]), ("Note", ["Mind it."]), ("Yields", ["str: One."]),
        ):  # fmt: skip
            if self.chance(0.15):
                made += ["", *section(title, lines)]
        return made
