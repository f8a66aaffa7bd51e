"""Constants as JSON values, in the two ways of pydantic 2.14: plainly, and as the dump of a default.

Takes constants, gives JSON values. What cannot be told is noted and left out; what pydantic cannot write is left out silently,
as pydantic does.
"""

import base64
import datetime
import math
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from toolc.schema.class_fact_keys import CODED, SERIALIZED, VALIDATED
from toolc.schema.pydantic.defaults.collected import COLLECTIONS, SETS
from toolc.schema.pydantic.defaults.dumped import Dumped
from toolc.schema.pydantic.defaults.instances import attributes, check_adapter, plain
from toolc.schema.pydantic.defaults.stdvalues import standard_value
from toolc.schema.pydantic.issues import Issue, Notes, UnknownPart, Unwritable, any_undecided
from toolc.schema.pydantic.node import VALIDATION
from toolc.signature import (
    ANY,
    CallConstant,
    Constant,
    Definition,
    Function,
    Member,
    Plain,
    UnknownConstant,
)

MAX_DEPTH = 50
"""Constants nest no deeper in any program that a person wrote."""


_ORDERED = {"builtins.str", "builtins.int", "builtins.float", "enum.StrEnum", "enum.IntEnum", "enum.IntFlag"}
_HASHED = "the order of a set is that of its hashes"


class Encoder:
    """Writes defaults under the configuration of the class they stand in."""

    def __init__(self, definitions: Mapping[str, Definition], notes: Notes, version: tuple[int, ...] = (2, 14)) -> None:
        self._version = version
        self._definitions = definitions
        self._notes = notes
        self._dumped = Dumped(definitions)

    def default(self, value: Constant, config: Mapping[str, Constant], mode: str = VALIDATION) -> Any:
        """The JSON of a default; `UNSET` when there is none to write."""
        if mode == VALIDATION and self._version >= (2, 14):  # the formats of what is written do not apply
            config = {key: told for key, told in config.items() if key not in ("ser_json_timedelta", "ser_json_temporal")}
        try:
            return self._dump(self._top(value, config), config, 0)
        except Unwritable:
            return UNSET
        except UnknownPart as untold:
            self._notes.undecided_default(str(untold))
            return UNSET

    def _top(self, value: Constant, config: Mapping[str, Constant]) -> Constant:
        """Return a default as the adapter of its own type writes it; a bare `defaultdict` has none (`defaultdict_schema`)."""
        if isinstance(value, CallConstant) and value.of == "collections.defaultdict":
            raise Unwritable
        definition = self._definitions.get(value.of) if isinstance(value, CallConstant) else None
        if definition is not None and definition.kind == "plain":
            check_adapter(definition, config)
        return self._order_set(value)

    def member(self, value: Constant) -> Any:
        """The JSON of a member of an enum or literal; None, and a note, when it has none or is not known."""
        try:
            return self._dump(value, {}, 0)
        except Unwritable:
            self._notes.undecided_type("a member that has no JSON")
        except UnknownPart as untold:
            self._notes.undecided_type(f"a member: {untold}")
        return None

    def _order_set(self, value: Constant) -> Constant:
        """A set that is the default is sorted (`default_schema`); one that cannot be is in the order of its hashes."""
        if isinstance(value, CallConstant) and value.of in SETS and not value.kwargs and len(value.args) < 2:
            inside = value.args[0] if value.args else ()
            value = set(inside) if isinstance(inside, list | tuple | str) else inside
        if not isinstance(value, set | frozenset) or len(value) < 2:
            return value
        try:
            return sorted(value, key=self._rank)
        except TypeError:
            raise UnknownPart(_HASHED) from None

    def _rank(self, item: Constant) -> Any:
        """Return the sort key of an item: a member of an enum of texts or numbers by its value, others raise TypeError."""
        if not isinstance(item, Member):
            return item
        definition = self._definitions.get(item.enum)
        if definition is None or not _ORDERED & set(definition.ancestors):
            raise TypeError
        return item.value

    def _dump(self, value: Constant, config: Mapping[str, Constant], depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise UnknownPart("the value nests too deep")
        match value:
            case float() if not math.isfinite(value):
                raise UnknownPart(f"JSON has no number for {value}")
            case None | bool() | int() | str() | float():
                return value
            case bytes():
                return _bytes(value, config)
            case complex():
                return standard_value("builtins.complex", (value.real, value.imag), {})
            case set() | frozenset() if len(value) > 1 and not all(isinstance(item, int | float) for item in value):
                raise UnknownPart(_HASHED)
            case list() | tuple() | set() | frozenset():
                return [self._dump(item, config, depth + 1) for item in value]
            case dict():
                return {_key(key): self._dump(item, config, depth + 1) for key, item in value.items()}
            case Member(_, _, inner):
                return self._dump(inner, config, depth + 1)
            case UnknownConstant(reason):
                raise UnknownPart(reason)
            case CallConstant(of, args, kwargs):
                return self._encode_instance(of, args, kwargs, config, depth + 1)
            case Function():
                raise Unwritable
            case Plain(name) if not name.startswith("builtins."):
                raise UnknownPart(f"the value of {name} is not known")  # `math.pi` as well as a class
        raise Unwritable

    def _encode_instance(self, of: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], config: Any, depth: int) -> Any:
        reason = any_undecided([list(args), dict(kwargs)])
        if reason is not None:
            raise UnknownPart(reason)
        if of in COLLECTIONS:
            try:
                contents = COLLECTIONS[of](*args, **kwargs)
            except (TypeError, ValueError) as error:
                raise UnknownPart(f"{of.rpartition('.')[2]}: {error}") from None
            return self._dump(contents, config, depth)
        definition = self._definitions.get(of)
        if definition is not None:
            return self._instance(definition, args, kwargs, config, depth)
        try:
            if of in _TEMPORAL and (config.get("ser_json_timedelta") == "float" or config.get("ser_json_temporal")):
                return _temporal(of, args, kwargs, config)
            return standard_value(of, args, kwargs)
        except LookupError:
            if of == "builtins.object":
                raise Unwritable from None
            raise UnknownPart(f"what {of} returns is known only at run time") from None
        except Exception as error:  # constructors of the standard library raise what they like on odd arguments
            raise UnknownPart(f"{of.rpartition('.')[2]}: {error}") from None

    def _instance(
        self, definition: Definition, args: tuple[Any, ...], kwargs: Mapping[str, Any], config: Any, depth: int
    ) -> Any:
        """The dump of an instance: every field by its serialization name, defaults included.

        What a class says of itself counts where it has a serializer of its own, which plain dataclasses have not
        (pydantic-core: `infer_to_python`).
        """
        inferred = definition.kind == "dataclass" and VALIDATED not in definition.config
        if SERIALIZED in definition.config and not inferred:
            return self._dump(definition.config[SERIALIZED], config, depth)
        coded = definition.config.get(CODED, {})
        if "" in coded:
            raise UnknownPart(coded[""].reason)
        if definition.kind == "root_model":
            if not args and "root" not in kwargs:
                raise UnknownPart(f"the root of {definition.name} is its default")
            root = definition.fields[0].type if definition.fields else ANY
            return self._dump(self._dumped.of(root, args[0] if args else kwargs["root"]), config, depth)
        if definition.kind == "plain":
            return self._dump(plain(definition, args, kwargs), config, depth)
        if definition.kind not in ("model", "dataclass", "typed_dict", "named_tuple"):
            raise UnknownPart(f"how an instance of {definition.name} is written is not known")
        config = config if inferred or definition.kind in ("typed_dict", "named_tuple") else definition.config
        result = {
            one.key: self._dump(one.value if one.type is None else self._dumped.of(one.type, one.value), config, depth)
            for one in attributes(definition, args, kwargs, inferred, config, self._notes)
        }
        return list(result.values()) if definition.kind == "named_tuple" else result


_TEMPORAL = ("datetime.timedelta", "datetime.date", "datetime.datetime", "datetime.time")


def _temporal(of: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], config: Mapping[str, Constant]) -> Any:
    """Durations as numbers; `ser_json_temporal` has precedence, and speaks of dates and times too."""
    told = config.get("ser_json_temporal")
    if told not in (None, "iso8601") and of != "datetime.timedelta":
        raise UnknownPart(f"a {of.rpartition('.')[2]} written in {told}")
    if told == "iso8601" or of != "datetime.timedelta":
        return standard_value(of, args, kwargs)
    seconds = datetime.timedelta(*args, **kwargs).total_seconds()
    return seconds * 1000 if told == "milliseconds" else seconds


def _bytes(value: bytes, config: Mapping[str, Constant]) -> str:
    if config.get("ser_json_bytes") == "base64":
        return base64.urlsafe_b64encode(value).decode()
    if config.get("ser_json_bytes") == "hex":
        return value.hex()
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Unwritable from None


def _key(key: Constant) -> str:
    """The key of a dict: JSON knows texts only."""
    match key:
        case Member(_, _, inner):
            return _key(inner)
        case str():
            return key
        case True | False:
            return str(key).lower()
        case None:
            return "None"
        case tuple():
            return ",".join(_key(part) for part in key)
        case bytes():
            return key.decode(errors="replace")
        case CallConstant(of, args, kwargs):
            try:
                return str(standard_value(of, args, kwargs))
            except (LookupError, ValueError, TypeError, ArithmeticError):
                raise Unwritable from None
        case UnknownConstant(reason):
            raise UnknownPart(reason)
    return str(key)


def plain_json(value: Constant, notes: Notes, what: str) -> Any:
    """A constant as `to_jsonable_python` writes it; None when there is none or it is not known."""
    if value is None:
        return None
    try:
        return Encoder({}, notes)._dump(value, {}, 0)
    except Unwritable:
        notes.undecided_keyword(f"{what}: a value that has no JSON")
    except UnknownPart as untold:
        notes.undecided_keyword(f"{what}: {untold}")
    return None


def serialize_any(value: Constant, config: Mapping[str, Constant]) -> tuple[Any, tuple[Issue, ...]]:
    """A constant as a serializer of `Any` writes it, None with an issue where that cannot be told.

    Instances of classes are not told: how they are written depends on who asks; nor is the order of a set.
    """
    notes = Notes()
    try:
        if _is_unordered(value):
            raise UnknownPart("a set has no order")
        return Encoder({}, notes)._dump(value, config, 0), notes.issues
    except Unwritable:
        notes.add("TC309", "the default has no JSON form", "refused")
    except UnknownPart as untold:
        notes.undecided_default(str(untold))
    return None, notes.issues


def _is_unordered(value: Constant) -> bool:
    inside = value.values() if isinstance(value, dict) else value
    if isinstance(value, set | frozenset) and len(value) > 1:
        return True
    return isinstance(value, list | tuple | dict | set | frozenset) and any(map(_is_unordered, inside))


def finite(schema: dict[str, Any]) -> dict[str, Any]:
    """A number's schema without infinite bounds."""
    return {key: value for key, value in schema.items() if not (isinstance(value, float) and math.isinf(value))}
