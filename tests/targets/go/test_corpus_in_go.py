"""Many schemas in Go: everything compiles, gofmt and vet are content; what is valid is read and written again without a change,
the rest is refused in the words of the Python client."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from corpus import corpus, same
from golang import read_and_written
from toolc.emit import Options, emit
from toolc.targets import TARGETS


def test_the_corpus(tmp_path: Path) -> None:
    bundle, rows = corpus()
    answers = read_and_written(bundle, rows, tmp_path)
    ((file,), _) = emit(bundle, [TARGETS["python"]], Options())
    module = _module(file.text)
    schemas = {tool.name: tool.output_schema for _, _, tool in bundle.tools}
    wrong = []
    for row, answer in zip(rows, answers, strict=True):
        issues = [[one.path, one.keyword, one.message] for one in module.check(schemas[row.tool], row.value)]
        kept = not row.valid or (not answer["Error"] and same(answer["Value"], row.value))
        if (answer["Issues"] or []) != issues or bool(issues) is row.valid or not kept:
            wrong.append((row, answer))
    assert wrong == []
    assert len(rows) > 2000


def _module(source: str) -> Any:
    module = sys.modules["corpus_in_python"] = ModuleType("corpus_in_python")
    exec(compile(source, "corpus_in_python.py", "exec"), module.__dict__)
    return module
