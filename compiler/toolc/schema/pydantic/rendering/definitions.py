"""The names of `$defs`: as short as they can be without two schemas under one name (pydantic 2.11 to 2.14).

Takes core references and finished schemas, gives the root schema with its `$defs`. Every definition is first written under a
name nobody else has; then all names are shortened at once, until nothing changes.
"""

import json
import re
from collections import defaultdict
from functools import lru_cache
from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.pydantic.issues import Exhausted, Invalid

PREFIX = "#/$defs/"
_ROUNDS = 100
_SUFFIXES = {"validation": "Input", "serialization": "Output"}


class Definitions:
    """The definitions of one schema while it is made."""

    def __init__(self) -> None:
        self.schemas: dict[str, JsonSchema] = {}
        self.invalid: dict[str, str] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._choices: dict[str, list[str]] = {}
        self._counter: dict[str, int] = defaultdict(int)
        self._numbers: dict[str, int] = {}

    def name(self, ref: str, mode: str) -> str:
        """The working name of a core reference in one mode: a class may be read one way and written another."""
        if (ref, mode) not in self._names:
            choices = self._alternatives(ref, _SUFFIXES[mode])
            self._names[ref, mode] = choices[-1]
            self._choices[choices[-1]] = choices
        return self._names[ref, mode]

    def is_written(self, ref: str, mode: str) -> bool:
        """Return `True` if the schema of a core reference has been rendered."""
        return self._names.get((ref, mode)) in self.schemas

    def _alternatives(self, ref: str, mode: str) -> list[str]:
        """Possible names, best first; the last one is unique."""
        name, qualified = _spell_reference(ref)
        if ref not in self._numbers:
            self._counter[qualified] += 1
            self._numbers[ref] = self._counter[qualified]
        number = self._numbers[ref]
        return [
            name, f"{name}-{mode}", qualified, f"{qualified}-{mode}", f"{qualified}__{number}",
            f"{qualified}-{mode}__{number}",
        ]  # fmt: skip

    def schema_under(self, name: str) -> JsonSchema:
        """The schema under a working name, empty when it is not written yet (2.14 `get_schema_from_definitions`)."""
        if name not in self.schemas and name in self.invalid:
            raise Invalid(self.invalid[name])
        return self.schemas.get(name, {})

    def finish(self, root: JsonSchema) -> JsonSchema:
        """The root with its definitions, names shortened, keys sorted."""
        counts: dict[str, int] = defaultdict(int)
        self._count(root, counts)
        target = _target(root)
        if target in self.schemas and counts[target] == 1 and len(root) == 1:
            root = self.schemas[target]
            del counts[target]  # nothing else refers to it
        schemas = {name: schema for name, schema in self.schemas.items() if name in counts}
        renamed = self._shorten_names(schemas)
        result = dict(root)
        if schemas:
            result["$defs"] = {}
        finished: JsonSchema = _rewrite(result, None, renamed)
        if schemas:
            definitions = {renamed[name]: schema for name, schema in schemas.items()}
            finished["$defs"] = {name: _rewrite(definitions[name], name, renamed) for name in sorted(definitions)}
        return finished

    def _count(self, value: Any, counts: dict[str, int]) -> None:
        """How often each definition is referred to."""
        pending = [value]
        while pending:
            item = pending.pop()
            if isinstance(item, dict):
                target = _target(item)
                if target and target not in self._choices and not target.startswith(("http://", "https://")):
                    raise Invalid(f"KeyError: {item['$ref']!r} is not a reference that pydantic made")
                if target in self._choices and target not in self.schemas:
                    raise Invalid(
                        self.invalid.get(target, f"KeyError: {target!r} is referred to, but nothing of that name is made")
                    )
                if target in self.schemas:
                    counts[target] += 1
                    if counts[target] > 1:
                        continue
                    pending.append(self.schemas[target])
                pending.extend(part for key, part in item.items() if key != "examples" or not isinstance(part, list))
            elif isinstance(item, list):
                pending.extend(item)

    def _shorten_names(self, schemas: dict[str, JsonSchema]) -> dict[str, str]:
        """For each working name the first alternative under which there is only one schema.

        Equal schemas may share a name. Shortening the names inside makes more schemas equal, hence the rounds. A name whose
        alternatives nobody else has is its first one.
        """
        wanted: dict[str, int] = defaultdict(int)
        for name in schemas:
            for choice in set(self._choices[name]):
                wanted[choice] += 1
        shared = [name for name in schemas if any(wanted[choice] > 1 for choice in self._choices[name])]
        alone = {name: self._choices[name][0] for name in schemas.keys() - set(shared)}
        renamed = {name: name for name in schemas}
        for _ in range(_ROUNDS):
            under: dict[str, set[str]] = defaultdict(set)
            for name in shared:
                text = json.dumps(_rename(schemas[name], renamed), sort_keys=True, default=repr)
                for choice in self._choices[name]:
                    under[choice].add(text)
            now = alone | {name: next(c for c in self._choices[name] if len(under[c]) == 1) for name in shared}
            if now == renamed:
                return renamed
            renamed = now
        raise Exhausted("the names of definitions do not settle")


@lru_cache(maxsize=10_000)
def _spell_reference(ref: str) -> tuple[str, str]:
    """A core reference without its modules, and with them."""
    components = [part.rsplit(":", 1)[0] for part in re.split(r"([\][,])", ref)]
    short = "".join(re.sub(r"(?:[^.[\]]+\.)+((?:[^.[\]]+))", r"\1", part) for part in components)
    return _normal(short), _normal("".join(components))


def _normal(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9.\-_]", "_", name).replace(".", "__")


def _target(schema: JsonSchema) -> str:
    ref = schema.get("$ref")
    return ref.removeprefix(PREFIX) if isinstance(ref, str) else ""


def _rename(value: Any, renamed: dict[str, str]) -> Any:
    """A copy with every reference under its new name; a text that is a reference is renamed wherever it stands."""
    if isinstance(value, str) and value.startswith(PREFIX):
        name = value.removeprefix(PREFIX)
        return PREFIX + renamed.get(name, name)
    if isinstance(value, dict):
        return {key: _rename(item, renamed) for key, item in value.items()}
    if isinstance(value, list):
        return [_rename(item, renamed) for item in value]
    return value


def _rewrite(value: Any, parent: str | None, renamed: dict[str, str]) -> Any:
    """`_rename`, with keys in alphabetical order, except those of properties and defaults, which keep their own."""
    if isinstance(value, dict):
        keys = value if parent in ("properties", "default") else sorted(value, key=str)
        return {key: _rewrite(value[key], key, renamed) for key in keys}
    if isinstance(value, list):
        return [_rewrite(item, parent, renamed) for item in value]
    if isinstance(value, str) and value.startswith(PREFIX):
        return _rename(value, renamed)
    return value
