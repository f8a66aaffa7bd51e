"""Random Python modules as source text: models, dataclasses, typed dicts, enums, and functions that tools are made of.

Takes a `random.Random`, gives text. Whatever the text means, pydantic and the SDK decide; here it only has to be varied.
"""

from random import Random

HEAD = """\
import datetime
import decimal
import enum
import re
import typing
from collections import deque, defaultdict, OrderedDict
from collections.abc import Mapping, Sequence, Iterable, Callable, MutableMapping
from dataclasses import dataclass, field, KW_ONLY
from datetime import date, datetime as moment, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum, Flag, auto
from pathlib import Path
from typing import (
    Annotated, Any, ClassVar, Dict, Final, FrozenSet, Generic, List, Literal, NamedTuple, Optional, Set, Tuple, Type,
    TypeVar, Union, NewType,
)
from uuid import UUID

import annotated_types as at
import pydantic.dataclasses
from pydantic import (
    UUID4, AfterValidator, AliasChoices, AliasGenerator, AnyUrl, AwareDatetime, Base64Str, BaseModel, BeforeValidator,
    ByteSize, ConfigDict, DirectoryPath, EmailStr, Field, FilePath, FiniteFloat, HttpUrl, IPvAnyAddress, Json, JsonValue,
    NameEmail, NegativeFloat, NonNegativeInt, PastDate, PositiveFloat, PositiveInt, PrivateAttr, RootModel, Secret, SecretStr,
    SerializeAsAny, SkipValidation, StrictBool, StrictInt, StrictStr, StringConstraints, computed_field, conbytes,
    condecimal, confloat, conint, conlist, conset, constr, field_validator, model_validator,
)
from pydantic.alias_generators import to_camel, to_pascal
from typing_extensions import AnyStr, Doc, NotRequired, ReadOnly, Required, Self, TypeAliasType, TypedDict

T = TypeVar("T")
LIMIT = 7
TEXT = "a" + "b"
WORDS = ("red", "green")
"""

LEAVES = """int str float bool bytes None Any object date moment time timedelta Decimal UUID Path datetime.date complex
    EmailStr AnyUrl HttpUrl SecretStr PositiveInt PositiveFloat NonNegativeInt StrictInt FilePath IPvAnyAddress list dict
    tuple set frozenset List Dict Tuple deque Json re.Pattern decimal.Decimal typing.Any Callable UUID4 Base64Str StrictStr
    StrictBool FiniteFloat NegativeFloat DirectoryPath ByteSize PastDate AwareDatetime NameEmail JsonValue AnyStr T""".split()
COMMON = "int str float bool str int date Any".split()
LITERALS = ["1", "'a', 'b'", "None", "True, 1", "'x', None, 3", "1, 2, 3", "'é\"'", "b'x'", "*WORDS", "WORDS[0], TEXT"]
ONE = ["list", "List", "set", "Set", "frozenset", "FrozenSet", "Sequence", "Iterable", "deque", "Optional", "typing.List"]
TWO = ["dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict", "typing.Mapping"]
KEYS = ["str", "str", "str", "int", "UUID", "Literal['a', 'b']", "Any", "PositiveInt", "date"]
DEFAULTS = [
    "0", "1", "-2", "1.5", "'x'", "'a b\\n'", "None", "True", "[]", "['a', 1]", "{}", "{'k': 1}", "()", "('a', 2)", "LIMIT",
    "TEXT", "f'{TEXT}!'", "LIMIT * 2", "b'x'", "date(2020, 1, 2)", "Decimal('1.50')", "UUID(int=5)", "{1, 2}", "...",
    "timedelta(seconds=90)", "Path('a/b')", "1e400", "float('nan')", "object()", "10 ** 30", "int", "WORDS",
]  # fmt: skip
BOUNDS = ["ge=1", "gt=0", "lt=10", "le=LIMIT", "multiple_of=2", "min_length=1", "max_length=5", "pattern='^a'", "strict=True"]
FACTS = [
    "description='What it is'", "title='A Title'", "examples=[1, 'a']", "deprecated=True", "alias='other'",
    "validation_alias='inner'", "serialization_alias='out'", "json_schema_extra={'x': 1}", "exclude=True", "repr=False",
    "description=TEXT", "frozen=True", "validation_alias=AliasChoices('one', 'two')", "kw_only=True",
    "discriminator='kind'", "init=False", "json_schema_extra={'title': 'Extra', 'default': 3}",
]  # fmt: skip
DOCS = ['"""One line."""', '"""\n    Several lines:\n\n      indented.\n    """', "'''Quoted \"text\".'''", "", "", "", ""]
CONFIGS = ["extra='forbid'", "extra='allow'", "title='Titled'", "use_enum_values=True", "populate_by_name=True",
    "json_schema_extra={'k': [1]}", "use_attribute_docstrings=True", "alias_generator=str.upper", "frozen=True",
    "arbitrary_types_allowed=True", "ser_json_timedelta='float'", "ser_json_bytes='base64'", "str_max_length=9",
    "alias_generator=to_camel", "alias_generator=lambda name: name * 2", "alias_generator=AliasGenerator(validation_alias=to_pascal)",
    "validate_default=True", "json_schema_mode_override='validation'", "field_title_generator=None", "strict=True"]  # fmt: skip
MARKS = ["at.Ge(2)", "at.Lt(9)", "at.MinLen(1)", "at.Len(1, 3)", "at.MultipleOf(2)", "at.Interval(ge=1, lt=5)", "'a note'",
    "AfterValidator(lambda v: v)", "BeforeValidator(str)", "StringConstraints(max_length=4)", "Field()",
    "StringConstraints(pattern='^x', min_length=2)", "Doc('Told.')", "None", "LIMIT", "('a', 2.5)", "at.Predicate(str.islower)",
    "at.Ge(Decimal('1.5'))", "at.Gt(date(2020, 1, 2))", "TEXT"]  # fmt: skip


class Writer:
    """Writes one module; `known` are the names of the types defined so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.known: list[str] = []
        self.enums: list[str] = []
        self.future = rng.random() < 0.2

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def module(self, count: int) -> str:
        makers = [self.model] * 5 + [self.dataclass] * 2 + [self.typed_dict] * 2
        makers += [self.enum, self.named_tuple, self.alias, self.generic]
        for number in range(count):
            self.rng.choice(makers)(f"T{number}")
        return self.text()

    def text(self) -> str:
        return ("from __future__ import annotations\n" if self.future else "") + HEAD + "\n" + "\n".join(self.lines) + "\n"

    # --- annotations and values ---

    def annotation(self, depth: int = 2) -> str:
        pick = self.rng.random()
        if depth <= 0 or pick < 0.35:
            return self.rng.choice(self.known) if self.known and self.chance(0.35) else self.leaf()
        inner = self.annotation(depth - 1)
        if pick < 0.5:
            return f"{self.rng.choice(ONE)}[{inner}]"
        if pick < 0.58:
            return f"{self.rng.choice(TWO)}[{self.rng.choice(KEYS)}, {inner}]"
        if pick < 0.66:
            return self.rng.choice([f"Optional[{inner}]", f"Union[{inner}, None]", f"Union[None, {inner}]"])
        if pick < 0.74:
            return f"Union[{inner}, {self.annotation(depth - 1)}]"
        if pick < 0.82:
            return f"Literal[{self.rng.choice(LITERALS)}]"
        if pick < 0.88:
            return f"{self.rng.choice(['tuple', 'Tuple'])}[{inner}, {self.rng.choice(['...', self.annotation(depth - 1)])}]"
        if pick < 0.96:
            return f"Annotated[{inner}, {self.metadata()}]"
        return self.rng.choice([
            "constr(max_length=3)", "conint(ge=0)", f"conlist({inner}, min_length=1)", f"Type[{inner}]", f"{inner} | None",
            "tuple[()]", f"'{self.rng.choice(self.known or ['int'])}'", "Literal[1] | str", *self.rarer(inner),
        ])  # fmt: skip

    def rarer(self, inner: str) -> list[str]:
        return [
            f"Callable[[int], {inner}]", f"Callable[..., {inner}]", f"typing.Callable[[str, {inner}], None]", "confloat(gt=0)",
            "conbytes(min_length=1)", f"conset({inner}, max_length=3)", "condecimal(max_digits=4, ge=0)", f"Json[{inner}]",
            f"SkipValidation[{inner}]", f"SerializeAsAny[{inner}]", "Secret[int]", f"int | {inner} | None", "dict[str, int] | list[int]",
            "conint(ge=1, multiple_of=3)", "constr(pattern='^a', strip_whitespace=True)", f"list['{self.rng.choice(self.known or ['str'])}']",
        ]  # fmt: skip

    def leaf(self) -> str:
        return self.rng.choice(COMMON if self.chance(0.6) else LEAVES)

    def metadata(self) -> str:
        if self.chance(0.4):
            return self.rng.choice(MARKS)
        return f"Field({', '.join(self.facts())})"

    def facts(self) -> list[str]:
        facts = self.rng.sample(FACTS, self.rng.randint(0, 2)) + self.rng.sample(BOUNDS, self.rng.choice([0, 0, 0, 1]))
        return list({fact.partition("=")[0]: fact for fact in facts}.values())

    def default(self) -> str:
        if self.enums and self.chance(0.15):
            return f"{self.rng.choice(self.enums)}.A"
        return self.rng.choice(DEFAULTS[:14] if self.chance(0.7) else DEFAULTS)

    # --- definitions ---

    def fields(self, keyword: bool = False) -> list[str]:
        made = []
        for number in range(self.rng.randint(0, 4)):
            name = self.rng.choice([f"f{number}", f"some_name{number}", "f0", "kind", f"camelCase{number}"])
            made.append(f"{name}: {self.annotation()}{self.assigned()}")
            if self.chance(0.1):
                made.append('"""Told below."""')
        return made

    def assigned(self) -> str:
        pick = self.rng.random()
        if pick < 0.45:
            return ""
        if pick < 0.7:
            return f" = {self.default()}"
        first = self.rng.choice([[], ["..."], [self.default()], [f"default={self.default()}"], ["default_factory=list"]])
        return f" = Field({', '.join([*first, *self.facts()])})"

    def put(self, name: str, header: list[str], body: list[str]) -> None:
        doc = self.rng.choice(DOCS)
        self.lines += [
            *header,
            *("    " + line for line in ([doc] if doc else [])),
            *("    " + line for line in body or ["pass"]),
        ]
        self.lines.append("")
        self.known.append(name)

    def model(self, name: str) -> None:
        bases = [one for one in self.known if one.startswith("TM")]
        base = self.rng.choice(bases) if bases and self.chance(0.3) else "BaseModel"
        body = self.fields()
        if self.chance(0.08):
            again = self.rng.choice(["'{}'", "Optional['{}']", "list['{}']"]).format(f"TM{name}")
            body.append(f"again: {again} = None")
        if self.chance(0.25):
            chosen = ", ".join(self.rng.sample(CONFIGS, self.rng.randint(1, 2)))
            body.insert(0, f"model_config = ConfigDict({chosen})")
        if self.chance(0.05):
            body.append("_hidden: int = PrivateAttr(3)")
        if self.chance(0.05):
            body.append("shared: ClassVar[int] = 3")
        keywords = f", {self.rng.choice(CONFIGS)}" if self.chance(0.05) else ""
        self.put(f"TM{name}", [f"class TM{name}({base}{keywords}):"], body)

    def dataclass(self, name: str) -> None:
        decorator = self.rng.choice([
            "@dataclass", "@dataclass", "@dataclass()", "@dataclass(kw_only=True)", "@dataclass(frozen=True)",
            "@dataclass(slots=True)", "@pydantic.dataclasses.dataclass",
            "@pydantic.dataclasses.dataclass(config={'extra': 'forbid'})",
        ])  # fmt: skip
        body = self.fields()
        if self.chance(0.15):
            body.append("more: list[int] = field(default_factory=list)")
        if self.chance(0.1):
            body += ["_: KW_ONLY", "late: int"]
        self.put(f"TD{name}", [decorator, f"class TD{name}:"], body)

    def typed_dict(self, name: str) -> None:
        body = []
        for number in range(self.rng.randint(0, 3)):
            wrap = self.rng.choice(["{}", "{}", "Required[{}]", "NotRequired[{}]", "Annotated[{}, Field(description='d')]"])
            body.append(f"k{number}: {wrap.format(self.annotation())}")
        bases = [one for one in self.known if one.startswith("TT")]
        base = self.rng.choice(bases) if bases and self.chance(0.3) else "TypedDict"
        self.put(f"TT{name}", [f"class TT{name}({base}{self.rng.choice(['', '', ', total=False'])}):"], body)

    def enum(self, name: str) -> None:
        base, values = self.rng.choice([
            ("Enum", ["1", "'b'"]), ("str, Enum", ["'a'", "'b'"]), ("IntEnum", ["1", "2"]), ("StrEnum", ["auto()", "auto()"]),
            ("Enum", ["auto()", "auto()"]), ("Enum", ["'a'", "None"]), ("Enum", ["1.5"]), ("int, Enum", ["1", "1"]),
            ("Enum", ["(1, 2)", "'x'"]), ("Flag", ["auto()", "auto()"]),
        ])  # fmt: skip
        self.put(
            f"TE{name}", [f"class TE{name}({base}):"], [f"{letter} = {one}" for letter, one in zip("AB", values, strict=False)]
        )
        self.enums.append(f"TE{name}")

    def named_tuple(self, name: str) -> None:
        body = [f"n{number}: {self.annotation()}" for number in range(self.rng.randint(1, 2))]
        self.put(f"TN{name}", [f"class TN{name}(NamedTuple):"], [*body, *(["last: int = 3"] if self.chance(0.3) else [])])

    def generic(self, name: str) -> None:
        header = self.rng.choice(["(BaseModel, Generic[T])", "(Generic[T])", "(TypedDict, Generic[T])"])
        decorator = ["@dataclass"] if header == "(Generic[T])" else []
        body = [f"g{number}: {self.rng.choice(['T', 'list[T]', 'Optional[T]', 'int'])}" for number in range(2)]
        self.put(f"TG{name}", [*decorator, f"class TG{name}{header}:"], body)
        self.known += [f"TG{name}[int]", f"TG{name}[list[str]]"]

    def alias(self, name: str) -> None:
        value = self.annotation(3)
        self.lines.append(self.rng.choice([
            f"TA{name} = {value}", f"TA{name} = TypeAliasType('TA{name}', {value})", f"TA{name} = NewType('TA{name}', {value})",
        ]))  # fmt: skip
        self.known.append(f"TA{name}")


class FunctionWriter(Writer):
    """Writes modules whose functions become tools of the server `server`."""

    def text(self) -> str:
        return super().text().replace("T = TypeVar", "from mcp.server.fastmcp import Context, FastMCP, Image\n\nT = TypeVar", 1)

    def functions(self, types: int, count: int) -> str:
        self.module(types)
        self.lines.append('server = FastMCP("server")')
        for number in range(count):
            self.function(f"tool{number}")
        return self.text()

    def function(self, name: str) -> None:
        options = self.rng.choice([""] * 6 + ["name='other'", "description='Given.'", "title='T'", "structured_output=False",
            "annotations={'readOnlyHint': True}", "structured_output=True", "description=''"])  # fmt: skip
        returns = f" -> {self.annotation()}" if self.chance(0.7) else ""
        doc = self.rng.choice(DOCS)
        self.lines += [
            f"@server.tool({options})",
            f"{self.rng.choice(['', '', 'async '])}def {name}({', '.join(self.parameters())}){returns}:",
            *(["    " + doc] if doc else []),
            "    pass",
            "",
        ]

    def parameters(self) -> list[str]:
        names = self.rng.sample(["a", "some_name", "b1", "camelCase", "schema", "json", "self", "model_fields", "copy"], 4)
        names = names[: self.rng.randint(0, 4)]
        made, defaulted = [], False
        for name in names:
            note = f": {self.annotation()}" if self.chance(0.85) else ""
            given = self.parameter_default() if defaulted or self.chance(0.4) else ""
            defaulted = bool(given)
            made.append(f"{name}{note}{given}")
        if made and self.chance(0.08):
            made.insert(self.rng.randint(1, len(made)), "/")
        if self.chance(0.1):
            made += ["*", f"last: {self.annotation()}"]
        elif self.chance(0.08):
            made.append(f"*args: {self.annotation()}")
        if self.chance(0.05):
            made.append("**kwargs: int")
        if self.chance(0.1):
            made.insert(0, self.rng.choice(["ctx: Context", "ctx: 'Context'", "ctx: Annotated[Context, 'c']"]))
        return made

    def parameter_default(self) -> str:
        if self.chance(0.7):
            return f" = {self.default()}"
        return f" = Field({', '.join([*self.rng.choice([[self.default()], ['default_factory=list'], []]), *self.facts()])})"
