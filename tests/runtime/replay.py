"""Fixtures as running programs: takes source text of a system, gives the live tools it makes, under the run-time half.

Statement by statement, so that a definition which the system refuses costs that one only, as it does the compiler. Every tool
that is lowered is noted, whether the program keeps it or not.
"""

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct, field

from oracle import code_of
from toolc.ir import Tool
from toolc.runtime import lower, orbiter, pba, tinyagent
from toolc.runtime.errors import ToolDefinitionError

MODULES = {
    "basic_agent.tools": "toolc.runtime.basic_agent",
    "basic_agent": "toolc.runtime.basic_agent",
    "tinyagent.core.registry": "toolc.runtime.tinyagent",
    "tinyagent.core": "toolc.runtime.tinyagent",
    "tinyagent": "toolc.runtime.tinyagent",
    "orbiter.tool": "toolc.runtime.orbiter",
    "orbiter": "toolc.runtime.orbiter",
    "orbiter.types": "toolc.runtime.orbiter",
    "agent.tools": "toolc.runtime.pba",
}


class Replay(Struct):
    """What a program made: its module, its tools, and the words of what was refused."""

    module: ModuleType
    tools: list[Tool] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def mapped(source: str) -> str:
    """The source with its import lines changed, and nothing else."""
    for name in sorted(MODULES, key=len, reverse=True):
        source = re.sub(rf"^(\s*)from {re.escape(name)} import", rf"\1from {MODULES[name]} import", source, flags=re.MULTILINE)
        source = re.sub(
            rf"^(\s*)import {re.escape(name)}$",
            rf"\1import {MODULES[name]} as {name.partition('.')[0]}",
            source,
            flags=re.MULTILINE,
        )
    return source


@contextmanager
def noted(tools: list[Tool]) -> Iterator[None]:
    """Every tool that is lowered while the block runs."""

    def note(tool: Tool) -> Tool:
        made = settled(tool)
        tools.append(made)
        return made

    settled = lower.check_callable
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(lower, "check_callable", note)
        yield


def replay(source: str, name: str = "input") -> Replay:
    """Runs a source under the run-time half."""
    done = Replay(ModuleType(name))
    done.module.__file__ = f"{name}.py"
    before = sys.modules.get(name)
    sys.modules[name] = done.module
    try:
        with noted(done.tools):
            for statement in ast.parse(mapped(source)).body:
                _run(statement, done, name)
            done.tools += _literal(done.module)
    finally:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
    return done


def _run(statement: ast.stmt, done: Replay, name: str) -> None:
    try:
        exec(code_of(ast.Module([statement], []), f"{name}.py", vars(done.module)), vars(done.module))
    except ToolDefinitionError as error:
        done.refused.append(str(error))
    except TypeError as error:
        if "required positional argument" not in str(error):  # a `Tool(…)` that lacks a fact
            raise
        done.refused.append(str(error))
    except (NameError, FileNotFoundError, ModuleNotFoundError):  # what follows from a refusal; what is not there
        pass


def _literal(module: ModuleType) -> Iterator[Tool]:
    """Tools with a schema of their own among the values of a module."""
    for value in list(vars(module).values()):
        match value:
            case tinyagent.Tool() if "_core" not in vars(value):
                yield lower.tool_of_schema(value.parameters, "tinyagent", value.name, value.description, value.func)
            case pba.Tool() if not value._spec.closed:
                yield value._spec
            case type() if issubclass(value, orbiter.Tool) and value.__module__ == module.__name__:
                yield from _subclass(value)


def _subclass(cls: type[orbiter.Tool]) -> Iterator[Tool]:
    """What an instance of a subclass says, built with texts for whatever its constructor wants."""
    made: Any = object.__new__(type(cls.__name__, (cls,), {"execute": lambda self: None, "prepare": lambda self: None}))
    count = cls.__init__.__code__.co_argcount - 1 if hasattr(cls.__init__, "__code__") else 0
    made.__init__(*["text"] * count)
    if hasattr(made, "parameters") and hasattr(made, "name"):
        yield lower.tool_of_schema(made.parameters, "orbiter", made.name, getattr(made, "description", None))


def files(folder: Path, done: list[Tool]) -> None:
    """The tools of a folder of pba files."""
    with noted(done):
        for path in sorted(folder.rglob("*.py")):
            try:
                pba.Tool.from_file(str(path))
            except (ToolDefinitionError, ImportError, NameError):
                continue
