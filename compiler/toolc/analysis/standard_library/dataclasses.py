"""Dataclasses that are made by a call (`dataclasses` of CPython 3.11)."""

import dataclasses as real
from typing import Any


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    options.pop("module", None)
    body, annotations = dict(namespace or {}), {}
    for one in fields:
        name, kind, *default = (one, Any) if isinstance(one, str) else one
        annotations[name] = kind
        if default:
            body[name] = default[0]
    body["__annotations__"] = annotations
    return real.dataclass(type(cls_name, bases, body), **options)
