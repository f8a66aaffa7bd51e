"""The frameworks themselves, asked at run time: takes source text that the tests wrote, gives what pydantic or the SDK reports."""

import json
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
    before = sys.modules.get(name)
    sys.modules[name] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, f"{name}.py", "exec"), module.__dict__)
            yield module
        finally:
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before


def reported(kind: Any) -> dict[str, Any]:
    """pydantic's schema of a type, in validation mode."""
    from pydantic import BaseModel, TypeAdapter

    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel:
        return kind.model_json_schema()
    return TypeAdapter(kind).json_schema()


def canonical(schema: Any) -> str:
    """Equal texts for equal schemas: `1`, `1.0` and `True` differ, the order of keys does not count."""
    return json.dumps(schema, sort_keys=True, ensure_ascii=False)
