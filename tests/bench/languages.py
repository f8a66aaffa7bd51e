"""`make bench`: clients in languages that have a compiler, beside quicktype's types for the same schemas.

python tests/bench/languages.py [go rust java kotlin]

The schemas and values are those of tests/corpus.py. Counted are schemas that a generator fails on and those whose code does not
compile; of the others, valid values that are refused, and those that are written otherwise than they were read; toolc's clients fill in
defaults.
"""

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import quicktype  # noqa: E402

import golang  # noqa: E402 - beside this folder
import java  # noqa: E402
import kotlin  # noqa: E402
import rustlang  # noqa: E402
from corpus import Outcome, corpus, same  # noqa: E402
from filling import filled  # noqa: E402

LANGUAGES: dict[str, tuple[str, Callable[..., list[Outcome]], type[quicktype.Peer] | None]] = {
    "go": ("go", golang.read_and_written, quicktype.Go),
    "rust": ("cargo", rustlang.read_and_written, quicktype.Rust),
    "java": ("javac", java.read_and_written, quicktype.Java),
    "kotlin": ("javac", kotlin.read_and_written, None),
}
"""With the program that compiles it, and the peer, where one is measured."""

COLUMNS = ("fails", "does not compile", "has no reader", "right", "refused", "changed")


def main(languages: list[str]) -> None:
    bundle, rows = corpus()
    schemas = {tool.name: tool.output_schema for _, _, tool in bundle.tools}
    print(f"{len(schemas)} schemas with {sum(row.valid for row in rows)} valid values")
    print(f"  {'':16}" + "".join(f"{column:>18}" for column in COLUMNS))
    for language in languages:
        compiler, ours, peer = LANGUAGES[language]
        if shutil.which(compiler) is None:
            print(f"  {language}: {compiler} is missing")
            continue
        with tempfile.TemporaryDirectory() as folder:
            said = ours(bundle, rows, Path(folder))
        answers = [(filled(schemas[row.tool], row.value), one) for row, one in zip(rows, said, strict=True) if row.valid]
        _row(
            f"{language} toolc",
            Counter(quicktype.outcome(not one.error and same(one.value, value), one.error) for value, one in answers),
        )
        if peer is not None:
            with tempfile.TemporaryDirectory() as folder:
                _row(f"{language} quicktype", peer(Path(folder)).counted(schemas, rows))


def _row(name: str, counted: Counter[str]) -> None:
    print(f"  {name:16}" + "".join(f"{counted[column]:18}" for column in COLUMNS))


if __name__ == "__main__":
    main(sys.argv[1:] or list(LANGUAGES))
