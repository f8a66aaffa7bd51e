"""What random modules are made of beyond `surface`: texts of variables, aliases, members and whole bodies."""

WIDEST_HEAD = """
from typing_extensions import TypeVar as DefaultVar

V = DefaultVar("V", default=int)
W = DefaultVar("W", bound="BaseModel | int", default=int)
X = DefaultVar("X", default=list[str])

def by_kind(value): return "a"
def nothing(value) -> None: return None

class Loud:
    '''A mixin.'''
    shared: int = 1
    def up(self): return str(self).upper()
"""
PRIORITIES = ["", ", alias_priority=1", ", alias_priority=2"]
ALIASES = [
    "alias='mine'",
    "validation_alias='read'",
    "serialization_alias='written'",
    "validation_alias=AliasChoices('p', 'q')",
]
GENERATORS = [
    "to_camel",
    "AliasGenerator(validation_alias=to_pascal, serialization_alias=to_snake)",
    "AliasGenerator(alias=str.upper, serialization_alias=lambda n: f'{n}_out')",
    "AliasGenerator(serialization_alias=str.title)",
]
WHOLE = [
    "@model_serializer\ndef whole(self) -> {0}: return None",
    "@model_serializer(mode='wrap')\ndef whole(self, h) -> {0}: return h(self)",
    "@model_serializer(mode='wrap', when_used='json')\ndef whole(self, h, info): return h(self)",
    "@model_serializer(when_used='unless-none', return_type={0})\ndef whole(self): return None",
    "@field_serializer('a', 'b')\ndef several(self, v) -> {0}: return v",
    "@field_serializer('*', mode='wrap')\ndef every(self, v, h) -> {0}: return h(v)",
    "@field_serializer('a', check_fields=False)\n@staticmethod\ndef one(v) -> {0}: return v",
    "@field_validator('a', 'b', mode='plain')\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('a', mode='before', json_schema_input_type={0})\n@classmethod\ndef check(cls, v): return v",
    "@model_validator(mode='before')\n@classmethod\ndef first(cls, v): return v",
]
MIXED = [
    "Loud, Enum\nA = 'a'\nB = 'b'", "Loud, str, Enum\nA = 'a'\nB = auto()", "str, Loud, Enum\n'''Outcome.'''\nA = 'a'", "Loud, IntEnum\nA = 1\nB = auto()",
    "enum.IntFlag, boundary=enum.KEEP\nA = auto()\nB = auto()", "enum.ReprEnum\nA = 1", "int, enum.ReprEnum\nA = 1\nB = 5", "Decimal, Enum\nA = '1.5'\nB = '2'",
    "date, Enum\nA = (2020, 1, 2)", "str, Enum\nA = 'a'\nB: int = 'b'", "Enum\nA = 'a'\nLABEL: ClassVar[str] = 'x'\nB = 2",
    "str, Enum\nA = 'x'.upper()\nB = f'{TEXT}!'", "Enum\nA, B = 1, 2", "Enum\nA = B = 1\nC = 3", "str, Enum\nA = 'a'\nB = 'b'\n__str__ = str.__str__", "bool, Enum\nA = True",
]  # fmt: skip
