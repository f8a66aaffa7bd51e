"""The frameworks themselves at run time: takes source text that the tests wrote, gives what pydantic reports."""

import ast
import importlib
import json
import linecache
import sys
import typing
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from types import CodeType, ModuleType
from typing import Any


@contextmanager
def running(source: str, name: str = "app") -> Iterator[ModuleType]:
    """The module that a text makes, importable while the block runs.

    `typing` starts with nothing remembered, as in a process of its own: `List[Union[str, int]]` is the very object that
    `List[Union[int, str]]` made before, and what other tests wrote must not count.
    """
    module = ModuleType(name)
    _fresh(None)
    before, place = sys.modules.get(name), f"<{name}>"
    sys.modules[name] = module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module.__file__ = place  # with the text in `linecache`, so that pydantic finds the docstrings of attributes
            linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
            exec(compile(source, place, "exec", dont_inherit=True), vars(module))
            yield module
        finally:
            linecache.cache.pop(place, None)
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before


@contextmanager
def installed(files: Mapping[str, str], folder: Path) -> Iterator[dict[str, ModuleType]]:
    """Every module of some files by its name, imported from a folder they are written to while the block runs."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(dedent(text))
    names = [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in files]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield {name: importlib.import_module(name) for name in names}
        finally:
            sys.path.remove(str(folder))
            for name in [name for name in sys.modules if name.partition(".")[0] in {one.partition(".")[0] for one in names}]:
                del sys.modules[name]


class _Unshared(ast.NodeTransformer):
    """`X[…]` as `__fresh__(X)[…]`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = ast.copy_location(ast.Call(ast.Name("__fresh__", ast.Load()), [node.value], []), node.value)
        return node


def _fresh(value: Any) -> Any:
    for forget in typing._cleanups:  # type: ignore[attr-defined]
        forget()
    return value


def code_of(tree: ast.Module, place: str, names: dict[str, Any]) -> CodeType:
    """A program in which no annotation takes over what `typing` remembers of an equal one.

    `List[Union[str, int]]` is the very object that `List[Union[int, str]]` made before, wherever in the process that was: what
    other tests wrote must not count.
    """
    names["__fresh__"] = _fresh
    return compile(ast.fix_missing_locations(_Unshared().visit(tree)), place, "exec", dont_inherit=True)


def reported(kind: Any, mode: Any = "validation") -> dict[str, Any]:
    """pydantic's schema of a type."""
    from pydantic import BaseModel, TypeAdapter

    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not BaseModel:
        return kind.model_json_schema(mode=mode)
    return TypeAdapter(kind).json_schema(mode=mode)


def canonical(schema: Any) -> str:
    """Equal texts for equal schemas: `1`, `1.0` and `True` differ, the order of keys does not count."""
    return json.dumps(schema, sort_keys=True, ensure_ascii=False)
