"""The name under which a field appears: aliases and alias generators (pydantic 2.14, `by_alias`, validation mode).

Takes the attributes of a field and the configuration of its class, gives a name or the list of alias paths. `lost` is told
what only running the program could say.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.casing import CASES
from toolc.signature import Constant, Function, Made, Plain, Undecided

Alias = str | list[list[str | int]] | None
Lost = Callable[[str], None]


_GENERATORS: dict[str, Callable[[str], str]] = {
    **CASES,
    "builtins.str.upper": str.upper,
    "builtins.str.lower": str.lower,
    "builtins.str.title": str.title,
    "builtins.str.capitalize": str.capitalize,
}


def validation_alias(name: str, attributes: Mapping[str, Any], config: Mapping[str, Constant], lost: Lost) -> Alias:
    """The alias of a field for input; None when it goes by its own name."""
    alias = attributes.get("validation_alias")
    generator = config.get("alias_generator")
    if generator is not None:
        explicit = any(attributes.get(key) is not None for key in ("alias", "validation_alias", "serialization_alias"))
        priority = attributes.get("alias_priority") or (2 if explicit else 1)
        if priority <= 1 or alias is None:
            known = attributes.get("alias_priority") == 1 and alias is not None
            alias = _generated(generator, name, _ignored if known else lost) or alias
    return _paths(alias)


def serialization_name(name: str, attributes: Mapping[str, Any], config: Mapping[str, Constant], lost: Lost) -> str:
    """The key of a field in the dump of an instance, which is how a default that is an instance shows."""
    alias = attributes.get("serialization_alias")
    generator = config.get("alias_generator")
    if generator is not None and (alias is None or attributes.get("alias_priority") == 1):
        alias = _generated(generator, name, lost, "serialization_alias")
    return alias if isinstance(alias, str) else name


def _generated(generator: Constant, name: str, lost: Lost, use: str = "validation_alias") -> Constant:
    if isinstance(generator, Made) and generator.of == "pydantic.AliasGenerator":
        order = ("alias", "validation_alias", "serialization_alias")
        given = {**dict(zip(order, generator.args, strict=False)), **generator.kwargs}
        chosen = given.get(use) or given.get("alias")
        return None if chosen is None else _generated(chosen, name, lost, use)
    if isinstance(generator, Plain) and generator.name in _GENERATORS:
        return _GENERATORS[generator.name](name)
    reason = "alias_generator is code that is not run"
    if isinstance(generator, Function):
        made = generator.call(name)
        if isinstance(made, str):
            return made
        if use == "validation_alias" and isinstance(made, Made) and made.of in ("pydantic.AliasPath", "pydantic.AliasChoices"):
            return made
        reason = f"alias_generator: {made.reason}" if isinstance(made, Undecided) else "alias_generator makes no text"
    lost(reason)
    return None


def _ignored(message: str) -> None:
    pass


def _paths(alias: Constant) -> Alias:
    """`AliasChoices` as lists of keys. A lone `AliasPath` reaches into the input and names no property."""
    if isinstance(alias, str):
        return alias
    if not isinstance(alias, Made):
        return None
    if alias.of == "pydantic.AliasPath":
        return []
    return [_keys(choice) for choice in alias.args]


def _keys(choice: Constant) -> list[str | int]:
    return [choice] if isinstance(choice, str) else list(choice.args) if isinstance(choice, Made) else []


def shown_name(name: str, alias: Alias) -> str:
    """The property name: the alias, or its first choice that is a plain key, or the field's own name."""
    if isinstance(alias, str):
        return alias
    for path in alias or ():
        if len(path) == 1 and isinstance(path[0], str):
            return path[0]
    return name


def title_of(name: str) -> str:
    """The title pydantic makes of a property name."""
    return name.title().replace("_", " ").strip()
