"""The frameworks themselves at run time: takes source text that the tests wrote, gives what pydantic reports."""

import json
import linecache
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


@contextmanager
def running(source: str, name: str = "app") -> Iterator[ModuleType]:
    """The module that a text makes, importable while the block runs."""
    module = ModuleType(name)
    before, place = sys.modules.get(name), f"<{name}>"
    sys.modules[name] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module.__file__ = place  # with the text in `linecache`, so that pydantic finds the docstrings of attributes
            linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
            exec(compile(source, place, "exec"), module.__dict__)
            yield module
        finally:
            linecache.cache.pop(place, None)
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before


def reported(kind: Any, mode: Any = "validation") -> dict[str, Any]:
    """pydantic's schema of a type."""
    from pydantic import BaseModel, TypeAdapter

    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel:
        return kind.model_json_schema(mode=mode)
    return TypeAdapter(kind).json_schema(mode=mode)


def canonical(schema: Any) -> str:
    """Equal texts for equal schemas: `1`, `1.0` and `True` differ, the order of keys does not count."""
    return json.dumps(schema, sort_keys=True, ensure_ascii=False)
