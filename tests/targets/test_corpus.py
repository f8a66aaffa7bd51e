"""Many schemas in every language that has a compiler: everything compiles, formatters and linters are content; what is valid is
read and written again without a change but for defaults, the rest is refused in the words of the Python client, whose library reports some things in its own way.

Compilers take up to a minute for all of it: the short form gives each of them a fifth, and foreign text.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import golang
import java
import kotlin
import rustlang
from corpus import Outcome, Row, corpus, part, same
from effort import ALL, heavy, long
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.register import TARGETS

pytestmark = heavy

LANGUAGES: dict[str, Callable[[Bundle, list[Row], Path], list[Outcome]]] = {
    "go": golang.read_and_written,
    "rust": rustlang.read_and_written,
    "java": java.read_and_written,
    "kotlin": kotlin.read_and_written,
}


@long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus(language: str, tmp_path: Path) -> None:
    bundle, rows = corpus() if ALL else part(*corpus())
    answers = LANGUAGES[language](bundle, rows, tmp_path)
    python = _python(bundle)
    schemas = {tool.name: tool.output_schema for _, _, tool in bundle.tools}
    wrong = []
    for row, said in zip(rows, answers, strict=True):
        issues = {(one.path, one.keyword, one.message) for one in python.check(schemas[row.tool], row.value)}
        kept = not row.valid or (not said.error and same(said.value, python.with_defaults(schemas[row.tool], row.value)))
        alike = set(said.issues) == issues or _has_own_words(row.tool, schemas[row.tool])
        if not alike or bool(issues) is row.valid or bool(said.issues) is row.valid or not kept:
            wrong.append((row, said))
    assert wrong == []
    assert len(rows) > (2000 if ALL else 400)


def _has_own_words(tool: str, schema: Any) -> bool:
    """Of a schema that is drawn, whose keywords contradict one another, libraries and our checks report other parts; of items and
    keys that nothing has looked at, libraries say only which they are; and one takes a key 01 for the number of an item."""
    return tool.startswith("drawn_") or tool == "nasty_numbers_as_keys" or "unevaluated" in json.dumps(schema)


def _python(bundle: Bundle) -> Any:
    ((file,), _) = emit(bundle, [TARGETS["python"]], Options())
    module = sys.modules["corpus_in_python"] = ModuleType("corpus_in_python")
    exec(compile(file.text, "corpus_in_python.py", "exec"), module.__dict__)
    return module
