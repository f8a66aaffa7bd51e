"""The name under which a field appears: aliases and alias generators (pydantic 2.14, `by_alias`).

Takes the attributes of a field and its alias generators, gives a name or the list of alias paths. `lost` is called with the
reason for each name that is only known when the program runs.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct

from toolc.signature import CallConstant, Constant, Function, Plain, UnknownConstant
from toolc.text.casing import CASES

Alias = str | list[list[str | int]] | None
Lost = Callable[[str], None]


_GENERATORS: dict[str, Callable[[str], str]] = {
    **CASES,
    "builtins.str.upper": str.upper,
    "builtins.str.lower": str.lower,
    "builtins.str.title": str.title,
    "builtins.str.capitalize": str.capitalize,
}


class Names(Struct, frozen=True):
    """`alias`, `validation_alias` and `serialization_alias` of a field; `UnknownConstant` if only the run tells.

    `priority` is pydantic's `alias_priority`: it decides whether a generator may replace them.
    """

    alias: Constant = None
    validation: Constant = None
    serialization: Constant = None
    priority: int | None = None


def given_names(attributes: Mapping[str, Any]) -> Names:
    """The names that `Field(…)` gives (`FieldInfo.__init__`)."""
    alias, validation, serialization = (attributes.get(key) for key in ("alias", "validation_alias", "serialization_alias"))
    if alias is None and validation is None and serialization is None:
        return Names()
    return Names(alias, validation, serialization, attributes.get("alias_priority") or 2)


def apply_generators(name: str, attributes: Mapping[str, Any], generators: Iterable[Constant]) -> Names:
    """The names of a field that generators have gone over, one after the other."""
    return reduce(lambda names, generator: add_aliases(names, generator, name), generators, given_names(attributes))


def add_aliases(names: Names, generator: Constant, name: str) -> Names:
    """Return the names with the aliases of a generator added (2.14 `_apply_alias_generator_to_field_info`)."""
    low = names.priority is None or names.priority <= 1
    if generator is None or not (low or None in (names.alias, names.validation, names.serialization)):
        return names
    alias, validation, serialization = _make_aliases(generator, name)
    validation = alias if validation is None else validation
    serialization = alias if serialization is None else serialization
    if low:
        return Names(alias, validation, serialization, 1)
    return Names(
        alias if names.alias is None else names.alias,
        validation if names.validation is None else names.validation,
        serialization if names.serialization is None else names.serialization,
        names.priority,
    )


def _make_aliases(generator: Constant, name: str) -> tuple[Constant, Constant, Constant]:
    """The three aliases that a generator makes, None for those it leaves open."""
    if isinstance(generator, CallConstant) and generator.of == "pydantic.AliasGenerator":
        order = ("alias", "validation_alias", "serialization_alias")
        given = {**dict(zip(order, generator.args, strict=False)), **generator.kwargs}
        alias, validation, serialization = (
            None if given.get(key) is None else _call_generator(given[key], name) for key in order
        )
        return _text(alias), validation, _text(serialization)
    return _text(_call_generator(generator, name)), None, None


def _call_generator(generator: Constant, name: str) -> Constant:
    if isinstance(generator, Plain) and generator.name in _GENERATORS:
        return _GENERATORS[generator.name](name)
    if not isinstance(generator, Function):
        return UnknownConstant("alias_generator is code that is not run")
    made = generator.call(name)
    if isinstance(made, str) or (isinstance(made, CallConstant) and made.of in ("pydantic.AliasPath", "pydantic.AliasChoices")):
        return made
    return UnknownConstant(
        f"alias_generator: {made.reason}" if isinstance(made, UnknownConstant) else "alias_generator makes no text"
    )


def _text(made: Constant) -> Constant:
    return (
        made if made is None or isinstance(made, (str, UnknownConstant)) else UnknownConstant("alias_generator makes no text")
    )


def validation_alias(names: Names, lost: Lost) -> Alias:
    """The alias of a field for input; None when it goes by its own name."""
    if isinstance(names.validation, UnknownConstant):
        lost(names.validation.reason)
    return _paths(names.validation)


def serialization_name(name: str, names: Names, lost: Lost) -> str:
    """The key of a field in the dump of an instance, which is how a default that is an instance shows."""
    if isinstance(names.serialization, UnknownConstant):
        lost(names.serialization.reason)
    return names.serialization if isinstance(names.serialization, str) else name


def _paths(alias: Constant) -> Alias:
    """`AliasChoices` as lists of keys. A lone `AliasPath` reaches into the input and names no property."""
    if isinstance(alias, str):
        return alias
    if not isinstance(alias, CallConstant):
        return None
    if alias.of == "pydantic.AliasPath":
        return []
    return [_keys(choice) for choice in alias.args]


def _keys(choice: Constant) -> list[str | int]:
    return [choice] if isinstance(choice, str) else list(choice.args) if isinstance(choice, CallConstant) else []


def shown_name(name: str, alias: Alias) -> str:
    """The property name: the alias, or its first choice that is a plain key, or the field's own name."""
    if isinstance(alias, str):
        return alias
    for path in alias or ():
        if len(path) == 1 and isinstance(path[0], str):
            return path[0]
    return name


def title_of(name: str) -> str:
    """Return the title that pydantic derives from a property name."""
    return name.title().replace("_", " ").strip()
